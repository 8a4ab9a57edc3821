"""Compares the shipped settings of party puzzles with a plain annealing, and with an integer program in HiGHS, on pools of three markets."""

import math
import subprocess
import tempfile
import tomllib
from pathlib import Path
from statistics import median

import party_held_out
import party_milp
from measure import BUILD, Row, program, run

SECONDS = 20
SECONDS_OF_MILP = 100
#: Held-out seeds: no setting was chosen on them.
SEEDS = (101, 102, 103)
MARKETS = ("fashion", "church", "steep")


class Instance:
    """A generated puzzle, with the price that the generator has proven, if it has."""

    def __init__(self, folder, market, number, seed, heroes):
        name = f"{market}-{number}-{seed}"
        self.file, self.number = Path(folder) / f"{name}.toml", number
        pool = self.file.with_suffix(".csv")
        run([BUILD / "skerry", "generate", "party", "--type", number, "--heroes", heroes, "--market", market, "--seed", seed, "--output", self.file, "--pool", pool])
        self.puzzle = tomllib.loads(self.file.read_text(encoding="utf-8"))
        self.pool = pool
        self.proven = self.puzzle.get("optimum", {}).get("fitness", math.inf)

    def by_skerry(self, seed, seconds):
        return party_held_out.shipped_run(BUILD / "skerry", self.number, self.file, seed, seconds)[0]

    def by_annealing(self, seed, seconds):
        found = run([program("party_annealing"), self.file, seed, seconds]).split()
        return float(found[-1]) if found else math.inf

    def by_milp(self, seconds):
        with self.pool.open(encoding="utf-8") as file:
            found = party_milp.cheapest(self.puzzle, file, seconds)
        return found.fun if found.x is not None else math.inf


def above(price, best):
    return "no party" if math.isinf(price) else f"{100 * (price / best - 1):.1f} %"


def rows(quick):
    seconds, of_milp = (1, 5) if quick else (SECONDS, SECONDS_OF_MILP)
    with tempfile.TemporaryDirectory() as folder:
        for market in MARKETS[:1] if quick else MARKETS:
            for number in (1,) if quick else (1, 2, 3):
                instances = []
                for seed in SEEDS:
                    try:
                        instances.append(Instance(folder, market, number, seed, 500 if quick else 10_000))
                    except subprocess.CalledProcessError:
                        continue  # no pool of this seed on which each rule binds
                prices = {"skerry, 2 threads": [], "plain annealing, 1 thread": []}
                for instance in instances:
                    prices["skerry, 2 threads"].append(instance.by_skerry(1, seconds))
                    prices["plain annealing, 1 thread"].append(instance.by_annealing(1, seconds))
                best = [min(instance.proven, *found) for instance, *found in zip(instances, *prices.values(), strict=True)]
                what = f"{market}, type {number}: price above the best known, {seconds} s, {len(instances)} pools"
                for name, found in prices.items():
                    gaps = [price / least for price, least in zip(found, best, strict=True)]
                    spread = f"worst: {above(max(gaps), 1)}"
                    yield Row(what, name, above(median(gaps), 1), spread)
                if instances and number == 1:
                    found = instances[0].by_milp(of_milp)
                    yield Row(what, f"HiGHS, {of_milp} s, first pool", above(found, best[0]))
