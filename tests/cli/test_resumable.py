"""Tests jobs/resumable.sh: whenever it is stopped, the same command goes on until the trace is complete."""
import os
import pathlib
import signal
import subprocess

import pytest

from tests import slow_run
from tests.support.depth import deep, nightly
from tests.waiting import wait_for

#: Of a hang.
LIMIT_S = 120
LAUNCHER = f"{slow_run.TREE}/jobs/mpirun.sh -n {slow_run.RANKS}"


@pytest.fixture(scope="module")
def expected(tmp_path_factory):
    return slow_run.undisturbed(tmp_path_factory.mktemp("undisturbed"))


@pytest.fixture
def resumable(tmp_path):
    """Starts the script. Its output goes to a file, so that nothing waits for processes that hold a pipe open."""
    (tmp_path / "slow.toml").write_text(slow_run.CONFIG)
    started = []

    def start(*arguments, **environment):
        given = {"SKERRY": str(slow_run.PROGRAM), "SKERRY_LAUNCHER": LAUNCHER, "EVALUATION_MS": "1", **environment}
        with open(tmp_path / "output.txt", "wb") as output:
            process = subprocess.Popen([slow_run.TREE / "jobs/resumable.sh", "slow.toml", *arguments], cwd=tmp_path,
                                       env={**os.environ, **given}, stdin=subprocess.DEVNULL, stdout=output, stderr=output)
        started.append(process)
        return process

    def completes(expected):
        assert start(EVALUATION_MS="0").wait(LIMIT_S) == 0, start.said()
        assert slow_run.differences(expected, start.trace) == []

    start.completes = completes
    start.said = lambda: (tmp_path / "output.txt").read_text()
    start.folder = tmp_path
    start.trace = tmp_path / "results/slow.h5"
    start.checkpoint = tmp_path / "results/slow.h5.checkpoint"
    yield start
    for process in started:
        process.kill()


@pytest.mark.few(1)
@pytest.mark.parametrize("moment_s", deep([0.2, 0, 1], [0, 0.05, 0.1, 0.2, 0.4, 0.6, 1, 2]))
def test_a_stop_at_any_moment_leaves_what_the_same_command_completes(resumable, expected, moment_s):
    process = resumable()
    with pytest.raises(subprocess.TimeoutExpired):
        process.wait(moment_s)
    process.terminate()
    # A signal ends the shell if it has not set its trap yet; then there is no trace.
    assert process.wait(LIMIT_S) == 75 or (process.returncode == -signal.SIGTERM and not resumable.trace.exists()), resumable.said()
    resumable.completes(expected)


def kill_a_rank(folder):
    for process in pathlib.Path("/proc").iterdir():
        try:
            if process.name.isdigit() and os.readlink(process / "cwd") == str(folder) \
                    and (process / "comm").read_text().strip() == slow_run.PROGRAM.name:
                os.kill(int(process.name), signal.SIGKILL)
                return
        except OSError:
            pass
    pytest.fail("no rank to kill")


@pytest.mark.nightly
def test_a_death_is_worth_another_attempt_where_something_new_was_saved(resumable, expected):
    process = resumable()
    wait_for(resumable.checkpoint.exists, LIMIT_S, resumable.said)
    kill_a_rank(resumable.folder)
    assert process.wait(LIMIT_S) == 75, resumable.said()
    resumable.completes(expected)


def test_a_death_before_that_is_a_failure(resumable):
    process = resumable("--set", "checkpoint.every=1000")
    wait_for(resumable.trace.exists, LIMIT_S, resumable.said)
    kill_a_rank(resumable.folder)
    assert process.wait(LIMIT_S) == 137, resumable.said()


@pytest.mark.nightly
def test_a_lost_host_is_worth_another_attempt_whatever_was_saved(resumable, expected):
    """The launcher ends as mpirun does where it loses contact with a host."""
    lost = resumable.folder / "lost_host.sh"
    lost.write_text("#!/bin/sh\nexit 205\n")
    lost.chmod(0o755)
    assert resumable(SKERRY_LAUNCHER=str(lost)).wait(LIMIT_S) == 75, resumable.said()
    resumable.completes(expected)


