"""Tests runs that a signal asks to end: they stop properly, and the resumed run ends with the trace of an undisturbed one."""
import json
import os
import pathlib
import signal

import h5py
import pytest

from tests import slow_run
from tests.faults.ranks import BOTH, MOSTLY_ALONE, SEVERAL
from tests.support.binary import Skerry
from tests.support.depth import deep, nightly
from tests.support.running import Running, kill
from tests.support.traces import differences, everything

INTERRUPTED = 75
LONE_SIGNALS = [signal.SIGUSR1, signal.SIGTERM, signal.SIGINT, signal.SIGHUP]


#: The duration of an evaluation in runs that are interrupted: the run then takes half a minute on any machine.
SLOWLY = {"EVALUATION_MS": "5"}
GENERATIONS = 600


@pytest.fixture
def run(tmp_path):
    return SlowRun(tmp_path)


class SlowRun:
    def __init__(self, folder):
        self.skerry = Skerry(folder, slow_run.PROGRAM)
        self.skerry.write("slow.toml", slow_run.CONFIG)
        self.trace = folder / "slow.h5"
        self.checkpoint = folder / "slow.h5.checkpoint"

    def start(self, *options, ranks=None):
        command = ["run", "slow.toml", "--output", "slow.h5", "--quiet"]
        return Running(self.skerry, *command, *options, ranks=ranks, env=SLOWLY)

    def await_trace(self, running):
        assert running.wait_until(self.trace.exists)

    def assert_interrupted(self, result, ranks=None):
        launcher = f"mpirun -n {ranks} " if ranks else ""
        assert result.status == INTERRUPTED, result
        assert result.messages == [f"skerry: seed 1 was interrupted; `{launcher}{slow_run.PROGRAM} resume slow.h5` goes on"], result
        with h5py.File(self.trace) as trace:  # the file is closed, so that any program can open it
            assert trace.attrs["stop_reason"].rstrip(b"\0") == b"interrupted"
        assert self.checkpoint.exists()
        assert not list(self.skerry.folder.glob("*.part"))

    def resume(self, *options, ranks=None):
        return self.skerry.done("resume", "slow.h5", *options, ranks=ranks, env={"SKERRY_PROGRESS": "none"})

    def assert_ends_as_if_undisturbed(self, *options, ranks=None):
        done = self.resume(ranks=ranks)
        self.skerry.done("run", "slow.toml", "--output", "whole.h5", "--quiet", *options, ranks=ranks)
        assert differences(everything(self.trace), everything(self.skerry.folder / "whole.h5")) == []
        return done


def handles_usr1(pid):
    try:
        # Until the process has started the program, its handlers are those of mpirun.
        if os.readlink(f"/proc/{pid}/exe") != str(slow_run.PROGRAM):
            return False
        status = pathlib.Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return False
    caught = next((line for line in status.splitlines() if line.startswith("SigCgt:")), "SigCgt: 0")
    return int(caught.split()[1], 16) >> (signal.SIGUSR1 - 1) & 1


def all_listen(running, ranks):
    """Tells whether all ranks handle the signal; before, it kills them, as it kills any program without a handler."""
    listening = [pid for pid in running.ranks() if handles_usr1(pid)]
    return len(listening) == ranks


def goes_on_from(result):
    """Returns the generation that the message of a resumed run names."""
    words = result.err.split("goes on from generation ")
    assert len(words) == 2, result
    return int(words[1].split(" of ")[0].replace(",", ""))


@pytest.mark.few(2)
@pytest.mark.parametrize("number, ranks", [*((number, None) for number in LONE_SIGNALS),
                                           *((signal.SIGUSR1, ranks) for ranks in deep([4], [2, 4]))])
def test_a_run_ends_in_good_order(run, number, ranks):
    """Mpirun passes SIGUSR1 on."""
    with run.start(ranks=ranks) as running:
        run.await_trace(running)
        running.signal(number)
        run.assert_interrupted(running.end(), ranks)
    run.assert_ends_as_if_undisturbed(ranks=ranks)


@pytest.mark.few(1)
@BOTH
def test_usr1_while_mpi_starts(run, ranks):
    with run.start(ranks=ranks) as running:
        # The signals come as soon as the last rank has its handler, which is before MPI_Init.
        assert running.wait_until(lambda: all_listen(running, ranks or 1))
        for pid in running.ranks():  # mpirun drops signals while it starts its ranks
            kill(pid, signal.SIGUSR1)
        run.assert_interrupted(running.end(), ranks)
    assert goes_on_from(run.assert_ends_as_if_undisturbed(ranks=ranks)) < GENERATIONS


