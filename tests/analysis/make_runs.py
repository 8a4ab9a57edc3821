"""Makes rows as skerry.runs() returns them, without traces."""

from dataclasses import asdict

import pandas

from skerry.batch import Run
from skerry.summary import RunGroup

NAN = float("nan")


def row(best=NAN, to_target=None, target=NAN, direction="minimise", evaluations=1000, seed=1, **others):
    """Returns a run that ended with `best` (None: infeasible) and reached the target after `to_target` evaluations."""
    reached = to_target is not None
    cost = float(to_target) if reached else NAN
    made = Run(
        path=f"{seed}.h5", problem="party", direction=direction, fitness_unit="coin", seed=seed, islands=5, target=target,
        stop_reason="target" if reached else "generations", generations=100, evaluations=evaluations, seconds=2.0,
        feasible=best == best, best=best, last=best,
        reached=reached, generations_to_target=cost / 10, evaluations_to_target=cost, seconds_to_target=cost / 100,
        fitness_diversity=0.1, fitness_diversity_minimum=0.01,
        island_fitness_diversity=0.05, island_fitness_diversity_minimum=0.005,
        genotype_diversity=0.5, genotype_diversity_minimum=0.2,
    )  # fmt: skip
    return asdict(made) | others


def group(label, rows, **published):
    return RunGroup(label, pandas.DataFrame(rows), published)
