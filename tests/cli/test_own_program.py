"""Tests a user's own program: its commands, and the end of a run in which a rank fails."""
import re

import h5py
import pytest

from tests.support.binary import OWN_PROGRAM, TREE, HandedOver
from tests.support.depth import deep
from tests.support.experiments import settings


@pytest.fixture
def program(skerry):
    skerry.binary = OWN_PROGRAM
    skerry.write("own.toml", "[stop]\ngenerations = 40\n[trace]\nenabled = false\n")
    return skerry


def test_it_runs_and_shows_its_trace(program):
    report = program.json("run", "own.toml", "--quiet", "--set", "trace.enabled=true", ranks=2)
    assert report["problem"] == "problem", report
    assert report["solution"] is None and report["target"] is None
    assert program.json("inspect", report["trace"])["best_fitness"] == report["best_fitness"]


def test_its_help_shows_its_own_name(program):
    for command in ([], ["run"], ["resume"]):
        result = program(*command, "--help")
        assert result.status == 0 and f"{OWN_PROGRAM} resume" in result.out and " skerry r" not in result.out, result


@pytest.mark.parametrize("binary, own", [("own_program", ["worth", "draws"]), ("knapsack_program", [])])
@pytest.mark.parametrize("command", ["", "run", "resume", "experiment", "inspect", "repair", "check", "draw", "keys", "own"])
def test_its_help_speaks_of_its_own_problem(program, binary, own, command):
    program.binary = OWN_PROGRAM.with_name(binary)
    for word in own if command == "own" else [command]:
        assert_speaks_of("problem", program, word)


def assert_speaks_of(problem, program, command):
    result = program.done(*command.split(), "--help")
    shipped = "part(y|ies)|squad|hero|sudoku|skyscraper|maze|puzzle|onemax|configs/|type2|[{}]"
    assert not re.search(shipped, result.out.replace(str(program.binary), ""), re.IGNORECASE), result
    assert "Problem:" not in result.out, "it has no name"
    if command in ("", "run", "check", "draw"):
        assert f" {program.binary} {command or 'run'} {problem}.toml" in result.out, result
    if command in ("resume", "inspect", "repair"):
        assert f" {program.binary} {command} results/{problem}.h5" in result.out, result


def test_it_has_no_commands_of_other_problems(program):
    program.refused("construct", "own.toml", "--attempts", 3)


def test_it_has_commands_of_its_own(program):
    result = program("worth", "own.toml", "--guess", 7)
    assert (result.status, result.out) == (0, "7\n"), result
    assert program("worth", "own.toml", "--guess=7", "--twice", ranks=3).out == "14\n", "one rank does it"
    program.done("worth", "none.toml", "--guess", 7, status=2)
    told = program("--help").out
    assert "worth " in told and "Says what a guess is worth" in told
    told = program("worth", "--help").out
    assert "--guess N:INT in [0 - 999] REQUIRED" in told and f"{OWN_PROGRAM} worth own.toml" in told


OBSERVED = ("run", "own.toml", "--json", "--quiet", "--output", "observed.h5", "--set", "trace.enabled=true")


def test_its_observer_adds_a_column_that_inspect_tells(program):
    program.done(*OBSERVED, ranks=2)
    with h5py.File(program.folder / "observed.h5") as trace:
        odd = trace["generation/odd"]
        assert odd.shape == (41, 2) and ((odd[:] >= 0) & (odd[:] <= 100)).all() and len(set(odd[:, 0])) > 1
        assert odd.attrs["units"] == b"%" and odd.attrs["long_name"] == b"share of odd guesses"
        assert trace["generation"].attrs["own_columns"] == b"odd"
        assert trace["epoch/checksum"].attrs["columns"].decode().endswith(" generation/odd")
        last = [float(value) for value in odd[-1]]
    told = program.json("inspect", "observed.h5")
    assert told["columns"] == [{"name": "odd", "unit": "%", "meaning": "share of odd guesses"}]
    assert [island["odd"] for island in told["last_generation"]] == last
    line = next(line for line in program("inspect", "observed.h5").out.splitlines() if line.startswith("odd "))
    assert line == f"{'odd':<10} {sum(last) / 2:.4g} %, in the last generation (mean of the islands)"


