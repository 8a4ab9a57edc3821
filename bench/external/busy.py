"""The share of the time in which ranks are busy with workers that sleep, with and without lending: 8 islands of 20 children on 8 ranks, two
epochs of ten generations, exponential and lognormal times (sigma 1) of the same mean. Usage: bench/external/busy.py SKERRY [MEAN_S]"""
import os
import pathlib
import subprocess
import sys
import tempfile

import h5py

HERE = pathlib.Path(__file__).resolve().parent
RANKS = 8
WORKER = """import json, math, random, sys, time
kind, mean_s = sys.argv[1], float(sys.argv[2])
sys.stdin.readline()
print('{"ready": true}', flush=True)
for line in sys.stdin:
    request = json.loads(line)
    chance = random.Random(request["seed"])
    time.sleep(mean_s * (chance.expovariate(1) if kind == "exponential" else chance.lognormvariate(-0.5, 1)))
    print(json.dumps({"id": request["id"], "fitness": sum(request["genome"]["x"])}), flush=True)
"""
CONFIG = """[problem]
type = "external"
command = ["python3", "worker.py", "{kind}", "{mean_s}"]
genome = [{{ name = "x", kind = "real", size = 10, low = -5.0, high = 5.0 }}]
[island]
population = 20
offspring = 20
[migration]
every = 10
[stop]
generations = 20
"""


def busy_share(file):
    """Since the first evaluation after the initial population, for which workers start."""
    with h5py.File(file) as trace:
        rows = trace["evaluation"]
        bred = (rows["generation"][()] > 0) & (rows["known"][()] == 0)
        started_s, duration_s = rows["started_s"][()][bred], rows["duration_s"][()][bred]
    whole_s = (started_s + duration_s).max() - started_s.min()
    return duration_s.sum() / (RANKS * whole_s), bred.sum()


def main(skerry, mean_s="0.2"):
    launcher = [HERE.parents[1] / "jobs/mpirun.sh", "-n", str(RANKS), skerry]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "worker.py").write_text(WORKER)
        for kind in "exponential", "lognormal":
            (folder / "busy.toml").write_text(CONFIG.format(kind=kind, mean_s=mean_s))
            for lend in "true", "false":
                command = [*launcher, "run", "busy.toml", "--set", f"run.lend={lend}", "--output", f"{lend}.h5", "--force", "--quiet"]
                subprocess.run(command, cwd=folder, env=os.environ, stdout=subprocess.DEVNULL, check=True)
                share, count = busy_share(folder / f"{lend}.h5")
                print(f"{kind:12} run.lend = {lend:5}  busy for {100 * share:.1f} % of the time ({count} evaluations)", flush=True)


main(os.path.abspath(sys.argv[1]), *sys.argv[2:])
