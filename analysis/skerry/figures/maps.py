"""Draws the map of a run: the best solution of each cell, as a colour over the features."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.cm import ScalarMappable
from matplotlib.collections import PolyCollection
from matplotlib.colors import Normalize
from matplotlib.figure import Figure
from matplotlib.patches import Patch, Rectangle
from matplotlib.ticker import MaxNLocator
from numpy.typing import NDArray

from .. import style
from ..map_planes import Plane, heat, order_of, pairs_of, plane, polygons
from ..solution_sets import Archive, Feature
from ..summary import number
from .panels import LEAST_WIDTH, fitness_label

OPEN: dict[str, Any] = {"facecolor": "0.85"}
PROVEN: dict[str, Any] = {"facecolor": "white", "edgecolor": "0.5", "hatch": "//////", "linewidth": 0}
#: Of more cells than this, vector paths would take megabytes.
MOST_PATHS = 2500
#: Solutions that a page names where the pointer is, at most.
MOST_NAMED = 1000
MOST_COLUMNS = 3


def draw_archive(
    archive: Archive, empty: Sequence[int] = (), features: Sequence[str] = (), width: float | None = None, named: bool = False
) -> Figure:
    """Draws a map over two features; of more, a picture of each pair, in which a cell shows the best over all others.

    Where fitness is minimised, colours are gaps to the best. Cells of centroids are drawn as they are where there are two
    features; of more, every solution is a point.
    empty: cells that no solution can fill, besides those that the trace knows as such. features: draws their pairs alone.
    named: puts each solution of which one is drawn, up to MOST_NAMED, into a group with the id `solution` and its number.
    Raises UsageError for an unknown feature, and DataError where no solution is feasible.
    """
    pairs: list[tuple[int, int | None]] = [*pairs_of(archive, features)] or [(0, None)]
    columns = style.columns(len(pairs), MOST_COLUMNS, width, LEAST_WIDTH)
    rows = -(-len(pairs) // columns)
    width = style.WIDTHS["single" if columns == 1 else "double"] if width is None else width
    values, proven = heat(archive), np.union1d(archive.proven_empty, np.array(empty, dtype="i8"))
    factor = style.shrinking(values[archive.feasible].min(), values[archive.feasible].max())
    values = values * factor
    colours = ScalarMappable(_scale(archive, values), "viridis_r" if archive.trace.minimises else "viridis")
    flat = pairs[0][1] is None
    with style.applied():
        drawing, axes = style.figure(rows, columns, (width, 0.2 + rows * width / columns * (0.35 if flat else 0.8)), "none")
        shown: set[str] = set()
        for own, pair in zip(axes.flat, pairs):
            own.grid(False)
            own.set(**OPEN)
            if archive.centroids is None:
                shown |= _draw_grid(own, plane(archive, *pair, proven), values, colours, named)
            else:
                shown |= _draw_centroids(own, archive, pair, values, colours, proven, named)
            _name_axes(own, archive.features[pair[0]], None if pair[1] is None else archive.features[pair[1]])
        for spare in list(axes.flat)[len(pairs) :]:
            spare.set_axis_off()
        _add_scale(drawing, axes, archive, values, colours, factor)
        keys = [Patch(label="no solution found", **OPEN)] if "open" in shown else []
        keys += [Patch(label="proven empty", **PROVEN)] if "proven" in shown else []
        style.legend_above(drawing, keys, _title(archive, len(pairs[0])))
    return drawing


def _title(archive: Archive, drawn: int) -> str:
    trace = archive.trace
    unit = f" {trace.fitness_unit}" if trace.fitness_unit else ""
    best = f"{number(float(archive.fitness[order_of(archive)[0]]), 6)}{unit}"
    title = f"Gap of each cell to the best, {best}" if trace.minimises else f"Fitness of each cell; the best is {best}"
    if archive.centroids is not None and len(archive.features) > drawn:
        return f"{title}\neach point is a solution, better ones above"
    return title if len(archive.features) <= drawn else f"{title}\neach cell shows the best over all other features"


def _scale(archive: Archive, values: NDArray[np.float64]) -> Normalize:
    """The worst 2 % of the values share the last colour."""
    found = values[archive.feasible]
    least, most = np.quantile(found, [0, 0.98] if archive.trace.minimises else [0.02, 1])
    if least == most:
        most = least + (abs(least) or 1.0)
    return Normalize(float(least), float(most), clip=True)


def _add_scale(
    drawing: Figure, axes: NDArray[Any], archive: Archive, values: NDArray[np.float64], colours: ScalarMappable, factor: float
) -> None:
    minimises = archive.trace.minimises
    found = values[archive.feasible]
    beyond = (found > colours.norm.vmax) if minimises else (found < colours.norm.vmin)
    extend = "neither" if not beyond.any() else "max" if minimises else "min"
    bar = style.add_colours(drawing, colours, factor, ax=list(axes.flat), extend=extend, pad=0.02, aspect=30 if axes.shape[0] > 1 else 20)
    bar.outline.set_linewidth(0.6)
    label = fitness_label(archive.trace)
    bar.set_label(f"gap to the best{label.removeprefix('fitness')}" if minimises else label)


def _draw_grid(axes: Axes, cells: Plane, values: NDArray[np.float64], colours: ScalarMappable, named: bool) -> set[str]:
    across = cells.across.edges
    upward = np.array([0.0, 1.0]) if cells.upward is None else cells.upward.edges
    filled = cells.best >= 0
    shown = np.where(filled, values[cells.best], np.nan)
    axes.pcolormesh(across, upward, shown, cmap=colours.cmap, norm=colours.norm, rasterized=filled.size > MOST_PATHS)
    corners = [
        [(across[x], upward[y]), (across[x + 1], upward[y]), (across[x + 1], upward[y + 1]), (across[x], upward[y + 1])]
        for y, x in np.argwhere(cells.proven)
    ]
    if corners:
        axes.add_collection(PolyCollection(corners, **PROVEN))
    if named and filled.sum() <= MOST_NAMED:
        for y, x in np.argwhere(filled):
            size = (across[x + 1] - across[x], upward[y + 1] - upward[y])
            axes.add_patch(Rectangle((across[x], upward[y]), *size, alpha=0, linewidth=0, gid=f"solution{cells.best[y, x]}"))
    axes.set_xlim(across[0], across[-1])
    axes.set_ylim(upward[0], upward[-1])
    return _kinds(cells.proven.sum(), filled.size - filled.sum() - cells.proven.sum())


def _kinds(proven: int, still_open: int) -> set[str]:
    return {kind for kind, count in (("proven", proven), ("open", still_open)) if count}


def _draw_centroids(
    axes: Axes,
    archive: Archive,
    pair: tuple[int, int | None],
    values: NDArray[np.float64],
    colours: ScalarMappable,
    proven: NDArray[np.int64],
    named: bool,
) -> set[str]:
    order = order_of(archive)[::-1]
    across = archive.features[pair[0]]
    axes.set_xlim(across.least, across.most)
    if pair[1] is not None:
        axes.set_ylim(archive.features[pair[1]].least, archive.features[pair[1]].most)
    if len(archive.features) != 2 or pair[1] is None:
        places = archive.values[order][:, list(pair)] if pair[1] is not None else np.column_stack([archive.values[order, pair[0]], np.full(len(order), 0.5)])
        axes.scatter(*places.T, c=values[order], s=8, linewidths=0, cmap=colours.cmap, norm=colours.norm)
        axes.set_facecolor("white")
        return set()
    corners = polygons(archive) if pair == (0, 1) else [each[:, ::-1] for each in polygons(archive)]
    filled = archive.cell[order]
    many = len(corners) > MOST_PATHS
    drawn = PolyCollection([corners[cell] for cell in filled], cmap=colours.cmap, norm=colours.norm, rasterized=many)
    drawn.set_array(values[order])
    drawn.set_edgecolor("white" if not many else "none")
    drawn.set_linewidth(0.2)
    axes.add_collection(drawn)
    closed = np.setdiff1d(proven, filled)
    if len(closed):
        axes.add_collection(PolyCollection([corners[cell] for cell in closed], **PROVEN))
    if named and len(filled) <= MOST_NAMED:
        for solution, cell in zip(order, filled):
            axes.add_patch(_named(corners[cell], f"solution{solution}"))
    return _kinds(len(closed), archive.cells - len(filled) - len(closed))


def _named(corners: NDArray[np.float64], gid: str) -> Patch:
    from matplotlib.patches import Polygon

    return Polygon(corners, closed=True, alpha=0, linewidth=0, gid=gid)


def _name_axes(axes: Axes, across: Feature, upward: Feature | None) -> None:
    axes.set_xlabel(across.label)
    _mark(axes.xaxis, across)
    if across.categories and sum(map(len, across.categories)) > 30:
        axes.tick_params(axis="x", labelrotation=90)
    if upward is None:
        axes.set_yticks([])
    else:
        axes.set_ylabel(upward.label)
        _mark(axes.yaxis, upward)


def _mark(axis: Any, feature: Feature) -> None:
    """Names categories, and marks whole numbers alone where every cell is one."""
    if feature.categories:
        axis.set_ticks(range(len(feature.categories)), feature.categories)
        axis.set_tick_params(length=0)
    elif feature.whole:
        axis.set_major_locator(MaxNLocator(8, integer=True))
