"""Tests `draw` of skyscrapers and parties as SVG and as text, and the input that check and draw share."""
import pytest

from tests.support.svg import SVG, parsed, texts

PUZZLES = """\
4://1/2///3////1///2//

3:1///////////,i

2:///////,1c
"""
SOLUTION = "2 1 4 3\n3 4 1 2\n4 2 3 1\n1 3 2 4\n"


@pytest.fixture
def puzzles(skerry):
    skerry.write("puzzles.txt", PUZZLES)
    skerry.write("solution.txt", SOLUTION)
    skerry.write("skyscraper.toml", '[problem]\ntype = "skyscraper"\ninstance = "puzzles.txt"\n')
    return skerry


def draw(skerry, *arguments, **more):
    result = skerry("draw", "skyscraper.toml", *arguments, **more)
    assert result.status == 0 and result.err == "", result
    return result.out


def title(root):
    return root.find(SVG + "title").text


def test_a_solution(puzzles):
    root = parsed(draw(puzzles, "solution.txt"))
    assert title(root) == "Skyscrapers, 4 by 4, solved"
    assert texts(root) == [*SOLUTION.split(), "1", "2", "3", "1", "2"]
    assert draw(puzzles, "-", stdin=SOLUTION) == draw(puzzles, "solution.txt")


def test_the_solution_of_a_run(puzzles):
    report = puzzles.json("run", "skyscraper.toml", "--quiet", "--set", "stop.generations=3", "--set", "trace.enabled=false")
    root = parsed(draw(puzzles, "-", stdin=report["solution"]))
    assert title(root) == f"Skyscrapers, 4 by 4, {'solved' if report['best_fitness'] == 0 else 'not solved'}"


def test_text_is_what_other_commands_read(puzzles):
    assert draw(puzzles, "--text") == ("    . . 1 2\n  +---------+\n. | . . . . | .\n. | . . . . | 2\n1 | . . . . | .\n"
                                       ". | . . . . | .\n  +---------+\n    . . 3 .\n")
    puzzles.write("drawn.txt", draw(puzzles, "--text", "solution.txt"))
    puzzles.done("check", "skyscraper.toml", "drawn.txt")
    assert "one solution" in puzzles.done("solve", "skyscraper", puzzles.write("again.txt", draw(puzzles, "--text"))).out


def test_another_puzzle_of_the_file(puzzles):
    root = parsed(draw(puzzles, "--set", "problem.index=3"))
    assert title(root) == "Skyscrapers, 2 by 2" and texts(root) == ["1"]
    assert [element.get("font-weight") for element in root.iter(SVG + "text")] == ["bold"]
    wrong = puzzles("check", "skyscraper.toml", "-", "--set", "problem.index=3", stdin="2 1\n1 2\n")
    assert wrong.status == 1 and wrong.out.startswith("fitness  -1, 1 rule broken\n"), wrong
    assert "2 instead of 1 in row 1 column 1" in wrong.out
    puzzles.done("check", "skyscraper.toml", "-", "--set", "problem.index=3", stdin="1 2\n2 1\n")


PARTY = "front: b\nmiddle: a\nback: e\n"


def draw_party(skerry, *arguments, **more):
    result = skerry("draw", "party.toml", *arguments, **more)
    assert result.status == 0 and result.err == "", result
    return result.out


def test_a_party(skerry):
    drawn = draw_party(skerry, "-", stdin=PARTY)
    root = parsed(drawn)
    assert title(root) == "small, a party of 3, every rule met" and root.get("role") == "img"
    assert {"front", "Bo", "300 coins", "middle", "Ada", "500 coins", "total price 1200 coins, synergy 0.75",
            "average level at least 70: 75"} <= set(texts(root))
    assert "front - middle: 0.5\nmiddle - back: 1\n" in root.find(SVG + "desc").text
    assert draw_party(skerry, "-", stdin=PARTY) == drawn


def test_a_formation(skerry):
    root = parsed(draw_party(skerry))
    assert title(root) == "small, a formation of 3 nodes" and texts(root).count("any hero") == 3
    assert draw_party(skerry, "--text").startswith("# small: 3 nodes, 2 edges\n")


def test_the_text_of_a_party_is_what_check_reads(skerry):
    drawn = skerry.write("drawn.txt", draw_party(skerry, "--text", "-", stdin=PARTY))
    skerry.done("check", "party.toml", drawn)
    assert draw_party(skerry, drawn) == draw_party(skerry, "-", stdin=PARTY)


@pytest.mark.parametrize("options", [[], ["--text"]])
def test_to_a_file(puzzles, options):
    assert draw(puzzles, *options, "--output", "drawn") == ""
    assert (puzzles.folder / "drawn").read_text() == draw(puzzles, *options)


@pytest.mark.parametrize("arguments, status, part", [
    (["onemax.toml"], 2, "problem onemax has no drawing"),
    (["party.toml", "solution.txt"], 3, "solution.txt"),
    (["skyscraper.toml", "--set", "problem.index=4"], 2, "puzzles.txt holds 3 puzzles"),
    (["skyscraper.toml", "--set", "problem.index"], 2, "--set problem.index has no value"),
    (["skyscraper.toml", "--output", "none/drawn.svg"], 2, "cannot write none/drawn.svg"),
    (["skyscraper.toml", "missing.txt"], 3, "missing.txt"),
    (["skyscraper.toml", "puzzles.txt"], 3, "puzzles.txt"),
    (["skyscraper.toml", "solution.txt", "--set", "problem.index=3"], 3, "solution.txt"),
])
def test_refusals(puzzles, arguments, status, part):
    puzzles.refused("draw", *arguments, status=status, says=part)
