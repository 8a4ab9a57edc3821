#!/usr/bin/python3
"""Measures configs/qap/tabu.toml on instances of QAPLIB: how many seeds reach the best known cost, how soon, and how near the
others come. With --migration, compares ways of migration at equal evaluations.

  bench/qap.py                                      # Taillard's instances, which skerry generates
  bench/qap.py --folder DATA --seconds 60           # all ten, from a folder with QAPLIB's files
  bench/qap.py --folder DATA --migration --evaluations 5e9 tai40a sko42
"""
import argparse
import json
import os
import pathlib
import resource
import statistics
import subprocess
import sys
import tempfile

TREE = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TREE / "analysis"))
from skerry.stats import rank_sum  # noqa: E402

#: The best known costs by QAPLIB's list.
BEST_KNOWN = {"nug12": 578, "nug30": 6124, "kra30a": 88900, "chr25a": 3796, "bur26a": 5426670, "sko42": 15812,
              "tai20a": 703482, "tai40a": 3139370, "tai80a": 13499184, "sko100a": 152002}
#: Options of `generate qap` for the published instances of Taillard.
GENERATED = {"tai20a": (20, 261789203), "tai40a": (40, 1364951216), "tai80a": (80, 1768973698)}
MIGRATIONS = {"none": ["migration.topology=none"],
              "deal": ["migration.topology=fully_connected", "migration.transfer=move"],
              "ring": ["migration.topology=ring", "migration.transfer=copy"]}


def instance_file(name, options, folder):
    """Returns the file of an instance; None if the folder lacks it and it can't be generated."""
    if options.folder and (options.folder / f"{name}.dat").exists():
        return (options.folder / f"{name}.dat").resolve()
    if name not in GENERATED:
        return None
    size, seed = GENERATED[name]
    path = folder / f"{name}.dat"
    subprocess.run([options.skerry, "generate", "qap", "--size", str(size), "--seed", str(seed), "--output", path],
                   check=True, stdout=subprocess.DEVNULL)
    return path


def run(name, file, seed, options, settings):
    """Returns the report of a run, with its gap in percent and the CPU seconds of all ranks."""
    settings = [f"problem.instance={file}", f"problem.best_known={BEST_KNOWN[name]}", "trace.enabled=false", *settings]
    command = [TREE / "jobs/mpirun.sh", "-n", options.islands, options.skerry, "run", TREE / "configs/qap/tabu.toml",
               "--seed", seed, "--json", "--quiet", *(word for setting in settings for word in ("--set", setting))]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, text=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if not done.stdout:
        sys.exit(f"qap.py: seed {seed} of {name} ended with status {done.returncode}")
    report = json.loads(done.stdout)
    report["gap"] = 100 * (report["best_fitness"] / BEST_KNOWN[name] - 1)
    report["cpu_s"] = after.ru_utime - before.ru_utime
    return report


def spread(values):
    low, _, high = statistics.quantiles(values, n=4) if len(values) > 1 else (values[0],) * 3
    return f"{low:.3f} to {high:.3f} %"


def measure_speed(name, file, options):
    runs = [run(name, file, seed, options, [f"stop.seconds={options.seconds}"]) for seed in options.seed_range]
    gaps = [report["gap"] for report in runs]
    reached = sum(report["target_reached"] for report in runs)

    def median(key):
        return statistics.median(report[key] for report in runs)

    rate = statistics.median(report["evaluations"] / report["cpu_s"] for report in runs)
    print(f"| {name} | {BEST_KNOWN[name]:,} | {reached} of {len(runs)} | {median('seconds'):.1f} | {median('cpu_s'):.1f} | "
          f"{median('evaluations'):.2g} | {rate:.2g} | {statistics.mean(gaps):.3f} % | {spread(gaps)} |", flush=True)


def quality(report):
    """Returns what orders runs: the cost, and of those that reached the best known cost their evaluations."""
    return report["best_fitness"], report["evaluations"] if report["target_reached"] else 0


def measure_migrations(name, file, options):
    limits = [f"stop.evaluations={int(options.evaluations)}"]
    runs = {}
    for seed in options.seed_range:  # in turn
        for migration, settings in MIGRATIONS.items():
            runs.setdefault(migration, []).append(run(name, file, seed, options, limits + settings))
    keys = sorted({quality(report) for reports in runs.values() for report in reports})
    ranks = {migration: [keys.index(quality(report)) for report in reports] for migration, reports in runs.items()}
    for migration, reports in runs.items():
        gaps = [report["gap"] for report in reports]
        reached = sum(report["target_reached"] for report in reports)
        p = "" if migration == "none" else f"{rank_sum(ranks[migration], ranks['none']):.2g}"
        evaluations = statistics.median(report["evaluations"] for report in reports)
        print(f"| {name} | {migration} | {reached} of {len(reports)} | {evaluations:.2g} | {statistics.mean(gaps):.3f} % | "
              f"{spread(gaps)} | {p} |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--skerry", type=pathlib.Path, default=TREE / "build/release/skerry", help="default: build/release/skerry")
    parser.add_argument("--folder", type=pathlib.Path, help="files of QAPLIB, such as nug12.dat")
    parser.add_argument("--seconds", type=float, default=60, help="limit of a run by the wall (default 60)")
    parser.add_argument("--seeds", type=int, default=10, help="runs of an instance (default 10)")
    parser.add_argument("--first-seed", type=int, default=1)
    parser.add_argument("--islands", type=int, default=2, help="islands, a process each (default 2)")
    parser.add_argument("--migration", action="store_true", help="compare ways of migration at equal evaluations")
    parser.add_argument("--evaluations", type=float, default=5e9, help="limit of a run with --migration (default 5e9)")
    parser.add_argument("instances", nargs="*", metavar="INSTANCE", help=", ".join(BEST_KNOWN))
    options = parser.parse_args()
    if unknown := [name for name in options.instances if name not in BEST_KNOWN]:
        parser.error(f"there is no instance {unknown[0]}; the instances are {', '.join(BEST_KNOWN)}")
    if not options.skerry.exists():
        parser.error(f"there is no {options.skerry}; jobs/build.sh makes it, --skerry names another one")
    options.skerry = options.skerry.resolve()
    options.seed_range = range(options.first_seed, options.first_seed + options.seeds)

    if options.migration:
        print(f"{options.islands} islands, at most {options.evaluations:.2g} evaluations, {options.seeds} seeds; p of the rank-sum "
              "test against none, by cost, and by evaluations where the best known cost was reached\n")
        print("| instance | migration | reached | evaluations | mean gap | quartiles of the gap | p |")
        print("| --- | --- | ---: | ---: | ---: | ---: | ---: |")
    else:
        print(f"{options.islands} islands, {os.cpu_count()} cores, at most {options.seconds:g} s, {options.seeds} seeds; medians of "
              "seconds, CPU seconds and evaluations; load before: " + " ".join(f"{load:.1f}" for load in os.getloadavg()) + "\n")
        print("| instance | best known | reached | seconds | CPU s | evaluations | per CPU s | mean gap | quartiles of the gap |")
        print("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    with tempfile.TemporaryDirectory() as folder:
        for name in options.instances or BEST_KNOWN:
            file = instance_file(name, options, pathlib.Path(folder))
            if file is None:
                print(f"qap.py: {name} is left out: --folder has no {name}.dat", file=sys.stderr)
            elif options.migration:
                measure_migrations(name, file, options)
            else:
                measure_speed(name, file, options)


if __name__ == "__main__":
    main()
