"""Shares runs among processes: which seeds one process carries out, which batch is next, and how long all of them will take."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

#: Starting ranks takes about a second. The runs of a batch share it, but a batch has few enough runs that no core waits at the end.
MOST_IN_A_BATCH, BATCHES_A_CORE = 10, 4


@dataclass(frozen=True)
class Batch:
    """Runs of one variant with consecutive seeds, which one process carries out after each other."""

    variant: int
    first: int
    count: int = 1

    @property
    def seeds(self) -> range:
        return range(self.first, self.first + self.count)

    def after(self, runs: int) -> Batch:
        return replace(self, first=self.first + runs, count=self.count - runs)


@dataclass(frozen=True)
class Kind:
    """The runs of a variant that are to be carried out."""

    seeds: Sequence[int]  #: ascending
    cores: int = 1  #: those that one run keeps busy
    single: bool = False  #: whether each run needs a process of its own


class Queue:
    """Keeps the order of batches, but hands out a later one if only that one fits. A run that wants more cores than there are gets all."""

    def __init__(self, kinds: Sequence[Kind], cores: int) -> None:
        self._needs = [min(kind.cores, cores) for kind in kinds]
        self._idle = cores
        work = sum(len(kind.seeds) * need for kind, need in zip(kinds, self._needs, strict=True))
        size = min(max(work // (cores * BATCHES_A_CORE), 1), MOST_IN_A_BATCH)
        self.waiting: list[Batch] = []
        for number, kind in enumerate(kinds):
            self.waiting += batches(number, kind.seeds, 1 if kind.single else size)

    def take(self) -> Batch | None:
        """The cores of the batch are busy from now on. Returns none if no batch fits or none is left."""
        found = next((place for place, batch in enumerate(self.waiting) if self._needs[batch.variant] <= self._idle), None)
        if found is None:
            return None
        batch = self.waiting.pop(found)
        self._idle -= self._needs[batch.variant]
        return batch

    def give_back(self, batch: Batch) -> None:
        self._idle += self._needs[batch.variant]


def batches(variant: int, seeds: Sequence[int], most: int) -> list[Batch]:
    made: list[Batch] = []
    for seed in seeds:
        if made and made[-1].count < most and seed == made[-1].first + made[-1].count:
            made[-1] = replace(made[-1], count=made[-1].count + 1)
        else:
            made.append(Batch(variant, seed))
    return made


class Forecast:
    """The runs of a variant are taken to last as long as its runs so far or, per core, as those of the others; all cores are taken to
    be busy."""

    def __init__(self, kinds: Sequence[Kind], cores: int) -> None:
        self._cores = cores
        self._needs = [min(kind.cores, cores) for kind in kinds]
        self.left = [len(kind.seeds) for kind in kinds]
        self._seconds = [0.0] * len(kinds)
        self._runs = [0] * len(kinds)

    def ran(self, kind: int, seconds: float) -> None:
        self.left[kind] -= 1
        self._seconds[kind] += seconds
        self._runs[kind] += 1

    def seconds_left(self) -> float:
        """Returns 0 if nothing is known yet."""
        runs = sum(self._runs)
        if runs == 0:
            return 0
        work = [seconds * need for seconds, need in zip(self._seconds, self._needs, strict=True)]  # core seconds
        other = sum(work) / runs
        each = [own / count if count else other for own, count in zip(work, self._runs, strict=True)]
        return sum(one * max(left, 0) for one, left in zip(each, self.left, strict=True)) / self._cores
