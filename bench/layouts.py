#!/usr/bin/python3
"""Compares ways to carry the same islands on this machine: threads of one process, threads of two ranks, a rank each.

The ways run in turn (A B C A B C ...), so that a slow minute affects all of them. The time is that of the evolution alone
(`elapsed_s` of the trace), and all traces of a configuration have to be the same. Usage: bench/layouts.py SKERRY
"""

import argparse
import statistics
import subprocess
import tempfile
from pathlib import Path

import h5py

from measure import ROOT

#: What a migration moves is little in the first, and much in the second.
WORK = {
    "traps of 50 bits, 100 individuals, epochs of 1 generation":
        ["configs/benchmarks/trap.toml", "island.population=100", "island.offspring=100", "migration.every=1"],
    "Rastrigin, 100 individuals, epochs of 2 generations":
        ["configs/paper/islands/rastrigin.toml", "island.population=100", "island.offspring=100", "migration.every=2", "stop.evaluations=100000000"],
    "party of type 2, epochs of 10 generations":
        ["configs/party/type2.toml", "migration.every=10"],
}


def elapsed(skerry, folder, configuration, settings, islands, generations, ranks):
    trace = folder / f"{ranks}.h5"
    command = [skerry, "run", ROOT / configuration, "--output", trace, "--force", "--quiet", "--islands", str(islands)]
    for setting in [*settings, f"stop.generations={generations}", "stop.at_target=false", "checkpoint.enabled=false"]:
        command += ["--set", setting]
    if ranks > 1:
        command = [ROOT / "jobs/mpirun.sh", "-n", str(ranks), *command]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    with h5py.File(trace) as file:
        return float(file.attrs["elapsed_s"]), file["best/genome"][()].tobytes()


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("skerry", type=Path)
    arguments.add_argument("--islands", type=int, default=8)
    arguments.add_argument("--generations", type=int, default=400)
    arguments.add_argument("--rounds", type=int, default=5)
    chosen = arguments.parse_args()
    ranks = [1, 2, chosen.islands]
    print("| work | threads of one process | of two ranks | a rank each |\n| --- | ---: | ---: | ---: |")
    with tempfile.TemporaryDirectory() as folder:
        for work, (configuration, *settings) in WORK.items():
            times = {number: [] for number in ranks}
            for _ in range(chosen.rounds):
                ends = set()
                for number in ranks:
                    seconds, end = elapsed(chosen.skerry.resolve(), Path(folder), configuration, settings, chosen.islands,
                                           chosen.generations, number)
                    times[number].append(seconds)
                    ends.add(end)
                assert len(ends) == 1, "layouts of one run differ"
            first = statistics.median(times[1])
            cells = [f"{first:.3g} s"]
            for number in ranks[1:]:
                ratios = sorted(other / own for own, other in zip(times[1], times[number]))
                cells.append(f"{statistics.median(ratios):.2f} x [{ratios[0]:.2f}, {ratios[-1]:.2f}]")
            print(f"| {work} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
