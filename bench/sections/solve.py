"""Compares `skerry solve skyscraper` with SAT solvers, MiniZinc and Gecode: one solution, and the proof that it is unique."""

import random
import shutil
import tempfile
from pathlib import Path

import exact_peers
from measure import BUILD, ROOT, run
from skyscraper_peers import Clauses, minizinc_data, parse

TOWERS = shutil.which("towers") or shutil.which("sgt-towers") or "/usr/games/sgt-towers"


class Instance(exact_peers.Instance):
    kind = "skyscraper"
    model = ROOT / "bench" / "skyscraper.mzn"

    def minizinc_data(self):
        return minizinc_data(parse(self.text))

    def clauses(self):
        return Clauses(parse(self.text))


def generated(sizes, difficulty, count):
    ids = []
    for size in sizes:
        options = ["--size", size, "--difficulty", difficulty, "--count", count]
        out = run([BUILD / "skerry", "generate", "skyscraper", *options])
        ids += [line for line in out.splitlines() if not line.startswith("#")]
    return ids


def towers(sizes):
    ids = []
    for size in sizes:
        for difficulty in "ehxu":
            ids.append(run([TOWERS, "--generate", 1, f"{size}d{difficulty}#1"]).strip())
    return ids


def sparse(sizes, count):
    """Returns unreasonable puzzles with every third clue left."""
    chance = random.Random(1)
    ids = []
    for game_id in generated(sizes, "unreasonable", count):
        size, _, clues = game_id.partition(",")[0].partition(":")
        ids.append(f"{size}:" + "/".join(clue if chance.random() < 1 / 3 else "" for clue in clues.split("/")))
    return ids


def group(what, ids, limit, folder, rounds):
    instances = [Instance(game_id, folder / f"{i}", limit) for i, game_id in enumerate(ids)]
    return exact_peers.side_by_side(what, instances, limit, rounds)


def rows(quick):
    sizes = range(4, 6) if quick else range(4, 10)
    count, rounds = (1, 1) if quick else (3, 5)
    groups = [
        (f"solve, {difficulty} puzzles, {sizes[0]}x{sizes[0]} to {sizes[-1]}x{sizes[-1]}", generated(sizes, difficulty, count), 2)
        for difficulty in ("easy", "hard", "unreasonable")
    ]
    if Path(TOWERS).exists():
        groups.append(("solve, puzzles of towers, every size and difficulty", towers(sizes), 2))
    groups.append(("count up to 1,000 solutions, few clues", sparse(sizes, count), 1000))
    table = []
    with tempfile.TemporaryDirectory() as folder:
        for i, (what, ids, limit) in enumerate(groups):
            (Path(folder) / f"{i}").mkdir()
            table += group(what, ids, limit, Path(folder) / f"{i}", rounds)
    return table
