"""Tests `generate sudoku`: the number of givens, puzzles in which every given is necessary, and impossible requests."""
import json

import pytest


def generate(skerry, *options, **how):
    return skerry.done("generate", "sudoku", *options, **how)


def puzzles_of(text):
    return [line for line in text.splitlines() if not line.startswith("#")]


def givens_of(puzzle):
    return len(puzzle) - puzzle.count(".")


@pytest.mark.parametrize("size, givens", [(4, 6), (9, 22), (9, 36), (16, 140), (25, 420)])
def test_as_many_givens_as_are_wanted(skerry, size, givens):
    made = generate(skerry, "--size", size, "--givens", givens)
    (puzzle,) = puzzles_of(made.out)
    assert len(puzzle) == size**2 and givens_of(puzzle) == givens
    assert skerry.json("solve", "sudoku", "-", stdin=made.out)["solutions"] == 1


def test_no_given_could_be_left_out(skerry):
    (puzzle,) = puzzles_of(generate(skerry, "--seed", 4).out)
    less = [puzzle[:i] + "." + puzzle[i + 1 :] for i, value in enumerate(puzzle) if value != "."]
    solved = skerry("solve", "sudoku", skerry.write("less.txt", "\n".join(less) + "\n"), "--json")
    assert [json.loads(line)["solutions"] for line in solved.out.splitlines()] == [2] * len(less)


def test_givens_that_are_not_reached_are_told(skerry):
    made = generate(skerry, "--givens", 10, "--attempts", 3, "--seed", 2, status=1)
    (puzzle,) = puzzles_of(made.out)
    assert made.messages == [f"skerry: puzzle 1 has {givens_of(puzzle)} givens; 10 were not reached in 3 attempts"]


def test_ambiguous_puzzles_have_the_givens_and_a_solution(skerry):
    made = generate(skerry, "--size", 25, "--givens", 200, "--ambiguous", "--count", 2)
    assert "# 1: maybe ambiguous, 200 givens" in made.out, made
    assert [givens_of(puzzle) for puzzle in puzzles_of(made.out)] == [200, 200]
    skerry.done("solve", "sudoku", "-", "--count", 1, stdin=made.out)


def test_says_where_no_grid_is_as_difficult(skerry):
    result = generate(skerry, "--size", 4, "--givens", 15, "--difficulty", "unreasonable", status=1)
    assert result.out.count("\n") <= 1, result
    assert result.messages == ["skerry: no unreasonable puzzle with 15 givens came of 1000 grids"]
