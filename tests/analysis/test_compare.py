import numpy as np
import pytest
from make_trace import sample, write
from scipy.stats import mannwhitneyu

from skerry.compare import compare, figures_of, rank_sum
from skerry.curves import Group, pooled_diversity
from skerry.errors import DataError
from skerry.trace import open as load


@pytest.fixture
def make(tmp_path):
    count = iter(range(1000))

    def build(last, islands=1, violation=0.0, target=10, direction="minimise", **options):
        columns = sample(islands=islands, **options)
        columns["best"][-1] = last
        columns["violation"][:] = violation
        path = tmp_path / f"{next(count)}.h5"
        return load(write(path, columns, target=target, direction=direction))

    return build


def row(text, name):
    (line,) = [line for line in text.splitlines() if line.startswith(name)]
    return line[len(name) :].split()


def test_the_table_tells_best_median_variance_and_share(make):
    a = Group("islands", [make(value, islands=3) for value in (10, 10, 12, 14)])
    b = Group("one", [make(value) for value in (10, 20, 30)])
    text = compare([a, b])
    assert row(text, "runs  ") == ["4", "3"]
    assert row(text, "final best: best") == ["10", "10"]
    assert row(text, "final best: median") == ["11", "20"]
    assert row(text, "final best: worst") == ["14", "30"]
    assert [float(value) for value in row(text, "final best: variance")] == pytest.approx([2.75, 66.6667])
    assert row(text, "reached the target") == ["50", "%", "33", "%"]
    assert row(text, "evaluations, median") == ["630", "210"]
    diversities = [np.median(pooled_diversity(trace)) for trace in a.traces]
    assert float(row(text, "fitness diversity, median")[0]) == pytest.approx(np.median(diversities), rel=1e-5)


def test_maximisation_turns_best_and_worst(make):
    text = compare([Group("a", [make(v, direction="maximise", target=900) for v in (100, 900)]),
                    Group("b", [make(v, direction="maximise", target=900) for v in (300, 200)])])
    assert row(text, "final best: best")[0] == "900"
    assert row(text, "reached the target") == ["50", "%", "0", "%"]


def test_the_rank_sum_is_scipys(make):
    a, b = [10, 11, 12, 13, 14], [12, 15, 16, 17, 18]
    text = compare([Group("a", [make(v) for v in a]), Group("b", [make(v) for v in b])])
    p = mannwhitneyu(a, b, alternative="two-sided").pvalue
    assert f"final best: p = {p:.3g}; a is better in 90 % of pairs" in text


def test_rank_sum_of_equals_and_of_clear_cases():
    assert rank_sum([1, 1, 1], [1, 1]) == (1.0, 0.5)
    p, lower = rank_sum(range(20), range(100, 120))
    assert p < 1e-6 and lower == 1
    p, lower = rank_sum([np.inf, 3, 4], [np.inf, np.inf, 5])
    assert 0 < p <= 1 and lower == pytest.approx(7 / 9)


def test_runs_without_a_feasible_individual_are_the_worst(make):
    text = compare([Group("a", [make(5, violation=1), make(20)]), Group("b", [make(30), make(40)])])
    assert row(text, "runs with a feasible individual") == ["1", "2"]
    assert row(text, "final best: best") == ["20", "30"]
    assert row(text, "final best: worst") == ["none", "40"]
    assert row(text, "reached the target") == ["0", "%", "0", "%"]


def test_runs_are_judged_by_their_first_evaluations(make):
    trace = make(1, islands=2, generations=10)
    assert figures_of(trace).evaluations == 220
    early = figures_of(trace, evaluations=100)
    assert early.evaluations == 100
    assert early.best == trace.values("best")[:5].min()
    assert len(early.diversity) == 5
    with pytest.raises(DataError, match="no generation within 5 evaluations"):
        figures_of(trace, evaluations=5)


def test_every_group_is_tested_against_the_first(make):
    groups = [Group(name, [make(v) for v in (10, 12)]) for name in ("a", "b", "c")]
    text = compare(groups)
    assert "a against b" in text and "a against c" in text and "b against c" not in text
