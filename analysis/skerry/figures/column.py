"""Draws a column of /generation by generation, of the islands of one run or of groups of runs."""

import textwrap
from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.figure import Figure

from .. import members, style
from ..column_series import ColumnSeries
from .marks import scale_generations, shade, shade_key
from .panels import Labels, Panel, by_run, draw_panels, traces_of

#: Characters in a line of the label of an axis.
LABEL_WIDTH = 30


def draw_column(panels: Sequence[Panel[ColumnSeries]], width: float | None = None, log: bool = False) -> Figure:
    """Draws the median and the range of the islands of a run; of many runs those of the means of their islands.

    Of several groups the middle half of each is shaded in place of the range.
    log: makes the axis of generations logarithmic.
    """

    def draw(panel: Panel[ColumnSeries], labels: Labels, axes: np.ndarray) -> list[Any]:
        own, several, of_runs = axes[0], len(panel.groups) > 1, by_run(panel)
        shaded = False
        for group in panel.groups:
            if of_runs:
                curves = members.of_runs([run.mean for run in group.runs], hold_last=False)
            else:
                curves = members.of_islands(group.runs[0].islands, group.runs[0].trace.islands)
            if curves.members > 1:
                shade(own, curves, labels.colour(group.label), several, f"_{group.label}: cover")
                shaded = True
            own.plot(curves.at, curves.median, label=group.label, **labels.look(group.label, False, len(curves.at)))
        scale_generations(own, max(trace.generations for trace in traces_of(panel)), log)
        own.set_ylabel(textwrap.fill(panel.groups[0].runs[0].label, LABEL_WIDTH))
        if not shaded:
            return []
        told = "runs" if of_runs else "islands"
        return [style.key(f"median of the {told}"), shade_key(told, several)]

    return draw_panels(panels, 1, width, draw)
