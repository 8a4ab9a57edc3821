"""The statistics of tables and comparisons, as plain functions of numbers."""

from collections.abc import Sequence
from math import sqrt
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .errors import DataError


def wilson(successes: int, runs: int, confidence: float = 0.95) -> tuple[float, float]:
    """The score interval of a share of successes, in [0, 1] (Wilson 1927).

    Unlike the usual normal interval it is sound for few runs and for shares near 0 and 1.
    """
    z = NormalDist().inv_cdf(0.5 + confidence / 2)
    share = successes / runs
    centre = (share + z * z / (2 * runs)) / (1 + z * z / runs)
    margin = z / (1 + z * z / runs) * sqrt(share * (1 - share) / runs + z * z / (4 * runs * runs))
    # At the ends it is exact, and rounding must not say otherwise.
    return 0.0 if successes == 0 else centre - margin, 1.0 if successes == runs else centre + margin


def rank_sum(a: ArrayLike, b: ArrayLike) -> float:
    """Two-sided p of the rank-sum test of Mann and Whitney (1947): exact for few values without ties.

    Values may be infinite: only their order counts. Where all are equal, p is 1. Raises DataError for what is no number.
    """
    from scipy.stats import mannwhitneyu  # half a second, which those who test nothing are spared

    first, second = _ranked(a), _ranked(b)
    if len(np.unique(np.concatenate([first, second]))) == 1:
        return 1.0
    return float(mannwhitneyu(first, second, alternative="two-sided").pvalue)


def a12(a: ArrayLike, b: ArrayLike) -> float:
    """The share of pairs (x of a, y of b) in which x is greater, ties counting half: the A of Vargha and Delaney (2000)."""
    first, second = _ranked(a), _ranked(b)
    ordered = np.sort(second)
    below = np.searchsorted(ordered, first, side="left")
    up_to = np.searchsorted(ordered, first, side="right")
    return float((below + up_to).sum() / (2 * len(first) * len(second)))


#: Distance of A12 from one half, from which on an effect is called so (Vargha and Delaney 2000: A = 0.56, 0.64, 0.71).
MAGNITUDES = ((0.21, "large"), (0.14, "medium"), (0.06, "small"))


def magnitude(effect: float) -> str:
    """The word for an A12: negligible, small, medium or large, whichever of the two is the greater."""
    distance = round(abs(effect - 0.5), 12)  # 0.56 - 0.5 is a hair less than 0.06
    return next((word for least, word in MAGNITUDES if distance >= least), "negligible")


def holm(p_values: Sequence[float]) -> list[float]:
    """p values adjusted for their number (Holm 1979): below alpha are those he rejects at a family-wise error of alpha."""
    p = _floats(p_values)
    order = np.argsort(p, kind="stable")
    steps = (len(p) - np.arange(len(p))) * p[order]
    adjusted = np.empty(len(p))
    adjusted[order] = np.minimum(np.maximum.accumulate(steps), 1.0) if len(p) else steps
    return [float(value) for value in adjusted]


def expected_running_time(spent: ArrayLike, reached: ArrayLike) -> float:
    """What all runs spent until they reached the target or ended, divided by the number of those that reached it.

    The ERT of Hansen, Auger, Ros, Finck and Posik (2010): the expected cost of starting over until a run succeeds.
    Infinite where none did.
    """
    successes = int(np.count_nonzero(reached))
    return float(np.sum(spent)) / successes if successes else float("inf")


def median(values: ArrayLike) -> float:
    """The median, which stays a number next to infinities of both its neighbours' kind."""
    ordered = np.sort(_floats(values))
    low, high = ordered[(len(ordered) - 1) // 2], ordered[len(ordered) // 2]
    return float(low) if low == high else float((low + high) / 2)


def deviation(values: ArrayLike) -> float:
    """The standard deviation of a sample (divided by n - 1); not a number for fewer than two values."""
    found = _floats(values)
    return float(np.std(found, ddof=1)) if len(found) > 1 else float("nan")


def _floats(values: Any) -> NDArray[np.float64]:
    return np.asarray(values, dtype=float)


def _ranked(values: Any) -> NDArray[np.float64]:
    found = _floats(values)
    if len(found) == 0 or np.isnan(found).any():
        raise DataError("ranks are of one number at least, and of numbers only; a run that has none is given as infinite")
    return found
