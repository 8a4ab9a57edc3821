"""Draws figures of runs over one parameter as lines with intervals, and over two as a map of colours."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, MaxNLocator, SymmetricalLogLocator

from .. import style
from ..parameter_curves import Curve, Curves
from ..parameters import ISLANDS, is_number
from ..quantities import words
from ..summary import number
from .marks import plain, power, scale_islands, scale_log
from .panels import Labels

#: Panels side by side at most.
COLUMNS = 3
#: More labels of categories than this, or longer ones, are written upright.
MOST_LEVEL, LONGEST_LEVEL = 6, 8
#: The room between the points of two curves at one category.
DODGE = 0.12
#: Characters of a vertical label in a line.
LABEL_CHARACTERS = 24
#: Characters below an axis in a line, and inches that a character of an upright label takes.
WIDE_CHARACTERS, CHARACTER = 44, 0.075
PUBLISHED: dict[str, Any] = {"marker": "*", "markersize": 7, "markerfacecolor": "none", "markeredgewidth": 0.8, "linestyle": "none"}


def draw_parameter(found: Sequence[Curves], width: float | None = None, log: bool = False) -> Figure:
    """Draws a row of panels for each measure. Over one parameter there is a panel for each instance that has several curves; instances
    of one curve each share a panel. Over two there is a map for each curve.

    width: inches; by default that of a page, or of a column for one panel.
    log: draws a logarithmic axis of the parameter.
    """
    two = len(found[0].parameters) == 2
    panels = [_panels(each, two) for each in found]
    columns = min(len(panels[0]), COLUMNS)
    lines = -(-len(panels[0]) // columns)
    labels = Labels([] if two else list(dict.fromkeys(_name(curve, own) for measure in panels for _, own in measure for curve in own)))
    size = (width or style.WIDTHS["single" if columns == 1 else "double"], 0.3 + ((2.1 if two else 1.75) + _height_of_names(found[0].values(0))) * lines * len(found))
    with style.applied():
        drawing, axes = style.figure(lines * len(found), columns, size, sharex="none")
        keys: dict[str, Any] = {}
        for row, (curves, measure) in enumerate(zip(found, panels, strict=True)):
            for place in range(lines * columns):
                line, column = divmod(place, columns)
                own = axes[row * lines + line, column]
                if place >= len(measure):
                    own.set_axis_off()
                    continue
                title, members = measure[place]
                own.set_title(title)
                keys |= _draw_map(curves, members[0], own, drawing) if two else _draw_lines(curves, members, labels, own, log)
                if not two:
                    own.set_ylabel(textwrap.fill(words(curves.measure, curves.unit), LABEL_CHARACTERS) if column == 0 else "")
                if not two and lines == 1 and row + 1 < len(found):
                    own.set_xlabel("")
                    own.tick_params(labelbottom=False)
        numeric = not two and all(map(is_number, found[0].values(0)))
        shown = [] if labels.names == [""] else [style.key(name, **_look(labels, name, numeric)) for name in labels.names]
        style.legend_above(drawing, [*shown, *keys.values()])
    return drawing


def _panels(found: Curves, two: bool) -> list[tuple[str, list[Curve]]]:
    by_instance: dict[str, list[Curve]] = {}
    for curve in found.curves:
        by_instance.setdefault(curve.instance, []).append(curve)
    if two:
        return [(", ".join(each for each in (curve.instance, curve.series) if each), [curve]) for curve in found.curves]
    if all(len(own) == 1 for own in by_instance.values()):
        return [("", list(found.curves))]
    return list(by_instance.items())


def _name(curve: Curve, panel: Sequence[Curve]) -> str:
    return curve.instance if len({each.instance for each in panel}) > 1 else curve.series or (curve.instance if len(panel) == 1 else "")


def _look(labels: Labels, name: str, numeric: bool) -> dict[str, Any]:
    """Returns the style of a curve. Points at categories are not joined by a line."""
    look = labels.look(name) | {"marker": style.marker(labels.names.index(name))}
    return look if numeric else look | {"linestyle": "none"}


def _draw_lines(found: Curves, curves: Sequence[Curve], labels: Labels, axes: Axes, log: bool) -> dict[str, Any]:
    """Draws curves, and returns the legend entries that explain what is drawn besides them."""
    keys: dict[str, Any] = {}
    values = found.values(0)
    numeric = all(map(is_number, values))
    for place, curve in enumerate(curves):
        look = _look(labels, _name(curve, curves), numeric)
        colour = look["color"]
        for point in curve.points:
            if point.at[0] is None:
                axes.axhline(point.measured.value, color=colour, linestyle=(0, (4, 2)), linewidth=0.9)
                keys |= _entry("without the parameter", linestyle=(0, (4, 2)), linewidth=0.9)
        points = [point for point in curve.points if point.at[0] is not None]
        shift = 0.0 if numeric else DODGE * (place - (len(curves) - 1) / 2)
        at = np.array([float(point.at[0]) if numeric else values.index(point.at[0]) + shift for point in points])
        shown = np.array([_finite(point.measured.value) for point in points])
        axes.plot(at, shown, **look)
        bounds = np.array([[_finite(point.measured.low), _finite(point.measured.high)] for point in points]).reshape(-1, 2)
        if np.isfinite(bounds).any():
            axes.vlines(at, *_ends(bounds, shown), color=colour, linewidth=0.8)
            keys |= _entry("95 % interval", linestyle="none", marker="|", markersize=8)
        published = np.array([point.published for point in points])
        if np.isfinite(published).any():
            axes.plot(at, published, color=colour, **PUBLISHED)
            keys |= _entry("published", **PUBLISHED)
    axes.set_xlabel(textwrap.fill(found.parameters[0], WIDE_CHARACTERS))
    if numeric and found.parameters[0] == ISLANDS:
        scale_islands(axes, values)
    elif numeric:
        _scale(axes, values, log)
    else:
        _categories(axes, "x", values)
        axes.set_xlim(-0.5, len(values) - 0.5)
    return keys


def _ends(bounds: np.ndarray, shown: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Returns the ends of the intervals; one whose upper bound is infinite ends at its value."""
    return tuple(np.where(np.isfinite(each), each, shown) for each in bounds.T)  # type: ignore[return-value]


