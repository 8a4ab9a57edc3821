"""Tests that jobs use the cores that SLURM gives them, however these are spread, and that the trace is the same."""
import os

import h5py
import pytest

from tests import slow_run

HYBRID = ("-N", 2, "--ntasks-per-node=1", "-c", 2)


def processes(trace):
    with h5py.File(trace) as file:
        return file.attrs["processes"], file.attrs["islands"]


@pytest.mark.parametrize("tasks, launcher, told, ranks", [
    (("-n", 1, "-c", 4), "", "4 islands: 1 rank with 4 threads each, on 4 cores of 1 node", 1),
    (HYBRID, "", "4 islands: 2 ranks with 2 threads each, on 4 cores of 2 nodes", 2),
    (HYBRID, "srun --mpi=pmix", "4 islands: 2 ranks with 2 threads each, on 4 cores of 2 nodes", 2),
], ids=["one rank", "two nodes", "srun"])
def test_a_job_uses_all_its_cores(user, expected, tasks, launcher, told, ranks):
    user.pace(0)
    watched = user.folder / "watched"
    watched.write_text(f"#!/bin/sh\ngrep Cpus_allowed_list /proc/self/status >>{user.folder}/cores\nexec {user.program} \"$@\"\n")
    watched.chmod(0o755)
    job = user.submit("run.sbatch", "slow.toml", tasks=tasks, SKERRY_LAUNCHER=launcher, SKERRY=watched)
    assert job.end() == "COMPLETED", job.story()
    assert f"resumable: {told}\n" in user.log("slow"), job.story()
    assert job.show()["JobName"] == "slow"
    assert processes(user.trace("slow")) == (ranks, 4)
    assert slow_run.differences(expected, user.trace("slow")) == []
    # No rank is bound to a part of them.
    assert {line.split()[1] for line in (user.folder / "cores").read_text().splitlines()} == {allowed()}


def allowed():
    with open("/proc/self/status", encoding="utf-8") as status:
        return next(line.split()[1] for line in status if line.startswith("Cpus_allowed_list"))


def test_a_hybrid_job_goes_on_with_fewer_nodes(user, expected):
    job = user.submit("run.sbatch", "slow.toml", tasks=HYBRID)
    user.await_checkpoint(job, "slow")
    user.cluster.call("scontrol", "requeuehold", job.number)
    job.wait_until(lambda: job.state == "PENDING")
    user.cluster.call("scontrol", "update", f"JobId={job.number}", "NumNodes=1-1", "NumTasks=1")
    user.cluster.call("scontrol", "release", job.number)
    assert job.end() == "COMPLETED" and job.restarts == 1, job.story()
    log = user.log("slow")
    assert "2 ranks with 2 threads each, on 4 cores of 2 nodes" in log and "1 rank with 4 threads each, on 2 cores of 1 node" in log, log
    assert "goes on from generation" in log
    assert slow_run.differences(expected, user.trace("slow")) == []


def test_a_run_of_fewer_islands_than_tasks_goes_on(user):
    first = user.submit("run.sbatch", "slow.toml", tasks=("-n", 2), SKERRY_MAX_RESTARTS=0)
    user.await_checkpoint(first, "slow")
    first.cancel("--signal=USR1", "--batch")
    assert first.end() == "FAILED" and first.exit_status == 75, first.story()
    again = user.submit("run.sbatch", "slow.toml", tasks=("-n", 4))
    assert again.end() == "COMPLETED", again.story()
    assert "2 islands: 2 ranks with 1 thread each, on 2 cores of 1 node, and its other tasks idle" in user.log("slow"), again.story()
    slow_run.run_here(user.folder, "slow.toml", "--output", "here.h5", ranks=2)
    assert slow_run.differences(slow_run.numbers(user.folder / "here.h5"), user.trace("slow")) == []


def test_an_experiment_uses_the_cores_of_a_node_and_tells_of_several(user):
    user.pace(0)
    (user.folder / "mine.toml").write_text('seeds = 2\nislands = 2\nconfigs = ["slow.toml"]\n')
    alone = user.submit("experiment.sbatch", "mine.toml", tasks=("-c", 2), SKERRY_LAUNCHER="false")
    spread = user.submit("experiment.sbatch", "mine.toml", "--output", "results/spread", options=["-N", 2])
    for job, folder, told in (alone, "mine", "as there are cores: 2"), (spread, "spread", "4 tasks are spread over 2 nodes"):
        assert job.end() == "COMPLETED", job.story()
        assert told in (user.folder / f"results/{folder}/part-1.log").read_text(), job.story()
        assert job.show()["JobName"] == folder
    assert processes(user.folder / "results/mine/slow-1.h5") == (1, 2)
    assert processes(user.folder / "results/spread/slow-1.h5") == (2, 2)


def test_tasks_of_an_array_have_a_trace_each(user):
    user.pace(0)
    plain = user.submit("run.sbatch", "slow.toml", tasks=("-c", 2), options=["--array=1-2"])
    named = user.submit("run.sbatch", "slow.toml", "--seed", 7, "--output", "results/named.h5", tasks=("-c", 2), options=["--array=3"])
    for task, trace, seed in (plain.task(1), "slow-1", 1), (plain.task(2), "slow-2", 2), (named.task(3), "named-3", 7):
        assert task.end() == "COMPLETED", task.story()
        with h5py.File(user.trace(trace)) as file:
            assert file.attrs["seed"] == seed


@pytest.mark.parametrize("place", ["SKERRY_SITE", "the folder of the user"])
def test_the_file_of_the_site_serves_the_submission_and_the_job(user, place):
    user.pace(0)
    site = user.folder / "config/skerry/site.sh"
    site.parent.mkdir(parents=True)
    site.write_text('export SBATCH_PARTITION=reserved\nmodule load nothing\necho "$unset" >/dev/null\n'
                    'export SKERRY_LAUNCHER="mpirun --tag-output"\n')
    where = {"SKERRY_SITE": site} if place == "SKERRY_SITE" else {"XDG_CONFIG_HOME": user.folder / "config"}
    job = user.submit("run.sbatch", "slow.toml", "--seed", 3, by=slow_run.TREE / "jobs/submit.sh", **where)
    shown = job.show()
    assert (shown["JobName"], shown["Partition"]) == ("slow-3", "reserved")
    assert shown["StdOut"] == str(user.folder / f"results/slurm-{job.number}.out")
    assert job.end() == "COMPLETED", job.story()
    assert "[1,0]<std" in user.log("slow-3"), job.story()
    assert os.path.exists(shown["StdOut"])