@pytest.mark.few(1)
@BOTH
def test_one_rank_that_is_told_ends_all(run, ranks):
    with run.start(ranks=ranks) as running:
        run.await_trace(running)
        last = running.ranks()[-1]
        for _ in range(20):  # some launchers send a signal many times
            kill(last, signal.SIGTERM)
        run.assert_interrupted(running.end(), ranks)
    run.assert_ends_as_if_undisturbed(ranks=ranks)


@pytest.mark.nightly
@pytest.mark.parametrize("times", [3, *nightly(1)])
def test_term_to_mpirun_loses_nothing_before_the_last_checkpoint(run, times):
    often = ["--set", "checkpoint.every=1"]
    with run.start(*often, ranks=SEVERAL) as running:
        assert running.wait_until(run.checkpoint.exists)
        for _ in range(times):
            running.signal(signal.SIGTERM)
            running.lasts(0.05)
        # The status is 1 whatever the ranks return; a second signal ends mpirun itself.
        assert running.end().status != 0
    assert goes_on_from(run.assert_ends_as_if_undisturbed(*often, ranks=SEVERAL)) >= 5


@MOSTLY_ALONE
def test_json_tells_of_an_interruption(run, ranks):
    with run.start("--json", ranks=ranks) as running:
        assert running.wait_until(run.checkpoint.exists)  # by now some epochs are recorded
        running.signal(signal.SIGUSR1)
        result = running.end()
        run.assert_interrupted(result, ranks)
    report = json.loads(result.out)
    assert report["stop_reason"] == "interrupted" and report["trace"] == "slow.h5"
    with h5py.File(run.trace) as trace:
        found = trace["generation/best"][:]
    assert report["generations"] == len(found) - 1 < GENERATIONS and report["best_fitness"] <= found.min()
    resumed = json.loads(run.resume("--json", "--quiet", ranks=ranks).out)
    assert resumed["stop_reason"] == "generations" and list(resumed) == list(report)


@BOTH
def test_nothing_is_left_of_an_interrupted_run_without_a_trace(skerry, ranks):
    with Running(skerry, "run", "slow.toml", "--set", "trace.enabled=false", "--set", "stop.generations=10000000",
                 ranks=ranks, env={"SKERRY_PROGRESS": "lines"}) as running:
        assert running.wait_until(lambda: "generation " in running.result().err)
        running.signal(signal.SIGUSR1)
        result = running.end()
    assert result.status == 1, result
    assert result.messages == ["skerry: seed 1 was interrupted; nothing is left of it, since it writes no trace"]


def test_an_interrupted_run_without_checkpoints_starts_over(run):
    with run.start("--set", "checkpoint.enabled=false") as running:
        run.await_trace(running)
        running.signal(signal.SIGTERM)
        result = running.end()
    assert result.status == 1, result
    assert result.messages == [f"skerry: seed 1 was interrupted; no checkpoint was asked for, so `{slow_run.PROGRAM} resume slow.h5` "
                               "would start over"]
    done = run.assert_ends_as_if_undisturbed("--set", "checkpoint.enabled=false")
    assert "starts over from generation 0" in done.err


def test_a_run_that_waits_for_a_pipe_ends(skerry):
    (skerry.folder / "heroes.csv").unlink()
    os.mkfifo(skerry.folder / "heroes.csv")
    with Running(skerry, "run", "party.toml") as running:
        files = pathlib.Path(f"/proc/{running.process.pid}/fd")
        assert running.wait_until(lambda: any(os.path.realpath(each).endswith("heroes.csv") for each in files.iterdir()))
        running.signal(signal.SIGTERM)
        result = running.end()
    assert result.status == INTERRUPTED and "before all of" in result.messages[0], result


def test_other_commands_die_of_a_signal(skerry):
    with Running(skerry, "construct", "party.toml", "--attempts", 10**9, "--output", "attempts.csv") as running:
        assert running.wait_until(lambda: any(skerry.folder.glob("attempts.csv.*.part")))
        running.signal(signal.SIGTERM)
        assert running.end().status == -signal.SIGTERM
    assert not (skerry.folder / "attempts.csv").exists()
