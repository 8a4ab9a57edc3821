#!/usr/bin/env python3
"""Prints the table of the paper's two claims about islands (docs/islands.md), and what the criterion of
configs/paper/party-islands.toml says of it, from the traces of a folder. Puzzles of which runs are missing are left out.

  python3 docs/claims.py FOLDER [options of `analysis study`: --evaluations 40000]
"""

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

ANALYSIS = {**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parent.parent / "analysis")}


def rows(command: str, *options: str) -> list[dict]:
    told = subprocess.run(
        [sys.executable, "-m", "skerry", command, *sys.argv[1:2], *options, "--format", "json"], check=True, stdout=subprocess.PIPE, env=ANALYSIS
    )
    return list(json.loads(told.stdout))


def study(diversity: str) -> list[dict]:
    return rows("study", "--diversity", diversity, *sys.argv[2:])


def compared(found: list[dict]) -> dict[str, dict]:
    missing = {row["instance"] for row in found if row["runs"] < row["planned"]}
    return {row["instance"]: row for row in found if "a12" in row and row["instance"] not in missing}


def short(value: float, places: int | None = None) -> str:
    if places is None:
        return f"{value:.3g}" if abs(value) < 999.5 else f"{value:,.0f}"
    return f"{value:,.{places}f}"


def interval(row: dict, name: str, places: int | None = None) -> str:
    if row[name] is None:
        return "not known"
    value, low, high = (short(row[name + end], places) for end in ("", "_low", "_high"))
    return f"{value} [{low}, {high}]"


def side(row: dict, name: str, bound: float, above: bool) -> str:
    if row[name] is None:
        return "open"
    low, high = row[name + "_low"], row[name + "_high"]
    if not above:
        low, high, bound = -high, -low, -bound
    return "confirmed" if low >= bound else "refuted" if high < bound else "open"


def of_class(found: list[str]) -> str:
    count = Counter(found)
    for verdict, other in (("confirmed", "refuted"), ("refuted", "confirmed")):
        if count[verdict] >= 2 and not count[other]:
            return verdict
    return "open"


first = study("fitness_diversity")
as_one, within, genotypes = (compared(each) for each in (first, study("island_fitness_diversity"), study("genotype_diversity")))
others = {row["instance"]: row for row in first if row["is_baseline"]}
first_islands = {row["instance"]: row for row in rows("origins") if row["position"] == "first"}
puzzles = list(as_one)


def line(name: str, cell) -> None:
    print(f"| {name} |", " | ".join(cell(puzzle) for puzzle in puzzles), "|")


line("five islands over one population", str)
print("|---" * (len(puzzles) + 1) + "|")
line("runs with a party, and all", lambda p: ", ".join(f"{row['feasible']}/{row['runs']}" for row in (as_one[p], others[p])))
line("final fitness, medians, coins", lambda p: "; ".join("none" if row["median"] is None else f"{row['median']:,.10g}" for row in (as_one[p], others[p])))
line("A12 (published: above 0.5)", lambda p: interval(as_one[p], "a12", 2))
line("variance, ratio (below 1)", lambda p: interval(as_one[p], "variance_ratio"))
line("fitness diversity of all islands as one, ratio (at least 2)", lambda p: interval(as_one[p], "diversity_ratio"))
line("within islands, ratio", lambda p: interval(within[p], "diversity_ratio"))
line("genotype diversity within islands, ratio", lambda p: interval(genotypes[p], "diversity_ratio"))
line("step after a migration, coins (above 0)", lambda p: interval(first_islands[p], "step", 1))

claims = (
    ("lower end", as_one, "a12", 0.5, True),
    ("less variance", as_one, "variance_ratio", 1, False),
    ("diversity, all as one", as_one, "diversity_ratio", 2, True),
    ("diversity within islands", within, "diversity_ratio", 2, True),
)
kinds = {puzzle: puzzle.partition(", ")[2] for puzzle in puzzles}
print()
for claim, table, name, bound, above in claims:
    found = {puzzle: side(table[puzzle], name, bound, above) for puzzle in puzzles}
    print(f"{claim}:", "; ".join(f"{puzzle}: {verdict}" for puzzle, verdict in found.items()))
    for kind in dict.fromkeys(kinds.values()):
        print(f"  all that {kind}:", of_class([found[puzzle] for puzzle in puzzles if kinds[puzzle] == kind]))
