"""Tests `solve --explain`, `--hint`, `rate` and `generate --rating` from outside, on published puzzles."""
import json
import re
import xml.etree.ElementTree as ElementTree

import pytest

from tests.support.skyscrapers import HARD, SMALL

# The example of the published genetic algorithm, which singles decide, and its only solution.
EXAMPLE = "001906005000070001309800706002680470704200030508730102027068913905340000000000050\n"
SOLUTION = "871926345256473891349851726132685479764219538598734162427568913915342687683197254"
# Inkala's puzzle of 2010 was called the hardest.
INKALA = "..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97..\n"
KINDS = {"sudoku": EXAMPLE, "skyscraper": SMALL}


def explain(skerry, kind, text, *options, **how):
    return skerry.done("solve", kind, skerry.write("puzzles.txt", text), *options, **how)


def read(skerry, kind, text, *options):
    result = explain(skerry, kind, text, "--explain", "--json", *options)
    return result.answers()


def test_a_sudoku_is_explained_step_by_step(skerry):
    result = explain(skerry, "sudoku", EXAMPLE, "--explain")
    assert result.messages == [], result
    first, *steps = result.out.splitlines()
    assert re.match(r"puzzle 1: solved in \d+ steps, the hardest [a-z ]+ \(\d\.\d\); ", first), first
    number = int(first.split()[4])
    for index, line in enumerate(steps[:number], 1):
        assert re.match(rf" *{index}\. [a-z ]+: .+, so r\dc\d ", line), line
    drawn = "".join(character for line in steps[number:] for character in line if character.isdigit())
    assert drawn == SOLUTION


@pytest.mark.parametrize("kind", KINDS)
def test_a_hint_is_the_next_step_alone(skerry, kind):
    [whole] = read(skerry, kind, KINDS[kind])
    hint = explain(skerry, kind, KINDS[kind], "--hint", "--json")
    told = json.loads(hint.out)
    assert hint.status == 0 and told["steps"] == whole["steps"][:1] and told["end"] is None and told["grid"] is None, hint
    shown = explain(skerry, kind, KINDS[kind], "--hint").out.splitlines()
    assert len(shown) == 2 and shown[1].startswith(f"1. {whole['steps'][0]['rule']}: {whole['steps'][0]['text']}, so "), shown


def test_values_are_those_of_the_file(skerry):
    letters = "".join("." if value == "0" else "ABCDEFGHI"[int(value) - 1] for value in EXAMPLE.strip()) + "\n"
    [found] = read(skerry, "sudoku", letters)
    assert {place["value"] for step in found["steps"] for place in step["places"]} <= set("ABCDEFGHI")


@pytest.mark.parametrize("kind, text, reason", [
    ("sudoku", "123456..." + "......9.." + "." * 63 + "\n", "row 1 has no cell left for 9 (puzzles.txt:1)"),
    ("skyscraper", "4:3////3///////////\n", "(puzzles.txt:1)"),
    ("sudoku", "11" + EXAMPLE[2:] + EXAMPLE, "twice in row 1"),
])
def test_a_contradiction_ends_the_explanation(skerry, kind, text, reason):
    told = explain(skerry, kind, text, "--explain", "--json", status=1)
    assert len(told.messages) == 1 and reason in told.messages[0], told
    assert told.messages[0].startswith("skerry: puzzle 1 has no solution: ")
    first = json.loads(told.out.splitlines()[0])
    assert (first["end"], first["grid"], first["candidates"]) == ("contradiction", None, None)
    assert explain(skerry, kind, text, "--explain", status=1).out.startswith("puzzle 1: no solution")


@pytest.mark.parametrize("options, part", [
    (["--explain", "--count", 3], "--explain counts no solutions; leave out --count"),
    (["--hint", "--without", "elimination"], "--hint has rules of its own; leave out --without"),
    (["--explain", "--inference-only"], "--inference-only"),
])
def test_refuses_options_that_do_not_go_together(skerry, options, part):
    explain(skerry, "sudoku", EXAMPLE, *options, status=2, says=part)


