"""Diversity of whole runs, from what a trace knows of each island."""

import numpy as np
from numpy.typing import NDArray


def pooled(means: NDArray[np.float64], deviations: NDArray[np.float64]) -> NDArray[np.float64]:
    """The fitness diversity of all islands taken as one population, [generation], from [generation, island].

    It is s / max(|m|, s), as in a trace. Islands are of equal size, so means and deviations of the islands give mean and
    deviation of all exactly: the mean of squares is additive.
    """
    mean = means.mean(axis=1)
    deviation = np.sqrt((deviations**2 + (means - mean[:, None]) ** 2).mean(axis=1))
    bound = np.maximum(np.abs(mean), deviation)
    found: NDArray[np.float64] = np.divide(deviation, bound, out=np.zeros_like(deviation), where=bound > 0)
    return found
