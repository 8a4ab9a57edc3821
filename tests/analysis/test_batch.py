import functools
import warnings

import numpy as np
import pandas
import pytest
from make_trace import sample, write

import skerry
from skerry.diversity import mean_of_islands, pooled
from skerry.progress import progress
from skerry.batch import run_of


@pytest.fixture
def make(make_run):
    return functools.partial(make_run, every=2)


def test_progress_is_of_all_islands(make):
    evaluations = [[10, 11], [20, 21], [30, 32], [40, 42], [50, 53]]
    trace = make([[9, 8], [9, 7], [5, 6], [5, 6], [4, 3]], columns={"evaluations": evaluations})
    steps = progress(trace)
    assert list(steps.fitness) == [8, 7, 5, 3]
    assert list(steps.generations) == [0, 1, 2, 4]
    assert list(steps.evaluations) == [21, 41, 62, 103]
    assert list(steps.seconds) == pytest.approx([0, 0.05, 0.1, 0.2])


def test_progress_is_as_the_tables_tell_it(make):
    random = np.random.default_rng(5)
    for direction in ("minimise", "maximise"):
        best, violation = random.integers(0, 40, (30, 4)), random.choice([0, 1], (30, 4), p=[0.6, 0.4])
        trace = make(best, violation, direction=direction)
        steps = progress(trace)
        sign = 1 if direction == "minimise" else -1
        so_far = np.minimum.accumulate(np.where(violation == 0, sign * best, np.inf).min(axis=1))
        rows = np.flatnonzero(np.diff(so_far, prepend=np.inf) < 0)
        assert list(steps.generations) == list(rows)
        assert list(sign * steps.fitness) == list(so_far[rows])


def test_the_last_generation_is_told_beside_the_best(make):
    best = [[9, 8], [2, 3], [7, 6]]
    assert (run_of(make(best)).best, run_of(make(best)).last) == (2, 6)
    assert run_of(make(best, direction="maximise")).last == 7
    assert run_of(make(best, violation=[[0, 0], [0, 0], [0, 1]])).last == 7
    assert np.isnan(run_of(make(best, violation=[[0, 0], [0, 0], [1, 1]])).last)
    assert run_of(make(best), budget=40).last == 2  # two generations of two islands


def test_seconds_are_of_the_first_island_that_was_as_good(make, monkeypatch):
    """Islands may differ in their generation at any time: one may be at generation 3 before another is at 2."""
    trace = make([[9, 9], [9, 9], [5, 9], [5, 4], [5, 4]])
    found = {"generation": [0, 0, 2, 3], "violation": [0.0] * 4, "fitness": [9.0, 9, 5, 4], "elapsed_s": [0.1, 0.2, 0.7, 0.6]}
    values = trace.values

    def shifted(column, table="generation", rows=slice(None)):
        return np.array(found[column]) if table == "improvement" else values(column, table, rows)

    monkeypatch.setattr(trace, "values", shifted)
    steps = progress(trace)
    assert list(steps.fitness) == [9, 5, 4]
    assert list(steps.seconds) == [0.1, 0.6, 0.6]


def test_the_first_step_at_a_target(make):
    steps = progress(make([9, 7, 5, 5, 3]))
    assert [steps.first(target, True) for target in (10, 9, 6, 5, 3, 2)] == [0, 0, 2, 2, 3, None]
    steps = progress(make([3, 5, 5, 9], direction="maximise"))
    assert [steps.first(target, False) for target in (1, 3, 4, 9, 10)] == [0, 0, 1, 2, None]


def test_a_run_in_a_row(make):
    trace = make([[9, 8], [7, 8], [5, 6]], target=7, columns={"evaluations": [[10, 11], [20, 21], [30, 31]]})
    run = run_of(trace)
    assert (run.path, run.seed, run.islands, run.target) == (str(trace.path), 7, 2, 7)
    assert (run.generations, run.evaluations, run.seconds, run.best) == (2, 61, 0.1, 5)
    assert run.feasible and run.reached
    assert (run.generations_to_target, run.evaluations_to_target, run.seconds_to_target) == (1, 41, 0.05)
    whole = pooled(trace.values("mean"), trace.values("standard_deviation"))
    assert (run.fitness_diversity, run.fitness_diversity_minimum) == (np.median(whole), whole.min())
    genotype = trace.values("genotype_diversity").mean(axis=1)
    assert (run.genotype_diversity, run.genotype_diversity_minimum) == (np.median(genotype), genotype.min())


