import json

import numpy as np
import pandas
import pytest
from commands import output_of, records_of
from make_experiment import experiment
from make_runs import row
from make_trace import sample, write
from scipy.stats import binom, binomtest, bootstrap

import skerry
from skerry.command import main
from skerry.effects import median_estimate
from skerry.errors import UsageError
from skerry.figures import plot_parameter
from skerry.figures.parameter import draw_parameter
from skerry.parameter_curves import curves_of
from skerry.quantities import estimate
from skerry.summary import RunGroup, RunInstance


def group(label, bests, published=None, **settings):
    runs = pandas.DataFrame([row(best, seed=seed) for seed, best in enumerate(bests)])
    runs["path"] = [f"{label}-{seed}.h5" for seed in range(len(runs))]
    for key, value in settings.items():
        runs[key.replace("__", ".")] = value
    return RunGroup(label, runs, published or {}, [key.replace("__", ".") for key in settings])


def rates(title="a", **more):
    return RunInstance(
        title, [group(f"x, mutation_rate={rate}", [each + 10 * rate for each in range(8)], island__mutation_rate=rate, **more) for rate in (0.4, 0.1, 0.2)]
    )


def test_the_only_key_that_differs_is_a_numeric_axis_in_order():
    (found,) = curves_of([rates()])
    assert found.parameters == ("island.mutation_rate",) and found.measure == "median"
    (curve,) = found.curves
    assert [point.at for point in curve.points] == [(0.1,), (0.2,), (0.4,)]
    assert [point.measured.value for point in curve.points] == [4.5, 5.5, 7.5]
    (axes,) = draw_parameter([found]).axes
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("island.mutation_rate", "final fitness, median\n(coin)")
    np.testing.assert_array_equal(axes.lines[0].get_xdata(), [0.1, 0.2, 0.4])
    assert draw_parameter([found], log=True).axes[0].get_xscale() == "log"


def test_instances_of_one_curve_share_a_panel_and_published_figures_are_marks():
    pair = [
        RunInstance(title, [group(f"{n} restarts", [n, n + 1.0], {"best_mean": 9.5}) for n in (2, 10, 5)]) for title in ("5x5", "7x7")
    ]
    (found,) = curves_of(pair, ["variant"])
    assert found.measure == "best_mean" and found.parameters == ("restarts",)
    (axes,) = draw_parameter([found]).axes
    full = [line for line in axes.lines if line.get_linestyle() == "-"]
    stars = [line for line in axes.lines if line.get_marker() == "*"]
    assert [list(line.get_xdata()) for line in full] == [[2, 5, 10]] * 2
    assert [list(line.get_ydata()) for line in stars] == [[9.5] * 3] * 2


def test_texts_are_categories_and_several_measures_are_rows():
    found = curves_of([RunInstance("", [group(name, [1.0, 2.0], island__selection=name) for name in ("rank", "tournament")])], [], ["best", "worst"])
    upper, lower = draw_parameter(found).axes
    assert [text.get_text() for text in lower.get_xticklabels()] == ["rank", "tournament"]
    assert (upper.get_ylabel(), lower.get_ylabel()) == ("final fitness, best\n(coin)", "final fitness, worst\n(coin)")


def test_two_parameters_are_a_map_with_its_figures():
    cells = [group(f"{a} {b}", [a * b, a * b], {"median": 9.0}, island__a=a, island__b=b) for a in (1, 2) for b in (3, 4)]
    (found,) = curves_of([RunInstance("", cells)], ["island.a", "b"])
    axes, bar = draw_parameter([found]).axes
    np.testing.assert_array_equal(axes.collections[0].get_array().reshape(2, 2), [[3, 6], [4, 8]])
    assert [text.get_text() for text in axes.texts] == ["3\n(9)", "6\n(9)", "4\n(9)", "8\n(9)"]
    assert (axes.get_xlabel(), axes.get_ylabel(), bar.get_ylabel()) == ("island.a", "island.b", "final fitness, median (coin)")
    with pytest.raises(UsageError, match="the runs differ in island.a, island.b"):
        curves_of([RunInstance("", cells)])
    with pytest.raises(UsageError, match="the runs differ in no parameter 'island.c'"):
        curves_of([RunInstance("", cells)], ["island.c"])


def test_a_median_has_the_interval_of_order_statistics():
    values = list(range(1, 26))
    rank = max(each for each in range(1, 13) if binom.cdf(each - 1, 25, 0.5) <= 0.025)
    found = median_estimate(values[::-1])
    assert (found.value, found.low, found.high) == (13, rank, 26 - rank)
    assert np.isnan(median_estimate(values[:5]).low) and not np.isnan(median_estimate(values[:6]).low)
    maximised = pandas.DataFrame([row(best, direction="maximise") for best in values])
    assert estimate("median", maximised) == found


