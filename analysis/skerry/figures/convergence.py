"""Draws convergence and diversity over generations, evaluations or seconds, of the islands of one run or of groups of runs."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from .. import members, style
from ..members import EFFORTS, Curves
from ..run_series import MOST_MIGRATIONS, RunSeries
from .marks import MIGRATION, TARGET, scale_effort, scale_fitness, scale_gap, shade, shade_key
from .panels import Labels, Panel, by_run, common_target, draw_panels, fitness_label, traces_of

#: More runs than this are not drawn one by one.
MOST_THIN = 12
THIN: dict[str, Any] = {"linewidth": 0.4, "alpha": 0.6}
LEAST_APART = 3.0  #: points between two marks of migrations that can be told apart
DIVERSITIES = {
    "fitness": "fitness diversity\n(coefficient of variation)",
    "genotype": "genotype diversity\n(mean distance)",
}


def draw_convergence(
    panels: Sequence[Panel[RunSeries]],
    measure: str = "fitness",
    width: float | None = None,
    log: bool | None = None,
    gap: bool = False,
    over: str = "generations",
) -> Figure:
    """Draws the median and the spread of the runs of each group, their best so far above and their diversity below. Of a single run
    it draws the best of its islands in each generation, their median and spread.

    The spread is the range of all members, or of several groups the middle half of each. A few runs are thin lines besides.
    width: inches; by default a column of the page for one panel, and the full width for more.
    log: makes the axis of effort logarithmic, which spreads the first generations; by default where most is gained in these.
    gap: draws the distance to the target, or to the best run where there is none or a run is beyond it, on a logarithmic axis.
    over: generations, evaluations (of all islands) or seconds.
    """

    spread = _spreads(panels) if log is None else log

    def draw(panel: Panel[RunSeries], labels: Labels, axes: np.ndarray) -> list[Any]:
        above, below = axes
        keys = _draw_best(above, panel, labels, gap, over, spread)
        _draw_diversity(below, panel, labels, measure, over, spread)
        return keys + _finish(axes, panel, over, spread)

    return draw_panels(panels, 2, width, draw)


def draw_diversity(
    panels: Sequence[Panel[RunSeries]], width: float | None = None, log: bool | None = None, over: str = "generations"
) -> Figure:
    """Draws fitness diversity above and genotype diversity below: median and spread of each group. Parameters as of draw_convergence()."""
    spread = _spreads(panels) if log is None else log

    def draw(panel: Panel[RunSeries], labels: Labels, axes: np.ndarray) -> list[Any]:
        thin = [_draw_diversity(own, panel, labels, measure, over, spread) for own, measure in zip(axes, DIVERSITIES, strict=True)]
        shaded = any(len(group.runs) > 1 or group.runs[0].trace.islands > 1 for group in panel.groups)
        keys = [style.key(f"median of the {_members(panel)}"), _shade_key(panel)] if shaded else []
        return [*keys, *([style.key("each run", **THIN)] if any(thin) else []), *_finish(axes, panel, over, spread)]

    return draw_panels(panels, 2, width, draw)


def _draw_best(axes: Axes, panel: Panel[RunSeries], labels: Labels, gap: bool, over: str, log: bool) -> list[Any]:
    runs, traces = [run for group in panel.groups for run in group.runs], traces_of(panel)
    feasible = any(run.feasible for run in runs)
    minimises = traces[0].minimises or not feasible
    target = common_target(traces) if feasible else None
    reference = members.best_known(runs, target) if feasible else 0.0
    reached: list[np.ndarray] = []
    thin = False
    for group in panel.groups:
        curves = members.convergence(group.runs, by_run(panel), minimises, feasible, over, log)
        if gap:
            curves = curves.gaps(reference, minimises)
        thin |= _draw_curves(axes, curves, labels, group.label, panel)
        reached += [curves.lowest, curves.highest]
    if gap:
        scale_gap(axes.yaxis, np.concatenate(reached))
    else:
        scale_fitness(axes, np.concatenate(reached))
    alone = not by_run(panel) and all(trace.islands == 1 for trace in traces)
    if by_run(panel):
        keys = [style.key("median of the runs"), _shade_key(panel), *([style.key("each run", **THIN)] if thin else [])]
    else:
        keys = [style.key("best"), style.key("median individual" if alone else "median of the islands", linestyle=":")]
        keys += [] if alone else [_shade_key(panel)]
    if target is not None and not gap:
        axes.axhline(target, label="target", zorder=1.5, **TARGET)
        keys.append(style.key("target", **TARGET))
    if not feasible:
        axes.set_ylabel("violation of the best\n(none is feasible)")
    elif gap:
        label = f"gap to the {'target' if reference == target else 'best run'}{fitness_label(traces[0]).removeprefix('fitness')}"
        axes.set_ylabel(label if len(label) < 32 else label.replace(" (", "\n(", 1))
    else:
        fitness = fitness_label(traces[0])
        # A longer label on one line would exceed the height of the axes.
        axes.set_ylabel(f"{fitness} of the best" if len(fitness) < 20 else f"fitness of the best\n({traces[0].fitness_unit})")
    return keys


def _draw_diversity(
    axes: Axes, panel: Panel[RunSeries], labels: Labels, measure: str, over: str, log: bool
) -> bool:
    thin = False
    width = max(run.pooled[measure].width for group in panel.groups for run in group.runs)
    for group in panel.groups:
        curves = members.diversity(group.runs, by_run(panel), measure, over, log, width)
        thin |= _draw_curves(axes, replace(curves, best=curves.median), labels, group.label, panel)
    axes.set_ylim(bottom=0)
    axes.set_ylabel(DIVERSITIES[measure])
    return thin


def _draw_curves(axes: Axes, curves: Curves, labels: Labels, label: str, panel: Panel[RunSeries]) -> bool:
    """Draws the median and its band, and a few runs besides; of a single run its best is the line, and the median of its islands dotted.
    Returns whether it drew single runs."""
    if curves.members > 1:
        shade(axes, curves, labels.colour(label), len(panel.groups) > 1, f"_{label}: cover")
    points = len(curves.at)
    if not by_run(panel) and curves.best is not curves.median:
        axes.plot(curves.at, curves.best, label=f"{label}: best", **labels.look(label, False, points))
        axes.plot(curves.at, curves.median, label=f"{label}: median", **labels.look(label, True, points))
        return False
    few = curves.each is not None and curves.members > 1 and sum(len(group.runs) for group in panel.groups) <= MOST_THIN
    thin: Sequence[np.ndarray] = list(curves.each) if curves.each is not None and few else []
    for run in thin:
        axes.plot(curves.at, run, label="_run", **THIN | {"color": labels.colour(label)})
    axes.plot(curves.at, curves.median, label=f"{label}: median", **labels.look(label, False, points))
    return few


def _spreads(panels: Sequence[Panel[RunSeries]]) -> bool:
    """Tells whether the axis of effort is logarithmic where nobody says it."""
    return members.begins_fast([run for panel in panels for group in panel.groups for run in group.runs])


def _members(panel: Panel[RunSeries]) -> str:
    return "runs" if by_run(panel) else "islands"


def _shade_key(panel: Panel[RunSeries]) -> Any:
    return shade_key(_members(panel), len(panel.groups) > 1)


def _finish(axes: np.ndarray, panel: Panel[RunSeries], over: str, log: bool) -> list[Any]:
    """Sets the axis of the effort and marks the migrations; returns the legend entries of the marks."""
    if over in EFFORTS:
        last = max(float(line.get_xdata()[-1]) for line in axes[0].get_lines() if len(line.get_xdata()) > 2)
    else:
        last = max(trace.generations for trace in traces_of(panel))
    scale_effort(axes[-1], over, last, log)
    marks = _migrations(panel, over)
    places = axes[-1].transData.transform(np.column_stack([marks, np.zeros(len(marks))]))[:, 0]
    apart = np.diff(places) / axes[-1].figure.dpi * 72
    if not 0 < len(marks) <= MOST_MIGRATIONS or (apart < LEAST_APART).any():
        return []
    for own in axes:
        for place in marks:
            own.axvline(place, zorder=0.5, label="_migration", **MIGRATION)
    return [style.key("migration", **MIGRATION)]


def _migrations(panel: Panel[RunSeries], over: str) -> np.ndarray:
    """Returns where all runs that migrate do so; nothing where they differ, since a mark could be that of any."""
    runs = [run for group in panel.groups for run in group.runs if run.trace.islands > 1]
    marks = np.unique(np.concatenate([run.migrations for run in runs])) if runs else np.array([])
    for run in runs:
        if not np.array_equal(run.migrations, marks[marks < run.trace.generations]):
            return np.array([])
    if over not in EFFORTS:
        return marks
    return EFFORTS[over](runs[0].trace)[marks] if len(runs) == 1 and len(marks) else np.array([])
