"""Follows the lines of descent of a run's best individual back through the births that its trace records.

Each parent counts one half, so the lines of descent are shares that sum to 1 at any time. A line is known to have been on
an island in an epoch in which one of its individuals was born there or had the next one of the line as its child, since
individuals change islands only between epochs.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from .errors import DataError
from .trace import Trace

Shares = NDArray[np.float64]


@dataclass(frozen=True)
class Ancestry:
    """The lines of descent of the best individual of one run, up to the epoch of its birth."""

    trace: Trace
    generation: int  #: the generation of its birth
    island: int  #: the island of its birth
    islands: Shares = field(repr=False)  #: [epoch, island]: lines that were on this island
    resting: Shares = field(repr=False)  #: [epoch]: lines whose individual was neither born nor bred then, so its island is unknown
    later: Shares = field(repr=False)  #: [epoch]: lines that begin later, with a random immigrant
    initial: float  #: lines that begin with an individual of the initial population
    immigrants: float  #: lines that begin with a random immigrant
    ancestors: int  #: births among all lines, the winner's included

    @property
    def epochs(self) -> int:
        return len(self.islands)


@dataclass(frozen=True)
class MeanAncestry:
    """The means of the shares of many runs with as many islands, each over the runs whose best was not born before."""

    runs: NDArray[np.int64] = field(repr=False)  #: [epoch]: the number of runs
    islands: Shares = field(repr=False)  #: [epoch, island]
    resting: Shares = field(repr=False)  #: [epoch]
    later: Shares = field(repr=False)  #: [epoch]
    overall: Shares = field(repr=False)  #: [island]: of the lines whose island is known, over the epochs of a run and then the runs
    born: Shares = field(repr=False)  #: [island]: runs whose best was born there
    initial: float
    immigrants: float


def ancestry(trace: Trace) -> Ancestry:
    """Follows the best individual of a finished run. Raises DataError if the trace has no births, or no best yet."""
    genome = trace.genome
    births = _Births(trace)
    if not genome:
        raise DataError(f"{trace.path} has no best genome yet; its run has not reached its end")
    winner = births.first(genome_hash(genome), trace.best_island)
    epochs = births.epochs(trace)
    last = int(epochs[winner])
    islands, resting, later = np.zeros((last + 1, trace.islands)), np.zeros(last + 1), np.zeros(last + 1)
    islands[last, births.island[winner]] = 1
    begun = {True: 0.0, False: 0.0}  # of the initial population, and of random immigrants
    # Parents are born in earlier generations, so in earlier rows: each birth is reached when all its children were.
    weights, waiting = {winner: 1.0}, [-winner]
    ancestors = 0
    while waiting:
        row = -heapq.heappop(waiting)
        weight, epoch = weights.pop(row), int(epochs[row])
        ancestors += 1
        parents = {int(births.mother[row]), int(births.father[row])} - {0}
        if not parents:
            begun[bool(births.generation[row] == 0)] += weight
            later[:epoch] += weight
        for parent in parents:
            at, part = births.latest(parent, row), weight / len(parents)
            if at not in weights:
                heapq.heappush(waiting, -at)
            weights[at] = weights.get(at, 0.0) + part
            if epochs[at] < epoch:
                islands[epochs[at], births.island[at]] += part
                resting[epochs[at] + 1 : epoch] += part
    return Ancestry(
        trace,
        int(births.generation[winner]),
        int(births.island[winner]),
        islands,
        resting,
        later,
        begun[True],
        begun[False],
        ancestors,
    )


def mean_ancestry(runs: Sequence[Ancestry]) -> MeanAncestry:
    """Returns the means of several runs. Raises DataError if they differ in their number of islands."""
    counts = sorted({run.trace.islands for run in runs})
    if len(counts) != 1:
        raise DataError(f"the traces have different numbers of islands ({', '.join(map(str, counts))}); name them as groups")
    epochs = np.array([run.epochs for run in runs])
    present = (epochs[:, None] > np.arange(epochs.max())).sum(axis=0)

    def mean(series: Sequence[Shares]) -> Shares:
        total = np.zeros((len(present), *series[0].shape[1:]))
        for each in series:
            total[: len(each)] += each
        return total / present.reshape(-1, *(1 for _ in total.shape[1:]))

    known = [run.islands.sum(axis=0) / run.islands.sum() for run in runs]
    born = np.bincount([run.island for run in runs], minlength=counts[0]) / len(runs)
    return MeanAncestry(
        present,
        mean([run.islands for run in runs]),
        mean([run.resting for run in runs]),
        mean([run.later for run in runs]),
        np.mean(known, axis=0),
        born,
        float(np.mean([run.initial for run in runs])),
        float(np.mean([run.immigrants for run in runs])),
    )


def genome_hash(genome: bytes) -> int:
    """Returns the number that stands for a packed genome in /birth, as docs/trace-format.md defines it."""
    hashed = 0xCBF29CE484222325
    for byte in genome:
        hashed = ((hashed ^ byte) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF
    return (hashed & 0x7FFFFFFFFFFFFFFF) or 1


class _Births:
    """The columns of /birth, [row], and an index of the births that survived their generation."""

    def __init__(self, trace: Trace) -> None:
        self.path = trace.path
        with trace:
            names = ("generation", "island", "child", "mother", "father", "survived")
            columns = [trace.values(name, "birth") for name in names]
        self.generation, self.island, self.child, self.mother, self.father, survived = columns
        rows = np.flatnonzero(survived)
        self._rows = rows[np.lexsort((self.generation[rows], self.child[rows]))]
        self._children = self.child[self._rows]

    def epochs(self, trace: Trace) -> NDArray[np.int64]:
        """Returns the epoch of each birth."""
        found: NDArray[np.int64] = np.searchsorted(trace.values("generation", "epoch"), self.generation)
        return found

    def first(self, genome: int, island: int) -> int:
        """Returns the row of the first birth of a genome; of several in one generation, that on this island."""
        rows = np.flatnonzero(self.child == genome)
        if len(rows) == 0:
            raise DataError(f"{self.path}: the best genome has no birth in the trace")
        return self._on_island(rows[self.generation[rows] == self.generation[rows[0]]], island)

    def latest(self, genome: int, child: int) -> int:
        """Returns the row of the last birth of a parent before that of its child; of several, that on the child's island."""
        block = self._block(genome)
        rows = block[self.generation[block] < self.generation[child]]
        if len(rows) == 0:
            raise DataError(f"{self.path}: a parent in generation {self.generation[child]} has no birth before it")
        return self._on_island(rows[self.generation[rows] == self.generation[rows[-1]]], int(self.island[child]))

    def _block(self, genome: int) -> NDArray[np.int64]:
        first = int(np.searchsorted(self._children, genome, "left"))
        return self._rows[first : int(np.searchsorted(self._children, genome, "right"))]

    def _on_island(self, rows: NDArray[np.int64], island: int) -> int:
        own = rows[self.island[rows] == island]
        return int((own if len(own) else rows)[0])
