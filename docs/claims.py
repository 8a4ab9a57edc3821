#!/usr/bin/env python3
"""Prints the table of the paper's two claims about islands (docs/islands.md), and what the criterion of
configs/paper/party-islands.toml says of it, from the traces of a folder. Puzzles of which runs are missing are left out.

  python3 docs/claims.py FOLDER [EVALUATIONS ...]     by default 40,000 and 400,000
"""

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path

ANALYSIS = {**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parent.parent / "analysis")}
BUDGETS = [int(word) for word in sys.argv[2:]] or [40_000, 400_000]


def rows(command: str, *options: str) -> list[dict]:
    told = subprocess.run(
        [sys.executable, "-m", "skerry", command, *sys.argv[1:2], *options, "--format", "json"], check=True, stdout=subprocess.PIPE, env=ANALYSIS
    )
    return list(json.loads(told.stdout))


def study(budget: int, diversity: str) -> list[dict]:
    return rows("study", "--diversity", diversity, "--evaluations", str(budget))


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


def ended(row: dict) -> str:
    return f"{row['feasible']}/{row['runs']}" + ("" if row["median"] is None else f" {row['median']:,.10g}")


MEASURES = ("fitness_diversity", "island_fitness_diversity", "genotype_diversity")
found = {budget: {measure: study(budget, measure) for measure in MEASURES} for budget in BUDGETS}
by_budget = {budget: {measure: compared(told) for measure, told in each.items()} for budget, each in found.items()}
first_islands = {row["instance"]: row for row in rows("origins") if row["position"] == "first"}
kinds = {puzzle: puzzle.partition(", ")[2] for puzzle in by_budget[BUDGETS[0]][MEASURES[0]]}
puzzles = sorted(kinds, key=lambda puzzle: (kinds[puzzle], puzzle))


def line(name: str, cell: Callable[[str], str]) -> None:
    print(f"| {name} |", " | ".join(cell(puzzle) for puzzle in puzzles), "|")


def lines(name: str, measure: str, figure: str, places: int | None = None) -> None:
    line(name, lambda p: "<br>".join(interval(by_budget[budget][measure][p], figure, places) for budget in BUDGETS))


def both_ended(puzzle: str) -> str:
    others = {budget: {row["instance"]: row for row in found[budget][MEASURES[0]] if row["is_baseline"]} for budget in BUDGETS}
    return "<br>".join(f"{ended(by_budget[budget][MEASURES[0]][puzzle])}; {ended(others[budget][puzzle])}" for budget in BUDGETS)


line(f"five islands over one population, after {' and '.join(f'{budget:,}' for budget in BUDGETS)} evaluations", str)
print("|---" * (len(puzzles) + 1) + "|")
line("runs with a party, median price", both_ended)
lines("A12 (published: above 0.5)", MEASURES[0], "a12", 2)
lines("variance, ratio (below 1)", MEASURES[0], "variance_ratio")
lines("fitness diversity of all islands as one, ratio (at least 2)", MEASURES[0], "diversity_ratio")
lines("within islands, ratio", MEASURES[1], "diversity_ratio")
lines("genotype diversity within islands, ratio", MEASURES[2], "diversity_ratio")
line("step after a migration, coins (above 0)", lambda p: interval(first_islands[p], "step", 1))

CLAIMS = (
    ("lower end", MEASURES[0], "a12", 0.5, True),
    ("less variance", MEASURES[0], "variance_ratio", 1, False),
    ("diversity, all as one", MEASURES[0], "diversity_ratio", 2, True),
    ("diversity within islands", MEASURES[1], "diversity_ratio", 2, True),
    ("diversity of genotypes", MEASURES[2], "diversity_ratio", 2, True),
)


def verdicts(claim: str, told: dict[str, str]) -> None:
    print(f"{claim}:", "; ".join(f"{puzzle}: {verdict}" for puzzle, verdict in told.items()))
    for kind in dict.fromkeys(kinds.values()):
        print(f"  all that {kind}:", of_class([told[puzzle] for puzzle in puzzles if kinds[puzzle] == kind]))


for budget in BUDGETS:
    print()
    for claim, measure, name, bound, above in CLAIMS:
        verdicts(f"{claim}, {budget:,}", {puzzle: side(by_budget[budget][measure][puzzle], name, bound, above) for puzzle in puzzles})
print()
verdicts("steps", {puzzle: side(first_islands[puzzle], "step", 0, True) for puzzle in puzzles})
