"""Runs the package from the tree without an installation: /usr/bin/python3 -m analysis COMMAND."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from skerry.command import main  # noqa: E402  (the path is set above)

sys.exit(main())
