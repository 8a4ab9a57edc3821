"""Draws who was busy with evaluations when, and how long evaluations took."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure
from matplotlib.patches import Patch
from matplotlib.ticker import PercentFormatter
from numpy.typing import NDArray

from .. import style
from ..evaluation_times import EDGES, EvaluationTimes
from ..gantt import COLOURS, Gantt
from ..summary import number
from .marks import scale_log
from .panels import Labels, Panel, draw_panels

#: Inches of a worker's line, and of all lines at most.
LINE, MOST_HEIGHT = 0.16, 6.0
#: Workers that are named beside the chart, at most.
MOST_NAMES = 32
FAILURE: dict[str, Any] = {"color": "black", "marker": "x", "markersize": 3.5, "markeredgewidth": 0.8, "linestyle": "none"}


def caption(times: EvaluationTimes) -> str:
    """Says what the evaluations of a run come to."""
    workers = len(times.workers)
    told = [f"{number(times.made)} evaluations by {number(workers)} worker{'s' * (workers != 1)}"]
    told += [f"{number(count)} {what}" for count, what in ((times.failed, "failed"), (times.known, "known from a journal")) if count]
    if not np.isnan(times.busy_share):
        told.append(f"busy for {100 * times.busy_share:.1f} % of the time")
    return ", ".join(told)


def draw_gantt(chart: Gantt, width: float | None = None) -> Figure:
    """Draws a line for each worker with a bar for each evaluation, coloured by island; of many evaluations the share of time
    for which it was busy, as the depth of the colour of the island that took most of it. Crosses mark failures.
    """
    times = chart.times
    height = min(max(len(times.workers) * LINE, 0.8), MOST_HEIGHT) + 0.5
    with style.applied():
        drawing, axes = style.figure(1, 1, (width or style.WIDTHS["double"], height))
        own: Axes = axes[0, 0]
        if chart.shares is None:
            _draw_bars(own, chart)
        else:
            lines = len(times.workers)
            own.imshow(
                _picture(chart.shares), aspect="auto", interpolation="nearest", extent=(0, times.span_s, lines - 0.5, -0.5), zorder=2
            )
        own.plot(chart.failures[:, 1], chart.failures[:, 0], zorder=3, clip_on=False, **FAILURE)
        own.set_xlim(0, times.span_s or 1)
        own.set_ylim(len(times.workers) - 0.5, -0.5)
        own.set_xlabel("time since the first evaluation began (s)")
        _name_workers(own, times)
        style.legend_above(drawing, _handles(chart), caption(times))
    return drawing


def _draw_bars(own: Axes, chart: Gantt) -> None:
    for worker in range(len(chart.times.workers)):
        mine = chart.worker == worker
        spans = np.column_stack([chart.start[mine], chart.duration[mine]])
        colours = [style.colour(island % COLOURS) for island in chart.island[mine]]
        own.broken_barh(spans, (worker - 0.4, 0.8), facecolors=colours, edgecolor="white", linewidth=0.2, zorder=2)


def _picture(shares: NDArray[np.float64]) -> NDArray[np.float64]:
    """Returns the colours, [worker, part, red green blue]: white where a worker was idle."""
    colours = np.array([to_rgb(style.colour(place)) for place in range(COLOURS)])
    busy = np.clip(shares.sum(axis=2, keepdims=True), 0, 1)
    return np.asarray(1 - busy * (1 - colours[shares.argmax(axis=2)]))


def _name_workers(own: Axes, times: EvaluationTimes) -> None:
    single = all(place == 0 for _, place in times.workers)
    own.set_ylabel("rank" if single else "rank.worker")
    shown = range(0, len(times.workers), -(-len(times.workers) // MOST_NAMES))
    own.set_yticks(list(shown), [str(rank) if single else f"{rank}.{place}" for rank, place in (times.workers[each] for each in shown)])
    own.grid(False)


def _handles(chart: Gantt) -> list[Any]:
    islands = chart.times.trace.islands
    if islands > COLOURS:
        return [*([style.key("failed", **FAILURE)] if chart.times.failed else []), Patch(color="0.6", label=f"each {COLOURS}th island has the same colour")]
    handles: list[Any] = [Patch(color=style.colour(island), label=f"island {island}") for island in range(islands)]
    return [*handles, *([style.key("failed", **FAILURE)] if chart.times.failed else [])]


def draw_durations(panels: Sequence[Panel[EvaluationTimes]], width: float | None = None) -> Figure:
    """Draws the share of evaluations that took at most so long: those that gave a fitness as a full line, failures dotted."""

    def draw(panel: Panel[EvaluationTimes], labels: Labels, axes: NDArray[Any]) -> list[Any]:
        (own,) = axes
        any_failed = False
        for group in panel.groups:
            for failed, label in ((False, group.label), (True, f"{group.label}: failed")):
                counts = sum((run.failed_counts if failed else run.done_counts) for run in group.runs)
                if not np.any(counts):
                    continue
                any_failed |= failed
                durations, shares = _steps(np.asarray(counts))
                own.plot(durations, shares, label=label, drawstyle="steps-post", **labels.look(group.label, failed, len(shares)))
        own.set_xscale("log")
        scale_log(own.xaxis)
        own.set_ylim(0, 1.02)
        own.yaxis.set_major_formatter(PercentFormatter(1))
        own.set_xlabel("duration of an evaluation (s)")
        own.set_ylabel("evaluations")
        return [style.key("gave a fitness"), style.key("failed", linestyle=":")] if any_failed else []

    return draw_panels(panels, 1, width, draw)


def _steps(counts: NDArray[np.int64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Returns durations and the share of evaluations that took at most as long."""
    (filled,) = np.nonzero(counts)
    bins = np.arange(filled[0], filled[-1] + 1)
    shares = np.cumsum(counts[bins]) / counts.sum()
    return np.concatenate([EDGES[bins[:1]], EDGES[bins + 1]]), np.concatenate([[0.0], shares])