@pytest.mark.few(1)
@pytest.mark.parametrize("kind", KINDS)
def test_a_rating_is_that_of_the_hardest_step(skerry, kind):
    text = KINDS[kind] if kind == "sudoku" else SMALL + "\n" + HARD
    text += INKALA if kind == "sudoku" else ""
    told = skerry.done("rate", kind, skerry.write("puzzles.txt", text), "--json")
    rated = told.answers()
    for puzzle, explained in zip(rated, read(skerry, kind, text), strict=True):
        assert list(puzzle) == ["index", "rating", "rule", "end", "steps", "seconds"]
        assert puzzle["rating"] == max(step["rating"] for step in explained["steps"])
        assert puzzle["rule"] in {step["rule"] for step in explained["steps"] if step["rating"] == puzzle["rating"]}
        assert sum(puzzle["steps"].values()) == len(explained["steps"])
    assert rated[0]["rating"] < rated[1]["rating"] and rated[1]["rule"] == "guess"
    shown = skerry("rate", kind, "puzzles.txt").out.splitlines()
    assert [line.split()[:3] for line in shown] == [["puzzle", f"{at}:", f"{puzzle['rating']}"] for at, puzzle in enumerate(rated, 1)]


def test_only_a_puzzle_with_one_solution_has_a_rating(skerry):
    several = skerry("rate", "sudoku", skerry.write("several.txt", "." * 16 + "\n"))
    assert several.status == 0 and several.out.startswith("puzzle 1: no rating (ambiguous)"), several
    none = skerry("rate", "sudoku", skerry.write("none.txt", "11" + EXAMPLE[2:] + EXAMPLE), "--json")
    assert none.status == 1 and len(none.messages) == 1 and none.messages[0].startswith("skerry: puzzle 1 has no solution: "), none
    assert [json.loads(line)["rating"] is None for line in none.out.splitlines()] == [True, False]


def pictures(skerry, kind, text, *options):
    """Explains with pictures, and returns the page, the pictures (tags without the name space) and the steps."""
    told = explain(skerry, kind, text, "--json", "--pictures", "steps", *options)
    folder = skerry.folder / "steps"
    parsed = [ElementTree.fromstring(file.read_text().replace(" xmlns='http://www.w3.org/2000/svg'", ""))
              for file in sorted(folder.glob("*.svg"))]
    assert f"{len(parsed)} picture{'s' if len(parsed) > 1 else ''}  steps/index.html" in told.err
    return (folder / "index.html").read_text(), parsed, json.loads(told.out)["steps"]


@pytest.mark.parametrize("kind", KINDS)
def test_each_step_has_a_picture(skerry, kind):
    page, drawn, steps = pictures(skerry, kind, KINDS[kind], "--explain")
    assert len(drawn) == len(steps)
    size = 9 if kind == "sudoku" else 4
    placed = 0
    for number, (picture, step) in enumerate(zip(drawn, steps), 1):
        assert f'<img src="1-{number:03}.svg"' in page and step["text"] in page
        assert picture.find("title").text == step["rule"] and picture.find("desc").text.startswith(step["text"])
        # No picture is wider than twelve cells, which 400 pixels show well.
        assert picture.get("viewBox").split()[2:] == [str(40 * size + (20 if kind == "sudoku" else 80))] * 2
        red = [group for group in picture.iter("g") if group.get("fill") == "#a00000"]
        struck = [text.text for group in red for text in group.iter("text")]
        assert sorted(struck) == sorted(str(value) for gone in step["removes"] for value in gone["values"])
        green = [text.text for text in picture.findall("text") if text.get("fill") == "#1b6e3c"]
        assert green == [str(place["value"]) for place in step["places"]]
        placed += len(green)
    assert placed == (EXAMPLE.count("0") if kind == "sudoku" else 16)


def test_the_clues_of_a_step_stand_out(skerry):
    _, drawn, steps = pictures(skerry, "skyscraper", SMALL, "--explain")
    for picture, step in zip(drawn, steps):
        assert len(picture.findall("circle")) == len(step.get("clues", []))


def test_a_chain_is_drawn(skerry):
    _, drawn, steps = pictures(skerry, "sudoku", INKALA, "--explain")
    chained = [(picture, step) for picture, step in zip(drawn, steps) if step.get("chains")]
    assert chained
    for picture, step in chained:
        links = {(*link["cell"], link["value"]) for chain in step["chains"] for link in chain}
        assert len(list(picture.iter("circle"))) == len(links)


def test_a_hint_has_one_picture(skerry):
    page, drawn, _ = pictures(skerry, "sudoku", EXAMPLE, "--hint")
    assert len(drawn) == 1 and page.count("<img") == 1


def test_pictures_are_those_of_steps(skerry):
    result = explain(skerry, "sudoku", EXAMPLE, "--pictures", "steps", status=2)
    assert result.messages == ["skerry: --pictures shows the steps of --explain or --hint; add one of them"], result
    assert not (skerry.folder / "steps").exists()


