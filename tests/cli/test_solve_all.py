"""Tests `solve --all` and `--mend`: all solutions, the cells in which they differ, and the hints that leave one."""

import json
import random
import re

import pytest

SIDES = {"at the top": 0, "at the bottom": 1, "on the left": 2, "on the right": 3}


def listed(skerry, kind, text, *options):
    return skerry.json("solve", kind, skerry.write("puzzles.txt", text + "\n"), *options)


def plain(size, clues, givens=()):
    """Returns a puzzle as a plain grid with the clues around it; givens are pairs of a cell and its value."""
    top, bottom, left, right = ([str(clue or ".") for clue in clues[side * size : (side + 1) * size]] for side in range(4))
    cells = [str(dict(givens).get(cell, ".")) for cell in range(size * size)]
    rows = [f"{left[row]} | {' '.join(cells[row * size : (row + 1) * size])} | {right[row]}" for row in range(size)]
    return "\n".join([f"    {' '.join(top)}", *rows, f"    {' '.join(bottom)}"])


def test_all_solutions_are_listed_with_the_cells_in_which_they_differ(skerry):
    found = listed(skerry, "sudoku", "." * 16, "--all")
    grids = found["grids"]
    assert found["solutions"] == len({json.dumps(grid) for grid in grids}) == 288 and grids == sorted(grids)
    assert found["differences"] == [{"cell": [row, column], "values": [1, 2, 3, 4]} for row in range(1, 5) for column in range(1, 5)]
    assert "mending" not in found


def test_the_fewest_givens_leave_one_solution_of_a_sudoku(skerry):
    # No puzzle of 4x4 with fewer givens than four has one solution.
    found = listed(skerry, "sudoku", "." * 16, "--mend")
    assert len(found["mending"]["hints"]) == 4 and found["mending"]["fewest"] and "grids" not in found
    cells = ["."] * 16
    for hint in found["mending"]["hints"]:
        row, column = hint["cell"]
        cells[4 * row + column - 5] = str(hint["value"])
    assert listed(skerry, "sudoku", "".join(cells), "--count", 300)["solutions"] == 1


@pytest.mark.parametrize("seed", range(4))
def test_hints_leave_one_solution_of_skyscrapers(skerry, seed):
    chance = random.Random(seed)
    full = listed(skerry, "skyscraper", "4:" + "/" * 15, "--all")["grids"]
    grid = chance.choice(full)
    sides = [list(zip(*grid)), [line[::-1] for line in zip(*grid)], grid, [row[::-1] for row in grid]]
    seen = [sum(height == max(line[: at + 1]) for at, height in enumerate(line)) for side in sides for line in side]
    clues = [clue if chance.random() < 0.3 else 0 for clue in seen]
    found = listed(skerry, "skyscraper", plain(4, clues), "--all", "--mend")
    assert grid in found["grids"] and len(found["grids"]) == found["solutions"]
    givens = []
    for hint in found["mending"]["hints"]:
        if "cell" in hint:
            givens.append((4 * hint["cell"][0] + hint["cell"][1] - 5, hint["value"]))
        else:
            clue, side, place = re.fullmatch(r"clue (\d) (at the top|at the bottom|on the left|on the right) of (?:row|column) (\d)", hint["clue"]).groups()
            assert int(clue) == hint["value"] and clues[4 * SIDES[side] + int(place) - 1] == 0
            clues[4 * SIDES[side] + int(place) - 1] = int(clue)
    assert (found["solutions"] == 1) == (not found["mending"]["hints"])
    assert listed(skerry, "skyscraper", plain(4, clues, givens), "--count", 600)["solutions"] == 1


def test_text_shows_each_solution_the_differences_and_the_hints(skerry):
    file = skerry.write("puzzles.txt", "1234341221434..." "\n" "12343412........\n")
    result = skerry.done("solve", "sudoku", file, "--all", "--mend")
    one, several = result.out.split("puzzle 2: ")
    assert one.startswith("puzzle 1: one solution; ") and "differ" not in one and "hint" not in one
    assert several.startswith("4 solutions; ") and [f"solution {number}" in several for number in range(1, 6)] == [True] * 4 + [False]
    assert "the solutions differ in 8 of 16 cells: r3c1 (2 or 4), " in several
    assert re.search(r"^2 further hints leave one solution: r\dc\d is \d, r\dc\d is \d$", several, re.M)


@pytest.mark.parametrize(
    "options, part",
    [
        (["--all", "--inference-only"], "--inference-only finds no solutions; leave out --all"),
        (["--mend", "--explain"], "--explain shows the way to one solution; leave out --mend"),
        (["--all", "--hint"], "--hint shows the way to one solution; leave out --all"),
    ],
)
def test_refuses_what_does_not_go_together(skerry, options, part):
    assert part in skerry.done("solve", "sudoku", skerry.write("puzzles.txt", "." * 16 + "\n"), *options, status=2).messages[-1]


def test_a_puzzle_without_a_solution_has_none_to_list(skerry):
    result = skerry("solve", "skyscraper", skerry.write("puzzles.txt", "4:3////3///////////\n"), "--all", "--mend", "--json")
    assert result.status == 1 and json.loads(result.out)["grids"] == [], result
