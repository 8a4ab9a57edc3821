"""Runs the maps of mazes and of puzzles, and gives the puzzles to `solve`."""
import json

import h5py
import numpy
import pytest

from tests.support.binary import TREE

#: The forms of inference that each level does without, from the weakest level; guesses need none.
WITHOUT = {
    "sudoku": [("elimination", "locked_candidates"), ("locked_candidates",), ()],
    "skyscraper": [("elimination", "filtration"), ("filtration",), ()],
}


def run(skerry, config, output, *more):
    return skerry.done("run", TREE / "configs" / config, "--islands", 2, "--quiet", "--output", output, *more)


def coverage(file):
    with h5py.File(file) as trace:
        return trace["generation/coverage"][-1].min()


def decided(skerry, kind, file, without):
    """Tells of each puzzle whether inference without these forms decides all cells."""
    options = [option for form in without for option in ("--without", form)]
    told = skerry("solve", kind, file, "--inference-only", "--json", *options)
    return [all(len(cell) == 1 for row in json.loads(line)["candidates"] for cell in row) for line in told.out.splitlines()]


def levels(skerry, kind, file):
    """Returns the index of the weakest level of inference that decides each puzzle."""
    each = zip(*(decided(skerry, kind, file, without) for without in WITHOUT[kind]))
    return [(*found, True).index(True) for found in each]


def expect_one_solution_each(skerry, kind, file):
    solved = skerry.done("solve", kind, file, "--json")
    assert {json.loads(line)["solutions"] for line in solved.out.splitlines()} == {1}


def archive_of(file):
    """Returns the texts and the features of the map, or none where the trace keeps no maps."""
    with h5py.File(file) as trace:
        if "archive" not in trace:
            return None
        texts = [row.tobytes().rstrip(b"\0").decode() for row in numpy.asarray(trace["archive/text"])]
        return texts, trace["archive/features"][()]


def test_the_map_of_mazes_fills(skerry):
    run(skerry, "jump_maze/map.toml", "a.h5", "--set", "stop.generations=300")
    assert coverage(skerry.folder / "a.h5") > 0.7


@pytest.mark.few(1)
@pytest.mark.parametrize("kind, share", [("sudoku", 0.55), ("skyscraper", 0.8)])
def test_maps_of_puzzles_fill_and_their_puzzles_have_one_solution(skerry, kind, share):
    made = run(skerry, f"{kind}/map.toml", "a.h5", "--set", "stop.generations=100")
    assert coverage(skerry.folder / "a.h5") > share

    best = skerry.write("best.txt", made.out.splitlines()[0] + "\n")
    expect_one_solution_each(skerry, kind, best)
    names = ["propagation", "elimination", WITHOUT[kind][0][1], "guesses"]
    assert f"one solution  yes, by {names[levels(skerry, kind, best)[0]]}" in made.out

    kept = archive_of(skerry.folder / "a.h5")
    if kept is not None:
        texts, features = kept
        assert len(texts) > 50
        elites = skerry.write("elites.txt", "".join(texts))
        expect_one_solution_each(skerry, kind, elites)
        assert levels(skerry, kind, elites) == features[:, 1].astype(int).tolist()


def test_puzzles_are_made_of_the_grid_of_an_instance(skerry):
    four = skerry.write("four.txt", "12.434122...4321\n")
    config = skerry.write("four.toml", '[problem]\ntype = "sudoku_puzzle"\ninstance = "four.txt"\n[stop]\ngenerations = 20\n')
    assert "one solution  yes" in skerry.done("check", config, four).out
    wrong = skerry.done("check", config, skerry.write("wrong.txt", "2...............\n"), status=3)
    assert wrong.messages == ["skerry: row 1 column 1 is 2; it is 1 in the solution of this configuration (wrong.txt:1)"]
    assert "inference leaves" in skerry.done("check", config, skerry.write("open.txt", "1...............\n"), status=1).out
    assert skerry.done("draw", config, four, "--text").out.startswith("1 2 | . 4")


def test_a_puzzle_of_several_solutions_gives_no_grid(skerry):
    skerry.write("many.txt", "1...............\n")
    config = skerry.write("many.toml", '[problem]\ntype = "sudoku_puzzle"\ninstance = "many.txt"\n')
    skerry.refused("run", config, says=["the puzzle has several solutions", "many.toml:3:12"])
