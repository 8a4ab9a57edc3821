"""Tests an exception on one rank: all ranks end with its message, and the run can be resumed afterwards."""
import functools
import itertools

import pytest

from tests.faults.ranks import SEVERAL
from tests.support.depth import deep, nightly
from tests.support.binary import OWN_PROGRAM, Skerry
from tests.support.traces import OCCASION, differences, everything

BRITTLE_PROGRAM = OWN_PROGRAM.with_name("brittle_program")
CASES = deep({"alone": ("0", None), "the last of 2": ("1", 2)},
             {"alone": ("0", None), "the last of 2": ("1", 2), "the first of 4": ("0", 4), "the third of 4": ("2", 4)})
RANKS = pytest.mark.parametrize("rank, ranks", CASES.values(), ids=CASES)
LAST = str(deep(1, 2))
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
    assert program.done(*command, "--quiet", ranks=ranks, env=env, status=1).messages == ["skerry: " + message]


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """Returns a function that tells what the run of a program records without a failure."""
    @functools.cache
    def recorded(binary, config, ranks):
        program = Skerry(tmp_path_factory.mktemp("whole"), binary)
        program.write("a.toml", config)
        program.done("run", "a.toml", "--output", "a.h5", "--quiet", ranks=ranks)
        return numbers(program)
    return lambda program, ranks: recorded(program.binary, (program.folder / "a.toml").read_text(), ranks)


def numbers(program):
    """Returns everything in the trace that does not depend on the folder."""
    return everything(program.folder / "a.h5", OCCASION | {"configuration_file"})


def assert_goes_on(program, ranks, whole, checkpoint=True):
    """Checks that the run can be completed after the failure, with the trace of an undisturbed one."""
    program.done("inspect", "a.h5")
    result = program("resume", "a.h5", ranks=ranks, env={"SKERRY_PROGRESS": "none"})
    assert result.status == 0, result
    assert ("goes on from generation" if checkpoint else "starts over") in result.err, result
    assert differences(numbers(program), whole(program, ranks)) == []
    assert not list(program.folder.glob("*.part"))


@pytest.fixture
def own(tmp_path):
    program = Skerry(tmp_path, OWN_PROGRAM)
    program.write("a.toml", CONFIG)
    return program


@pytest.fixture
def brittle(tmp_path):
    return Skerry(tmp_path, BRITTLE_PROGRAM)


@pytest.mark.few(1)
@RANKS
def test_an_evaluation_that_fails_between_checkpoints(own, whole, rank, ranks):
    assert_fails(own, ranks, "the 500th evaluation fails", "run", "a.toml", "--output", "a.h5", env={"FAILING_RANK": rank})
    assert (own.folder / "a.h5.checkpoint").exists()
    assert_goes_on(own, ranks, whole)


@pytest.mark.nightly
def test_a_run_that_fails_again_and_again_gets_on(own, whole):
    command = ["run", "a.toml", "--output", "a.h5"]
    # Epochs are so slow that a checkpoint is on any disk before many have passed.
    env = {"FAILING_RANK": "1", "EVALUATION_MS": "1"}
    failures = 0
    while (result := own(*command, "--quiet", ranks=SEVERAL, env=env)).status == 1:
        command = ["resume", "a.h5"]
        failures += 1
        assert failures < 10, result
    # Each attempt makes 499 of the 1220 evaluations, and repeats some of them.
    assert failures >= 2
    assert differences(numbers(own), whole(own, SEVERAL)) == []


@pytest.mark.few(1)
@pytest.mark.parametrize("rank, transport, record", deep(
    [(LAST, "direct", 30), ("0", "gather", 30), ("0", "direct", 7), (LAST, "gather", 1)],
    list(itertools.product(("0", LAST), ("direct", "gather"), (1, 7, 30)))))
def test_a_migration_that_fails_halfway(brittle, whole, rank, transport, record):
    brittle.write("a.toml", CONFIG.replace("[stop]", f'transport = "{transport}"\n[stop]') + "enabled = false\n")
    env = {"BRITTLE_RANK": rank, "BRITTLE_RECORD": str(record)}
    assert_fails(brittle, SEVERAL, "a genome can't be stored", "run", "a.toml", "--output", "a.h5", env=env)
    assert_goes_on(brittle, SEVERAL, whole, checkpoint=False)


@pytest.mark.few(1)
@RANKS
@pytest.mark.parametrize("record", [30, *nightly(1)])
def test_a_checkpoint_that_cannot_be_packed(brittle, whole, rank, ranks, record):
    brittle.write("a.toml", CONFIG.replace("[stop]", 'topology = "none"\n[stop]'))
    env = {"BRITTLE_RANK": rank, "BRITTLE_RECORD": str(record)}
    assert_fails(brittle, ranks, "a genome can't be stored", "run", "a.toml", "--output", "a.h5", env=env)
    saved = (brittle.folder / "a.h5.checkpoint").exists()
    assert saved == (record == 30), "21 genomes each"
    assert_goes_on(brittle, ranks, whole, checkpoint=saved)
