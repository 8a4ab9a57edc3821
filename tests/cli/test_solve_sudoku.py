"""Tests `solve sudoku`: a published puzzle, counts against a plain search, contradictions, inference and invalid files.
"""
import json
import os
import shutil
import subprocess

import pytest

# The example of the published genetic algorithm, and its only solution.
EXAMPLE = "001906005000070001309800706002680470704200030508730102027068913905340000000000050"
SOLUTION = "871926345256473891349851726132685479764219538598734162427568913915342687683197254"


def solve(skerry, text, *options, **how):
    return skerry.done("solve", "sudoku", skerry.write("puzzles.txt", text + "\n"), *options, **how)


def rows(line, size):
    return [[int(value, 36) for value in line[i : i + size]] for i in range(0, len(line), size)]


def keeps_rules(grid, order):
    values = list(range(1, order**2 + 1))
    boxes = [
        [grid[row + i][column + j] for i in range(order) for j in range(order)]
        for row in range(0, order**2, order)
        for column in range(0, order**2, order)
    ]
    return all(sorted(unit) == values for unit in [*grid, *zip(*grid), *boxes])


def test_prints_an_object_for_each_puzzle(skerry):
    result = solve(skerry, EXAMPLE + "\n" + "." * 16, "--json", "--count", 1000)
    example, small = map(json.loads, result.out.splitlines())
    assert list(example) == ["index", "solutions", "grid", "sequences", "guesses", "rounds", "seconds"]
    assert (example["index"], example["solutions"], example["guesses"], example["sequences"]) == (1, 1, 0, 0)
    assert keeps_rules(rows(SOLUTION, 9), 3) and example["grid"] == rows(SOLUTION, 9)
    assert (small["index"], small["solutions"]) == (2, 288) and small["guesses"] > 0


def test_a_contradiction_names_its_units(skerry):
    without = "123456..." + "......9.." + "." * 63
    result = solve(skerry, EXAMPLE + "\n" + without, "--json", status=1)
    assert result.messages == ["skerry: puzzle 2 has no solution: row 1 has no cell left for 9 (puzzles.txt:2)"]
    last = json.loads(result.out.splitlines()[1])
    assert (last["solutions"], last["grid"]) == (0, None)
    assert solve(skerry, without, "--inference-only", status=1).out.startswith("puzzle 1: no solution; ")


def test_inference_alone_leaves_candidates(skerry):
    small = solve(skerry, "1.............4.", "--inference-only", "--without", "elimination,locked_candidates")
    table = "1   234  23  234\n234 234  123 1234\n234 1234 123 123\n23  123  4   123\n"
    assert small.out.startswith("puzzle 1: 2 of 16 cells resolved; ") and small.out.endswith(table)
    result = solve(skerry, EXAMPLE, "--inference-only", "--json")
    found = json.loads(result.out)
    assert list(found) == ["index", "candidates", "sequences", "rounds", "seconds"]
    assert found["candidates"] == [[[value] for value in row] for row in rows(SOLUTION, 9)]


def test_refuses_an_unknown_form(skerry):
    solve(skerry, EXAMPLE, "--without", "elimnation", status=2, says='did you mean "elimination"')


def in_symbols(line, symbols):
    """Writes a line of 4x4 to 9x9 in other symbols."""
    return "".join("." if value in ".0" else symbols[int(value) - 1] for value in line)


@pytest.mark.parametrize(("symbols", "value"), [
    ("012345678", int), ("ABCDEFGHI", str), ("abcdefghi", str), ("ADEKLORSU", str),
])
def test_answers_in_the_symbols_of_the_file(skerry, symbols, value):
    text = in_symbols(EXAMPLE, symbols)
    found = solve(skerry, text)
    assert found.out.startswith("puzzle 1: one solution; "), found
    drawn = "".join(symbol for line in found.out.splitlines()[1:] if "-" not in line for symbol in line if symbol not in " |")
    assert drawn == in_symbols(SOLUTION, symbols)
    grid = [[value(symbol) for symbol in in_symbols(SOLUTION, symbols)[at:at + 9]] for at in range(0, 81, 9)]
    assert json.loads(solve(skerry, text, "--json").out)["grid"] == grid
    assert json.loads(solve(skerry, text, "--json", "--inference-only").out)["candidates"] == [[[cell] for cell in row] for row in grid]
    assert solve(skerry, text, "--inference-only").out.splitlines()[1] == " ".join(in_symbols(SOLUTION, symbols)[:9])


