"""Reduces the evaluations of a run to a chart of who was busy when, whose size does not grow with their number."""

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .evaluation_times import EvaluationTimes, evaluation_times, made_evaluations
from .trace import Trace

#: At most so many evaluations are kept one by one; of more, the busy time in so many equal parts of the run.
MOST_BARS = 2000
PARTS = 512
#: Islands are told apart by so many colours; others share them in turn.
COLOURS = 6


@dataclass(frozen=True)
class Gantt:
    """Who was busy when, in seconds since the first evaluation began: bars of single evaluations, or shares of parts of the run.

    A worker is given by its place in `times.workers`.
    """

    times: EvaluationTimes
    worker: NDArray[np.int64] = field(repr=False)  #: of each bar, like the next three; no bars where there are shares
    island: NDArray[np.int64] = field(repr=False)
    start: NDArray[np.float64] = field(repr=False)
    duration: NDArray[np.float64] = field(repr=False)
    shares: NDArray[np.float64] | None = field(repr=False)  #: of each part of the run, [worker, part, island modulo COLOURS]
    failures: NDArray[np.float64] = field(repr=False)  #: [failure, 2]: worker and end; where there are shares, the middle of that part


def gantt(trace: Trace) -> Gantt:
    """Reads the evaluations twice, in pieces. Raises DataError as evaluation_times() does."""
    times = evaluation_times(trace)
    collected: _Bars | _Shares = _Bars() if times.made <= MOST_BARS else _Shares(len(times.workers), times.span_s)
    number = {worker: place for place, worker in enumerate(times.workers)}
    for rows in made_evaluations(trace):
        worker = np.array([number[each] for each in zip(rows["rank"].tolist(), rows["place"].tolist())], dtype=np.int64)
        start = rows["started_s"] - times.began_s
        collected.add(_Evaluations(worker, rows["island"], start, rows["duration_s"], rows["failed"] != 0))
    return collected.finish(times)


class _Evaluations(NamedTuple):
    """Columns of some evaluations, of the same length."""

    worker: NDArray[np.int64]
    island: NDArray[np.int64]
    start: NDArray[np.float64]
    duration: NDArray[np.float64]
    failed: NDArray[np.bool_]


class _Bars:
    def __init__(self) -> None:
        self._pieces: list[_Evaluations] = []

    def add(self, rows: _Evaluations) -> None:
        self._pieces.append(rows)

    def finish(self, times: EvaluationTimes) -> Gantt:
        rows = _Evaluations(*(np.concatenate(column) for column in zip(*self._pieces, strict=True)))
        failures = np.column_stack([rows.worker, rows.start + rows.duration])[rows.failed]
        return Gantt(times, rows.worker, rows.island, rows.start, rows.duration, None, failures)


class _Shares:
    def __init__(self, workers: int, span_s: float) -> None:
        self._part_s = span_s / PARTS if span_s > 0 else 1.0
        self._busy = np.zeros((workers, PARTS, COLOURS))
        self._whole = np.zeros((workers, PARTS + 1, COLOURS))  # what changes at the start of each part in how many fill it
        self._failed = np.zeros((workers, PARTS), dtype=bool)

    def add(self, rows: _Evaluations) -> None:
        worker, colour = rows.worker, rows.island % COLOURS
        begin, end = rows.start / self._part_s, (rows.start + rows.duration) / self._part_s
        first, last = (np.minimum(at.astype(np.int64), PARTS - 1) for at in (begin, end))
        # An evaluation takes the end of its first part, the start of its last one, and the parts between.
        np.add.at(self._busy, (worker, first, colour), np.minimum(end, first + 1) - begin)
        longer = last > first
        np.add.at(self._busy, (worker[longer], last[longer], colour[longer]), (end - last)[longer])
        np.add.at(self._whole, (worker[longer], first[longer] + 1, colour[longer]), 1)
        np.add.at(self._whole, (worker[longer], last[longer], colour[longer]), -1)
        self._failed[worker[rows.failed], last[rows.failed]] = True

    def finish(self, times: EvaluationTimes) -> Gantt:
        shares = self._busy + np.cumsum(self._whole, axis=1)[:, :PARTS]
        worker, part = np.nonzero(self._failed)
        failures = np.column_stack([worker, (part + 0.5) * self._part_s])
        nothing = np.zeros(0, dtype=np.int64)
        return Gantt(times, nothing, nothing, nothing.astype(float), nothing.astype(float), np.clip(shares, 0, 1), failures)
