"""Tests the parts of the runner of experiments: what C++ unit tests held while C++ ran them. tests/faults has the whole."""

import os
import random
import selectors
import signal
import time

import pytest

from skerry.errors import UsageError
from skerry.experiments.batches import Batch, Forecast, Kind, Queue
from skerry.experiments.description import Experiment, Variant
from skerry.experiments.plans import Run, seeds_text
from skerry.experiments.processes import Child, Signals
from skerry.experiments.report import StatusLine, duration_text, progress_text
from skerry.experiments.runner import Conductor, Progress, place_of


def test_consecutive_seeds_share_the_start_of_ranks():
    queue = Queue([Kind(range(1, 101))], 2)
    assert (queue.take(), queue.take()) == (Batch(0, 1, 10), Batch(0, 11, 10))
    assert queue.take() is None, "both cores are busy"
    queue.give_back(Batch(0, 1, 10))
    assert queue.take() == Batch(0, 21, 10)


def test_what_is_little_is_split_so_that_no_core_waits():
    queue = Queue([Kind(range(1, 9))], 4)
    assert [queue.take() for _ in range(4)] == [Batch(0, seed) for seed in (1, 2, 3, 4)]


def test_a_batch_ends_where_a_seed_is_missing():
    assert Queue([Kind([1, 2, *range(4, 14)])], 1).take() == Batch(0, 1, 2)


def test_a_later_batch_is_taken_where_only_that_fits():
    queue = Queue([Kind([1], cores=3), Kind([1], cores=2), Kind([1])], 4)
    assert (queue.take(), queue.take(), queue.take()) == (Batch(0, 1), Batch(2, 1), None)
    queue.give_back(Batch(0, 1))
    assert queue.take() == Batch(1, 1) and not queue.waiting


def test_a_run_that_wants_more_cores_than_there_are_gets_all():
    queue = Queue([Kind([1], cores=64), Kind([1])], 2)
    assert (queue.take(), queue.take()) == (Batch(0, 1), None)


@pytest.mark.parametrize("seed", range(50))
def test_every_run_is_handed_out_once_and_never_more_cores_than_there_are(seed):
    draw = random.Random(seed)
    cores = draw.randint(1, 9)
    kinds = [Kind([each for each in range(60) if draw.random() < 0.7], draw.randint(1, 12), draw.random() < 0.2) for _ in range(draw.randint(1, 5))]
    left = {(number, each) for number, kind in enumerate(kinds) for each in kind.seeds}
    queue, running = Queue(kinds, cores), []
    while True:
        while batch := queue.take():
            assert batch.count == 1 or not kinds[batch.variant].single
            for each in batch.seeds:
                left.remove((batch.variant, each))
            running.append(batch)
        assert sum(min(kinds[batch.variant].cores, cores) for batch in running) <= cores
        if not running:
            break
        queue.give_back(running.pop(draw.randrange(len(running))))
    assert not left and not queue.waiting


def test_a_forecast_knows_nothing_before_the_first_run():
    assert Forecast([Kind(range(10))], 2).seconds_left() == 0


def test_a_forecast_takes_the_time_of_each_variant():
    forecast = Forecast([Kind(range(3)), Kind(range(5), cores=4)], 4)
    forecast.ran(0, 10)
    forecast.ran(0, 20)  # 15 s for a run, one run left
    forecast.ran(1, 2)  # 2 s for a run on all four cores, four runs left
    assert forecast.seconds_left() == pytest.approx((15 + 4 * 2 * 4) / 4)


def test_a_forecast_takes_the_time_of_the_others_for_what_has_not_run():
    forecast = Forecast([Kind(range(2), cores=2), Kind(range(3))], 2)
    forecast.ran(0, 6)  # 12 core seconds
    assert forecast.seconds_left() == pytest.approx((12 + 3 * 12) / 2)


def test_a_forecast_leaves_out_what_failed():
    forecast = Forecast([Kind(range(3))], 1)
    forecast.ran(0, 2)
    forecast.left[0] -= 1
    assert forecast.seconds_left() == pytest.approx(2)


@pytest.fixture
def shell(tmp_path):
    children = []

    def start(script):
        children.append(Child(["sh", "-c", script], tmp_path, dict(os.environ)))
        return children[-1]

    yield start
    for child in children:
        child.end()


def ended(child):
    """Returns the status and the lines of a process once it has ended."""
    lines, deadline = [], time.monotonic() + 60
    while True:
        status = child.status()
        child.read()
        lines += child.lines()
        if status is not None:
            return status, [line.decode() for line in lines]
        assert time.monotonic() < deadline
        with selectors.DefaultSelector() as selector:
            child.listen(selector)
            selector.select(0.05) if selector.get_map() else time.sleep(0.01)


