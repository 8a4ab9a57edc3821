"""Tests `count skyscraper`: the counts of the post on inference with each refinement, the published ones below, and means."""
import json

import pytest

from tests.support.binary import TREE
from tests.support.skyscrapers import HARD, POST, SEVEN

PUBLISHED = TREE / "configs/paper/skyscraper-sequences.csv"
HEADER = "puzzle,refinement,edge_clues,sequences,clue_runs\n"

#: Sequences and clue runs for the 7x7 of the post, with and without the first form of inference.
COUNTS = {
    "plain": ((3680, 59), (43753, 59)),
    "sorting": ((2053, 52), (42980, 38)),
    "skipping": ((1546, 52), (32252, 38)),
    "memory_of_candidates": ((1490, 52), (12092, 38)),
    "memory_of_lines": ((1408, 52), (32220, 38)),
}


def count(skerry, *options, status=0):
    result = skerry("count", "skyscraper", *options)
    assert result.status == status and (status or result.err == ""), result
    return result


def test_the_counts_of_the_post_come_out_exactly(skerry):
    small, seven, hard = map(json.loads, count(skerry, POST, "--json").out.splitlines())
    assert [(puzzle["index"], puzzle["size"]) for puzzle in (small, seven, hard)] == [(1, 4), (2, 7), (3, 7)]
    told = {name: tuple((counts[edge]["sequences"], counts[edge]["clue_runs"]) for edge in ("with", "without"))
            for name, counts in seven["counts"].items()}
    assert told == COUNTS
    assert list(small["counts"]) == list(COUNTS) and hard["counts"] is None


def test_published_counts_stand_below_ours(skerry):
    shown = count(skerry, POST, "--published", PUBLISHED).out
    seven = shown.split("puzzle 2, 7x7")[1].split("puzzle 3")[0]
    lines = [line.split() for line in seven.splitlines()]
    plain = lines.index(["plain", "3,680", "59", "43,753", "59"])
    assert lines[plain + 1] == ["published", "3680", "59"]
    memory = lines.index(["memory_of_candidates", "1,490", "52", "12,092", "38"])
    assert lines[memory + 1] == ["published", "1490", "50", "and", "more", "some", "12000", "38"]
    assert seven.count("published") == 4 and shown.count("published") == 5, "puzzle 3 is told apart"
    assert "puzzle 3, 7x7: inference alone does not decide it, and the published program does not end" in shown


def test_means_compare_clue_runs_with_and_without_edge_clues(skerry):
    made = skerry("generate", "skyscraper", "--size", 4, "--count", 12, "--seed", 5).out
    file = skerry.write("made.txt", made)
    puzzles = [json.loads(line)["counts"] for line in count(skerry, file, "--json").out.splitlines()]
    shown = count(skerry, file).out
    means = [line.split() for line in shown.split("mean of 12 puzzles")[1].splitlines()]
    for name in COUNTS:
        runs = [(puzzle[name]["with"]["clue_runs"], puzzle[name]["without"]["clue_runs"]) for puzzle in puzzles]
        row = next(line for line in means if line[:1] == [name])
        assert row[2] == f"{sum(a for a, _ in runs) / 12:.1f}" and row[4] == f"{sum(b for _, b in runs) / 12:.1f}"
        fewer, more = sum(b < a for a, b in runs), sum(b > a for a, b in runs)
        assert f"without edge clues {fewer} take fewer clue runs, {12 - fewer - more} as many, {more} more" in shown


def test_an_undecided_puzzle_counts_for_no_mean(skerry):
    file = skerry.write("two.txt", f"{SEVEN}\n{HARD}")
    assert "mean of" not in count(skerry, file).out
    assert "mean of 2 puzzles" in count(skerry, skerry.write("three.txt", f"{SEVEN}\n{HARD}\n{SEVEN}")).out


@pytest.mark.parametrize(("table", "words"), [
    ("", [HEADER.strip(), "table.csv:1:1"]),
    ("puzzle,sequences\n", [HEADER.strip(), "table.csv:1:1"]),
    (HEADER + "1,plain,with,5\n", ["4 fields", "has 5", "table.csv:2:1"]),
    (HEADER + "2,plain,with,5,6\n", ['puzzle is "2"', "one of 1 ", "table.csv:2:1"]),
    (HEADER + "1,sorted,with,5,6\n", ['refinement is "sorted"', "plain, sorting, skipping", "table.csv:2:3"]),
    (HEADER + "1,plain,yes,5,6\n", ['edge_clues is "yes"', "with, without", "table.csv:2:9"]),
])
def test_a_mistake_in_published_counts_is_told_with_its_place(skerry, table, words):
    result = count(skerry, skerry.write("seven.txt", SEVEN), "--published", skerry.write("table.csv", table), status=3)
    assert result.out == "" and len(result.messages) == 1, result
    for word in words:
        assert word in result.messages[0], result


def test_large_puzzles_are_refused(skerry):
    result = count(skerry, skerry.write("large.txt", "10:" + "/" * 39 + "\n"), status=3)
    assert result.out == "" and len(result.messages) == 1, result
    assert "10x10" in result.messages[0] and "9x9" in result.messages[0] and "large.txt:1" in result.messages[0]


def test_json_and_published_counts_exclude_each_other(skerry):
    assert "--published" in count(skerry, POST, "--json", "--published", PUBLISHED, status=2).messages[0]
