"""Draws runtime distributions, one line for each group."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.figure import Figure
from matplotlib.ticker import PercentFormatter
from numpy.typing import NDArray

from ..ecdf import Runtime, distribution, ladder
from .marks import EFFORTS, scale_log
from .panels import Labels, Panel, draw_panels


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
        own.set_xlabel(EFFORTS[axis])
        own.set_ylabel(f"reached of {len(aims)} target{'s' if len(aims) > 1 else ''}\nin {_runs(panel)}")
        return []

    return draw_panels(panels, 1, width, draw)


def _runs(panel: Panel[Runtime]) -> str:
    counts = sorted({len(group.runs) for group in panel.groups})
    told = str(counts[0]) if len(counts) == 1 else f"{counts[0]} to {counts[-1]}"
    return f"{told} run{'s' if counts[-1] > 1 else ''}"
