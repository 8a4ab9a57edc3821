"""The statistics of tables and comparisons as plain functions of numbers."""

from collections.abc import Sequence
from math import frexp, sqrt
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .errors import DataError

#: The level of all tests together: a difference is called one where its adjusted p is below this.
ALPHA = 0.05
#: Above, a sum of squares may be beyond all numbers.
LARGE = 1e150


def wilson(successes: float, runs: int, confidence: float = 0.95) -> tuple[float, float]:
    """Returns the score interval of a share of successes, in [0, 1] (Wilson 1927).

    Unlike the normal approximation it is accurate for few runs and for shares near 0 and 1.
    """
    z = NormalDist().inv_cdf(0.5 + confidence / 2)
    share = successes / runs
    centre = (share + z * z / (2 * runs)) / (1 + z * z / runs)
    margin = z / (1 + z * z / runs) * sqrt(share * (1 - share) / runs + z * z / (4 * runs * runs))
    # The bounds 0 and 1 are exact, but the formula rounds.
    return 0.0 if successes == 0 else centre - margin, 1.0 if successes == runs else centre + margin


def rank_sum(a: ArrayLike, b: ArrayLike) -> float:
    """Returns the two-sided p of the rank-sum test of Mann and Whitney (1947), exact for few values without ties.

    Values may be infinite, since only their order counts. If all are equal, p is 1. Raises DataError for NaN.
    """
    from scipy.stats import mannwhitneyu  # this import takes half a second, so only tests pay for it

    first, second = _ranked(a), _ranked(b)
    if len(np.unique(np.concatenate([first, second]))) == 1:
        return 1.0
    return float(mannwhitneyu(first, second, alternative="two-sided").pvalue)


def a12(a: ArrayLike, b: ArrayLike) -> float:
    """Returns the share of pairs (x of a, y of b) in which x is greater, ties counting half: A of Vargha and Delaney (2000)."""
    first, second = _ranked(a), _ranked(b)
    ordered = np.sort(second)
    below = np.searchsorted(ordered, first, side="left")
    up_to = np.searchsorted(ordered, first, side="right")
    return float((below + up_to).sum() / (2 * len(first) * len(second)))


#: The least distance of A12 from one half for each word (Vargha and Delaney 2000: A = 0.56, 0.64, 0.71).
MAGNITUDES = ((0.21, "large"), (0.14, "medium"), (0.06, "small"))


def magnitude(effect: float) -> str:
    """Returns the word for an A12: negligible, small, medium or large, in either direction."""
    distance = round(abs(effect - 0.5), 12)  # 0.56 - 0.5 is slightly less than 0.06 in floating point
    return next((word for least, word in MAGNITUDES if distance >= least), "negligible")


def holm(p_values: Sequence[float]) -> list[float]:
    """Returns p values adjusted for their number (Holm 1979): those below alpha are rejected at family-wise error alpha."""
    p = _floats(p_values)
    order = np.argsort(p, kind="stable")
    steps = (len(p) - np.arange(len(p))) * p[order]
    adjusted = np.empty(len(p))
    adjusted[order] = np.minimum(np.maximum.accumulate(steps), 1.0) if len(p) else steps
    return [float(value) for value in adjusted]


def expected_running_time(spent: ArrayLike, reached: ArrayLike) -> float:
    """Returns the effort of all runs until they reached the target or ended, divided by the number that reached it.

    This is the ERT of Hansen, Auger, Ros, Finck and Posik (2010), the expected effort if runs are repeated until one
    succeeds. It is infinite if no run succeeded.
    """
    successes = int(np.count_nonzero(reached))
    return float(np.sum(spent)) / successes if successes else float("inf")


def median(values: ArrayLike) -> float:
    """Returns the median. It is infinite, not NaN, if both middle values are the same infinity."""
    ordered = np.sort(_floats(values))
    low, high = ordered[(len(ordered) - 1) // 2], ordered[len(ordered) // 2]
    scale = scale_of(ordered)
    return float(low) if low == high else float((low * scale + high * scale) / 2) / scale


def mean(values: ArrayLike) -> float:
    found = _floats(values)
    scale = scale_of(found)
    return float(np.mean(found * scale)) / scale


def deviation(values: ArrayLike) -> float:
    """Returns the standard deviation of a sample (divided by n - 1); NaN for fewer than two values."""
    found = _floats(values)
    scale = scale_of(found)
    return float(np.std(found * scale, ddof=1)) / scale if len(found) > 1 else float("nan")


def scale_of(*samples: ArrayLike) -> float:
    """Returns a power of two; values that are multiplied by it have finite sums of squares. It is 1 for all but the largest numbers."""
    found = np.abs(np.concatenate([_floats(values).ravel() for values in samples]))
    largest = float(found[np.isfinite(found)].max(initial=0.0))
    return 1.0 if largest < LARGE else 2.0 ** -frexp(largest)[1]


def _floats(values: Any) -> NDArray[np.float64]:
    return np.asarray(values, dtype=float)


def _ranked(values: Any) -> NDArray[np.float64]:
    found = _floats(values)
    if len(found) == 0 or np.isnan(found).any():
        raise DataError("a rank-sum test needs at least one value in each group, and no NaN; a run without a value counts as infinite")
    return found
