"""Thins long series to what a page can show, in one pass and without losing a peak.

Rows (generations, epochs) are gathered into bins of equal width, and each bin keeps the lowest, the median and the
highest of its values. A line from bin to bin is then within the resolution of the page of the line through all rows,
and its envelope is exact: minimum and maximum of every bin are kept (Jugel, Jerzak, Hackenbroich and Markl 2014, M4, VLDB
7(10), keep these and the first and last of each column of pixels). Widths are powers of two, so series of unequal length can
be brought to one width: exactly for the lowest and the highest; the median is then a median of medians.
"""

import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from .trace import Trace

#: Bytes of a table that are in memory at once while it is reduced; the work on them takes several times as much.
PIECE_BYTES = 1 << 23
#: More points than this are not told apart on a column of 3.5 inches.
MOST_BINS = 512


def in_pieces(trace: Trace, table: str, columns: Sequence[str]) -> Iterator[tuple[slice, dict[str, np.ndarray]]]:
    """Columns of a table, some rows at a time: which rows, and the columns as arrays."""
    with trace:
        for rows in trace.spans(table, len(columns), PIECE_BYTES):
            yield rows, {name: trace.values(name, table, rows) for name in columns}


def bin_width(rows: int, most: int = MOST_BINS) -> int:
    """The least power of two that gathers so many rows into at most `most` bins."""
    width = 1
    while rows > most * width:
        width *= 2
    return width


@dataclass(frozen=True)
class Bins:
    """Series thinned to bins of `width` rows. NaN where a bin holds no number."""

    width: int
    rows: int  #: before the thinning
    lowest: np.ndarray  #: [bin, series], like the next two
    median: np.ndarray
    highest: np.ndarray
    last: np.ndarray  #: [series], in the last row

    @property
    def positions(self) -> np.ndarray:
        """The middle of each bin, in rows, [bin]: 0, 1, ... where nothing was thinned."""
        first = self.width * np.arange(len(self.lowest))
        return (first + np.minimum(first + self.width, self.rows) - 1) / 2

    def column(self, series: int) -> "Bins":
        one = slice(series, series + 1)
        return Bins(
            self.width, self.rows, self.lowest[:, one], self.median[:, one], self.highest[:, one], self.last[one]
        )

    def coarser(self, width: int) -> "Bins":
        """These bins, gathered further into wider ones."""
        together = width // self.width
        if together == 1:
            return self
        return Bins(
            width,
            self.rows,
            _gathered(self.lowest, together, np.fmin.reduce),
            _gathered(self.median, together, median),
            _gathered(self.highest, together, np.fmax.reduce),
            self.last,
        )


class Binner:
    """Takes series piece by piece, [row, series], and thins them as they come."""

    def __init__(self, rows: int, series: int, most: int = MOST_BINS) -> None:
        self.width = bin_width(rows, most)
        self._pending = np.empty((0, series))
        self._done: list[tuple[np.ndarray, np.ndarray, np.ndarray]] = []
        self._rows = 0
        self._last = np.full(series, np.nan)

    def add(self, values: np.ndarray) -> None:
        if len(values) == 0:
            return
        self._rows += len(values)
        self._last = np.array(values[-1], dtype=float)
        values = np.concatenate([self._pending, values]) if len(self._pending) else values
        whole = len(values) // self.width * self.width
        self._gather(values[:whole])
        self._pending = np.array(values[whole:])

    def _gather(self, values: np.ndarray) -> None:
        if len(values):
            self._done.append(
                (
                    _gathered(values, self.width, np.fmin.reduce),
                    _gathered(values, self.width, median),
                    _gathered(values, self.width, np.fmax.reduce),
                )
            )

    def finish(self) -> Bins:
        """The bins of all rows that were added."""
        self._gather(self._pending)
        self._pending = self._pending[:0]
        series = len(self._last)
        lowest, median, highest = (
            np.concatenate([done[part] for done in self._done]) if self._done else np.empty((0, series)) for part in range(3)
        )
        return Bins(self.width, self._rows, lowest, median, highest, self._last)


def _gathered(values: np.ndarray, together: int, function: Callable[..., np.ndarray]) -> np.ndarray:
    """`function` over each run of so many rows, [row / together, series]; the last run may be shorter."""
    if together == 1:
        return np.array(values, dtype=float)
    whole = len(values) // together * together
    shaped = values[:whole].reshape(-1, together, values.shape[1])
    gathered = function(shaped, axis=1)
    if whole == len(values):
        return gathered
    return np.concatenate([gathered, function(values[whole:], axis=0)[None]])


def median(values: np.ndarray, axis: int) -> np.ndarray:
    """The median of the numbers; NaN where there is none, which is no mistake here."""
    if not np.isnan(values).any():  # as good as always, and several times faster
        return np.median(values, axis=axis)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        return np.nanmedian(values, axis=axis)
