"""Draws generations to the target against the number of islands, a line for each migration."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from .. import style
from ..scaling import ScalingRow
from .marks import scale_islands, scale_log
from .panels import LEAST_WIDTH

#: Panels side by side at most.
COLUMNS = 3
#: The factor between the points of two lines at one number of islands, whose intervals would else cover each other.
DODGE = 1.06
#: Times its value that an interval without an upper bound is drawn.
OPEN = 10
IDEAL = {"color": "0.6", "linewidth": 0.8, "linestyle": (0, (4, 2))}


def draw_scaling(rows: Sequence[ScalingRow], width: float | None = None) -> Figure:
    """Draws a panel for each instance, with intervals of 95 %. A hollow marker: no run reached the target, so it lies above. The grey
    line is the baseline, divided by the number of islands.

    width: inches; by default that of a page, or of a column for one instance.
    """
    instances = list(dict.fromkeys(row.instance for row in rows))
    alone = [row for row in rows if sum(other.instance == row.instance for other in rows) == 1]
    series = list(dict.fromkeys(row.series for row in rows if not row.is_baseline or row in alone))
    columns = style.columns(len(instances), COLUMNS, width, LEAST_WIDTH)
    lines = -(-len(instances) // columns)
    size = (width or style.WIDTHS["single" if columns == 1 else "double"], 0.3 + 1.9 * lines)
    with style.applied():
        drawing, axes = style.figure(lines, columns, size, sharex="none")
        for place in range(lines * columns):
            own = axes[divmod(place, columns)]
            if place >= len(instances):
                own.set_axis_off()
                continue
            _draw([row for row in rows if row.instance == instances[place]], series, own)
            own.set_title(instances[place])
            if place % columns == 0:
                own.set_ylabel("generations to the target")
        keys = [style.key(name or "islands", marker=style.marker(i), **_look(i)) for i, name in enumerate(series)]
        if len(alone) < len(rows):
            keys.append(style.key(f"{_base(rows)}, divided by the islands", **IDEAL))
        keys.append(style.key("95 % interval", linestyle="none", marker="|", markersize=8))
        if not all(row.generations.reached for row in rows):
            keys.append(style.key("hollow: no run reached it", linestyle="none", marker="o", markerfacecolor="white"))
        style.legend_above(drawing, keys)
    return drawing


def _base(rows: Sequence[ScalingRow]) -> str:
    islands = {row.islands for row in rows if row.is_baseline}
    return "one island" if islands == {1} else "the first group, times its islands"


def _look(number: int) -> dict[str, Any]:
    return style.line(number, 1)


def _draw(rows: Sequence[ScalingRow], series: Sequence[str], axes: Axes) -> None:
    base = next((row for row in rows if row.is_baseline), None)
    islands = sorted({row.islands for row in rows})
    if base is not None:
        axes.plot(islands, [base.generations.value * base.islands / each for each in islands], zorder=0, **IDEAL)
    drawn: list[tuple[float, ScalingRow, str]] = []
    for number, name in enumerate(series):
        own = sorted((row for row in rows if row.series == name and (not row.is_baseline or len(rows) == 1)), key=lambda row: row.islands)
        line = [*([base] if base is not None and own and own[0].islands > base.islands else []), *own]
        colour = style.colour(number)
        shift = DODGE ** (number - (len(series) - 1) / 2)
        axes.plot([shift * row.islands for row in line], [row.generations.value for row in line], **_look(number))
        for row in line:
            look = {"marker": style.marker(number), "color": colour, "markerfacecolor": colour if row.generations.reached else "white"}
            axes.plot([shift * row.islands], [row.generations.value], linestyle="none", **look)
            drawn.append((shift * row.islands, row, colour))
    scale_islands(axes, islands)
    axes.set_xlabel("islands")
    axes.set_yscale("log")
    scale_log(axes.yaxis)
    for at, row, colour in drawn:
        low, high = row.generations.low, row.generations.high
        if np.isfinite(low):
            # A bound that is infinite lies beyond the upper edge.
            axes.plot([at, at], [low, high if np.isfinite(high) else OPEN * row.generations.value], color=colour, linewidth=0.8)