def await_line(child):
    while not (lines := child.lines()):
        child.read()
        time.sleep(0.005)
    return lines


@pytest.mark.parametrize(("lines", "told"), [
    (["skerry: no such key", "mpirun: a rank failed", "-------"], "no such key"),
    (["-----", "mpirun has detected an attempt", "advice", "--"], "mpirun has detected an attempt"),
    (["= BAD TERMINATION", "YOUR APPLICATION TERMINATED: Killed", "faq"], "YOUR APPLICATION TERMINATED: Killed"),
    (["one", "two", "--"], "two"),
    ([], ""),
])
def test_our_message_is_picked_out_of_what_a_launcher_says(shell, lines, told):
    child = shell("; ".join(["true", *(f"echo '{line}' >&2" for line in lines)]))
    ended(child)
    assert child.message() == told


@pytest.mark.few(5)
@pytest.mark.parametrize(("script", "by_machine"), [
    ("kill -9 $$", True), ("kill -TERM $$", True), ("kill -SEGV $$", False), ("kill -ABRT $$", False), ("exit 3", False),
    ("echo 'skerry: no such key' >&2; exit 2", False),
    ("echo 'skerry: a.h5 cannot be written: No space left on device; resume goes on' >&2; exit 1", True),
    ("echo 'mpirun noticed that process rank 1 exited on signal 9 (Killed).' >&2; exit 137", True),
    ("echo 'mpirun noticed that process rank 1 exited on signal 11 (Segmentation fault).' >&2; exit 139", False),
    ("echo 'mpirun was unable to launch the specified application' >&2; exit 1", True),
    ("echo 'mpirun detected that one or more processes exited with non-zero status' >&2; exit 3", False),
    ("echo 'srun: error: node1: task 0: Segmentation fault' >&2; exit 1", False),
    ("echo 'srun: error: node1: task 0: Exited with exit code 3' >&2; exit 3", False),
    ("echo 'srun: error: Unable to create step for job 7: Job/step already completing' >&2; exit 1", True),
])
def test_what_the_machine_ends_is_told_from_what_ends_itself(shell, script, by_machine):
    child = shell(script)
    status, _ = ended(child)
    assert child.ended_by_machine(status) == by_machine


def test_a_program_that_is_not_there_is_told(tmp_path):
    child = Child(["/nowhere/skerry"], tmp_path, {})
    assert ended(child) == (127, []) and child.message() == "cannot start /nowhere/skerry: No such file or directory"


def comes_to(condition):
    deadline = time.monotonic() + 30
    while not condition() and time.monotonic() < deadline:
        time.sleep(0.01)
    return condition()


def test_a_launcher_stays_behind_where_all_its_children_have_ended(shell):
    # What a shell has started is left to the program that takes its place, which waits for nothing.
    assert comes_to(shell("true & false & exec sleep 60").stays_behind)
    stopped = shell("true & exec sleep 60")
    assert comes_to(stopped.stays_behind)
    stopped.signal(signal.SIGSTOP)
    assert comes_to(lambda: not stopped.stays_behind())


def test_what_has_no_children_or_any_that_lives_does_not_stay_behind(shell):
    for child in (shell("echo ready; exec sleep 60"), shell("sleep 60 & true & echo ready; exec sleep 60")):
        await_line(child)
        for _ in range(20):
            assert not child.stays_behind()
            time.sleep(0.005)


def test_each_run_has_a_folder_of_its_own_for_open_mpi(tmp_path, monkeypatch):
    monkeypatch.setenv("OMPI_MCA_orte_tmpdir_base", "/scratch")
    monkeypatch.setenv("OMPI_MCA_mpi_yield_when_idle", "0")
    conductor = Conductor.__new__(Conductor)
    conductor._place = place_of("skerry", tmp_path, 2, "mpirun")
    first, second = (conductor._environment() for _ in range(2))
    assert first["OMPI_MCA_orte_top_session_dir"] != second["OMPI_MCA_orte_top_session_dir"]
    assert first["OMPI_MCA_orte_top_session_dir"].startswith("/scratch/ompi.")
    assert (first["OMPI_MCA_hwloc_base_binding_policy"], first["OMPI_MCA_mpi_yield_when_idle"]) == ("none", "0")


