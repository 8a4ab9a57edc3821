"""Draws where the lines of descent of the best individuals were, epoch by epoch."""

from collections.abc import Mapping

import matplotlib
import numpy as np
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator, PercentFormatter

from .. import style
from ..lineage import MeanAncestry

#: More islands than this have no entry of their own in the legend.
MOST_NAMED = 8
RESTING, LATER = "0.85", "white"


def draw_lineage(groups: Mapping[str, MeanAncestry], width: float | None = None) -> Figure:
    """Draws the shares of the islands by epoch, one above the other, island 0 lowest; a panel for each group.

    The rest is grey for lines whose island is unknown in that epoch, and white for those that begin later. width: inches.
    """
    if width is None:
        width = style.WIDTHS["single" if len(groups) == 1 else "double"]
    columns = min(len(groups), 3)
    rows = -(-len(groups) // columns)
    most = max(mean.islands.shape[1] for mean in groups.values())
    shades = matplotlib.colormaps["viridis"](np.linspace(0, 0.95, most))
    with style.applied():
        drawing, axes = style.figure(rows, columns, (width, 0.4 + 1.9 * rows), sharey="all")
        for place, own in enumerate(axes.flat):
            if place >= len(groups):
                own.set_axis_off()
                continue
            label, mean = list(groups.items())[place]
            parts = [*mean.islands.T, mean.resting, mean.later]
            epochs = np.arange(len(mean.runs))
            colours = [*shades[: mean.islands.shape[1]], RESTING, LATER]
            if len(epochs) > 1:
                own.stackplot(epochs, parts, colors=colours, linewidth=0)
            else:
                own.bar(np.zeros(len(parts)), [part[0] for part in parts], bottom=np.cumsum([0, *(part[0] for part in parts[:-1])]), color=colours)
            own.set_ylim(0, 1)
            own.xaxis.set_major_locator(MaxNLocator(5, integer=True))
            own.yaxis.set_major_formatter(PercentFormatter(1))
            if place + columns >= len(groups):  # the lowest of its column, whatever stands beside it
                own.set_xlabel("epoch")
                own.tick_params(labelbottom=True)
            own.set_title(label if len(groups) > 1 else "")
        for own in axes[:, 0]:
            own.set_ylabel("lines of descent")
        style.legend_above(drawing, _keys(shades))
    return drawing


def _keys(shades: np.ndarray) -> list[matplotlib.artist.Artist]:
    count = len(shades)
    named = range(count) if count <= MOST_NAMED else (0, count // 2, count - 1)
    look = {"marker": "s", "linestyle": "none", "markersize": 6, "markeredgecolor": "0.5"}
    islands = [style.key(f"island {island}", markerfacecolor=shades[island], **look) for island in named]
    rest = [style.key("island unknown", markerfacecolor=RESTING, **look), style.key("begin later", markerfacecolor=LATER, **look)]
    return [*islands, *rest]
