"""Runtime distributions: the share of pairs of a run and a target that are reached within a given effort.

These are the empirical cumulative distribution functions of Hansen, Auger, Brockhoff and Tusar (2022, "Anytime
performance assessment in blackbox optimization benchmarking"), without bootstrapped restarts: an unsuccessful run reaches
no target after its end.

Besides, the two views of which they consist, as Doerr et al. (2018, "IOHprofiler: a benchmarking and profiling tool for
iterative optimization heuristics") draw them: the effort for each target, and the fitness for each budget.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .errors import DataError
from .members import Curves
from .progress import Progress, evaluations_by_generation, progress
from .stats import expected_running_time, median
from .thinning import MOST_BINS, spread
from .trace import Trace

#: The units in which effort is counted.
AXES = ("evaluations", "seconds", "generations")
#: The number of targets that ladder() returns.
RUNGS = 51


@dataclass(frozen=True)
class Runtime:
    """The progress of a run, with its total effort."""

    trace: Trace
    steps: Progress
    ends: dict[str, float]  #: the effort of the whole run, for each axis


def runtime_of(trace: Trace) -> Runtime:
    """Returns the progress of a run. Raises DataError if the run has no epoch yet."""
    spent = evaluations_by_generation(trace)
    if len(spent) == 0:
        raise DataError(f"{trace.path} holds no epoch yet")
    ends = {"evaluations": float(spent[-1]), "seconds": trace.elapsed_s, "generations": float(trace.generations)}
    return Runtime(trace, progress(trace, spent=spent), ends)


def ladder(runs: Sequence[Runtime]) -> NDArray[np.float64]:
    """Returns targets from the worst first fitness of these runs to the best known one, [rung], in order of difficulty.

    The best known fitness is the target of the runs, unless there is none or a run has surpassed it; then it is the best
    of the runs. The distances of the other targets to it shrink geometrically, down to the smallest distance of any run.
    Raises DataError if no run has a feasible individual.
    """
    sign = 1.0 if runs[0].trace.minimises else -1.0
    costs = [sign * run.steps.fitness for run in runs if len(run.steps.fitness)]
    if not costs:
        raise DataError("no run has a feasible individual, so there is no fitness to aim at")
    every = np.concatenate(costs)
    best = sign * best_known(runs)
    gaps = every - best
    if not (gaps > 0).any():
        return np.array([sign * best])
    widest = max(float(cost[0]) for cost in costs) - best
    rungs = best + np.geomspace(widest, gaps[gaps > 0].min(), RUNGS - 1)
    found: NDArray[np.float64] = sign * np.unique(np.append(rungs, best))[::-1]
    return found


def best_known(runs: Sequence[Runtime]) -> float:
    """Returns the target of these runs, or the best of them where they have none or a run has surpassed it."""
    sign = 1.0 if runs[0].trace.minimises else -1.0
    found = [sign * float(run.steps.fitness[-1]) for run in runs if len(run.steps.fitness)]
    found += [sign * run.trace.target for run in runs if run.trace.target is not None]
    return sign * min(found)


def running_times(
    runs: Sequence[Runtime], targets: NDArray[np.float64], axis: str
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Returns the expected running time and the median effort to each target, both [target].

    Both count runs that do not reach it. The first is infinite where no run does, the second where half of them do not.
    """
    expected, middle = np.full(len(targets), np.inf), np.full(len(targets), np.inf)
    for place, target in enumerate(targets):
        steps = [run.steps.first(float(target), run.trace.minimises) for run in runs]
        reached = np.array([step is not None for step in steps])
        spent = np.array(
            [run.ends[axis] if step is None else getattr(run.steps, axis)[step] for run, step in zip(runs, steps, strict=True)], dtype=float
        )
        expected[place] = expected_running_time(spent, reached)
        middle[place] = median(np.where(reached, spent, np.inf))
    return expected, middle


def at_budgets(runs: Sequence[Runtime], axis: str) -> Curves:
    """Returns curves of the best fitness so far over budgets from the least first effort to the largest of any run.

    A run without a feasible individual within a budget is worse than all others there. One that has ended keeps its best.
    """
    minimises = runs[0].trace.minimises
    efforts = [np.asarray(getattr(run.steps, axis), dtype=float) for run in runs]
    positive = [own[own > 0] for own in efforts]
    end = max(run.ends[axis] for run in runs)
    least = min((float(own[0]) for own in positive if len(own)), default=end)
    budgets = np.geomspace(least, max(end, least), MOST_BINS) if least > 0 else np.array([0.0])
    worst = np.inf if minimises else -np.inf
    values = [
        np.append(run.steps.fitness, worst)[np.searchsorted(own, budgets, side="right") - 1]
        for run, own in zip(runs, efforts, strict=True)
    ]
    with np.errstate(invalid="ignore"):
        lowest, lower, middle, upper, highest = spread(np.array(values).T)
    return Curves(budgets, lowest if minimises else highest, lowest, lower, middle, upper, highest, len(runs))


def distribution(
    runs: Sequence[Runtime], targets: NDArray[np.float64], axis: str
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Returns efforts at which pairs of a run and a target are reached, ascending, and the share reached with each.

    Both are [point], and describe a step function. It starts with share 0 at the first effort, and ends at the effort of
    the longest run.
    """
    found = []
    for run in runs:
        efforts = np.asarray(getattr(run.steps, axis), dtype=float)
        reached = (run.steps.first(float(target), run.trace.minimises) for target in targets)
        found += [efforts[step] for step in reached if step is not None]
    efforts = np.sort(found)
    shares = np.arange(1, len(efforts) + 1) / (len(runs) * len(targets))
    end = max(run.ends[axis] for run in runs)
    if len(efforts) == 0:
        return np.array([end, end]), np.zeros(2)
    end = max(end, float(efforts[-1]))
    return np.concatenate([efforts[:1], efforts, [end]]), np.concatenate([[0.0], shares, shares[-1:]])
