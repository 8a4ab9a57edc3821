"""Tests `validate --keep`, and what a validation says of lists that it cuts. tests/faults kills validations."""
import json

import pytest

from tests.support.depth import nightly
from tests.support.experiments import POOL, PUZZLE

#: Formation and objective alone.
FREE = PUZZLE.partition("[synergy]")[0]
OF_TIME = ("seconds", "total_seconds", "tried", "islands")


def answer(result, status=0):
    assert result.status == status, result
    return {key: value for key, value in json.loads(result.out).items() if key not in OF_TIME}


def kept(skerry):
    return {file: file.read_text() for file in (skerry.folder / "kept").iterdir()}


@pytest.mark.parametrize("puzzle", ["puzzle.toml", "party.toml"])
def test_what_is_kept_is_told_again(skerry, puzzle):
    first = answer(skerry("validate", puzzle, "--json"))
    assert answer(skerry("validate", puzzle, "--json", "--keep", "kept")) == first
    files = kept(skerry)
    assert len(files) == 1
    assert answer(skerry("validate", puzzle, "--json", "--keep", "kept")) == first
    assert kept(skerry) == files
    more = skerry("validate", puzzle, "--json", "--keep", "kept", "--seconds", "90")
    assert answer(more) == first and len(kept(skerry)) == 1, "what is complete needs no more time"


def test_other_questions_and_another_puzzle_are_answered_anew(skerry):
    first = answer(skerry("validate", "puzzle.toml", "--json", "--keep", "kept"))
    assert answer(skerry("validate", "puzzle.toml", "--json", "--keep", "kept", "--within", "50%")) != first
    skerry.write("heroes.csv", POOL.replace("70,300", "70,350"))
    dearer = answer(skerry("validate", "puzzle.toml", "--json", "--keep", "kept"))
    assert dearer["best"] == first["best"] + 50
    assert len(kept(skerry)) == 3


@pytest.mark.parametrize("ranks", [None, *nightly(2)])
def test_a_file_that_is_damaged_is_refused(skerry, ranks):
    skerry("validate", "puzzle.toml", "--keep", "kept")
    [file] = kept(skerry)
    file.write_text(file.read_text()[:-20])
    result = skerry.done("validate", "puzzle.toml", "--keep", "kept", ranks=ranks, status=3)
    [message] = result.messages
    assert str(file.name) in message and "the validation begins anew" in message


def test_a_proof_that_does_not_hold_is_refused(skerry):
    skerry("validate", "puzzle.toml", "--keep", "kept")
    [file] = kept(skerry)
    found = json.loads(file.read_text())
    del found["answers"]["end_of_proof"]
    proof = found["answers"]["proof"]["answer"]
    proof["party"], proof["bound"] = None, proof["bound"] + 100
    file.write_text(json.dumps(found))
    skerry.refused("validate", "puzzle.toml", "--keep", "kept", status=3, says="does not hold")


def test_a_folder_that_can_not_be_made_is_named(skerry):
    skerry.write("kept", "a file")
    skerry.refused("validate", "puzzle.toml", "--keep", "kept", says="cannot make the folder kept")


def test_a_puzzle_without_rules(skerry):
    skerry.write("free.toml", FREE)
    found = answer(skerry("validate", "free.toml", "--json", "--within", "100%", "--catalogue", "0"))
    assert (found["best"], found["proven"], found["rule_prices"], found["catalogue"]) == (750, True, [], [])
    assert found["solutions"] == {"teams": 19, "placements": 114, "complete": True}


@pytest.mark.nightly
def test_lists_that_are_too_long_are_cut_with_a_word(skerry):
    heroes = "".join(f"h{i},H{i},elf,sun,70,{100 + i % 2}\n" for i in range(60))
    skerry.write("heroes.csv", POOL.partition("\n")[0] + "\n" + heroes)
    skerry.write("free.toml", FREE)
    command = ("validate", "free.toml", "--catalogue", "5000", "--differ", "1", "--report", "page.html")
    found = answer(skerry(*command, "--json"))
    assert (found["best"], found["proven"]) == (300, True)
    assert found["solutions"]["complete"] is False
    assert found["solutions"]["placements"] == 100_000
    assert found["solutions"]["cut"] == "the list was cut at 100000 parties"
    assert found["solutions"]["catalogue_cut"] == "the catalogue was cut at 1000 parties"
    assert len(found["catalogue"]) == 1000 and found["catalogue"][0]["price"] == 300
    text = skerry(*command).out
    assert "at least" in text and "list was cut at 100000 parties" in text and "catalogue was cut at 1000" in text
    page = (skerry.folder / "page.html").read_text()
    assert "The list was cut at 100000 parties" in page and "The catalogue was cut at 1000 parties" in page
