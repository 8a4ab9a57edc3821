import numpy as np
import pytest
from make_trace import sample, write

import skerry
from skerry.command import main
from skerry.ecdf import at_budgets, distribution, ladder, running_times, runtime_of
from skerry.figures.panels import Group, Panel
from skerry.figures.runtimes import draw_ecdf, draw_fixed_budget, draw_fixed_target


@pytest.fixture
def make(make_run):
    return lambda *arguments, **options: runtime_of(make_run(*arguments, **options))


def test_pairs_are_counted_when_they_are_reached(make):
    runs = [make([9, 7, 5, 5, 1]), make([8, 8, 8])]
    efforts, shares = distribution(runs, np.array([8.0, 5.0, 1.0]), "evaluations")
    # The first run reaches 8, 5 and 1 with 20, 30 and 50 evaluations, the second only 8, with 10.
    assert list(efforts) == [10, 10, 20, 30, 50, 50]
    assert list(shares) == pytest.approx([0, 1 / 6, 2 / 6, 3 / 6, 4 / 6, 4 / 6])
    efforts, shares = distribution(runs, np.array([5.0]), "seconds")
    assert list(efforts) == pytest.approx([0.1, 0.1, 0.2])
    assert list(shares) == [0, 0.5, 0.5]
    assert list(distribution(runs, np.array([5.0]), "generations")[0]) == [2, 2, 4]
    efforts, shares = distribution([make([9, 8])], np.array([1.0]), "evaluations")
    assert list(efforts) == [20, 20] and list(shares) == [0, 0], "what nobody reaches stays at nothing"
    efforts, shares = distribution([make([1, 3, 9], direction="maximise")], np.array([2.0, 9.0]), "evaluations")
    assert list(efforts) == [20, 20, 30, 30] and list(shares) == [0, 0.5, 1, 1]


def test_a_share_at_an_effort_is_that_of_all_pairs(make):
    random = np.random.default_rng(4)
    runs = [make(random.integers(0, 50, 20)) for _ in range(6)]
    targets = np.arange(0, 50, 3.0)
    efforts, shares = distribution(runs, targets, "evaluations")
    for generation in range(20):
        so_far = [min(run.trace.values("best")[: generation + 1, 0]) for run in runs]
        reached = np.mean([[best <= target for target in targets] for best in so_far])
        assert shares[np.searchsorted(efforts, 10 * (generation + 1), side="right") - 1] == pytest.approx(reached)


def test_the_ladder_goes_from_the_worst_start_to_the_best_known(make):
    runs = [make([100, 60, 12]), make([90, 50, 11])]
    targets = ladder(runs)
    assert targets[0] == 100 and targets[-1] == 11 and len(targets) == 51
    assert targets[-2] == 12  # the smallest distance that a run had
    assert (np.diff(targets) < 0).all()
    assert ladder([make([100, 60, 12], target=10)])[-1] == 10
    assert ladder([make([100, 60, 12], target=20)])[-1] == 12
    rising = ladder([make([1, 5, 9], direction="maximise", target=10)])
    assert rising[0] == 1 and rising[-1] == 10 and (np.diff(rising) > 0).all()
    assert list(ladder([make([5, 5])])) == [5]


def test_runs_without_a_feasible_individual_have_no_ladder(make):
    with pytest.raises(skerry.DataError, match="no run has a feasible individual"):
        ladder([make([3, 2], violation=[1, 1])])
    targets = ladder([make([3, 2], violation=[1, 1]), make([7, 6])])
    assert (targets[0], targets[-1]) == (7, 6)


def test_each_group_is_a_line(make):
    panels = [Panel("easy", [Group("a", [make([9, 4]), make([8, 3])]), Group("b", [make([9, 9])])])]
    (axes,) = draw_ecdf(panels, targets=[8, 3]).axes
    lines = {line.get_label(): line for line in axes.get_lines()}
    assert list(lines) == ["a", "b"]
    assert lines["a"].get_ydata()[-1] == 0.75 and lines["b"].get_ydata()[-1] == 0
    assert axes.get_xscale() == "log" and axes.get_xlabel() == "evaluations, all islands"
    assert "2 targets" in axes.get_ylabel() and axes.get_title() == "easy"
    legend = [text.get_text() for text in axes.figure.legends[0].get_texts()]
    assert legend[0].startswith("a (2 runs") and legend[1].startswith("b (1 run")


def test_running_times_count_runs_that_fail(make):
    runs = [make([9, 7, 5, 5, 1]), make([8, 8, 8]), make([9, 6])]
    expected, middle = running_times(runs, np.array([8.0, 6.0, 5.0, 0.0]), "evaluations")
    assert list(expected) == pytest.approx([(20 + 10 + 20) / 3, (30 + 30 + 20) / 2, 30 + 30 + 20, np.inf])
    assert list(middle) == [20, 30, np.inf, np.inf]


