"""Draws fronts: two objectives as a scatter with steps, three in pairs, more as parallel coordinates."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from .. import style
from ..errors import DataError
from ..solution_sets import Front, Objective
from ..summary import number
from ..trade_offs import at_knee, knee, ordered, point
from .panels import LEAST_WIDTH, Group, Labels, Panel, draw_panels

#: Solutions that a page names where the pointer is, at most.
MOST_NAMED = 1000
#: Fronts of more objectives are drawn as parallel coordinates.
MOST_PAIRED = 3
#: More parallel lines than this are drawn the more transparent the more they are, so that it shows where most run.
FULL_LINES, LEAST_ALPHA = 25, 0.02


def draw_fronts(panels: Sequence[Panel[Front]], width: float | None = None, named: bool = False) -> Figure:
    """Draws the fronts of groups of runs; of a single run of two objectives it names the trade-offs at the knee.

    named: puts each solution of a single front, up to MOST_NAMED, into a group with the id `solution` and its number.
    Raises DataError where runs of a panel differ in their objectives, or a front has no feasible solution.
    """
    for panel in panels:
        _check(panel)
    sizes = {len(front.objectives) for panel in panels for front in _fronts(panel)}
    if len(sizes) > 1:
        raise DataError(f"the fronts have {' and '.join(map(str, sorted(sizes)))} objectives; name those of one number")
    (size,) = sizes
    if size == 2:
        return draw_panels(panels, 1, width, lambda panel, labels, axes: _draw_pair(axes[0], panel, labels, (0, 1), len(panels) == 1, named))
    if len(panels) > 1:
        raise DataError(f"fronts of {size} objectives are drawn of one instance; {len(panels)} are named")
    return _draw_pairs(panels[0], width, named) if size <= MOST_PAIRED else _draw_parallel(panels[0], width, named)


def _fronts(panel: Panel[Front]) -> list[Front]:
    return [front for group in panel.groups for front in group.runs]


def _check(panel: Panel[Front]) -> None:
    first, *others = _fronts(panel)
    for other in others:
        if [(each.name, each.direction) for each in other.objectives] != [(each.name, each.direction) for each in first.objectives]:
            raise DataError(f"{first.trace.path} and {other.trace.path} have different objectives; compare fronts of one problem")


def _axis_label(objective: Objective) -> str:
    """The end of an axis at which solutions are better is where the arrow points; a vertical label reads upwards."""
    return f"\N{LEFTWARDS ARROW} better: {objective.label}" if objective.minimises else f"{objective.label}: better \N{RIGHTWARDS ARROW}"


def _draw_pair(axes: Axes, panel: Panel[Front], labels: Labels, pair: tuple[int, int], told: bool, named: bool) -> list[Any]:
    fronts = _fronts(panel)
    for group, front in _each(panel):
        _draw_front(axes, front, pair, labels, group.label, named and len(fronts) == 1)
    across, upward = (fronts[0].objectives[place] for place in pair)
    axes.set_xlabel(_axis_label(across))
    axes.set_ylabel(_axis_label(upward))
    axes.grid(True, axis="both")
    if told and len(fronts) == 1:
        return _draw_knee(axes, fronts[0])
    return []


def _each(panel: Panel[Front]) -> Iterator[tuple[Group[Front], Front]]:
    for group in panel.groups:
        for front in group.runs:
            yield group, front


def _draw_front(axes: Axes, front: Front, pair: tuple[int, int], labels: Labels, label: str, named: bool) -> None:
    place = labels.names.index(label)
    look = {"color": labels.colour(label), "marker": style.marker(place), "markersize": 2.6}
    steps: Any = "-"
    if place:  # the dashes and hollow marks of a later front show an equal one below
        look |= {"markersize": 2.6 + min(place, 4), "markerfacecolor": "none", "markeredgewidth": 0.7}
        steps = (0, (4, 4 * place))
    order = ordered(front) if len(front.objectives) == 2 else front.feasible
    places = front.values[order][:, list(pair)]
    many = len(order) > MOST_NAMED  # their vector marks would take half a megabyte
    if len(front.objectives) == 2:
        axes.plot(*places.T, drawstyle="steps-post", linestyle=steps, linewidth=0.9, alpha=0.7, color=look["color"], label="_steps", rasterized=many)
    if named and not many:
        for solution, (x, y) in zip(order, places):
            axes.plot([x], [y], linestyle="none", label="_solution", gid=f"solution{solution}", **look)
    else:
        axes.plot(*places.T, linestyle="none", label=label, rasterized=many, **look)


def _draw_knee(axes: Axes, front: Front) -> list[Any]:
    place = knee(front)
    if place is None:
        return []
    solution = ordered(front)[place]
    ring = {"marker": "o", "markersize": 8, "markerfacecolor": "none", "markeredgecolor": "black", "linestyle": "none", "markeredgewidth": 0.9}
    axes.plot(*front.values[solution][:, None], label="_knee", **ring)
    told = "\n".join(map(str, at_knee(front)))
    return [style.key(f"knee: {point(front, solution)}\n{told}", **ring)]


def _draw_pairs(panel: Panel[Front], width: float | None, named: bool) -> Figure:
    """Three pairs of objectives, side by side where there is room."""
    pairs = list(combinations(range(len(_fronts(panel)[0].objectives)), 2))
    width = style.WIDTHS["double"] if width is None else width
    labels = Labels.of([panel])
    with style.applied():
        columns = style.columns(len(pairs), len(pairs), width, LEAST_WIDTH)
        rows = -(-len(pairs) // columns)
        drawing, axes = style.figure(rows, columns, (width, 0.9 * rows * width / columns), "none")
        for own, pair in zip(axes.flat, pairs):
            _draw_pair(own, panel, labels, pair, False, named)
        for spare in axes.flat[len(pairs) :]:
            spare.set_axis_off()
        style.legend_above(drawing, labels.handles([panel]))
    return drawing


def _draw_parallel(panel: Panel[Front], width: float | None, named: bool) -> Figure:
    """A line for each solution over all objectives, whose best values are above."""
    fronts = _fronts(panel)
    objectives = fronts[0].objectives
    costs = np.concatenate([front.costs[front.feasible] for front in fronts])
    # A quarter of a value has a difference to any other.
    least, most = costs.min(axis=0) / 4, costs.max(axis=0) / 4
    alpha = float(np.clip(FULL_LINES / len(costs), LEAST_ALPHA, 0.6))
    many = len(costs) > MOST_NAMED
    spans = np.where(most > least, most - least, 1.0)
    width = style.WIDTHS["double"] if width is None else width
    labels = Labels.of([panel])
    with style.applied():
        drawing, ((axes,),) = style.figure(1, 1, (width, 0.42 * width))
        for group, front in _each(panel):
            hot = named and len(fronts) == 1 and len(front) <= MOST_NAMED
            for solution in front.feasible:
                heights = 1 - (front.costs[solution] / 4 - least) / spans
                gid = f"solution{solution}" if hot else None
                line = {"color": labels.colour(group.label), "linestyle": labels.look(group.label)["linestyle"]}
                axes.plot(heights, linewidth=0.6, alpha=alpha, gid=gid, label="_solution", rasterized=many, **line)
        axes.set_xlim(-0.1, len(objectives) - 0.9)
        axes.set_ylim(-0.02, 1.02)
        for place, objective in enumerate(objectives):
            axes.axvline(place, color="0.3", linewidth=0.6, zorder=1.5)
            sign = 1 if objective.minimises else -1
            ends = (f"{number(float(4 * sign * end[place]))}" for end in (least, most))
            for end, height, align in zip(ends, (1.02, -0.02), ("bottom", "top")):
                axes.annotate(end, (place, height), ha="center", va=align, fontsize=7, xytext=(0, 2 if align == "bottom" else -2), textcoords="offset points")
        axes.set_xticks(range(len(objectives)), [each.label for each in objectives])
        axes.tick_params(axis="x", pad=10, length=0)
        axes.set_yticks([])
        axes.set_ylabel("better \N{RIGHTWARDS ARROW}")
        style.legend_above(drawing, labels.handles([panel]))
    return drawing