def _finite(value: float) -> float:
    return value if math.isfinite(value) else math.nan


def _entry(label: str, **look: Any) -> dict[str, Any]:
    return {label: style.key(label, **look)}


def _scale(axes: Axes, values: Sequence[float], log: bool) -> None:
    """Scales an axis of numbers; a logarithmic one that holds 0 is linear up to the least number beside it."""
    if not log:
        axes.margins(x=0.05)
        axes.xaxis.set_major_locator(MaxNLocator(5, integer=all(float(value).is_integer() for value in values)))
        return
    least = min((abs(value) for value in values if value), default=1.0)
    if min(values) > 0:
        axes.set_xscale("log")
        scale_log(axes.xaxis)
    else:
        axes.set_xscale("symlog", linthresh=least, linscale=0.5)
        axes.xaxis.set_major_locator(SymmetricalLogLocator(base=10, linthresh=least))
        axes.xaxis.set_major_formatter(FuncFormatter(_tick))


def _tick(value: float, _: int | None = None) -> str:
    return power(value)


def _categories(axes: Axes, axis: str, values: Sequence[Any]) -> None:
    texts = _texts(values)
    upright = axis == "x" and _is_upright(texts)
    (axes.set_xticks if axis == "x" else axes.set_yticks)(range(len(texts)), texts, **({"rotation": 90} if upright else {}))


def _texts(values: Sequence[Any]) -> list[str]:
    return [textwrap.fill(category(value), LABEL_CHARACTERS) for value in values]


def _is_upright(texts: Sequence[str]) -> bool:
    return len(texts) > MOST_LEVEL or max(map(len, texts)) > LONGEST_LEVEL


def _height_of_names(values: Sequence[Any]) -> float:
    """Returns the inches that upright labels take besides those of short ones."""
    texts = [] if all(map(is_number, values)) else _texts(values)
    longest = max((len(line) for text in texts for line in text.splitlines()), default=0)
    return CHARACTER * max(longest - LONGEST_LEVEL, 0) if texts and _is_upright(texts) else 0.0


def category(value: Any) -> str:
    """Returns a value of a configuration as it is written there, numbers in few digits."""
    if isinstance(value, bool):
        return str(value).lower()
    return plain(value) if is_number(value) else str(value)


def _draw_map(found: Curves, curve: Curve, axes: Axes, drawing: Figure) -> dict[str, Any]:
    """Draws a cell for each pair of values, with its figure, and below it the published one. Grey cells have no runs or no figure."""
    columns, rows = found.values(0), found.values(1)
    shown = np.full((len(rows), len(columns)), np.nan)
    published: dict[tuple[int, int], float] = {}
    for point in curve.points:
        if None in point.at:
            continue
        place = rows.index(point.at[1]), columns.index(point.at[0])
        shown[place] = _finite(point.measured.value)
        if math.isfinite(point.published):
            published[place] = point.published
    finite = [_finite(point.measured.value) for each in found.curves for point in each.points]
    limits = (np.nanmin(finite), np.nanmax(finite)) if np.isfinite(finite).any() else (0.0, 1.0)
    factor = style.shrinking(*limits)
    axes.set_facecolor("0.85")
    axes.grid(False)
    image = axes.pcolormesh(*(np.arange(len(values) + 1) - 0.5 for values in (columns, rows)), shown * factor, cmap="cividis", vmin=limits[0] * factor, vmax=limits[1] * factor)
    middle = limits[0] / 2 + limits[1] / 2
    for (row, column), value in np.ndenumerate(shown):
        if math.isfinite(value):
            text = number(float(value), 3) + (f"\n({number(published[row, column], 3)})" if (row, column) in published else "")
            axes.text(column, row, text, ha="center", va="center", fontsize=7, color="white" if value < middle else "black")
    _categories(axes, "x", columns)
    _categories(axes, "y", rows)
    axes.set_xlabel(found.parameters[0])
    axes.set_ylabel(found.parameters[1])
    style.add_colours(drawing, image, factor, ax=axes, label=words(found.measure, found.unit))
    return _entry("in brackets: published", linestyle="none") if published else {}
