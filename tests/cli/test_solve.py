"""Tests `solve skyscraper`: the published puzzles, counts, contradictions, inference alone and invalid files."""
import json

import pytest

from tests.support.skyscrapers import HARD, POST, SMALL

CLASHING = "4:3////3///////////\n"
ANY_LATIN_SQUARE = "4:///////////////\n"
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


def solve(skerry, text, *options, **how):
    return skerry.done("solve", "skyscraper", skerry.write("puzzles.txt", text), *options, **how)


def test_draws_the_solution_among_its_clues(skerry):
    result = solve(skerry, SMALL)
    assert result.out.startswith("puzzle 1: one solution; ")
    assert ". | 2 1 4 3 | .\n. | 3 4 1 2 | 2\n1 | 4 2 3 1 | .\n. | 1 3 2 4 | .\n" in result.out


def test_prints_an_object_for_each_puzzle(skerry):
    result = solve(skerry, SMALL + "\n" + HARD + ANY_LATIN_SQUARE, "--json", "--count", 1000)
    small, hard, any_square = map(json.loads, result.out.splitlines())
    assert list(small) == ["index", "solutions", "grid", "sequences", "guesses", "rounds", "seconds"]
    assert (small["index"], small["solutions"], small["guesses"]) == (1, 1, 0)
    assert small["grid"] == [[2, 1, 4, 3], [3, 4, 1, 2], [4, 2, 3, 1], [1, 3, 2, 4]]
    assert (hard["index"], hard["solutions"]) == (2, 1) and hard["guesses"] > 0 and hard["sequences"] > 0
    assert (any_square["index"], any_square["solutions"]) == (3, 576)
    assert all(sorted(row) == [1, 2, 3, 4] for row in any_square["grid"])


def test_says_where_there_may_be_more_solutions(skerry):
    assert "2 or more solutions" in solve(skerry, ANY_LATIN_SQUARE).out
    assert "puzzle 1: solved; " in solve(skerry, ANY_LATIN_SQUARE, "--count", 1).out
    assert "576 solutions" in solve(skerry, ANY_LATIN_SQUARE, "--count", 577).out


def test_a_contradiction_names_its_lines(skerry):
    result = solve(skerry, SMALL + "\n" + CLASHING, "--json", status=1)
    assert result.messages == ["skerry: puzzle 2 has no solution: column 1 (clues 3 and 3) has no cell left for 4 "
                               "(puzzles.txt:10)"]
    last = json.loads(result.out.splitlines()[1])
    assert (last["solutions"], last["grid"]) == (0, None)


def test_reads_puzzles_from_standard_input(skerry):
    assert skerry.json("solve", "skyscraper", "-", stdin=SMALL)["solutions"] == 1
    skerry.refused("solve", "skyscraper", "-", stdin="4:0///////////////\n", status=3, says="(standard input:1:3)")


def test_further_inference_changes_no_solution(skerry):
    calls = (["--count", 99], ["--count", 99, "--without", "propagation,skipping,remembering"])
    every, fewer = (solve(skerry, SMALL, *options).out.splitlines()[1:] for options in calls)
    assert every == fewer != []


def test_refuses_a_limit_of_none(skerry):
    for count in (0, -1):
        solve(skerry, SMALL, "--count", count, status=2)


def test_the_candidates_are_printed_as_a_table(skerry):
    result = skerry.done("solve", "skyscraper", POST, "--inference-only")
    assert "puzzle 2: 49 of 49 cells resolved; " in result.out
    assert result.out.endswith(HARD_FIXPOINT) and "puzzle 3: 18 of 49 cells resolved; " in result.out


@pytest.mark.parametrize("options, part", [
    (["--without", "sortin"], '--without is "sortin"; it is one of edge_clues, propagation, elimination, filtration, '
                              'sorting, skipping, remembering, pruning, early_end, subsets; did you mean "sorting"?'),
    (["--without", "sorting,magic"], '--without is "magic"; it is one of edge_clues'),
    (["--inference-only", "--count", 3], "--count"),
])
def test_refuses_what_it_does_not_know(skerry, options, part):
    skerry.refused("solve", "skyscraper", POST, *options, says=part)
