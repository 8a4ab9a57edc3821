"""Writes tables of many runs as one tidy table: CSV, JSON lines or Parquet. Each row begins with the instance, group, file and
seed of its run."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

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


def frames_of(sources: Sequence[Source], table: str, columns: Sequence[str] | None = None) -> Iterator[pandas.DataFrame]:
    """Reads a table of every run, in pieces of bounded memory.

    columns: the columns to read; by default all. The coordinates (generation, island, epoch) are always among them.
    """
    for source in sources:
        for frame in _pieces(source.trace, table, columns):
            rows = frame.reset_index()
            for position, (name, value) in enumerate(_about(source).items()):
                rows.insert(position, name, value)
            yield rows


def write_csv(out: TextIO, frames: Iterable[pandas.DataFrame]) -> None:
    """Writes pieces of a table below one header line."""
    for number, frame in enumerate(frames):
        frame.to_csv(out, index=False, header=number == 0, lineterminator="\n")


def write_json_lines(out: TextIO, frames: Iterable[pandas.DataFrame]) -> None:
    """Writes an object a line for each row. Infinity and NaN become null, because JSON has neither."""
    for frame in frames:
        names = list(frame)
        for row in zip(*(frame[name].tolist() for name in names), strict=True):
            out.write(json.dumps(dict(zip(names, map(_known, row), strict=True)), ensure_ascii=False) + "\n")


def _known(value: Any) -> Any:
    return None if isinstance(value, float) and not math.isfinite(value) else value


def write_parquet(path: Path, frames: Iterable[pandas.DataFrame]) -> None:
    """Writes one Parquet file. Unlike the other formats it takes the memory of the whole table."""
    import pandas as pd

    pd.concat(list(frames), ignore_index=True).to_parquet(path, index=False)


def check_parquet() -> None:
    """Raises UsageError if pandas lacks the means to write Parquet, before anything is read for it."""
    if not any(find_spec(package) for package in ("pyarrow", "fastparquet")):
        raise UsageError("--format parquet needs the Python package pyarrow or fastparquet, and there is neither; jsonl and csv need none")


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