def test_a_budget_holds_the_best_so_far(make):
    runs = [make([9, 7, 5, 6, 1]), make([8, 8]), make([9, 6, 4], violation=[1, 1, 0])]
    curves = at_budgets(runs, "evaluations")
    assert curves.at[0] == 10 and curves.at[-1] == pytest.approx(50)
    for budget, expected in ((10, [8, 9, np.inf]), (25, [7, 8, np.inf]), (35, [4, 5, 8]), (50, [1, 4, 8])):
        place = np.searchsorted(curves.at, budget * (1 + 1e-9), side="right") - 1
        assert [curves.lowest[place], curves.median[place], curves.highest[place]] == expected
    rising = at_budgets([make([1, 5], direction="maximise"), make([2, 2], violation=[1, 1], direction="maximise")], "evaluations")
    assert rising.highest[-1] == 5 and rising.lowest[-1] == -np.inf


@pytest.mark.parametrize("direction", ["minimise", "maximise"])
def test_efforts_are_drawn_over_targets(make, direction):
    def run(values):
        return make(values if direction == "minimise" else [10 - value for value in values], direction=direction)

    panels = [Panel("easy", [Group("a", [run([9, 4, 2]), run([8, 3])]), Group("b", [run([9, 9])])])]
    aims = [8, 4, 3] if direction == "minimise" else [2, 6, 7]
    (axes,) = draw_fixed_target(panels, targets=aims).axes
    lines = {line.get_label(): line for line in axes.get_lines()}
    assert list(lines) == ["a: expected", "a: median", "b: expected", "b: median"]
    assert list(lines["a: expected"].get_xdata()) == [6, 2, 1]  # the best run has 2
    assert list(lines["a: expected"].get_ydata()) == pytest.approx([15, 20, 25])
    assert np.isnan(lines["b: expected"].get_ydata()).all()
    assert axes.get_yscale() == "log" and axes.get_xscale() == "symlog" and axes.xaxis_inverted()
    assert axes.get_xlabel() == "target, as the gap to the best known (coin)"
    assert axes.get_ylabel() == "evaluations, all islands,\nto the target"


def test_fitness_is_drawn_over_budgets(make):
    panels = [Panel("easy", [Group("a", [make([9, 4]), make([8, 3])]), Group("b", [make([9, 9])])])]
    (axes,) = draw_fixed_budget(panels, "generations").axes
    lines = {line.get_label(): line for line in axes.get_lines()}
    assert list(lines) == ["a", "b"] and lines["a"].get_ydata()[-1] == 3.5
    assert len(axes.collections) == 2 and axes.get_xscale() == "log"
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("generations", "fitness (coin),\nbest so far")


@pytest.mark.parametrize("view", ["fixed-target", "fixed-budget"])
def test_the_command_draws_each_view(tmp_path, capsys, view):
    paths = [str(write(tmp_path / f"{seed}.h5", sample(seed=seed), target=40)) for seed in range(3)]
    for axis in ("evaluations", "seconds"):
        assert main(["ecdf", "--view", view, "--axis", axis, *paths, "--output", str(tmp_path / "a.svg")]) == 0
        assert (tmp_path / "a.svg").read_text().count("best") >= 1


def test_of_their_own_target_it_is_the_share_of_runs_with_medians(make, tmp_path, capsys):
    """What jobs/local.sh draws: its message, how much sooner more islands arrive, can be seen."""
    quick, slow = ([make([9, 7, *[5] * 8, 1], target=5), make([9, 7, 6, 5], target=5)], [make([*[9] * 30, 4], target=5), make([9] * 40, target=5)])
    (axes,) = draw_ecdf([Panel("", [Group("quick", quick), Group("slow", slow)])], "generations", "target").axes
    lines = {line.get_label(): line for line in axes.get_lines() if not line.get_label().startswith("_")}
    assert list(lines) == ["quick", "slow"] and lines["quick"].get_ydata()[-1] == 1 and lines["slow"].get_ydata()[-1] == 0.5
    marked = [line for line in axes.get_lines() if line.get_label() == "_median"]
    assert [line.get_xdata()[0] for line in marked] == [2.5], "half of the slow runs did not arrive"
    assert [text.get_text() for text in axes.texts] == ["2.5"]
    assert axes.get_ylabel() == "share of the runs that\nreached the target"
    with pytest.raises(skerry.DataError, match="the runs have no target"):
        draw_ecdf([Panel("", [Group("a", [make([9, 8])])])], "generations", "target")
    paths = [str(write(tmp_path / f"{seed}.h5", sample(seed=seed), target=60)) for seed in range(3)]
    assert main(["ecdf", "--axis", "generations", "--targets", "target", *paths, "--output", str(tmp_path / "a.svg")]) == 0
    assert main(["ecdf", "--view", "fixed-target", "--targets", "target", *paths]) == 2
    assert "--targets target is of the distribution" in capsys.readouterr().err
