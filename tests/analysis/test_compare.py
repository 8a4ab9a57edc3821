import numpy as np
import pytest
from commands import output_of
from make_experiment import experiment
from make_runs import NAN, group, row
from scipy.stats import mannwhitneyu

from skerry import compare, grid, study
from skerry.command import main
from skerry.study import StudyGroup, StudyInstance
from skerry.summary import RunInstance


def of(label, bests, **options):
    return group(label, [row(best, **options) for best in bests])


def test_the_rank_sum_is_scipys_and_the_effect_is_of_the_better():
    a, b = [10, 11, 12, 13, 14], [12, 15, 16, 17, 18]
    (test,) = compare.rank_tests([RunInstance("", [of("b", b), of("a", a)])], ["best"])
    assert test.p == test.p_holm == mannwhitneyu(a, b, alternative="two-sided").pvalue
    assert (test.first, test.second) == ("a", "b"), "a group is tested against the first one"
    assert (test.a12, test.effect, test.first_runs, test.second_runs) == (0.9, "large", 5, 5)
    assert test.ratio == 12 / 16


@pytest.mark.parametrize("direction", ["minimise", "maximise"])
def test_infeasible_runs_rank_last(direction):
    groups = [of("b", [NAN, NAN], direction=direction), of("a", [NAN, 5], direction=direction)]
    (test,) = compare.rank_tests([RunInstance("", groups)], ["best"])
    assert test.a12 == (0.5 + 0.5 + 1 + 1) / 4
    assert np.isnan(test.ratio)


def test_a_target_that_was_not_reached_ranks_last():
    a = group("a", [row(5, to_target=100, target=6), row(9, target=6)])
    b = group("b", [row(5, to_target=50, target=6), row(5, to_target=500, target=6)])
    (test,) = compare.rank_tests([RunInstance("", [b, a])], ["evaluations_to_target"])
    assert test.a12 == 1 / 4


def test_costs_to_a_target_take_a_target():
    instance = RunInstance("", [of("a", [1, 2]), of("b", [3, 4])])
    assert compare.rank_tests([instance], ["evaluations_to_target"]) == []


def test_the_more_diverse_is_first():
    groups = [of("b", [1, 1], fitness_diversity=0.1), of("a", [1, 1], fitness_diversity=0.4)]
    (test,) = compare.rank_tests([RunInstance("", groups)], ["fitness_diversity"])
    assert test.a12 == 1 and test.ratio == pytest.approx(4)
    groups = [of("b", [1, 1], fitness_diversity=0.0), of("a", [1, 1], fitness_diversity=0.4)]
    (test,) = compare.rank_tests([RunInstance("", groups)], ["fitness_diversity"])
    assert np.isnan(test.ratio)


def test_all_tests_that_are_printed_are_corrected_together():
    groups = [of(name, np.arange(8) + shift) for name, shift in (("a", 0), ("b", 4), ("c", 20))]
    instances = [RunInstance("one", groups), RunInstance("two", groups[:2])]
    tests = compare.rank_tests(instances, ["best"])
    assert [(test.instance, test.first, test.second) for test in tests] == [
        ("one", "b", "a"), ("one", "c", "a"), ("two", "b", "a")
    ]
    least = min(tests, key=lambda test: test.p)
    assert least.first == "c" and least.p_holm == 3 * least.p
    others = [test for test in tests if test is not least]
    assert others[0].p_holm == pytest.approx(2 * others[0].p) == others[1].p_holm
    pairs = compare.rank_tests(instances, ["best"], all_pairs=True)
    assert [(test.first, test.second) for test in pairs] == [("b", "a"), ("c", "a"), ("c", "b"), ("b", "a")]


#: Final fitness of two groups that differ by a large effect which may be chance, and by one which may not.
MAY_BE_CHANCE = ([1, 2, 3, 9], [4, 5, 6, 7])
NO_CHANCE = (range(20), range(12, 32))


def told(first, second, others=(), measure="best", **options):
    """Returns the first of the tests of groups, and how its effect is told."""
    groups = [of("base", second, **options), of("new", first, **options), *(of(f"other {n}", each) for n, each in enumerate(others))]
    tests = compare.rank_tests([RunInstance("", groups)], [measure])
    return tests[0], compare.grid(tests).rows[0][-2]


