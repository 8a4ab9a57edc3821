"""Solves sudoku in many seeds: islands always succeed, without guesses of the solver; the published algorithm mostly does."""
import pathlib

import pytest

from tests.support.binary import TREE
from tests.support.seeds import seeds_that_missed

INSTANCES = TREE / "configs/instances/sudoku"


def puzzles_of(file: str) -> list[tuple[pathlib.Path, int]]:
    path = INSTANCES / file
    lines = [line for line in path.read_text().splitlines() if line and not line.startswith("#")]
    return [pytest.param(path, index, id=f"{path.stem}-{index}") for index in range(1, len(lines) + 1)]


@pytest.mark.parametrize(("puzzles", "index"), [*puzzles_of("levels.txt"), *puzzles_of("hard.txt"), *puzzles_of("example.txt")])
def test_islands_solve_9x9(puzzles, index):
    assert not seeds_that_missed("sudoku/island.toml", puzzles, index)


@pytest.mark.parametrize(("puzzles", "index"), puzzles_of("large.txt"))
def test_islands_solve_16x16_and_25x25(puzzles, index):
    assert not seeds_that_missed("sudoku/island.toml", puzzles, index, seeds=20)


@pytest.mark.parametrize(("puzzles", "index"), puzzles_of("levels.txt")[:4])
def test_islands_solve_without_inference(puzzles, index):
    settings = ("problem.inference=none", "island.improve_budget=100_000")
    assert not seeds_that_missed("sudoku/island.toml", puzzles, index, *settings, seeds=20)


@pytest.mark.parametrize(("puzzles", "index"), puzzles_of("levels.txt")[:6])
def test_the_published_algorithm_solves_easy_to_hard(puzzles, index):
    assert not seeds_that_missed("sudoku/classic.toml", puzzles, index, seeds=5, ranks=1)
