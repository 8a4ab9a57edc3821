"""Errors that a user can correct, each with its exit status."""

from collections.abc import Iterable
from difflib import get_close_matches


class AnalysisError(Exception):
    """An error whose message states what was seen, where, and what would be right."""

    status = 1


class UsageError(AnalysisError):
    """An error in the command line."""

    status = 2


class DataError(AnalysisError):
    """A trace or a table can't be read."""

    status = 3


def nearest(name: str, known: Iterable[str]) -> str:
    """Returns the end of a message about an unknown name: the known names, and the nearest one if it is similar."""
    names = list(known)
    close = get_close_matches(name, names, n=1)
    hint = f"did you mean '{close[0]}'? " if close else ""
    return f"{hint}known are {', '.join(names)}"
