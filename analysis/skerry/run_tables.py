"""The tables of the report on a single run. Tables of the trace are read in pieces, in bounded memory."""

from collections import Counter
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from .batch import Run
from .column_series import ColumnSeries
from .described import Session
from .diversity import mean_of_islands, pooled
from .errors import DataError
from .evaluation_times import EvaluationTimes
from .figures.islands import MOST_MULTIPLES
from .grid import Grid
from .plain_text import cleaned
from .progress import Progress
from .summary import NOT_KNOWN, duration, number
from .thinning import in_pieces
from .trace import Trace

TITLES = ("Result", "Convergence", "Diversity", "Islands", "Cost of migration", "Machine")
RESULT, CONVERGENCE, DIVERSITY, ISLANDS, MIGRATION, MACHINE = TITLES
#: The table of runs that record their evaluations.
EVALUATIONS = "Evaluations"
#: The table of runs whose program added columns.
COLUMNS = "Columns of the program"
#: New bests that the table of convergence names at most.
MOST_STEPS = 12
#: Significant digits of a fitness: nothing that a reader might look for is rounded away.
FITNESS_DIGITS = 10


def result(trace: Trace, run: Run, steps: Progress) -> Grid:
    """What the run reached, when, and why it ended."""
    made = Grid(RESULT, ["", "of the run"], texts=frozenset({1}))
    made.rows.append(["best", _fitness(trace, run.best) if run.feasible else _least_violation(trace)])
    if run.feasible:
        made.rows.append(["found", f"{_moment(steps, -1)}, on {_finders(trace, steps)}"])
    if trace.target is not None:
        made.rows.append(["target", f"{_fitness(trace, trace.target)}, {_reached(trace, run, steps)}"])
    ended = trace.stop_reason if trace.finished else "not yet: the trace is unfinished, and told as far as it is whole"
    rate = f", {number(trace.evaluations / trace.elapsed_s)} a second" if trace.elapsed_s > 0 else ""
    made.rows += [
        ["ended by", ended],
        ["generations", f"{number(run.generations)}, in {number(trace.epochs)} epoch{'s' * (trace.epochs != 1)}"],
        ["evaluations", f"{number(run.evaluations)}{rate}"],
        ["time", duration(trace.elapsed_s)],
    ]
    return made


def sentence(trace: Trace, run: Run, steps: Progress) -> str:
    """The result in a sentence that can be quoted."""
    so_far = "" if trace.finished else " so far"
    if not run.feasible:
        return f"No individual was feasible{so_far}, in {number(run.evaluations)} evaluations."
    step = None if trace.target is None else steps.first(trace.target, trace.minimises)
    if step is not None and trace.target is not None:
        beyond = "" if run.best == trace.target else f" The best is {_fitness(trace, run.best)}."
        return f"The target of {_fitness(trace, trace.target)} was reached {_moment(steps, step)}.{beyond}"
    missed = "" if trace.target is None else f", which misses the target of {_fitness(trace, trace.target)} by {number(abs(run.best - trace.target))}"
    return f"The best{so_far} is {_fitness(trace, run.best)}{missed}, found {_moment(steps, -1)}; {number(run.evaluations)} evaluations were made."


def convergence(trace: Trace, steps: Progress) -> Grid:
    """The new bests of the run: the first, the last, and others evenly between them."""
    count = len(steps.fitness)
    chosen = np.unique(np.linspace(0, count - 1, min(count, MOST_STEPS)).round().astype(int))
    unit = f" ({trace.fitness_unit})" if trace.fitness_unit else ""
    made = Grid(CONVERGENCE, ["new best", "generation", "evaluations", "time", f"fitness{unit}"])
    for step in chosen:
        cells = (number(float(steps.generations[step])), number(float(steps.evaluations[step])), duration(float(steps.seconds[step])))
        made.rows.append([f"{step + 1} of {count}", *cells, number(float(steps.fitness[step]), FITNESS_DIGITS)])
    return made


def diversity(trace: Trace, run: Run) -> Grid:
    """At the start and the end of the run, and over all its generations."""
    made = Grid(DIVERSITY, ["", "at the start", "median", "lowest", "at the end"])
    start, end = _diversities_at(trace, 0), _diversities_at(trace, run.generations)
    labels = {
        "fitness_diversity": "fitness, all islands as one population",
        "island_fitness_diversity": "fitness within an island, mean of the islands",
        "genotype_diversity": "genotypes within an island, mean of the islands",
    }
    if trace.islands == 1:
        labels = {"fitness_diversity": "fitness", "genotype_diversity": "genotypes"}
    for name, label in labels.items():
        cells = (start[name], getattr(run, name), getattr(run, f"{name}_minimum"), end[name])
        made.rows.append([label, *(number(cell, 3) for cell in cells)])
    return made


