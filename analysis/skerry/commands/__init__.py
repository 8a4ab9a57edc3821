"""Each module is a command: `add` makes its parser, `run` executes it. Only these modules print."""

import argparse
from collections.abc import Callable
from typing import TypeAlias

from ..errors import UsageError

Parsers: TypeAlias = "argparse._SubParsersAction[Parser]"


class Parser(argparse.ArgumentParser):
    """A parser that raises UsageError where argparse would print its usage and exit."""

    def error(self, message: str):  # type: ignore[no-untyped-def]  # argparse says NoReturn
        raise UsageError(f"{message} (see {self.prog} --help)")


def add_command(
    commands: Parsers, name: str, summary: str, epilog: str, run: Callable[[argparse.Namespace], int | None]
) -> argparse.ArgumentParser:
    """Makes a parser for one command; `epilog` shows examples, and writes the program as %(prog)s."""
    parser = commands.add_parser(
        name,
        help=summary,
        description=summary[0].upper() + summary[1:] + ".",
        epilog=epilog,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(run=run)
    return parser
