"""The islands of one run one by one, thinned to what a page can show. The trace is read in pieces."""

import tomllib
from dataclasses import dataclass, field

import numpy as np

from .errors import DataError
from .thinning import Binner, Bins, bin_width, in_pieces
from .trace import Trace

#: More rows than this are not told apart in a map of a column's height.
MOST_MAP_ROWS = 512


@dataclass(frozen=True)
class IslandLines:
    """Of each island, by generation: its best, median and worst individual; [bin, island]. NaN where it is infeasible."""

    trace: Trace
    best: Bins = field(repr=False)
    median: Bins = field(repr=False)
    worst: Bins = field(repr=False)


@dataclass(frozen=True)
class IslandMap:
    """The best of each island by generation; of many islands, of neighbours together."""

    trace: Trace
    best: np.ndarray = field(repr=False)  #: [row, bin], the best feasible fitness in it; NaN where there was none
    generations_each: int  #: generations in a bin
    islands_each: int  #: islands in a row


def island_lines(trace: Trace) -> IslandLines:
    """For a number of islands that can be drawn one by one. Raises DataError where there is no whole epoch."""
    _require_epoch(trace)
    # Infeasible individuals rank behind feasible ones, so a count of those tells which of the three are feasible.
    population = populations(trace)
    least = {"best": np.ones_like(population), "median": (population + 1) // 2, "worst": population}
    binners = {name: Binner(trace.rows(), trace.islands) for name in least}
    for _, piece in in_pieces(trace, "generation", [*least, "feasible"]):
        for name, binner in binners.items():
            binner.add(np.where(piece["feasible"] >= least[name], piece[name], np.nan))
    return IslandLines(trace, **{name: binner.finish() for name, binner in binners.items()})


def island_map(trace: Trace) -> IslandMap:
    """For any number of islands and generations. Raises DataError where there is no whole epoch."""
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
    """The population of each island, [island], by the configuration in the trace; 1 where that does not tell."""
    settings = tomllib.loads(trace.config).get("island", {})
    sizes = np.full(trace.islands, settings.get("population", 1))
    for override in settings.get("override", []):
        if "population" in override:
            sizes[[island for island in override["islands"] if island < trace.islands]] = override["population"]
    return sizes


def _require_epoch(trace: Trace) -> None:
    if trace.epochs == 0:
        raise DataError(f"{trace.path} holds no epoch yet")
