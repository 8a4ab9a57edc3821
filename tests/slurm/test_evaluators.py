"""Programs that compute the fitness, under a real SLURM: on all nodes, on ranks without an island, and gone when their job is."""
import os
import pathlib

import h5py

from tests import slow_run

#: Sleeps for PACE_S times the first value.
WORKER = """import json, sys, time
pace_s = float(sys.argv[1])
sys.stdin.readline()
print('{"ready": true}', flush=True)
for line in sys.stdin:
    request = json.loads(line)
    x = request["genome"]["x"]
    time.sleep(x[0] * pace_s)
    print(json.dumps({"id": request["id"], "fitness": sum(x)}), flush=True)
"""
CONFIG = """[problem]
type = "external"
command = ["python3", "evaluator.py", "{pace_s}"]
genome = [{{ name = "x", kind = "real", size = 3, low = 0.0, high = 1.0 }}]
[island]
population = 10
offspring = 10
[migration]
every = 2
[stop]
generations = 6
"""


def prepare(user):
    (user.folder / "evaluator.py").write_text(WORKER)
    for name, pace_s in ("quick", 0.05), ("endless", 3600):
        (user.folder / f"{name}.toml").write_text(CONFIG.format(pace_s=pace_s))


def running(folder):
    """Returns the processes that run the evaluator of this folder."""
    found = []
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if b"evaluator.py" in (process / "cmdline").read_bytes() and os.readlink(process / "cwd") == str(folder):
                found.append(process.name)
        except OSError:  # it has ended
            continue
    return found


def test_ranks_on_two_nodes_evaluate_for_the_islands_of_one(user):
    prepare(user)
    job = user.submit("run.sbatch", "quick.toml", "--islands", 2, "--output", "a/quick.h5", options=["-N", 2], SKERRY=slow_run.BINARY)
    assert job.end() == "COMPLETED", job.story()
    slow_run.run_here(user.folder, "quick.toml", "--set", "run.lend=false", "--output", "here.h5", program=slow_run.BINARY, ranks=2)
    expected = slow_run.numbers(user.folder / "here.h5")
    assert set(slow_run.differences(expected, user.folder / "a/quick.h5")) <= {"config", "config@checksum"}  # of run.lend
    with h5py.File(user.folder / "a/quick.h5") as trace:
        assert trace.attrs["islands"] == 2
        assert max(trace["evaluation/rank"]) > 1, "no rank without an island has evaluated"


def test_a_cancelled_job_leaves_no_evaluator_behind(user):
    prepare(user)
    job = user.submit("run.sbatch", "endless.toml", options=["-N", 2], SKERRY=slow_run.BINARY)
    job.wait_until(lambda: len(running(user.folder)) >= slow_run.RANKS)
    job.cancel("--signal=KILL", "--full")
    job.end()
    job.wait_until(lambda: not running(user.folder))