def test_it_brings_a_topology_parts_and_a_command(program):
    program.done("run", "own.toml", "--quiet", "--islands", 4, "--output", "a.h5", "--set", "trace.enabled=true", *settings(
        "migration.topology=star", "migration.every=2", "migration.transfer=copy", "migration.policy=odd", "island.selection=best"))
    with h5py.File(program.folder / "a.h5") as trace:
        config = trace["config"][()].decode()
        assert 'topology = "star"' in config and 'selection = "best"' in config and 'policy = "odd"' in config
        sent = trace["migration/individuals_sent"][0]
        assert sent[0] == 3 and list(sent[1:]) == [1, 1, 1], sent
    assert program("greet").out == "hello\n" and "Says hello" in program("--help").out


def test_its_parts_are_named_where_a_name_is_wrong(program):
    for setting, told in (("migration.topology=stra", 'did you mean "star"?'), ("island.selection=bets", "shuffled_tournament, best"),
                          ("migration.policy=oddd", "best, random, odd"),
                          ("island.algorithm=nearest", "map_elites, nearer"), ("island.reich=3", 'unknown key \'reich\' in [island]')):
        program.refused("run", "own.toml", "--set", "migration.transfer=copy", "--set", setting, says=told)


def test_it_ends_runs_by_rules_of_its_own(program):
    end = program.json("run", "own.toml", "--quiet", "--islands", 2, "--set", "migration.every=1", env={"ENOUGH": "800"})
    assert end["stop_reason"] == "requested" and end["generations"] < 40 and end["best_fitness"] <= 800
    end = program.json("run", "own.toml", "--quiet", "--set", "migration.every=2", env={"LAST_EPOCH": "3"})
    assert (end["stop_reason"], end["epochs"]) == ("requested", 4)


def test_the_command_of_the_page_is_built():
    page = (TREE / "docs/problem.md").read_text()
    shown = re.search(r"```cpp\n(/// Prints the value.*?)```", page, re.DOTALL)[1]
    assert shown in (TREE / "tests/programs/own_program.cpp").read_text()


@pytest.mark.parametrize("arguments, part", [
    (["worth", "own.toml"], "--guess is required"),
    (["worth", "own.toml", "--guess", 1000], "--guess: Value 1000 not in range"),
    (["worth", "own.toml", "--gues", 7], "did you mean --guess?"),
    (["wort", "own.toml"], "did you mean worth?"),
    (["worth", "own.toml", "--guess", 7, "--set", "problem.size=3"], "unknown key 'size' in [problem]"),
])
def test_mistakes_in_commands_of_its_own(program, arguments, part):
    program.refused(*arguments, says=part)


@pytest.mark.nightly
def test_an_experiment_runs_a_command_of_its_own(program):
    program.write("drawn.toml", 'seeds = 2\nconfig = "own.toml"\nvariants = [{ name = "few", draws = { count = 3 } }]\n')
    program.done("experiment", "drawn.toml", "--quiet")
    tables = [(program.folder / f"results/drawn/few-{seed}.csv").read_text().splitlines() for seed in (1, 2)]
    assert [len(table) for table in tables] == [4, 4] and tables[0] != tables[1]
    program.write("drawn.toml", 'seeds = 2\nconfig = "own.toml"\nvariants = [{ name = "few", draws = { count = 4 } }]\n')
    conducted = HandedOver(program.folder, program.binary)
    conducted.refused("experiment", "drawn.toml", "--quiet", says="few-1.csv has 3 rows, and this experiment makes 4")


def test_the_members_that_were_found_are_listed(program):
    found, missing = program.done("keys", "problem").out.split("problem, members that")[1:]
    assert " direction, sample, crossover, mutate" in found and "direction" not in missing and "optimum" in missing.split("find")[1]
    assert program.done("keys").out.startswith("problem, members that the engine found")


@pytest.mark.parametrize("rank, ranks", deep([("0", None), ("2", 4)], [("0", None), ("0", 4), ("2", 4), ("all", 4)]))
def test_a_rank_that_fails_ends_all_with_its_message(program, rank, ranks):
    result = program.done("run", "own.toml", "--quiet", ranks=ranks, env={"FAILING_RANK": rank}, status=1)
    assert result.messages == ["skerry: the 500th evaluation fails"], result
