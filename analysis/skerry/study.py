"""Compares the variants of many instances with a baseline: effect sizes with intervals, and what they come to over all instances."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from .compare import Spread, budgets_told, measure, p_value, stops_at_target, verdict, widest
from .effects import (
    UNKNOWN,
    Estimate,
    a12_estimate,
    mean_over_instances,
    median_ratio,
    success_difference,
    variance_ratio,
)
from .errors import DataError
from .quantities import feasible_bests, quantity
from .stats import holm
from .summary import RunGroup, RunInstance, check_comparable

if TYPE_CHECKING:
    import pandas


#: What variants are compared by where runs stop at the target.
COST = "evaluations_to_target"


@dataclass(frozen=True)
class StudyGroup:
    """The runs of a variant on an instance; fewer than planned where some are missing."""

    label: str
    planned: int
    runs: pandas.DataFrame | None  #: None where no run is there


@dataclass(frozen=True)
class StudyInstance:
    title: str
    groups: Sequence[StudyGroup]
    baseline: str | None  #: the label of a group; None where the instance has no baseline


@dataclass(frozen=True)
class Comparison:
    """What a variant is against the baseline of its instance."""

    p: float
    p_holm: float
    a12: Estimate  #: the share of pairs of runs in which the variant is better by the measure of the row
    diversity_ratio: Estimate  #: of the medians
    variance_ratio: Estimate  #: of the final fitness of feasible runs
    success_difference: Estimate  #: of the shares that reached the target
    evaluations_ratio: float  #: of the medians

    @property
    def verdict(self) -> str:
        """Returns better or worse where the difference is one after Holm's correction, otherwise equal."""
        return verdict(self.p_holm, self.a12.value)


@dataclass(frozen=True)
class StudyRow:
    """A variant on an instance."""

    instance: str
    variant: str
    runs: int
    planned: int
    feasible: int
    unit: str
    median: float  #: of the final fitness; NaN where half of the runs have none
    target: float | None
    successes: float  #: NaN without a target
    evaluations: float  #: the median of the runs
    measure: str  #: by which runs are compared: their final fitness, or what the target cost where runs stop at it
    is_baseline: bool
    against: Comparison | None  #: None for the baseline, and where runs to compare are missing


@dataclass(frozen=True)
class Pooled:
    """A variant over all instances on which it was compared."""

    variant: str
    instances: int
    better: int
    equal: int
    worse: int
    a12: Estimate  #: mean over the instances
    diversity_ratio: Estimate  #: geometric mean over the instances that have one


def rows_of(instances: Sequence[StudyInstance], diversity: str = "fitness_diversity") -> list[StudyRow]:
    """Returns a row for each variant of each instance, p adjusted over all of them. Raises DataError if runs can't be compared.

    diversity: the column of skerry.runs() whose medians are compared.
    """
    found = [row for instance in instances for row in _of_instance(instance, diversity)]
    tests = [row.against for row in found if row.against]
    adjusted = iter(holm([test.p for test in tests]))
    return [replace(row, against=replace(row.against, p_holm=next(adjusted))) if row.against else row for row in found]


def _of_instance(instance: StudyInstance, diversity: str) -> list[StudyRow]:
    there = _there(instance)
    if there:
        check_comparable(RunInstance(instance.title, there))
    baseline = next((group.runs for group in there if group.label == instance.baseline), None)
    name = COST if stops_at_target(group.runs for group in there) else "best"
    return [_row(instance, group, baseline, name, diversity) for group in instance.groups]


def _there(instance: StudyInstance) -> list[RunGroup]:
    return [RunGroup(group.label, group.runs) for group in instance.groups if group.runs is not None]


def run_instances(instances: Sequence[StudyInstance]) -> tuple[list[RunInstance], list[str | None]]:
    """Returns the instances that have runs, and their baselines."""
    there = [(each, groups) for each in instances if (groups := _there(each))]
    return [RunInstance(each.title, groups) for each, groups in there], [each.baseline for each, _ in there]