def test_means_shares_and_running_times_have_the_intervals_of_scipy():
    bests = [1.0, 2.0, 4.0, 8.0, 16.0, 17.0, 18.0, 30.0]
    runs = pandas.DataFrame([row(best, to_target=100 if best < 10 else None, target=10.0, evaluations=500) for best in bests])
    found = estimate("best_mean", runs)
    expected = bootstrap((bests,), np.mean, method="percentile", random_state=1).confidence_interval
    assert found.value == 12 and (found.low, found.high) == pytest.approx(expected, rel=0.05)
    share = estimate("success_percent", runs)
    assert (share.low, share.high) == pytest.approx([100 * bound for bound in binomtest(4, 8).proportion_ci(method="wilson")])
    # 4 runs of 100 evaluations and 4 of 500; of 8 resampled runs all miss in 0.4 %, and at most one reaches the target in 3.5 %
    time = estimate("ert", runs)
    assert (time.value, time.high) == (600, 100 + 500 * 7)


def test_a_running_time_without_a_bound_is_infinite():
    runs = pandas.DataFrame([row(1.0, to_target=100 if number == 0 else None, target=0.0, evaluations=500) for number in range(3)])
    time = estimate("ert", runs)
    assert (time.value, time.high) == (1100, np.inf)  # (2 / 3)^3 of the resamples hold no success


def test_more_lines_than_colours_are_dashed():
    curves = [group(f"{name} {n}", [n * 1.0], island__a=n, island__b=name) for name in "stuvwxyz" for n in (1, 2)]
    (axes,) = draw_parameter(curves_of([RunInstance("", curves)], ["a"])).axes
    looks = {(line.get_color(), line.get_linestyle(), line.get_marker()) for line in axes.lines}
    assert len(looks) == 8 and {look[1] for look in looks} == {"-", "--"}


def rate_traces(folder):
    """Returns the files of two runs with another mutation rate each; the second has a key that the first leaves out."""
    return [
        write(folder / f"{number}.h5", sample(end=50.0 + number), config=f"[island]\nmutation_rate = {rate}\n{more}")
        for number, (rate, more) in enumerate(((0.1, ""), (0.25, "elites = 2\n")))
    ]


def test_tables_have_keys_of_the_configuration_as_numbers(capsys, tmp_path):
    slow, fast = rate_traces(tmp_path)
    groups = ["--label", "slow", slow, "--label", "fast", fast]
    records = json.loads(output_of(capsys, "table", *groups, "--format", "json"))
    assert [(record["island.mutation_rate"], record["island.elites"]) for record in records] == [(0.1, None), (0.25, 2)]
    for command in ("table", "export"):
        records = records_of(capsys, command, *groups)
        assert [(record["island.mutation_rate"], record["island.elites"]) for record in records] == [("0.1", ""), ("0.25", "2")]
    for test in records_of(capsys, "compare", *groups):
        assert (test["first_island.mutation_rate"], test["second_island.mutation_rate"]) == ("0.25", "0.1")


def test_a_notebook_draws_runs_over_a_parameter(tmp_path):
    paths = rate_traces(tmp_path)
    slow, fast = map(skerry.open, paths)
    (axes,) = plot_parameter({"slow": [slow], "fast": [fast]}, ["mutation_rate"]).axes
    (line,) = axes.lines
    assert (list(line.get_xdata()), list(line.get_ydata())) == ([0.1, 0.25], list(skerry.runs(paths)[0]["best"]))
    assert axes.get_xlabel() == "island.mutation_rate"


def settings(folder):
    """Lets the experiment tell a key that is the same in all variants, and so is no column."""
    content = json.loads((folder / "experiment.json").read_text())
    for variant in content["variants"]:
        variant["settings"] = {"island.selection": '"rank"'}
    (folder / "experiment.json").write_text(json.dumps(content))


def test_tables_have_the_keys_that_differ_as_columns(capsys, tmp_path):
    folder = experiment(tmp_path / "e")
    settings(folder)
    assert [record["islands"] for record in json.loads(output_of(capsys, "table", folder, "--format", "json"))] == [5, 1, 5, 1]
    tests = records_of(capsys, "compare", folder)
    assert {(test["first_islands"], test["second_islands"]) for test in tests} == {("1", "5")}


def test_the_command_draws_the_runs_of_an_experiment(capsys, tmp_path):
    folder = experiment(tmp_path / "e")
    options = ["plot", "--kind", "parameter", str(folder), "--parameter", "instance", "--variants", "one*", "--measure", "success_percent"]
    assert main([*options, "--output", str(tmp_path / "a.svg")]) == 0
    drawn = (tmp_path / "a.svg").read_text()
    assert ">easy<" in drawn and ">hard<" in drawn and "reached the target, %" in drawn
