"""Tests standard streams that are closed or can't be written."""
import itertools
import shlex
import subprocess

import pytest

from tests.support.binary import BINARY, TIME_LIMIT_S, TREE, Skerry
from tests.support.traces import differences, everything

ONEMAX = TREE / "configs/onemax.toml"
CLOSED = [closed for count in (3, 2, 1) for closed in itertools.combinations(["0<&-", "1>&-", "2>&-"], count)]


def shell(folder, words, streams):
    return subprocess.run(["bash", "-c", f"exec {shlex.join(map(str, words))} {streams}"], cwd=folder, env=Skerry.environment(),
                          stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=TIME_LIMIT_S, check=False)


@pytest.mark.few(2)
@pytest.mark.parametrize("ranks", [None, 2])
@pytest.mark.parametrize("closed", CLOSED, ids=" ".join)
def test_closed_streams_leave_the_same_trace(tmp_path, closed, ranks):
    skerry = Skerry(tmp_path)
    keys = ["--islands", 2, "--set", "stop.generations=20"]
    skerry.done("run", ONEMAX, *keys, "--output", "a.h5")
    started = [] if ranks is None else [TREE / "jobs/mpirun.sh", "-n", ranks]
    inner = ["bash", "-c", f'exec "$@" {" ".join(closed)}', "-"] if ranks else []
    done = shell(tmp_path, [*started, *inner, BINARY, "run", ONEMAX, *keys, "--output", "b.h5"], "" if ranks else " ".join(closed))
    assert done.returncode == 0, done
    assert differences(everything(tmp_path / "a.h5"), everything(tmp_path / "b.h5")) == []


@pytest.mark.few(4)
@pytest.mark.parametrize("words", [
    ["--version"], ["--help"], ["keys"], ["generate", "sudoku", "--count", 20], ["run", ONEMAX, "--quiet", "--output", "c.h5"],
    ["run", ONEMAX, "--quiet", "--json", "--output", "d.h5"], ["solve", "sudoku", TREE / "configs/instances/sudoku/example.txt"], ["inspect", "a.h5"],
    ["experiment", "--list", TREE / "configs/paper/islands-defaults.toml"]], ids=lambda words: words[0])
def test_an_output_that_can_not_be_written_is_an_error(tmp_path, words):
    Skerry(tmp_path).done("run", ONEMAX, "--quiet", "--output", "a.h5")
    full = shell(tmp_path, [BINARY, *words], ">/dev/full")
    assert full.returncode == 1 and "No space left on device" in full.stderr and len(full.stderr.splitlines()) == 1, full


def test_a_reader_that_has_enough_is_no_error(tmp_path):
    done = shell(tmp_path, [BINARY, "generate", "sudoku", "--count", 2000], "| head -n 1")
    assert (done.returncode, done.stderr, len(done.stdout.splitlines())) == (0, "", 1), done
