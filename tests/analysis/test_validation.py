import json
import re

import pytest
from commands import output_of
from make_validation import HOSTILE, NODES, hostile, impossible, minimal, numbers, solved, undecided, verdict, write

from skerry.command import main
from tests.support.html import Html


def shown(tmp_path, *puzzles):
    """The page of these puzzles, after the checks of every page."""
    path = write(tmp_path / "told.json", *puzzles)
    assert main(["validation", str(path)]) == 0
    page = Html((tmp_path / "told.html").read_text(encoding="utf-8"))
    page.check()
    return page


def plain(page):
    return re.sub(r"\s+", " ", " ".join(page.texts)).replace("\N{NO-BREAK SPACE}", " ")


def answers(page):
    """The text below each question."""
    text = re.sub(r"<[^>]*>", " ", re.sub(r"<h[34]>([^<]*\?)</h[34]>", r"@\1@", page.text.split("</style>")[1]))
    found = re.findall(r"@([^@]*)@([^@]*)", re.sub(r"\s+", " ", text).replace("\N{NO-BREAK SPACE}", " "))
    return {question: re.sub(r" ([,.:;])", r"\1", answer.strip()) for question, answer in found}


def test_all_answers_of_a_solved_puzzle(tmp_path):
    page = shown(tmp_path, solved())
    told = answers(page)
    assert list(told) == [
        "Can it be solved?",
        "What does the cheapest party cost, and how sure is that?",
        "How many good ones are there?",
        "Whom do they lean on?",
        "Which rule makes it dear?",
        "What buys what?",
        "How hard is it for a player?",
    ]
    cost, count, lean, dear, buys, hard = list(told.values())[1:]
    assert cost.startswith("13,400 coins, and that is proven: no party is cheaper. The proof is in f424.proof.json")
    assert count.startswith("53 teams within 1.4 % of the cheapest, which stand in 143 ways on the nodes. That is all of them.")
    assert lean == "Quin Lund 7 is in 98 % of them, h0003 is in 99.99 % of them. Of the values, Isles (league) has a share of 71 %. Without Quin Lund 7: 13,900 coins."
    assert dear == "Average rating at least 82: without it the cheapest party costs 7,200 coins, and with it 13,400 coins."
    assert buys.startswith("Synergy of at least 0.5 costs 6,650 coins, and synergy of at least 0.9 costs between 7,350 coins (proven) and 7,500 coins (found).")
    assert hard.startswith(
        "20 % of 1,000 parties that were put together node by node meet all rules, and 31 % the synergy. A player needs 5 attempts on average."
        " 0 of 10 players who own 10 % of the heroes build a party of them alone; 0 % of their attempts lead to one."
        " 4 of 10 players who own 30 % of the heroes build a party of them alone; 3.2 % of their attempts lead to one."
        " With the 667 heroes of this player alone, 1.1 % of the attempts lead to a party that meets all rules."
    )
    assert [text for _, text in page.headings if not text.endswith("?")] == [
        "Validation of f424",
        "Answers",
        "What changed since f423",
        "Parties side by side",
        "The cheapest party",
        "Catalogue",
        "Heroes and values that they lean on",
        "What each rule costs",
        "What synergy costs",
        "Players who own a part of the heroes",
        "The islands",
        "How it was found",
    ]
    for text in ("[island]\nrestart_after = 30\n", "GK: h0000 (Quin Lund 0)\n", "Seed: 17", "Version of skerry: 0.3.0", "Certificate: f424.proof.json"):
        assert text in page.texts


def test_the_numbers_are_those_of_the_file(tmp_path):
    puzzles = [solved(), undecided(), impossible()]
    page = shown(tmp_path, *puzzles)
    given, told = numbers(json.loads(json.dumps(puzzles))), {json.loads(value) for value in page.data}
    assert told <= given
    series = {number for puzzle in puzzles for number in numbers(puzzle.get("islands") or {})}
    drawn = {number for puzzle in puzzles for number in numbers(puzzle.get("formation") or {})}
    drawn |= {weight for puzzle in puzzles for entry in puzzle.get("catalogue", []) for weight in entry["edge_weights"]}
    assert given - series - drawn - told == set()
    assert {123456, 320, 41, 2} <= told
    for value, text in re.findall(r'<data value="([^"]+)">([\d.,-]+)', page.text):
        number = float(text.replace(",", ""))
        assert number == pytest.approx(float(value), rel=1e-5) or number == pytest.approx(100 * float(value), rel=1e-4)


