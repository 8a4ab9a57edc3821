"""Tests sudoku by the commands run, check and draw on files of many puzzles, and refusals of invalid puzzles."""
import json

import pytest

from tests.support.depth import deep
from tests.support.svg import SVG, parsed, texts

NINE = ".3.25..4...8..........49..5..3..6......7..1.....59.......1..8.9.2....63..1...35.."
SOLVED_NINE = "639251748458367912172849365583416297294738156761592483346125879825974631917683524"
FOUR = "1.......2...4.2."
SOLVED_FOUR = "1234341221434321"
ROWS = """\
1 . | . .
. . | . .
----+----
2 . | . .
4 . | 2 .
"""
#: Four puzzles: 9x9, 4x4 in both formats, and 16x16 without givens.
PUZZLES = f"# four puzzles\n{NINE}  # the first\n\n  {FOUR}\n{ROWS}\n{256 * '.'}\n"
#: Settings of a short run; each test adds the operators.
SETTINGS = "[island]\npopulation = 20\noffspring = 20\nimprove_rate = 1\nimprove_budget = 20000\n[stop]\ngenerations = 2000\n"


@pytest.fixture
def puzzles(skerry):
    skerry.write("puzzles.txt", PUZZLES)
    return skerry


def config(skerry, **problem):
    keys = {"type": "sudoku", "instance": "puzzles.txt", **problem}
    lines = "".join(f"{key} = {json.dumps(value)}\n" for key, value in keys.items())
    return skerry.write("sudoku.toml", f"[problem]\n{lines}{SETTINGS}")


def draw(skerry, *arguments, **more):
    result = skerry("draw", *arguments, **more)
    assert result.status == 0 and result.err == "", result
    return result.out


CASES = [(index, inference) for index in (1, 2, 3) for inference in ("none", "prepare", "repair")]


@pytest.mark.few(4)
@pytest.mark.parametrize(("index", "inference", "ranks"), deep(
    [*((*case, None) for case in CASES), (1, "repair", 2), (2, "none", 2)],
    [(*case, ranks) for case in CASES for ranks in (None, 1, 2)],
))
def test_a_run_finds_a_solution_and_check_agrees(puzzles, index, inference, ranks):
    path = config(puzzles, index=index, inference=inference)
    answer = puzzles.json("run", path, "--quiet", ranks=ranks)
    assert answer["target_reached"] and answer["violation"] == 0, answer
    checked = puzzles("check", path, puzzles.write("solution.txt", answer["solution"]))
    assert checked.status == 0 and "BROKEN" not in checked.out, checked


def test_the_published_operators_solve_a_small_puzzle(puzzles):
    found = puzzles("run", config(puzzles, index=2, operators="classic"), "--json", "--quiet",
                    "--set", "island.improve_rate=0")
    assert found.status == 0 and json.loads(found.out)["target_reached"], found


def test_text_is_what_other_commands_read(puzzles):
    path = config(puzzles)
    drawn = draw(puzzles, path, "--text", "-", stdin=SOLVED_NINE)
    assert drawn.splitlines()[0] == "6 3 9 | 2 5 1 | 7 4 8"
    puzzles.done("check", path, puzzles.write("drawn.txt", drawn))
    puzzles.write("puzzles.txt", draw(puzzles, path, "--text"))
    assert parsed(draw(puzzles, path)).find(SVG + "desc").text == NINE


