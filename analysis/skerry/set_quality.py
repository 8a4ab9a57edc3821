"""Measures how good the map or the front of a whole run is: that of all islands together, as its trace keeps it."""

from __future__ import annotations

import tomllib

import numpy as np

from .hypervolume import of_front
from .layout import ARCHIVE, FRONT
from .solution_sets import Archive
from .trace import Trace

NAN = float("nan")
#: The measures of a run's set, of which more is better, except for those of FALLING.
SET_QUALITIES = ("coverage", "qd_score", "front_size", "hypervolume", "igd_plus")
FALLING = frozenset({"igd_plus"})


def of_run(trace: Trace) -> dict[str, float]:
    """Returns the measures of SET_QUALITIES; NaN where the run has no such set, or nothing to measure it by.

    IGD+ is that of the best island at the end, since a trace does not hold the known front.
    """
    found = dict.fromkeys(SET_QUALITIES, NAN)
    kept = trace.kept
    if ARCHIVE in kept:
        archive = trace.archive()
        found |= {"coverage": archive.coverage, "qd_score": qd_score(archive)}
    if FRONT in kept:
        front = trace.front()
        found |= {"front_size": float((front.violation == 0).sum()), "hypervolume": of_front(front), "igd_plus": _igd_plus(trace)}
    return found


def qd_score(archive: Archive) -> float:
    """Returns the sum over the filled cells of how much better than the worst fitness the solution is.

    That is `worst_fitness` of the configuration, by default 0 where fitness is maximised; NaN where it is minimised and none is set.
    """
    worst = tomllib.loads(archive.trace.config).get("island", {}).get("worst_fitness")
    if worst is None and archive.trace.minimises:
        return NAN
    fitness = archive.fitness[archive.violation == 0]
    distance = float(worst or 0) - fitness
    return float(np.maximum(distance if archive.trace.minimises else -distance, 0).sum())


def _igd_plus(trace: Trace) -> float:
    if "igd_plus" not in trace.columns():
        return NAN
    values = trace.values("igd_plus", rows=slice(trace.rows() - 1, trace.rows()))
    known = values[values > 0]
    return float(known.min()) if len(known) else NAN
