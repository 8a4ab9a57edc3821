"""Reads the cost of migration by epoch: bytes, seconds, and their share of the run's time. It is read in pieces."""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from .errors import DataError
from .thinning import PARTS, Binner, Bins, in_pieces, spread
from .trace import Trace

COLUMNS = ("bytes_sent", "elapsed_s", "waiting_s")


@dataclass(frozen=True)
class MigrationCost:
    """The cost of migration in one run. Each series is by migration, thinned, and of one column.

    At the end of an epoch the islands wait for the last one (`waiting`), and then exchange individuals (`exchange`).
    """

    trace: Trace
    bytes: Bins = field(repr=False)  #: sent by all islands together to other ranks
    exchange: dict[str, Bins] = field(repr=False)  #: seconds of an island: PARTS over the islands
    waiting: dict[str, Bins] = field(repr=False)  #: the same for waiting
    share: Bins = field(repr=False)  #: percentage of the islands' time in an epoch, by their own clocks, that exchange and waiting take


def migration_cost(trace: Trace) -> MigrationCost:
    """Reads the cost. Raises DataError if the run has made no migration."""
    rows = trace.rows("migration")
    if rows == 0:
        raise DataError(f"{trace.path} holds no migration")
    evolving = _evolving(trace)
    binner = Binner(rows, 12)
    for migrations, piece in in_pieces(trace, "migration", COLUMNS):
        exchange, waiting = piece["elapsed_s"], piece["waiting_s"]
        spent = (exchange + waiting).mean(axis=1)
        took = spent + evolving[migrations]
        share = 100 * np.divide(spent, took, out=np.full(len(took), np.nan), where=took > 0)
        series = [piece["bytes_sent"].sum(axis=1), *spread(exchange), *spread(waiting), share]
        binner.add(np.column_stack(series))
    bins = binner.finish()
    columns = [bins.column(number) for number in range(12)]
    return MigrationCost(
        trace=trace,
        bytes=columns[0],
        exchange=dict(zip(PARTS, columns[1:6], strict=True)),
        waiting=dict(zip(PARTS, columns[6:11], strict=True)),
        share=columns[11],
    )


def _evolving(trace: Trace) -> NDArray[np.float64]:
    """Returns the time that an island evolved before each migration, since the one before; the mean of the islands, [migration]."""
    ends = trace.values("generation", "migration")
    found = np.zeros(len(ends) + 1)
    for rows, piece in in_pieces(trace, "generation", ("evolving_s",)):
        np.add.at(found, np.searchsorted(ends, np.arange(rows.start, rows.stop)), piece["evolving_s"].mean(axis=1))
    return found[:-1]
