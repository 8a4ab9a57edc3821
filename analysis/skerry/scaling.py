"""Tells how much sooner more islands reach the target: generations to the target against the number of islands."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from .effects import RESAMPLES, SEED, UNKNOWN, Estimate, percentiles, running_time_estimate
from .errors import DataError
from .grid import Grid
from .quantities import spent_to_target
from .stats import expected_running_time, median
from .summary import RunGroup, RunInstance, check_comparable

if TYPE_CHECKING:
    import pandas

#: What a label says of the number of islands: before the name of its series, or as a point of an experiment's grid.
ISLANDS = re.compile(r"^(one|\d+) islands?,? *|(^|, |-)islands=\d+(?=$|, |-)")


@dataclass(frozen=True)
class Effort:
    """What was spent until the target, failed runs counted in, for each run that reached it (expected running time)."""

    value: float  #: all that was spent where no run reached the target: more is needed than that
    reached: bool  #: whether any run reached it
    low: float  #: bounds of its 95 % interval, infinite where too few runs reached the target
    high: float

    def __str__(self) -> str:
        return f"{'' if self.reached else '> '}{short(self.value)}"


@dataclass(frozen=True)
class ScalingRow:
    """The runs of one setting on one instance."""

    instance: str
    series: str  #: the setting without the number of islands; empty where that is all of it
    islands: int
    runs: int
    successes: int
    generations: Effort  #: of one island: the critical path
    evaluations: Effort  #: of all islands: the cost
    sooner: Estimate  #: generations of the baseline over these
    is_baseline: bool


@dataclass(frozen=True)
class Scaling:
    """A series with one number of islands, over all instances."""

    series: str
    islands: int
    instances: int
    successes: int
    runs: int
    median: float  #: of the times that it is sooner than the baseline, by instance
    least: float
    geometric_mean: float


def rows_of(instances: Sequence[RunInstance], baselines: Sequence[str | None]) -> list[ScalingRow]:
    """Returns a row for each group, those of an instance in the order of series and islands.

    baselines: the label of a group for each instance. Raises DataError where runs of an instance differ in their problem, or a
    group has no target or runs of different numbers of islands.
    """
    rows: list[ScalingRow] = []
    for instance, label in zip(instances, baselines, strict=True):
        check_comparable(instance)
        base = next((group for group in instance.groups if group.label == label), None)
        found = [_row(instance.title, group, base) for group in instance.groups]
        series = list(dict.fromkeys(row.series for row in found))
        rows += sorted(found, key=lambda row: (not row.is_baseline, series.index(row.series), row.islands))
    return rows


def over_instances(rows: Sequence[ScalingRow]) -> list[Scaling]:
    """Returns how much sooner each series is, with each number of islands, over all instances that have a baseline."""
    found = []
    for series, islands in dict.fromkeys((row.series, row.islands) for row in rows if not row.is_baseline):
        own = [row for row in rows if (row.series, row.islands) == (series, islands) and row.sooner is not UNKNOWN]
        if own:
            times = [row.sooner.value for row in own]
            successes, runs = sum(row.successes for row in own), sum(row.runs for row in own)
            mean = float(np.exp(np.mean(np.log(times))))
            found.append(Scaling(series, islands, len(own), successes, runs, median(times), min(times), mean))
    return found


def _row(instance: str, group: RunGroup, base: RunGroup | None) -> ScalingRow:
    where = f"'{group.label}'" + (f" of '{instance}'" if instance else "")
    if group.runs["target"].isna().any():
        raise DataError(f"runs of {where} have no target; scaling is about the time to the target")
    islands = sorted(set(group.runs["islands"]))
    if len(islands) > 1:
        raise DataError(f"runs of {where} have {islands[0]} to {islands[-1]} islands; a line of the table has one number of islands")
    spent, reached = _spent(group.runs, "generations")
    return ScalingRow(
        instance,
        ISLANDS.sub("", group.label).strip(", -"),
        int(islands[0]),
        len(group.runs),
        int(reached.sum()),
        _effort(spent, reached),
        _effort(*_spent(group.runs, "evaluations")),
        UNKNOWN if base is None else ratio_of_efforts(base.runs, group.runs, "generations"),
        group is base,
    )


def _spent(runs: pandas.DataFrame, axis: str) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """Returns what each run spent until it reached the target or ended, at least 1, and whether it reached it."""
    reached = runs["reached"].to_numpy(dtype=bool)
    return np.maximum(spent_to_target(runs, axis).to_numpy(dtype=float), 1.0), reached


def _effort(spent: NDArray[np.float64], reached: NDArray[np.bool_]) -> Effort:
    value = expected_running_time(spent, reached) if reached.any() else float(spent.sum())
    found = running_time_estimate(spent, reached)
    return Effort(value, bool(reached.any()), found.low, found.high)


def ratio_of_efforts(first: pandas.DataFrame, second: pandas.DataFrame, axis: str) -> Estimate:
    """Returns the effort of the first runs over that of the second with the percentile interval of a bootstrap (Efron 1979); unknown
    where no run of either arrives."""
    base, own = _spent(first, axis), _spent(second, axis)
    random = np.random.default_rng(SEED)

    def resampled(spent: NDArray[np.float64], reached: NDArray[np.bool_]) -> NDArray[np.float64]:
        chosen = random.integers(0, len(spent), (RESAMPLES, len(spent)))
        found: NDArray[np.float64] = spent[chosen].sum(axis=1) / np.maximum(reached[chosen].sum(axis=1), 1)
        return found

    if not base[1].any() and not own[1].any():
        return UNKNOWN
    ratios = resampled(*base) / resampled(*own)
    return Estimate(_effort(*base).value / _effort(*own).value, *percentiles(ratios))


def told(rows: Sequence[ScalingRow]) -> list[str]:
    """Returns a sentence for each row that is compared with the baseline of its instance."""
    bases = {row.instance: row for row in rows if row.is_baseline}
    return [
        _told(row, bases[row.instance], len({each.series for each in rows}) > 1)
        for row in rows
        if row.sooner is not UNKNOWN and not row.is_baseline
    ]


def _told(row: ScalingRow, base: ScalingRow, named: bool) -> str:
    who = f"{_islands(row)}{f', {row.series},' if named and row.series else ''}"
    other = "one" if base.islands == 1 and row.islands > 1 else _islands(base) + (f", {base.series}" if named and base.series else "")
    reached = f"{row.successes} of {row.runs} and {base.successes} of {base.runs} runs reached it"
    interval = f"{short(row.sooner.low)} to {short(row.sooner.high)}"
    if row.sooner.low <= 1 <= row.sooner.high:
        return f"{who} and {other}: the runs do not show who is sooner ({short(row.sooner.value)} times, {interval}); {reached}."
    bound = "more than " if not base.generations.reached else "less than " if not row.generations.reached else ""
    return f"{who} reach{'es' if row.islands == 1 else ''} the target {bound}{short(row.sooner.value)} times sooner than {other}, {interval}; {reached}."


def _islands(row: ScalingRow) -> str:
    return f"{row.islands} islands" if row.islands > 1 else "one island"


NOTE = """\
Generations to the target are those of one island, the critical path: of all runs until they reached the target or ended, divided by
the number of runs that reached it. > is said where none did: all that was spent. Evaluations are those of all islands, counted alike.
Sooner is the generations of the first line of an instance over those of the line, with a bootstrap interval of 95 %; < where no run of
the line reached the target, and nothing where none of either did."""


def grid(rows: Sequence[ScalingRow]) -> Grid:
    header = ["instance", "islands", "migration", "reached", "generations to the target", "evaluations", "times sooner [95 %]"]
    made = Grid("", header, keys=3)
    if not any(row.instance for row in rows):
        made.header, made.keys = made.header[1:], 2
    for row in rows:
        known = row.sooner is not UNKNOWN and not row.is_baseline
        bound = "" if row.generations.reached else "< "
        sooner = f"{bound}{short(row.sooner.value)} [{short(row.sooner.low)}, {short(row.sooner.high)}]" if known else ""
        reached = f"{row.successes} of {row.runs}"
        name = [row.instance] if made.keys == 3 else []
        made.rows.append([*name, str(row.islands), row.series, reached, str(row.generations), str(row.evaluations), sooner])
    return made


def over_instances_grid(found: Sequence[Scaling]) -> Grid:
    header = ["migration", "islands", "instances", "reached", "times sooner: median", "least", "geometric mean"]
    made = Grid("", header, keys=2)
    for each in found:
        reached = f"{each.successes} of {each.runs}"
        made.rows.append([each.series, str(each.islands), str(each.instances), reached, *map(short, (each.median, each.least, each.geometric_mean))])
    return made


def short(value: float) -> str:
    """Returns a number with three significant digits, and thousands grouped."""
    return f"{value:.3g}" if value < 1000 else f"{float(f'{value:.3g}'):,.0f}"
