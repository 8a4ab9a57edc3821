"""Draws how maps and fronts grow: a small picture of each of a few runs with all its islands, or groups of many runs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Patch
from matplotlib.ticker import PercentFormatter

from .. import members, style
from ..growth import Growth
from .islands import LEAST_WIDTH, MOST_MULTIPLES
from .marks import SHADE, scale_generations, scale_log, shade, shade_key
from .panels import Group, Labels, Panel, draw_panels, traces_of

#: More runs than this are drawn as groups.
MOST_RUNS = 12
ISLAND: dict[str, Any] = {"color": style.COLOURS[0], "linewidth": 0.5, "alpha": 0.6}
BEST: dict[str, Any] = {"color": style.COLOURS[1], "linewidth": 1.2}


def draw_growth(panels: Sequence[Panel[Growth]], width: float | None = None, log: bool = False) -> Figure:
    """Draws one quality by generation on one scale: of every island and of the best one, or of all together where each owns a part
    of the map, in a small picture of each run.

    Of more than MOST_RUNS runs it draws the median of the best island and the range, or of several groups the middle half, for each group.
    log: makes the axis of generations logarithmic.
    """
    alone = sum(len(panel.groups) for panel in panels) == 1
    runs = [(_name(panel, group, run, alone), run) for panel in panels for group in panel.groups for run in group.runs]
    if len(runs) <= MOST_RUNS:
        return _draw_runs(runs, width, log)
    return draw_panels(panels, 1, width, lambda panel, labels, axes: _draw_groups(axes[0], panel, labels, log))


def _name(panel: Panel[Growth], group: Group[Growth], run: Growth, alone: bool) -> str:
    names = [panel.title, "" if alone else group.label, run.trace.name if len(group.runs) > 1 else ""]
    return ": ".join(name for name in names if name)


def _draw_runs(runs: Sequence[tuple[str, Growth]], width: float | None, log: bool) -> Figure:
    columns = style.columns(len(runs), 3 if len(runs) != 4 else 2, width, LEAST_WIDTH)
    rows = -(-len(runs) // columns)
    width = style.WIDTHS["single" if columns == 1 else "double"] if width is None else width
    keys: dict[str, Any] = {}
    with style.applied():
        drawing, axes = style.figure(rows, columns, (width, 0.3 + rows * max(0.62 * width / columns, 1.2)), "all", "all")
        for own, (name, run) in zip(axes.flat, runs):
            keys |= _draw_run(own, run)
            own.set_title(name if len(runs) > 1 else "", pad=2)
        for spare in list(axes.flat)[len(runs) :]:
            spare.set_axis_off()
        _finish(axes.flat[0], runs[0][1], max(run.trace.generations for _, run in runs), log)
        axes.flat[0].set_xlabel("")
        for column in range(columns):
            lowest = axes[(len(runs) - 1 - column) // columns, column]
            lowest.set_xlabel("generation")
            lowest.tick_params(labelbottom=True)
        for row in range(rows):
            axes[row, 0].set_ylabel(run_label(runs[0][1]))
        style.legend_above(drawing, list(keys.values()))
    return drawing


def _draw_run(axes: Axes, run: Growth) -> dict[str, Any]:
    generation, count = run.islands.positions, run.trace.islands
    values = run.islands.lowest if run.quality.falls else run.islands.highest
    keys = {}
    if 1 < count <= MOST_MULTIPLES:
        for island in range(count):
            axes.plot(generation, values[:, island], label=f"island {island}", **ISLAND)
        keys["island"] = style.key("each island", **ISLAND)
    elif count > MOST_MULTIPLES:
        low, high = np.fmin.reduce(values, axis=1), np.fmax.reduce(values, axis=1)
        axes.fill_between(generation, low, high, color=style.colour(0), label="_islands", **SHADE)
        keys["islands"] = Patch(color=style.colour(0), label="all islands", **SHADE)
    name = "all islands together" if run.parts else "best island"
    axes.plot(generation, run.curve(), label=name, **BEST)
    return keys | {name: style.key(name if count > 1 else "one population", **BEST)}


def run_label(run: Growth) -> str:
    unit = run.trace.fitness_unit if run.measure == "qd_score" else ""
    return f"{run.quality.label} ({unit})" if unit else run.quality.label


def _draw_groups(axes: Axes, panel: Panel[Growth], labels: Labels, log: bool) -> list[Any]:
    for group in panel.groups:
        curves = members.of_runs([run.best for run in group.runs], hold_last=True)
        shade(axes, curves, labels.colour(group.label), len(panel.groups) > 1, f"_{group.label}: cover")
        axes.plot(curves.at, curves.median, label=group.label, **labels.look(group.label, False, len(curves.at)))
    first = panel.groups[0].runs[0]
    _finish(axes, first, max(trace.generations for trace in traces_of(panel)), log)
    axes.set_ylabel(run_label(first))
    parts = any(run.parts for group in panel.groups for run in group.runs)
    return [style.key("median of the runs" if parts else "median of the runs' best islands"), shade_key("runs", len(panel.groups) > 1)]


def _finish(axes: Axes, run: Growth, last: int, log: bool) -> None:
    scale_generations(axes, last, log)
    if run.quality.falls:
        axes.set_yscale("log")
        scale_log(axes.yaxis)
    elif run.quality.share or run.measure == "front_size":
        axes.set_ylim(bottom=0)
    if run.quality.share:
        axes.yaxis.set_major_formatter(PercentFormatter(1))
