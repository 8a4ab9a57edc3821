"""Kills runs at each step until their first checkpoint is in its place: the same command as after any other kill completes them, and
the trace is that of an undisturbed run.
"""
import random
import signal

import pytest

from tests.support.binary import OWN_PROGRAM, HandedOver, Skerry
from tests.support.depth import deep
from tests.support.traces import OCCASION, differences, everything

DIES_AT = OWN_PROGRAM.with_name("libdies_at.so")
LONE_PROGRAM = OWN_PROGRAM.with_name("lone_program")
CONFIG = """[problem]
type = "onemax"
bits = 100
[island]
population = 10
offspring = 10
gene_rate = 0.01
[migration]
every = 5
[stop]
generations = 20
at_target = false
[checkpoint]
every = 2
share = 1
"""
#: The calls at which the run dies, and the files that are left then.
PART, LAID_OUT, TRACE = {".h5.part"}, {".h5.part", ".h5.structure"}, {".h5", ".h5.structure"}
UNFINISHED, SAVED = TRACE | {".h5.checkpoint.part"}, TRACE | {".h5.checkpoint"}
MOMENTS = {
    "posix_fallocate 1": PART,
    "pwrite 1": PART,
    "pwrite 20": PART,
    "fdatasync 1": PART,
    "link 1 .h5": LAID_OUT,
    "unlink 1 .h5.part": TRACE | LAID_OUT,
    "posix_fallocate 2": UNFINISHED,
    "rename 1 .checkpoint": UNFINISHED,
    "posix_fallocate 3": SAVED | UNFINISHED,
}
EACH = pytest.mark.parametrize("moment", MOMENTS)
SOME = pytest.mark.parametrize("moment", deep(["pwrite 20", "unlink 1 .h5.part", "rename 1 .checkpoint"], list(MOMENTS)))


def numbers(trace):
    return everything(trace, OCCASION | {"configuration_file", "inputs"})


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    skerry = Skerry(tmp_path_factory.mktemp("whole"))
    skerry.write("a.toml", CONFIG)
    skerry.done("run", "a.toml", "--islands", 2, "--quiet", "--output", "a.h5")
    return numbers(skerry.folder / "a.h5")


@pytest.fixture
def run(skerry):
    skerry.write("a.toml", CONFIG)
    return skerry


def dies(skerry, moment, *command):
    result = skerry(*command, env={"LD_PRELOAD": str(DIES_AT), "DIES_AT": moment, "SKERRY_PROGRESS": "none"})
    assert result.status == -signal.SIGKILL, result


def left(folder, name):
    return {path.name.removeprefix(name) for path in folder.glob(name + "*")}


BEGIN = ["run", "a.toml", "--islands", 2, "--quiet", "--output", "a.h5"]


def assert_completed(skerry, whole, name, *command):
    skerry.done(*command, env={"SKERRY_PROGRESS": "none"})
    assert not list(skerry.folder.rglob("*.part"))
    assert differences(numbers(skerry.folder / name), whole) == []


def next_command(folder):
    """Returns what job scripts do."""
    return ["resume", "a.h5", "--quiet"] if (folder / "a.h5").exists() else BEGIN


@pytest.mark.few(4)
@EACH
def test_a_run_goes_on_or_starts_over(run, whole, moment):
    dies(run, moment, *BEGIN)
    assert left(run.folder, "a") == MOMENTS[moment] | {".toml"}
    assert_completed(run, whole, "a.h5", *next_command(run.folder))


def test_it_may_die_at_any_write(run, whole):
    chance = random.Random()
    for number in range(1, 1000) if deep(0, 1) else sorted(chance.sample(range(30, 250), 6)):
        for file in run.folder.glob("a.h5*"):
            file.unlink()
        result = run(*BEGIN, env={"LD_PRELOAD": str(DIES_AT), "DIES_AT": f"pwrite {number}"})
        if result.status == 0:
            break
        assert_completed(run, whole, "a.h5", *next_command(run.folder))


@SOME
def test_it_dies_when_it_starts_over(run, whole, moment):
    dies(run, "posix_fallocate 2", *BEGIN)
    dies(run, moment.replace("unlink 1", "rename 1").replace(".h5.part", ".h5"), "resume", "a.h5")
    assert_completed(run, whole, "a.h5", "resume", "a.h5")


@SOME
def test_a_series_goes_on_by_the_same_command(run, whole, moment):
    dies(run, moment, *BEGIN, "--repeat", 1)
    assert_completed(run, whole, "a-1.h5", *BEGIN, "--repeat", 1)


@pytest.mark.few(1)
@SOME
def test_so_does_an_experiment(run, whole, moment):
    run.write("e.toml", 'config = "a.toml"\nislands = 2\n')
    result = run("experiment", "e.toml", "--quiet", env={"LD_PRELOAD": str(DIES_AT), "DIES_AT": moment})
    assert result.status in (1, -signal.SIGKILL), result
    assert_completed(HandedOver(run.folder), whole, "results/e/a-1.h5", "experiment", "e.toml", "--quiet")


@SOME
def test_so_does_a_users_program(skerry, moment):
    skerry.binary = LONE_PROGRAM
    environment = {"TRACE": "a.h5"}
    skerry.done(env={"TRACE": "whole.h5"})
    result = skerry(env=environment | {"LD_PRELOAD": str(DIES_AT), "DIES_AT": moment})
    assert result.status == -signal.SIGKILL, result
    result = skerry(env=environment)
    assert (result.status, result.out) == (0, "1 islands\n"), result
    assert differences(everything(skerry.folder / "a.h5"), everything(skerry.folder / "whole.h5")) == []


def test_what_is_there_is_named_with_the_command_that_goes_on(run):
    dies(run, "link 1 .h5", *BEGIN)
    result = run("resume", "a.h5")
    assert result.status == 3 and result.messages == [
        "skerry: a.h5: there is no such file, but a.h5.part, which a run left that was killed at its start; begin it again"], result
    assert run(*BEGIN[:-1], "b.h5").status == 0
    result = run(*BEGIN[:-1], "b.h5")
    assert result.status == 2 and "resume" not in result.messages[0], result
    dies(run, "posix_fallocate 2", *BEGIN)
    result = run(*BEGIN)
    assert result.status == 2 and "the trace a.h5 exists, and its run has not ended; resume goes on with it" in result.messages[0], result
