"""Tests check, construct, generate and help, and the format of output."""
import csv
import fcntl
import os
import pty
import re
import struct
import subprocess
import termios

import pytest

from tests.support.binary import BINARY, TREE
from tests.support.depth import deep


def solve(skerry, config="party.toml"):
    return skerry.json("run", config, "--quiet")


def test_check_judges_a_solution_rule_by_rule(skerry):
    report = solve(skerry)
    skerry.write("solution.txt", report["solution"])
    result = skerry.done("check", "party.toml", "solution.txt")
    assert f"fitness  {report['best_fitness']:g}, feasible" in result.out
    assert result.out.count("met  ") >= 3 and "BROKEN" not in result.out
    assert skerry("check", "party.toml", "-", stdin=report["solution"]).out == result.out


def test_check_fails_a_solution_that_breaks_a_rule(skerry):
    skerry.write("solution.txt", "front: c\nmiddle: f\nback: d\n")
    result = skerry.done("check", "party.toml", "solution.txt", status=1)
    assert "BROKEN" in result.out and "infeasible by" in result.out


def test_check_takes_other_values_for_keys(skerry):
    skerry.write("moved.toml", (skerry.folder / "party.toml").read_text().replace("puzzle.toml", "missing.toml"))
    skerry.write("solution.txt", solve(skerry)["solution"])
    assert skerry("check", "moved.toml", "solution.txt").status != 0
    skerry.done("check", "moved.toml", "solution.txt", "--set", "problem.instance=puzzle.toml")


@pytest.mark.parametrize("text, part", [
    ("front: z\nmiddle: a\nback: b\n", "solution.txt:1:8"),
    ("font: a\nmiddle: b\nback: c\n", "did you mean 'front'?"),
])
def test_check_refuses_text_that_is_no_solution(skerry, text, part):
    skerry.write("solution.txt", text)
    skerry.refused("check", "party.toml", "solution.txt", status=3, says=part)


