import json

import numpy as np
import pytest
from commands import output_of, records_of
from make_experiment import experiment
from scipy.stats import mannwhitneyu, norm

from skerry.power import Plan, detectable, runs_needed, smallest_a12


@pytest.mark.parametrize("runs, alpha", [(50, 0.05), (50, 0.05 / 18), (25, 0.05)])
def test_the_smallest_effect_is_found_as_often_as_promised(runs, alpha):
    """In 1,500 pairs of normal groups whose A12 is the smallest one, the test finds 80 % of the differences."""
    effect = smallest_a12(runs, runs, alpha)
    shift = np.sqrt(2) * norm.ppf(effect)
    random = np.random.default_rng(5)
    a, b = random.normal(shift, 1, (1500, runs)), random.normal(0, 1, (1500, runs))
    p = mannwhitneyu(a, b, axis=1, method="asymptotic").pvalue
    assert 0.76 <= np.mean(p < alpha) <= 0.86


def test_runs_and_effects_are_inverse():
    for effect in (0.56, 0.64, 0.71):
        runs = runs_needed(effect)
        assert smallest_a12(runs, runs) <= effect < smallest_a12(runs - 1, runs - 1)
    # Noether 1987 with 2.8016 standard errors: 2.8016^2 / (6 * 0.21^2) = 29.66.
    assert runs_needed(0.71) == 30


def test_effects_shrink_with_runs_and_grow_with_tests():
    first, last = detectable(Plan(runs=50, tests=18))
    assert (first.alpha, last.alpha) == (0.05 / 18, 0.05) and first.a12 > last.a12
    assert first.runs_for > last.runs_for
    (alone,) = detectable(Plan(runs=50, tests=1))
    assert alone.a12 == last.a12
    assert smallest_a12(50, 100) < last.a12
    assert smallest_a12(2, 2) == np.inf


def test_an_experiment_is_judged_before_it_runs(tmp_path, capsys):
    folder = experiment(tmp_path / "e", runs=4)
    for path in folder.glob("*.h5"):
        path.unlink()
    shown = output_of(capsys, "power", folder)
    assert shown.startswith("## Power: 2 tests, 4 runs a group\n") and "too few runs" in shown and "Noether" in shown
    alone = tmp_path / "plan.json"
    alone.write_text((folder / "experiment.json").read_text())
    assert output_of(capsys, "power", alone) == shown
    assert output_of(capsys, "power", alone, "--measures", 2, "--runs", 50).startswith("## Power: 4 tests, 50 runs a group\n")
    first, last = records_of(capsys, "power", "--runs", 50, "--tests", 18)
    assert float(first["a12"]) == smallest_a12(50, 50, 0.05 / 18) and int(last["runs_for_0.71"]) == 30
    assert json.loads(output_of(capsys, "power", "--runs", 3, "--tests", 1, "--format", "json"))[0]["a12"] is None
