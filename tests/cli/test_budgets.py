"""A limit of evaluations is kept to the last one, and a run that is granted more goes on as if it had been granted all at once:
every algorithm, wherever its islands are and whoever evaluates. A change takes some cells, a nightly run all of them."""
import itertools
import sys

import pytest

from tests.support.binary import TREE
from tests.support.experiments import ONEMAX, external, settings
from tests.support.traces import assert_same, everything

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
    "mazes": ("jump_maze/genetic.toml", ("island.improve_rate=0.2", "island.improve_budget=50", *TWENTY), 20),
    "workers": (external(WORKER, REALS, size=20, problem="workers = 2", more=OUTSIDE), (), 20),
    "workers of a portfolio": (external(WORKER, REALS, size=20, problem="workers = 2", island='algorithm = "portfolio"', more=OUTSIDE), (), 20),
    "workers, restarts": (external(WORKER, REALS, size=20, problem="workers = 2", island="restart_after = 5", more=OUTSIDE), (), 20),
}


@pytest.mark.few(12)
@pytest.mark.parametrize("kind, budget, islands, ranks", itertools.product(KINDS, (1, 7, 60, 1000, 12345), (1, 2, 5, 16), (None, 2, 3)))
def test_a_budget_is_spent_and_granted_again(skerry, kind, budget, islands, ranks):
    """Ranks without an island evaluate for the others."""
    config, options, population = KINDS[kind]
    file = skerry.write("a.toml", config) if "\n" in config else TREE / "configs" / config

    def run(trace, evaluations, ranks=None):
        given = settings(*options, "stop.at_target=false", f"stop.evaluations={evaluations}")
        skerry.done("run", file, "--output", trace, "--quiet", "--islands", islands, *given, ranks=ranks)
        made = skerry.json("inspect", trace)["evaluations"]
        assert made <= evaluations
        assert made >= 0.98 * evaluations or evaluations <= islands * population

    run("a.h5", budget, ranks)
    skerry.done("resume", "a.h5", "--quiet", "--set", f"stop.evaluations={2 * budget}", ranks=ranks)
    run("whole.h5", 2 * budget)
    assert_same(everything(skerry.folder / "whole.h5"), everything(skerry.folder / "a.h5"))
