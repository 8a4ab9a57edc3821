import json

import numpy as np
import pytest
from commands import output_of, records_of, texts
from make_experiment import experiment
from make_runs import NAN, group, row

from skerry import compare, grid, study, study_tables
from skerry.command import main
from skerry.effects import a12_estimate
from skerry.errors import DataError
from skerry.figures.forest import draw_forest
from skerry.stats import holm
from skerry.study import StudyGroup, StudyInstance


def of(label, bests, planned=None, **options):
    rows = [row(best, seed=seed, **options) for seed, best in enumerate(bests)]
    return StudyGroup(label, planned or len(rows), group(label, rows).runs if rows else None)


def instance(title, *groups, baseline="base"):
    return StudyInstance(title, groups, baseline)


def rows_of(*instances):
    return study.rows_of(instances)


LOW, HIGH = np.arange(20.0), np.arange(100.0, 120.0)


@pytest.mark.parametrize("direction, verdict", [("minimise", "better"), ("maximise", "worse")])
def test_better_follows_the_direction_of_the_instance(direction, verdict):
    rows = rows_of(instance("", of("base", HIGH, direction=direction), of("low", LOW, direction=direction)))
    base, low = rows
    assert base.is_baseline and base.against is None and base.median == 109.5
    assert low.against.verdict == verdict and low.median == 9.5
    assert low.against.a12.value == (1 if verdict == "better" else 0)
    assert low.against.variance_ratio.value == pytest.approx(1)


def test_instances_of_both_directions_share_a_table_and_its_correction():
    rows = rows_of(
        instance("a", of("base", LOW), of("x", LOW + 3), of("y", LOW + 9)),
        instance("b", of("base", LOW, direction="maximise"), of("x", LOW + 9, direction="maximise")),
    )
    found = [each.against for each in rows if each.against]
    assert [each.p_holm for each in found] == holm([each.p for each in found])
    assert [each.verdict for each in found] == ["equal", "worse", "better"]
    x, y = study.pooled(rows)
    assert (x.variant, x.instances, x.better, x.equal, x.worse) == ("x", 2, 1, 1, 0)
    assert x.a12.value == pytest.approx((found[0].a12.value + found[2].a12.value) / 2)
    assert 0 <= x.a12.low < x.a12.value < x.a12.high <= 1
    assert (y.instances, y.worse) == (1, 1) and np.isnan(y.a12.low)


def test_runs_without_a_feasible_solution_rank_as_worst():
    rows = rows_of(instance("", of("base", [NAN, NAN, 5, 6]), of("x", [NAN, 1, 2, 3])))
    found = rows[1]
    assert (found.feasible, found.runs) == (3, 4) and rows[0].feasible == 2
    assert found.against.a12.value == (3 * 4 + 0.5 * 2) / 16
    assert np.isnan(rows_of(instance("", of("base", [1, 2]), of("x", [NAN, NAN])))[1].median)
    assert "1.5 coin (3 feasible)" not in grid.text(study_tables.grid(rows, "base"))
    assert "2.5 coin (3 feasible)" in grid.text(study_tables.grid(rows, "base"))


def test_equal_runs_are_equal():
    rows = rows_of(instance("", of("base", [4] * 9), of("x", [4] * 9)))
    found = rows[1].against
    assert (found.p, found.a12.value, found.verdict) == (1, 0.5, "equal")
    assert found.diversity_ratio.value == 1 and np.isnan(found.variance_ratio.value)
    told = grid.text(study_tables.grid(rows, "base"))
    assert "variance" not in told and "negligible" in told


