"""Compares the intervals with published examples, and their coverage with what they promise."""

import numpy as np
import pytest

from skerry.effects import a12_estimate, mean_estimate, mean_over_instances, median_ratio
from skerry.effects import success_difference, success_ratio, variance_ratio

RUNS = 50
REPEATS = 400


def coverage(estimate, truth, draw, repeats=REPEATS):
    """Returns the share of repeated experiments in whose interval the truth lies; the seed is fixed, so it repeats."""
    random = np.random.default_rng(11)
    found = [estimate(*draw(random)) for _ in range(repeats)]
    return np.mean([each.low <= truth <= each.high for each in found])


def normals(shift=0.0, deviation=1.0, decimals=None):
    def draw(random):
        a, b = random.normal(shift, deviation, RUNS), random.normal(0, 1, RUNS)
        return (a, b) if decimals is None else (a.round(decimals), b.round(decimals))

    return draw


@pytest.mark.parametrize(
    "truth, draw",
    [
        (0.5, normals()),
        (0.7602, normals(shift=1.0)),  # Phi(1 / sqrt 2)
        (0.9831, normals(shift=3.0)),  # Phi(3 / sqrt 2)
        (0.5, normals(deviation=2.0)),
        (0.5, normals(decimals=0)),
    ],
    ids=["equal", "shifted", "far apart", "wider", "ties"],
)
def test_the_interval_of_a12_covers_the_truth(truth, draw):
    assert 0.92 <= coverage(a12_estimate, truth, draw) <= 0.995


def test_an_interval_of_a12_is_never_empty_and_within_bounds():
    apart = a12_estimate([3, 4, 5], [1, 2])
    assert (apart.value, apart.high) == (1, 1) and 0.2 < apart.low < 0.9
    mirrored = a12_estimate([1, 2], [3, 4, 5])
    assert (mirrored.low, mirrored.high) == pytest.approx((1 - apart.high, 1 - apart.low), abs=1e-9)
    equal = a12_estimate([7] * RUNS, [7] * RUNS)
    assert equal.value == 0.5 and equal.low < 0.4 and equal.high > 0.6
    infeasible = a12_estimate([-np.inf, 1], [-np.inf, 2])
    assert infeasible.low < infeasible.value == 0.375 < infeasible.high
    one = a12_estimate([1], [2])
    assert (one.low, one.value) == (0, 0) and one.high > 0.5


def test_more_runs_make_the_interval_of_a12_narrower_as_the_root():
    widths = []
    for runs in (25, 100):
        values = np.arange(runs)
        found = a12_estimate(values, values)
        widths.append(found.high - found.low)
    assert widths[0] / widths[1] == pytest.approx(2, rel=0.1)


@pytest.mark.parametrize(
    "first, second, low, high",
    [
        ((56, 70), (48, 80), 0.0524, 0.3339),
        ((9, 10), (3, 10), 0.1705, 0.8090),
        ((6, 7), (2, 7), 0.0582, 0.8062),
        ((5, 56), (0, 29), -0.0381, 0.1926),
        ((10, 10), (0, 10), 0.6075, 1.0),
    ],
)
def test_the_difference_of_success_rates_is_as_newcombe_printed_it(first, second, low, high):
    """The values are those of Newcombe 1998, Interval estimation for the difference between independent proportions, method 10."""
    found = success_difference(first, second)
    assert found.value == pytest.approx(first[0] / first[1] - second[0] / second[1])
    assert (found.low, found.high) == pytest.approx((low, high), abs=5e-5)


@pytest.mark.nightly
def test_the_ratio_of_medians_covers_the_truth_and_repeats():
    def draw(random):
        return random.lognormal(np.log(2), 0.5, RUNS), random.lognormal(0, 0.5, RUNS)

    assert 0.92 <= coverage(median_ratio, 2.0, draw, 200) <= 0.985
    values = draw(np.random.default_rng(1))
    assert median_ratio(*values) == median_ratio(*values)


def test_ratios_of_medians_that_have_no_meaning():
    assert np.isnan(median_ratio([1, 2], [0, 0]).value)
    assert np.isnan(median_ratio([1, np.nan], [1, 2]).low)
    assert np.isnan(median_ratio([], [1]).value)
    sometimes_zero = median_ratio([1, 1, 1], [0, 1, 1])
    assert sometimes_zero.value == 1 and sometimes_zero.high == np.inf
    assert median_ratio([4, 4], [2, 2]).low == 2


@pytest.mark.parametrize("heavy", [False, True], ids=["normal", "heavy tails"])
def test_the_ratio_of_variances_covers_the_truth(heavy):
    def draw(random):
        a, b = (random.standard_t(6, RUNS) if heavy else random.normal(0, 1, RUNS) for _ in range(2))
        return 2 * a, b

    assert 0.91 <= coverage(variance_ratio, 4.0, draw) <= 0.985


def test_ratios_of_variances_do_not_depend_on_order_place_or_scale():
    a, b = np.array([1.0, 2, 4, 8, 9]), np.array([3.0, 5, 6, 6.5])
    found, mirrored, moved = variance_ratio(a, b), variance_ratio(b, a), variance_ratio(10 * a + 3, 10 * b - 8)
    assert found.value == pytest.approx(np.var(a, ddof=1) / np.var(b, ddof=1))
    assert (mirrored.low, mirrored.high) == pytest.approx((1 / found.high, 1 / found.low))
    assert (moved.value, moved.low, moved.high) == pytest.approx((found.value, found.low, found.high))


def test_ratios_of_variances_that_have_no_meaning_or_no_interval():
    for a, b in (([1, 2, 3], [5, 5, 5]), ([1], [1, 2, 3])):
        assert np.isnan(variance_ratio(a, b).value)
    for a, b, ratio in (([1, 1, 1], [1, 2, 3], 0), ([1, 3], [1, 2, 3], 2), ([1, 1, 1, 3], [1, 2, 3], 1)):
        found = variance_ratio(a, b)
        assert found.value == pytest.approx(ratio) and np.isnan(found.low) and np.isnan(found.high)


def test_means_of_runs_and_of_instances():
    shares = np.linspace(0, 1, 21)
    assert mean_estimate(shares) == mean_estimate(shares)
    assert mean_estimate(shares).low < 0.4 < 0.6 < mean_estimate(shares).high
    assert np.isnan(mean_estimate([]).value)
    of_few = mean_over_instances([0.6, 0.7, 0.8])
    assert (of_few.low, of_few.high) == pytest.approx((0.7 - 4.3027 * 0.1 / np.sqrt(3), 0.7 + 4.3027 * 0.1 / np.sqrt(3)), abs=1e-4)
    one = mean_over_instances([0.6])
    assert one.value == 0.6 and np.isnan(one.low)
    assert np.isnan(mean_over_instances([]).value)


def test_the_ratio_of_shares_with_the_interval_of_its_logarithm():
    found = success_ratio((10, 20), (5, 20))
    assert (found.value, found.low, found.high) == pytest.approx((2, 0.83215, 4.37982), rel=1e-5)
    assert success_ratio((6, 6), (0, 6)).value == float("inf") and success_ratio((6, 6), (0, 6)).low > 0
    assert success_ratio((0, 6), (0, 6)).value != success_ratio((0, 6), (0, 6)).value
