"""The checksums of epochs, as docs/trace-format.md lays them down."""

import zlib

import numpy as np

from .layout import CHECKED, COUNTERS, MEASURED


def epoch_checksums(tables):
    """The columns `checksum` and `checksum_s` that /epoch should have, from the whole rows of all tables as arrays."""
    epoch = tables["epoch"]
    count = len(epoch["generation"])
    ends = {name: epoch[column].astype("u8") for name, column in COUNTERS.items()}
    ends["generation"] = ends["generation"] + 1
    ends["epoch"] = np.arange(1, count + 1, dtype="u8")
    sums = np.zeros((2, count), dtype="i8")
    for row in range(count):
        sums[:, row] = _checksums(tables, {name: (int(end[row - 1]) if row else 0, int(end[row])) for name, end in ends.items()})
    return sums


def _checksums(tables, rows):
    sums = [0, 0]
    for table, columns in CHECKED.items():
        first, end = rows[table]
        for column in columns:
            measured = column.endswith("_s") or column in MEASURED
            sums[measured] = zlib.crc32(np.ascontiguousarray(tables[table][column][first:end]), sums[measured])
    return sums
