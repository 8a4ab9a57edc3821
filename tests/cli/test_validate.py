"""Tests `validate` of party puzzles, and `check --proof`."""
import json

import pytest

from tests.support.binary import TREE
from tests.support.depth import nightly
from tests.support.experiments import PARTY, PUZZLE

TIGHTER = PUZZLE.replace("at_least = 70", "at_least = 75")
IMPOSSIBLE = PUZZLE + '\n[[requirement]]\nkind = "average"\nproperty = "level"\nat_least = 89\n'


def answers(result, status=0):
    assert result.status == status, result
    return result.answers()


@pytest.mark.parametrize("ranks", [None, *nightly(2)])
def test_the_cheapest_party_is_proven(skerry, ranks):
    [answer] = answers(skerry("validate", "puzzle.toml", "--json", ranks=ranks))
    assert answer["schema"] == "skerry.validation/1"
    assert (answer["solvable"], answer["proven"], answer["clash"]) == (True, True, [])
    assert answer["best"] == answer["bound"]
    assert answer["solutions"]["complete"] and answer["solutions"]["teams"] >= 1
    assert answer["catalogue"][0]["price"] == answer["best"]
    assert all(rule["holds"] for rule in answer["rules"])
    assert answer["rule_prices"] and answer["player"]["constructions"] == 1000


def test_a_run_finds_nothing_cheaper(skerry):
    [answer] = answers(skerry("validate", "puzzle.toml", "--json"))
    assert skerry.json("run", "party.toml", "--quiet")["best_fitness"] >= answer["best"]


@pytest.mark.parametrize("ranks", [None, *nightly(2)])
def test_the_islands_are_those_of_the_designers_configuration(skerry, ranks):
    [answer] = answers(skerry("validate", "puzzle.toml", "--json", "--seed", "3", ranks=ranks))
    islands = answer["islands"]
    report = skerry.json("run", TREE / "configs/party/designer.toml", "--quiet", "--seed", "3", "--output", "own.h5",
                         "--set", f"problem.instance={skerry.folder / 'puzzle.toml'}", "--set", "stop.stagnation=150",
                         "--set", "problem.local_search=descent", "--set", "island.improve_rate=0.1",
                         "--set", "island.improve_budget=300", ranks=ranks)
    told = (islands["count"], islands["last_generation"], islands["evaluations"])
    assert told == (report["islands"], report["generations"], report["evaluations"])
    assert islands["restarts"] > 0


def test_a_certificate_is_verified_and_a_changed_one_refused(skerry):
    skerry.done("validate", "puzzle.toml", "--proofs", "proofs", "--quiet")
    assert "that is the optimum" in skerry.done("check", "puzzle.toml", "--proof", "proofs/puzzle.proof.json").out
    skerry.done("check", "party.toml", "--proof", "proofs/puzzle.proof.json")

    proof = json.loads((skerry.folder / "proofs/puzzle.proof.json").read_text())
    proof["bound"] += 1
    skerry.write("raised.json", json.dumps(proof))
    assert skerry.done("check", "puzzle.toml", "--proof", "raised.json", status=1).out.startswith("not proven: ")

    skerry.write("none.json", "{}")
    skerry.done("check", "puzzle.toml", "--proof", "none.json", status=3)
    skerry.done("check", "onemax.toml", "--proof", "none.json", status=2)


def test_a_puzzle_stands_for_a_configuration(skerry):
    run = skerry("run", "party.toml", "--json", "--quiet")
    skerry.write("party.txt", json.loads(run.out)["solution"])
    skerry.done("check", "puzzle.toml", "party.txt")
    assert "<svg" in skerry("draw", "puzzle.toml", "party.txt").out


def test_several_puzzles_end_with_one_table(skerry):
    skerry.write("impossible.toml", IMPOSSIBLE)
    skerry.write("tighter.toml", TIGHTER)
    result = skerry.done("validate", "puzzle.toml", "tighter.toml", "impossible.toml", status=1)
    header, *rows = result.out.splitlines()[-4:]
    assert header.split()[:4] == ["puzzle", "solvable", "price", "sure"]
    assert [row.split("  ")[0] for row in rows] == ["small (puzzle.toml)", "small (tighter.toml)", "impossible"]
    assert "  no  " in rows[2]
    assert "clash: average level at least 89" in rows[2] and "compared with" not in result.out
    assert len({row.index("coins") for row in rows[:2]}) == 1, "columns are aligned"


@pytest.mark.parametrize("ranks", [None, *nightly(2)])
def test_a_folder_stands_for_its_puzzles(skerry, ranks):
    for name in ("b.toml", "a.toml"):
        skerry.write(f"puzzles/{name}", PUZZLE.replace('"heroes.csv"', '"../heroes.csv"').replace("small", name))
    skerry.write("puzzles/run.toml", PARTY)
    skerry.write("puzzles/notes.txt", "[pool]")
    skerry.write("puzzles/deeper/c.toml", PUZZLE)
    result = skerry("validate", "puzzles", "--json", ranks=ranks)
    assert [answer["file"] for answer in answers(result)] == ["puzzles/a.toml", "puzzles/b.toml"]


