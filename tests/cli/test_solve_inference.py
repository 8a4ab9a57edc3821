"""Tests inference alone in `solve skyscraper`, with and without single forms of it, on the published puzzles."""
import json

import pytest

from tests.support.skyscrapers import POST

SEVEN_SOLUTION = "7621543 1354276 6547321 5176432 4213765 3762154 2435617"
# The published result has 12345 in row 2, column 4, but the 4 beside it rules 4 out.
HARD_FIXPOINT = """\
12 13  12345 7     6     45  34
6  4   7     1235  125   12  23
12 23  34    6     1234  7   5
5  7   6     1234  1234  124 123
34 123 35    12345 12345 6   7
7  6   234   12345 12345 35  1234
34 5   12    1234  7     123 6
"""


def solve(skerry, *options, file=POST):
    return skerry.done("solve", "skyscraper", file, "--json", *options).answers()


def infer(skerry, *options):
    return solve(skerry, "--inference-only", *options)


def table(text):
    return [[[int(digit) for digit in cell] for cell in row.split()] for row in text.splitlines()]


def test_inference_alone_ends_where_it_was_published_to(skerry):
    small, seven, hard = infer(skerry)
    assert list(small) == ["index", "candidates", "sequences", "rounds", "seconds"]
    assert [puzzle["index"] for puzzle in (small, seven, hard)] == [1, 2, 3]
    assert seven["candidates"] == [[[int(value)] for value in row] for row in SEVEN_SOLUTION.split()]
    assert all(len(values) == 1 for row in small["candidates"] for values in row)
    assert hard["candidates"] == table(HARD_FIXPOINT)


def test_the_candidates_are_printed_as_a_table(skerry):
    result = skerry.done("solve", "skyscraper", POST, "--inference-only")
    assert "puzzle 2: 49 of 49 cells resolved; " in result.out
    assert result.out.endswith(HARD_FIXPOINT) and "puzzle 3: 18 of 49 cells resolved; " in result.out


def test_a_contradiction_leaves_no_candidates(skerry):
    file = skerry.write("clash.txt", "4:3////3///////////\n")
    said = "skerry: puzzle 1 has no solution: column 1 (clues 3 and 3) has no cell left for 4 (clash.txt:1)"
    shown = skerry("solve", "skyscraper", file, "--inference-only")
    assert shown.status == 1 and shown.messages == [said], shown
    assert shown.out.startswith("puzzle 1: no solution; ") and shown.out.count("\n") == 1
    told = skerry("solve", "skyscraper", file, "--inference-only", "--json")
    assert told.status == 1 and told.messages == [said], told
    assert json.loads(told.out)["candidates"] is None


@pytest.mark.parametrize("options, part", [
    (["--without", "sortin"], '--without is "sortin"; it is one of edge_clues, propagation, elimination, filtration, '
                              'sorting, skipping, remembering, pruning, early_end, subsets; did you mean "sorting"?'),
    (["--without", "sorting,magic"], '--without is "magic"; it is one of edge_clues'),
    (["--inference-only", "--count", 3], "--count"),
])
def test_refuses_what_it_does_not_know(skerry, options, part):
    skerry.refused("solve", "skyscraper", POST, *options, says=part)
