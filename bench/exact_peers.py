"""Compares an exact solver of skerry with SAT solvers and with MiniZinc and Gecode: agreement and times."""

import json
import re
import resource
import shutil
import statistics
import subprocess
import time

from measure import BUILD, compare, in_turn

LIMIT_S = 60


def timed(words, accepted=(0,), text=None):
    """Runs a command; returns (standard output, milliseconds of wall time, milliseconds of CPU time)."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    done = subprocess.run(
        [str(word) for word in words],
        input=text,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        timeout=LIMIT_S,
    )
    wall_ms = 1e3 * (time.perf_counter() - start)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode not in accepted:
        raise RuntimeError(f"{words[0]} ended with {done.returncode}")
    cpu_s = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return done.stdout, wall_ms, 1e3 * cpu_s


class Instance:
    """A puzzle in a file of its own for each contender, whose answers must be the same.

    A subclass for a kind of puzzle states its name in `skerry solve`, and provides the model, its data and the clauses.
    """

    kind = ""
    model = None

    def __init__(self, text, folder, limit):
        self.text, self.folder, self.limit = text, folder, limit
        self.folder.mkdir()
        (folder / "puzzle.txt").write_text(text + "\n")
        (folder / "puzzle.dzn").write_text(self.minizinc_data())
        self.answer = None

    def minizinc_data(self):
        raise NotImplementedError

    def clauses(self):
        raise NotImplementedError

    def agree(self, solutions, grid):
        """Raises RuntimeError if the contenders differ in the count of solutions, or in the grid of a unique one."""
        answer = solutions, grid if solutions == 1 else None
        self.answer = self.answer or answer
        if answer != self.answer:
            raise RuntimeError(f"{self.folder}: the contenders find {answer} and {self.answer}")

    def skerry(self):
        words = [BUILD / "skerry", "solve", self.kind, self.folder / "puzzle.txt"]
        out, wall_ms, _ = timed([*words, "--count", self.limit, "--json"])
        result = json.loads(out)
        self.agree(result["solutions"], sum(result["grid"], []))
        return wall_ms, 1e3 * result["seconds"]

    def gecode(self):
        words = ["minizinc", "--solver", "gecode", "--statistics", "-n", self.limit, self.model]
        out, wall_ms, _ = timed([*words, self.folder / "puzzle.dzn"])
        grid = [int(word) for word in out.split("----------")[0].split() if word.isdigit()]
        self.agree(out.count("----------"), grid)
        own_s = sum(float(re.search(rf"{name}=(\S+)", out).group(1)) for name in ("initTime", "solveTime"))
        return wall_ms, 1e3 * own_s

    def by_sat(self, solver):
        """Solves, then searches for another grid."""
        clauses = self.clauses()
        file = self.folder / "clauses.cnf"
        file.write_text(clauses.dimacs())
        model, wall_ms, own_ms = solver(file)
        clauses.forbid(model)
        file.write_text(clauses.dimacs())
        second, more_wall_ms, more_own_ms = solver(file)
        self.agree(1 if second is None else 2, clauses.grid(model))
        return wall_ms + more_wall_ms, own_ms + more_own_ms


def minisat(file):
    """Returns (the true literals or None, milliseconds of wall time, of the CPU time that it reports)."""
    answer = file.with_suffix(".answer")
    out, wall_ms, _ = timed(["minisat", file, answer], accepted=(10, 20))
    own_ms = 1e3 * float(re.search(r"CPU time\s*: (\S+) s", out).group(1))
    words = answer.read_text().split()
    return [int(word) for word in words[1:]] if words[0] == "SAT" else None, wall_ms, own_ms


def cadical(file):
    """Returns the same as minisat(). Its own CPU time is too coarse, so the system's is used."""
    out, wall_ms, cpu_ms = timed(["cadical", "-q", file], accepted=(10, 20))
    literals = [int(word) for line in out.splitlines() if line.startswith("v ") for word in line[2:].split()]
    return literals or None, wall_ms, cpu_ms


def contenders(limit, others, gecode):
    """Returns {name: function of an instance: (wall, own) in milliseconds} of the contenders that are installed."""
    solvers = {"skerry": lambda instance: instance.skerry()}
    solvers.update(others)
    if limit == 2:
        for solver in (minisat, cadical):
            if shutil.which(solver.__name__):
                solvers[solver.__name__] = lambda instance, solver=solver: instance.by_sat(solver)
    if gecode and shutil.which("minizinc") and shutil.which("fzn-gecode"):
        solvers["MiniZinc, Gecode"] = lambda instance: instance.gecode()
    return solvers


def side_by_side(what, instances, limit, rounds, others=None, gecode=True):
    """Returns the rows of a group of instances: the wall time of the process, and the time that the solver reports."""
    solvers = contenders(limit, others or {}, gecode)
    measured = in_turn(
        {name: lambda solve=solve: [solve(instance) for instance in instances] for name, solve in solvers.items()}, rounds
    )
    table = []
    for column, kind in enumerate(("wall time of the process", "the solver's own time")):
        medians = {
            name: [statistics.median(times[i][column] for times in all_rounds) for i in range(len(instances))]
            for name, all_rounds in measured.items()
        }
        table += compare(f"{what} ({len(instances)}), {kind}", medians, "ms", lower_is_better=True)
    return table