def columns(series: Sequence[ColumnSeries]) -> Grid:
    """The columns that the program added: the mean of the islands at the start and the end, and its lowest and highest."""
    made = Grid(COLUMNS, ["mean of the islands", "at the start", "lowest", "highest", "at the end"])
    for own in series:
        start = mean_of_islands(own.trace.values(own.column, rows=slice(0, 1)))
        means = (start[0], np.fmin.reduce(own.mean.lowest[:, 0]), np.fmax.reduce(own.mean.highest[:, 0]), own.mean.last[0])
        made.rows.append([own.label, *(number(float(mean)) for mean in means)])
    return made


def islands(trace: Trace) -> Grid:
    """A row for each island; of many islands the lowest, median and highest of each figure."""
    best, generation, found = _bests(trace)
    last = slice(trace.rows() - 1, trace.rows())
    counted = [name for name in ("evaluations", "immigrations", "restarts") if name in trace.columns()]
    seconds = _sums(trace, "generation", ("evolving_s", "waiting_s"))
    columns: dict[str, tuple[NDArray[np.float64], Callable[[float], str]]] = {
        "best": (best, lambda value: number(value, FITNESS_DIGITS)),
        "in generation": (generation, number),
        "new bests": (found, number),
        **{name: (trace.values(name, rows=last)[0].astype(float), number) for name in counted},
        "evolving": (seconds["evolving_s"], duration),
        "waiting": (seconds["waiting_s"], duration),
    }
    if trace.islands <= MOST_MULTIPLES:
        made = Grid(ISLANDS, ["island", *columns])
        for island in range(trace.islands):
            made.rows.append([str(island), *(told(float(values[island])) for values, told in columns.values())])
        return made
    made = Grid(ISLANDS, [f"of the {trace.islands} islands", "lowest", "median", "highest"])
    over: tuple[Callable[..., np.float64], ...] = (np.min, np.median, np.max)
    for name, (values, told) in columns.items():
        known = values[~np.isnan(values)]
        made.rows.append([name, *(told(float(each(known))) if len(known) else NOT_KNOWN for each in over)])
    return made


def migration(trace: Trace) -> Grid:
    """What migration cost, in all and each time. Raises DataError where the run has made none."""
    count = trace.rows("migration")
    if count == 0:
        raise DataError(f"{trace.path} holds no migration")
    sums = _sums(trace, "migration", ("individuals_sent", "bytes_sent", "elapsed_s", "waiting_s"))
    exchange, waiting = (float(sums[name].mean()) for name in ("elapsed_s", "waiting_s"))
    made = Grid(MIGRATION, [f"{number(count)} migration{'s' * (count != 1)}", "in all", "each"])
    for label, total in (
        ("individuals sent, all islands", float(sums["individuals_sent"].sum())),
        ("bytes sent, all islands", float(sums["bytes_sent"].sum())),
    ):
        made.rows.append([label, number(total), number(total / count)])
    for label, total in (("exchanging, mean of the islands", exchange), ("waiting for the last island, mean of the islands", waiting)):
        made.rows.append([label, duration(total), duration(total / count)])
    evolving = float(_sums(trace, "generation", ("evolving_s",))["evolving_s"].mean())
    whole = evolving + exchange + waiting
    made.rows.append(["share of the islands' time, %", number(100 * (exchange + waiting) / whole if whole > 0 else float("nan"), 3), ""])
    return made


def evaluations(times: EvaluationTimes) -> Grid:
    """How many evaluations there were, how long they took, and how busy who made them was."""
    made = Grid(EVALUATIONS, ["", "of the run"])
    share = 100 * times.busy_share
    made.rows += [
        ["made", number(times.made)],
        ["failed", number(times.failed)],
        ["tried more than once", number(times.retried)],
        ["known from a journal", number(times.known)],
        ["time, median", duration(times.quantile(0.5))],
        ["time, mean", duration(times.mean_s)],
        ["time, longest", duration(times.longest_s)],
        ["workers", number(len(times.workers))],
        ["busy share of the workers, %", NOT_KNOWN if np.isnan(share) else number(share, 3)],
    ]
    return made


