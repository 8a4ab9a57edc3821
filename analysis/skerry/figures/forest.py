"""Draws a study as a forest plot: the A12 of each variant against the baseline with its interval, by instance."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from .. import style
from ..effects import Estimate
from ..stats import MAGNITUDES
from ..study import COST, Pooled, StudyRow

#: Inches that a line takes, and the place in lines that an instance leaves below itself.
LINE = 0.135
GAP = 0.7
#: Characters of the label below in a line.
LABEL_CHARACTERS = 44

#: What the share of pairs counts, by the measure.
BETTER = {"best": "end better", COST: "reach the target\nwith fewer evaluations"}
OVER_ALL = "all instances, mean"
#: The lines at the effects to which Vargha and Delaney give words.
EFFECT = {"color": "0.75", "linewidth": 0.6}
#: Place of a line, its variant, its estimate, and whether the marker is full.
Line = tuple[float, str, Estimate, bool]


def draw_forest(rows: Sequence[StudyRow], pooled: Sequence[Pooled], baseline: str, width: float | None = None) -> Figure:
    """Draws a line for each comparison, and for the mean of each variant. A full marker is a difference: on an instance after
    Holm's correction, of a mean where its interval leaves out one half.

    width: inches; by default a column of a page.
    """
    compared = [(row, row.against) for row in rows if row.against]
    variants = [each.variant for each in pooled]
    blocks: dict[str, list[tuple[str, Estimate, bool]]] = {}
    for row, against in compared:
        blocks.setdefault(row.instance, []).append((row.variant, against.a12, against.verdict != "equal"))
    if len(blocks) > 1:
        blocks[OVER_ALL] = [(each.variant, each.a12, each.a12.low > 0.5 or each.a12.high < 0.5) for each in pooled]
    lines, ticks, end = _placed(blocks)
    with style.applied():
        drawing, axes = style.figure(1, 1, (width or style.WIDTHS["single"], 0.9 + LINE * end))
        own = axes[0, 0]
        for place, variant, estimate, full in lines:
            _draw_line(own, place, estimate, full, variants.index(variant))
        _finish(own, ticks, end, baseline, {row.measure for row, _ in compared})
        keys = [style.key(name, linestyle="none", marker=style.marker(i), color=style.colour(i)) for i, name in enumerate(variants)]
        keys.append(style.key("hollow: may be chance", linestyle="none", marker="o", markerfacecolor="white"))
        style.legend_above(drawing, [*keys, style.key("small, medium, large effect", **EFFECT)])
    return drawing


def _placed(blocks: dict[str, list[tuple[str, Estimate, bool]]]) -> tuple[list[Line], list[tuple[float, str]], float]:
    """Returns the lines, the middle of each block with its name, and the place where the last block ends."""
    lines: list[Line] = []
    ticks, place = [], 0.0
    for name, members in blocks.items():
        ticks.append((place + (len(members) - 1) / 2, name))
        for variant, estimate, full in members:
            lines.append((place, variant, estimate, full))
            place += 1
        place += GAP
    return lines, ticks, place - GAP


def _draw_line(axes: Axes, place: float, estimate: Estimate, full: bool, number: int) -> None:
    colour = style.colour(number)
    if estimate.low == estimate.low:
        axes.plot([estimate.low, estimate.high], [place, place], color=colour, linewidth=1.0)
    look: dict[str, Any] = {"marker": style.marker(number), "color": colour, "markerfacecolor": colour if full else "white"}
    axes.plot([estimate.value], [place], linestyle="none", markersize=4, markeredgewidth=0.8, **look)


def _finish(axes: Axes, ticks: Sequence[tuple[float, str]], end: float, baseline: str, measures: set[str]) -> None:
    axes.axvline(0.5, color="0.3", linewidth=0.8, zorder=0)
    for distance, _ in MAGNITUDES:
        for side in (-1, 1):
            axes.axvline(0.5 + side * distance, zorder=0, **EFFECT)
    axes.grid(False)
    axes.set_xlim(-0.02, 1.02)
    axes.set_ylim(end - 0.4, -0.6)
    axes.set_yticks([place for place, _ in ticks], [name for _, name in ticks])
    axes.tick_params(axis="y", length=0)
    better = BETTER[measures.pop()] if len(measures) == 1 else "are better"
    against = textwrap.fill(f"A12 against {baseline}", LABEL_CHARACTERS)
    axes.set_xlabel(f"{against}\n(share of pairs of runs that {better})")
