"""Party puzzles as integer programs, solved by HiGHS: a variable for each hero on each node, and one for each value that the ends of an edge may share."""

import csv
import itertools

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import coo_matrix


class Program:
    """A linear program that is built row by row."""

    def __init__(self):
        self.cost, self.most, self.whole, self.rows = [], [], [], []

    def variable(self, cost=0.0, whole=False):
        self.cost.append(cost)
        self.most.append(1.0)
        self.whole.append(whole)
        return len(self.cost) - 1

    def row(self, terms, least=-np.inf, most=np.inf):
        self.rows.append((terms, least, most))

    def solve(self, seconds):
        entries = [(row, column, factor) for row, (terms, _, _) in enumerate(self.rows) for column, factor in terms]
        rows, columns, factors = zip(*entries, strict=True)
        matrix = coo_matrix((factors, (rows, columns)), shape=(len(self.rows), len(self.cost)))
        least, most = zip(*((least, most) for _, least, most in self.rows), strict=True)
        return milp(self.cost, integrality=self.whole, bounds=Bounds(0, self.most), options={"time_limit": seconds},
                    constraints=LinearConstraint(matrix.tocsr(), least, most))  # fmt: skip


def cheapest(puzzle, pool, seconds, most=np.inf):
    """Returns scipy's result for the least price, if it is `most` or less, of a puzzle (parsed from TOML) on the lines of its pool's CSV.
    It knows the requirements average, distinct, count and share, and a synergy whose curve rises evenly up to 1."""
    heroes = list(csv.DictReader(pool))
    nodes = range(len(puzzle["formation"].get("names", [])) or puzzle["formation"]["nodes"])
    prices = [float(hero[puzzle["objective"]["property"]]) for hero in heroes]
    program = Program()
    stands = [[program.variable(price, whole=True) for _ in nodes] for price in prices]
    if most < np.inf:
        program.row([(variable, price) for price, of_hero in zip(prices, stands, strict=True) for variable in of_hero], most=most)
    for node in nodes:
        program.row([(of_hero[node], 1) for of_hero in stands], 1, 1)
    for of_hero in stands:
        program.row([(variable, 1) for variable in of_hero], most=1)

    def holders(column, value, node):
        return [(stands[i][node], 1) for i, hero in enumerate(heroes) if hero[column] == value]

    def of_all(column, value):
        return list(itertools.chain(*(holders(column, value, node) for node in nodes)))

    synergy = puzzle["synergy"]
    step = synergy["curve"][1] - synergy["curve"][0]
    weights = []
    for a, b in puzzle["formation"]["edges"]:
        weight = program.variable()
        shared = []
        for trait in synergy["traits"]:
            for value in {hero[trait] for hero in heroes}:
                both = program.variable()
                shared.append((both, -step))
                for node in (a, b):
                    program.row([(both, 1)] + [(variable, -1) for variable, _ in holders(trait, value, node)], most=0)
        program.row([(weight, 1), *shared], most=0)
        weights.append((weight, 1))
    program.row(weights, least=synergy["at_least"] * len(weights) - 1e-9)

    for rule in puzzle["requirement"]:
        least, most_of_rule = rule.get("at_least", -np.inf), rule.get("at_most", np.inf)
        column = rule["property"]
        if rule["kind"] == "average":
            terms = [(variable, float(hero[column])) for hero, of_hero in zip(heroes, stands, strict=True) for variable in of_hero]
            program.row(terms, least * len(nodes), most_of_rule * len(nodes))
        elif rule["kind"] == "count":
            program.row(of_all(column, rule["value"]), least, most_of_rule)
        elif rule["kind"] == "share":
            for value in {hero[column] for hero in heroes}:
                program.row(of_all(column, value), most=most_of_rule)
        else:
            present = []
            for value in {hero[column] for hero in heroes}:
                present.append((program.variable(), 1))
                program.row([(present[-1][0], 1)] + [(variable, -1) for variable, _ in of_all(column, value)], most=0)
            program.row(present, least)
    return program.solve(seconds)
