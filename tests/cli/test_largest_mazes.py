"""Checks that the mazes with the most jumps in the tree need as many jumps as their files state."""
import re

import pytest

from tests.support.binary import TREE

MAZES = sorted((TREE / "configs/instances/jump_maze").glob("*.txt"))


@pytest.mark.parametrize("maze", MAZES, ids=lambda path: path.stem)
def test_a_maze_takes_as_many_jumps_as_it_says(skerry, maze):
    size, jumps = re.match(r"# (\d+)x\1: (\d+) jumps", maze.read_text()).groups()
    assert maze.stem == f"{int(size):02}"
    result = skerry("check", TREE / "configs/jump_maze/island.toml", maze, "--set", f"problem.size={size}", "--set", f"stop.target={jumps}")
    assert result.status == 0, result
    assert re.search(rf"^fitness +{jumps}, ", result.out, re.MULTILINE) and f"yes, in {jumps} jumps" in result.out


def test_there_is_one_of_each_size():
    assert [path.stem for path in MAZES] == [f"{size:02}" for size in range(5, 16)]
