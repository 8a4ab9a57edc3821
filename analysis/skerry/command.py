"""Implements the command line: skerry-analysis COMMAND, or python3 -m analysis COMMAND from the tree."""

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from . import requirements
from .commands import Parser, compare, construct, ecdf, experiment, export, follow, lineage, origins, plot, power, report, scaling, study, table, tune, validation
from .errors import AnalysisError

COMMANDS = (plot, table, compare, study, scaling, power, origins, ecdf, export, report, follow, construct, lineage, validation, experiment, tune)


def main(arguments: Sequence[str] | None = None) -> int:
    """Carries out one command and returns its exit status."""
    speaker = "analysis"
    try:
        parsed = _parser().parse_args(arguments)
        speaker = getattr(parsed, "speaker", speaker)
        _check_requirements(parsed.command)
        status: int = parsed.run(parsed) or 0
        sys.stdout.flush()
        return status
    except AnalysisError as error:
        print(f"{speaker}: {error}", file=sys.stderr)
        return error.status
    except BrokenPipeError:  # the reader of our output has closed it
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except ImportError as error:
        print(f"analysis: {requirements.broken(error)}", file=sys.stderr)
        return AnalysisError.status
    return 0


def _check_requirements(command: str) -> None:
    """Raises AnalysisError before a command has begun, where the interpreter lacks a package that it needs."""
    lacking = requirements.unmet(command)
    if lacking:
        raise AnalysisError(lacking)


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
