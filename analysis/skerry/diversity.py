"""Computes the diversity of a whole run from the statistics of its islands.

An island none of whose individuals has a fitness has no mean, deviation or fitness diversity: these are NaN in a trace, and
the figures of the run are those of its other islands.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .stats import LARGE


def mean_of_islands(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Returns the mean of the islands that have a value, [generation], from [generation, island]; NaN where none has."""
    known = ~np.isnan(values)
    scale = _scale(values)
    if scale is not None:
        largest = np.finfo(float).max
        return np.clip(mean_of_islands(values * scale[:, None]), -largest * scale, largest * scale) / scale
    if known.all():
        return np.asarray(values.mean(axis=1))
    return _divided(np.where(known, values, 0.0).sum(axis=1), known.sum(axis=1), np.nan)


def pooled(means: NDArray[np.float64], deviations: NDArray[np.float64]) -> NDArray[np.float64]:
    """Returns the fitness diversity of all islands as one population, [generation], from [generation, island].

    It is s / max(|m|, s), as in a trace. The result is exact where all individuals have a fitness, because islands are of
    equal size, and the mean of squares of all individuals is the mean of those of the islands. NaN where no island has a value.
    """
    scale = _scale(np.concatenate([means, deviations], axis=1))
    if scale is not None:
        return pooled(means * scale[:, None], deviations * scale[:, None])
    with np.errstate(invalid="ignore"):
        mean = mean_of_islands(means)
        deviation = np.sqrt(mean_of_islands(deviations**2 + (means - mean[:, None]) ** 2))
        bound = np.maximum(np.abs(mean), deviation)
        return np.where(np.isnan(bound), np.nan, _divided(deviation, bound, 0.0))


def _scale(values: NDArray[np.float64]) -> NDArray[np.float64] | None:
    """Returns the power of two by which the values of each row are to be multiplied before they are summed up; none if all can stay.

    Traces of earlier versions have infinite means and deviations.
    """
    largest = np.max(np.where(np.isfinite(values), np.abs(values), 0.0), axis=1, initial=0.0)
    if not (largest > LARGE).any():
        return None
    return np.asarray(np.where(largest > LARGE, np.ldexp(1.0, -np.frexp(largest)[1]), 1.0))


def _divided(above: NDArray[Any], below: NDArray[Any], otherwise: float) -> NDArray[np.float64]:
    """Returns the quotients; `otherwise` where a divisor is not above 0."""
    found: NDArray[np.float64] = np.divide(above, below, out=np.full(above.shape, otherwise), where=below > 0)
    return found
