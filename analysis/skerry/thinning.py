"""Thins long series to the resolution of a page, in one pass and without losing a peak.

Rows (generations, epochs) are gathered into bins of equal width, and each bin keeps the lowest, the median and the
highest of its values. A line through the bins then differs from the line through all rows by less than the page can show,
and its extremes are exact. (Jugel, Jerzak, Hackenbroich and Markl 2014, M4, VLDB 7(10), keep minimum, maximum, first and
last of each column of pixels.) Widths are powers of two, so that series of unequal length can be brought to one width. This
is exact for the lowest and the highest; the median becomes a median of medians.
"""

import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from .trace import Trace

#: The memory in bytes that a piece of a table takes while it is reduced; the computation takes several times as much.
PIECE_BYTES = 1 << 23
#: More points than this can't be told apart on a column of 3.5 inches.
MOST_BINS = 512
#: What spread() returns; the three in the middle are the quartiles.
PARTS = ("lowest", "lower", "median", "upper", "highest")


def in_pieces(trace: Trace, table: str, columns: Sequence[str]) -> Iterator[tuple[slice, dict[str, np.ndarray]]]:
    """Reads columns of a table piece by piece; yields the slice of rows and the columns as arrays."""
    with trace:
        for rows in trace.spans(table, len(columns), PIECE_BYTES):
            yield rows, {name: trace.values(name, table, rows) for name in columns}


def bin_width(rows: int, most: int = MOST_BINS) -> int:
    """Returns the least power of two that gathers the rows into at most `most` bins."""
    width = 1
    while rows > most * width:
        width *= 2
    return width


@dataclass(frozen=True)
class Bins:
    """Series thinned to bins of `width` rows. NaN where a bin holds no number."""

    width: int
    rows: int  #: number of rows before the thinning
    lowest: np.ndarray  #: [bin, series], like the next two
    median: np.ndarray
    highest: np.ndarray
    last: np.ndarray  #: [series], the values of the last row

    @property
    def positions(self) -> np.ndarray:
        """Returns the middle of each bin, in rows, [bin]; without thinning it is 0, 1, ..."""
        first = self.width * np.arange(len(self.lowest))
        return (first + np.minimum(first + self.width, self.rows) - 1) / 2

    def column(self, series: int) -> "Bins":
        one = slice(series, series + 1)
        return Bins(
            self.width, self.rows, self.lowest[:, one], self.median[:, one], self.highest[:, one], self.last[one]
        )

    def coarser(self, width: int) -> "Bins":
        """Gathers these bins into wider ones."""
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
    """Takes series piece by piece, [row, series], and thins them at once."""

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
        """Returns the bins of all rows that were added."""
        self._gather(self._pending)
        self._pending = self._pending[:0]
        series = len(self._last)
        lowest, median, highest = (
            np.concatenate([done[part] for done in self._done]) if self._done else np.empty((0, series)) for part in range(3)
        )
        return Bins(self.width, self._rows, lowest, median, highest, self._last)


def _gathered(values: np.ndarray, together: int, function: Callable[..., np.ndarray]) -> np.ndarray:
    """Applies `function` to each run of `together` rows, [row / together, series]; the last run may be shorter."""
    if together == 1:
        return np.array(values, dtype=float)
    whole = len(values) // together * together
    shaped = values[:whole].reshape(-1, together, values.shape[1])
    gathered = function(shaped, axis=1)
    if whole == len(values):
        return gathered
    return np.concatenate([gathered, function(values[whole:], axis=0)[None]])


def spread(values: np.ndarray) -> tuple[np.ndarray, ...]:
    """Returns PARTS of each row, [row], ignoring NaN; NaN if a row has no number."""
    ordered = np.sort(values, axis=1)  # NaN comes last
    last = np.maximum(values.shape[1] - 1 - np.isnan(values).sum(axis=1), 0)
    found = []
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        place = share * last
        below = np.floor(place).astype(int)
        rest = place - below
        rows = np.arange(len(values))
        low, high = ordered[rows, below], ordered[rows, np.minimum(below + 1, last)]
        found.append(np.where(rest > 0, (1 - rest) * low + rest * high, low))
    return tuple(found)


def median(values: np.ndarray, axis: int) -> np.ndarray:
    """Returns the median of the numbers, ignoring NaN; NaN without a warning if there is none."""
    if not np.isnan(values).any():  # the usual case, several times faster
        return np.median(values, axis=axis)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        return np.nanmedian(values, axis=axis)
