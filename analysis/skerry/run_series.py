"""Reads the series from which the curves of one run are drawn: reduced over the islands and thinned for a page.

A run is read once, in pieces, so that memory holds neither the whole trace nor a value for each generation.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from .diversity import mean_of_islands, pooled
from .errors import DataError
from .thinning import MOST_BINS, PARTS, Binner, Bins, in_pieces, spread
from .trace import Trace

#: The columns of /generation that a RunSeries needs.
COLUMNS = ("best", "violation", "mean", "standard_deviation", "fitness_diversity", "genotype_diversity")
#: If there are more migrations than this, none is marked, since the marks would merge.
MOST_MIGRATIONS = 100


@dataclass(frozen=True)
class RunSeries:
    """The series of one run. Each is by generation, thinned, and of one column."""

    trace: Trace
    feasible: bool  #: whether the best of any island was ever feasible
    best: dict[str, Bins] = field(repr=False)  #: of the islands' feasible bests: PARTS
    violation: dict[str, Bins] = field(repr=False)  #: of the islands' bests: PARTS
    diversity: dict[str, dict[str, Bins]] = field(repr=False)  #: measure -> PARTS over the islands
    pooled: dict[str, Bins] = field(repr=False)  #: measure -> diversity of the run as a whole
    middle: Bins | None = field(repr=False)  #: the median individual, if the run has a single population
    migrations: np.ndarray = field(repr=False)  #: the generations after which islands migrated; empty if too many to mark
    head: "RunSeries | None" = field(repr=False)  #: the first generations of a thinned run, which a logarithmic axis shows one by one


def series_of(trace: Trace) -> RunSeries:
    """Reduces a trace, or the whole epochs of a growing one. Raises DataError if it holds none."""
    if trace.epochs == 0:
        raise DataError(f"{trace.path} holds no epoch yet")
    columns = [*COLUMNS, "median"] if trace.islands == 1 else list(COLUMNS)
    rows = trace.rows("generation")
    found = _series(trace, rows, (piece for _, piece in in_pieces(trace, "generation", columns)))
    if rows <= MOST_BINS:
        return found
    with trace:
        early = {name: trace.values(name, rows=slice(0, MOST_BINS)) for name in columns}
    return replace(found, head=_series(trace, MOST_BINS, [early]))


def _series(trace: Trace, rows: int, pieces: Iterable[Mapping[str, np.ndarray]]) -> RunSeries:
    bins, feasible = _reduced(rows, trace.islands, pieces)
    series = [bins.column(number) for number in range(bins.lowest.shape[1])]
    return RunSeries(
        trace=trace,
        feasible=feasible,
        best=_parts(series[0:5]),
        violation=_parts(series[5:10]),
        diversity={"fitness": _parts(series[10:15]), "genotype": _parts(series[15:20])},
        pooled={"fitness": series[20], "genotype": series[21]},
        middle=series[22] if trace.islands == 1 else None,
        migrations=_migrations(trace),
        head=None,
    )


def _reduced(rows: int, islands: int, pieces: Iterable[Mapping[str, np.ndarray]]) -> tuple[Bins, bool]:
    """Returns the series in the order of the fields of RunSeries, and whether any best was feasible."""
    binner = Binner(rows, 23 if islands == 1 else 22)
    feasible = False
    for piece in pieces:
        is_feasible = (piece["violation"] == 0) & ~np.isnan(piece["best"])
        feasible = feasible or bool(is_feasible.any())
        best = np.where(is_feasible, piece["best"], np.nan)
        # The violation is infinite where no individual has a fitness.
        violation = np.where(np.isfinite(piece["violation"]), piece["violation"], np.nan)
        series = [*spread(best), *spread(violation)]
        series += [*spread(piece["fitness_diversity"]), *spread(piece["genotype_diversity"])]
        if islands > 1:
            series.append(pooled(piece["mean"], piece["standard_deviation"]))
        else:
            series.append(piece["fitness_diversity"][:, 0])
        series.append(mean_of_islands(piece["genotype_diversity"]))
        if islands == 1:
            series.append(np.where(is_feasible[:, 0], piece["median"][:, 0], np.nan))
        binner.add(np.column_stack(series))
    return binner.finish(), feasible


def _parts(columns: Sequence[Bins]) -> dict[str, Bins]:
    return dict(zip(PARTS, columns, strict=True))


def _migrations(trace: Trace) -> np.ndarray:
    if trace.islands == 1 or trace.rows("migration") > MOST_MIGRATIONS:
        return np.array([], dtype="i8")
    return trace.values("generation", "migration")