#: Plays the srun of a job, which starts each rank by a further command, such as a container's. It fails as SLURM's does, once or always, and starts ranks outside SLURM otherwise.
SRUN = f"""#!/bin/bash
if [ -e always ] || [ ! -e failed ]; then
    touch failed
    echo "srun: error: task 1 launch failed: Unspecified error" >&2
    exit 0
fi
unset "${{!SLURM_@}}"
while [ "$1" != env ]; do printf '%s ' "$1"; shift; done >options
exec {LAUNCHER} "$@"
"""


@pytest.mark.nightly
@pytest.mark.parametrize("always", [False, *nightly(True)])
def test_srun_that_fails_to_start_the_tasks_is_called_again(resumable, expected, always):
    (resumable.folder / "srun").write_text(SRUN)
    (resumable.folder / "srun").chmod(0o755)
    if always:
        (resumable.folder / "always").touch()
    status = resumable(SKERRY_LAUNCHER=f"{resumable.folder}/srun --mpi=pmix env", SLURM_JOB_ID="1", SLURM_NTASKS="4", SLURM_JOB_NUM_NODES="2",
                       EVALUATION_MS="0").wait(LIMIT_S)
    log = resumable.trace.with_suffix(".log").read_text()
    assert status == (1 if always else 0), log
    assert ("failed to start the tasks 5 times" if always else "it is tried again in 2 s") in log, log
    if not always:
        assert (resumable.folder / "options").read_text().split() == ["-n", "4", "--mpi=pmix"]
        assert slow_run.differences(expected, resumable.trace) == []


@pytest.mark.parametrize("variables, told", [
    ("NTASKS=4", "1 4 4"),
    ("NTASKS=8 CPUS_PER_TASK=2 JOB_NUM_NODES=2 TASKS_PER_NODE='4(x2)'", "2 8 16"),
    ("NTASKS=2 JOB_NUM_NODES=2 JOB_CPUS_PER_NODE='64(x2)' TASKS_PER_NODE='1(x2)'", "2 2 128"),
    ("JOB_NUM_NODES=3 JOB_CPUS_PER_NODE='16(x2),8' TASKS_PER_NODE='16(x2),8'", "3 3 40"),
    ("NTASKS=5 JOB_NUM_NODES=2 JOB_CPUS_PER_NODE='4,1' TASKS_PER_NODE='4,1'", "2 5 5"),
    ("NTASKS=2 CPUS_PER_TASK=2 JOB_NUM_NODES=1 TASKS_PER_NODE=1", "1 1 2"),
], ids=["tasks", "cores of tasks", "whole nodes", "whole nodes without tasks", "spread tasks", "requeued with fewer"])
def test_what_a_job_has_is_told_by_the_variables_of_slurm(variables, told):
    given = " ".join(f"SLURM_{variable}" for variable in variables.split())
    asked = subprocess.run(["bash", "-euc", f'{given}; . {slow_run.TREE}/jobs/allocation.sh; echo "$nodes $ranks $cores"'],
                           capture_output=True, text=True, timeout=LIMIT_S, check=True)
    assert asked.stdout.strip() == told


@pytest.mark.nightly
@pytest.mark.parametrize("line", ["[run]\nseed = 1\nislands = 3", "run.islands = 3", "run = { seed = 1, islands = 3 }"])
def test_the_islands_of_the_configuration_are_kept_in_a_job(resumable, line):
    with open(resumable.folder / "slow.toml", "r+", encoding="utf-8") as file:
        text = file.read()
        file.seek(0)
        file.write(f"{text}{line}\n" if line.startswith("[") else f"{line}\n{text}")
    (resumable.folder / "start.sh").write_text('#!/bin/bash\nunset "${!SLURM_@}"\nexec "$@"\n')
    (resumable.folder / "start.sh").chmod(0o755)
    job = resumable(SKERRY_LAUNCHER=f"{resumable.folder}/start.sh", SLURM_JOB_ID="1", SLURM_CPUS_PER_TASK="2", EVALUATION_MS="0")
    assert job.wait(LIMIT_S) == 0, resumable.said()
    log = resumable.trace.with_suffix(".log").read_text()
    assert "3 islands: 1 rank with 3 threads each, on 2 cores of 1 node" in log and "on 3 islands" in log, log


