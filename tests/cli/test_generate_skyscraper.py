"""generate skyscraper: files that other commands read, the same bytes for the same options, refusals."""
import json

import pytest


def generate(skerry, *options):
    return skerry("generate", "skyscraper", *options)


@pytest.mark.parametrize("difficulty", ["easy", "hard", "unreasonable"])
def test_solve_reads_the_puzzles_and_finds_each_as_difficult_as_asked(skerry, difficulty):
    made = generate(skerry, "--size", 5, "--difficulty", difficulty, "--count", 4, "--output", "puzzles.txt")
    assert made.status == 0 and made.out == "4 puzzles  puzzles.txt\n", made
    solved = skerry("solve", "skyscraper", "puzzles.txt", "--json")
    answers = [json.loads(line) for line in solved.out.splitlines()]
    assert [answer["solutions"] for answer in answers] == [1] * 4
    for answer in answers:
        assert (answer["guesses"] > 0) == (difficulty == "unreasonable")
        assert (answer["sequences"] > 0) == (difficulty != "easy")


def test_comments_tell_the_command_and_the_puzzles(skerry):
    made = generate(skerry, "--size", 4, "--count", 2, "--seed", 7, "--attempts", 3)
    assert made.status == 0, made
    command, first, first_id, second, second_id = made.out.splitlines()
    assert command == "# skerry generate skyscraper --size 4 --difficulty hard --count 2 --seed 7 --attempts 3"
    assert first.startswith("# 1: hard, ") and second.startswith("# 2: hard, ")
    assert first_id.startswith("4:") and second_id.startswith("4:") and first_id != second_id
    assert first.split(", ")[1].split()[0] == str(sum(map(str.isdigit, first_id[2:].split(",")[0])))
    again = skerry(*command.removeprefix("# skerry ").split(), "--output", "again.txt")
    assert again.status == 0 and (skerry.folder / "again.txt").read_text() == made.out


def test_a_larger_count_adds_puzzles_behind(skerry):
    few = generate(skerry, "--size", 4, "--count", 2).out.splitlines()
    many = generate(skerry, "--size", 4, "--count", 3).out.splitlines()
    assert len(many) == len(few) + 2 and many[1:len(few)] == few[1:]


@pytest.mark.parametrize("options, part", [
    (["--size", 2], "--size"),
    (["--size", 13], "3 to 12"),
    (["--size", "nine"], "--size"),
    (["--difficulty", "extreme"], "easy,hard,unreasonable"),
    (["--size", 3, "--difficulty", "unreasonable"], "unreasonable ones begin at size 4"),
    (["--count", 0], "--count"),
    (["--attempts", 0], "--attempts"),
    (["--output", "none/puzzles.txt"], "cannot write none/puzzles.txt"),
])
def test_refuses_what_it_cannot_make(skerry, options, part):
    result = generate(skerry, *options)
    assert result.status == 2 and result.out == "", result
    assert len(result.messages) == 1 and part in result.messages[0], result