def test_runs_that_reach_nothing(make):
    run = run_of(make([[9], [8], [7]], target=6))
    assert not run.reached and np.isnan(run.evaluations_to_target)
    run = run_of(make([[1], [1], [1]], violation=[[3], [2], [1]], target=6))
    assert not run.feasible and not run.reached and np.isnan(run.best)
    run = run_of(make([[9], [8], [7]]))
    assert np.isnan(run.target) and not run.reached


def test_a_budget_cuts_runs_short(make):
    trace = make([[9], [8], [7], [2]], target=8, columns={"evaluations": [[10], [20], [30], [40]]})
    run = run_of(trace, 30)
    assert (run.generations, run.evaluations, run.best) == (2, 30, 7)
    assert np.isnan(run.seconds)
    assert run_of(trace, 29).best == 8 and run_of(trace, 29).reached
    assert run_of(trace, 19).best == 9 and not run_of(trace, 19).reached
    assert repr(run_of(trace, 100)) == repr(run_of(trace))  # Python 3.13 finds a NaN different from itself
    with pytest.raises(skerry.DataError, match="no generation within 9 evaluations"):
        run_of(trace, 9)


def test_the_diversity_of_islands_is_that_of_the_joined_populations():
    populations = np.random.default_rng(3).normal(20, 5, (4, 3, 50))  # [generation, island, individual]
    joined = populations.reshape(4, -1)
    found = pooled(populations.mean(axis=2), populations.std(axis=2))
    np.testing.assert_allclose(found, joined.std(axis=1) / np.abs(joined.mean(axis=1)))
    assert list(pooled(np.array([[-1.0, 1.0], [0.0, 0.0]]), np.zeros((2, 2)))) == [1, 0]


def test_the_diversity_of_the_largest_numbers_is_finite():
    random = np.random.default_rng(1)
    means, deviations = random.normal(1, 1, (5, 3)), random.uniform(0, 1, (5, 3))
    most = np.finfo(float).max
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        np.testing.assert_allclose(pooled(np.ldexp(means, 1020), np.ldexp(deviations, 1020)), pooled(means, deviations), rtol=1e-14)
        assert list(mean_of_islands(np.array([[most, most, most], [most, -most, np.nan], [1, 2, 3]]))) == [most, 0, 2]
        assert list(pooled(np.array([[most, -most]]), np.array([[most, 0.0]]))) == [1]


def test_many_runs_make_a_table_and_the_bad_are_named(tmp_path):
    paths = [write(tmp_path / f"{seed}.h5", sample(seed=seed)) for seed in range(3)]
    growing = write(tmp_path / "growing.h5", sample(), unfinished=True)
    (tmp_path / "text.h5").write_text("text")
    table, skipped = skerry.runs([*paths, growing, tmp_path / "text.h5"])
    assert list(table["path"]) == [str(path) for path in paths]
    assert list(table["best"]) == [sample(seed=seed)["best"].min() for seed in range(3)]
    assert [each.path.name for each in skipped] == ["growing.h5", "text.h5"]
    assert "is unfinished" in skipped[0].reason
    empty, _ = skerry.runs([])
    assert list(empty.columns) == list(table.columns) and len(empty) == 0


@pytest.mark.nightly
def test_many_processes_tell_what_one_tells(tmp_path, monkeypatch):
    paths = [write(tmp_path / f"{seed}.h5", sample(seed=seed, generations=5)) for seed in range(8)] * 8
    paths[13] = tmp_path / "none.h5"
    table, skipped = skerry.runs(paths)
    monkeypatch.setattr("skerry.batch.PARALLEL_FROM", 1000)
    alone, _ = skerry.runs(paths)
    pandas.testing.assert_frame_equal(table, alone)
    assert [each.path.name for each in skipped] == ["none.h5"]
    assert len(table) == 63
