"""Tests number-jump mazes by the commands run and check, with its grid of distances."""
import json

import pytest

from tests.support.depth import deep

CORNERS = "2 1 2\n1 1 1\n2 1 0\n"
OUT_OF_REACH = "1 2 2\n2 1 2\n2 2 0\n"


@pytest.fixture
def mazes(skerry):
    skerry.write("maze.toml", '[problem]\ntype = "jump_maze"\nsize = 3\n')
    return skerry


def rows(text):
    return [line.split() for line in text.splitlines()]


def distances(checked):
    """Returns the grid below a blank line at the end of the output of `check`."""
    return rows(checked.out.split("\n\n")[1])


def test_check_prints_the_distances(mazes):
    checked = mazes("check", "maze.toml", "-", stdin=CORNERS)
    assert checked.status == 0 and checked.err == "", checked
    assert "yes, in 2 jumps" in checked.out
    assert distances(checked) == [["0", "X", "1"], ["X", "X", "X"], ["1", "X", "2"]]


def test_a_goal_out_of_reach_breaks_a_rule_but_is_feasible(mazes):
    checked = mazes.done("check", "maze.toml", "-", stdin=OUT_OF_REACH, status=1)
    assert "fitness  -4, 1 rule broken" in checked.out
    assert "BROKEN   the goal can be reached  no, 4 cells can't be" in checked.out
    assert distances(checked) == [["0", "1", "X"], ["1", "X", "2"], ["X", "2", "X"]]


SIZES = [(5, "shortest"), (9, "shortest"), (12, "published"), (22, "shortest")]


@pytest.mark.few(1)
@pytest.mark.parametrize(("size", "evaluation", "ranks"), deep(
    [(*size, ranks) for size, ranks in zip(SIZES, (None, None, 2, 1))],
    [(*size, ranks) for size in SIZES for ranks in (1, 2)],
))
def test_a_run_finds_a_maze_and_check_agrees(mazes, size, evaluation, ranks):
    settings = ("--set", f"problem.size={size}", "--set", f"problem.evaluation={evaluation}")
    answer = mazes.json("run", "maze.toml", *settings, "--set", "stop.generations=60", "--quiet", ranks=ranks)
    assert answer["violation"] == 0 and answer["best_fitness"] > 5, answer
    checked = mazes("check", "maze.toml", "-", *settings, stdin=answer["solution"])
    assert checked.status == 0 and f"fitness  {answer['best_fitness']:.0f}, feasible" in checked.out, checked
    grid = distances(checked)
    assert len(grid) == size and float(grid[-1][-1]) == answer["best_fitness"]


def test_known_maxima_are_the_target(mazes):
    found = mazes("run", "maze.toml", "--set", "problem.size=4", "--set", "island.restart_after=30",
                  "--set", "stop.generations=3000", "--json", "--quiet")
    answer = json.loads(found.out)
    assert answer["target"] == 12 and answer["target_reached"], found
    large = mazes("run", "maze.toml", "--set", "problem.size=8", "--set", "stop.generations=1", "--json", "--quiet",
                  "--force")
    assert json.loads(large.out)["target"] is None, large
