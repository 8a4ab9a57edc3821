"""Implements the command line: skerry-analysis COMMAND, or python3 -m analysis COMMAND from the tree."""

import argparse
import errno
import io
import json
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

from . import requirements
from .commands import Parser
from .errors import AnalysisError, UsageError
from .plain_text import cleaned

#: The modules of the commands. Only that of the command that is called is imported, since experiments start often.
COMMANDS = (
    "plot", "table", "compare", "study", "scaling", "power", "origins", "ecdf", "export", "report", "follow", "construct", "lineage",
    "validation", "experiment", "tune", "new", "serve",
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Carries out one command and returns its exit status."""
    speaker = "analysis"
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # for the names of files that are no text
    words = sys.argv[1:] if arguments is None else arguments
    try:
        _refuse_empty(words)
        parsed = _parser([name for name in COMMANDS if words[:1] == [name]] or COMMANDS).parse_args(words)
        speaker = getattr(parsed, "speaker", speaker)
        _check_requirements(parsed.command)
        status: int = parsed.run(parsed) or 0
        sys.stdout.flush()
        return status
    except AnalysisError as error:
        print(f"{speaker}: {cleaned(str(error))}", file=sys.stderr)
        if speaker != "analysis" and "--json" in words:  # as the program itself does
            print(json.dumps({"error": {"status": error.status, "message": str(error)}}))
        return error.status
    except BrokenPipeError:  # the reader of our output has closed it
        _give_up_output()
    except OSError as error:
        told = "cannot write" if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO) else "the system refuses"
        print(f"{speaker}: {told} {error.filename or 'what was asked for'}: {error.strerror or error}", file=sys.stderr)
        _give_up_output()
        return AnalysisError.status
    except ImportError as error:
        print(f"analysis: {requirements.broken(error)}", file=sys.stderr)
        return AnalysisError.status
    return 0


def _give_up_output() -> None:
    """Has what the interpreter writes to standard output at its end go nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _refuse_empty(words: Sequence[str]) -> None:
    """Raises UsageError for an empty word, as a variable of a shell that is not set leaves it."""
    for before, word in zip(["", *words], words, strict=False):
        option = word.removesuffix("=") if word.startswith("--") and word.find("=") == len(word) - 1 else before if word == "" else None
        if option is not None:
            raise UsageError(f"{option if option.startswith('-') else 'an argument'}: the value is empty")


def _check_requirements(command: str) -> None:
    """Raises AnalysisError before a command has begun, where the interpreter lacks a package that it needs."""
    lacking = requirements.unmet(command)
    if lacking:
        raise AnalysisError(lacking)


def _parser(names: Sequence[str]) -> argparse.ArgumentParser:
    parser = Parser(prog=_program(), description="Reads the traces of skerry: tables, statistics and figures.")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True, parser_class=Parser)
    for name in names:
        import_module(f".commands.{name}", __package__).add(commands)
    return parser


def _program() -> str:
    if called := os.environ.get("SKERRY_CALLED_AS"):  # by a program of skerry, which hands its words over
        return called
    started = Path(sys.argv[0])
    if started.name == "skerry-analysis":
        return started.name
    return "python3 -m skerry" if started.parent.name == "skerry" else "python3 -m analysis"
