"""Reads how maps and fronts grow: the quality of what each island keeps by generation, thinned to the resolution of a page."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from .errors import DataError, UsageError, nearest
from .layout import ARCHIVE, FRONT
from .parameters import settings_of
from .thinning import Binner, Bins, in_pieces
from .trace import Trace


@dataclass(frozen=True)
class Quality:
    """A column of /generation that says how good an island's map or front is."""

    label: str
    kind: str  #: the set that it measures
    share: bool = False  #: whether it is a share, shown in percent
    falls: bool = False  #: whether lower is better


QUALITIES = {
    "coverage": Quality("coverage", ARCHIVE, share=True),
    "qd_score": Quality("QD-score", ARCHIVE),
    "front_size": Quality("size of the front", FRONT),
    "hypervolume": Quality("hypervolume", FRONT),
    "igd_plus": Quality("IGD+", FRONT, falls=True),
}


@dataclass(frozen=True)
class Growth:
    """A quality of the islands of one run by generation."""

    trace: Trace
    measure: str
    islands: Bins = field(repr=False)  #: [bin, island]
    best: Bins = field(repr=False)  #: of the best island, or of all together where each owns a part of the map; [bin, 1]
    parts: bool = False  #: whether each island owns a part of the map

    @property
    def quality(self) -> Quality:
        return QUALITIES[self.measure]

    def curve(self) -> np.ndarray:
        """Returns the best of each bin over the islands, or of the map of all together, [bin]."""
        return (self.best.lowest if self.quality.falls else self.best.highest)[:, 0]


def quality_of(measure: str) -> Quality:
    """Raises UsageError for an unknown name."""
    if measure not in QUALITIES:
        raise UsageError(f"there is no measure '{measure}'; {nearest(measure, QUALITIES)}")
    return QUALITIES[measure]


def usual_measure(trace: Trace) -> str:
    """Returns the measure that says most of a run: coverage of a map, hypervolume of a front, or its size where the
    objectives have no reference. Raises DataError where the run has neither."""
    for measure in ("coverage", "hypervolume", "front_size"):
        if measures(trace, measure):
            return measure
    raise DataError(f"{trace.path} has neither a map nor a front that grows")


def measures(trace: Trace, measure: str) -> bool:
    """Tells whether a quality is ever more than 0, which it is where a run has no such set, or nothing to measure it by."""
    if measure not in trace.columns():
        return False
    return any(bool(piece[measure].any()) for _, piece in in_pieces(trace, "generation", [measure]))


def growth_of(trace: Trace, measure: str) -> Growth:
    """Reads a quality. Raises DataError where the run does not measure it."""
    if trace.epochs == 0:
        raise DataError(f"{trace.path} holds no epoch yet")
    if not measures(trace, measure):
        raise DataError(f"{trace.path} measures no {measure}: {_lack(measure)}")
    falls, parts = quality_of(measure).falls, quality_of(measure).kind == ARCHIVE and owns_parts(trace)
    rows = trace.rows()
    islands, best = Binner(rows, trace.islands), Binner(rows, 1)
    sums: list[np.ndarray] = []
    for _, piece in in_pieces(trace, "generation", [measure]):
        values = piece[measure].astype(float)
        if falls:  # 0 is that of no front at all
            values = np.where(values > 0, values, np.nan)
        islands.add(values)
        sums.append(values.sum(axis=1))
        if not parts:
            best.add((np.fmin.reduce(values, axis=1) if falls else np.fmax.reduce(values, axis=1))[:, None])
    if parts:
        best.add(_whole(trace, measure, np.concatenate(sums))[:, None])
    return Growth(trace, measure, islands.finish(), best.finish(), parts)


def owns_parts(trace: Trace) -> bool:
    """Tells whether each island owns a part of the map, so that the map of the run is that of all together."""
    return trace.islands > 1 and settings_of(trace).get("migration.transfer") == "home"


def _whole(trace: Trace, measure: str, sums: np.ndarray) -> np.ndarray:
    """Returns what the map of all islands has at most, [generation]. Their sum counts a cell twice that an island has filled for its
    owner since the last migration. A map only grows, so that it has no more than any later sum, and than the map at the end.
    """
    bounds = np.minimum.accumulate(sums[::-1])[::-1]
    return np.minimum(bounds, trace.archive().coverage) if measure == "coverage" and ARCHIVE in trace.kept else bounds


def _lack(measure: str) -> str:
    if measure == "hypervolume":
        return "a problem of 2 to 4 objectives with a reference each does, with algorithm = \"nsga2\" in its [island]"
    if measure == "igd_plus":
        return "a problem whose front is known does, with algorithm = \"nsga2\" in its [island]"
    made_by = "map_elites" if quality_of(measure).kind == ARCHIVE else "nsga2"
    return f'a run with algorithm = "{made_by}" in its [island] does'
