"""Draws runtime distributions, and the effort to each target and the fitness at each budget, one line for each group."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import PercentFormatter
from numpy.typing import NDArray

from .. import style
from ..ecdf import Runtime, at_budgets, best_known, distribution, ladder, running_times
from ..errors import DataError
from ..summary import number
from .marks import EFFORT_LABELS, scale_fitness, scale_gap, scale_log, shade, shade_key
from .panels import Labels, Panel, common_target, draw_panels, fitness_label, traces_of

#: In place of targets: the one at which the runs aim.
OWN_TARGET = "target"
#: Numbers of medians stand above each other where one is less than so many times another, so many at most, each so many points high.
NEAR, MOST_STACKED, NUMBER_HEIGHT = 2.0, 7, 8.5


def draw_ecdf(
    panels: Sequence[Panel[Runtime]],
    axis: str = "evaluations",
    targets: Sequence[float] | str = (),
    width: float | None = None,
) -> Figure:
    """Draws the share of pairs of a run and a target that a group has reached, over the effort. Of a single target it is that of the
    runs, and the median effort of each group is marked with its number.

    axis: the effort: evaluations, seconds or generations. targets: fitness values; by default those of ladder(), for each
    panel; OWN_TARGET is the one that the runs have. width: inches.
    """

    def aimed(panel: Panel[Runtime]) -> NDArray[np.float64]:
        if targets == OWN_TARGET:
            target = common_target(traces_of(panel))
            if target is None:
                raise DataError("the runs have no target; name one: --targets FITNESS")
            return np.array([target])
        return np.array(targets, dtype=float) if targets else ladder([run for group in panel.groups for run in group.runs])

    def draw(panel: Panel[Runtime], labels: Labels, axes: NDArray[Any]) -> list[Any]:
        (own,) = axes
        aims = aimed(panel)
        for group in panel.groups:
            efforts, shares = distribution(group.runs, aims, axis)
            look = labels.look(group.label, False, len(efforts))
            own.plot(efforts, shares, label=group.label, drawstyle="steps-post", **look)
        own.set_xscale("log", nonpositive="clip")
        scale_log(own.xaxis)
        own.set_ylim(0, 1.02)
        own.yaxis.set_major_formatter(PercentFormatter(1))
        own.set_xlabel(EFFORT_LABELS[axis])
        if len(aims) > 1:
            own.set_ylabel(f"reached of {len(aims)} targets\nin {_runs(panel)}")
            return []
        own.set_ylabel(f"share of the runs that\nreached the target{'' if len(panel.groups) > 1 else f' ({_runs(panel)})'}")
        return _mark_medians(own, panel, labels, aims, axis)

    return draw_panels(panels, 1, width, draw)


def _mark_medians(axes: Axes, panel: Panel[Runtime], labels: Labels, aims: NDArray[np.float64], axis: str) -> list[Any]:
    """Marks the effort at which half of the runs of a group had reached the target, where half of them did."""
    medians = [(float(running_times(group.runs, aims, axis)[1][0]), labels.colour(group.label)) for group in panel.groups]
    row, last, marked = 0, 0.0, False
    for median, colour in sorted((each for each in medians if np.isfinite(each[0]) and each[0] > 0), key=lambda each: each[0]):
        # The number of a median that is near the one before stands above that one's.
        row, last, marked = (row + 1) % MOST_STACKED if median < NEAR * last else 0, median, True
        axes.plot([median, median], [0, 0.5], label="_median", color=colour, linewidth=0.8, linestyle=":")
        place = (-3, 2 + NUMBER_HEIGHT * row)
        axes.annotate(number(median, 3), (median, 0.5), place, textcoords="offset points", ha="right", fontsize=7, color=colour)
    return [style.key("median", linewidth=0.8, linestyle=":")] if marked else []


def draw_fixed_target(
    panels: Sequence[Panel[Runtime]],
    axis: str = "evaluations",
    targets: Sequence[float] = (),
    width: float | None = None,
) -> Figure:
    """Draws the expected running time (full line) and the median effort (dotted) of each group over targets, harder ones to the right.

    A line ends at the last target that a run, or half of the runs, reached. Parameters as of draw_ecdf().
    """

    def draw(panel: Panel[Runtime], labels: Labels, axes: NDArray[Any]) -> list[Any]:
        (own,) = axes
        runs = [run for group in panel.groups for run in group.runs]
        aims = np.array(targets, dtype=float) if targets else ladder(runs)
        sign = 1.0 if runs[0].trace.minimises else -1.0
        aims = sign * np.sort(sign * aims)[::-1]
        gaps = sign * aims - min(sign * best_known(runs), (sign * aims).min())
        for group in panel.groups:
            for efforts, dotted in zip(running_times(group.runs, aims, axis), (False, True), strict=True):
                known = np.where(np.isfinite(efforts), efforts, np.nan)
                look = labels.look(group.label, dotted, len(aims))
                own.plot(gaps, known, label=f"{group.label}: {'median' if dotted else 'expected'}", **look)
        own.set_yscale("log", nonpositive="mask")
        scale_log(own.yaxis)
        scale_gap(own.xaxis, gaps)
        own.invert_xaxis()
        own.set_xlabel(f"target, as the gap to the best known{fitness_label(runs[0].trace).removeprefix('fitness')}")
        own.set_ylabel(f"{EFFORT_LABELS[axis]},\nto the target")
        return [style.key("expected running time"), style.key("median", linestyle=":")]

    return draw_panels(panels, 1, width, draw)


def draw_fixed_budget(panels: Sequence[Panel[Runtime]], axis: str = "evaluations", width: float | None = None) -> Figure:
    """Draws the median of the best fitness so far over the effort, with the middle half of the runs of each group."""

    def draw(panel: Panel[Runtime], labels: Labels, axes: NDArray[Any]) -> list[Any]:
        (own,) = axes
        drawn = []
        for group in panel.groups:
            curves = at_budgets(group.runs, axis)
            shade(own, curves, labels.colour(group.label), True, f"_{group.label}: cover")
            own.plot(curves.at, curves.median, label=group.label, **labels.look(group.label, False, len(curves.at)))
            drawn += [curves.lower, curves.upper]
        own.set_xscale("log", nonpositive="mask")
        scale_log(own.xaxis)
        scale_fitness(own, np.concatenate(drawn))
        own.set_xlabel(EFFORT_LABELS[axis])
        own.set_ylabel(f"{fitness_label(traces_of(panel)[0])},\nbest so far")
        return [style.key("median of the runs"), shade_key("runs", True)]

    return draw_panels(panels, 1, width, draw)


def _runs(panel: Panel[Runtime]) -> str:
    counts = sorted({len(group.runs) for group in panel.groups})
    told = str(counts[0]) if len(counts) == 1 else f"{counts[0]} to {counts[-1]}"
    return f"{told} run{'s' if counts[-1] > 1 else ''}"
