"""Implements the command line: skerry-analysis COMMAND, or python3 -m analysis COMMAND from the tree."""

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from .commands import Parser, compare, construct, ecdf, export, follow, plot, report, table
from .errors import AnalysisError

COMMANDS = (plot, table, compare, ecdf, export, report, follow, construct)


def main(arguments: Sequence[str] | None = None) -> int:
    """Carries out one command and returns its exit status."""
    try:
        parsed = _parser().parse_args(arguments)
        parsed.run(parsed)
        sys.stdout.flush()
    except AnalysisError as error:
        print(f"analysis: {error}", file=sys.stderr)
        return error.status
    except BrokenPipeError:  # the reader of our output has closed it
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = Parser(prog=_program(), description="Reads the traces of skerry: tables, statistics and figures.")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True, parser_class=Parser)
    for command in COMMANDS:
        command.add(commands)
    return parser


def _program() -> str:
    started = Path(sys.argv[0])
    if started.name == "skerry-analysis":
        return started.name
    return "python3 -m skerry" if started.parent.name == "skerry" else "python3 -m analysis"
