"""Computes the curves of groups that figures draw: of the islands of one run, or of many runs."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from .run_series import RunSeries
from .thinning import Bins, median


@dataclass(frozen=True)
class Curves:
    """The curves of a group, all [bin]; NaN where there is no value."""

    generation: np.ndarray
    best: np.ndarray  #: the best over all members
    median: np.ndarray  #: the median over the members
    lowest: np.ndarray  #: the lowest value over the members
    highest: np.ndarray
    members: int


def convergence(runs: Sequence[RunSeries], by_run: bool, minimises: bool, feasible: bool = True) -> Curves:
    """Returns curves of the best individuals. Members are the runs, or (`by_run` false) the islands of one run.

    Only feasible individuals count. If no run ever has one (`feasible` false), the curves are those of the violation. A
    run that stopped early keeps its last value. If the only member is a single population, its median individual is the
    median.
    """
    minimises = minimises or not feasible
    series = [run.best if feasible else run.violation for run in runs]
    if by_run:
        curves = of_runs([parts["lowest" if minimises else "highest"] for parts in series], hold_last=True)
    else:
        curves = of_islands(series[0], runs[0].trace.islands)
        middle = runs[0].middle
        if feasible and middle is not None:
            curves = replace(curves, median=middle.median[:, 0])
    return replace(curves, best=curves.lowest if minimises else curves.highest)


def diversity(runs: Sequence[RunSeries], by_run: bool, measure: str = "fitness") -> Curves:
    """Returns curves of diversity over the same members as convergence(); `best` is the minimum.

    A run's fitness diversity is that of all its islands together. Its genotype diversity is the mean of its islands, since
    a trace does not hold distances between islands.
    """
    if by_run:
        return of_runs([run.pooled[measure] for run in runs], hold_last=False)
    return of_islands(runs[0].diversity[measure], runs[0].trace.islands)


def of_islands(parts: dict[str, Bins], islands: int) -> Curves:
    lowest, highest = parts["lowest"].lowest[:, 0], parts["highest"].highest[:, 0]
    return Curves(parts["lowest"].positions, lowest, parts["median"].median[:, 0], lowest, highest, islands)


def of_runs(runs: Sequence[Bins], hold_last: bool) -> Curves:
    width = max(run.width for run in runs)
    runs = [run.coarser(width) for run in runs]
    longest = max(runs, key=lambda run: run.rows)
    lowest = np.fmin.reduce([_extended(run, run.lowest, longest, hold_last) for run in runs])
    middle = median(np.array([_extended(run, run.median, longest, hold_last) for run in runs]), axis=0)
    highest = np.fmax.reduce([_extended(run, run.highest, longest, hold_last) for run in runs])
    return Curves(longest.positions, lowest, middle, lowest, highest, len(runs))


def _extended(run: Bins, values: np.ndarray, longest: Bins, hold_last: bool) -> np.ndarray:
    """Extends the one series of a run to the length of the longest run."""
    rest = np.full(len(longest.lowest) - len(values), run.last[0] if hold_last else np.nan)
    return np.concatenate([values[:, 0], rest])
