"""Checks that islands solve skyscrapers of each size and difficulty in each of 50 seeds, without guesses of the solver.
"""

import os
import pathlib
import subprocess

import pytest

from tests.support.binary import TREE
from tests.support.seeds import seeds_that_missed
from tests.support.skyscrapers import TOWERS, towers


def expect_all_solved(puzzles: pathlib.Path, index: int = 1) -> None:
    assert not seeds_that_missed("skyscraper/island.toml", puzzles, index), puzzles.read_text()


@pytest.mark.parametrize("difficulty", ["easy", "hard", "unreasonable"])
@pytest.mark.parametrize("size", range(4, 10))
def test_generated_puzzles(tmp_path, size, difficulty):
    file = tmp_path / "puzzle.txt"
    command = [os.environ["SKERRY"], "generate", "skyscraper", "--size", str(size), "--difficulty", difficulty, "--seed", "11",
               "--output", file]
    subprocess.run(command, timeout=120, check=True, capture_output=True)
    expect_all_solved(file)


@pytest.mark.skipif(TOWERS is None, reason="sgt-puzzles is not installed")
@pytest.mark.parametrize("difficulty", "ehxu")
@pytest.mark.parametrize("size", range(4, 8))  # for larger sizes towers may take minutes
def test_puzzles_of_towers(tmp_path, size, difficulty):
    file = tmp_path / "puzzle.txt"
    file.write_text(towers(f"{size}d{difficulty}"))
    expect_all_solved(file)


@pytest.mark.parametrize("index", [1, 6, 11, 16, 21, 22])
def test_puzzles_of_the_sizes_of_the_paper(index):
    expect_all_solved(TREE / "configs/instances/skyscraper/paper-sizes.txt", index)
