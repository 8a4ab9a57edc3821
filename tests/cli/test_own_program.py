"""A user's own program: the commands, and the end of a run in which a rank fails."""
import json
import time

import pytest

from tests.support.binary import OWN_PROGRAM


@pytest.fixture
def program(skerry):
    skerry.binary = OWN_PROGRAM
    skerry.write("own.toml", "[stop]\ngenerations = 40\n[trace]\nenabled = false\n")
    return skerry


def test_it_runs_and_shows_its_trace(program):
    result = program("run", "own.toml", "--json", "--quiet", "--set", "trace.enabled=true", ranks=2)
    report = json.loads(result.out)
    assert result.status == 0 and report["problem"] == "problem", result
    assert report["solution"] is None and report["target"] is None
    assert json.loads(program("inspect", report["trace"], "--json").out)["best_fitness"] == report["best_fitness"]


def test_its_help_shows_its_own_name(program):
    for command in ([], ["run"], ["resume"]):
        result = program(*command, "--help")
        assert result.status == 0 and f"{OWN_PROGRAM} resume" in result.out and " skerry r" not in result.out, result


def test_it_has_no_commands_of_other_problems(program):
    result = program("construct", "own.toml", "--attempts", 3)
    assert result.status == 2 and len(result.messages) == 1, result


def test_a_problem_without_keys_refuses_any(program):
    result = program("run", "own.toml", "--set", "problem.size=3")
    assert result.status == 2 and "unknown key 'size' in [problem]" in result.messages[0], result


def test_a_problem_without_a_text_form_cannot_be_checked(program):
    program.write("solution.txt", "7\n")
    result = program("check", "own.toml", "solution.txt")
    assert result.status == 2 and "no text form" in result.messages[0], result


@pytest.mark.parametrize("options", [[], ["--text"], ["-"]])
def test_a_problem_without_a_drawing_says_so(program, options):
    result = program("draw", "own.toml", *options)
    assert result.status == 2 and len(result.messages) == 1 and result.out == "", result
    assert ("no text form" if "-" in options else "problem problem has no drawing") in result.messages[0]


@pytest.mark.parametrize("rank, ranks", [("0", None), ("0", 4), ("2", 4), ("all", 4)])
def test_a_rank_that_fails_ends_all_with_its_message(program, rank, ranks):
    started = time.monotonic()
    result = program("run", "own.toml", "--quiet", ranks=ranks, env={"FAILING_RANK": rank})
    assert result.status == 1, result
    assert result.messages == ["skerry: the 500th evaluation fails"], result
    assert time.monotonic() - started < 20, "promptly"
