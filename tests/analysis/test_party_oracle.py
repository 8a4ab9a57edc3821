"""Checks the prices that `validate` proves against an integer program of the whole puzzle, solved by HiGHS."""

import csv
import itertools
import json
import os
import subprocess
import tomllib
from pathlib import Path

import numpy as np
import pytest
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import coo_matrix

TREE = Path(__file__).resolve().parents[2]
BINARY = Path(os.environ.get("SKERRY", TREE / "build/release/skerry")).resolve()
SECONDS = 20
NODES = 4
EDGES = [(0, 1), (1, 2), (2, 3), (3, 0)]
PUZZLE = f"""name = "small"
[pool]
file = "heroes.csv"
[formation]
nodes = {NODES}
edges = {[list(edge) for edge in EDGES]}
[objective]
property = "price"
[synergy]
at_least = 0.75
traits = ["race", "nation", "hometown"]
curve = [0, 0.5, 1]
[[requirement]]
kind = "average"
property = "level"
at_least = 72
[[requirement]]
kind = "distinct"
property = "religion"
at_least = 3
[[requirement]]
kind = "share"
property = "religion"
at_most = 2
[[requirement]]
kind = "count"
property = "rarity"
value = "common"
at_most = 2
"""


def skerry(*arguments, cwd):
    return subprocess.run([str(part) for part in (BINARY, *arguments)], cwd=cwd, capture_output=True, text=True, timeout=300, check=True)


class Program:
    """A linear program that is built row by row."""

    def __init__(self):
        self.cost, self.most, self.whole, self.rows = [], [], [], []

    def variable(self, cost=0.0, most=1.0, whole=False):
        self.cost.append(cost)
        self.most.append(most)
        self.whole.append(whole)
        return len(self.cost) - 1

    def row(self, terms, least=-np.inf, most=np.inf):
        self.rows.append((terms, least, most))

    def solve(self):
        entries = [(row, column, factor) for row, (terms, _, _) in enumerate(self.rows) for column, factor in terms]
        rows, columns, factors = zip(*entries, strict=True)
        matrix = coo_matrix((factors, (rows, columns)), shape=(len(self.rows), len(self.cost)))
        least, most = zip(*((least, most) for _, least, most in self.rows), strict=True)
        return milp(self.cost, integrality=self.whole, bounds=Bounds(0, self.most), options={"time_limit": SECONDS},
                    constraints=LinearConstraint(matrix.tocsr(), least, most))  # fmt: skip


def cheapest(puzzle, heroes, most):
    """Returns the least price, if it is `most` or less: of a variable for each hero on each node, and one for each value that the ends of an edge may share."""
    program = Program()
    stands = [[program.variable(float(hero["price"]), whole=True) for _ in range(NODES)] for hero in heroes]
    program.row([(variable, float(hero["price"])) for hero, of_hero in zip(heroes, stands, strict=True) for variable in of_hero], most=most)
    for node in range(NODES):
        program.row([(of_hero[node], 1) for of_hero in stands], 1, 1)
    for of_hero in stands:
        program.row([(variable, 1) for variable in of_hero], most=1)

    def holders(column, value, node):
        return [(stands[i][node], 1) for i, hero in enumerate(heroes) if hero[column] == value]

    synergy = puzzle["synergy"]
    weights = []
    for a, b in puzzle["formation"]["edges"]:
        weight = program.variable()
        shared = []
        for trait in synergy["traits"]:
            for value in {hero[trait] for hero in heroes}:
                both = program.variable()
                shared.append((both, -0.5))
                for node in (a, b):
                    program.row([(both, 1)] + [(variable, -1) for variable, _ in holders(trait, value, node)], most=0)
        program.row([(weight, 1), *shared], most=0)
        weights.append((weight, 1))
    program.row(weights, least=synergy["at_least"] * len(weights) - 1e-9)

    for rule in puzzle["requirement"]:
        least, most = rule.get("at_least", -np.inf), rule.get("at_most", np.inf)
        column = rule["property"]
        if rule["kind"] == "average":
            terms = [(variable, float(hero[column])) for hero, of_hero in zip(heroes, stands, strict=True) for variable in of_hero]
            program.row(terms, least * NODES, most * NODES)
        elif rule["kind"] == "count":
            program.row(list(itertools.chain(*(holders(column, rule["value"], node) for node in range(NODES)))), least, most)
        else:
            present = []
            for value in {hero[column] for hero in heroes}:
                of_value = list(itertools.chain(*(holders(column, value, node) for node in range(NODES))))
                if rule["kind"] == "share":
                    program.row(of_value, most=most)
                    continue
                present.append((program.variable(), 1))
                program.row([(present[-1][0], 1)] + [(variable, -1) for variable, _ in of_value], most=0)
            if present:
                program.row(present, least)
    return program.solve()


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_validate_proves_the_price_that_highs_finds(tmp_path, seed):
    skerry("generate", "party", "--type", 1, "--heroes", 120, "--binding", 0, "--seed", seed, "--set", "nations=6", "--pool", "heroes.csv",
           cwd=tmp_path)  # fmt: skip
    (tmp_path / "small.toml").write_text(PUZZLE)
    answer = json.loads(skerry("validate", "small.toml", "--json", cwd=tmp_path).stdout)
    assert answer["proven"], answer
    with (tmp_path / "heroes.csv").open() as file:
        heroes = list(csv.DictReader(file))
    found = cheapest(tomllib.loads(PUZZLE), heroes, answer["best"])
    if found.status == 1:
        pytest.skip(f"HiGHS needs more than {SECONDS} s for seed {seed}")
    assert found.status == 0, found.message
    assert round(found.fun) == answer["best"]
