"""Tests the comments that `generate skyscraper` writes."""


def test_comments_tell_the_command_and_the_puzzles(skerry):
    made = skerry.done("generate", "skyscraper", "--size", 4, "--count", 2, "--seed", 7, "--attempts", 3)
    command, first, first_id, second, second_id = made.out.splitlines()
    assert command == "# skerry generate skyscraper --size 4 --difficulty hard --count 2 --seed 7 --attempts 3"
    assert first.startswith("# 1: hard, ") and second.startswith("# 2: hard, ")
    assert first_id.startswith("4:") and second_id.startswith("4:") and first_id != second_id
    assert first.split(", ")[1].split()[0] == str(sum(map(str.isdigit, first_id[2:].split(",")[0])))
