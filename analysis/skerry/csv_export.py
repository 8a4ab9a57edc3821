"""Writes tables of many runs as one tidy CSV. Each row begins with the instance, group, file and seed of its run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TextIO

from .errors import UsageError, nearest
from .layout import FRONT, GROUPS
from .solution_sets import SolutionSet
from .trace import Trace

if TYPE_CHECKING:
    import pandas

#: The memory in bytes that a piece of a table takes; its text takes about three times as much.
PIECE_BYTES = 1 << 24


@dataclass(frozen=True)
class Source:
    """A run with the instance and group to which it belongs."""

    instance: str
    group: str
    trace: Trace


def write_csv(out: TextIO, sources: Sequence[Source], table: str, columns: Sequence[str] | None = None) -> None:
    """Writes a table of every run, in pieces of bounded memory, with one header line.

    columns: the columns to write; by default all. The coordinates (generation, island, epoch) are always written.
    """
    header = True
    for source in sources:
        for frame in _pieces(source.trace, table, columns):
            rows = frame.reset_index()
            for position, (name, value) in enumerate(_about(source).items()):
                rows.insert(position, name, value)
            rows.to_csv(out, index=False, header=header, lineterminator="\n")
            header = False


def _about(source: Source) -> dict[str, str | int]:
    trace = source.trace
    return {"instance": source.instance, "group": source.group, "trace": str(trace.path), "seed": trace.seed}


def _pieces(trace: Trace, table: str, columns: Sequence[str] | None) -> Iterator[pandas.DataFrame]:
    if table in GROUPS:
        yield _chosen(trace.front() if table == FRONT else trace.archive(), table, columns)
        return
    if table != "generation":  # the other tables are small
        yield trace.frame(table, columns)
        return
    names = trace.columns(table) if columns is None else columns
    for rows in trace.spans(table, len(names), PIECE_BYTES):
        yield trace.frame(table, names, rows)


def _chosen(found: SolutionSet, table: str, columns: Sequence[str] | None) -> pandas.DataFrame:
    frame = found.frame()
    for name in columns or ():
        if name not in frame:
            raise UsageError(f"the {table} of {found.trace.path} has no column '{name}'; {nearest(name, frame)}")
    return frame if columns is None else frame[list(columns)]
