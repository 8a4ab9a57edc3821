import re
from pathlib import Path

import pandas
import pytest
from make_runs import group, row

from skerry import claims, grid
from skerry.compare import MEASURES
from skerry.errors import DataError
from skerry.experiment import Claim, Experiment, Variant
from skerry.quantities import QUANTITIES


def experiment(tmp_path, *asked):
    variants = tuple(Variant(name, "i", name, (), construct=name == "built") for name in ("a", "b", "built"))
    return Experiment(tmp_path, "e", "e", "", variants, tuple(Claim(what, 1, figure, names) for what, figure, names in asked))


RUNS = {
    "a": group("a", [row(best, fitness_diversity=0.4) for best in (10, 20, 30)]).runs,
    "b": group("b", [row(best, fitness_diversity=0.1) for best in (20, 22, 24)]).runs,
}
ATTEMPTS = {"built": pandas.DataFrame({"synergy": [0.5, 0.8, None, 0.6], "feasible": [1, 1, 0, 0], "seconds": [1, 2, 3, 4]})}


def values(tmp_path, *asked):
    return [(answer.value, answer.runs) for answer in claims.answers(experiment(tmp_path, *asked), RUNS, ATTEMPTS)]


def test_figures_of_one_and_of_two_variants(tmp_path):
    both = ("a", "b")
    assert values(
        tmp_path,
        ("w", "median", ("a",)),
        ("w", "fitness_diversity_ratio", both),
        ("w", "variance_ratio", both),
        ("w", "better_share", both),
        ("w", "synergy_max", ("built",)),
        ("w", "synergy_median", ("built",)),
        ("w", "feasible_percent", ("built",)),
        ("w", "feasible_percent", ("a",)),
        ("w", "seconds_per_attempt", ("built",)),
    ) == [
        (20, (3,)),
        (pytest.approx(4), (3, 3)),
        (pytest.approx(25), (3, 3)),
        (pytest.approx(5.5 / 9), (3, 3)),  # 10 is better than all of b; 20 is better than two of them and ties with one
        (0.8, (4,)),
        (0.6, (4,)),
        (50, (4,)),
        (100, (3,)),
        (2.5, (4,)),
    ]


def test_figures_of_two_variants_have_intervals(tmp_path):
    both = ("a", "b")
    asked = [("w", figure, both) for figure in ("fitness_diversity_ratio", "variance_ratio", "better_share", "p_value")]
    answers = claims.answers(experiment(tmp_path, *asked, ("w", "median", ("a",))), RUNS, ATTEMPTS)
    for answer in answers[:3]:
        low, high = answer.interval
        assert low <= answer.value <= high
    assert [answer.interval for answer in answers[3:]] == [None, None]
    lines = grid.text(claims.grid(answers)).splitlines()
    assert "ours [95 % interval]" in lines[1] and "4 [4, 4]" in lines[2] and "[" not in lines[5]


def test_what_has_no_runs_yet_is_told_so(tmp_path):
    found = experiment(tmp_path, ("w", "p_value", ("a", "b")), ("w", "synergy_max", ("built",)))
    answers = claims.answers(found, {"a": RUNS["a"]}, {})
    assert [answer.runs for answer in answers] == [(3, 0), (0,)]
    assert grid.text(claims.grid(answers)).splitlines()[2].split() == ["w", "1", "–", "3", ":", "0"]


@pytest.mark.parametrize(
    "figure, names, told",
    [
        ("fitness_diversty_ratio", ("a", "b"), "did you mean 'fitness_diversity_ratio'"),
        ("synergy_maximum", ("built",), "did you mean 'synergy_max'"),
        ("qqq", ("a",), "no figure 'qqq'; known are runs, "),
        ("p_value", ("a",), "'p_value' takes two variants of runs; the claim names a"),
        ("median", ("a", "b"), "'median' takes one variant of runs; the claim names a, b"),
        ("synergy_max", ("a",), "'synergy_max' takes one variant of constructions"),
        ("ert", ("built",), "'ert' takes one variant of runs"),
        ("p_value", ("a", "built"), "'p_value' takes two variants of runs"),
    ],
)
def test_figures_that_cannot_be_are_refused(tmp_path, figure, names, told):
    with pytest.raises(DataError, match=told):
        claims.check(experiment(tmp_path, ("w", figure, names)))


def test_constructions_answer_what_was_published_of_them(tmp_path):
    built = Variant("built", "type 1", "guided", (), construct=True, published={"synergy_max": 0.7})
    found = Experiment(tmp_path, "e", "e", "", (built,), ())
    (answer,) = claims.answers(found, {}, ATTEMPTS)
    assert (answer.claim.what, answer.claim.published, answer.value) == ("type 1, guided: synergy_max", 0.7, 0.8)


@pytest.mark.parametrize("construct, name, told", [(True, "synergy_mx", "'synergy_max'"), (False, "ertt", "'ert'")])
def test_what_a_variant_published_is_a_known_figure(tmp_path, construct, name, told):
    variant = Variant("v", "i", "v", (), construct=construct, published={name: 1})
    with pytest.raises(DataError, match=f"published of 'v': there is no figure '{name}'; did you mean {told}"):
        claims.check(Experiment(tmp_path, "e", "e", "", (variant,), ()))


def test_the_page_names_every_figure_and_measure():
    page = (Path(__file__).resolve().parents[2] / "docs/analysis.md").read_text()
    named = set(re.findall(r"`([a-z_]+)`", page.split("## Names of figures")[1].split("\n## ")[0]))
    assert {*QUANTITIES, *claims.PAIRS, *claims.CONSTRUCTIONS, *MEASURES} <= named
