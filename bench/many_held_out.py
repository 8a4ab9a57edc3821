#!/usr/bin/python3
"""Compares fronts and maps of generated party puzzles, on seeds on which nothing was chosen, with searches for one level or cell alone.

    bench/many_held_out.py SKERRY [--types 1 2 3] [--first 301] [--pools 10] [--seconds 60 | --evaluations 100000000] [--only fronts] [--keep FOLDER]

A front is what `configs/party/type?-front.toml` ends with on two islands; beside it stands, for each level of synergy, the cheaper party of
`skerry front` in the same seconds and of a search by annealing with the level as a rule, which has half of the budget for each. A map is that
of `skerry map` in twice the seconds; beside it stands a search by annealing for each cell, with a 24th of that budget. With --evaluations the
budgets of fronts, levels and cells are evaluations, so that a busy machine does not change them; the seconds are those of the proofs and maps.

Criterion, for all pools of a type together: the front has at least 95 % of the levels at which a party is known, and none is dearer by more
than 2 %. The map fills at least 90 % of the cells that the searches fill, none dearer by more than 5 %, and of the cells that neither fills at
least half are proven empty. All ten pools of three types take some fifteen hours."""

import argparse
import json
import math
import re
import tempfile
import time
from pathlib import Path

import h5py
from party_held_out import call

CONFIGS = Path(__file__).parent.parent / "configs/party"
NEAR = 1e-9  # by which a rule may be missed


class Pool:
    """One puzzle, its budgets, and searches on it."""

    def __init__(self, arguments, folder, number, seed):
        self.arguments, self.number, self.skerry = arguments, number, arguments.skerry.resolve()
        self.file = folder / f"type{number}-{seed}.toml"
        if not self.file.exists():
            call(self.skerry, "generate", "party", "--market", "fashion", "--type", number, "--seed", seed, "--output", self.file)
        self.text = re.sub(r"\[optimum\][^\[]*", "", self.file.read_text(encoding="utf-8")) if self.file.exists() else None

    def run(self, config, puzzle, share, output=None):
        """Runs two islands with a share of the budget of a front."""
        amount = self.arguments.evaluations or self.arguments.seconds
        key = "evaluations" if self.arguments.evaluations else "seconds"
        changes = [f"problem.instance={puzzle}", f"stop.{key}={amount * share:.0f}" if key == "evaluations" else f"stop.{key}={amount * share}"]
        changes += ["stop.generations=100000000"] + ([] if output else ["trace.enabled=false"])
        words = ["run", CONFIGS / config, "--islands", 2, "--seed", 1, "--quiet", "--json", *(["--output", output, "--force"] if output else [])]
        return json.loads(call(self.skerry, *words, *(word for change in changes for word in ("--set", change))).stdout)

    def alone(self, text, share):
        """Returns the price that annealing finds for a changed puzzle, infinite for none."""
        puzzle = self.file.with_name("alone.toml")
        puzzle.write_text(text, encoding="utf-8")
        out = self.run(f"type{self.number}.toml", puzzle, share)
        return out["best_fitness"] if out["violation"] == 0 else math.inf

    def fronts(self):
        """Returns for each level with a known party its price and that of the front."""
        trace = self.file.with_suffix(".h5")
        self.run(f"type{self.number}-front.toml", self.file, 1, trace)
        with h5py.File(trace) as file:
            front = file["front/objectives"][:]
        proof = json.loads(call(self.skerry, "front", self.file, "--seconds", self.arguments.seconds, "--json", "--quiet").stdout)
        pairs = {}
        for level in (row for row in proof["levels"] if row["solvable"] is not False):
            asked = re.sub(r"(\[synergy\]\nat_least = )\S+", rf"\g<1>{level['level']}", self.text)
            known = min(self.alone(asked, 0.5), math.inf if level["best"] is None else level["best"])
            had = min((price for price, synergy in front if synergy >= level["level"] - NEAR), default=math.inf)
            pairs[level["level"]] = known, had
        # A party of a tighter level is one of a looser level, too.
        least = {level: min(known for other, (known, _) in pairs.items() if other >= level) for level in pairs}
        return {level: (least[level], had) for level, (_, had) in pairs.items() if min(least[level], had) < math.inf}

    def maps(self):
        """Returns for each cell the price that is known, that of the map, and whether it is proven empty."""
        out = json.loads(call(self.skerry, "map", self.file, "--seconds", 2 * self.arguments.seconds, "--json", "--quiet").stdout)
        triples = {}
        for cell in out["cells"]:
            rules = "".join(
                f'\n[[requirement]]\nkind = "distinct"\nproperty = "{axis["name"].split(" ", 1)[1]}"\nexactly = {round(axis["least"] + 0.5) + place}\n'
                for axis, place in zip(out["features"], cell["places"], strict=True)
            )
            empty = cell["state"] == "empty"
            known = math.inf if empty else self.alone(self.text + rules, 1 / 12)
            triples[tuple(cell["places"])] = known, cell.get("fitness", math.inf), empty
        return triples


def dearer(pairs):
    return max((had / known - 1 for known, had in pairs if math.inf not in (known, had)), default=0)


def front_line(rows):
    pairs = [pair for row in rows for pair in row.values() if pair[0] < math.inf]
    has = sum(had < math.inf for _, had in pairs)
    held = has >= 0.95 * len(pairs) and dearer(pairs) <= 0.02
    return f"{len(rows)} fronts: {has} of {len(pairs)} levels, dearer by at most {100 * dearer(pairs):.1f} %: {'holds' if held else 'does NOT hold'}"


def map_line(rows):
    triples = [triple for row in rows for triple in row.values()]
    known = [(price, had) for price, had, _ in triples if price < math.inf]
    has, empty = sum(had < math.inf for _, had in known), sum(empty for *_, empty in triples)
    neither = sum(price == had == math.inf for price, had, _ in triples)
    held = has >= 0.9 * len(known) and dearer(known) <= 0.05 and empty >= 0.5 * neither
    return (f"{len(rows)} maps: {has} of {len(known)} cells, dearer by at most {100 * dearer(known):.1f} %, {empty} of {neither} "
            f"that neither fills proven empty: {'holds' if held else 'does NOT hold'}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("skerry", metavar="SKERRY", type=Path)
    parser.add_argument("--types", type=int, nargs="+", default=[1, 2, 3])
    parser.add_argument("--first", type=int, default=301, help="the first seed (301)")
    parser.add_argument("--pools", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=60, help="of a front")
    parser.add_argument("--evaluations", type=float, help="of a front, in place of seconds")
    parser.add_argument("--only", choices=["fronts", "maps"])
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="for the puzzles, which are not made again")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = (arguments.keep or Path(temporary)).resolve()
        folder.mkdir(parents=True, exist_ok=True)
        for number in arguments.types:
            seen = {"fronts": [], "maps": []}
            for seed in range(arguments.first, arguments.first + arguments.pools):
                pool = Pool(arguments, folder, number, seed)
                for kind in [kind for kind in seen if pool.text and arguments.only in (None, kind)]:
                    since = time.monotonic()
                    seen[kind].append(getattr(pool, kind)())
                    told = {"/".join(f"{part:.4g}" for part in key) if kind == "maps" else f"{key:.3f}": value for key, value in seen[kind][-1].items()}
                    print(f"type {number} seed {seed} {kind}, {time.monotonic() - since:.0f} s: {told}", flush=True)
            for kind, line in (("fronts", front_line), ("maps", map_line)):
                if seen[kind]:
                    print(f"type {number}: {line(seen[kind])}", flush=True)


if __name__ == "__main__":
    main()
