"""The package from within the tree, not installed: python3 -m analysis COMMAND."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from skerry.__main__ import main  # noqa: E402  (its place is known only now)

sys.exit(main())