@pytest.mark.few(3)
@pytest.mark.parametrize("kind, options, least, most", [
    ("sudoku", [], 1.0, 2.3), ("sudoku", [], 3.4, 4.4), ("sudoku", [], 7.0, 9.0), ("sudoku", ["--givens", 30], 1.2, 1.5),
    ("skyscraper", ["--size", 5], 1.0, 1.5), ("skyscraper", ["--size", 5], 2.5, 3.5), ("skyscraper", ["--size", 4], 7.0, 9.0),
])
def test_puzzles_of_a_rating(skerry, kind, options, least, most):
    made = skerry.done("generate", kind, *options, "--rating", f"{least}..{most}", "--count", 3)
    rated = skerry("rate", kind, "-", "--json", stdin=made.out).answers()
    assert len(rated) == 3 and all(least <= puzzle["rating"] <= most for puzzle in rated), rated
    told = re.findall(r"^# \d: rated (\d+\.\d), ", made.out, flags=re.MULTILINE)
    assert told == [f"{puzzle['rating']:.1f}" for puzzle in rated] and f" --rating {least}..{most} " in made.out.splitlines()[0]
    first = skerry("generate", kind, *options, "--rating", f"{least}..{most}").out
    assert first.splitlines()[1:] == made.out.splitlines()[1:3]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("rating, fault", [
    ("3", "is not of that form"), ("3..", "is not of that form"), ("low..high", "is not of that form"), ("1..2..3", "is not of that form"),
    ("nan..4", "is not of that form"), ("5..3", "ends before it begins"), ("0..0.9", "ends below 1.0, the rating of the easiest puzzles"),
])
def test_refuses_bad_ranges_of_ratings(skerry, kind, rating, fault):
    result = skerry("generate", kind, "--rating", rating)
    assert result.status == 2 and result.out == "", result
    assert result.messages == [f'skerry: --rating takes a range LOW..HIGH, such as 3.0..4.5; "{rating}" {fault}']


@pytest.mark.parametrize("options, part", [
    (["--rating", "3..4", "--difficulty", "hard"], "--difficulty"),
    (["--rating", "3..4", "--ambiguous", "--givens", 30], "ambiguous puzzles have no rating"),
])
def test_a_rating_stands_alone(skerry, options, part):
    skerry.refused("generate", "sudoku", *options, says=part)


def test_says_where_no_puzzle_has_a_rating(skerry):
    result = skerry("generate", "skyscraper", "--size", 3, "--rating", "7..9")
    assert result.status == 1 and result.messages == ["skerry: no puzzle of size 3 rated 7.0 to 9.0 came of 1000 grids"], result


def test_ratings_are_counted(skerry):
    text = EXAMPLE + INKALA + "." * 16 + "\n"
    shown = skerry("rate", "sudoku", skerry.write("three.txt", text), "--summary")
    rated = [json.loads(line)["rating"] for line in skerry("rate", "sudoku", "three.txt", "--json").out.splitlines()]
    easy, hard, none = rated
    assert shown.status == 0 and none is None, shown
    head, *lines, median = [line.split() for line in shown.out.splitlines()]
    assert head == ["rating", "puzzles", "%"] and median == ["median", f"{easy}"]
    assert [line[0] for line in lines] == [f"{int(easy)}.0", f"{int(hard)}.0", "none"] and {line[-2] for line in lines} == {"1"}


def test_a_guess_has_its_refutation(skerry):
    [found] = read(skerry, "sudoku", INKALA)
    guesses = [step for step in found["steps"] if step["rule"] == "guess"]
    assert found["end"] == "solved" and guesses
    for guess in guesses:
        [removed] = guess["removes"]
        row, column = removed["cell"]
        assert len(removed["values"]) == 1 and removed["values"][0] != found["grid"][row - 1][column - 1]
        assert [step["rule"] == "contradiction" for step in guess["refutation"]] == [False] * (len(guess["refutation"]) - 1) + [True]
    shown = explain(skerry, "sudoku", INKALA, "--explain").out
    first = next(at for at, step in enumerate(found["steps"], 1) if step["rule"] == "guess")
    assert f"{len(guesses)} of them guesses, the first at step {first}" in shown.splitlines()[0]


def test_several_solutions_leave_cells_open(skerry):
    shown = explain(skerry, "sudoku", "." * 16 + "\n", "--explain")
    assert "puzzle 1: several solutions; 0 steps leave 16 of 16 cells open" in shown.out, shown
    [found] = read(skerry, "sudoku", "1" + "." * 15 + "\n")
    assert (found["end"], found["grid"]) == ("ambiguous", None) and found["candidates"][0][:2] == [[1], [2, 3, 4]]