def _row(instance: StudyInstance, group: StudyGroup, baseline: pandas.DataFrame | None, name: str, diversity: str) -> StudyRow:
    runs, is_baseline = group.runs, group.label == instance.baseline
    nan = float("nan")
    if runs is None:
        return StudyRow(instance.title, group.label, 0, group.planned, 0, "", nan, None, nan, nan, name, is_baseline, None)
    targets = runs["target"].dropna()
    return StudyRow(
        instance=instance.title,
        variant=group.label,
        runs=len(runs),
        planned=group.planned,
        feasible=int(runs["feasible"].sum()),
        unit=str(runs["fitness_unit"].iloc[0]),
        median=quantity("median", runs).value,
        target=float(targets.iloc[0]) if len(targets) else None,
        successes=quantity("successes", runs).value,
        evaluations=float(runs["evaluations"].median()),
        measure=name,
        is_baseline=is_baseline,
        against=None if is_baseline or baseline is None else _compared(runs, baseline, name, diversity),
    )


def _compared(runs: pandas.DataFrame, baseline: pandas.DataFrame, name: str, diversity: str) -> Comparison:
    p, cost = p_value(name, runs, baseline), measure(name).cost
    return Comparison(
        p=p,
        p_holm=p,
        a12=a12_estimate(-cost(runs), -cost(baseline)),
        diversity_ratio=median_ratio(runs[diversity], baseline[diversity]),
        variance_ratio=variance_ratio(feasible_bests(runs), feasible_bests(baseline)),
        success_difference=_success_difference(runs, baseline),
        evaluations_ratio=float(runs["evaluations"].median() / baseline["evaluations"].median()),
    )


def _success_difference(runs: pandas.DataFrame, baseline: pandas.DataFrame) -> Estimate:
    counts = []
    for each in (runs, baseline):
        successes = quantity("successes", each)
        if not successes.runs:
            return UNKNOWN
        counts.append((int(successes.value), successes.runs))
    return success_difference(counts[0], counts[1])


def pooled(rows: Sequence[StudyRow]) -> list[Pooled]:
    """Returns a line for each variant that was compared on some instance, in the order of the rows."""
    compared: dict[str, list[Comparison]] = {}
    for row in rows:
        if row.against:
            compared.setdefault(row.variant, []).append(row.against)
    return [_pooled(variant, found) for variant, found in compared.items()]


def _pooled(variant: str, found: Sequence[Comparison]) -> Pooled:
    verdicts = [each.verdict for each in found]
    mean = mean_over_instances([each.a12.value for each in found])
    ratios = np.array([each.diversity_ratio.value for each in found])
    logs = mean_over_instances(np.log(ratios[ratios > 0]))
    return Pooled(
        variant=variant,
        instances=len(found),
        better=verdicts.count("better"),
        equal=verdicts.count("equal"),
        worse=verdicts.count("worse"),
        a12=Estimate(mean.value, *(float(np.clip(bound, 0, 1)) for bound in (mean.low, mean.high))),
        diversity_ratio=Estimate(*(float(np.exp(each)) for each in (logs.value, logs.low, logs.high))),
    )


def largest_spread(rows: Sequence[StudyRow]) -> Spread | None:
    """Returns the instance whose groups differ most in their median evaluations, of those whose runs do not stop at the target; None
    if no such instance has two groups with runs."""
    return widest((row.instance, row.variant, row.evaluations) for row in rows if row.runs and row.measure != COST)


def budgets(rows: Sequence[StudyRow]) -> str:
    """Tells by how much the evaluations of the groups of an instance differ at most, or that they are what the target cost."""
    return budgets_told(largest_spread(rows), any(row.measure == COST for row in rows))


def require_comparison(rows: Sequence[StudyRow]) -> None:
    """Raises DataError if no variant could be compared with a baseline."""
    if not any(row.against for row in rows):
        raise DataError("nothing can be compared: no instance has runs of the baseline and of another variant")
