"""Draws the cost of migration by epoch: bytes, seconds, and their share of the run's time."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.figure import Figure
from matplotlib.ticker import EngFormatter, MaxNLocator

from .. import members, style
from ..migration_cost import MigrationCost
from .marks import scale_log, shade, shade_key
from .panels import Labels, Panel, by_run, draw_panels


def draw_migration(panels: Sequence[Panel[MigrationCost]], width: float | None = None) -> Figure:
    """Draws three axes for each panel, from top to bottom: the bytes that all islands send; the seconds for which an
    island exchanges (full line) and waits for the last one (dotted line); the share of both in the time of their epoch.
    Lines show the medians of the members, shaded areas their range, or of several groups the middle half.
    """

    def draw(panel: Panel[MigrationCost], labels: Labels, axes: np.ndarray) -> list[Any]:
        volume, seconds, share = axes
        middle = len(panel.groups) > 1
        for group in panel.groups:
            runs, colour = group.runs, labels.colour(group.label)
            for own, curves in (
                (volume, members.of_runs([run.bytes for run in runs], hold_last=False)),
                (share, members.of_runs([run.share for run in runs], hold_last=False)),
            ):
                shade(own, curves, colour, middle)
                own.plot(curves.at, curves.median, label=group.label, **labels.look(group.label, False, len(curves.median)))
            for name, dotted in (("exchange", False), ("waiting", True)):
                parts = [getattr(run, name) for run in runs]
                curves = (
                    members.of_runs([each["median"] for each in parts], hold_last=False)
                    if by_run(panel)
                    else members.of_islands(parts[0], runs[0].trace.islands)
                )
                shade(seconds, curves, colour, middle)
                seconds.plot(
                    curves.at,
                    curves.median,
                    label=f"{group.label}: {name}",
                    **labels.look(group.label, dotted, len(curves.median)),
                )
        volume.set_ylabel("bytes sent,\nall islands")
        volume.yaxis.set_major_formatter(EngFormatter(unit="B"))
        if any((line.get_ydata() > 0).any() for line in seconds.get_lines()):
            seconds.set_yscale("log", nonpositive="clip")
            scale_log(seconds.yaxis)
        else:
            seconds.set_ylim(0, 1)
        seconds.yaxis.set_major_formatter(EngFormatter(unit="s"))
        seconds.set_ylabel("time of an island")
        share.set_ylabel("share of the\nepoch's time (%)")
        for own in (volume, share):
            own.set_ylim(bottom=0)
        share.set_xlabel("epoch")
        share.xaxis.set_major_locator(MaxNLocator(6, integer=True, min_n_ticks=1))
        return [style.key("exchange"), style.key("waiting", linestyle=":"), shade_key("runs" if by_run(panel) else "islands", middle)]

    return draw_panels(panels, 3, width, draw)
