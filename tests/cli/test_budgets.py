"""A limit of evaluations is kept to the last one, and a run that is granted more goes on as if it had been granted all at once:
every algorithm, wherever its islands are and whoever evaluates. A change takes some cells, a nightly run all of them."""
import itertools
import sys

import pytest

from tests.support.binary import BINARY, TREE, Skerry
from tests.support.experiments import ONEMAX, external, settings
from tests.support.traces import OCCASION, assert_same, everything

REALS = '{ name = "x", kind = "real", size = 3, low = -1.0, high = 2.0 }'
WORKER = [sys.executable, TREE / "tests/support/bad_worker.py", "good"]
OUTSIDE = "[journal]\nkeep = false\n"
TWENTY = ("island.population=20", "island.offspring=20")

#: Of each kind the configuration, its settings, and the individuals of an island. Workers are two to an island.
KINDS = {
    "genetic": (ONEMAX, TWENTY, 20),
    "genetic, elites": ("paper/islands/rastrigin.toml", ("island.replacement=generational", *TWENTY), 20),
    "differential evolution": ("benchmarks/rastrigin.toml", TWENTY, 20),
    "portfolio": ("benchmarks/rastrigin.toml", ("island.algorithm=portfolio", *TWENTY), 20),
    "nsga2": ("benchmarks/zdt1.toml", TWENTY, 20),
    "map_elites": ("benchmarks/arm.toml", TWENTY, 20),
    "hill climbing": (ONEMAX, ("island.algorithm=hill_climbing", *TWENTY), 20),
    "local search": ("qap/tabu.toml", ("island.improve_rate=0.2", "island.improve_budget=50", *TWENTY), 20),
    "parties": ("party/type1.toml", (f"problem.instance={TREE}/configs/instances/planted/type3.toml", "problem.local_search=descent", "island.improve_rate=0.5", "island.improve_budget=300", *TWENTY), 20),
    "puzzles": ("sudoku/map.toml", TWENTY, 20),
    "mazes": ("jump_maze/genetic.toml", ("island.improve_rate=0.2", "island.improve_budget=50", *TWENTY), 20),
    "workers": (external(WORKER, REALS, size=20, problem="workers = 2", more=OUTSIDE), (), 20),
    "workers of a portfolio": (external(WORKER, REALS, size=20, problem="workers = 2", island='algorithm = "portfolio"', more=OUTSIDE), (), 20),
    "workers, restarts": (external(WORKER, REALS, size=20, problem="workers = 2", island="restart_after = 5", more=OUTSIDE), (), 20),
}


#: A function of Python: all genomes of a generation at once, or asked and told.
FACES = """import sys, skerry
face, trace, islands, evaluations = *sys.argv[1:3], *map(int, sys.argv[3:])
given = {"islands": islands, "evaluations": evaluations, "trace": trace, "progress": False, "settings": {"island.population": 20, "island.offspring": 20}}
space = {"x": skerry.real(3, -1, 2)}

def spheres(x):
    return [sum(value * value for value in each) for each in x]

if face == "batch":
    skerry.evolve(spheres, space, batch=True, **given)
else:
    with skerry.asking(space, **given) as run:
        for batch in run:
            for request in batch:
                run.tell(request, *spheres([request.values["x"]]))
"""

BUDGETS, ISLANDS, RANKS = (1, 7, 60, 1000, 12345), (1, 2, 5, 16), (None, 2, 3)


def cells(kinds, ranks):
    """All cells, but those with ranks that have no island and nothing to evaluate for the others, or too few evaluations for one that is feasible."""
    every = itertools.product(kinds, BUDGETS, ISLANDS, ranks)
    return [(kind, *cell) for kind, *cell in every if (not cell[2] or cell[2] <= cell[1] or "workers" in kind) and (cell[0] > 60 or kind not in ("parties", "puzzles"))]


def check(skerry, trace, budget, islands, population):
    made = skerry.json("inspect", trace)["evaluations"]
    assert made <= budget
    assert made >= 0.98 * budget or budget <= islands * population


@pytest.mark.few(12)
@pytest.mark.parametrize("kind, budget, islands, ranks", cells(KINDS, RANKS))
def test_a_budget_is_spent_and_granted_again(skerry, kind, budget, islands, ranks):
    """Ranks without an island evaluate for the others."""
    config, options, population = KINDS[kind]
    file = skerry.write("a.toml", config) if "\n" in config else TREE / "configs" / config

    def run(trace, evaluations, ranks=None):
        given = settings(*options, "stop.at_target=false", "stop.generations=1000000", f"stop.evaluations={evaluations}")
        skerry.done("run", file, "--output", trace, "--quiet", "--islands", islands, *given, ranks=ranks)
        check(skerry, trace, evaluations, islands, population)

    run("a.h5", budget, ranks)
    skerry.done("resume", "a.h5", "--quiet", "--set", f"stop.evaluations={2 * budget}", ranks=ranks)
    run("whole.h5", 2 * budget)
    assert_same(everything(skerry.folder / "whole.h5"), everything(skerry.folder / "a.h5"))


def test_a_budget_below_the_initial_population_makes_it_smaller_and_says_so(skerry):
    done = skerry.done("run", "onemax.toml", "--output", "a.h5", "--islands", 2, "--set", "stop.evaluations=7")
    assert "stop.evaluations is 7, which makes the initial population smaller: so many individuals in place of 24" in done.err


@pytest.mark.few(4)
@pytest.mark.parametrize("face, budget, islands, ranks", cells(["batch"], RANKS) + cells(["asking"], [None]))
def test_a_budget_in_python_is_spent_and_granted_again(skerry, face, budget, islands, ranks):
    script = skerry.write("faces.py", FACES)
    python = Skerry(skerry.folder, binary=sys.executable)

    def run(trace, evaluations, ranks=None):
        python.done(script, face, trace, islands, evaluations, ranks=ranks, env={"SKERRY": str(BINARY), "PYTHONPATH": str(TREE / "analysis")})
        check(skerry, trace, evaluations, islands, 20)

    run("a-1.h5", budget, ranks)
    run("a-1.h5", 2 * budget)  # a higher limit is granted without ranks
    run("whole-1.h5", 2 * budget)
    given = OCCASION | {"inputs"}  # the configuration, which has the limit
    assert_same(everything(skerry.folder / "whole-1.h5", given), everything(skerry.folder / "a-1.h5", given))
