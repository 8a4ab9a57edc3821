"""Tells what a tuning has found: the settings, how they do on held-out runs, and which parameters mattered."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from .. import batch
from ..compare import measure
from ..effects import Estimate, a12_estimate, flat as flat_record, mean_over_instances, success_difference, success_ratio
from ..errors import DataError
from ..grid import Grid
from ..stats import holm, rank_sum
from ..summary import NOT_KNOWN, number
from ..experiments.tables import toml, value_of
from ..whole_file import write_whole
from .description import TEST_SEED, Parameter, Tuning
from .runs import START, Candidate, Runs, located
from .search import Found

#: Candidates are put into so many groups of equal size by the value of a numeric parameter.
GROUPS = 4
#: Fewer candidates tell nothing of a parameter.
LEAST = 10
FILE = "tuned.toml"
NAN = float("nan")

MEASURES = {"evaluations": "evaluations_to_target", "fitness": "best", "seconds": "seconds_to_target"}

NOTE = """\
A12 is the share of pairs of held-out runs in which the tuned one is better, ties counting half; p is that of the two-sided rank-sum
test of Mann and Whitney, adjusted by Holm over the instances. The share explained is epsilon squared of a test of Kruskal and Wallis on
the ranks of the candidates of the search, in four groups by a number, or one for each choice. It says what a parameter tells alone,
near the settings that the search preferred, and joint effects escape it."""


@dataclass(frozen=True)
class HeldOut:
    """The tuned settings against the starting ones on a test instance; both ran with the same seeds."""

    instance: str
    runs: int  #: of either settings; one that failed did not reach the target
    reached: int  #: runs of the tuned settings that reached the target
    reached_at_start: int
    median: float  #: of the final fitness of the tuned settings
    median_at_start: float
    a12: Estimate
    p: float
    p_holm: float = NAN


@dataclass(frozen=True)
class Overall:
    """The same over all test instances."""

    runs: int
    reached: int
    reached_at_start: int
    difference: Estimate  #: of the shares that reached the target
    ratio: Estimate  #: of these shares
    a12: Estimate  #: the mean over the instances


@dataclass(frozen=True)
class Importance:
    key: str
    share: float  #: of the variance of the ranks that the parameter explains alone; NaN where too few candidates have it
    p: float
    candidates: int


def held_out(tuning: Tuning, runs: Runs, best: Candidate) -> tuple[list[HeldOut], Overall]:
    """Compares the tuned settings with the starting ones. The folder is then an experiment of these runs."""
    tuned = Candidate(best.settings, "tuned settings")
    runs.carry_out([START, tuned], tuning.test, TEST_SEED, tuning.test_seeds, title=f"{tuning.title}: held-out runs")
    cost = measure(MEASURES[tuning.minimise]).cost
    rows = []
    for instance in tuning.test:
        groups = []
        for candidate in (START, tuned):
            name = "-".join(filter(None, (instance.name, candidate.name)))
            paths = [runs.folder / f"{name}-{TEST_SEED + seed}.h5" for seed in range(tuning.test_seeds)]
            table, _ = batch.runs([path for path in paths if path.exists()], evaluations=tuning.evaluations)
            if table.empty:
                raise DataError(f"no held-out run of {name} has succeeded")
            groups.append(table)
        start, other = groups
        rows.append(
            HeldOut(
                instance=instance.name,
                runs=tuning.test_seeds,
                reached=int(other["reached"].sum()),
                reached_at_start=int(start["reached"].sum()),
                median=float(other["best"].median()),
                median_at_start=float(start["best"].median()),
                a12=a12_estimate(-cost(other), -cost(start)),
                p=rank_sum(cost(other), cost(start)),
            )
        )
    adjusted = holm([row.p for row in rows])
    rows = [replace(row, p_holm=p) for row, p in zip(rows, adjusted, strict=True)]
    return rows, _overall(rows)


def _overall(rows: list[HeldOut]) -> Overall:
    count = sum(row.runs for row in rows)
    tuned, start = (sum(row.reached for row in rows), count), (sum(row.reached_at_start for row in rows), count)
    return Overall(
        runs=count,
        reached=tuned[0],
        reached_at_start=start[0],
        difference=success_difference(tuned, start),
        ratio=success_ratio(tuned, start),
        a12=mean_over_instances([row.a12.value for row in rows]) if len(rows) > 1 else rows[0].a12,
    )


def importances(tuning: Tuning, found: Found) -> list[Importance]:
    """Returns how much of the order of the search's candidates each parameter explains, the most important first."""
    made = [_importance(each, found) for each in tuning.space if each.kind != "same"]
    return sorted(made, key=lambda each: -each.share if each.share == each.share else 1.0)


