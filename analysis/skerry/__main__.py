"""Starts the command line, unless the interpreter is too old to read it."""

import sys

from .requirements import LEAST_PYTHON, unmet


def main() -> int:
    if sys.version_info < LEAST_PYTHON:
        print(f"analysis: {unmet()}", file=sys.stderr)
        return 1
    from .command import main as command

    return command()


if __name__ == "__main__":
    sys.exit(main())
