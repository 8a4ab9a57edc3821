"""Each module is a command: `add` makes its parser, `run` executes it. Only these modules print."""

import argparse
import re
from collections.abc import Callable
from difflib import get_close_matches
from typing import TypeAlias

from ..errors import UsageError

Parsers: TypeAlias = "argparse._SubParsersAction[Parser]"


class Parser(argparse.ArgumentParser):
    """A parser that raises UsageError where argparse would print its usage and exit."""

    def parse_known_args(self, args=None, namespace=None):  # type: ignore[no-untyped-def]  # as argparse has it
        found, rest = super().parse_known_args(args, namespace)
        if rest:
            names = [word.partition("=")[0] for word in rest if word.startswith("--")]
            close = [near for name in names for near in get_close_matches(name, self._option_string_actions, n=1)]
            self.error(f"unrecognized arguments: {' '.join(rest)}{f'; did you mean {close[0]}?' if close else ''}")
        return found, rest

    def error(self, message: str):  # type: ignore[no-untyped-def]  # argparse says NoReturn
        raise UsageError(f"{message} (see {self.prog} --help)")


def whole(text: str) -> int:
    """Returns the number that an option has. Python itself would take 1_000 and numbers of any length."""
    if not re.fullmatch("-?[0-9]{1,18}", text):
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number of up to 18 digits")
    return int(text)


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