@pytest.mark.parametrize("name", ["price", "fee"])
def test_the_price_of_a_hero_is_listed_once(tmp_path, name):
    puzzle = solved(parties=1)
    for placed in puzzle["party"]:
        placed["values"][name] = placed["price"]
    page = shown(tmp_path, puzzle)
    table = page.text.split(">The cheapest party of")[1].split("</table>")[0]
    assert re.findall('<th scope="col"[^>]*>([^<]*)', table) == ["node", "hero", "id", name, "nation", "roles", "rating"]
    assert table.count(">1,218\N{NO-BREAK SPACE}coins<") == 1


def test_parties_are_drawn_with_their_heroes_and_weights(tmp_path):
    page = shown(tmp_path, solved())
    parties = [picture for picture in page.pictures if ", party " in picture["title"]]
    assert len(parties) == 9 and parties[0]["title"] == "f424, party 1"
    assert "left midfield: Quin Lund 5;" in parties[0]["desc"]
    first = page.text.split('aria-labelledby="p1-party0-title')[1].split("</svg>")[0]
    widths = [float(width) for width in re.findall(r'<line class="(?:edge|none)"[^>]*stroke-width="([\d.]+)"', first)]
    assert set(widths) == {1.5, 3.5, 5.5} and first.count('<line class="none"') == 3
    assert first.count("<circle") == len(NODES) and "node other" not in first
    second = page.text.split('aria-labelledby="p1-party1-title')[1].split("</svg>")[0]
    assert second.count("node other") == 4
    assert "31 more parties are in the catalogue alone" in plain(page)


def test_figures_name_their_axes(tmp_path):
    page = shown(tmp_path, solved())
    titles = [picture["title"] for picture in page.pictures if ", party " not in picture["title"]]
    assert titles == ["cheapest party (coins) against synergy, at least", "Best of each island by generation", "Diversity of each island by generation"]
    for label in ("synergy, at least", "cheapest party (coins)", "generation", "best (coins)", "diversity, 0 to 1", "island 1"):
        assert f">{label}</text>" in page.text
    assert page.text.count('class="hollow"') == 1, "the price at 0.9 is not proven"


def test_new_bests_are_told_with_their_island(tmp_path):
    page = shown(tmp_path, solved())
    assert page.text == shown(tmp_path, solved()).text, "equal files give equal pages"
    assert "Where new bests of f424 came from" in page.captions
    assert "41 times an island stood still and began anew." in plain(page)
    assert "14,008 coins" in plain(page)


def of_rules(*verdicts):
    """A puzzle whose price is proven, and without each of its rules so judged."""
    return minimal() | verdict(5) | {"rule_prices": [{"rule": "a rule", "without": each} for each in verdicts]}


SOLVED, CHEAPEST, DEAR = "Can it be solved?", "What does the cheapest party cost, and how sure is that?", "Which rule makes it dear?"
OPEN = minimal() | {"solvable": True, "best": 16100, "bound": 15750, "gap": 0.0222, "proven": False, "direction": "maximise"}


@pytest.mark.parametrize(
    "puzzle, question, answer",
    [
        (impossible(), SOLVED, "No. These rules can't hold together: average rating at least 88 total price at most 150,000"
         " What each of them has to give at least, the others as they are; it is not said whether that is enough:"
         " average rating at least 88: average rating at least 86.2"),
        (undecided(), SOLVED, "Not decided. No party was found, and it is not proven that there is none, after 60.1 s."
         " This was tried: islands: 55 s"),
        (undecided(), CHEAPEST, "No party is known. It is proven that none costs less than 4,210 gold."),
        (OPEN, CHEAPEST.replace("cheapest", "best"), "16,100 is the best that was found."
         " It is proven that no party costs more than 15,750, so the gap is 2.22 %."),
        (of_rules(verdict(5), verdict(5)), DEAR, "No rule by itself: without any one of them"),
        (of_rules(verdict(5), verdict(5, 3, False)), DEAR, "None is known to"),
    ],
)  # fmt: skip
def test_answers_of_puzzles_that_are_not_wholly_solved(tmp_path, puzzle, question, answer):
    told = answers(shown(tmp_path, puzzle))
    assert told[question].startswith(answer)
    assert puzzle != impossible() or list(told) == [SOLVED, CHEAPEST]


@pytest.mark.few(8)
@pytest.mark.parametrize("key", sorted(set(solved()) - {"schema", "puzzle"}))
def test_any_key_may_be_missing(tmp_path, key):
    puzzle = solved(parties=3)
    shown(tmp_path, puzzle | {key: None})
    del puzzle[key]
    shown(tmp_path, puzzle)


def test_the_least_that_may_be_told(tmp_path):
    page = shown(tmp_path, minimal())
    assert "It is not decided whether it can be solved." in page.texts
    assert plain(page).count("This was not asked, or the time ended before it was answered.") >= 6


