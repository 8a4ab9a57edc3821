"""What the pictures and tables show of groups of runs, as plain arrays."""

import warnings
from dataclasses import dataclass

import numpy as np

from .errors import DataError

#: Measure -> its name on an axis.
DIVERSITIES = {
    "fitness": "fitness diversity (coefficient of variation)",
    "genotype": "genotype diversity (mean distance)",
}


@dataclass
class Group:
    """Runs that belong together, under one label."""

    label: str
    traces: list


@dataclass
class Curves:
    """A group's curves over generations 0, 1, ...; NaN where nothing is known."""

    best: np.ndarray  #: the best of all members
    median: np.ndarray  #: of the members
    lowest: np.ndarray  #: the cover of the members
    highest: np.ndarray
    members: int


def check_comparable(groups):
    """Raises DataError for runs that are not of one problem."""
    traces = [trace for group in groups for trace in group.traces]
    for name in ("problem", "direction"):
        values = sorted({str(trace.attributes[name]) for trace in traces})
        if len(values) > 1:
            raise DataError(f"the traces differ in '{name}' ({', '.join(values)}); compare runs of one problem")
    common_target(traces)


def common_target(traces):
    targets = sorted({trace.target for trace in traces if trace.target is not None})
    if len(targets) > 1:
        shown = ", ".join(f"{target:g}" for target in targets)
        raise DataError(f"the traces have different targets ({shown}), so they are of different instances")
    return targets[0] if targets else None


def ever_feasible(groups):
    return any((trace.values("violation") == 0).any() for group in groups for trace in group.traces)


def convergence(group, by_run, feasible=True):
    """Curves of the best individuals. Members are the runs, or (by_run false) the islands of the one run.

    Only feasible individuals count; where no run ever has one (`feasible` false) the violation is drawn instead.
    A run that stopped early keeps its last value.
    """
    minimises = group.traces[0].minimises or not feasible
    worst_first = -1 if minimises else 1
    series = []
    for trace in group.traces:
        if feasible:
            values = np.where(trace.values("violation") == 0, trace.values("best"), np.nan)
        else:
            values = trace.values("violation")
        series.extend([_extreme(values, axis=1, sign=worst_first)] if by_run else values.T)
    members = _even(series, hold_last=True)
    if len(members) == 1 and not by_run and feasible:
        # One population alone: its median individual says more than the same line again.
        middle = _even(list(group.traces[0].values("median").T), hold_last=True)[0]
        middle = np.where(np.isnan(members[0]), np.nan, middle)
    else:
        middle = _median(members)
    return Curves(
        best=_extreme(members, axis=0, sign=worst_first),
        median=middle,
        lowest=_extreme(members, axis=0, sign=-1),
        highest=_extreme(members, axis=0, sign=1),
        members=len(members),
    )


def diversity(group, by_run, measure="fitness"):
    """Curves of diversity, over the same members as convergence(); `best` is the minimum.

    A run's fitness diversity is that of all its islands together; its genotype diversity is the mean of its islands,
    since a trace does not know distances between islands.
    """
    series = []
    for trace in group.traces:
        if not by_run:
            series.extend(trace.values(f"{measure}_diversity").T)
        elif measure == "fitness":
            series.append(pooled_diversity(trace))
        else:
            series.append(trace.values("genotype_diversity").mean(axis=1))
    members = _even(series, hold_last=False)
    lowest = _extreme(members, axis=0, sign=-1)
    return Curves(lowest, _median(members), lowest, _extreme(members, axis=0, sign=1), len(members))


def pooled_diversity(trace):
    """The fitness diversity of all islands taken as one population, [generation]; islands of equal size.

    The mean of squares is additive, so means and deviations of the islands give it exactly.
    """
    if trace.islands == 1:
        return trace.values("fitness_diversity")[:, 0]
    means, deviations = trace.values("mean"), trace.values("standard_deviation")
    mean = means.mean(axis=1)
    deviation = np.sqrt((deviations**2 + (means - mean[:, None]) ** 2).mean(axis=1))
    bound = np.maximum(np.abs(mean), deviation)
    return np.divide(deviation, bound, out=np.zeros_like(deviation), where=bound > 0)


def migrations(group):
    """The generations after which the runs of a group migrate."""
    longest = max(group.traces, key=lambda trace: trace.rows("migration"))
    if longest.islands == 1:
        return np.array([], dtype=int)
    return longest.values("generation", "migration")


def _even(series, hold_last):
    """Series of unequal length as the rows of one array."""
    length = max(len(values) for values in series)
    rows = np.full((len(series), length), np.nan)
    for row, values in zip(rows, series):
        row[: len(values)] = values
        if hold_last and len(values) > 0:
            row[len(values) :] = values[-1]
    return rows


def _extreme(values, axis, sign):
    return _quiet(np.nanmax if sign > 0 else np.nanmin, values, axis)


def _median(values):
    return _quiet(np.nanmedian, values, 0)


def _quiet(function, values, axis):
    with warnings.catch_warnings():  # a generation in which nobody is feasible is no mistake
        warnings.simplefilter("ignore", RuntimeWarning)
        return function(values, axis=axis)
