"""Computes the diversity of a whole run from the statistics of its islands.

An island none of whose individuals has a fitness has no mean, deviation or fitness diversity: these are NaN in a trace, and
the figures of the run are those of its other islands.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray


def mean_of_islands(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Returns the mean of the islands that have a value, [generation], from [generation, island]; NaN where none has."""
    known = ~np.isnan(values)
    if known.all():
        return np.asarray(values.mean(axis=1))
    return _divided(np.where(known, values, 0.0).sum(axis=1), known.sum(axis=1), np.nan)


def pooled(means: NDArray[np.float64], deviations: NDArray[np.float64]) -> NDArray[np.float64]:
    """Returns the fitness diversity of all islands as one population, [generation], from [generation, island].

    It is s / max(|m|, s), as in a trace. The result is exact where all individuals have a fitness, because islands are of
    equal size, and the mean of squares of all individuals is the mean of those of the islands. NaN where no island has a value.
    """
    mean = mean_of_islands(means)
    deviation = np.sqrt(mean_of_islands(deviations**2 + (means - mean[:, None]) ** 2))
    bound = np.maximum(np.abs(mean), deviation)
    return np.where(np.isnan(bound), np.nan, _divided(deviation, bound, 0.0))


def _divided(above: NDArray[Any], below: NDArray[Any], otherwise: float) -> NDArray[np.float64]:
    """Returns the quotients; `otherwise` where a divisor is not above 0."""
    found: NDArray[np.float64] = np.divide(above, below, out=np.full(above.shape, otherwise), where=below > 0)
    return found
