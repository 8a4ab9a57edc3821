"""Draws where new bests are found: by island, against the share that islands alike would have."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from .. import style
from ..effects import mean_estimate
from ..origins import Origins
from .marks import TARGET
from .panels import Group, Labels, Panel, draw_panels


def draw_origins(panels: Sequence[Panel[Origins]], width: float | None = None) -> Figure:
    """Draws, for each group, the mean share of an island in the new bests over an even share, with its 95 % interval.

    If the groups of a panel differ in their number of islands, these are placed from 0, the first, to 1, the last.
    """

    def draw(panel: Panel[Origins], labels: Labels, axes: np.ndarray) -> list[Any]:
        (own,) = axes
        counts = {run.islands for group in panel.groups for run in group.runs}
        for group in panel.groups:
            for islands in sorted({run.islands for run in group.runs}):
                _draw_group(own, group, islands, labels, relative=len(counts) > 1)
        own.axhline(1.0, **TARGET)
        own.set_ylim(bottom=0)
        own.set_ylabel("share of new bests\nover an even share")
        own.set_xlabel("island, from first (0) to last (1)" if len(counts) > 1 else "island")
        if len(counts) == 1:
            own.xaxis.set_major_locator(MaxNLocator(6, integer=True))
        return [style.key("even share", **TARGET)]

    return draw_panels(panels, 1, width, draw)


def _draw_group(axes: Any, group: Group[Origins], islands: int, labels: Labels, relative: bool) -> None:
    shares = np.array([islands * run.shares for run in group.runs if run.islands == islands and len(run.credit)])
    if not len(shares):
        return
    found = [mean_estimate(shares[:, island]) for island in range(islands)]
    means, lows, highs = (np.array([getattr(each, name) for each in found]) for name in ("value", "low", "high"))
    # The groups stand side by side, so that none hides the interval of another.
    shift = 0.08 * (labels.names.index(group.label) - (len(labels.names) - 1) / 2)
    places = np.arange(islands) / (islands - 1) if relative else np.arange(islands) + shift
    look = labels.look(group.label) | {"marker": style.marker(labels.names.index(group.label)), "markevery": 1}
    axes.errorbar(places, means, yerr=[means - lows, highs - means], label=group.label, elinewidth=0.8, **look)
