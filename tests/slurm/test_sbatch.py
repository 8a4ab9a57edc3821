"""Tests the job scripts on a real SLURM: single runs, arrays, and wrong uses."""
import h5py
import pytest

from tests import slow_run

PARTY = slow_run.TREE / "configs/party/type2.toml"


def test_a_run_leaves_its_trace_and_log(user):
    job = user.submit("run.sbatch", PARTY, "--seed", 7, "--set", "stop.generations=40", SKERRY=slow_run.BINARY)
    assert job.end() == "COMPLETED", job.story()
    assert "trace    results/type2-7.h5" in user.log("type2-7")
    slow_run.run_here(user.folder, PARTY, "--seed", 7, "--set", "stop.generations=40", "--output", "here.h5", program=slow_run.BINARY)
    assert slow_run.differences(slow_run.numbers(user.folder / "here.h5"), user.trace("type2-7")) == []
    with h5py.File(user.trace("type2-7")) as trace:
        assert trace.attrs["slurm_job_id"].decode() == job.number and trace.attrs["islands"] == slow_run.RANKS


def test_a_run_may_span_nodes_and_be_started_by_srun(user, expected):
    user.pace(0)
    across = user.submit("run.sbatch", "slow.toml", "--output", "a/across.h5", options=["-N", 2])
    srun = user.submit("run.sbatch", "slow.toml", "--output", "a/srun.h5", options=["-N", 2], SKERRY_LAUNCHER="srun --mpi=pmix")
    container = user.folder / "apptainer"
    container.write_text('#!/bin/sh\n[ "$1 $2" = "exec skerry.sif" ] && shift 2 && exec "$@"\n')  # it stands for the container that no test machine has
    container.chmod(0o755)
    inside = user.submit("run.sbatch", "slow.toml", "--output", "a/inside.h5", options=["-N", 2, "--mem-per-cpu=100M"],
                         SKERRY_LAUNCHER=f"srun --mpi=pmix {container} exec skerry.sif")
    for job, name in (across, "across"), (srun, "srun"), (inside, "inside"):
        assert job.end() == "COMPLETED", job.story()
        assert slow_run.differences(expected, user.folder / f"a/{name}.h5") == [], name
    with h5py.File(user.folder / "a/across.h5") as trace:
        assert len(set(trace.attrs["hosts"].decode().split(","))) == 2


def test_an_array_over_seeds(user):
    user.pace(0)
    array = user.submit("replicates.sbatch", "slow.toml", options=["--array=1-3"])
    for seed in 1, 2, 3:
        assert array.task(seed).end() == "COMPLETED", array.story()
        with h5py.File(user.trace(f"slow-{seed}")) as trace:
            assert trace.attrs["seed"] == seed


def test_an_array_shares_an_experiment(user, expected):
    user.pace(0)
    (user.folder / "mine.toml").write_text('seeds = 3\nislands = 4\nconfigs = ["slow.toml"]\n[grid]\nmigration.every = [5, 15]\n')
    array = user.submit("experiment.sbatch", "mine.toml", options=["--array=1-2"])
    for task in 1, 2:
        assert array.task(task).end() == "COMPLETED", array.story()
        assert "3 of 3 runs are finished" in (user.folder / f"results/mine/part-{task}.log").read_text()
    folder = user.folder / "results/mine"
    assert sorted(path.name for path in folder.glob("*.h5*")) == [f"slow-every={every}-{seed}.h5" for every in (15, 5) for seed in (1, 2, 3)]
    assert slow_run.differences(expected, folder / "slow-every=5-1.h5", {"@inputs"}) == []


def test_an_array_over_configurations(user):
    user.pace(0)
    (user.folder / "fast.toml").write_text(slow_run.CONFIG.replace("600", "300"))
    array = user.submit("replicates.sbatch", "slow.toml", "fast.toml", options=["--array=1-3"])
    for task, name, generations in (1, "slow", 600), (2, "fast", 300):
        assert array.task(task).end() == "COMPLETED", array.story()
        with h5py.File(user.trace(name)) as trace:
            assert trace.attrs["generations"] == generations
    assert array.task(3).end() == "FAILED"
    assert "task 3 has no configuration; there are 2" in array.story()


def test_the_same_command_again_changes_nothing_unless_forced(user):
    user.pace(0)
    def submit(*arguments):
        job = user.submit("run.sbatch", "slow.toml", *arguments)
        assert job.end() == "COMPLETED", job.story()
        return user.trace("slow").read_bytes(), user.log("slow")

    first, _ = submit()
    again, log = submit()
    assert again == first and "--force begins it anew" in log
    anew, _ = submit("--force", "--set", "stop.generations=100")
    assert anew != first
    assert user.trace("slow").with_suffix(".h5.old").read_bytes() == first


@pytest.mark.parametrize("arguments, status, message", [
    (["slow.toml", "--set", "stop.generations=0"], 2, "stop.generations"),
    (["absent.toml"], 2, "there is no configuration absent.toml"),
    (["slow.toml", "--repeat", "3"], 2, "jobs/replicates.sbatch"),
])
def test_a_mistake_is_told_once_and_not_tried_again(user, arguments, status, message):
    job = user.submit("run.sbatch", *arguments)
    assert job.end() == "FAILED"
    assert (job.exit_status, job.restarts) == (status, 0), job.story()
    assert message in job.story()


def test_elsewhere_than_in_the_tree_the_scripts_ask_for_it(user):
    job = user.submit("run.sbatch", "slow.toml", SKERRY_TREE="")
    assert job.end() == "FAILED" and job.exit_status == 2
    assert "set SKERRY_TREE" in job.story()


def test_tasks_that_srun_does_not_connect_are_refused(user, expected):
    """One process goes on alone, and srun connects tasks with PMIx, in the same job."""
    user.pace(0)
    script = user.folder / "plain.sh"
    script.write_text("""#!/bin/bash
srun --mpi=none -n 4 "$SKERRY" run slow.toml --output refused.h5 >refused.txt 2>&1; echo $? >>refused.txt
srun --mpi=none -n 2 bash -c '"$SKERRY" run slow.toml --output refused.h5; exit $?' >shell.txt 2>&1; echo $? >>shell.txt
srun --mpi=pmi2 -n 2 "$SKERRY" run slow.toml --output refused.h5 >pmi2.txt 2>&1; echo $? >>pmi2.txt
"$SKERRY" run slow.toml --islands 4 --quiet --output batch.h5 || exit 11
srun --mpi=none -n 1 "$SKERRY" run slow.toml --islands 4 --quiet --output one.h5 || exit 12
srun --mpi=pmix -n 4 "$SKERRY" run slow.toml --quiet --output four.h5 || exit 13
""")
    job = user.submit(script)
    assert job.end() == "COMPLETED", job.story()
    for name, tasks in ("refused", 4), ("shell", 2), ("pmi2", 2):
        told = (user.folder / f"{name}.txt").read_text()
        messages = [line for line in told.splitlines() if "finds itself alone" in line]
        assert len(messages) == 1 and f"srun started {tasks} processes" in messages[0] and "srun --mpi=pmix" in messages[0], told
        assert told.splitlines()[-1] == "2", told
    assert not (user.folder / "refused.h5").exists()
    for name in "batch", "one", "four":
        assert slow_run.differences(expected, user.folder / f"{name}.h5") == [], name
