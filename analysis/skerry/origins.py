"""Tells where new bests of a run were found: on which island, and how long after a migration.

Where the best individuals are dealt to island 0, the next best to island 1 and so on, the island of a new best is the block
of the pool from which its ancestors came at the last deal, unless they were random immigrants. What a trace does not
hold is where they were at the deal before: individuals carry no record of their ancestors.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .effects import Estimate, flat, mean_estimate
from .errors import DataError
from .grid import Grid
from .progress import Progress, progress
from .stats import wilson
from .study_tables import interval
from .summary import NOT_KNOWN, number
from .trace import Trace

NOTE = """\
A new best is better than all before it on any island; those of the initial population are not counted, and islands that
find one at once share it. Bests is their mean number in a run. The share is the mean over the runs that have one, with
a bootstrap 95 % interval, and even is what it would be if all islands were alike. Final best is the share of runs whose
last new best was found there, with Wilson's interval. After is the median number of generations from a migration to a
new best: 1 is the first generation after it, and bests before the first migration are left out. Where migration deals
out a pool by fitness, the first island receives its best block and the last island the worst, so an island's new bests
descend from that block, or from random immigrants. Of block is the share of the new bests after a migration that
certainly descend from what it brought: neither random immigrants nor a restart had come to the island since. Without
such a deal positions are mere numbers. Step is what the best of all islands gains in the generation after a migration
beyond the mean gain of the generations before and after that one, in units of fitness: the mean of the runs, with a bootstrap
95 % interval. Above 0, the best improves in steps that follow the migrations."""


@dataclass(frozen=True)
class Origins:
    """The new bests of one run."""

    trace: Trace
    credit: NDArray[np.float64] = field(repr=False)  #: [new best, island], each row adds up to 1
    waited: NDArray[np.float64] = field(repr=False)  #: generations since the last migration, [new best]; NaN before the first
    undisturbed: NDArray[np.bool_] = field(repr=False)  #: [new best, island]: no random immigrants or restart since the last migration
    step: float = float("nan")  #: gain after a migration beyond that of the generations about it, the mean; NaN without a migration
    migration: str = ""  #: how individuals travel

    @property
    def islands(self) -> int:
        return self.trace.islands

    @property
    def shares(self) -> NDArray[np.float64]:
        """Returns the share of new bests by island, [island]; NaN if there is none."""
        return self.credit.mean(axis=0) if len(self.credit) else np.full(self.islands, np.nan)


def origins_of(trace: Trace, first_generation: int = 1) -> Origins:
    """Reads the new bests from a generation on. Raises DataError for a run of one island."""
    if trace.islands == 1:
        raise DataError(f"{trace.path} is a run of one island, which finds all bests")
    steps = progress(trace)
    counted = steps.generations >= max(first_generation, 1)
    generations, fitness = steps.generations[counted], steps.fitness[counted]
    moved = np.sort(trace.values("generation", "migration"))
    before = np.searchsorted(moved, generations, side="left")
    last = np.concatenate([[np.nan], moved.astype(float)])[before]
    since = np.where(before > 0, last, 0).astype(int)
    undisturbed = _fresh_starts(trace, generations) == _fresh_starts(trace, since)
    step = _step(steps, moved, first_generation, trace.generations)
    return Origins(trace, _credit(trace, generations, fitness), generations - last, undisturbed, step, _migration(trace))


def _step(steps: Progress, moved: NDArray[np.int64], first_generation: int, last_generation: int) -> float:
    """Returns what the generation after a migration gains beyond the mean of its two neighbours; the mean over migrations."""
    gains = np.zeros(last_generation + 1)
    gains[steps.generations[1:]] = np.abs(np.diff(steps.fitness))
    known = steps.generations[0] if len(steps.generations) else last_generation  # there is no gain without a feasible best before
    compared = moved[(moved >= max(first_generation, known + 1)) & (moved + 2 <= last_generation)]
    return float(np.mean(gains[compared + 1] - (gains[compared] + gains[compared + 2]) / 2)) if len(compared) else float("nan")


def _fresh_starts(trace: Trace, generations: NDArray[np.int64]) -> NDArray[np.int64]:
    """Returns how often random immigrants or a restart came to each island up to these generations, [generation, island]."""
    found = np.zeros((len(generations), trace.islands), dtype="i8")
    columns = [name for name in ("immigrations", "restarts") if name in trace.columns()]
    for rows in trace.spans(columns=len(columns)):
        here = np.flatnonzero((generations >= rows.start) & (generations < rows.stop))
        for name in columns:
            found[here] += trace.values(name, rows=rows)[generations[here] - rows.start]
    return found


def _credit(trace: Trace, generations: NDArray[np.int64], fitness: NDArray[np.float64]) -> NDArray[np.float64]:
    """Returns the part of each island in each new best, [new best, island]."""
    columns = {name: trace.values(name, "improvement") for name in ("generation", "island", "violation", "fitness")}
    step = np.searchsorted(generations, columns["generation"])
    known = np.flatnonzero((step < len(generations)) & (columns["violation"] == 0))
    step = step[known]
    found = known[(generations[step] == columns["generation"][known]) & (fitness[step] == columns["fitness"][known])]
    credit = np.zeros((len(generations), trace.islands))
    credit[np.searchsorted(generations, columns["generation"][found]), columns["island"][found]] = 1.0
    return credit / np.maximum(credit.sum(axis=1, keepdims=True), 1.0)


def _migration(trace: Trace) -> str:
    """Describes the migration of a run in a few words, from the configuration in the trace."""
    settings: dict[str, Any] = tomllib.loads(trace.config).get("migration", {})
    topology = str(settings.get("topology", "")).replace("_", " ")
    if topology == "none" or not topology:
        return topology
    if topology == "fully connected" and settings.get("transfer", "move") == "move":
        return f"dealt by {settings.get('similarity', 'fitness')}"
    return f"{topology}, {settings.get('transfer', 'move')}"


#: Position -> the islands that have it, as a slice.
POSITIONS = {"first": slice(0, 1), "middle": slice(1, -1), "last": slice(-1, None)}


@dataclass(frozen=True)
class PositionRow:
    """What the islands of one position found, in all runs of a group."""

    instance: str
    variant: str
    migration: str
    runs: int
    position: str
    even_percent: float  #: the share that islands alike would have; the mean of the runs
    new_bests: float  #: in a run; the mean
    percent: Estimate
    final_percent: Estimate
    generations_after: float  #: median; NaN if no new best followed a migration
    undisturbed_percent: float  #: of the new bests after a migration: their island had no random immigrants or restart since
    step: Estimate  #: gain of the best in the generation after a migration beyond that of its neighbours; the mean, of all positions


def rows_of(instance: str, variant: str, runs: Sequence[Origins]) -> list[PositionRow]:
    """Returns a row for each position that has an island."""
    migrations = "; ".join(dict.fromkeys(run.migration for run in runs if run.migration))
    step = mean_estimate([run.step for run in runs if not np.isnan(run.step)])
    found = []
    for name, part in POSITIONS.items():
        if name == "middle" and all(run.islands < 3 for run in runs):
            continue
        shares = [run.shares[part].sum() for run in runs if len(run.credit)]
        finals = [float(run.credit[-1, part].sum()) for run in runs if len(run.credit)]
        found.append(
            PositionRow(
                instance=instance,
                variant=variant,
                migration=migrations,
                runs=len(runs),
                position=name,
                even_percent=float(np.mean([100 * len(range(run.islands)[part]) / run.islands for run in runs])),
                new_bests=float(np.mean([run.credit[:, part].sum() for run in runs])),
                percent=_percent(mean_estimate(shares)),
                final_percent=_final(finals),
                generations_after=_median_wait(runs, part),
                undisturbed_percent=_undisturbed(runs, part),
                step=step,
            )
        )
    return found


def _percent(found: Estimate) -> Estimate:
    return Estimate(100 * found.value, 100 * found.low, 100 * found.high)


def _final(shares: Sequence[float]) -> Estimate:
    if not shares:
        return mean_estimate([])
    total = sum(shares)
    low, high = wilson(total, len(shares))
    return _percent(Estimate(total / len(shares), low, high))


def _median_wait(runs: Sequence[Origins], part: slice) -> float:
    waited = np.concatenate([run.waited[run.credit[:, part].sum(axis=1) > 0] for run in runs])
    waited = waited[~np.isnan(waited)]
    return float(np.median(waited)) if len(waited) else float("nan")


def _undisturbed(runs: Sequence[Origins], part: slice) -> float:
    after = [~np.isnan(run.waited) for run in runs]
    total = sum(float(run.credit[rows, part].sum()) for run, rows in zip(runs, after, strict=True))
    kept = sum(float((run.credit * run.undisturbed)[rows, part].sum()) for run, rows in zip(runs, after, strict=True))
    return 100 * kept / total if total else float("nan")


def record(row: PositionRow) -> dict[str, Any]:
    """Returns a row for programs."""
    return flat(asdict(row))


def grid(rows: Sequence[PositionRow]) -> Grid:
    """Returns the rows as a table to be read by people."""
    named = ["instance"] if any(row.instance for row in rows) else []
    header = [*named, "variant", "migration", "n", "island", "even, %", "bests", "share, %"]
    header += ["final best, %", "after", "of block, %", "step"]
    made = Grid("Where new bests are found", header, keys=len(named) + 1, texts=frozenset({len(named) + 1, len(named) + 3}))
    previous: tuple[str, str] | None = None
    for row in rows:
        again = previous == (row.instance, row.variant)
        previous = (row.instance, row.variant)
        group = [row.instance, row.variant] if named else [row.variant]
        shown = [""] * (len(group) + 2) if again else [*group, row.migration or NOT_KNOWN, str(row.runs)]
        made.rows.append(
            [
                *shown,
                row.position,
                f"{row.even_percent:.0f}",
                number(row.new_bests, 3),
                interval(row.percent, 0),
                interval(row.final_percent, 0),
                number(row.generations_after, 3),
                NOT_KNOWN if np.isnan(row.undisturbed_percent) else f"{row.undisturbed_percent:.0f}",
                "" if again else interval(row.step, 2),
            ]
        )
    return made
