"""Reduces the map of a run to planes of two features, of which each cell holds the best over all other features."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from .errors import UsageError
from .solution_sets import Archive, Feature


@dataclass(frozen=True)
class Plane:
    """The cells of two features of a grid, [upward, across]; of one feature there is a single row."""

    across: Feature
    upward: Feature | None
    best: NDArray[np.int64] = field(repr=False)  #: the number of the best solution; -1 in an empty cell
    proven: NDArray[np.bool_] = field(repr=False)  #: whether no solution can fill the cell


def order_of(archive: Archive) -> NDArray[np.int64]:
    """Returns the feasible solutions from the best to the worst fitness."""
    found = archive.feasible
    sign = 1 if archive.trace.minimises else -1
    kept: NDArray[np.int64] = found[np.argsort(sign * archive.fitness[found], kind="stable")]
    return kept


def heat(archive: Archive) -> NDArray[np.float64]:
    """Returns what a colour shows of each solution, [solution]: its fitness, or its gap to the best where it is minimised."""
    if not archive.trace.minimises:
        return archive.fitness
    with np.errstate(over="ignore"):
        gap = archive.fitness - archive.fitness[order_of(archive)[0]]
    most: NDArray[np.float64] = np.minimum(gap, np.finfo(float).max)
    return most


def pairs_of(archive: Archive, named: Sequence[str] = ()) -> list[tuple[int, int]]:
    """Returns the pairs of features to be drawn, across and upward: all, or those of the named features.

    Raises UsageError for an unknown name, or one name alone where there are several features.
    """
    chosen = [archive.place_of(name) for name in dict.fromkeys(named)] or list(range(len(archive.features)))
    if len(chosen) == 1 and len(archive.features) > 1:
        raise UsageError(f"one feature is named, '{archive.features[chosen[0]].name}'; a map has two axes")
    return list(combinations(chosen, 2))


def plane(archive: Archive, across: int, upward: int | None, proven: NDArray[np.int64]) -> Plane:
    """Reduces a grid to two features, or to one. `proven` are the cells that no solution can fill."""
    axes = (across,) if upward is None else (upward, across)
    shape = tuple(archive.shape[axis] for axis in axes)
    order = order_of(archive)[::-1]  # the best is written last
    places = archive.places
    best = np.full(shape, -1)
    best[tuple(places[axis][order] for axis in axes)] = order
    others = tuple(axis for axis in range(len(archive.shape)) if axis not in axes)
    closed = np.zeros(archive.cells, dtype=bool)
    closed[proven] = True
    closed = closed.reshape(archive.shape).all(axis=others)
    if upward is None:
        best, closed = best[None], closed[None]
    elif across < upward:
        closed = closed.T
    above = None if upward is None else archive.features[upward]
    return Plane(archive.features[across], above, best, closed & (best < 0))


def polygons(archive: Archive) -> list[NDArray[np.float64]]:
    """Returns the Voronoi cells of centroids of two features, [cell][corner, feature], clipped to the map.

    Distances are those in which each feature spans 1. The centroids are mirrored at the four edges, which makes the cells
    of the others finite, and end at the edges.
    """
    from scipy.spatial import Voronoi

    if archive.centroids is None or archive.centroids.shape[1] != 2:
        raise UsageError("Voronoi cells are drawn of two features")
    least = np.array([feature.least for feature in archive.features])
    spans = np.array([feature.most for feature in archive.features]) - least
    points = (archive.centroids - least) / spans
    mirrored = [points]
    for feature in range(2):
        for edge in (0.0, 1.0):
            other = points.copy()
            other[:, feature] = 2 * edge - other[:, feature]
            mirrored.append(other)
    found = Voronoi(np.concatenate(mirrored))
    corners = (found.vertices[found.regions[found.point_region[cell]]] for cell in range(len(points)))
    return [least + spans * np.clip(_around(each, point), 0, 1) for each, point in zip(corners, points, strict=True)]


def _around(corners: NDArray[np.float64], point: NDArray[np.float64]) -> NDArray[np.float64]:
    """Returns the corners of a convex cell in their order around a point in it."""
    away = corners - point
    return corners[np.argsort(np.arctan2(away[:, 1], away[:, 0]), kind="stable")]
