"""Evaluations a second of trivial external evaluators, by one worker of one island unless the label says otherwise, and the processor time
that skerry itself needs for each. Usage: bench/external/run.py SKERRY [ROUNDS]"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
TREE = HERE.parents[1]
CONFIG = """[problem]
type = "external"
{problem}
genome = [{{ name = "x", kind = "real", size = 10, low = -5.12, high = 5.12 }}]
[island]
population = 100
offspring = 100
[stop]
generations = {generations}
"""
FILES = """mode = "files"
command = ["sh", "-c", "echo F = 1"]
files = { fitness_pattern = 'F = (\\d)' }"""
WORKERS = {"at_once": """from skerry.worker import serve
serve(lambda x: [sum(value * value for value in row) for row in x], batch=True)
""", "ten_us": """import time
from skerry.worker import serve
def sphere(x):
    end = time.perf_counter() + 10e-6
    while time.perf_counter() < end:
        pass
    return sum(value * value for value in x)
serve(sphere)
"""}


def measure(skerry, folder, problem, evaluations, islands=1):
    config = folder / "bench.toml"
    config.write_text(CONFIG.format(problem=problem, generations=evaluations // 100 // islands - 1))
    command = [skerry, "run", config, "--json", "--quiet", "--output", folder / "bench.h5", "--force", "--islands", str(islands)]
    start = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=folder,
                               env=os.environ | {"PYTHONPATH": str(TREE / "analysis")})
    own = 0.0
    while True:  # the last look before the process ends is what it has used itself
        try:
            fields = pathlib.Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
            own = max(own, (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK"))
        except (OSError, IndexError):
            break
        if process.poll() is not None:
            break
        time.sleep(0.01)
    wall = time.monotonic() - start
    assert json.loads(process.stdout.read())["evaluations"] == evaluations
    return evaluations / wall, own / evaluations * 1e6


def main(skerry, rounds=3):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        subprocess.run(["cc", "-O2", "-o", folder / "sum", HERE / "sum.c"], check=True)
        for label, program in WORKERS.items():
            (folder / f"{label}.py").write_text(program)
        in_c = f'command = ["{folder}/sum"]'
        cases = {"worker in C": (in_c, 200_000),
                 "the same, requests = 1": (in_c + "\nrequests = 1", 20_000),
                 "worker in Python": (f'command = ["python3", "{HERE}/sum.py"]', 100_000),
                 "worker by skerry.worker": (f'command = ["python3", "{TREE}/examples/external/sphere.py"]', 100_000),
                 "the same, batch = True": (f'command = ["python3", "{folder}/at_once.py"]', 100_000),
                 "10 us more, two islands": (f'command = ["python3", "{folder}/ten_us.py"]', 200_000, 2),
                 "files, sh": (FILES, 500),
                 "the same, workers = 4": (f"workers = 4\n{FILES}", 500)}
        for _ in range(int(rounds)):
            for label, case in cases.items():
                rate, own_us = measure(skerry, folder, *case)
                print(f"{label:25} {rate:8,.0f} evaluations/s, {1e6 / rate:7,.0f} us each, of which skerry computes {own_us:5,.0f} us",
                      flush=True)


main(os.path.abspath(sys.argv[1]), *sys.argv[2:])
