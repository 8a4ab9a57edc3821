"""Computes how the best fitness of a run improved over generations, evaluations and seconds."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .trace import Trace


@dataclass(frozen=True)
class Progress:
    """The new bests of a run among its feasible individuals, all islands taken together; arrays [step].

    The effort of a run at a generation is the sum over all islands up to the end of that generation, although islands
    reach it at different times.
    """

    fitness: NDArray[np.float64]  #: strictly better with each step
    generations: NDArray[np.int64]  #: the generation in which each was found
    evaluations: NDArray[np.int64]  #: of all islands up to the end of that generation
    seconds: NDArray[np.float64]  #: time since the start at which the first island had a fitness as good

    def first(self, target: float, minimises: bool) -> int | None:
        """Returns the step that reaches a target, or None."""
        sign = 1 if minimises else -1
        step = int(np.searchsorted(-sign * self.fitness, -sign * target, side="left"))
        return step if step < len(self.fitness) else None


def progress(trace: Trace, budget: int | None = None, spent: NDArray[np.int64] | None = None) -> Progress:
    """Returns the new bests of a run within its first `budget` evaluations.

    spent: evaluations_by_generation(trace), if it is already known.
    """
    if spent is None:
        spent = evaluations_by_generation(trace)
    rows = len(spent) if budget is None else int(np.searchsorted(spent, budget, side="right"))
    columns = {name: trace.values(name, "improvement") for name in ("generation", "violation", "fitness", "elapsed_s")}
    kept = (columns["violation"] == 0) & (columns["generation"] < rows) & ~np.isnan(columns["fitness"])
    generation, fitness, elapsed_s = (columns[name][kept] for name in ("generation", "fitness", "elapsed_s"))
    cost = fitness if trace.minimises else -fitness
    lowest = np.minimum.accumulate(cost) if len(cost) else cost
    # The last row of each generation holds its best; those that improve on all earlier generations are kept.
    last = np.flatnonzero(np.diff(generation, append=-1) != 0)
    better = last[lowest[last] < np.append(np.inf, lowest[last][:-1])[: len(last)]]
    return Progress(
        fitness=lowest[better] if trace.minimises else -lowest[better],
        generations=generation[better],
        evaluations=spent[generation[better]],
        seconds=_first_seconds(cost, elapsed_s, lowest[better]),
    )


def evaluations_by_generation(trace: Trace) -> NDArray[np.int64]:
    """Returns the evaluations of all islands up to the end of each generation, [generation]."""
    sums = [trace.values("evaluations", rows=rows).sum(axis=1) for rows in trace.spans()]
    return np.concatenate(sums) if sums else np.zeros(0, dtype="i8")


def seconds_by_generation(trace: Trace) -> NDArray[np.float64]:
    """Returns the time since the start at the end of each generation, [generation]: exact at the end of an epoch, and
    evenly spread over the generations of one."""
    ends, elapsed_s = trace.values("generation", "epoch"), trace.values("elapsed_s", "epoch")
    found: NDArray[np.float64] = np.interp(np.arange(trace.rows()), [0, *ends], [0.0, *elapsed_s])
    return found


def _first_seconds(
    cost: NDArray[np.float64], elapsed_s: NDArray[np.float64], steps: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Returns the earliest time at which an island had each of the costs `steps` or less; islands differ within an epoch."""
    order = np.argsort(cost, kind="stable")
    earliest = np.minimum.accumulate(elapsed_s[order]) if len(order) else elapsed_s
    found: NDArray[np.float64] = earliest[np.searchsorted(cost[order], steps, side="right") - 1]
    return found
