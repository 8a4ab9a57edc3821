"""Computes the diversity of a whole run from the statistics of its islands."""

import numpy as np
from numpy.typing import NDArray


def pooled(means: NDArray[np.float64], deviations: NDArray[np.float64]) -> NDArray[np.float64]:
    """Returns the fitness diversity of all islands as one population, [generation], from [generation, island].

    It is s / max(|m|, s), as in a trace. The result is exact, because islands are of equal size, and the mean of squares
    of all individuals is the mean of those of the islands.
    """
    mean = means.mean(axis=1)
    deviation = np.sqrt((deviations**2 + (means - mean[:, None]) ** 2).mean(axis=1))
    bound = np.maximum(np.abs(mean), deviation)
    found: NDArray[np.float64] = np.divide(deviation, bound, out=np.zeros_like(deviation), where=bound > 0)
    return found
