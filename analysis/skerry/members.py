"""Computes the curves of groups that figures draw: of the islands of one run, or of many runs."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .progress import evaluations_by_generation, progress, seconds_by_generation
from .run_series import RunSeries
from .thinning import MOST_BINS, Bins, median, spread
from .trace import Trace

#: What curves can be drawn over besides generations, and how much of it a run had spent at the end of each generation.
EFFORTS: dict[str, Callable[[Trace], NDArray]] = {"evaluations": evaluations_by_generation, "seconds": seconds_by_generation}


#: The share of what a run gains, and the share of its generations within which this is the start.
MOST_OF_GAIN, AT_START = 0.75, 0.05
#: Points of a curve on a logarithmic axis: more would lie on each other.
LOG_POINTS = 128
#: The arrays of Curves, one value for each point.
SERIES = ("at", "best", "lowest", "lower", "median", "upper", "highest")


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
    each: np.ndarray | None = None  #: the value of each run, [run, point]; None of islands

    def after(self, head: "Curves") -> "Curves":
        """Returns the curves of the head and these beyond its end, gathered into points that are evenly spaced on a logarithmic axis."""
        beyond = self.at > head.at[-1]
        joined = {name: np.concatenate([getattr(head, name), getattr(self, name)[beyond]]) for name in SERIES}
        at = joined["at"]
        edges = np.geomspace(max(at[at > 0].min(), 1e-300), at[-1], LOG_POINTS) if (at > 0).any() else at[:1]
        first = np.unique(np.searchsorted(edges, at, side="right"), return_index=True)[1]

        def gathered(name: str) -> np.ndarray:
            pieces = np.split(joined[name], first[1:])
            known: dict[str, Callable[[np.ndarray], Any]] = {"lowest": np.fmin.reduce, "highest": np.fmax.reduce, "best": self._better(joined)}
            how = known.get(name, lambda piece: median(piece, 0))
            return np.array([how(piece) for piece in pieces])

        return Curves(**{name: gathered(name) for name in SERIES}, members=self.members)

    @staticmethod
    def _better(joined: dict[str, np.ndarray]) -> Callable[[np.ndarray], float]:
        """Returns how the best of several points is found: the best is the lowest of all members, or their highest."""
        return np.fmax.reduce if np.array_equal(joined["best"], joined["highest"], equal_nan=True) else np.fmin.reduce

    def gaps(self, reference: float, minimises: bool) -> "Curves":
        """Returns the distances of these values to one that is at least as good as all of them."""
        sign = 1.0 if minimises else -1.0
        ordered = [sign * (values - reference) for values in (self.lowest, self.lower, self.median, self.upper, self.highest)]
        lowest, lower, middle, upper, highest = ordered if minimises else ordered[::-1]
        each = None if self.each is None else sign * (self.each - reference)
        return Curves(self.at, sign * (self.best - reference), lowest, lower, middle, upper, highest, self.members, each)


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
    """Returns curves of the best individuals. Members are the runs with their best so far, or (`by_run` false) the islands of one run
    with that of each generation.

    Only feasible individuals count. If no run ever has one (`feasible` false), the curves are those of the violation. A
    run that stopped early keeps its last value, and one that has no feasible individual yet is worse than all others. If the only
    member is a single population, its median individual is the median. The points of many runs are evenly spaced over their effort,
    on a logarithmic scale with `log`.
    """
    if by_run and feasible:
        return _best_so_far(runs, minimises, over, log)
    if by_run:
        curves = of_runs([run.violation["lowest"] for run in runs], hold_last=True, spent=_spent(runs, over), log=log)
        return replace(curves, best=curves.lowest)
    return _with_head(runs, log, over, lambda run: _bests_of_islands(run[0], minimises or not feasible, feasible, over))


def _bests_of_islands(run: RunSeries, minimises: bool, feasible: bool, over: str) -> Curves:
    curves = _over(of_islands(run.best if feasible else run.violation, run.trace.islands), run, over)
    if feasible and run.middle is not None:
        curves = replace(curves, median=run.middle.median[:, 0])
    return replace(curves, best=curves.lowest if minimises else curves.highest)


def _best_so_far(runs: Sequence[RunSeries], minimises: bool, over: str, log: bool) -> Curves:
    steps = [progress(run.trace) for run in runs]
    efforts = [np.asarray(getattr(each, over), dtype=float) for each in steps]
    if over == "generations":
        last = max(run.trace.rows() for run in runs) - 1
        spaced = np.geomspace(1, max(last, 1), MOST_BINS) if log else np.linspace(0, last, min(last + 1, MOST_BINS))
        at = np.unique(np.append(0, spaced.round()))
        starts = [0.0] * len(runs)
    else:
        spent = [EFFORTS[over](run.trace) for run in runs]
        at = _even(spent, log)
        starts = [float(own[0]) for own in spent]
    worst = np.inf if minimises else -np.inf
    values = np.array([np.append(worst, each.fitness)[np.searchsorted(own, at, side="right")] for each, own in zip(steps, efforts, strict=True)])
    values[at < np.array(starts)[:, None]] = np.nan
    with np.errstate(invalid="ignore"):
        lowest, lower, middle, upper, highest = (np.where(np.isfinite(part), part, np.nan) for part in spread(values.T))
    values[~np.isfinite(values)] = np.nan
    return Curves(at, lowest if minimises else highest, lowest, lower, middle, upper, highest, len(runs), values)


def begins_fast(runs: Sequence[RunSeries]) -> bool:
    """Tells whether most of what half of the runs gained fell to their first generations, which a linear axis would hide."""
    early = []
    for run in runs:
        found = progress(run.trace)
        if len(found.fitness) > 1:
            gained = np.abs(found.fitness / 4 - found.fitness[0] / 4)  # the difference of the largest numbers is none
            early.append(found.generations[np.argmax(gained >= MOST_OF_GAIN * gained[-1])] / max(run.trace.rows() - 1, 1))
    return len(early) > 0 and float(np.median(early)) < AT_START


def diversity(
    runs: Sequence[RunSeries], by_run: bool, measure: str = "fitness", over: str = "generations", log: bool = False, width: int = 1
) -> Curves:
    """Returns curves of diversity over the same members as convergence(); `best` is the minimum.

    width: of the bins of generations at least, as those of other groups on the same axis are. A run's fitness diversity is that of all its islands together. Its genotype diversity is the mean of its islands, since
    a trace does not hold distances between islands.
    """

    def curves(those: Sequence[RunSeries]) -> Curves:
        if by_run:
            return of_runs([run.pooled[measure] for run in those], hold_last=False, spent=_spent(those, over), log=log, width=1 if log else width)
        return _over(of_islands(those[0].diversity[measure], those[0].trace.islands), those[0], over)

    return _with_head(runs, log, over, curves)


def _with_head(runs: Sequence[RunSeries], log: bool, over: str, curves: Callable[[Sequence[RunSeries]], Curves]) -> Curves:
    """Returns the curves, on a logarithmic axis with the first generations one by one."""
    whole = curves(runs)
    if not log or all(run.head is None for run in runs):
        return whole
    return whole.after(curves([run.head or run for run in runs]))


def of_islands(parts: dict[str, Bins], islands: int) -> Curves:
    lowest, highest = parts["lowest"].lowest[:, 0], parts["highest"].highest[:, 0]
    lower, middle, upper = (parts[name].median[:, 0] for name in ("lower", "median", "upper"))
    return Curves(parts["lowest"].positions, lowest, lowest, lower, middle, upper, highest, islands)


def of_runs(
    runs: Sequence[Bins], hold_last: bool, spent: Sequence[NDArray] | None = None, log: bool = False, width: int = 1
) -> Curves:
    """Returns curves whose members are runs, of one series each, in bins of `width` generations at least.

    spent: the effort of each run at the end of each generation, over which the curves are then drawn.
    """
    if spent is None:
        width = max(width, *(run.width for run in runs))
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
