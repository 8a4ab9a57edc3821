"""Reads many runs into a pandas DataFrame with one row for each run.

    import skerry
    table, skipped = skerry.runs(glob("results/party/*.h5"))
    table.groupby("islands")["best"].describe()
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from . import set_quality
from . import trace as traces
from .cores import usable_cores
from .diversity import mean_of_islands, pooled
from .errors import DataError
from .progress import evaluations_by_generation, progress
from .thinning import median
from .trace import Skipped, Trace

if TYPE_CHECKING:
    import pandas

#: One process reads them if there are fewer traces than this.
PARALLEL_FROM = 64
NAN = float("nan")
DIVERSITIES = ("fitness_diversity", "island_fitness_diversity", "genotype_diversity")


@dataclass(frozen=True)
class Run:
    """The results of one run. Under a budget of evaluations they are those at the end of the budget."""

    path: str
    problem: str
    direction: str
    fitness_unit: str
    seed: int
    islands: int
    target: float  #: NaN without a target
    stop_reason: str
    generations: int
    evaluations: int  #: evaluations of all islands
    seconds: float  #: NaN where a budget cut the run short
    feasible: bool  #: whether any individual was feasible
    best: float  #: fitness of the best feasible individual; NaN without one
    last: float  #: fitness of the best individual of the last generation; NaN if it is infeasible
    reached: bool  #: whether the run reached the target
    generations_to_target: float  #: NaN if the run did not reach the target, as in the next two fields
    evaluations_to_target: float  #: evaluations of all islands up to the end of that generation
    seconds_to_target: float
    fitness_diversity: float  #: of all islands as one population; the median over the generations that have one, as in the next two fields
    fitness_diversity_minimum: float  #: minimum over the generations
    island_fitness_diversity: float  #: within an island; the mean of the islands
    island_fitness_diversity_minimum: float
    genotype_diversity: float  #: within an island; the mean of the islands
    genotype_diversity_minimum: float
    coverage: float = NAN  #: of the map of all islands together; NaN without a map, or under a budget, as in the next four fields
    qd_score: float = NAN  #: of the same map
    front_size: float = NAN  #: of the front of all islands together
    hypervolume: float = NAN  #: of the same front
    igd_plus: float = NAN  #: of the best island at the end
    problem_instance: str = ""  #: digits of the digest of the files that make the instance, and their names
    own: dict[str, float] = field(default_factory=dict)  #: of the program's own columns the mean of the islands in the last generation


#: How the columns of a table of runs begin that are a program's own.
OWN = "column."


def runs(
    paths: Sequence[str | Path], *, evaluations: int | None = None
) -> tuple[pandas.DataFrame, list[Skipped]]:
    """Returns a row for each finished run, with the fields of Run as columns, and the files that were left out. A program's own
    columns are OWN with their names.

    evaluations: a budget; each run is judged by its first generations that fit in it, counting all islands.
    As many processes as there are cores read many traces; one process reads a trace, in bounded memory.
    """
    found: list[Run | Skipped]
    workers = min(usable_cores(), len(paths) // (PARALLEL_FROM // 2))
    if workers > 1:
        with ProcessPoolExecutor(workers, multiprocessing.get_context("fork")) as pool:
            asked = [(Path(path), evaluations) for path in paths]
            found = list(pool.map(_run_or_reason, asked, chunksize=16))
    else:
        found = [_run_or_reason((Path(path), evaluations)) for path in paths]
    table = frame_of([each for each in found if isinstance(each, Run)])
    return table, [each for each in found if isinstance(each, Skipped)]


def frame_of(rows: Sequence[Run]) -> pandas.DataFrame:
    """Returns a table with one row for each run and the fields of Run as columns."""
    import pandas as pd

    table = {each.name: [getattr(row, each.name) for row in rows] for each in fields(Run) if each.name != "own"}
    own = dict.fromkeys(name for row in rows for name in row.own)
    return pd.DataFrame(table | {OWN + name: [row.own.get(name, NAN) for row in rows] for name in own})


def run_of(trace: Trace, budget: int | None = None) -> Run:
    """Returns the results of one trace. Raises DataError if it holds no generation within the budget."""
    spent = evaluations_by_generation(trace)
    count = len(spent) if budget is None else int(np.searchsorted(spent, budget, side="right"))
    if count == 0:
        within = "" if budget is None else f" within {budget} evaluations"
        raise DataError(f"{trace.path} holds no generation{within}")
    steps = progress(trace, budget, spent)
    found = len(steps.fitness) > 0
    step = None if trace.target is None else steps.first(trace.target, trace.minimises)
    return Run(
        path=str(trace.path),
        problem=trace.problem,
        direction=trace.direction,
        fitness_unit=trace.fitness_unit,
        seed=trace.seed,
        islands=trace.islands,
        target=NAN if trace.target is None else trace.target,
        stop_reason=trace.stop_reason,
        generations=count - 1,
        evaluations=int(spent[count - 1]),
        seconds=trace.elapsed_s if count == len(spent) else NAN,
        feasible=found,
        best=float(steps.fitness[-1]) if found else NAN,
        last=_best_at(trace, count - 1),
        reached=step is not None,
        generations_to_target=NAN if step is None else float(steps.generations[step]),
        evaluations_to_target=NAN if step is None else float(steps.evaluations[step]),
        seconds_to_target=NAN if step is None else float(steps.seconds[step]),
        problem_instance=trace.instance,
        **_diversities(trace, count),
        **(set_quality.of_run(trace) if count == len(spent) else {}),
        own={name: _mean_at(trace, name, count - 1) for name in trace.own_columns},
    )


def _mean_at(trace: Trace, column: str, generation: int) -> float:
    values = trace.values(column, rows=slice(generation, generation + 1))
    return NAN if np.isnan(values).all() else float(np.nanmean(values))


def _best_at(trace: Trace, generation: int) -> float:
    row = slice(generation, generation + 1)
    sign = 1.0 if trace.minimises else -1.0
    costs = np.where(trace.values("violation", rows=row) == 0, sign * trace.values("best", rows=row), np.nan)
    return NAN if np.isnan(costs).all() else sign * float(np.nanmin(costs))


def _diversities(trace: Trace, count: int) -> dict[str, float]:
    """Returns the diversities over the first `count` generations."""
    measured: dict[str, list[NDArray[np.float64]]] = {name: [] for name in DIVERSITIES}
    for span in trace.spans(columns=4):
        rows = slice(span.start, min(span.stop, count))
        if rows.start >= rows.stop:
            break
        fitness, genotype, means, deviations = (
            trace.values(name, rows=rows)
            for name in ("fitness_diversity", "genotype_diversity", "mean", "standard_deviation")
        )
        measured["fitness_diversity"].append(pooled(means, deviations) if trace.islands > 1 else fitness[:, 0])
        measured["island_fitness_diversity"].append(mean_of_islands(fitness))
        measured["genotype_diversity"].append(mean_of_islands(genotype))
    joined = {name: np.concatenate(pieces) for name, pieces in measured.items()}
    medians = {name: float(median(values, axis=0)) for name, values in joined.items()}
    return medians | {f"{name}_minimum": float(np.fmin.reduce(values)) for name, values in joined.items()}


def _run_or_reason(asked: tuple[Path, int | None]) -> Run | Skipped:
    path, budget = asked
    try:
        return run_of(traces.open(path, growing=False), budget)
    except DataError as error:
        return Skipped(path, str(error))
