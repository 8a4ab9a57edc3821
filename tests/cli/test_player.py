"""Runs party puzzles with a player's pool and with richer synergy from outside."""
import json

import pytest

from tests.support.binary import TREE
from tests.support.depth import nightly
from tests.support.experiments import PARTY

PLAYER = """[problem.player]
owned = ["d"]
file = "mine.csv"
[[problem.player.discount]]
hero = "a"
factor = 0.5
"""
MINE = "id,status,price\nb,banned,\nf,,10\n"


def solve(skerry, *options, ranks=None):
    return skerry.json("run", "party.toml", "--quiet", *options, ranks=ranks)


@pytest.fixture
def player(skerry):
    skerry.write("party.toml", PARTY.replace("[island]", PLAYER + "[island]"))
    skerry.write("mine.csv", MINE)
    return skerry


def heroes(solution):
    return {line.split(": ")[1].split()[0] for line in solution.splitlines()}


@pytest.mark.parametrize("ranks", [None, *nightly(2)])
def test_a_run_takes_the_player_at_their_word(player, ranks):
    report = solve(player, ranks=ranks)
    # Without b the two elves are a, at half price, and e; the owned d is the cheapest third.
    assert heroes(report["solution"]) == {"a", "d", "e"}
    assert report["best_fitness"] == 0 + 250 + 400
    player.write("solution.txt", report["solution"])
    assert "fitness  650, feasible" in player.done("check", "party.toml", "solution.txt").out
    # The pool's file is as it was, and so are the prices without the player's table.
    player.write("other.toml", PARTY)
    assert "fitness  1600, feasible" in player("check", "other.toml", "solution.txt").out


def test_construct_sees_the_players_prices(player):
    assert "objective of feasible ones: least 650, median" in player.done("construct", "party.toml", "--attempts", 50).out


def test_the_trace_knows_the_table_and_the_file(player):
    solve(player)
    shown = player.json("inspect", "results/party.h5")
    assert "mine.csv" in shown["inputs"] and "owned_price" in shown["configuration"] and "factor" in shown["configuration"]


def test_the_shipped_squad_runs(skerry):
    result = skerry("run", TREE / "configs/party/squad.toml", "--json", "--quiet", "--output", "squad.h5", "--set", "stop.generations=2")
    assert result.status == 0, result
    assert json.loads(result.out)["violation"] == 0
