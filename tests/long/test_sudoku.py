"""Solves sudoku in many seeds: islands always succeed, without guesses of the solver; the published algorithm mostly does."""
import pathlib

import pytest

from tests.support.binary import TREE
from tests.support.depth import deep
from tests.support.seeds import seeds_that_missed

INSTANCES = TREE / "configs/instances/sudoku"
FEW_SEEDS = deep(2, 20)


def puzzles_of(file: str, alike: int) -> list[tuple[pathlib.Path, int]]:
    """Of each `alike` puzzles in a row the first, all of them in a thorough run."""
    path = INSTANCES / file
    lines = [line for line in path.read_text().splitlines() if line and not line.startswith("#")]
    return [pytest.param(path, index, id=f"{path.stem}-{index}") for index in range(1, len(lines) + 1, deep(alike, 1))]


@pytest.mark.parametrize(("puzzles", "index"), [
    *puzzles_of("levels.txt", 2), *puzzles_of("hard.txt", 6), *puzzles_of("example.txt", 1),
])
def test_islands_solve_9x9(puzzles, index):
    assert not seeds_that_missed("sudoku/island.toml", puzzles, index)


@pytest.mark.parametrize(("puzzles", "index"), puzzles_of("large.txt", 4))
def test_islands_solve_16x16_and_25x25(puzzles, index):
    assert not seeds_that_missed("sudoku/island.toml", puzzles, index, seeds=FEW_SEEDS)


@pytest.mark.parametrize(("puzzles", "index"), puzzles_of("levels.txt", 2)[:deep(2, 4)])
def test_islands_solve_without_inference(puzzles, index):
    settings = ("problem.inference=none", "island.improve_budget=100_000")
    assert not seeds_that_missed("sudoku/island.toml", puzzles, index, *settings, seeds=FEW_SEEDS)


@pytest.mark.parametrize(("puzzles", "index"), puzzles_of("levels.txt", 2)[:deep(3, 6)])
def test_the_published_algorithm_solves_easy_to_hard(puzzles, index):
    assert not seeds_that_missed("sudoku/classic.toml", puzzles, index, seeds=deep(2, 5), ranks=1)
