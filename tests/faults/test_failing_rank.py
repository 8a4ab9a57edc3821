"""Tests an exception on one rank: all ranks end within seconds with its message, and the run can be resumed afterwards.
"""
import time

import pytest

from tests.support.binary import OWN_PROGRAM, Skerry
from tests.support.traces import differences, everything

BRITTLE_PROGRAM = OWN_PROGRAM.with_name("brittle_program")
RANKS = pytest.mark.parametrize("rank, ranks", [("0", None), ("0", 4), ("2", 4)], ids=["alone", "the first of 4", "the third of 4"])
CONFIG = """[island]
population = 20
offspring = 20
[migration]
every = 2
[stop]
generations = 60
[checkpoint]
every = 1
share = 1
"""


def assert_fails(program, ranks, message, *command, env):
    started = time.monotonic()
    result = program(*command, "--quiet", ranks=ranks, env=env)
    assert result.status == 1, result
    assert result.messages == ["skerry: " + message], result
    assert time.monotonic() - started < 20, "promptly"


def assert_goes_on(program, ranks, checkpoint=True):
    """Checks that the run can be completed after the failure, with the trace of an undisturbed one."""
    assert program("inspect", "a.h5").status == 0
    result = program("resume", "a.h5", ranks=ranks, env={"SKERRY_PROGRESS": "none"})
    assert result.status == 0, result
    assert ("goes on from generation" if checkpoint else "starts over") in result.err, result
    assert program("run", "a.toml", "--output", "whole.h5", "--quiet", ranks=ranks).status == 0
    assert differences(everything(program.folder / "a.h5"), everything(program.folder / "whole.h5")) == []
    assert not list(program.folder.glob("*.part"))


@pytest.fixture
def own(tmp_path):
    program = Skerry(tmp_path, OWN_PROGRAM)
    program.write("a.toml", CONFIG)
    return program


@pytest.fixture
def brittle(tmp_path):
    return Skerry(tmp_path, BRITTLE_PROGRAM)


@RANKS
def test_an_evaluation_that_fails_between_checkpoints(own, rank, ranks):
    assert_fails(own, ranks, "the 500th evaluation fails", "run", "a.toml", "--output", "a.h5", env={"FAILING_RANK": rank})
    assert (own.folder / "a.h5.checkpoint").exists()
    assert_goes_on(own, ranks)


def test_a_run_that_fails_again_and_again_gets_on(own):
    command = ["run", "a.toml", "--output", "a.h5"]
    # Epochs are so slow that a checkpoint is on any disk before many have passed.
    env = {"FAILING_RANK": "1", "EVALUATION_MS": "1"}
    failures = 0
    while (result := own(*command, "--quiet", ranks=4, env=env)).status == 1:
        command = ["resume", "a.h5"]
        failures += 1
        assert failures < 10, result
    # Each attempt makes 499 of the 1220 evaluations, and repeats some of them.
    assert failures >= 2
    assert own("run", "a.toml", "--output", "whole.h5", "--quiet", ranks=4).status == 0
    assert differences(everything(own.folder / "a.h5"), everything(own.folder / "whole.h5")) == []


@pytest.mark.parametrize("record", [1, 7, 30])
@pytest.mark.parametrize("transport", ["direct", "gather"])
@pytest.mark.parametrize("rank", ["0", "2"])
def test_a_migration_that_fails_halfway(brittle, rank, transport, record):
    brittle.write("a.toml", CONFIG.replace("[stop]", f'transport = "{transport}"\n[stop]') + "enabled = false\n")
    env = {"BRITTLE_RANK": rank, "BRITTLE_RECORD": str(record)}
    assert_fails(brittle, 4, "a genome can't be stored", "run", "a.toml", "--output", "a.h5", env=env)
    assert_goes_on(brittle, 4, checkpoint=False)


@RANKS
@pytest.mark.parametrize("record", [1, 30])
def test_a_checkpoint_that_cannot_be_packed(brittle, rank, ranks, record):
    brittle.write("a.toml", CONFIG.replace("[stop]", 'topology = "none"\n[stop]'))
    env = {"BRITTLE_RANK": rank, "BRITTLE_RECORD": str(record)}
    assert_fails(brittle, ranks, "a genome can't be stored", "run", "a.toml", "--output", "a.h5", env=env)
    saved = (brittle.folder / "a.h5.checkpoint").exists()
    assert saved == (record == 30), "21 genomes each"
    assert_goes_on(brittle, ranks, checkpoint=saved)
