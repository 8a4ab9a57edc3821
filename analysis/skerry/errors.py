"""Mistakes a person can act on, and the exit status of each."""

from collections.abc import Iterable
from difflib import get_close_matches


class AnalysisError(Exception):
    """Says what was seen, where, and what would be right."""

    status = 1


class UsageError(AnalysisError):
    """A mistake in the command line."""

    status = 2


class DataError(AnalysisError):
    """A trace or a table that cannot be read."""

    status = 3


def nearest(name: str, known: Iterable[str]) -> str:
    """The end of a message about an unknown name: the known ones, and which is meant if one is near."""
    names = list(known)
    close = get_close_matches(name, names, n=1)
    hint = f"did you mean '{close[0]}'? " if close else ""
    return f"{hint}known are {', '.join(names)}"
