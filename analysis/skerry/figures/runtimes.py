"""Draws runtime distributions, and the effort to each target and the fitness at each budget, one line for each group."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.figure import Figure
from matplotlib.ticker import PercentFormatter
from numpy.typing import NDArray

from .. import style
from ..ecdf import Runtime, at_budgets, best_known, distribution, ladder, running_times
from .marks import EFFORT_LABELS, scale_fitness, scale_gap, scale_log, shade, shade_key
from .panels import Labels, Panel, draw_panels, fitness_label, traces_of


def draw_ecdf(
    panels: Sequence[Panel[Runtime]],
    axis: str = "evaluations",
    targets: Sequence[float] = (),
    width: float | None = None,
) -> Figure:
    """Draws the share of pairs of a run and a target that a group has reached, over the effort.

    axis: the effort: evaluations, seconds or generations. targets: fitness values; by default those of ladder(), for each
    panel. width: inches.
    """

    def draw(panel: Panel[Runtime], labels: Labels, axes: NDArray[Any]) -> list[Any]:
        (own,) = axes
        aims = np.array(targets, dtype=float) if targets else ladder([run for group in panel.groups for run in group.runs])
        for group in panel.groups:
            efforts, shares = distribution(group.runs, aims, axis)
            look = labels.look(group.label, False, len(efforts))
            own.plot(efforts, shares, label=group.label, drawstyle="steps-post", **look)
        own.set_xscale("log", nonpositive="clip")
        scale_log(own.xaxis)
        own.set_ylim(0, 1.02)
        own.yaxis.set_major_formatter(PercentFormatter(1))
        own.set_xlabel(EFFORT_LABELS[axis])
        own.set_ylabel(f"reached of {len(aims)} target{'s' if len(aims) > 1 else ''}\nin {_runs(panel)}")
        return []

    return draw_panels(panels, 1, width, draw)


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