#: Starts its arguments as a launcher does, and stays behind for ever when they have ended, which it does not notice.
STAYS_BEHIND = """#!/usr/bin/python3
import os, signal, sys
if not os.fork():
    os.execv(sys.argv[1], sys.argv[1:])
signal.signal(signal.SIGTERM, {on_term})
while True:
    signal.pause()
"""


def launcher_that_stays_behind(resumable, on_term="signal.SIG_DFL"):
    script = resumable.folder / "stays_behind.py"
    script.write_text(STAYS_BEHIND.format(on_term=on_term))
    script.chmod(0o755)
    return f"{script} {LAUNCHER}"


@pytest.mark.nightly
def test_a_launcher_that_stays_behind_after_a_death_is_ended(resumable, expected):
    """As mpirun of Open MPI 4.1 now and then does, which SIGTERM does not end either."""
    process = resumable(SKERRY_LAUNCHER=launcher_that_stays_behind(resumable, "signal.SIG_IGN"))
    wait_for(resumable.checkpoint.exists, LIMIT_S, resumable.said)
    kill_a_rank(resumable.folder)
    assert process.wait(LIMIT_S) == 75, resumable.said()
    assert "the ranks have ended with status 137 and their launcher has not" in resumable.said()
    resumable.completes(expected)


@pytest.mark.few(1)
@pytest.mark.parametrize("status, environment", [(0, {"EVALUATION_MS": "0"}), (1, {"FAILING_RANK": "1"})])
def test_so_is_one_that_stays_behind_after_an_end(resumable, status, environment):
    assert resumable(SKERRY_LAUNCHER=launcher_that_stays_behind(resumable), **environment).wait(LIMIT_S) == status, resumable.said()
    assert f"the ranks have ended with status {status} and" in resumable.said()


def judged(script, stop=False):
    """Returns what attend.sh says of a launcher, which a Python script plays."""
    begin, end = "import os, signal\n", "print('ready', flush=True)\nsignal.pause()\n"
    with subprocess.Popen(["/usr/bin/python3", "-c", begin + script + end], stdout=subprocess.PIPE, text=True) as launcher:
        try:
            assert launcher.stdout.readline() == "ready\n"
            if stop:
                launcher.send_signal(signal.SIGSTOP)
                state = pathlib.Path(f"/proc/{launcher.pid}/stat")
                wait_for(lambda: state.read_text().rpartition(") ")[2].startswith("T"), LIMIT_S, state.read_text)
            asked = subprocess.run(["bash", "-c", f"me=test; . {slow_run.TREE}/jobs/attend.sh; pid={launcher.pid}; left_behind"],
                                   capture_output=True, text=True, timeout=LIMIT_S, check=False)
            return asked.stdout.strip() if asked.returncode == 0 else None
        finally:
            launcher.kill()


ENDED = "pid = os.fork()\nif not pid: os._exit({})\nos.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)\n"
LIVING = "r, w = os.pipe()\nif not os.fork():\n  os.close(w); os.read(r, 1); os._exit(0)\n"  # until the launcher ends


@pytest.mark.parametrize("script, status", [
    (ENDED.format(0) + ENDED.format(3) + ENDED.format(2), "3"),
    (ENDED.format(0), "0"),
    (ENDED.format("os.kill(os.getpid(), 9)"), "137"),
    (ENDED.format(0) + LIVING, None),
    (LIVING, None),
    ("", None),
], ids=["the worst", "all well", "killed", "one lives", "all live", "no children"])
def test_a_launcher_stays_behind_where_all_its_children_have_ended(script, status):
    assert judged(script) == status


def test_a_launcher_that_is_stopped_does_not_stay_behind():
    assert judged(ENDED.format(0), stop=True) is None


def test_an_error_is_a_failure(resumable):
    assert resumable(FAILING_RANK="1").wait(LIMIT_S) == 1, resumable.said()
    assert "the 500th evaluation fails" in resumable.said()


@pytest.mark.nightly
def test_a_run_that_does_not_stop_is_ended(resumable, expected):
    """A generation takes longer than the time that is allowed for stopping."""
    process = resumable(EVALUATION_MS="200", SKERRY_GRACE_S="1")
    wait_for(resumable.trace.exists, LIMIT_S, resumable.said)
    process.terminate()
    assert process.wait(LIMIT_S) == 75, resumable.said()
    assert "didn't stop within 1 s" in resumable.said()
    resumable.completes(expected)