def _importance(parameter: Parameter, found: Found) -> Importance:
    from scipy.stats import kruskal, rankdata

    having = [each for each in found.judged if parameter.key in each.candidate.settings]
    values = [each.candidate.settings[parameter.key] for each in having]
    ranks = rankdata([each.score.value for each in having]) if having else np.zeros(0)
    if parameter.kind == "choice":
        labels = np.array([parameter.choices.index(value) for value in values], dtype=int)
    else:
        # Equal values stay in one group.
        labels = ((rankdata(values, method="min") - 1) * GROUPS // max(len(values), 1)).astype(int) if values else np.zeros(0, dtype=int)
    groups = [ranks[labels == label] for label in np.unique(labels)]
    if len(groups) < 2 or len(ranks) < LEAST or len(np.unique(ranks)) < 2:
        return Importance(parameter.key, NAN, NAN, len(having))
    test = kruskal(*groups)
    share = (float(test.statistic) - len(groups) + 1) / (len(ranks) - len(groups))
    return Importance(parameter.key, max(share, 0.0), float(test.pvalue), len(having))


def settings_of(tuning: Tuning, best: Candidate, found: Found) -> dict[str, Any]:
    """Returns the values of the space's keys that were found."""
    return dict(best.settings or found.start)


def write_configuration(tuning: Tuning, best: Candidate, folder: Path) -> Path:
    """Writes the configuration of the tuned runs, but for their instance: the starting one with the values that were found."""
    with tuning.config.open("rb") as file:
        content = tomllib.load(file)
    content = _nested_located(content, tuning.config.parent, folder)
    changes = located({key: value_of(text) for key, text in tuning.settings.items()}, tuning.file.parent, folder) | dict(best.settings)
    for key, value in changes.items():
        *tables, name = key.split(".")
        table = content
        for each in tables:
            table = table.setdefault(each, {})
        table[name] = value
    base = os.path.relpath(tuning.config, folder)
    told = "the starting settings, which nothing beat" if best is START else f"tuned by {tuning.runs:,} runs"
    path = folder / FILE
    text = f"# {base}, {told} ({tuning.file.name}).\n" + "\n".join(_tables(content, ""))
    write_whole(path, text + "\n")
    return path


def _nested_located(table: Mapping[str, Any], origin: Path, folder: Path) -> dict[str, Any]:
    made = located(table, origin, folder)
    return {key: _nested_located(value, origin, folder) if isinstance(value, dict) else value for key, value in made.items()}


def _tables(table: Mapping[str, Any], name: str) -> list[str]:
    values = [f"{key} = {toml(value)}" for key, value in table.items() if not isinstance(value, dict)]
    lines = [*([f"\n[{name}]"] if name and values else []), *values]
    for key, value in table.items():
        if isinstance(value, dict):
            lines += _tables(value, f"{name}.{key}".lstrip("."))
    return lines


def settings_grid(tuning: Tuning, found: Found, ranked: list[Importance]) -> Grid:
    grid = Grid("", ["parameter", "searched", "start", "tuned", "explained", "p"], texts=frozenset({1}))
    tuned = settings_of(tuning, found.best, found)
    spaces = {each.key: each for each in tuning.space}

    def shown(value: Any) -> str:
        return NOT_KNOWN if value is None else toml(value)

    for each in ranked:
        share = NOT_KNOWN if each.share != each.share else f"{100 * each.share:.0f} %"
        p = NOT_KNOWN if each.p != each.p else f"{each.p:.2g}"
        grid.rows.append([each.key, spaces[each.key].told(), shown(found.start.get(each.key)), shown(tuned.get(each.key)), share, p])
    for parameter in tuning.space:
        if parameter.kind == "same":
            grid.rows.append([parameter.key, parameter.told(), shown(found.start.get(parameter.key)), shown(tuned.get(parameter.key)), "", ""])
    return grid


def held_out_grid(tuning: Tuning, rows: list[HeldOut]) -> Grid:
    grid = Grid("", ["held out", "runs", "reached", "start reached", "median fitness", "start's", "A12 [95 %]", "Holm"])
    for row in rows:
        figures = [row.runs, row.reached, row.reached_at_start, number(row.median), number(row.median_at_start), interval(row.a12, 2), f"{row.p_holm:.2g}"]
        grid.rows.append([row.instance or tuning.name, *map(str, figures)])
    return grid


def interval(estimate: Estimate, digits: int) -> str:
    if estimate.low != estimate.low:
        return number(estimate.value, digits)
    return f"{number(estimate.value, digits)} [{number(estimate.low, digits)}, {number(estimate.high, digits)}]"


def overall_text(overall: Overall) -> str:
    """Tells the comparison over all test instances in a sentence or two."""
    told = f"Over all held-out runs A12 is {interval(overall.a12, 2)}."
    if overall.reached + overall.reached_at_start == 0:
        return told
    return (
        f"The tuned settings reach the target in {overall.reached} of {overall.runs} held-out runs, the starting ones in "
        f"{overall.reached_at_start}: {interval(overall.ratio, 3)} times as many. {told}"
    )


def records(
    tuning: Tuning, found: Found, ranked: list[Importance], rows: list[HeldOut], overall: Overall | None
) -> dict[str, Any]:
    """Returns the results for programs."""
    return {
        "settings": settings_of(tuning, found.best, found),
        "start": dict(found.start),
        "start_beaten": found.best is not START,
        "candidates": len(found.judged),
        "race": {"best": found.race.value, "start": None if found.start_race is None else found.start_race.value},
        "importance": [asdict(each) for each in ranked],
        "held_out": [flat_record(asdict(row)) for row in rows],
        "overall": None if overall is None else flat_record(asdict(overall)),
    }