def test_missing_runs_and_baselines_are_told():
    rows = rows_of(
        instance("a", of("base", LOW, planned=25), of("x", LOW + 9), of("gone", [], planned=20)),
        instance("b", of("base", [], planned=20), of("x", LOW)),
        instance("c", of("x", LOW), baseline=None),
    )
    assert [each.against is not None for each in rows] == [False, True, False, False, False, False]
    assert study_tables.gaps(rows) == [
        "5 of the 25 runs of base on a are missing.",
        "20 of the 20 runs of gone on a are missing.",
        "20 of the 20 runs of base on b are missing.",
        "b has no run of the baseline, so its variants are not compared.",
        "c has no run of the baseline, so its variants are not compared.",
    ]
    told = grid.text(study_tables.grid(rows, "base"))
    assert "20 of 25" in told and "base (baseline)" in told
    assert study.pooled(rows)[0].instances == 1
    with pytest.raises(DataError, match="nothing can be compared"):
        study.require_comparison(rows_of(instance("b", of("base", [], planned=2), of("x", [1, 2]))))


def test_success_rates_where_there_is_a_target():
    aimed = [row(5, to_target=100, target=6) for _ in range(9)] + [row(9, target=6)]
    missed = [row(5, to_target=100, target=6) for _ in range(3)] + [row(9, target=6)] * 7
    groups = [StudyGroup(name, 10, group(name, rows).runs) for name, rows in (("x", aimed), ("base", missed))]
    found, base = rows_of(instance("", *groups))
    assert (found.successes, base.successes, found.target) == (9, 3, 6)
    difference = found.against.success_difference
    assert (difference.value, difference.low, difference.high) == pytest.approx((0.6, 0.1705, 0.8090), abs=1e-4)
    told = grid.text(study_tables.grid([found, base], "base"))
    assert "9 of 10" in told and "60 [17, 81]" in told


def test_the_largest_difference_of_evaluations_is_told():
    rows = rows_of(
        instance("a", of("base", LOW, evaluations=1000), of("x", LOW, evaluations=1010)),
        instance("b", of("base", LOW, evaluations=2100), of("x", LOW, evaluations=2000), of("y", LOW, evaluations=2050)),
    )
    spread = study.largest_spread(rows)
    assert (spread.instance, spread.fewest, spread.most) == ("b", ("x", 2000), ("base", 2100))
    assert compare.fairness(spread) == (
        "Median evaluations differ by 5.0 % at most within an instance (b): x 2,000, base 2,100."
    )
    told = grid.text(study_tables.grid(rows, "base"))
    assert "+1.0 %" in told and "-4.8 %" in told
    assert study.largest_spread(rows[:1]) is None


@pytest.mark.parametrize("spent", [{"": (1000, 1000)}, {"": (1000, 1000, 1000)}, {"a": (1000, 1000), "b": (2000, 2000)}])
def test_equal_evaluations_are_told_without_a_variant(spent):
    rows = study.rows_of(
        [instance(title, *(of(f"variant {n}", LOW, evaluations=each) for n, each in enumerate(counts))) for title, counts in spent.items()]
    )
    assert compare.fairness(study.largest_spread(rows)) == "The groups of each instance have equal median evaluations."


def test_the_sentence_on_evaluations_names_two_variants_where_they_differ():
    for counts, ends in (((1001, 1000), "variant 1 1,000, variant 0 1,001"), ((1000, 1000, 1001), "variant 0 1,000, variant 2 1,001")):
        rows = rows_of(instance("", *(of(f"variant {n}", LOW, evaluations=each) for n, each in enumerate(counts))))
        assert compare.fairness(study.largest_spread(rows)).endswith(f": {ends}.")


def test_the_forest_plot_shows_each_interval_and_whether_it_is_a_difference():
    rows = rows_of(
        instance("a", of("base", LOW), of("x", LOW + 2), of("y", LOW + 15)),
        instance("b", of("base", LOW), of("x", LOW + 15)),
    )
    (axes,) = draw_forest(rows, study.pooled(rows), "base").axes
    points = [line for line in axes.get_lines() if line.get_linestyle() == "None"]
    expected = [each.against.a12.value for each in rows if each.against] + [each.a12.value for each in study.pooled(rows)]
    assert [line.get_xdata()[0] for line in points] == pytest.approx(expected)
    assert [line.get_markerfacecolor() == "white" for line in points] == [True, False, False, True, True]
    assert [label.get_text() for label in axes.get_yticklabels()] == ["a", "b", "all instances, mean"]
    spans = [tuple(line.get_xdata()) for line in axes.get_lines() if line.get_linestyle() == "-" and line.get_ydata()[0] == 0]
    first = a12_estimate(-(LOW + 2), -LOW)
    assert (first.low, first.high) in spans
    assert points[0].get_marker() != points[1].get_marker() and points[0].get_color() != points[1].get_color()
    assert "small, medium, large effect" in [text.get_text() for text in axes.figure.legends[0].get_texts()], "what the grey lines are"


