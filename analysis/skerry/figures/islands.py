"""Draws the islands of one run: a small picture of each of a few islands, or a map of many."""

import math

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from .. import style
from ..islands import IslandLines, IslandMap
from .marks import SHADE, TARGET, scale_generations
from .panels import fitness_label

#: More pictures than this would be too small to read.
MOST_MULTIPLES = 24
#: Inches of a small picture without an axis of its own, at least.
LEAST_WIDTH = 1.1


def draw_lines(islands: IslandLines, width: float | None = None, log: bool = False) -> Figure:
    """Draws a small picture of each island on the same axes: best, median and worst individual by generation.

    The limits of the axes fit best and median. The worst may lie outside, since random immigrants can be far worse.
    log: makes the axis of generations logarithmic.
    """
    count = islands.trace.islands
    columns = style.columns(count, 3 if count <= 6 else math.ceil(math.sqrt(count)), width, LEAST_WIDTH)
    rows = math.ceil(count / columns)
    if width is None:
        width = style.WIDTHS["single" if count <= 4 else "double"]
    each = width / columns
    with style.applied():
        drawing, axes = style.figure(rows, columns, (width, 0.3 + rows * max(0.72 * each, 1.0)), "all", "all")
        for island, own in enumerate(axes.flat):
            if island < count:
                _draw_island(own, islands, island)
            else:
                own.set_axis_off()
        scale_generations(axes.flat[0], islands.trace.generations, log)
        axes.flat[0].set_ylim(_limits(islands))
        _label_outside(axes, count, fitness_label(islands.trace))
        keys = [style.key(name, **look) for name, look in _looks().items()]
        if islands.trace.target is not None:
            keys.append(style.key("target", **TARGET))
        style.legend_above(drawing, keys)
    return drawing


def _looks() -> dict[str, dict[str, object]]:
    return {
        "best": {"color": style.colour(0), "linestyle": "-"},
        "median": {"color": style.colour(0), "linestyle": ":"},
        "worst": {"color": style.colour(1), "linestyle": (0, (3, 1.5)), "linewidth": 0.6},
    }


def _draw_island(axes: Axes, islands: IslandLines, island: int) -> None:
    generation = islands.best.positions
    minimises = islands.trace.minimises
    best = (islands.best.lowest if minimises else islands.best.highest)[:, island]
    worst = (islands.worst.highest if minimises else islands.worst.lowest)[:, island]
    curves = {"best": best, "median": islands.median.median[:, island], "worst": worst}
    axes.fill_between(generation, best, worst, color=style.colour(0), **SHADE)
    for name, values in curves.items():
        axes.plot(generation, values, label=name, **_looks()[name])
    if islands.trace.target is not None:
        # axhline() fails where the limits are farther apart than a number can tell.
        axes.plot([0, max(islands.trace.generations, 1)], [islands.trace.target] * 2, zorder=1.5, label="target", **TARGET)
    axes.set_title(f"island {island}", pad=2)


def _limits(islands: IslandLines) -> tuple[float, float]:
    """Returns limits that contain the best and median individuals of all islands, with a margin."""
    values = np.concatenate([islands.best.lowest, islands.best.highest, islands.median.median])
    if islands.trace.target is not None:
        values = np.concatenate([values, np.full_like(values[:1], islands.trace.target)])
    if np.isnan(values).all():
        return 0.0, 1.0
    low, high = float(np.nanmin(values)), float(np.nanmax(values))
    margin = 0.05 * high - 0.05 * low or (0.5 if low - 0.5 < low else 0.05 * abs(low))
    largest = float(np.finfo(float).max)
    return max(low - margin, -largest), min(high + margin, largest)


def _label_outside(axes: np.ndarray, count: int, fitness: str) -> None:
    """Labels the left and lower edges of the grid, also beside places that stay empty."""
    rows, columns = axes.shape
    axes.flat[0].set_xlabel("")
    for row in range(rows):
        axes[row, 0].set_ylabel(fitness)
    for column in range(columns):
        lowest = axes[(count - 1 - column) // columns, column]
        lowest.set_xlabel("generation")
        lowest.tick_params(labelbottom=True)


def draw_map(islands: IslandMap, width: float | None = None, log: bool = False) -> Figure:
    """Draws the best fitness of every island as a colour; generations go to the right and islands upwards.

    log: makes the axis of generations logarithmic.
    """
    width = style.WIDTHS["single"] if width is None else width
    trace = islands.trace
    rows, columns = islands.best.shape
    generations = np.minimum(islands.generations_each * np.arange(columns + 1), trace.generations + 1)
    numbers = np.minimum(islands.islands_each * np.arange(rows + 1), trace.islands)
    lowest, highest = _colours(islands)
    factor = style.shrinking(lowest, highest)
    with style.applied():
        drawing, ((axes,),) = style.figure(1, 1, (width, 0.8 * width))
        picture = axes.pcolormesh(
            generations,
            numbers,
            islands.best * factor,
            cmap="viridis_r" if trace.minimises else "viridis",
            vmin=lowest * factor,
            vmax=highest * factor,
            rasterized=True,  # vector paths would take megabytes
        )
        axes.set_facecolor("0.8")
        axes.grid(False)
        axes.yaxis.set_major_locator(MaxNLocator(6, integer=True))
        scale_generations(axes, trace.generations + 1, log)
        axes.set_ylim(0, trace.islands)
        axes.set_ylabel("island" if islands.islands_each == 1 else f"island (best of {islands.islands_each} neighbours)")
        bar = style.add_colours(drawing, picture, factor, ax=axes, extend="max" if trace.minimises else "min", pad=0.02)
        bar.outline.set_linewidth(0.6)
        bar.set_label(f"{fitness_label(trace)} of the best")
    return drawing


def _colours(islands: IslandMap) -> tuple[float, float]:
    """Returns the fitness at both ends of the colour scale. The worst 2 % of the values share the last colour."""
    if np.isnan(islands.best).all():
        return 0.0, 1.0
    # A quarter of a value has a difference to any other.
    lowest, highest = 4 * np.nanquantile(islands.best / 4, [0, 0.98] if islands.trace.minimises else [0.02, 1])
    return float(lowest), float(highest)