#: A puzzle of 16x16 in hexadecimal digits, half of whose cells are given, and its solution.
HEX_SOLVED = "".join("0123456789ABCDEF"[(column + row % 4 * 4 + row // 4) % 16] for row in range(16) for column in range(16))
HEX = "".join(symbol if (cell * 7 + cell // 16) % 2 else "." for cell, symbol in enumerate(HEX_SOLVED))


def in_rows(text, length):
    return "".join(text[at:at + length] + "\n" for at in range(0, len(text), length))


@pytest.mark.parametrize("text", [HEX, in_rows(HEX, 16), in_rows(HEX, 16).lower(), in_rows(HEX, 16).replace(".", "-")])
def test_hexadecimal_symbols_stay_in_every_answer(puzzles, text):
    puzzles.write("puzzles.txt", text + "\n")
    path, solved = config(puzzles), HEX_SOLVED if text.isupper() or "a" not in text else HEX_SOLVED.lower()
    drawn = draw(puzzles, path, "--text")
    symbols = {symbol for symbol in drawn if symbol.isalnum()}
    assert symbols == {symbol for symbol in text if symbol.isalnum()}
    checked = puzzles("check", path, "-", stdin=solved + "\n")
    assert checked.status == 0 and "row 1 holds 0 to 9 and" in checked.out, checked
    mistaken = solved[1:2] + solved[1:]
    checked = puzzles("check", path, "-", stdin=in_rows(mistaken, 16))
    assert checked.status == 1 and "1 in column 2 again" in checked.out, checked
    puzzles.refused("check", path, "-", stdin="G" + solved[1:] + "\n", status=3,
                    says="'G' stands in a cell; the values of this 16x16 grid are 0 to 9")
    picture = parsed(draw(puzzles, path, "-", stdin=solved + "\n"))
    assert picture.find(SVG + "title").text == "Sudoku, 16 by 16, solved"
    assert sorted(texts(picture)) == sorted(solved)


def test_a_run_answers_in_the_symbols_of_the_file(puzzles):
    puzzles.write("puzzles.txt", "0.2.\n.30.\n.0..\n3..0\n")
    answer = puzzles.json("run", config(puzzles), "--quiet")
    assert answer["target_reached"], answer
    rows = ["".join(symbol for symbol in line if symbol.isalnum()) for line in answer["solution"].splitlines() if "-" not in line]
    assert all(sorted(row) == ["0", "1", "2", "3"] for row in rows) and rows[0][0] == "0" and rows[3][3] == "0", answer
    puzzles.done("check", config(puzzles), "-", stdin=answer["solution"])


def test_another_puzzle_of_a_file_is_used_beside_a_contradictory_one(puzzles):
    puzzles.write("puzzles.txt", f"1..1............\n{FOUR}\n")
    puzzles.done("check", config(puzzles, index=2), "-", stdin=SOLVED_FOUR + "\n")
    puzzles.refused("run", config(puzzles, index=1), status=3,
                    says=["1 is given in row 1 column 1 and in row 1 column 4", "puzzles.txt:1:4"])


BAD_PUZZLES = [
    (f"{FOUR}\n{80 * '.'}\n", ["80 characters stand here; 81 are expected for 9x9", "bad.txt:2:81"]),
    ("1..1............\n", ["row 1 column 1", "row 1 column 4", "twice in row 1", "bad.txt:1:4"]),
]


@pytest.mark.parametrize(("command", "ranks", "text", "words"), [
    *(("draw", None, *bad) for bad in BAD_PUZZLES),
    *(("run", None, *bad) for bad in BAD_PUZZLES),
    *(("run", 2, *bad) for bad in BAD_PUZZLES[1:]),
], ids=lambda value: str(value)[:60])
def test_bad_puzzles_are_named_once_with_their_place(puzzles, command, ranks, text, words):
    puzzles.write("bad.txt", text)
    puzzles.refused(command, config(puzzles, instance="bad.txt"), ranks=ranks, status=3, says=words)
    assert not (puzzles.folder / "results").exists()


MISTAKES = [
    ({"index": 5}, 2, ["index is 5", "4 puzzles", "sudoku.toml:4"]),
    ({"inference": "guess"}, 2, ["guess", "none, prepare, repair", "sudoku.toml:4"]),
    ({"instance": "clash.txt"}, 1, ["no solution", "clash.txt:1"]),
]


@pytest.mark.parametrize(("change", "status", "words", "ranks"), [*((*mistake, None) for mistake in MISTAKES),
                                                                  *((*mistake, 2) for mistake in deep(MISTAKES[-1:], MISTAKES))])
def test_mistakes_are_told_once_and_in_place(puzzles, change, status, words, ranks):
    puzzles.write("clash.txt", "12....3.........\n")
    puzzles.refused("run", config(puzzles, **change), ranks=ranks, status=status, says=words)
    assert not (puzzles.folder / "results").exists()
