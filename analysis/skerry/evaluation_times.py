"""Reads who made the evaluations of a run, and how long they took. The table /evaluation is read in pieces, in bounded memory."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .errors import DataError
from .thinning import in_pieces
from .trace import Trace

#: A process and a worker of it.
Worker = tuple[int, int]
#: Columns of a piece of the table, by name.
Columns = dict[str, NDArray[Any]]

COLUMNS = ("island", "failed", "known", "attempts", "rank", "place", "started_s", "duration_s")
#: Durations are counted in bins of equal width on a logarithmic axis: from a tenth of a microsecond to some months, each bin
#: 3.7 % wider than the one before.
EDGES: NDArray[np.float64] = np.logspace(-7, 7, 14 * 64 + 1)


@dataclass(frozen=True)
class EvaluationTimes:
    """What the evaluations of one run come to. Those that were known from a journal took no time."""

    trace: Trace
    made: int
    failed: int  #: of those made
    retried: int  #: made more than once
    known: int
    workers: tuple[Worker, ...]  #: all that have evaluated, in their order
    began_s: float  #: start of the first evaluation, since 1970
    span_s: float  #: until the end of the last one
    busy_s: float  #: durations of all together
    longest_s: float
    done_counts: NDArray[np.int64] = field(repr=False)  #: those that gave a fitness, by duration: [bin between EDGES]
    failed_counts: NDArray[np.int64] = field(repr=False)  #: the others likewise

    @property
    def busy_share(self) -> float:
        """Returns the share of their time, from the first start to the last end, for which workers were busy; NaN if there is none."""
        return self.busy_s / (self.span_s * len(self.workers)) if self.span_s > 0 else float("nan")

    @property
    def mean_s(self) -> float:
        return self.busy_s / self.made if self.made else float("nan")

    def quantile(self, share: float) -> float:
        """Returns the duration that this share of the evaluations does not exceed, to the width of a bin; NaN if there are none."""
        reached = np.cumsum(self.done_counts + self.failed_counts)
        return float(EDGES[1:][np.searchsorted(reached, share * self.made)]) if self.made else float("nan")


def evaluation_times(trace: Trace) -> EvaluationTimes:
    """Raises DataError if the trace has no evaluations that were made."""
    trace.columns("evaluation")  # raises where there is no such table
    failed = retried = known = 0
    workers: set[Worker] = set()
    began, ended, busy, longest = np.inf, -np.inf, 0.0, 0.0
    counts = np.zeros((2, len(EDGES) - 1), dtype=np.int64)
    for rows in _pieces(trace):
        made = rows["known"] == 0
        known += int((~made).sum())
        rows = _chosen(rows, made)
        if not made.any():
            continue
        has_failed = rows["failed"] != 0
        failed += int(has_failed.sum())
        retried += int((rows["attempts"] > 1).sum())
        workers.update((rank, place) for rank, place in np.unique(np.column_stack([rows["rank"], rows["place"]]), axis=0).tolist())
        began = min(began, float(rows["started_s"].min()))
        ended = max(ended, float((rows["started_s"] + rows["duration_s"]).max()))
        busy += float(rows["duration_s"].sum())
        longest = max(longest, float(rows["duration_s"].max()))
        for row, chosen in enumerate((~has_failed, has_failed)):
            counts[row] += np.histogram(np.clip(rows["duration_s"][chosen], EDGES[0], EDGES[-1]), EDGES)[0]
    if not workers:
        raise DataError(f"{trace.path} holds no evaluation that was made")
    return EvaluationTimes(
        trace, int(counts.sum()), failed, retried, known, tuple(sorted(workers)), began, ended - began, busy, longest, *counts
    )


def made_evaluations(trace: Trace) -> Iterator[Columns]:
    """Yields the rows of the evaluations that were made, in pieces."""
    for rows in _pieces(trace):
        yield _chosen(rows, rows["known"] == 0)


def _pieces(trace: Trace) -> Iterator[Columns]:
    for _, rows in in_pieces(trace, "evaluation", COLUMNS):
        yield rows


def _chosen(rows: Columns, which: NDArray[np.bool_]) -> Columns:
    return {name: values[which] for name, values in rows.items()}
