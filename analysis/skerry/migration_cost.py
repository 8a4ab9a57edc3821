"""Reads the cost of migration by epoch: bytes, seconds, and their share of the run's time. It is read in pieces."""

from dataclasses import dataclass, field

import numpy as np

from .errors import DataError
from .thinning import Binner, Bins, in_pieces
from .trace import Trace

COLUMNS = ("bytes_sent", "elapsed_s", "waiting_s")


@dataclass(frozen=True)
class MigrationCost:
    """The cost of migration in one run. Each series is by migration, thinned, and of one column.

    At the end of an epoch the islands wait for the last one (`waiting`), and then exchange individuals (`exchange`).
    """

    trace: Trace
    bytes: Bins = field(repr=False)  #: sent by all islands together to other ranks
    exchange: dict[str, Bins] = field(repr=False)  #: seconds of an island: lowest, median and highest over the islands
    waiting: dict[str, Bins] = field(repr=False)  #: the same for waiting
    share: Bins = field(repr=False)  #: percentage of the epoch's time that exchange and waiting take; the mean of the islands


def migration_cost(trace: Trace) -> MigrationCost:
    """Reads the cost. Raises DataError if the run has made no migration."""
    rows = trace.rows("migration")
    if rows == 0:
        raise DataError(f"{trace.path} holds no migration")
    lasted = np.diff(trace.values("elapsed_s", "epoch"), prepend=0.0)
    binner = Binner(rows, 8)
    for migrations, piece in in_pieces(trace, "migration", COLUMNS):
        exchange, waiting = piece["elapsed_s"], piece["waiting_s"]
        took = lasted[migrations]  # the first epoch ends with the first migration, and so on
        spent = (exchange + waiting).mean(axis=1)
        share = 100 * np.divide(spent, took, out=np.full(len(took), np.nan), where=took > 0)
        series = [piece["bytes_sent"].sum(axis=1), *_over_islands(exchange), *_over_islands(waiting), share]
        binner.add(np.column_stack(series))
    bins = binner.finish()
    columns = [bins.column(number) for number in range(8)]
    parts = ("lowest", "median", "highest")
    return MigrationCost(
        trace=trace,
        bytes=columns[0],
        exchange=dict(zip(parts, columns[1:4], strict=True)),
        waiting=dict(zip(parts, columns[4:7], strict=True)),
        share=columns[7],
    )


def _over_islands(values: np.ndarray) -> list[np.ndarray]:
    return [values.min(axis=1), np.median(values, axis=1), values.max(axis=1)]
