"""Tests the curves of groups that figures draw."""

import h5py
import numpy as np
import pytest
from make_trace import sample, write

import skerry
from skerry import members
from skerry.diversity import pooled
from skerry.errors import DataError
from skerry.run_series import series_of


@pytest.fixture
def make(make_run):
    return lambda *arguments, **options: series_of(make_run(*arguments, **options))


def test_best_follows_the_direction(make):
    run = make([[9, 7], [6, 7]], direction="maximise")
    curves = members.convergence([run], by_run=False, minimises=False)
    assert list(curves.best) == [9, 7]
    assert list(curves.lowest) == [7, 6]


def test_infeasible_individuals_do_not_count(make):
    run = make([[1, 7], [1, 6], [5, 6]], violation=[[2, 0], [1, 0], [0, 0]])
    assert run.feasible
    assert list(members.convergence([run], by_run=False, minimises=True).best) == [7, 6, 5]


def test_a_run_that_stopped_early_keeps_its_best(make):
    runs = [make([[9], [2]]), make([[8], [7], [6], [5]])]
    curves = members.convergence(runs, by_run=True, minimises=True)
    assert list(curves.best) == [8, 2, 2, 2]
    assert list(curves.median) == [8.5, 4.5, 4, 3.5]


def test_one_population_alone_shows_its_median_individual(make):
    run = make([[9], [2]])
    curves = members.convergence([run], by_run=False, minimises=True)
    assert list(curves.median) == list(run.trace.values("median")[:, 0])


def test_diversity_of_many_runs_is_of_whole_runs(make):
    runs = [make([[9, 7], [6, 7]]), make([[5, 8], [5, 3]])]
    whole = [pooled(run.trace.values("mean"), run.trace.values("standard_deviation")) for run in runs]
    curves = members.diversity(runs, by_run=True)
    np.testing.assert_array_equal(curves.best, np.minimum(*whole))
    curves = members.diversity(runs, by_run=True, measure="genotype")
    means = [run.trace.values("genotype_diversity").mean(axis=1) for run in runs]
    np.testing.assert_array_equal(curves.best, np.minimum(*means))


def test_diversity_of_a_run_that_stopped_early_ends(make):
    curves = members.diversity([make([[9], [2]]), make([[8], [7], [6], [5]])], by_run=True)
    late = members.diversity([make([[8], [7], [6], [5]])], by_run=True)
    assert len(curves.best) == 4 and not np.isnan(curves.best).any()
    assert curves.highest[2] == curves.lowest[2] and late.members == 1


@pytest.mark.few(1)
@pytest.mark.parametrize("seed", range(5))
def test_thinned_curves_keep_the_peaks_of_whole_ones(tmp_path, seed):
    random = np.random.default_rng(seed)
    columns = sample(generations=3000, islands=4, seed=seed)
    columns["best"] = random.normal(50, 5, (3001, 4))
    columns["violation"] = (random.random((3001, 4)) < 0.3) * 1.0
    run = series_of(skerry.open(write(tmp_path / "a.h5", columns)))
    curves = members.convergence([run], by_run=False, minimises=True)
    assert len(curves.best) == 376  # bins of 8 generations each
    feasible = np.where(columns["violation"] == 0, columns["best"], np.nan)
    for number, (lowest, highest) in enumerate(zip(curves.lowest, curves.highest)):
        cut = feasible[8 * number : 8 * number + 8]
        assert (lowest, highest) == (np.nanmin(cut), np.nanmax(cut)), f"seed {seed}"
    assert curves.best is curves.lowest
    joined = members.convergence([run, run], by_run=True, minimises=True)
    assert joined.best[-1] == np.nanmin(feasible) and (np.diff(joined.best) <= 0).all()


def test_runs_of_unequal_length_are_thinned_alike(tmp_path):
    lengths = (300, 1500, 40)
    runs = [series_of(skerry.open(write(tmp_path / f"{n}.h5", sample(generations=n, islands=2)))) for n in lengths]
    curves = members.convergence(runs, by_run=True, minimises=True)
    bests = [np.minimum.accumulate(run.trace.values("best").min(axis=1)) for run in runs]
    for place, at in enumerate(curves.at.astype(int)):
        held = [best[min(at, len(best) - 1)] for best in bests]
        assert (curves.best[place], curves.highest[place]) == (min(held), max(held))


def test_migrations_are_the_ends_of_epochs_but_the_last(make):
    assert list(make([[1, 1]] * 26).migrations) == [10, 20]
    assert list(make([[1]] * 26).migrations) == []
    assert list(make([[1, 1]] * 102, every=1).migrations) == list(range(1, 101))
    assert list(make([[1, 1]] * 103, every=1).migrations) == [], "too many are not marked"


def test_a_run_without_an_epoch_is_refused(tmp_path):
    path = write(tmp_path / "a.h5", sample())
    with h5py.File(path, "r+") as file:
        for dataset in file["epoch"].values():
            dataset.resize(0, axis=0)
    with pytest.raises(DataError, match="a.h5 holds no epoch yet"):
        series_of(skerry.open(path))
