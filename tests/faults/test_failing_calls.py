"""A call of the system that fails, in each command: one message and a status, or no trace of it; the command that goes on then completes
what was begun. A call that a signal interrupts is made again."""
import errno
import os
import random
import shutil
import subprocess

import pytest

from tests.faults.test_early_kills import CONFIG, DIES_AT, numbers
from tests.support.binary import TREE, Skerry
from tests.support.depth import deep
from tests.support.traces import differences

#: What fails of a call: the error, and whether all is to be done nevertheless.
FAILURES = [(call, error, False) for call, error in (
    ("open", errno.EIO), ("open_to_read", errno.EMFILE), ("close", errno.EIO), ("write", errno.ENOSPC), ("pwrite", errno.EIO), ("ftruncate", errno.EIO),
    ("posix_fallocate", errno.ENOSPC), ("fsync", errno.EIO), ("fdatasync", errno.EIO), ("link", errno.EPERM), ("rename", errno.EIO),
    ("unlink", errno.EIO), ("mkdir", errno.EACCES))]  # fmt: skip
FAILURES += [(call, errno.EINTR, True) for call in ("open", "close", "ftruncate", "posix_fallocate", "fsync", "fdatasync", "rename", "link")]
BEGIN = ["run", "a.toml", "--islands", 2, "--quiet", "--output", "here/a.h5"]
TEAM = TREE / "configs/instances/formation.toml"
GO_ON = ["resume", "here/a.h5", "--quiet"]
#: Each with the trace that is there before: none, or that of a killed run.
COMMANDS = {
    "run": (None, BEGIN),
    "series": (None, [*BEGIN[:-1], "here/x.h5", "--repeat", 1]),
    "resume": ("killed", GO_ON),
    "repair": ("killed", ["repair", "here/a.h5"]),
    "repair to another": ("killed", ["repair", "here/a.h5", "--output", "here/b.h5", "--force"]),
    "inspect": ("killed", ["inspect", "here/a.h5"]),
    "generate": (None, ["generate", "sudoku", "--size", 4, "--output", "here.txt"]),
    "new": (None, ["new", "configuration", "qap", "--output", "here.toml", "--force"]),
    "draw": (None, ["draw", TREE / "configs/sudoku/classic.toml", "--output", "here.svg"]),
    "construct": (None, ["construct", TEAM, "--attempts", 50, "--output", "here.csv"]),
    "map": (None, ["map", TEAM, "--seconds", 0.5, "--output", "here.json"]),
    "validate": (None, ["validate", TEAM, "--seconds", 0.5, "--proofs", "here"]),
    "experiment": (None, ["experiment", "many.toml", "--output", "here", "--quiet"]),
    "tune": (None, ["tune", "tune.toml", "--output", "here", "--quiet"]),
}
MANY = 'config = "a.toml"\nseeds = 1\n'
TUNE = """config = "a.toml"
training = [{ name = "one" }]
[tune]
minimise = "fitness"
runs = 8
evaluations = 200
seeds = 1
round = 1
test_seeds = 2
[tune.space]
island.gene_rate = { real = [0.01, 0.4] }
"""


@pytest.fixture(scope="module")
def places(tmp_path_factory):
    """The folders of a whole run and of a killed one."""
    folder = tmp_path_factory.mktemp("places")
    made = {}
    for name, env in (("whole", {}), ("killed", {"LD_PRELOAD": str(DIES_AT), "DIES_AT": "posix_fallocate 4"})):
        skerry = Skerry(folder / name)
        (folder / name / "here").mkdir(parents=True)
        for file, text in (("a.toml", CONFIG), ("many.toml", MANY), ("tune.toml", TUNE)):
            skerry.write(file, text)
        skerry(*BEGIN, env=env)
        made[name] = skerry.folder
    assert (made["killed"] / "here/a.h5.checkpoint").exists()
    return made


def completed(skerry):
    """Completes the run, and returns its trace."""
    skerry.done(*(GO_ON if (skerry.folder / "here/a.h5").exists() else BEGIN), env={"SKERRY_PROGRESS": "none"})
    return numbers(skerry.folder / "here/a.h5")


@pytest.mark.few(2)
@pytest.mark.parametrize("call, error, nevertheless", FAILURES, ids=lambda value: errno.errorcode.get(value) if isinstance(value, int) and value > 1 else str(value))
@pytest.mark.parametrize("command", COMMANDS)
def test_a_call_fails(places, tmp_path, command, call, error, nevertheless):
    if (command, call) == ("tune", "close"):
        pytest.skip("the HDF5 library of h5py ends a process in which it can not close what it has read")
    before, words = COMMANDS[command]
    whole = numbers(places["whole"] / "here/a.h5")

    def attempt(number):
        folder = tmp_path / str(number)
        shutil.copytree(places[before] if before else places["whole"], folder)
        if not before:
            shutil.rmtree(folder / "here")
        skerry = Skerry(folder)
        result = skerry(*words, env={"LD_PRELOAD": str(DIES_AT), "FAILS_AT": f"{call} {number} {error} here", "SKERRY_PROGRESS": "none",
                                     "COUNTS_IN": str(tmp_path / "count")})
        return skerry, result

    _skerry, result = attempt(0)
    assert result.status == 0, result
    calls = os.path.getsize(tmp_path / "count") if (tmp_path / "count").exists() else 0
    for number in sorted(random.sample(range(1, calls + 1), min(calls, deep(3, calls)))):
        skerry, result = attempt(number)
        told = (command, call, number, result, sorted(path.name for path in skerry.folder.rglob("*")))
        assert result.status in ([0] if nevertheless else [0, 1, 2, 3]), told
        messages = [*result.messages, *(line for line in result.err.splitlines() if line.startswith("analysis:"))]
        assert len(messages) <= 1 and (result.status == 0 or messages), told
        assert differences(completed(skerry), whole) == [], told
        if result.status != 0:
            skerry.done(*words, *(["--force"] if command == "run" else []))
        shutil.rmtree(skerry.folder)


def test_a_stack_that_is_too_small_is_named(skerry):
    limited = ["bash", "-c", 'ulimit -s 256 && exec "$@"', "bash", *map(str, skerry.command("keys"))]
    done = subprocess.run(limited, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 1 and "the limit of the stack is 256 KiB" in done.stderr, done
