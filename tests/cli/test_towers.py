"""Tests puzzles that the program `towers` of sgt-puzzles generates, if it is installed."""
import pytest

from tests.support.depth import deep
from tests.support.skyscrapers import TOWERS, towers

pytestmark = pytest.mark.skipif(TOWERS is None, reason="towers is not installed; jobs/setup.sh test installs it")


def solve(skerry, file, *options):
    result = skerry("solve", "skyscraper", file, "--json", *options)
    assert result.status == 0, (result, (skerry.folder / file).read_text())
    return result.answers()


@pytest.mark.few(2)
@pytest.mark.parametrize("kind", [
    "3de", "4du", "5dh", "6dx", "9de", *deep([], ["4de", "4dx", "5du", "6du", "7dh", "8de"]),
])
def test_each_has_one_solution_whichever_way_it_is_found(skerry, kind):
    ids = towers(kind, 5)
    file = skerry.write("ids.txt", ids)
    puzzles = solve(skerry, file)
    assert [puzzle["solutions"] for puzzle in puzzles] == [1] * 5, ids
    assert solve(skerry, file, "--count", 1)[0]["grid"] == puzzles[0]["grid"], ids
    # Without filtration inference sees clues in whole lines only, so that some 7x7 take seconds.
    without_filtration = ["filtration"] if kind[0] in "345" else []
    for left_out in (*without_filtration, "edge_clues,elimination", "subsets,pruning,early_end"):
        again = solve(skerry, file, "--without", left_out)
        assert [puzzle["grid"] for puzzle in again] == [puzzle["grid"] for puzzle in puzzles], (left_out, ids)