def test_runs_that_stop_at_the_target_are_compared_by_what_it_cost():
    """Seen: a warning that the evaluations differ by 449.7 %, which was the success."""
    def stopping(label, costs):
        rows = [row(1 - seed / 100, cost, target=1.0, evaluations=cost, seed=seed) for seed, cost in enumerate(costs)]
        return StudyGroup(label, len(rows), group(label, rows).runs)

    rows = rows_of(instance("", stopping("base", range(500, 520)), stopping("fast", range(100, 120))))
    assert [each.measure for each in rows] == ["evaluations_to_target"] * 2
    assert (rows[1].against.a12.value, rows[1].against.verdict) == (1, "better")
    assert study.budgets(rows) == "Runs that stop at the target are compared by what it cost, and not by the final fitness."
    assert "evaluations to target" in grid.text(study_tables.grid(rows, "base"))
    (axes,) = draw_forest(rows, study.pooled(rows), "base").axes
    assert "with fewer evaluations" in axes.get_xlabel()


@pytest.fixture
def folder(tmp_path):
    return experiment(tmp_path / "e", runs=4)


def test_an_experiment_is_studied_by_one_command(folder, tmp_path, capsys):
    (folder / "hard-5-2.h5").unlink()
    output = tmp_path / "forest.svg"
    assert main(["study", str(folder), "--baseline", "one population", "--output", str(output)]) == 0
    shown = capsys.readouterr().out
    assert "\n## Against one population\n" in shown
    for text in ("one population (baseline)", "3 of 4", "1 of the 4 runs of 5 islands on hard are missing.", "## Over the instances", "Newcombe"):
        assert text in shown
    assert "Median evaluations differ by 400.0 % at most" in shown
    assert {"easy", "hard", "5 islands"} <= set(texts(output))


@pytest.mark.nightly
def test_every_format_holds_every_figure(folder, capsys):
    assert "\n### Against 5 islands\n" in output_of(capsys, "study", folder, "--format", "markdown")
    assert output_of(capsys, "study", folder, "--format", "latex").rstrip().endswith(r"\end{tabular}")
    base, islands = records_of(capsys, "study", folder, "--baseline", "1")[1::-1]
    assert (base["variant"], base["is_baseline"], base["a12"]) == ("one population", "True", "")
    assert float(islands["a12_low"]) < float(islands["a12"]) == 1
    assert islands["verdict"] == "equal" and float(islands["evaluations_ratio"]) == 5
    assert {"p", "p_holm", "diversity_ratio_low", "variance_ratio_high", "success_difference"} <= set(islands)
    (pooled,) = json.loads(output_of(capsys, "study", folder, "--baseline", "one population", "--format", "json", "--pooled"))
    assert (pooled["variant"], pooled["instances"], pooled["a12"]) == ("5 islands", 2, 1)


@pytest.mark.nightly
def test_the_baseline_is_that_of_the_experiment(folder, capsys):
    content = json.loads((folder / "experiment.json").read_text())
    for variant in content["variants"]:
        if variant["name"] == "easy-1":
            variant["baseline"] = True
    (folder / "experiment.json").write_text(json.dumps(content))
    shown = output_of(capsys, "study", folder)
    assert "\n## Against one population\n" in shown
    assert "hard has no run of the baseline" in shown
    assert "\n## Against 5 islands\n" in output_of(capsys, "study", folder, "--baseline", "easy-5")