def test_hostile_texts_are_texts(tmp_path):
    page = shown(tmp_path, hostile())
    assert page.text.count("<script") == 1 and "alert(1)" not in page.scripts[0]
    texts = plain(page)
    assert HOSTILE in texts and "{{ 7 * 7 }}" in texts and "49" not in texts.replace("7,49", "")
    assert not re.search("[\x00-\x08\u202a-\u202e\ud800-\udfff]", page.text)
    assert any(HOSTILE in picture["title"] and HOSTILE in picture["desc"] for picture in page.pictures)
    assert any(text.startswith("<script>aler") for text in page.texts), "a name within a picture"


def test_what_changed_since_the_puzzle_before(tmp_path):
    puzzle = solved(parties=3)
    page = shown(tmp_path, puzzle)
    assert "'average rating at least 81' is now 'average rating at least 82', which is tighter" in page.cells
    assert "11650 coins, proven" in page.cells and "13400 coins, proven" in page.cells
    assert "Compared with puzzles/f423.toml" in plain(page)
    puzzle["comparison"]["changes"] = []
    assert "Nothing changed in the rules, the synergy, the formation and the heroes." in plain(shown(tmp_path, puzzle))
    puzzle["comparison"]["changes"] = None
    assert "What changed is not told, because one of the two has a rule that can't be met by itself." in plain(shown(tmp_path, puzzle))


def test_the_table_of_all_puzzles_names_the_dearest_rule(tmp_path):
    page = shown(tmp_path, solved(), impossible(), undecided())
    for text in ("average rating at least 82", "clash: average rating at least 88; total price at most 150,000"):
        assert text in page.cells


def test_puzzles_of_one_name_are_told_apart_by_file(tmp_path):
    page = shown(tmp_path, solved(parties=3), solved(parties=3) | {"file": "new/f424.toml"}, minimal())
    named = ["f424 (puzzles/f424.toml)", "f424 (new/f424.toml)", "bare"]
    assert [text for level, text in page.headings if level == 2] == ["All puzzles", *named]


@pytest.mark.nightly
def test_long_texts_do_not_make_a_page_heavy(tmp_path):
    puzzle = solved(parties=1000)
    for entry in puzzle["catalogue"]:
        entry["names"] = ["x" * 300] * len(NODES)
    page = shown(tmp_path, puzzle)
    assert any("of the 1,000 rows of the file" in caption for caption in page.captions)


def test_files_hold_one_or_many(tmp_path, capsys):
    one, more = write(tmp_path / "a.json", solved()), tmp_path / "b.json"
    more.write_text(json.dumps([undecided(), impossible()], indent=1))
    assert output_of(capsys, "validation", one, more, "--output", tmp_path / "c.html") == f"page  {tmp_path / 'c.html'}\n"
    assert Html((tmp_path / "c.html").read_text()).headings[0] == (1, "Validation of 3 puzzles")


@pytest.mark.parametrize(
    "content, told",
    [
        ("", "holds no puzzle; `skerry validate PUZZLE --json` writes a line for each"),
        ('{"schema": "skerry.validation/1"', "told.json:1 is no JSON: "),
        (json.dumps(minimal()) + "\n\n{", "told.json:3 is no JSON: "),
        ('{"best": 1}', "told.json:1 is not what `skerry validate --json` writes: its schema is None"),
        (json.dumps(minimal() | {"schema": "skerry.validation/2"}), "its schema is 'skerry.validation/2'"),
        ("[1]", "is not what `skerry validate --json` writes"),
        (json.dumps(minimal() | {"best": "13400"}), 'told.json:1: best is "13400"; it is a number'),
        (json.dumps(minimal() | {"seed": 1.5}), "told.json:1: seed is 1.5; it is a whole number"),
        (json.dumps(minimal() | {"solvable": 1}), "told.json:1: solvable is 1; it is true or false"),
        (json.dumps(minimal() | {"party": [{"node": "GK"}]}), "told.json:1: party[0] lacks 'hero'"),
        (json.dumps(minimal() | {"islands": {"best": [3]}}), "told.json:1: islands: best[0] is 3; it is a list"),
        (json.dumps(minimal() | {"clash": "a"}), 'told.json:1: clash is "a"; it is a list'),
        ('{"schema": "skerry.validation/1", "best": 1e999}', "told.json:1: best is Infinity; it is a number between"),
        ("[" * 100_000, "told.json:1 is nested too deeply"),
    ],
)
def test_what_is_no_validation_is_refused(tmp_path, content, told, capsys):
    path = tmp_path / "told.json"
    path.write_text(content)
    assert main(["validation", str(path)]) == 3
    error = capsys.readouterr().err
    assert told in error and error.count("\n") == 1 and not (tmp_path / "told.html").exists()
