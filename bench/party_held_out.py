#!/usr/bin/python3
"""Measures what skerry promises of generated party puzzles, on seeds on which nothing was chosen: how many bind in every rule, how many
are proven, and how often two islands with the shipped settings find the cheapest party.

    bench/party_held_out.py SKERRY [--types 1 2 3] [--first 201] [--seeds 20] [--runs 10] [--seconds 30] [--proof 120] [--keep FOLDER]

It prints a line for each puzzle as it goes, and a table at the end. All of it takes hours; fewer seeds and runs say so in the table."""

import argparse
import json
import math
import subprocess
import sys
import tempfile
import time
import tomllib
from pathlib import Path
from statistics import median


def call(skerry, *words):
    done = subprocess.run([str(word) for word in (skerry, *words)], capture_output=True, text=True)
    if done.returncode not in (0, 1):
        sys.exit(f"{Path(sys.argv[0]).stem}: {done.stderr}")
    return done


def shipped_run(skerry, number, puzzle, seed, seconds, target=None):
    """Runs two islands with the shipped settings of a type on a puzzle; returns the price of their party, infinite if none meets every
    rule, and the seconds."""
    changes = [f"problem.instance={puzzle}", f"stop.seconds={seconds}", "stop.generations=100000000", "trace.enabled=false"]
    changes += [f"stop.target={target}"] if target is not None else []
    words = ["run", Path(__file__).parent.parent / f"configs/party/type{number}.toml", "--islands", 2, "--seed", seed, "--quiet", "--json"]
    # Status 1 is a run without a party that meets every rule.
    out = json.loads(call(skerry, *words, *(word for change in changes for word in ("--set", change))).stdout)
    return out["best_fitness"] if out["violation"] == 0 else math.inf, out["seconds"]


def measure(skerry, folder, number, seed, arguments):
    """Returns what was seen of one puzzle; None if no pool of the seed binds in every rule."""
    file = folder / f"type{number}-{seed}.toml"
    since = time.monotonic()
    if not file.exists() and call(skerry, "generate", "party", "--type", number, "--seed", seed, "--output", file).returncode != 0:
        return None
    seen = {"generated_s": time.monotonic() - since}
    # The generator proves what it can, and says so; the rest is for validate.
    if optimum := tomllib.loads(file.read_text(encoding="utf-8")).get("optimum"):
        seen |= {"best": optimum["fitness"], "bound": optimum["fitness"], "proven": True}
    else:
        proof = json.loads(call(skerry, "validate", file, "--seconds", arguments.proof, "--json").stdout)
        seen |= {"best": proof["best"], "bound": proof["bound"], "proven": proof["proven"]}
    runs = {run: shipped_run(skerry, number, file, run, arguments.seconds, seen["best"]) for run in range(1, arguments.runs + 1)}
    # A run may find a cheaper party than the one that is not proven. Those that ended at the dearer one then run again.
    while (best := min(price for price, _ in runs.values())) < seen["best"]:
        for run in [run for run, (price, _) in runs.items() if best < price <= seen["best"]]:
            runs[run] = shipped_run(skerry, number, file, run, arguments.seconds, best)
        seen["best"] = best
    seen["runs"] = list(runs.values())
    return seen


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("skerry", metavar="SKERRY", type=Path)
    parser.add_argument("--types", type=int, nargs="+", default=[1, 2, 3])
    parser.add_argument("--first", type=int, default=201, help="the first seed (201)")
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--runs", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=30, help="of a run")
    parser.add_argument("--proof", type=float, default=120, help="seconds for what the generator has not proven")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="for the puzzles, which are not made again")
    arguments = parser.parse_args()
    lines = []
    with tempfile.TemporaryDirectory() as temporary:
        folder = arguments.keep or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        for number in arguments.types:
            every = [measure_and_say(arguments.skerry.resolve(), folder, number, arguments.first + i, arguments) for i in range(arguments.seeds)]
            puzzles = [seen for seen in every if seen]
            if not puzzles:
                continue
            gaps = [100 * (1 - seen["bound"] / seen["best"]) for seen in puzzles if not seen["proven"]]
            runs = [(price / seen["best"], seconds) for seen in puzzles for price, seconds in seen["runs"]]
            found = [seconds for ratio, seconds in runs if ratio <= 1]
            lines.append(f"| {number} | {len(puzzles)} of {len(every)} | {sum(seen['proven'] for seen in puzzles)} | {median(seen['generated_s'] for seen in puzzles):.0f} s | "
                         f"{f'{max(gaps):.1f} %' if gaps else ''} | {len(found)} of {len(runs)} | {median(found) if found else 0:.1f} s | "
                         f"{100 * (max(ratio for ratio, _ in runs) - 1):.1f} % |")  # fmt: skip
    print("| type | each rule costs 3 % | proven | generated and proven in (median) | largest gap | runs at the best | in (median) | worst run above it |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    print("\n".join(lines))


def measure_and_say(skerry, folder, number, seed, arguments):
    seen = measure(skerry, folder, number, seed, arguments)
    if seen is None:
        print(f"type {number}, seed {seed}: no pool on which each rule costs 3 %", flush=True)
        return None
    price = f"{seen['best']:g}, proven" if seen["proven"] else f"{seen['bound']:g} to {seen['best']:g}"
    runs = " ".join(f"{price:g}@{seconds:.1f}" for price, seconds in seen["runs"])
    print(f"type {number}, seed {seed}: {price}; generated in {seen['generated_s']:.0f} s; runs {runs}", flush=True)
    return seen


if __name__ == "__main__":
    main()
