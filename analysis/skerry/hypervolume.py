"""The exact hypervolume of a front up to a reference point (Zitzler and Thiele, PPSN 1998)."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .solution_sets import Front

#: Fronts of more objectives are not measured, since the time rises with every one.
MOST_OBJECTIVES = 4


def hypervolume(costs: ArrayLike, reference: ArrayLike) -> float:
    """Returns the volume that points, [point, objective], dominate up to the reference point; both are minimised.

    It is cut into slices along the last objective, each of which is a hypervolume of one objective less (While, Hingston,
    Barone and Huband 2006, "A faster algorithm for calculating hypervolume").
    """
    points, bound = np.asarray(costs, dtype=float), np.asarray(reference, dtype=float)
    return _volume(points[(points < bound).all(axis=1)], bound)


def of_front(front: Front) -> float:
    """Returns that of the feasible solutions of a front, in the units of its objectives.

    NaN where an objective has no reference, or for more than MOST_OBJECTIVES.
    """
    if len(front.objectives) > MOST_OBJECTIVES or any(each.reference is None for each in front.objectives):
        return float("nan")
    reference = [float(each.reference or 0) * (1 if each.minimises else -1) for each in front.objectives]
    return hypervolume(front.costs[front.violation == 0], reference)


def _volume(points: NDArray[np.float64], reference: NDArray[np.float64]) -> float:
    if not len(points):
        return 0.0
    if len(reference) == 1:
        return float(reference[0] - points.min())
    if len(reference) == 2:
        return _area(points, reference)
    points = points[np.argsort(points[:, -1], kind="stable")]
    depths = np.append(points[1:, -1], reference[-1]) - points[:, -1]
    return float(
        sum(depth * _volume(points[: end + 1, :-1], reference[:-1]) for end, depth in enumerate(depths) if depth > 0)
    )


def _area(points: NDArray[np.float64], reference: NDArray[np.float64]) -> float:
    points = points[np.lexsort((points[:, 1], points[:, 0]))]
    heights = np.minimum.accumulate(points[:, 1])
    widths = np.append(points[1:, 0], reference[0]) - points[:, 0]
    return float(widths @ (reference[1] - heights))
