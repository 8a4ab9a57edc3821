#!/usr/bin/python3
"""Rules as rules, or as objectives? Levonyan et al. 2020 (VI) leave open how their search, which keeps to the rules, compares with one that
optimises synergy and level together with the price.

    bench/party_objectives.py SKERRY [--seeds 50] [--evaluations 40000]

It takes the three puzzles that bind and that Algorithm 1 can build, and the paper's single population with its operators. *rules* is the
paper's search. *objectives* is NSGA-II on price, synergy and mean level without the two rules; what counts is the cheapest party of its front
that meets them. *both* keeps the rules and has the objectives. Other rules (religions, hometowns, elves) stay rules.

Criterion, committed before the first run: a way is better than the rules if the interval of 95 % of its A12 against them lies above 0.5 on
two of the three types and below on none, worse if the other way round, and else they are not told apart. A run without a party ranks last."""

import argparse
import math
import re
import sys
import tempfile
from pathlib import Path
from statistics import median

import h5py
from party_held_out import call

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "analysis"))
from skerry.effects import a12_estimate  # noqa: E402
from skerry.study_tables import interval  # noqa: E402

NEAR = 1e-9  # by which a rule may be missed
NSGA2 = """
[problem]
type = "party"
mutated_return = false
instance = "{instance}"
objectives = ["price", "synergy", "mean level"]
[island]
algorithm = "nsga2"
population = 50
offspring = 100
crossover_rate = 1.0
gene_rate = 0.2
[stop]
at_target = false
"""


def run(arguments, config, seed, trace):
    changes = ["stop.generations=1000000", f"stop.evaluations={arguments.evaluations}"]
    call(arguments.skerry, "run", config, "--seed", seed, "--quiet", "--force", "--output", trace, *(word for change in changes for word in ("--set", change)))
    return h5py.File(trace)


def price_by_rules(arguments, puzzle, folder, seed):
    config = folder / "rules.toml"
    text = (ROOT / "configs/party/type1-vanilla.toml").read_text(encoding="utf-8")
    config.write_text(re.sub(r'(?m)^instance = ".*"', f'instance = "{puzzle}"', text), encoding="utf-8")
    with run(arguments, config, seed, folder / "rules.h5") as trace:
        best = trace["best"].attrs
        return float(best["fitness"]) if best["violation"] == 0 else math.inf


def price_by_objectives(arguments, puzzle, folder, seed, synergy, level):
    config = folder / "objectives.toml"
    config.write_text(NSGA2.format(instance=puzzle), encoding="utf-8")
    with run(arguments, config, seed, folder / "objectives.h5") as trace:
        front = trace["front/objectives"][:]
    return min((price for price, had, mean in front if had >= synergy - NEAR and mean >= level - NEAR), default=math.inf)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("skerry", metavar="SKERRY", type=Path)
    parser.add_argument("--seeds", type=int, default=50)
    parser.add_argument("--evaluations", type=int, default=40000)
    arguments = parser.parse_args()
    print("| puzzle | rules: runs with a party, median price | objectives | A12 | both | A12 |\n|---|---|---|---|---|---|")
    for number in (1, 2, 3):
        puzzle = ROOT / f"configs/instances/buildable/type{number}.toml"
        text = re.sub(r"\[optimum\][^\[]*", "", puzzle.read_text(encoding="utf-8"))
        text = text.replace('file = "', f'file = "{puzzle.parent}/')
        level_rule = r'\[\[requirement\]\]\nkind = "average"\nproperty = "level"\nat_least = (\S+)\n'
        synergy, level = float(re.search(r"\[synergy\]\nat_least = (\S+)", text)[1]), float(re.search(level_rule, text)[1])
        with tempfile.TemporaryDirectory() as temporary:
            folder = Path(temporary)
            kept, open_puzzle = folder / "rules_puzzle.toml", folder / "open_puzzle.toml"
            kept.write_text(text, encoding="utf-8")
            open_puzzle.write_text(re.sub(level_rule, "", re.sub(r"(\[synergy\]\n)at_least = \S+\n", r"\1", text)), encoding="utf-8")
            seeds = range(1, arguments.seeds + 1)
            rules = [price_by_rules(arguments, kept, folder, seed) for seed in seeds]
            ways = [[price_by_objectives(arguments, file, folder, seed, synergy, level) for seed in seeds] for file in (open_puzzle, kept)]
        cells = [told(rules)]
        for way in ways:
            cells += [told(way), interval(a12_estimate([-price for price in way], [-price for price in rules]), 2)]
        print(f"| type {number} |", " | ".join(cells), "|", flush=True)


def told(prices):
    found = [price for price in prices if price < math.inf]
    return f"{len(found)}/{len(prices)}, {median(found):,.10g}" if found else f"0/{len(prices)}"


if __name__ == "__main__":
    main()
