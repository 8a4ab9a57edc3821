"""Tests number-jump mazes by the commands run, check (with its grid of distances) and draw, and refusals of invalid mazes."""
import json

import pytest

from tests.support.depth import deep
from tests.support.svg import SVG, parsed

#: Figure 6 of the report, whose search counts one jump too many for some cells.
FIGURE_6 = """\
4 3 4 8 4 3 8 2 4
5 6 2 7 3 7 1 4 7
1 3 3 6 1 3 4 4 1
6 3 6 5 1 2 6 3 4
8 3 2 3 4 4 2 2 6
2 4 2 3 4 5 2 6 2
4 6 5 1 6 3 6 5 8
2 6 1 3 1 4 1 3 8
5 8 1 5 6 7 5 6 0
"""
PUBLISHED_6 = """\
0 10 9 X 1 8 10 8 2
7 6 6 8 5 8 X 7 8
9 10 5 5 4 6 11 8 7
8 11 7 7 5 6 9 7 8
1 12 4 9 2 11 10 10 3
7 9 6 X 7 7 9 8 8
8 12 5 X 9 X 10 6 X
8 8 7 8 10 10 9 9 9
X 9 8 6 3 9 10 X 8
"""
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


def test_jumps_are_counted_as_published_where_that_is_asked(mazes):
    size = ("--set", "problem.size=9")
    shortest = mazes("check", "maze.toml", "-", *size, stdin=FIGURE_6)
    assert shortest.status == 0 and "fitness  7, feasible" in shortest.out, shortest
    assert distances(shortest)[8][8] == "7"
    published = mazes("check", "maze.toml", "-", *size, "--set", "problem.evaluation=published", stdin=FIGURE_6)
    assert published.status == 0 and "fitness  8, feasible" in published.out, published
    assert distances(published) == rows(PUBLISHED_6)


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


def test_a_maze_as_a_picture(mazes):
    drawn = mazes("draw", "maze.toml", mazes.write("solution.txt", CORNERS))
    assert drawn.status == 0 and drawn.err == "", drawn
    root = parsed(drawn.out)
    assert root.find(SVG + "title").text == "Number-jump maze, 3 by 3, goal in 2 jumps"
    assert root.find(SVG + "desc").text == CORNERS
    assert sum("marker-end" in path.attrib for path in root.iter(SVG + "path")) == 2
    parsed(mazes("draw", "maze.toml", "-", stdin=OUT_OF_REACH).out)


def test_a_maze_in_characters(mazes):
    drawn = mazes.done("draw", "maze.toml", "-", "--text", stdin=CORNERS)
    assert drawn.out.splitlines() == ["[2] (1) [2]", "(1) (1) (1)", " 2  (1) [0]",
                                      "[ ] 2 jumps up, down, left and right: RD", "( ) cannot be reached"]


@pytest.mark.parametrize("form", [[], ["--text"]])
def test_nothing_is_drawn_without_a_solution(mazes, form):
    mazes.refused("draw", "maze.toml", *form, says="a solution is needed")


@pytest.mark.parametrize(("text", "words"), [
    ("2 1 2\n1 1\n2 1 0\n", ["2 numbers", "3 are expected", "grid.txt:2:4"]),
    ("2 1 2\n1 1 1 1\n2 1 0\n", ["4 numbers", "3 are expected", "grid.txt:2:7"]),
    ("2 1 2\n1 1 1\n", ["2 of 3 rows", "grid.txt:2:6"]),
    ("2 1 2\n1 x 1\n2 1 0\n", ["'x'", "row 2 column 2", "grid.txt:2:3"]),
    ("2 1 2\n1 2 1\n2 1 0\n", ["'2'", "row 2 column 2", "is 1", "grid.txt:2:3"]),
    ("2 1 3\n1 1 1\n2 1 0\n", ["'3'", "1 to 2", "grid.txt:1:5"]),
    ("2 0 2\n1 1 1\n2 1 0\n", ["'0'", "1 to 2", "grid.txt:1:3"]),
    ("2 1 2\n1 1 1\n2 1 1\n", ["'1'", "goal", "is 0", "grid.txt:3:5"]),
    (CORNERS + "\n" + CORNERS, ["2 mazes", "grid.txt"]),
    ("1 1\n1 0\n", ["2x2", "3x3", "grid.txt"]),
    ("1 " * 23 + "\n", ["23 numbers", "2 to 22", "grid.txt:1:45"]),
    ("", ["no maze", "grid.txt"]),
])
@pytest.mark.parametrize("command", ["check", "draw"])
def test_bad_mazes_are_named_with_their_place(mazes, command, text, words):
    mazes.refused(command, "maze.toml", mazes.write("grid.txt", text), status=3, says=words)


@pytest.mark.parametrize("text", [
    "3 3\n212\n111\n211\n", "212\n111\n210\n", "2,1,2\n1,1,1\n2,1,0\n", "[[2,1,2],[1,1,1],[2,1,0]]\n", "2 1 2\n1 1 1\n2 1 G\n",
])
def test_published_forms_are_the_same_maze(mazes, text):
    assert "yes, in 2 jumps" in mazes.done("check", "maze.toml", "-", stdin=text).out


@pytest.mark.parametrize(("text", "words"), [
    ("2 1 2 1\n1 1 1 1\n2 1 1 0\n", ["3 of 4 rows; it has as many rows as columns", "grid.txt:3:8"]),
    ("2 3\n212\n110\n", ["the size is 2 x 3; a maze has as many rows as columns", "grid.txt:1:1"]),
    ("3 3\n202\n111\n211\n", ["'0' stands in row 1 column 2", "1 to 2", "grid.txt:2:2"]),
])
def test_grids_that_are_no_maze_are_named(mazes, text, words):
    mazes.refused("check", "maze.toml", mazes.write("grid.txt", text), status=3, says=words)


MISTAKES = [
    ("problem.size=23", ["size is 23", "[2, 22]"]),
    ("problem.size=1", ["size is 1", "[2, 22]"]),
    ("problem.evaluation=longest", ["longest", "shortest, published"]),
    ("problem.mutation=another", ["another", "any_number, other_number"]),
    ("problem.crossover_point=1.5", ["crossover_point is 1.5", "[0, 1]"]),
    ("problem.crossover_point=middle", ["middle", "random", "from 0 to 1"]),
]


@pytest.mark.parametrize(("setting", "words", "ranks"), [*((*mistake, None) for mistake in MISTAKES),
                                                         *((*mistake, 2) for mistake in deep(MISTAKES[:1], MISTAKES))])
def test_mistakes_are_told_once(mazes, setting, words, ranks):
    mazes.refused("run", "maze.toml", "--set", setting, ranks=ranks, says=[*words, "--set"])
    assert not (mazes.folder / "results").exists()
