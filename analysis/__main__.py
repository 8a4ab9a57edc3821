"""Runs the package from the tree without an installation: python3 -m analysis COMMAND."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from skerry.__main__ import main  # noqa: E402  (the path is set above)

sys.exit(main())
