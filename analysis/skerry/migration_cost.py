"""What migration costs a run, epoch by epoch: bytes, seconds, and the share of the run's time. Read in pieces."""

from dataclasses import dataclass, field

import numpy as np

from .errors import DataError
from .thinning import Binner, Bins, in_pieces
from .trace import Trace

COLUMNS = ("bytes_sent", "elapsed_s", "waiting_s")


@dataclass(frozen=True)
class MigrationCost:
    """One run. Each of its series is by migration, thinned, and of one column.

    An epoch ends with islands waiting for the last one (`waiting`) and then exchanging individuals (`exchange`).
    """

    trace: Trace
    bytes: Bins = field(repr=False)  #: sent by all islands together to other ranks
    exchange: dict[str, Bins] = field(repr=False)  #: seconds of an island: lowest, median and highest of the islands
    waiting: dict[str, Bins] = field(repr=False)  #: likewise
    share: Bins = field(repr=False)  #: of the epoch's time, in percent: both, the mean of the islands


def migration_cost(trace: Trace) -> MigrationCost:
    """Raises DataError where the run has made no migration."""
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