@pytest.fixture
def conduct(tmp_path):
    """Carries out an experiment of so many seeds by a shell script in place of the program."""

    def call(script, seeds):
        program = tmp_path / "program"
        program.write_text(f"#!/bin/sh\n{script}")
        program.chmod(0o755)
        made = Experiment("e", "e", tmp_path / "e.toml", [Variant("a", "a.toml")], seeds=seeds)
        told, progress = [], Progress(runs=seeds)
        hooks = {"watch": lambda _: None, "failed": lambda *what: told.append(what), "barren": lambda *what: told.append(what), "left": told.append}
        runs = [Run(0, seed) for seed in range(1, seeds + 1)]
        return Conductor(made, runs, place_of(str(program), tmp_path, 1, None), Signals(), progress, **hooks).conduct(), told, progress

    return call


def test_three_runs_in_a_row_that_the_machine_ends_are_enough(conduct):
    ending, told, progress = conduct('echo "skerry: a.h5: No space left on device" >&2\nexit 1\n', 5)
    assert (ending, progress.failed, progress.left) == ("ended", 3, 2)
    assert told[0] == (Run(0, 1), "a.h5: No space left on device (ended by the machine; the same command goes on with it)")
    assert progress.ended[0] == "a, seed 1: a.h5: No space left on device"
    done = """case "$*" in *"--seed 2 "*|*"--seed 4 "*) echo '{"seed": 1, "stop_reason": "evaluations", "violation": 0}';; *) kill -9 $$;; esac\n"""
    ending, told, progress = conduct(done, 5)
    assert (ending, progress.done, len(told), len(progress.ended)) == ("complete", 2, 3, 3)


def test_a_run_without_a_fitness_is_named_and_the_others_go_on(conduct):
    ending, told, progress = conduct("""\
case "$*" in *"--seed 1 "*) fitness=null; echo "skerry: seed 1 found no solution: none of its 5 evaluations gave a fitness; no licence" >&2;; *) fitness=1;; esac
echo "{\\"seed\\": 1, \\"stop_reason\\": \\"evaluations\\", \\"best_fitness\\": $fitness, \\"violation\\": $([ $fitness = 1 ] && echo 0 || echo null)}"
""", 2)
    assert ending == "complete"
    assert told == [(Run(0, 1), "none of its 5 evaluations gave a fitness; no licence")]
    assert (progress.done, progress.infeasible, progress.failed) == (2, 1, 0)


@pytest.mark.parametrize(("environment", "cores", "launcher", "always"), [
    ({"SLURM_JOB_ID": "7", "SLURM_NTASKS": "3", "SLURM_CPUS_PER_TASK": "4"}, 12, (), True),
    ({"SLURM_JOB_ID": "7", "SLURM_CPUS_PER_TASK": "5"}, 5, (), True),
    ({"SLURM_JOB_ID": "7", "SLURM_JOB_NUM_NODES": "2", "SLURM_NTASKS": "8"}, 1, ("mpirun",), True),
    ({"SKERRY_LAUNCHER": "srun --mpi=pmix"}, len(os.sched_getaffinity(0)), ("srun", "--mpi=pmix"), False),
])
def test_a_job_tells_its_cores_and_launcher(tmp_path, monkeypatch, environment, cores, launcher, always):
    for name in ("SLURM_JOB_ID", "SLURM_NTASKS", "SLURM_CPUS_PER_TASK", "SLURM_JOB_NUM_NODES", "SKERRY_LAUNCHER"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    place = place_of("skerry", tmp_path, None, None)
    assert (place.cores, place.launcher, place.launch_always, place.grace_s) == (cores, launcher, always, 60)
    monkeypatch.setenv("SKERRY_GRACE_S", "soon")
    with pytest.raises(UsageError, match='SKERRY_GRACE_S is "soon"'):
        place_of("skerry", tmp_path, None, None)


def test_texts_of_progress():
    assert [duration_text(seconds) for seconds in (12.4, 185, 7800)] == ["12 s", "3 min 05 s", "2 h 10 min"]
    assert [seeds_text(seeds) for seeds in ([7], [1, 2, 3, 5], [1, 2])] == ["seed 7", "seeds 1 to 3, 5", "seeds 1 to 2"]
    progress = Progress(runs=1300, kept=12, done=35, failed=1, under_way=["a seeds 1 to 5", "b seed 3"], seconds_left=130)
    assert progress_text(progress) == "run 47/1,300 (12 kept)  1 failed  2 min 10 s left  a seeds 1 to 5, b seed 3"
    assert progress_text(Progress(runs=3)) == "run 0/3"


def test_an_unknown_form_of_progress_is_refused(monkeypatch):
    monkeypatch.setenv("SKERRY_PROGRESS", "bars")
    with pytest.raises(UsageError, match="it is bar, lines or none"):
        StatusLine(silent=False)