@pytest.mark.parametrize("mode", ["guided", "unguided"])
def test_construct_writes_a_row_for_each_attempt(skerry, mode):
    options = ["--unguided"] if mode == "unguided" else []
    result = skerry.done("construct", "party.toml", "--attempts", 40, "--output", "a.csv", *options)
    with open(skerry.folder / "a.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    assert list(rows[0]) == ["attempt", "mode", "synergy", "feasible", "objective", "seconds", "failed_requirement"]
    assert [int(row["attempt"]) for row in rows] == list(range(1, 41))
    assert {row["mode"] for row in rows} == {mode}
    feasible = [row for row in rows if row["feasible"] == "1"]
    assert result.out.startswith(f"40 {mode} attempts, {len(feasible)} feasible")
    assert feasible and all(row["failed_requirement"] == "" for row in feasible)
    assert all(row["failed_requirement"] for row in rows if row["feasible"] == "0")


def test_generate_makes_a_puzzle_that_runs(skerry):
    skerry.done("generate", "party", "--type", 1, "--heroes", 300, "--seed", 4, "--planted", "--output", "made.toml")
    again = skerry("generate", "party", "--type", 1, "--heroes", 300, "--seed", 4, "--planted", "--output", "b/made.toml")
    assert again.status == 2, "there is no folder b"
    (skerry.folder / "b").mkdir()
    skerry("generate", "party", "--type", 1, "--heroes", 300, "--seed", 4, "--planted", "--output", "b/made.toml")
    for name in ("made.toml", "made-pool.csv"):
        assert (skerry.folder / name).read_bytes() == (skerry.folder / "b" / name).read_bytes()
    skerry.write("party.toml", (skerry.folder / "party.toml").read_text().replace("puzzle.toml", "made.toml"))
    report = solve(skerry)
    assert report["target"] is not None and report["best_fitness"] >= report["target"] - 1e-9


def test_the_command_in_a_party_makes_it_again(skerry):
    made = skerry("generate", "party", "--heroes", 200, "--planted", "--traits-together", 0.25, "--without-class", "--output", "made.toml")
    assert made.status == 0, made
    text = (skerry.folder / "made.toml").read_text()
    command = text.splitlines()[0].removeprefix("# Made by: skerry ").split()
    assert command[:2] == ["generate", "party"] and 'traits = ["race", "religion", "nation", "hometown"]' in text
    (skerry.folder / "b").mkdir()
    skerry(*command, "--output", "b/made.toml")
    for name in ("made.toml", "made-pool.csv"):
        assert (skerry.folder / name).read_bytes() == (skerry.folder / "b" / name).read_bytes()


COMMANDS = [[], ["run"], ["inspect"], ["check"], ["construct"], ["count", "skyscraper"], ["generate", "party"],
            ["generate", "qap"], ["generate", "skyscraper"], ["generate", "sudoku"], ["draw"], ["solve", "skyscraper"],
            ["solve", "sudoku"], ["rate", "skyscraper"], ["rate", "sudoku"], ["keys"], ["tune"], ["new"]]


@pytest.mark.few(6)
@pytest.mark.parametrize(("command", "ranks"), [*((command, None) for command in COMMANDS),
                                                *((command, 2) for command in deep(COMMANDS[1:2], COMMANDS))],
                         ids=lambda value: " ".join(value) or "skerry" if isinstance(value, list) else str(value))
def test_help_teaches_by_example(skerry, command, ranks):
    result = skerry(*command, "--help", ranks=ranks)
    assert result.status == 0 and result.err == "", result
    assert result.out.count("Examples:") == 1, "told once, not once a rank"
    assert f"  skerry {' '.join(command)}" in result.out


def test_the_page_lists_the_types_of_problems_that_are_registered(skerry):
    message = skerry("run", "onemax.toml", "--set", "problem.type=nothing").messages[0]
    registered = re.search(r"problems are (.*?) \(", message)[1].split(", ")
    page = (TREE / "docs/configuration.md").read_text()
    row = re.search(r"^\| `type` \| text \| required \| (.*?)[.] A program", page, re.MULTILINE)[1]
    assert re.findall(r"`(\w+)`", row) == registered
    assert re.findall(r'^### type = "(\w+)"', page, re.MULTILINE) == registered


def test_keys_are_listed_for_a_terminal(skerry):
    result = skerry("keys", "stop")
    assert result.status == 0 and result.err == "", result
    assert result.out.startswith("[stop]\n  generations: integer ≥1; default: 100; no limit where another rule is set\n      after the initial population\n")
    everything = skerry("keys").out
    assert result.out in everything and max(map(len, everything.splitlines())) <= 100
    assert not re.search(r"[`*]|\]\(", everything)
    assert "[start]\n  from: path; required\n      a CSV file" in everything
    assert "\n  transport: direct, gather; default: direct\n      straight from island" in everything


def test_keys_tell_ranges_names_and_the_defaults_of_each_algorithm(skerry):
    tables = skerry("keys", "--markdown").out
    assert ("| `population` | integer, 1–10^8; **50; local searches 1; differential evolution 40; CMA-ES 40; nsga2 100; "
            "map_elites 100** |") in tables
    assert tables.count("| `population` |") == 1
    for row in ("| `transport` | **`direct`**, `gather` |", "; **10; 5 if elites go home by default** |",
                "| `links.every` | integer ≥1; **1** |", "| `share` | rate >0; **1** |", "| `weight` | number >0–2; **0.5** |",
                "| `keep` | boolean; **true** |", "| `share` | path | a folder"):
        assert row in tables, row


def test_version(skerry):
    assert skerry.done("--version").out.startswith("skerry 0.")


def on_a_terminal(skerry, *arguments, columns=70, **environment):
    """Returns stdout and stderr as a terminal shows them."""
    terminal, side = pty.openpty()
    fcntl.ioctl(side, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    env = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLUMNS", "SKERRY_PROGRESS")}
    process = subprocess.Popen([str(BINARY), *arguments], cwd=skerry.folder, env={**env, **environment}, stdout=side,
                               stderr=side)
    os.close(side)
    text = b""
    while True:
        try:
            part = os.read(terminal, 4096)
        except OSError:  # the other end is closed
            break
        if not part:
            break
        text += part
    os.close(terminal)
    assert process.wait(timeout=60) == 0
    return text.decode()


def test_a_terminal_gets_colours_and_one_line_of_progress(skerry):
    text = on_a_terminal(skerry, "run", "party.toml")
    assert "\x1b[32mmet" in text
    progress = [part for part in text.split("\r") if part.startswith("generation ")]
    assert progress and all(len(part.split("\x1b[K")[0]) < 70 for part in progress)
    assert "\x1b[K" in text


def test_no_color_is_respected(skerry):
    assert "\x1b[3" not in on_a_terminal(skerry, "run", "party.toml", NO_COLOR="1")


@pytest.mark.few(1)
@pytest.mark.parametrize("mode, mark", [("bar", "\r"), ("lines", "generation 25/25"), ("none", None)])
def test_the_environment_chooses_the_progress_under_mpirun(skerry, mode, mark):
    result = skerry.done("run", "onemax.toml", ranks=2, env={"SKERRY_PROGRESS": mode})
    if mark is None:
        assert result.err == ""
    else:
        assert mark in result.err, result
    assert "\x1b[3" not in result.out
