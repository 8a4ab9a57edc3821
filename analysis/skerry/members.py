"""Computes the curves of groups that figures draw: of the islands of one run, or of many runs."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from .progress import evaluations_by_generation, seconds_by_generation
from .run_series import RunSeries
from .thinning import MOST_BINS, Bins, spread
from .trace import Trace

#: What curves can be drawn over besides generations, and how much of it a run had spent at the end of each generation.
EFFORTS: dict[str, Callable[[Trace], NDArray]] = {"evaluations": evaluations_by_generation, "seconds": seconds_by_generation}


@dataclass(frozen=True)
class Curves:
    """The curves of a group, all [point]; NaN where there is no value."""

    at: np.ndarray  #: generations, evaluations of all islands, or seconds
    best: np.ndarray  #: the best over all members
    lowest: np.ndarray  #: the lowest value over the members, and so on
    lower: np.ndarray  #: the lower quartile
    median: np.ndarray
    upper: np.ndarray
    highest: np.ndarray
    members: int

    def gaps(self, reference: float, minimises: bool) -> "Curves":
        """Returns the distances of these values to one that is at least as good as all of them."""
        sign = 1.0 if minimises else -1.0
        ordered = [sign * (values - reference) for values in (self.lowest, self.lower, self.median, self.upper, self.highest)]
        lowest, lower, middle, upper, highest = ordered if minimises else ordered[::-1]
        return Curves(self.at, sign * (self.best - reference), lowest, lower, middle, upper, highest, self.members)


def best_known(runs: Sequence[RunSeries], target: float | None) -> float:
    """Returns the target, or the best fitness of the runs where there is no target or a run is beyond it."""
    if runs[0].trace.minimises:
        best = min(float(np.fmin.reduce(run.best["lowest"].lowest[:, 0])) for run in runs if run.feasible)
        return best if target is None else min(best, target)
    best = max(float(np.fmax.reduce(run.best["highest"].highest[:, 0])) for run in runs if run.feasible)
    return best if target is None else max(best, target)


def convergence(
    runs: Sequence[RunSeries], by_run: bool, minimises: bool, feasible: bool = True, over: str = "generations", log: bool = False
) -> Curves:
    """Returns curves of the best individuals. Members are the runs, or (`by_run` false) the islands of one run.

    Only feasible individuals count. If no run ever has one (`feasible` false), the curves are those of the violation. A
    run that stopped early keeps its last value. If the only member is a single population, its median individual is the
    median. Over evaluations or seconds the points of many runs are evenly spaced, on a logarithmic scale with `log`.
    """
    minimises = minimises or not feasible
    series = [run.best if feasible else run.violation for run in runs]
    if by_run:
        bests = [parts["lowest" if minimises else "highest"] for parts in series]
        curves = of_runs(bests, hold_last=True, spent=_spent(runs, over), log=log)
    else:
        curves = _over(of_islands(series[0], runs[0].trace.islands), runs[0], over)
        middle = runs[0].middle
        if feasible and middle is not None:
            curves = replace(curves, median=middle.median[:, 0])
    return replace(curves, best=curves.lowest if minimises else curves.highest)


def diversity(
    runs: Sequence[RunSeries], by_run: bool, measure: str = "fitness", over: str = "generations", log: bool = False
) -> Curves:
    """Returns curves of diversity over the same members as convergence(); `best` is the minimum.

    A run's fitness diversity is that of all its islands together. Its genotype diversity is the mean of its islands, since
    a trace does not hold distances between islands.
    """
    if by_run:
        return of_runs([run.pooled[measure] for run in runs], hold_last=False, spent=_spent(runs, over), log=log)
    return _over(of_islands(runs[0].diversity[measure], runs[0].trace.islands), runs[0], over)


def of_islands(parts: dict[str, Bins], islands: int) -> Curves:
    lowest, highest = parts["lowest"].lowest[:, 0], parts["highest"].highest[:, 0]
    lower, middle, upper = (parts[name].median[:, 0] for name in ("lower", "median", "upper"))
    return Curves(parts["lowest"].positions, lowest, lowest, lower, middle, upper, highest, islands)


def of_runs(
    runs: Sequence[Bins], hold_last: bool, spent: Sequence[NDArray] | None = None, log: bool = False
) -> Curves:
    """Returns curves whose members are runs, of one series each.

    spent: the effort of each run at the end of each generation, over which the curves are then drawn.
    """
    if spent is None:
        width = max(run.width for run in runs)
        runs = [run.coarser(width) for run in runs]
        longest = max(runs, key=lambda run: run.rows)
        at, count = longest.positions, len(longest.lowest)
        places = [np.arange(count) for _ in runs]
    else:
        ends = [_at_bins(run, effort) for run, effort in zip(runs, spent, strict=True)]
        at = _even(ends, log)
        places = [np.where(at > own[-1], len(own), np.searchsorted(own, at, side="right") - 1) for own in ends]

    def values(part: Callable[[Bins], np.ndarray]) -> np.ndarray:
        return np.array([_taken(part(run), run.last, own, hold_last) for run, own in zip(runs, places, strict=True)])

    lowest = np.fmin.reduce(values(lambda run: run.lowest))
    _, lower, middle, upper, _ = spread(values(lambda run: run.median).T)
    return Curves(at, lowest, lowest, lower, middle, upper, np.fmax.reduce(values(lambda run: run.highest)), len(runs))


def _taken(values: np.ndarray, last: np.ndarray, places: np.ndarray, hold_last: bool) -> np.ndarray:
    """Returns the one series of a run at these bins: nothing before the first, and the last value after the end, or nothing."""
    padded = np.concatenate([values[:, 0], [last[0] if hold_last else np.nan, np.nan]])
    return padded[np.where(places < 0, len(values) + 1, np.minimum(places, len(values)))]


def _spent(runs: Sequence[RunSeries], over: str) -> list[NDArray] | None:
    return None if over not in EFFORTS else [EFFORTS[over](run.trace) for run in runs]


def _at_bins(bins: Bins, spent: NDArray) -> NDArray:
    """Returns the effort at the end of each bin of generations."""
    return np.asarray(spent[np.minimum(bins.width * np.arange(1, len(bins.lowest) + 1), bins.rows) - 1])


def _even(ends: Sequence[NDArray], log: bool) -> NDArray:
    """Returns points from the least effort of any run to the largest, evenly spaced on their axis."""
    every = np.concatenate(ends)
    if log and (every > 0).any():
        return np.geomspace(every[every > 0].min(), every.max(), MOST_BINS)
    return np.linspace(every.min(), every.max(), MOST_BINS)


def _over(curves: Curves, run: RunSeries, over: str) -> Curves:
    spent = _spent([run], over)
    return curves if spent is None else replace(curves, at=_at_bins(run.best["lowest"], spent[0]))
