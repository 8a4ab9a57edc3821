"""Tests `map` of party puzzles, and features and objectives of a configuration."""
import csv
import itertools
import json

import h5py
import pytest

from tests.support.binary import TREE
from tests.support.experiments import PARTY, POOL

QUICK = ("--seconds", "600", "--evaluations", "500", "--quiet")
SYNERGY_LEAST, LEVEL_LEAST, ELVES_LEAST = 0.5, 70, 2  # of tests.support.experiments.PUZZLE


def every_party():
    """Returns (price, races, faiths, synergy) of all parties that meet the rules of the small puzzle."""
    heroes = list(csv.DictReader(POOL.splitlines()))
    found = []
    for party in itertools.permutations(heroes, 3):
        edges = [sum(party[i][trait] == party[i + 1][trait] for trait in ("race", "faith")) for i in (0, 1)]
        synergy = sum(min(1, matches / 2) for matches in edges) / 2
        level = sum(int(hero["level"]) for hero in party) / 3
        elves = sum(hero["race"] == "elf" for hero in party)
        if synergy >= SYNERGY_LEAST and level >= LEVEL_LEAST and elves >= ELVES_LEAST:
            found.append((sum(int(hero["price"]) for hero in party), len({hero["race"] for hero in party}),
                          len({hero["faith"] for hero in party}), synergy))
    return found


def test_each_cell_is_what_enumeration_says(skerry):
    answer = skerry.json("map", "puzzle.toml", "--output", "map.json", *QUICK)
    assert answer == json.loads((skerry.folder / "map.json").read_text())
    assert [feature["name"] for feature in answer["features"]] == ["distinct race", "distinct faith"]
    cheapest = {}
    for price, races, faiths, _ in every_party():
        cell = (races - 1) * answer["features"][1]["cells"] + faiths - 1
        cheapest[cell] = min(price, cheapest.get(cell, price))
    assert answer["filled"] == sorted(cheapest) and answer["open"] == []
    assert sorted(answer["filled"] + answer["empty"]) == list(range(9))
    for cell in answer["cells"]:
        if cell["state"] == "filled":
            assert (cell["fitness"], cell["bound"], cell["proven"]) == (cheapest[cell["cell"]],) * 2 + (True,)


def test_the_table_marks_what_is_proven(skerry):
    result = skerry.done("map", "puzzle.toml", *QUICK)
    lines = result.out.splitlines()
    assert lines[1].split() == ["distinct", "race", "\\", "distinct", "faith", "1", "2", "3"]
    assert f"{min(every_party())[0]}=" in result.out
    assert "100.0 % of the cells that are not proven empty are filled" in result.out


def test_axes_are_named_on_the_command_line(skerry):
    answer = skerry.json("map", "puzzle.toml", "--features", "mean level in 3 cells", *QUICK)
    assert [feature["cells"] for feature in answer["features"]] == [3]
    skerry.refused("map", "puzzle.toml", "--features", "mean levle", *QUICK, says="did you mean 'level'?")


def cheapest_from(synergy):
    return min((price for price, _, _, found in every_party() if found >= synergy - 1e-9), default=None)


def test_each_level_of_a_front_is_what_enumeration_says(skerry):
    answer = skerry.json("front", "puzzle.toml", "--seconds", "600", "--quiet")
    assert (answer["measure"], answer["reached"]) == ("synergy", "at_least")
    assert [level["level"] for level in answer["levels"]] == [0.5, 0.75, 1]
    for level in answer["levels"]:
        price = cheapest_from(level["level"])
        assert level["proven"] and level["solvable"] == (price is not None)
        assert (level["best"], level["bound"]) == (price, price)
        assert price is None or len(level["party"]) == 3


def test_a_front_is_of_the_measure_that_is_asked(skerry):
    answer = skerry.json("front", "puzzle.toml", "--measure", "distinct race", "--seconds", "600", "--quiet")
    prices = [min((price for price, races, _, _ in every_party() if races >= least), default=None) for least in (1, 2, 3)]
    assert [level["best"] for level in answer["levels"]] == prices[: len(answer["levels"])] and len(answer["levels"]) > 1
    assert "no party" in skerry.done("front", "puzzle.toml", "--measure", "distinct race", "--seconds", "600").out or None not in prices
    skerry.refused("front", "puzzle.toml", "--measure", "mean levle", says="did you mean 'level'?")


def test_islands_find_the_front_that_is_proven(skerry):
    skerry.write("front.toml", PARTY.replace("[island]", '[island]\nalgorithm = "nsga2"\nimprove_rate = 0.2\nimprove_budget = 2000').replace(
        "[problem]", '[problem]\nlocal_search = "annealing"'))
    report = skerry.json("run", "front.toml", "--quiet", "--output", "front.h5", "--set", "stop.generations=40",
                         "--set", "stop.at_target=false")
    assert report["best_fitness"] == cheapest_from(0)
    with h5py.File(skerry.folder / "front.h5") as trace:
        found = {tuple(point) for point in trace["front/objectives"][()].round(6)}
    proven = skerry.json("front", "puzzle.toml", "--seconds", "600", "--quiet")["levels"]
    assert {price for price, _ in found} == {level["best"] for level in proven if level["best"] is not None}


def test_a_map_is_of_a_party(skerry):
    skerry.refused("map", "onemax.toml", *QUICK, says="[problem]")


@pytest.mark.parametrize("algorithm", ["nsga2", "map_elites"])
def test_repair_and_local_search_serve_both_algorithms(skerry, algorithm):
    cheapest = min(every_party())[0]
    skerry.write("many.toml", PARTY.replace("[island]", f'[island]\nalgorithm = "{algorithm}"\nimprove_rate = 0.5'))
    result = skerry.done("run", "many.toml", "--json", "--quiet", "--set", "stop.generations=40",
                         "--set", 'problem.objectives=["price", "mean level"]', "--set", 'problem.features=["distinct faith"]')
    assert json.loads(result.out)["best_fitness"] == cheapest


@pytest.mark.nightly
@pytest.mark.parametrize("name", ["type1", "type2", "type3"])
@pytest.mark.parametrize("against", ["synergy", "mean level"])
def test_the_cheap_end_of_a_front_is_the_proven_optimum(skerry, name, against):
    optimum = {"type1": 2930, "type2": 1900, "type3": 12540}
    report = skerry.json("run", TREE / f"configs/party/{name}-front.toml", "--quiet", "--islands", "2", "--output", "front.h5",
                         "--set", f'problem.objectives=["price", "{against}"]')
    assert report["target_reached"] and report["best_fitness"] == report["target"], report
    assert report["target"] == optimum[name]
