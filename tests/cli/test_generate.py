"""Tests `generate` for puzzles of both kinds: other commands read its files, the bytes repeat, and mistakes are refused."""
import pytest

KINDS = ("skyscraper", "sudoku")
#: The count of `solve` that grows with difficulty, besides guesses.
LABOUR = {"skyscraper": "sequences", "sudoku": "rounds"}


@pytest.mark.parametrize("difficulty", ["easy", "hard", "unreasonable"])
@pytest.mark.parametrize("kind", KINDS)
def test_solve_reads_the_puzzles_and_finds_each_as_difficult_as_asked(skerry, kind, difficulty):
    size = 5 if kind == "skyscraper" else 9
    made = skerry("generate", kind, "--size", size, "--difficulty", difficulty, "--count", 4, "--output", "puzzles.txt")
    assert made.status == 0 and made.out == "4 puzzles  puzzles.txt\n", made
    solved = skerry("solve", kind, "puzzles.txt", "--json")
    answers = solved.answers()
    assert [answer["solutions"] for answer in answers] == [1] * 4
    for answer in answers:
        assert (answer["guesses"] > 0) == (difficulty == "unreasonable")
        assert (answer[LABOUR[kind]] > 0) == (difficulty != "easy")


@pytest.mark.parametrize("kind", KINDS)
def test_the_command_in_the_file_makes_it_again(skerry, kind):
    made = skerry.done("generate", kind, "--size", 4, "--count", 2, "--seed", 7, "--attempts", 3, "--difficulty", "easy")
    command = made.out.splitlines()[0].removeprefix("# skerry ").split()
    assert command[:2] == ["generate", kind]
    again = skerry(*command, "--output", "again.txt")
    assert again.status == 0 and (skerry.folder / "again.txt").read_text() == made.out


@pytest.mark.parametrize("kind, size, more, told", [("skyscraper", 4, ["--attempts", 3], "hard, "),
                                                    ("sudoku", 9, ["--givens", 28, "--attempts", 1000], "hard, 28 givens")])
def test_comments_tell_the_command_and_the_puzzles(skerry, kind, size, more, told):
    made = skerry.done("generate", kind, "--count", 2, "--seed", 7, "--difficulty", "hard", *more, "--size", size).out
    command, first, first_puzzle, second, second_puzzle = made.splitlines()
    options = " ".join(map(str, [*more[:-2], "--difficulty", "hard", "--count", 2, "--seed", 7, *more[-2:]]))
    assert command == f"# skerry generate {kind} --size {size} {options}"
    assert first.startswith(f"# 1: {told}") and second.startswith(f"# 2: {told}") and first_puzzle != second_puzzle
    clues = sum(map(str.isdigit, first_puzzle.removeprefix("4:").split(",")[0]))
    assert first.split(", ")[1].split()[0] == str(clues), "clues or givens are counted"


@pytest.mark.parametrize("kind", KINDS)
def test_a_larger_count_adds_puzzles_behind(skerry, kind):
    few = skerry("generate", kind, "--size", 4, "--count", 2).out.splitlines()
    many = skerry("generate", kind, "--size", 4, "--count", 3).out.splitlines()
    assert len(many) == len(few) + 2 and many[1 : len(few)] == few[1:]


@pytest.mark.parametrize("kind, options, part", [
    ("skyscraper", ["--size", 13], "--size: Value 13 not in range"),
    ("sudoku", ["--givens", 82], "the givens are 82; the grid has 81 cells"),
    ("sudoku", ["--ambiguous"], "ambiguous puzzles want a number of givens"),
    *((kind, options, part) for kind in KINDS for options, part in [
        (["--difficulty", "extreme"], "easy,hard,unreasonable"),
        (["--count", 0], "--count"),
        (["--output", "none/puzzles.txt"], "cannot write none/puzzles.txt"),
    ]),
])
def test_refuses_what_it_cannot_make(skerry, kind, options, part):
    skerry.refused("generate", kind, *options, says=part)


def test_givens_that_are_not_reached_are_told(skerry):
    made = skerry.done("generate", "sudoku", "--givens", 10, "--attempts", 3, "--seed", 2, status=1)
    (puzzle,) = [line for line in made.out.splitlines() if not line.startswith("#")]
    assert made.messages == [f"skerry: puzzle 1 has {81 - puzzle.count('.')} givens; 10 were not reached in 3 attempts"]


def test_says_where_no_grid_is_as_difficult(skerry):
    result = skerry.done("generate", "sudoku", "--size", 4, "--givens", 15, "--difficulty", "unreasonable", status=1)
    assert result.out.count("\n") <= 1, result
    assert result.messages == ["skerry: no unreasonable puzzle with 15 givens came of 1000 grids"]
