"""Runtime distributions: the share of pairs of a run and a target that are reached within a given effort.

These are the empirical cumulative distribution functions of Hansen, Auger, Brockhoff and Tusar (2022, "Anytime
performance assessment in blackbox optimization benchmarking"), without bootstrapped restarts: an unsuccessful run reaches
no target after its end.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .errors import DataError
from .progress import Progress, evaluations_by_generation, progress
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
    known = [sign * run.trace.target for run in runs if run.trace.target is not None]
    best = min(every.min(), *known) if known else every.min()
    gaps = every - best
    if not (gaps > 0).any():
        return np.array([sign * best])
    widest = max(float(cost[0]) for cost in costs) - best
    rungs = best + np.geomspace(widest, gaps[gaps > 0].min(), RUNGS - 1)
    found: NDArray[np.float64] = sign * np.unique(np.append(rungs, best))[::-1]
    return found


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