def test_answers_in_numbers_where_the_file_has_numbers(skerry):
    symbols = [str(value) for value in range(1, 17)]
    grid = [[symbols[(column + row % 4 * 4 + row // 4) % 16] for column in range(16)] for row in range(16)]
    text = "\n".join(" ".join(f"{cell if (row + column) % 2 else 0:>2}" for column, cell in enumerate(line)) for row, line in enumerate(grid))
    found = solve(skerry, text)
    drawn = [line.replace("|", " ").split() for line in found.out.splitlines()[1:] if "-" not in line]
    assert all(sorted(line) == sorted(symbols) for line in drawn)
    candidates = solve(skerry, text, "--inference-only", "--without", "propagation,elimination,locked_candidates")
    assert "1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16" in candidates.out, candidates


def test_a_contradictory_puzzle_leaves_the_others_their_answers(skerry):
    twice = "11" + EXAMPLE[2:]
    result = solve(skerry, f"{EXAMPLE}\n{twice}\n{EXAMPLE}", status=1)
    assert result.out.count("one solution") == 2 and "puzzle 2: no solution; 0 rounds" in result.out
    assert result.messages == [
        "skerry: puzzle 2 has no solution: 1 is given in row 1 column 1 and in row 1 column 2, twice in row 1; a value stands "
        "there once (puzzles.txt:2:2)"]
    lines = solve(skerry, f"{twice}\n{EXAMPLE}", "--json", status=1).answers()
    assert [(line["index"], line["solutions"]) for line in lines] == [(1, 0), (2, 1)] and lines[0]["grid"] is None
    inferred = solve(skerry, f"{EXAMPLE}\n{twice}", "--inference-only", "--json", status=1)
    assert json.loads(inferred.out.splitlines()[1])["candidates"] is None, inferred


def test_a_message_names_values_that_are_not_the_usual_ones(skerry):
    result = solve(skerry, "0.2.\n..10\n..0.\n3...", status=1)
    assert "puzzle 1 has no solution with the values 0 to 3: " in result.messages[0]


SOLO = shutil.which("solo") or shutil.which("sgt-solo", path=f"{os.environ.get('PATH', '')}:/usr/games")


@pytest.mark.skipif(SOLO is None, reason="solo is not installed; jobs/setup.sh test installs it")
@pytest.mark.parametrize("kind", ["2x2", "3x3de", "3x3a", "4x4dt"])
def test_reads_the_game_ids_of_solo(skerry, kind):
    ids = [subprocess.run([SOLO, "--generate", "1", f"{kind}#{seed}"], timeout=120, check=True, text=True, stdout=subprocess.PIPE).stdout
           for seed in (1, 2)]
    result = solve(skerry, "".join(ids), "--json")
    solved = result.answers()
    assert [puzzle["solutions"] for puzzle in solved] == [1, 1] and all(keeps_rules(puzzle["grid"], int(kind[0])) for puzzle in solved)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32"])
@pytest.mark.parametrize("command", [["solve", "sudoku", "windows.txt"], ["run", "sudoku.toml"], ["check", "sudoku.toml", "windows.txt"]])
def test_names_an_encoding_that_is_not_read(skerry, encoding, command):
    skerry.folder.joinpath("windows.txt").write_bytes((EXAMPLE + "\n").encode(encoding))
    skerry.write("puzzle.txt", EXAMPLE + "\n")
    instance = "windows.txt" if command[0] == "run" else "puzzle.txt"
    skerry.write("sudoku.toml", f'[problem]\ntype = "sudoku"\ninstance = "{instance}"\n')
    skerry.refused(*command, status=3, says=f"windows.txt: it is in {encoding[:6].upper()}")


def test_names_the_encoding_of_standard_input(skerry):
    text = "".join(f"{character}\0" for character in EXAMPLE + "\n")  # UTF-16, the lower byte first
    skerry.refused("solve", "sudoku", "-", stdin=text, status=3, says="cannot read standard input: it is in UTF-16")


def test_names_the_encoding_of_a_configuration(skerry):
    (skerry.folder / "a.toml").write_bytes('[problem]\ntype = "onemax"\n'.encode("utf-16"))
    skerry.refused("run", "a.toml", says="a.toml: it is in UTF-16; save it as UTF-8")
