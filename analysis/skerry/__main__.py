"""Starts the command line, unless the interpreter is too old to read it."""

import os
import sys

from .requirements import LEAST_PYTHON, unmet


def main() -> int:
    _open_standard_streams()
    if sys.version_info < LEAST_PYTHON:
        print(f"analysis: {unmet()}", file=sys.stderr)
        return 1
    from .command import main as command

    return command()


def _open_standard_streams() -> None:
    """Opens those that are closed, before another file is opened in the place of one."""
    for descriptor, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        try:
            os.fstat(descriptor)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
            setattr(sys, name, os.fdopen(descriptor, mode, closefd=False))


if __name__ == "__main__":
    sys.exit(main())
