import numpy as np
import pytest
from make_runs import NAN, group, row
from scipy.stats import mannwhitneyu

from skerry import compare, grid
from skerry.errors import UsageError
from skerry.summary import RunInstance


def of(label, bests, **options):
    return group(label, [row(best, **options) for best in bests])


def test_the_rank_sum_is_scipys_and_the_effect_is_of_the_better():
    a, b = [10, 11, 12, 13, 14], [12, 15, 16, 17, 18]
    (test,) = compare.rank_tests([RunInstance("", [of("a", a), of("b", b)])], ["best"])
    assert test.p == test.p_holm == mannwhitneyu(a, b, alternative="two-sided").pvalue
    assert (test.a12, test.effect, test.first_runs, test.second_runs) == (0.9, "large", 5, 5)
    assert test.ratio == 12 / 16


def test_better_follows_the_direction():
    a, b = [10, 11, 12], [1, 2, 3]
    for direction, share in (("minimise", 0), ("maximise", 1)):
        groups = [of("a", a, direction=direction), of("b", b, direction=direction)]
        (test,) = compare.rank_tests([RunInstance("", groups)], ["best"])
        assert test.a12 == share


@pytest.mark.parametrize("direction", ["minimise", "maximise"])
def test_infeasible_runs_rank_last(direction):
    groups = [of("a", [NAN, 5], direction=direction), of("b", [NAN, NAN], direction=direction)]
    (test,) = compare.rank_tests([RunInstance("", groups)], ["best"])
    assert test.a12 == (0.5 + 0.5 + 1 + 1) / 4
    assert np.isnan(test.ratio)


def test_a_target_that_was_not_reached_ranks_last():
    a = group("a", [row(5, to_target=100, target=6), row(9, target=6)])
    b = group("b", [row(5, to_target=50, target=6), row(5, to_target=500, target=6)])
    (test,) = compare.rank_tests([RunInstance("", [a, b])], ["evaluations_to_target"])
    assert test.a12 == 1 / 4


def test_costs_to_a_target_take_a_target():
    instance = RunInstance("", [of("a", [1, 2]), of("b", [3, 4])])
    assert compare.rank_tests([instance], ["evaluations_to_target"]) == []


def test_the_more_diverse_is_first():
    groups = [of("a", [1, 1], fitness_diversity=0.4), of("b", [1, 1], fitness_diversity=0.1)]
    (test,) = compare.rank_tests([RunInstance("", groups)], ["fitness_diversity"])
    assert test.a12 == 1 and test.ratio == pytest.approx(4)
    groups = [of("a", [1, 1], fitness_diversity=0.4), of("b", [1, 1], fitness_diversity=0.0)]
    (test,) = compare.rank_tests([RunInstance("", groups)], ["fitness_diversity"])
    assert np.isnan(test.ratio)


def test_all_tests_that_are_printed_are_corrected_together():
    groups = [of(name, np.arange(8) + shift) for name, shift in (("a", 0), ("b", 4), ("c", 20))]
    instances = [RunInstance("one", groups), RunInstance("two", groups[:2])]
    tests = compare.rank_tests(instances, ["best"])
    assert [(test.instance, test.first, test.second) for test in tests] == [
        ("one", "a", "b"), ("one", "a", "c"), ("two", "a", "b")
    ]
    least = min(tests, key=lambda test: test.p)
    assert least.second == "c" and least.p_holm == 3 * least.p
    others = [test for test in tests if test is not least]
    assert others[0].p_holm == pytest.approx(2 * others[0].p) == others[1].p_holm
    pairs = compare.rank_tests(instances, ["best"], all_pairs=True)
    assert [(test.first, test.second) for test in pairs] == [("a", "b"), ("a", "c"), ("b", "c"), ("a", "b")]


def test_groups_of_one_and_groups_of_equals():
    instance = RunInstance("", [of("a", [1]), of("b", [1])])
    tests = compare.rank_tests([instance])
    assert [(test.p, test.a12, test.effect) for test in tests] == [(1, 0.5, "negligible")] * 2


def test_tests_are_told_in_a_line_each():
    instance = RunInstance("type 1", [of("islands", range(20)), of("one", range(100, 120))])
    head, first, second = grid.text(compare.grid(compare.rank_tests([instance]))).splitlines()
    assert head.split() == ["instance", "comparison", "measure", "n", "p", "Holm", "A12", "effect", "ratio"]
    assert first.startswith("type 1    islands : one  final fitness")
    assert "20 : 20" in first and "large: islands better" in first
    assert second.split()[-2:] == ["negligible", "1"]


def test_an_unknown_measure_is_refused_with_the_nearest():
    with pytest.raises(UsageError, match="no measure 'evaluations_to_taget'; did you mean 'evaluations_to_target'"):
        compare.measure("evaluations_to_taget")
