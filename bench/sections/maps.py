"""Measures MAP-Elites at equal evaluations beside other libraries, what many cells cost, and what islands need."""

import os
import subprocess
from statistics import median

from measure import PYTHON, ROOT, Row, compare, in_turn, number, program, run

#: Problem: generations, as in the settings that publish it; sphere a tenth of the 10,000 of pyribs' example.
GENERATIONS = {"sphere": 1000, "sphere-line": 1000, "arm": 700, "rastrigin": 120}
#: Where a library comes from that no Debian package has. MAPS_PYTHON names the Python that has it.
WHEELS = {"ribs": "pip install ribs", "qdpy": "pip install qdpy"}
QUIET = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}


def peer(library):
    return [os.environ.get("MAPS_PYTHON", PYTHON) if library in WHEELS else PYTHON, ROOT / "bench" / "maps_peers.py", library]


def present(library):
    module = {"ribs": "ribs", "qdpy": "qdpy", "deap": "deap", "numpy": "numpy"}[library]
    return subprocess.run([peer(library)[0], "-c", f"import {module}"], stderr=subprocess.DEVNULL, check=False).returncode == 0


def results(command, problem, generations, seeds):
    """Returns (evaluations, CPU seconds, coverage, QD-score) of each seed."""
    return [tuple(map(float, run([*command, problem, generations, seed], QUIET).split())) for seed in range(1, seeds + 1)]


def rank_sum(first, second):
    """Returns the probability that the first library's score is larger, and a ± of chance alone for as many seeds."""
    wins = sum((a > b) + (a == b) / 2 for a in first for b in second)
    chance = ((len(first) + len(second) + 1) / (12 * len(first) * len(second))) ** 0.5
    return f"larger in {wins / (len(first) * len(second)):.2f} of pairs (0.5 ± {2 * chance:.2f} by chance)"


def quality(quick):
    seeds = 2 if quick else 7
    for problem, generations in GENERATIONS.items():
        generations = generations // 10 if quick else generations
        ours = results([program("maps_skerry")], problem, generations, seeds)
        what = f"{problem}, {ours[0][0]:,.0f} evaluations"
        yield Row(what, "skerry", f"QD {median(r[3] for r in ours):.5g}", f"coverage {median(r[2] for r in ours):.1%}")
        for library in ["numpy", *WHEELS]:
            if (library == "qdpy") != (problem == "rastrigin") and library != "numpy":
                continue
            if not present(library):
                yield Row(what, library, f"not installed: {WHEELS.get(library, 'python3-' + library)}")
                continue
            theirs = results(peer(library), problem, generations, seeds)
            yield Row(what, library, f"QD {median(r[3] for r in theirs):.5g}", f"coverage {median(r[2] for r in theirs):.1%}",
                      "skerry " + rank_sum([r[3] for r in ours], [r[3] for r in theirs]))


def speed(quick):
    def rate(command, generations):
        return lambda: (lambda r: r[0] / r[1])(results(command, "arm", generations, 1)[0])

    contenders = {"skerry": rate([program("maps_skerry")], 1000)}
    for library, generations in [("numpy", 400), ("ribs", 400), ("deap", 40)]:
        if present(library):
            contenders[library] = rate(peer(library), generations)
    yield from compare("arm, evaluations per CPU second", in_turn(contenders, 1 if quick else 7), "/s")


def cells(quick):
    def spent(problem, generations, axis):
        return lambda: float(run([program("maps_skerry"), problem, generations, 1, axis]).split()[1])

    for problem, generations in [("arm", 6000), ("rastrigin", 2000)]:
        figures = in_turn({axis: spent(problem, generations, axis) for axis in (4, 100)}, 1 if quick else 7)
        yield Row(f"{problem}, a generation over 10,000 cells in place of 16", "skerry",
                  f"{median(figures[100]) / median(figures[4]) - 1:+.0%} of CPU time")


def islands(quick):
    seeds = range(1, 2 if quick else 8)

    def needed(exchange, number_of_islands):
        return median(float(run([program("maps_islands"), exchange, number_of_islands, seed, 0.75]).split()[0]) for seed in seeds)

    alone = needed("none", 1)
    yield Row("arm, evaluations to 75 % of 10,000 cells", "one island", number(alone, 4))
    for exchange in ["home", "random", "ring", "none"]:
        found = needed(exchange, 8)
        yield Row("arm, evaluations to 75 % of 10,000 cells", f"8 islands, {exchange}", number(found, 4), "", f"{found / alone:.2f} of one")


def rows(quick):
    for part in (quality, speed, cells, islands):
        yield from part(quick)
