"""Reads a column of /generation, such as one that a program added, reduced over the islands and thinned for a page."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from .diversity import mean_of_islands
from .errors import DataError, nearest
from .thinning import PARTS, Binner, Bins, in_pieces, spread
from .trace import Trace


@dataclass(frozen=True)
class ColumnSeries:
    """A column of one run by generation. Values that are no finite numbers are left out."""

    trace: Trace
    column: str
    meaning: str  #: as the trace tells it; the name of the column where it does not
    unit: str  #: empty for a pure number
    islands: dict[str, Bins] = field(repr=False)  #: PARTS over the islands
    mean: Bins = field(repr=False)  #: of the islands

    @property
    def label(self) -> str:
        return f"{self.meaning} ({self.unit})" if self.unit else self.meaning


def column_series(trace: Trace, column: str) -> ColumnSeries:
    """Raises DataError where the run has no such column, or no epoch yet."""
    if trace.epochs == 0:
        raise DataError(f"{trace.path} holds no epoch yet")
    columns = trace.columns()
    if column not in columns:
        raise DataError(f"{trace.path}: /generation has no column '{column}'; {nearest(column, columns)}")
    binner = Binner(trace.rows(), len(PARTS) + 1)
    for _, piece in in_pieces(trace, "generation", [column]):
        values = np.where(np.isfinite(piece[column]), piece[column], np.nan)
        binner.add(np.column_stack([*spread(values), mean_of_islands(values)]))
    bins = binner.finish()
    series = [bins.column(number) for number in range(len(PARTS) + 1)]
    about = trace.about(column)
    unit = str(about.get("units", ""))
    return ColumnSeries(
        trace=trace,
        column=column,
        meaning=str(about.get("long_name", column)),
        unit="" if unit == "1" else unit,
        islands=dict(zip(PARTS, series)),
        mean=series[-1],
    )
