"""Draws convergence and diversity by generation, of the islands of one run or of groups of runs."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Patch

from .. import members, style
from ..members import Curves
from ..run_series import MOST_MIGRATIONS, RunSeries
from .marks import MIGRATION, SHADE, TARGET, scale_generations, scale_log
from .panels import Labels, Panel, by_run, common_target, draw_panels, fitness_label, traces_of

MOST_LINEAR = 5  #: times as far as the lowest value the highest is on a linear axis of fitness
DIVERSITIES = {
    "fitness": "fitness diversity\n(coefficient of variation)",
    "genotype": "genotype diversity\n(mean distance)",
}


def draw_convergence(
    panels: Sequence[Panel[RunSeries]], measure: str = "fitness", width: float | None = None, log: bool = False
) -> Figure:
    """Draws best, median and range of each group and the target above, and the lowest and median diversity below.

    width: inches; by default a column of the page for one panel, and the full width for more.
    log: makes the axis of generations logarithmic, which spreads the first ones.
    """

    def draw(panel: Panel[RunSeries], labels: Labels, axes: np.ndarray) -> list[Any]:
        above, below = axes
        keys = _draw_best(above, panel, labels)
        _draw_diversity(below, panel, labels, measure, shaded=False)
        return keys + _finish(axes, panel, log)

    return draw_panels(panels, 2, width, draw)


def draw_diversity(panels: Sequence[Panel[RunSeries]], width: float | None = None, log: bool = False) -> Figure:
    """Draws fitness diversity above and genotype diversity below: lowest, median and range of each group."""

    def draw(panel: Panel[RunSeries], labels: Labels, axes: np.ndarray) -> list[Any]:
        for own, measure in zip(axes, DIVERSITIES, strict=True):
            _draw_diversity(own, panel, labels, measure, shaded=True)
        return [style.key("lowest"), style.key("median", linestyle=":"), _range_key(panel)] + _finish(axes, panel, log)

    return draw_panels(panels, 2, width, draw)


def _draw_best(axes: Axes, panel: Panel[RunSeries], labels: Labels) -> list[Any]:
    runs, traces = [run for group in panel.groups for run in group.runs], traces_of(panel)
    feasible = any(run.feasible for run in runs)
    reached: list[np.ndarray] = []
    for group in panel.groups:
        curves = members.convergence(group.runs, by_run(panel), traces[0].minimises, feasible)
        _draw_curves(axes, curves, labels, group.label, shaded=curves.members > 1)
        reached += [curves.lowest, curves.highest]
    _scale_fitness(axes, np.concatenate(reached))
    alone = not by_run(panel) and all(trace.islands == 1 for trace in traces)
    keys = [style.key("best"), style.key("median individual" if alone else "median", linestyle=":")]
    if not alone:
        keys.append(_range_key(panel))
    target = common_target(traces)
    if feasible and target is not None:
        axes.axhline(target, label="target", zorder=1.5, **TARGET)
        keys.append(style.key("target", **TARGET))
    fitness = fitness_label(traces[0])
    # A longer label on one line would exceed the height of the axes.
    best = f"{fitness} of the best" if len(fitness) < 20 else f"fitness of the best\n({traces[0].fitness_unit})"
    axes.set_ylabel(best if feasible else "violation of the best\n(none is feasible)")
    return keys


def _scale_fitness(axes: Axes, values: np.ndarray) -> None:
    """Draws a logarithmic axis where the values differ by a factor, since the last steps to a target would vanish beside the first."""
    known = values[np.isfinite(values)]
    if len(known) == 0 or known.min() <= 0 or known.max() < MOST_LINEAR * known.min():
        return
    axes.set_yscale("log")
    scale_log(axes.yaxis)


def _draw_diversity(axes: Axes, panel: Panel[RunSeries], labels: Labels, measure: str, shaded: bool) -> None:
    for group in panel.groups:
        curves = members.diversity(group.runs, by_run(panel), measure)
        _draw_curves(axes, curves, labels, group.label, shaded and curves.members > 1)
    axes.set_ylim(bottom=0)
    axes.set_ylabel(DIVERSITIES[measure])


def _draw_curves(axes: Axes, curves: Curves, labels: Labels, label: str, shaded: bool) -> None:
    if shaded:
        colour = labels.colour(label)
        axes.fill_between(curves.generation, curves.lowest, curves.highest, color=colour, label=f"_{label}: cover", **SHADE)
    points = len(curves.generation)
    axes.plot(curves.generation, curves.best, label=f"{label}: best", **labels.look(label, False, points))
    axes.plot(curves.generation, curves.median, label=f"{label}: median", **labels.look(label, True, points))


def _range_key(panel: Panel[RunSeries]) -> Patch:
    return Patch(color="0.3", label="all runs" if by_run(panel) else "all islands", **SHADE)


def _finish(axes: np.ndarray, panel: Panel[RunSeries], log: bool) -> list[Any]:
    """Sets the axis of generations and marks the migrations; returns the legend entries of the marks."""
    scale_generations(axes[-1], max(trace.generations for trace in traces_of(panel)), log)
    marks = np.unique(np.concatenate([run.migrations for group in panel.groups for run in group.runs]))
    if not 0 < len(marks) <= MOST_MIGRATIONS:
        return []
    for own in axes:
        for generation in marks:
            own.axvline(generation, zorder=0.5, label="_migration", **MIGRATION)
    return [style.key("migration", **MIGRATION)]
