"""Tests jobs that SLURM, their owner or a lost node interrupts: each ends with the trace of an undisturbed run."""
import pytest

from tests import slow_run

from cluster import OVER


def completed(user, job, expected, name="slow", restarts=(1,)):
    assert job.end() == "COMPLETED", job.story()
    assert job.restarts in restarts, job.story()
    assert "goes on from generation" in user.log(name) or restarts == (0,)
    assert slow_run.differences(expected, user.trace(name)) == []


@pytest.mark.parametrize("interruption", ["told to stop", "requeued"])
def test_it_goes_on_by_itself(user, expected, interruption):
    job = user.submit("run.sbatch", "slow.toml")
    user.await_checkpoint(job, "slow")
    if interruption == "told to stop":
        job.cancel("--signal=USR1", "--batch")
    else:
        job.requeue()
    completed(user, job, expected)


def test_it_goes_on_after_a_preemption(user, expected):
    options = ["-N", 1, "--exclusive", "-w", "h3"]
    job = user.submit("run.sbatch", "slow.toml", options=[*options, "-p", "reserved"])
    user.await_checkpoint(job, "slow")
    urgent = user.submit("run.sbatch", "slow.toml", "--output", "urgent.h5", options=[*options, "-p", "urgent"])
    assert urgent.end() == "COMPLETED", urgent.story()
    completed(user, job, expected)


@pytest.mark.parametrize("nodes, lost", [("h4,h5", "h4"), ("h6,h7", "h7")], ids=["of the batch script", "of ranks only"])
def test_it_goes_on_after_the_loss_of_a_node(cluster, user, expected, nodes, lost):
    job = user.submit("run.sbatch", "slow.toml", options=["-N", 2, "-w", nodes, "-p", "reserved"])
    user.await_checkpoint(job, "slow")
    node = next(host for host in cluster.network.hosts if host.name == lost)
    node.kill()
    job.wait_until(lambda: job.restarts == 1)
    cluster.start_node(node)
    # A node that has just returned may fail again.
    completed(user, job, expected, restarts=(1, 2, 3))


@pytest.mark.parametrize("options", [[], ["--signal=KILL", "--full"]], ids=["scancel", "kill"])
def test_a_cancelled_job_stays_so_and_the_same_command_goes_on(user, expected, options):
    job = user.submit("run.sbatch", "slow.toml")
    user.await_checkpoint(job, "slow")
    job.cancel(*options)
    assert job.end() in ("CANCELLED", "FAILED"), job.story()
    job.wait_until(lambda: not job.cluster.call("squeue", "-h", "-t", "all", "-j", job.number, "-o", "%T").startswith("COMPL"))
    assert "submit the same command to go on" in user.log("slow").splitlines()[-1], job.story()
    again = user.submit("run.sbatch", "slow.toml")
    completed(user, again, expected, restarts=(0,))
    assert job.restarts == 0 and job.state in ("CANCELLED", "FAILED"), job.story()


def test_a_task_of_an_array_goes_on_alone(user):
    """The number of the last task is that of the whole array."""
    array = user.submit("replicates.sbatch", "slow.toml", options=["--array=1-2"])
    for seed in 1, 2:
        user.await_checkpoint(array.task(seed), f"slow-{seed}")
    array.task(2).cancel("--signal=USR1", "--batch")
    for seed, restarts in (1, (0,)), (2, (1,)):
        slow_run.run_here(user.folder, "slow.toml", "--seed", seed, "--output", f"here-{seed}.h5")
        completed(user, array.task(seed), slow_run.numbers(user.folder / f"here-{seed}.h5"), f"slow-{seed}", restarts)


def test_an_experiment_goes_on_by_itself(user, expected):
    (user.folder / "mine.toml").write_text('seeds = 2\nislands = 4\nconfigs = ["slow.toml"]\n')
    job = user.submit("experiment.sbatch", "mine.toml")
    user.await_checkpoint(job, "mine/slow-1")
    job.cancel("--signal=USR1", "--batch")
    assert job.end() == "COMPLETED" and job.restarts == 1, job.story()
    log = (user.folder / "results/mine/part-1.log").read_text()
    assert "interrupted with 2 runs left" in log and "2 of 2 runs are finished" in log, log
    assert slow_run.differences(expected, user.trace("mine/slow-1"), {"@inputs"}) == []


@pytest.mark.parametrize("launcher", ["mpirun", "srun --mpi=pmix"])
def test_the_number_of_restarts_is_bounded(user, expected, launcher):
    job = user.submit("run.sbatch", "slow.toml", SKERRY_MAX_RESTARTS=0, SKERRY_LAUNCHER=launcher)
    user.await_checkpoint(job, "slow")
    job.cancel("--signal=USR1", "--batch")
    assert job.end() == "FAILED" and (job.exit_status, job.restarts) == (75, 0), job.story()
    assert "SKERRY_MAX_RESTARTS" in user.log("slow")
    completed(user, user.submit("run.sbatch", "slow.toml"), expected, restarts=(0,))


def test_it_goes_on_after_its_time_limit(user, expected):
    """A limit is a minute at least. SLURM looks at limits every 30 s and signals those that are due before it looks again: here
    within 30 s of the start."""
    options = ["--time=1", "--signal=B:USR1@45"]
    user.pace(15)
    job = user.submit("run.sbatch", "slow.toml", options=options)
    job.wait_until(lambda: job.restarts > 0 or job.state in OVER)
    user.pace(0)
    assert job.end() == "COMPLETED", job.story()
    assert job.restarts > 0, job.story()
    assert slow_run.differences(expected, user.trace("slow")) == []
