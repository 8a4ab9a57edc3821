"""Compares the statistics with scipy and with published examples."""

import numpy as np
import pytest
from scipy.stats import binomtest, rankdata

from skerry.errors import DataError
from skerry.stats import a12, deviation, expected_running_time, holm, magnitude, median, rank_sum, wilson


@pytest.mark.parametrize(
    "successes, runs, low, high",
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_the_wilson_interval_is_as_newcombe_printed_it(successes, runs, low, high):
    """The values are those of Newcombe 1998, Two-sided confidence intervals for the single proportion, table I, method 3."""
    assert wilson(successes, runs) == pytest.approx((low, high), abs=5e-5)


@pytest.mark.parametrize("runs", [1, 2, 7, 50, 1000])
@pytest.mark.parametrize("confidence", [0.9, 0.95, 0.99])
def test_the_wilson_interval_is_scipys(runs, confidence):
    for successes in {0, 1, runs // 3, runs - 1, runs}:
        expected = binomtest(successes, runs).proportion_ci(confidence, method="wilson")
        assert wilson(successes, runs, confidence) == pytest.approx((expected.low, expected.high), abs=1e-12)


PERMEABILITY = ([0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46], [1.15, 0.88, 0.90, 0.74, 1.21])


def test_the_rank_sum_of_hollander_and_wolfe():
    """The example is from Nonparametric Statistical Methods, 1973 (human placenta): W = 35, one-sided p = 0.1272."""
    assert rank_sum(*PERMEABILITY) == pytest.approx(2 * 0.1272, abs=1e-4)
    assert a12(*PERMEABILITY) == 35 / (10 * 5)


def test_rank_sums_of_degenerate_groups():
    assert rank_sum([1, 1, 1], [1, 1]) == 1
    assert rank_sum([np.inf], [np.inf, np.inf]) == 1
    assert rank_sum([1], [2]) == 1
    assert rank_sum(range(20), range(100, 120)) < 1e-6
    assert 0 < rank_sum([np.inf, 3, 4], [np.inf, np.inf, 5]) <= 1


@pytest.mark.parametrize("function", [rank_sum, a12])
def test_what_is_no_number_has_no_rank(function):
    for a, b in (([1, np.nan], [2]), ([1], [np.nan]), ([], [1])):
        with pytest.raises(DataError, match="a run without a value counts as infinite"):
            function(a, b)


def test_the_effect_is_that_of_vargha_and_delaney():
    """It agrees with their formula (14): A = (R1 / m - (m + 1) / 2) / n, with the rank sum R1 of the first group."""
    random = np.random.default_rng(1)
    for _ in range(50):
        a, b = (random.integers(0, 12, random.integers(1, 30)).astype(float) for _ in range(2))
        ranks = rankdata([*a, *b])[: len(a)].sum()
        assert a12(a, b) == pytest.approx((ranks / len(a) - (len(a) + 1) / 2) / len(b))
        assert a12(a, b) + a12(b, a) == pytest.approx(1)
    assert a12([1, 1], [1, 1, 1]) == 0.5
    assert a12([np.inf, 1], [np.inf, 2]) == (0.5 + 1 + 0 + 0) / 4


@pytest.mark.parametrize(
    "effect, word",
    [(0.5, "negligible"), (0.559, "negligible"), (0.56, "small"), (0.64, "medium"), (0.71, "large"), (1, "large")],
)
def test_words_for_effects(effect, word):
    assert magnitude(effect) == word
    assert magnitude(1 - effect) == word


def test_holm_adjusts_as_in_his_worked_example():
    """In the usual example of four tests, p = 0.01, 0.04, 0.03, 0.005, the first and last are rejected at 0.05."""
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([]) == []
    assert holm([0.2]) == [0.2]
    assert holm([0.9, 0.8, 0.7]) == [1, 1, 1]


def test_holm_rejects_what_his_procedure_rejects():
    random = np.random.default_rng(2)
    for _ in range(50):
        p = random.uniform(0, 0.1, 8)
        rejected = set()
        for step, index in enumerate(np.argsort(p)):
            if p[index] > 0.05 / (8 - step):
                break
            rejected.add(index)
        assert {index for index, value in enumerate(holm(p)) if value <= 0.05} == rejected


def test_the_expected_running_time_counts_failures():
    """It equals RT_success + (1 - p) / p RT_failure, as Auger and Hansen (2005) write it for restarts."""
    assert expected_running_time([100, 200, 300, 1000], [True, True, True, False]) == 1600 / 3
    random = np.random.default_rng(3)
    spent, reached = random.uniform(1, 9, 20), random.random(20) < 0.4
    p = reached.mean()
    assert expected_running_time(spent, reached) == pytest.approx(
        spent[reached].mean() + (1 - p) / p * spent[~reached].mean()
    )
    assert expected_running_time([5, 7], [False, False]) == np.inf
    assert expected_running_time([5, 7], [True, True]) == 6


def test_medians_next_to_infinities_and_deviations_of_few():
    assert median([3, np.inf, np.inf]) == np.inf
    assert median([3, 4, np.inf]) == 4
    assert median([np.inf, np.inf]) == np.inf
    assert deviation([1, 2, 3, 4]) == pytest.approx(1.2909944)
    assert np.isnan(deviation([1]))
