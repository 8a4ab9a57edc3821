"""Islands solve skyscrapers of every size and difficulty with every seed, without a guess of the exact solver."""

import os
import pathlib
import subprocess

import pytest

from tests.support.binary import TREE
from tests.support.depth import deep
from tests.support.seeds import seeds_that_missed
from tests.support.skyscrapers import TOWERS, towers


def expect_all_solved(puzzles: pathlib.Path, index: int = 1) -> None:
    assert not seeds_that_missed("skyscraper/island.toml", puzzles, index), puzzles.read_text()


@pytest.mark.parametrize(("size", "difficulty"), deep(
    [(4, "easy"), (5, "hard"), (6, "unreasonable"), (7, "easy"), (8, "hard"), (9, "unreasonable")],
    [(size, difficulty) for size in range(4, 10) for difficulty in ("easy", "hard", "unreasonable")],
))
def test_generated_puzzles(tmp_path, size, difficulty):
    file = tmp_path / "puzzle.txt"
    command = [os.environ["SKERRY"], "generate", "skyscraper", "--size", str(size), "--difficulty", difficulty, "--seed", "11",
               "--output", file]
    subprocess.run(command, timeout=120, check=True, capture_output=True)
    expect_all_solved(file)


@pytest.mark.skipif(TOWERS is None, reason="sgt-puzzles is not installed")
@pytest.mark.parametrize(("size", "difficulty"), deep(
    [(4, "e"), (5, "u"), (6, "x"), (7, "h")],
    [(size, difficulty) for size in range(4, 8) for difficulty in "ehxu"],  # beyond, towers may take minutes for one
))
def test_puzzles_of_towers(tmp_path, size, difficulty):
    file = tmp_path / "puzzle.txt"
    file.write_text(towers(f"{size}d{difficulty}"))
    expect_all_solved(file)


@pytest.mark.parametrize("index", deep([11, 22], [1, 6, 11, 16, 21, 22]))
def test_puzzles_of_the_sizes_of_the_paper(index):
    expect_all_solved(TREE / "configs/instances/skyscraper/paper-sizes.txt", index)
