"""Mistakes a person can act on, and the exit status of each."""


class AnalysisError(Exception):
    """Says what was seen, where, and what would be right."""

    status = 1


class UsageError(AnalysisError):
    """A mistake in the command line."""

    status = 2


class DataError(AnalysisError):
    """A trace or a table that cannot be read."""

    status = 3