@pytest.mark.parametrize("ranks", [None, *nightly(2)])
def test_a_folder_without_a_puzzle(skerry, ranks):
    skerry.write("empty/run.toml", PARTY)
    result = skerry("validate", "puzzle.toml", "empty", ranks=ranks)
    assert result.status == 2 and result.messages == [
        "skerry: the folder empty holds no party puzzle, which is a file *.toml with the tables pool and formation"
    ], result


def test_two_puzzles_are_compared(skerry):
    skerry.write("tighter.toml", TIGHTER)
    first, second = answers(skerry("validate", "puzzle.toml", "tighter.toml", "--json"))
    assert "comparison" not in first
    compared = second["comparison"]
    assert (compared["puzzle"], compared["file"]) == ("small", "puzzle.toml")
    assert compared["changes"] == [
        {"part": "rules", "text": "'average level at least 70' is now 'average level at least 75', which is tighter"}
    ]
    told = {change["answer"]: change for change in compared["answers"]}
    assert told["cheapest"]["difference"] == second["best"] - first["best"] > 0
    assert told["cheapest"]["before"] == f"{first['best']:.0f} coins, proven"
    assert told["solutions"]["difference"] == second["solutions"]["teams"] - first["solutions"]["teams"]

    result = skerry("validate", "puzzle.toml", "tighter.toml")
    assert result.status == 0 and "compared with small (puzzle.toml)\nrules      'average level" in result.out, result


def test_more_puzzles_are_compared_each_with_the_one_before(skerry):
    cheaper = (skerry.folder / "heroes.csv").read_text().replace("80,500", "80,450")
    skerry.write("cheaper.csv", cheaper + "g,Gil,elf,sun,70,900\n")
    skerry.write("tighter.toml", TIGHTER)
    skerry.write("cheaper.toml", TIGHTER.replace("heroes.csv", "cheaper.csv"))
    first, second, third = answers(skerry("validate", "puzzle.toml", "tighter.toml", "cheaper.toml", "--compare", "--json"))
    assert "comparison" not in first and second["comparison"]["file"] == "puzzle.toml"
    assert third["comparison"]["file"] == "tighter.toml"
    assert third["comparison"]["changes"] == [
        {"part": "heroes", "text": "1 hero is new: Gil (g)"},
        {"part": "heroes", "text": "the price of 1 hero changed (0 higher, 1 lower): Ada (a) from 500 to 450"},
    ]


def test_certificates_of_one_name_are_refused_before_anything_is_proven(skerry):
    skerry.write("other/puzzle.toml", PUZZLE)
    result = skerry("validate", "puzzle.toml", "other/puzzle.toml", "--proofs", "proofs")
    assert result.status == 2 and result.out == "", result
    assert result.messages == [
        "skerry: proofs/puzzle.proof.json would be the certificate of both puzzle.toml and other/puzzle.toml; validate them apart"
    ]


@pytest.mark.parametrize("arguments, part", [
    (("--compare",), "--compare compares a puzzle with the one before it, and there is one puzzle"),
    (("--within", "much"), '--within is "much"; it is a part of the price, as 2% or 0.02'),
    (("--within", "200%"), "--within"),
    (("--seconds", "0"), "--seconds"),
    (("--front", "levle"), '--front is "levle", and small has no requirement on it; it has requirements on level, race'),
])
def test_mistakes_of_usage(skerry, arguments, part):
    skerry.refused("validate", "puzzle.toml", *arguments, says=part)


@pytest.mark.nightly
def test_the_page_has_the_numbers_of_the_answers(skerry):
    result = skerry("validate", "puzzle.toml", "--json", "--report", "page.html")
    [answer] = answers(result) if result.status == 0 else pytest.fail(str(result))
    page = (skerry.folder / "page.html").read_text()
    assert f"{answer['best']:,.0f}" in page or f"{answer['best']:.0f}" in page
    assert json.loads((skerry.folder / "page.html.json").read_text()) == answer


def test_a_catalogue_shows_parties_that_differ(skerry):
    [answer] = answers(skerry("validate", "puzzle.toml", "--json", "--within", "50%", "--catalogue", "3", "--differ", "2"))
    teams = [set(entry["party"]) for entry in answer["catalogue"]]
    assert len(teams) <= 3
    assert all(len(a - b) >= 2 for i, a in enumerate(teams) for b in teams[:i])


def test_the_front_of_a_requirement(skerry):
    [answer] = answers(skerry("validate", "puzzle.toml", "--json", "--front", "level"))
    fronts = {front["rule"]: front["points"] for front in answer["fronts"]}
    assert [point["at_least"] for point in fronts["level"]] == [67, 68, 69, 70, 71, 72, 73]
    prices = [point["best"] for point in fronts["level"]]
    assert prices == sorted(prices) and prices[3] == answer["best"]
    assert fronts["synergy"]


def test_the_player_of_a_configuration(skerry):
    skerry.write("party.toml", PARTY.replace("[island]", '[problem.player]\nowned = ["a", "b", "e"]\n[island]'))
    [answer] = answers(skerry("validate", "party.toml", "--json"))
    owned = answer["player"]["owned"]
    assert (owned["heroes"], owned["share"], owned["players"], owned["constructions"]) == (3, 0.5, 1, 1000)
    assert owned["feasible"] > 0 and owned["solving"] == 1
    result = skerry("validate", "party.toml")
    assert "\n           with the 3 heroes of this player alone " in result.out, result
