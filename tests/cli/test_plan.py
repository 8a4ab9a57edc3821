"""Tests what programs are told of the runs that they plan."""
import fcntl
import json
import os
import struct

import pytest

#: The lock of docs/trace-format.md.
LOCK = struct.pack("hhqqi4x", fcntl.F_WRLCK, os.SEEK_SET, 1 << 62, 1, 0)
PLAN = {"config": "onemax.toml", "islands": 1, "output": "a.h5", "seeds": [1, 2]}


def answers(skerry, *plans):
    result = skerry.done("plan", stdin="".join(json.dumps(plan) + "\n" for plan in plans))
    assert result.err == "", result
    return result.answers()


@pytest.fixture
def locked(skerry):
    """Makes the first trace of the plan, on which another process has the lock."""
    skerry.done("run", "onemax.toml", "--repeat", 1, "--output", "a.h5", "--quiet")
    descriptor = os.open(skerry.folder / "a-1.h5", os.O_RDWR)
    fcntl.fcntl(descriptor, fcntl.F_OFD_SETLK, LOCK)
    yield skerry
    os.close(descriptor)


def test_each_run_has_its_status(skerry):
    (fresh,) = answers(skerry, PLAN)
    assert fresh == {"instance": "onemax", "trace": True, "islands": None, "runs": [{"seed": 1, "status": "missing"}, {"seed": 2, "status": "missing"}]}
    skerry.done("run", "onemax.toml", "--repeat", 1, "--output", "a.h5", "--quiet")
    skerry.write("a-2.h5", "precious")
    (there,) = answers(skerry, PLAN)
    first, second = there["runs"]
    assert first == {"seed": 1, "status": "finished"}
    assert second["status"] == "unreadable" and "a-2.h5: this is no HDF5 file" in second["message"]


def test_many_plans_are_answered_one_by_one(skerry):
    party = {"config": "party.toml", "islands": 2, "output": "p.h5", "seeds": []}
    off = {**PLAN, "set": {"trace.enabled": "false"}}
    assert [(each["instance"], each["trace"]) for each in answers(skerry, party, off)] == [("puzzle", True), ("onemax", False)]


def test_a_mistake_is_an_answer_with_the_status_that_it_has_elsewhere(skerry):
    wrong, missing, other = answers(
        skerry, {**PLAN, "set": {"island.gene_rate": "1.5"}}, {"config": "party.toml", "set": {"problem.instance": "none.toml"}, "islands": 1},
        {**PLAN, "seeds": []})
    assert wrong["error"]["status"] == 2 and "a rate lies in [0, 1] (--set island.gene_rate=1.5)" in wrong["error"]["message"]
    assert missing["error"]["status"] == 3 and "none.toml" in missing["error"]["message"]
    assert other["runs"] == []


def test_a_trace_of_other_settings_is_told_with_its_facts(skerry):
    skerry.done("run", "onemax.toml", "--repeat", 1, "--output", "a.h5", "--quiet")
    (answer,) = answers(skerry, {**PLAN, "set": {"stop.generations": "30"}})
    error = answer["error"]
    assert (error["kind"], error["key"], error["then"], error["now"]) == ("other_run", "stop.generations", "25", "30")
    assert error["what"] == "a-1.h5 is of another run: stop.generations was 25 and is 30"


def test_a_lock_is_a_fact(locked):
    (answer,) = answers(locked, PLAN)
    assert [run["status"] for run in answer["runs"]] == ["busy", "missing"]
    result = locked("run", "onemax.toml", "--repeat", 1, "--output", "a.h5", "--json", "--quiet")
    assert result.status == 2 and result.answers()[-1]["error"]["kind"] == "locked", result
    result = locked("resume", "a-1.h5", "--generations", 30, "--json", "--quiet")
    assert result.status == 2 and result.answers()[-1]["error"]["kind"] == "locked", result


def test_a_command_that_writes_a_table_tells_how_it_is_called(skerry):
    asked = {"config": "party.toml", "islands": 1}
    task = {"command": "construct", "toml": "[construct]\nattempts = 9\nguided = false", "where": "my.toml"}
    good, unknown, none = answers(
        skerry, {**asked, "task": task}, {**asked, "task": {**task, "toml": "[construct]\nattempts = 9\nguide = false"}},
        {**asked, "task": {**task, "command": "constrict"}})
    assert good["task"] == {"options": ["--attempts", "9", "--unguided"], "rows": 9, "row_name": "attempts"}
    assert "unknown key 'guide' in [construct]; did you mean 'guided'? (my.toml:3:" in unknown["error"]["message"]
    assert none["error"]["message"] == "no command constrict writes a table (my.toml)"


@pytest.mark.parametrize("line", ["text", "[]", "{}", '{"config": 3}'])
def test_a_line_that_is_no_plan_is_refused(skerry, line):
    skerry.refused("plan", stdin=line + "\n", says="a plan is one JSON object a line")
