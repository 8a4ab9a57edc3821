"""What the journal costs trivial evaluations: runs with and without it in turn, by a worker in C on one island. The processor time is
that of skerry, its worker and the guard together. Usage: bench/external/journal.py SKERRY [ROUNDS] [EVALUATIONS]"""
import os
import pathlib
import resource
import statistics
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
CONFIG = """[problem]
type = "external"
command = ["{folder}/sum"]
genome = [{{ name = "x", kind = "real", size = 10, low = -5.12, high = 5.12 }}]
[island]
population = 100
offspring = 100
mutation_rate = 1.0
[stop]
generations = {generations}
[checkpoint]
enabled = false
[journal]
keep = {keep}
"""


def processor_s():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def measure(skerry, folder, keep, evaluations):
    """Returns the microseconds of an evaluation: on the clock, and of processors."""
    config = folder / "bench.toml"
    config.write_text(CONFIG.format(folder=folder, generations=evaluations // 100 - 1, keep=keep))
    start, before = time.monotonic(), processor_s()
    subprocess.run([skerry, "run", config, "--quiet", "--output", folder / "bench.h5", "--force"], check=True, cwd=folder,
                   stdout=subprocess.DEVNULL)
    return (time.monotonic() - start) / evaluations * 1e6, (processor_s() - before) / evaluations * 1e6


def main(skerry, rounds=5, evaluations=100_000):
    found = {"true": [], "false": []}
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        subprocess.run(["cc", "-O2", "-o", folder / "sum", HERE / "sum.c"], check=True)
        for _ in range(int(rounds)):
            for keep, measured in found.items():
                measured.append(measure(skerry, folder, keep, int(evaluations)))
                print(f"journal {keep:5} {measured[-1][0]:6.1f} us each, {measured[-1][1]:6.1f} us of processors", flush=True)
    for column, label in enumerate(("on the clock", "of processors")):
        kept, unkept = (statistics.median(row[column] for row in found[keep]) for keep in ("true", "false"))
        print(f"{label}: {kept:.1f} us with the journal and {unkept:.1f} us without, {(kept / unkept - 1) * 100:+.1f} %")


main(os.path.abspath(sys.argv[1]), *sys.argv[2:])