def machine(trace: Trace) -> Grid:
    """Where, when and by what the run was made, as far as the trace says it."""
    made = Grid(MACHINE, ["", "of the run"], texts=frozenset({1}))
    islands = Counter(name for name in str(trace.attributes.get("hosts", "")).split(",") if name)
    first, *later = trace.sessions
    told = {
        "hosts": ", ".join(f"{host} ({count} island{'s' * (count != 1)})" for host, count in islands.items()),
        "processes": _processes(first.processes, trace.islands),
        "program": trace.attributes.get("source"),
        "MPI": str(trace.attributes.get("mpi_library", "")).split(",")[0],
        "HDF5": trace.attributes.get("hdf5_library"),
        "SLURM job": trace.attributes.get("slurm_job_id"),
        "started": trace.attributes.get("started"),
        "resumed": "; ".join(map(_resumed, later)),
        "ended": trace.attributes.get("ended"),
        "command": trace.attributes.get("command"),
        "configuration": trace.attributes.get("configuration_file"),
    }
    made.rows = [[name, str(value)] for name, value in told.items() if value]
    made.rows.append(["trace", cleaned(str(trace.path))])
    return made


def _processes(processes: int | None, islands: int) -> str:
    """Tells on how many processes the islands were, and whether they were threads; empty where the trace does not tell."""
    if processes is None:
        return ""
    if processes == 1:
        return "1" if islands == 1 else "1, whose threads are the islands"
    helpers = processes - islands
    return f"{number(processes)}, one for each island" + (f" and {number(helpers)} that help with evaluations" if helpers else "")


def _resumed(session: Session) -> str:
    if session.processes is None:
        return session.began
    return f"{session.began} on {session.processes} process{'es' * (session.processes != 1)} of {', '.join(session.hosts)}"


def _fitness(trace: Trace, value: float) -> str:
    return number(value, FITNESS_DIGITS) + (f" {trace.fitness_unit}" if trace.fitness_unit else "")


def _least_violation(trace: Trace) -> str:
    least = min(float(piece["violation"].min()) for _, piece in in_pieces(trace, "generation", ["violation"]))
    if np.isinf(least):
        return "none: no evaluation has given a fitness"
    return f"none is feasible; the least violation is {number(least)}"


def _moment(steps: Progress, step: int) -> str:
    return (
        f"in generation {number(float(steps.generations[step]))}, after {number(float(steps.evaluations[step]))} evaluations"
        f" and {duration(float(steps.seconds[step]))}"
    )


def _reached(trace: Trace, run: Run, steps: Progress) -> str:
    step = None if trace.target is None else steps.first(trace.target, trace.minimises)
    if step is not None:
        return "reached " + ("then" if step == len(steps.fitness) - 1 else _moment(steps, step))
    return f"missed by {number(abs(run.best - run.target))}" if run.feasible else "missed"


def _finders(trace: Trace, steps: Progress) -> str:
    """The islands that had the best in the generation that found it."""
    columns = {name: trace.values(name, "improvement") for name in ("generation", "island", "violation", "fitness")}
    first = (
        (columns["generation"] == steps.generations[-1])
        & (columns["violation"] == 0)
        & (columns["fitness"] == steps.fitness[-1])
    )
    names = [str(island) for island in columns["island"][first]]
    return f"island {names[0]}" if len(names) == 1 else f"{len(names)} islands at once ({', '.join(names[:8])}{', ...' * (len(names) > 8)})"


def _diversities_at(trace: Trace, generation: int) -> dict[str, float]:
    row = slice(generation, generation + 1)
    within = trace.values("fitness_diversity", rows=row)
    whole = pooled(trace.values("mean", rows=row), trace.values("standard_deviation", rows=row)) if trace.islands > 1 else within[:, 0]
    return {
        "fitness_diversity": float(whole[0]),
        "island_fitness_diversity": float(mean_of_islands(within)[0]),
        "genotype_diversity": float(mean_of_islands(trace.values("genotype_diversity", rows=row))[0]),
    }


def _bests(trace: Trace) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Of each island, [island]: its best feasible fitness, the generation that found it, NaN where none was, and how often
    it had a new best."""
    names = ("generation", "island", "violation", "fitness")
    generation, island, violation, fitness = (trace.values(name, "improvement") for name in names)
    last = np.full(trace.islands, -1)
    feasible = np.flatnonzero(violation == 0)
    np.maximum.at(last, island[feasible], feasible)
    known = last >= 0
    best, when = np.full(trace.islands, np.nan), np.full(trace.islands, np.nan)
    best[known], when[known] = fitness[last[known]], generation[last[known]]
    return best, when, np.bincount(island, minlength=trace.islands).astype(float)


def _sums(trace: Trace, table: str, columns: tuple[str, ...]) -> dict[str, NDArray[np.float64]]:
    """The columns of a table, summed over its rows, [island]."""
    sums = {name: np.zeros(trace.islands) for name in columns}
    for _, piece in in_pieces(trace, table, columns):
        for name, total in sums.items():
            total += piece[name].sum(axis=0)
    return sums
