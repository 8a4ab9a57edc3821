"""Tests the evolution of skyscraper puzzles: the configurations with islands and as published."""
import json

import pytest

from tests.support.depth import deep

PUZZLES = """# one easy, one that needs guesses, one with many solutions
4:2/2/1/3/2/2/3/1/3/2/1/2/2/2/3/1
7:3/3/2/1/2/2/3/2/3/5/4/1/4/2/3/2/5/2/4/1/3/4/3/2/4/1/4/2
4:///////////////
"""


@pytest.fixture
def puzzles(skerry):
    skerry.write("puzzles.txt", PUZZLES)
    return skerry


def config(skerry, encoding="rows", **problem):
    keys = {"type": "skyscraper", "encoding": encoding, "instance": "puzzles.txt", **problem}
    lines = [f"{key} = {json.dumps(value)}" for key, value in keys.items()]
    island = "improve_rate = 1\nimprove_budget = 20000\npopulation = 10\noffspring = 10"
    text = "[problem]\n" + "\n".join(lines) + f"\n[island]\n{island}\n[stop]\ngenerations = 2000\n"
    return skerry.write("config.toml", text)


CASES = [(1, "none"), *((index, inference) for index in (1, 2, 3) for inference in ("prepare", "repair"))]


@pytest.mark.few(4)
@pytest.mark.parametrize(("index", "inference", "ranks"), deep(
    [*((*case, None) for case in CASES), (2, "prepare", 3), (3, "repair", 1)],
    [(*case, ranks) for case in CASES for ranks in (None, 1, 3)],
))
def test_islands_solve_a_puzzle_and_check_agrees(puzzles, index, inference, ranks):
    path = config(puzzles, index=index, inference=inference)
    answer = puzzles.json("run", path, "--quiet", ranks=ranks)
    assert answer["target_reached"] and answer["best_fitness"] == 0 and answer["stop_reason"] == "target"
    checked = puzzles.done("check", path, puzzles.write("solution.txt", answer["solution"]))
    assert "fitness  0, feasible" in checked.out and "BROKEN" not in checked.out


def test_the_published_algorithm_solves_a_small_puzzle(puzzles):
    path = config(puzzles, encoding="cells", index=1)
    settings = {
        "population": 380, "offspring": 380, "selection": "tournament", "tournament_size": 10, "crossover_rate": 0.9,
        "without_crossover": "random_immigrant", "gene_rate": 0.09, "replacement": "generational", "elites": 0,
    }
    options = [word for key, value in settings.items() for word in ("--set", f"island.{key}={value}")]
    found = puzzles.done("run", path, "--repeat", 5, "--json", "--quiet", *options)
    assert sum(json.loads(line)["target_reached"] for line in found.out.splitlines()) >= 2
