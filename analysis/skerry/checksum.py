"""Computes the checksums of epochs as docs/trace-format.md specifies them."""

import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

#: A function that reads rows [first, end) of a column: (table, column, first, end) -> array.
ReadRows = Callable[[str, str, int, int], NDArray[Any]]

#: The memory in bytes that a piece of a column takes.
PIECE_BYTES = 1 << 22


def epoch_checksums(
    covered: Iterable[tuple[str, str]], counters: Mapping[str, NDArray[Any]], read: ReadRows
) -> NDArray[np.int64]:
    """Returns the checksum of each epoch, [epoch], over these columns (table, column). A column is read once, in pieces.

    `counters` are the columns of /epoch that COUNTERS names, by table. Raises ValueError for a column of a table without
    a counter.
    """
    ends = {name: counts.tolist() for name, counts in counters.items()}
    ends["generation"] = [end + 1 for end in ends["generation"]]
    count = len(ends["generation"])
    ends["epoch"] = list(range(1, count + 1))
    sums = [0] * count
    for table, column in covered:
        if table not in ends:
            raise ValueError(f"a checksum covers columns of /{table}, a table that is not known")
        _add_column(sums, ends[table], lambda first, end: read(table, column, first, end))
    return np.array(sums, dtype="i8")


def _add_column(sums: list[int], ends: list[int], read: Callable[[int, int], NDArray[Any]]) -> None:
    rows = ends[-1] if ends else 0
    epoch = 0
    for first, piece in _pieces(rows, read):
        last = first + len(piece)
        at = first
        data = np.ascontiguousarray(piece).reshape(-1).view("u1").data
        row_bytes = len(data) // max(len(piece), 1)
        while at < last:
            while ends[epoch] <= at:
                epoch += 1
            end = min(ends[epoch], last)
            sums[epoch] = zlib.crc32(data[(at - first) * row_bytes : (end - first) * row_bytes], sums[epoch])
            at = end


def _pieces(
    rows: int, read: Callable[[int, int], NDArray[Any]]
) -> Iterator[tuple[int, NDArray[Any]]]:
    first, height = 0, 1024  # the width of a row is known after the first piece is read
    while first < rows:
        piece = read(first, min(first + height, rows))
        yield first, piece
        first += len(piece)
        height = max(PIECE_BYTES * len(piece) // max(piece.nbytes, 1), 1)
