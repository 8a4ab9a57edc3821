"""Tables of many runs as one tidy CSV: a row an observation, led by instance, group, file and seed of its run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TextIO

from .trace import Trace

if TYPE_CHECKING:
    import pandas

#: Bytes of a table that are in memory at once; as text they take some three times as many.
PIECE_BYTES = 1 << 24


@dataclass(frozen=True)
class Source:
    """A run and what it belongs to."""

    instance: str
    group: str
    trace: Trace


def write_csv(out: TextIO, sources: Sequence[Source], table: str, columns: Sequence[str] | None = None) -> None:
    """Writes a table of every run, in pieces of bounded memory; the header stands once.

    columns: of the table; all, if not given. Its coordinates (generation, island, epoch) always come with it.
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
    if table != "generation":  # the others are small
        yield trace.frame(table, columns)
        return
    names = trace.columns(table) if columns is None else columns
    for rows in trace.spans(table, len(names), PIECE_BYTES):
        yield trace.frame(table, names, rows)
