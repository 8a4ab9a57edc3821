import numpy as np
import pytest
from make_trace import sample, write

from skerry.curves import Group, check_comparable, convergence, diversity, ever_feasible, migrations, pooled_diversity
from skerry.errors import DataError
from skerry.trace import open as load


@pytest.fixture
def make(tmp_path):
    count = iter(range(1000))

    def build(best, violation=None, every=10, **options):
        columns = sample(generations=len(best) - 1, islands=len(best[0]))
        columns["best"] = np.array(best, dtype=float)
        if violation is not None:
            columns["violation"] = np.array(violation, dtype=float)
        return load(write(tmp_path / f"{next(count)}.h5", columns, every=every, **options))

    return build


def test_the_members_of_one_run_are_its_islands(make):
    curves = convergence(Group("a", [make([[9, 7, 8], [6, 7, 5]])]), by_run=False)
    assert list(curves.best) == [7, 5]
    assert list(curves.median) == [8, 6]
    assert list(curves.lowest) == [7, 5]
    assert list(curves.highest) == [9, 7]
    assert curves.members == 3


def test_the_members_of_many_runs_are_the_bests_of_each(make):
    traces = [make([[9, 7], [6, 7]]), make([[5, 8], [5, 3]]), make([[10, 10], [9, 9]])]
    curves = convergence(Group("a", traces), by_run=True)
    assert list(curves.best) == [5, 3]
    assert list(curves.median) == [7, 6]
    assert list(curves.highest) == [10, 9]


def test_best_follows_the_direction(make):
    curves = convergence(Group("a", [make([[9, 7], [6, 7]], direction="maximise")]), by_run=False)
    assert list(curves.best) == [9, 7]
    assert list(curves.lowest) == [7, 6]


def test_infeasible_individuals_do_not_count(make):
    trace = make([[1, 7], [1, 6], [5, 6]], violation=[[2, 0], [1, 0], [0, 0]])
    curves = convergence(Group("a", [trace]), by_run=False)
    assert list(curves.best) == [7, 6, 5]


def test_without_a_feasible_individual_the_violation_is_drawn(make):
    groups = [Group("a", [make([[1, 1], [1, 1]], violation=[[4, 3], [2, 3]])])]
    assert not ever_feasible(groups)
    curves = convergence(groups[0], by_run=False, feasible=False)
    assert list(curves.best) == [3, 2]


def test_a_run_that_stopped_early_keeps_its_best(make):
    curves = convergence(Group("a", [make([[9], [2]]), make([[8], [7], [6], [5]])]), by_run=True)
    assert list(curves.best) == [8, 2, 2, 2]
    assert list(curves.median) == [8.5, 4.5, 4, 3.5]


def test_one_population_alone_shows_its_median_individual(make):
    trace = make([[9], [2]])
    curves = convergence(Group("a", [trace]), by_run=False)
    assert list(curves.median) == list(trace.values("median")[:, 0])


def test_pooled_diversity_is_that_of_the_joined_populations(tmp_path):
    random = np.random.default_rng(3)
    populations = random.normal(20, 5, (4, 3, 50))  # [generation, island, individual]
    columns = sample(generations=3, islands=3)
    columns["mean"] = populations.mean(axis=2)
    columns["standard_deviation"] = populations.std(axis=2)
    trace = load(write(tmp_path / "a.h5", columns))
    joined = populations.reshape(4, -1)
    np.testing.assert_allclose(pooled_diversity(trace), joined.std(axis=1) / np.abs(joined.mean(axis=1)))


def test_pooled_diversity_is_bounded_and_zero_where_all_are_equal(tmp_path):
    columns = sample(generations=1, islands=2)
    columns["mean"] = np.array([[-1.0, 1.0], [0.0, 0.0]])
    columns["standard_deviation"] = np.zeros((2, 2))
    assert list(pooled_diversity(load(write(tmp_path / "a.h5", columns)))) == [1, 0]


def test_diversity_of_one_run_is_of_its_islands(make):
    trace = make([[9, 7, 8], [6, 7, 5]])
    curves = diversity(Group("a", [trace]), by_run=False)
    np.testing.assert_array_equal(curves.best, trace.values("fitness_diversity").min(axis=1))
    np.testing.assert_array_equal(curves.median, np.median(trace.values("fitness_diversity"), axis=1))


def test_diversity_of_many_runs_is_of_whole_runs(make):
    traces = [make([[9, 7], [6, 7]]), make([[5, 8], [5, 3]])]
    curves = diversity(Group("a", traces), by_run=True)
    np.testing.assert_array_equal(curves.best, np.minimum(*[pooled_diversity(trace) for trace in traces]))
    curves = diversity(Group("a", traces), by_run=True, measure="genotype")
    means = [trace.values("genotype_diversity").mean(axis=1) for trace in traces]
    np.testing.assert_array_equal(curves.best, np.minimum(*means))


def test_migrations_are_the_ends_of_epochs_but_the_last(make):
    assert list(migrations(Group("a", [make([[1, 1]] * 26)]))) == [10, 20]
    assert list(migrations(Group("a", [make([[1]] * 26)]))) == []


def test_runs_of_different_problems_are_not_mixed(make):
    one, other = make([[1], [1]], target=3), make([[1], [1]], direction="maximise")
    with pytest.raises(DataError, match="differ in 'direction'"):
        check_comparable([Group("a", [one]), Group("b", [other])])
    with pytest.raises(DataError, match="different targets"):
        check_comparable([Group("a", [one, make([[1], [1]], target=4)])])
    check_comparable([Group("a", [one]), Group("b", [make([[1], [1]])])])
