"""Tests `validate` of party puzzles, and `check --proof`."""
import json

import pytest

from tests.support.binary import TREE
from tests.support.experiments import PARTY, PUZZLE

IMPOSSIBLE = PUZZLE + '\n[[requirement]]\nkind = "average"\nproperty = "level"\nat_least = 89\n'


def answers(result, status=0):
    assert result.status == status, result
    return [json.loads(line) for line in result.out.splitlines()]


@pytest.mark.parametrize("ranks", [None, 2])
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
    run = skerry("run", "party.toml", "--json", "--quiet")
    assert run.status == 0, run
    assert json.loads(run.out)["best_fitness"] >= answer["best"]


@pytest.mark.parametrize("ranks", [None, 2])
def test_the_islands_are_those_of_the_designers_configuration(skerry, ranks):
    [answer] = answers(skerry("validate", "puzzle.toml", "--json", "--seed", "3", ranks=ranks))
    islands = answer["islands"]
    run = skerry("run", TREE / "configs/party/designer.toml", "--json", "--quiet", "--seed", "3", "--output", "own.h5",
                 "--set", f"problem.instance={skerry.folder / 'puzzle.toml'}", "--set", "stop.stagnation=150", ranks=ranks)
    assert run.status == 0, run
    report = json.loads(run.out)
    told = (islands["count"], islands["last_generation"], islands["evaluations"])
    assert told == (report["islands"], report["generations"], report["evaluations"])
    assert islands["restarts"] > 0


@pytest.mark.parametrize("ranks", [None, 2])
def test_the_history_of_the_islands(skerry, ranks):
    [answer] = answers(skerry("validate", "puzzle.toml", "--json", ranks=ranks))
    islands = answer["islands"]
    generations = islands["generations"]
    assert generations == sorted(set(generations)) and len(generations) <= 200
    assert (generations[0], generations[-1]) == (0, islands["last_generation"])
    for series in (islands["best"], islands["diversity"]):
        assert [len(island) for island in series] == [len(generations)] * (ranks or 1)
    bests = [found["best"] for found in islands["new_bests"]]
    assert bests == sorted(bests, reverse=True) and bests[-1] >= answer["best"]
    if ranks:
        sent = [island["individuals sent"] for island in answer["migrated"]]
        assert len(sent) == ranks and sum(sent) == islands["migrants"] > 0
    else:
        assert islands["migrants"] == 0 and "migrated" not in answer


def test_a_certificate_is_verified_and_a_changed_one_refused(skerry):
    result = skerry("validate", "puzzle.toml", "--proofs", "proofs", "--quiet")
    assert result.status == 0, result
    checked = skerry("check", "puzzle.toml", "--proof", "proofs/puzzle.proof.json")
    assert checked.status == 0 and "that is the optimum" in checked.out, checked
    assert skerry("check", "party.toml", "--proof", "proofs/puzzle.proof.json").status == 0

    proof = json.loads((skerry.folder / "proofs/puzzle.proof.json").read_text())
    proof["bound"] += 1
    skerry.write("raised.json", json.dumps(proof))
    refused = skerry("check", "puzzle.toml", "--proof", "raised.json")
    assert refused.status == 1 and refused.out.startswith("not proven: "), refused

    skerry.write("none.json", "{}")
    assert skerry("check", "puzzle.toml", "--proof", "none.json").status == 3
    assert skerry("check", "onemax.toml", "--proof", "none.json").status == 2


def test_a_puzzle_stands_for_a_configuration(skerry):
    run = skerry("run", "party.toml", "--json", "--quiet")
    skerry.write("party.txt", json.loads(run.out)["solution"])
    assert skerry("check", "puzzle.toml", "party.txt").status == 0
    assert "<svg" in skerry("draw", "puzzle.toml", "party.txt").out


def test_several_puzzles_and_an_impossible_one(skerry):
    skerry.write("impossible.toml", IMPOSSIBLE)
    first, second = answers(skerry("validate", "puzzle.toml", "impossible.toml", "--json"), status=1)
    assert first["solvable"] is True
    assert (second["solvable"], second["best"], second["proven"]) == (False, None, True)


@pytest.mark.parametrize("arguments, part", [
    (("--within", "much"), '--within is "much"; it is a part of the price, as 2% or 0.02'),
    (("--within", "200%"), "--within"),
    (("--seconds", "0"), "--seconds"),
    (("--front", "levle"), '--front is "levle", and small has no requirement on it; it has requirements on level, race'),
])
def test_mistakes_of_usage(skerry, arguments, part):
    result = skerry("validate", "puzzle.toml", *arguments)
    assert result.status == 2 and part in result.err, result


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
