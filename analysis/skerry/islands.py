"""Reads the islands of one run, thinned to the resolution of a page. The trace is read in pieces."""

import tomllib
from dataclasses import dataclass, field

import numpy as np

from .errors import DataError
from .thinning import Binner, Bins, bin_width, in_pieces
from .trace import Trace

#: A map shows at most this many rows, since more can't be told apart.
MOST_MAP_ROWS = 512


@dataclass(frozen=True)
class IslandLines:
    """Best, median and worst individual of each island, [bin, island]; NaN where it is infeasible."""

    trace: Trace
    best: Bins = field(repr=False)
    median: Bins = field(repr=False)
    worst: Bins = field(repr=False)


@dataclass(frozen=True)
class IslandMap:
    """The best fitness of each island by generation; many islands are gathered into rows of neighbouring ones."""

    trace: Trace
    best: np.ndarray = field(repr=False)  #: [row, bin], the best feasible fitness in it; NaN without a feasible individual
    generations_each: int  #: number of generations in a bin
    islands_each: int  #: number of islands in a row


def island_lines(trace: Trace) -> IslandLines:
    """Reads the lines of a few islands. Raises DataError if the trace holds no whole epoch."""
    _require_epoch(trace)
    # Infeasible individuals come after feasible ones, so the number of feasible ones tells which of the three are
    # feasible. They are those of the individuals that have a fitness.
    population = populations(trace)
    binners = {name: Binner(trace.rows(), trace.islands) for name in ("best", "median", "worst")}
    counted = [name for name in ("failed",) if name in trace.columns()]
    for _, piece in in_pieces(trace, "generation", [*binners, "feasible", *counted]):
        judged = population - (piece["failed"] if counted else 0)
        least = {"best": 1, "median": (judged + 1) // 2, "worst": judged}
        for name, binner in binners.items():
            binner.add(np.where(piece["feasible"] >= least[name], piece[name], np.nan))
    return IslandLines(trace, **{name: binner.finish() for name, binner in binners.items()})


def island_map(trace: Trace) -> IslandMap:
    """Reads the map of any number of islands and generations. Raises DataError if the trace holds no whole epoch."""
    _require_epoch(trace)
    sign = 1 if trace.minimises else -1
    rows = trace.rows()
    width, height = bin_width(rows), bin_width(trace.islands, MOST_MAP_ROWS)
    best = np.full((-(-rows // width), -(-trace.islands // height)), np.nan)
    for rows_read, piece in in_pieces(trace, "generation", ["best", "violation"]):
        cost = np.where(piece["violation"] == 0, sign * piece["best"], np.nan)
        values = np.fmin.reduceat(cost, np.arange(0, trace.islands, height), axis=1)
        bins = np.arange(rows_read.start, rows_read.stop) // width
        starts = np.flatnonzero(np.diff(bins, prepend=-1))
        found = bins[starts]
        best[found] = np.fmin(best[found], np.fmin.reduceat(values, starts, axis=0))
    return IslandMap(trace, sign * best.T, width, height)


def populations(trace: Trace) -> np.ndarray:
    """Returns the population size of each island, [island], from the configuration in the trace; 1 if it has none."""
    settings = tomllib.loads(trace.config).get("island", {})
    sizes = np.full(trace.islands, settings.get("population", 1))
    for override in settings.get("override", []):
        if "population" in override:
            sizes[[island for island in override["islands"] if island < trace.islands]] = override["population"]
    return sizes


def _require_epoch(trace: Trace) -> None:
    if trace.epochs == 0:
        raise DataError(f"{trace.path} holds no epoch yet")