@pytest.mark.parametrize("direction, word", [("minimise", "better"), ("maximise", "worse")])
def test_better_and_worse_are_said_of_differences_alone(direction, word):
    test, effect = told(*MAY_BE_CHANCE, direction=direction)
    assert test.p_holm > 0.3 and abs(test.a12 - 0.5) == 0.25
    assert (test.effect, test.verdict, effect) == ("large", "equal", "large")
    test, effect = told(*NO_CHANCE, direction=direction)
    assert test.p_holm < 0.001 and (test.effect, test.verdict) == ("large", word)
    assert effect == f"large: {'new' if word == 'better' else 'base'} better"
    assert [each["verdict"] for each in compare.records([test])] == [word]


def test_a_difference_that_is_none_after_correction_names_no_winner():
    small = ([1, 2, 3, 4, 9], [5, 6, 7, 8, 10])
    alone, effect = told(*small)
    assert alone.p == alone.p_holm < 0.1 and "better" not in effect
    six, ten = list(range(6)), list(range(4, 10))
    alone, effect = told(six, ten)
    assert alone.p < 0.05 and effect == "large: new better"
    corrected, effect = told(six, ten, others=[ten, ten, ten, ten])
    assert corrected.p < 0.05 < corrected.p_holm
    assert (corrected.a12, corrected.verdict, effect) == (alone.a12, "equal", "large")


@pytest.mark.parametrize("measure", ["fitness_diversity", "genotype_diversity_minimum"])
def test_other_measures_name_no_winner_either_where_the_test_does_not_tell(measure):
    values = {"base": [0.1, 0.2, 0.4], "new": [0.2, 0.3, 0.5]}
    groups = [group(name, [row(1, **{measure: value}) for value in each]) for name, each in values.items()]
    tests = compare.rank_tests([RunInstance("", groups)], [measure])
    assert tests[0].p_holm > 0.2 and tests[0].effect == "large"
    assert compare.grid(tests).rows[0][-2] == "large"


@pytest.mark.parametrize("direction", ["minimise", "maximise"])
def test_compare_and_study_count_alike(direction):
    """A12 and the verdict of a group against the first one are those of the study whose baseline is the first."""
    bests = {"base": [5, 6, 7, 8, 9, 10], "low": [1, 2, 3, 4, 5, 6], "high": [8, 9, 11, 12, 13, 14], "same": [5, 6, 7, 8, 9, 10]}
    groups = [of(name, values, direction=direction) for name, values in bests.items()]
    tests = compare.rank_tests([RunInstance("", groups)], ["best"])
    instance = StudyInstance("", [StudyGroup(each.label, len(each.runs), each.runs) for each in groups], "base")
    found = {each.variant: each.against for each in study.rows_of([instance]) if each.against}
    assert len(tests) == len(found) == 3
    for test in tests:
        against = found[test.first]
        assert test.second == "base"
        assert (test.a12, test.p, test.p_holm, test.verdict) == (against.a12.value, against.p, against.p_holm, against.verdict)
    assert found["low"].verdict == ("better" if direction == "minimise" else "worse")


def test_runs_without_a_diversity_are_the_least_diverse():
    groups = [of("base", [1, 1], fitness_diversity=0.1), group("new", [row(1, fitness_diversity=0.2), row(NAN, fitness_diversity=NAN)])]
    (test,) = compare.rank_tests([RunInstance("", groups)], ["fitness_diversity"])
    assert test.a12 == 0.5 and np.isnan(test.ratio)


def test_groups_of_one_and_groups_of_equals():
    instance = RunInstance("", [of("a", [1]), of("b", [1])])
    tests = compare.rank_tests([instance])
    assert [(test.p, test.a12, test.effect) for test in tests] == [(1, 0.5, "negligible")] * 2


def test_tests_are_told_in_a_line_each():
    instance = RunInstance("type 1", [of("one", range(100, 120)), of("islands", range(20))])
    head, first, second = grid.text(compare.grid(compare.rank_tests([instance]))).splitlines()
    assert head.split() == ["instance", "comparison", "measure", "n", "p", "Holm", "A12", "effect", "ratio"]
    assert first.startswith("type 1    islands : one  final fitness")
    assert "20 : 20" in first and "large: islands better" in first
    assert second.split()[-2:] == ["negligible", "1"]


def test_unequal_evaluations_are_told(capsys, tmp_path):
    folder = experiment(tmp_path / "e")
    assert main(["compare", str(folder)]) == 0
    assert "Median evaluations differ by 400.0 % at most within an instance (easy): one population 210, 5 islands 1,050." in capsys.readouterr().out
    assert "Median evaluations differ by 400.0 %" in output_of(capsys, "report", folder, "--no-figures")
