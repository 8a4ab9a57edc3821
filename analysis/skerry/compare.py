"""Compares groups of runs by rank-sum tests with effect sizes; p values are adjusted for the number of tests."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from .errors import UsageError, nearest
from .grid import Grid
from .quantities import ranked_best
from .batch import DIVERSITIES
from .set_quality import FALLING, SET_QUALITIES
from .stats import ALPHA, a12, holm, magnitude, rank_sum
from .summary import SET_LINES, Line, RunGroup, RunInstance, check_comparable, number

if TYPE_CHECKING:
    import pandas


@dataclass(frozen=True)
class Measure:
    """A quantity that orders runs. A lower value is better; it is infinite for a run without one."""

    label: str
    better: str  #: how a run with a lower value is described
    cost: Callable[[pandas.DataFrame], pandas.Series]


def _cost_to_target(axis: str) -> Measure:
    """Returns the cost to reach the target. It is infinite for runs that did not, so that they come after all that did.
    """
    column = f"{axis}_to_target"
    return Measure(f"{axis} to target", "sooner", lambda runs: runs[column].where(runs["reached"].astype(bool), np.inf))


def _diversity(name: str) -> Measure:
    """A run none of whose individuals has a fitness is the least diverse."""
    return Measure(name.replace("_", " "), "more diverse", lambda runs: (-runs[name]).fillna(np.inf))


def _set_quality(name: str) -> Measure:
    """A run without the set is the worst."""
    sign = 1 if name in FALLING else -1
    label = {"qd_score": "QD-score", "igd_plus": "IGD+"}.get(name, name.replace("_", " "))
    return Measure(label, "lower" if name in FALLING else "higher", lambda runs: (sign * runs[name]).fillna(np.inf))


MEASURES: dict[str, Measure] = {
    "best": Measure("final fitness", "better", ranked_best),
    **{f"{axis}_to_target": _cost_to_target(axis) for axis in ("evaluations", "seconds", "generations")},
    **{name: _diversity(name) for each in DIVERSITIES for name in (each, f"{each}_minimum")},
    **{name: _set_quality(name) for name in SET_QUALITIES},
}

#: How a run ends that has reached its target.
AT_TARGET = "target"
#: The measures that are tested besides, where runs have them.
SET_MEASURES = ("coverage", "qd_score", "hypervolume")

#: The figures that a comparison prints above its tests.
LINES = (
    Line("runs", ("runs",), "{}"),
    Line("runs with a feasible individual", ("feasible",), "{}"),
    Line("final fitness, best", ("best",), "{}", 6),
    Line("final fitness, median", ("median",), "{}", 6),
    Line("final fitness, worst", ("worst",), "{}", 6),
    Line("final fitness, variance", ("best_variance",), "{}", 6),
    Line("reached the target, % [95 % interval]", ("success_percent", "success_low", "success_high"), "{} [{}, {}]", 3),
    Line("evaluations of a run, median", ("run_evaluations_median",), "{}"),
    Line("seconds of a run, median", ("run_seconds_median",), "{}", 3),
    Line("fitness diversity of all islands, median", ("fitness_diversity",), "{}", 3),
    Line("  its minimum", ("fitness_diversity_minimum",), "{}", 3),
    Line("fitness diversity within an island, median", ("island_fitness_diversity",), "{}", 3),
    Line("  its minimum", ("island_fitness_diversity_minimum",), "{}", 3),
    Line("genotype diversity within an island, median", ("genotype_diversity",), "{}", 3),
    Line("  its minimum", ("genotype_diversity_minimum",), "{}", 3),
    *SET_LINES,
)

NOTE = """\
Each test is of the group named first against the one named second, by the two-sided rank-sum test of Mann and Whitney.
Holm is p adjusted for all tests printed here. A12 is the share of pairs of runs in which the run of the first is
better; ties count half. Effect is the word of Vargha and Delaney (2000) for A12; it says which group is better only
where Holm is below 0.05. A run without a feasible individual comes last; in a test of the cost to reach a target, so
does a run that did not reach it, and the evaluations are those of all islands. Coverage, QD-score and hypervolume are those of all islands together. Ratio is the
median of the first over the median of the second."""


def verdict(p_holm: float, share: float) -> str:
    """Returns better or worse, as A12 says it, where the difference is one after Holm's correction; otherwise equal."""
    if not p_holm < ALPHA or share == 0.5:
        return "equal"
    return "better" if share > 0.5 else "worse"


@dataclass(frozen=True)
class RankTest:
    """A test of the first group against the second, which stands before it among the groups of the instance."""

    instance: str
    measure: str
    first: str
    second: str
    first_runs: int
    second_runs: int
    p: float
    p_holm: float
    a12: float  #: the share of pairs in which the run of the first group is better
    effect: str  #: negligible, small, medium or large
    ratio: float  #: median of the first group over that of the second; NaN if it has no meaning

    @property
    def verdict(self) -> str:
        """Returns what the first group is against the second: better, worse, or equal where the test does not tell them apart."""
        return verdict(self.p_holm, self.a12)


@dataclass(frozen=True)
class Spread:
    """The largest difference of the median evaluations of the groups of an instance."""

    instance: str
    fewest: tuple[str, float]
    most: tuple[str, float]

    @property
    def percent(self) -> float:
        return 100 * (self.most[1] / self.fewest[1] - 1)


def widest(spent: Iterable[tuple[str, str, float]]) -> Spread | None:
    """Returns the instance whose groups differ most, of the median evaluations (instance, group, evaluations) of each group."""
    by_instance: dict[str, list[tuple[str, float]]] = {}
    for instance, label, evaluations in spent:
        by_instance.setdefault(instance, []).append((label, evaluations))
    spreads = [
        Spread(instance, min(groups, key=lambda each: each[1]), max(groups, key=lambda each: each[1]))
        for instance, groups in by_instance.items()
        if len(groups) > 1
    ]
    return max(spreads, key=lambda each: each.percent) if spreads else None


def stops_at_target(groups: Iterable[pandas.DataFrame]) -> bool:
    """Tells whether a run of these groups ended because it had reached the target, so that what it spent is its result."""
    return any(((runs["stop_reason"] == AT_TARGET) & runs["reached"].astype(bool)).any() for runs in groups)


def outcomes(groups: Sequence[pandas.DataFrame]) -> list[str]:
    """Returns the measures of the result: what the target cost where runs stop at it, or else the final fitness.

    The final fitness of a run that stops at the target tells how far its last step went beyond it. The generations count where the
    groups have different numbers of islands, which share the evaluations.
    """
    if not stops_at_target(groups):
        return ["best"]
    alike = len({tuple(sorted(set(runs["islands"]))) for runs in groups}) == 1
    return ["evaluations_to_target"] if alike else ["generations_to_target", "evaluations_to_target"]


def budgets(instances: Sequence[RunInstance], measures: Sequence[str] = ()) -> str:
    """Tells by how much the evaluations of the groups of an instance differ at most, or that they are what the target cost."""
    others = [each for each in instances if not stops_at_target(group.runs for group in each.groups)]
    spent = widest((each.title, group.label, float(group.runs["evaluations"].median())) for each in others for group in each.groups)
    return budgets_told(spent, len(others) < len(instances), "best" in measures)


def budgets_told(spread: Spread | None, stopped: bool, by_fitness: bool = False) -> str:
    """The same of the spread of the instances whose runs do not stop at the target; `stopped` tells whether there are others."""
    if not stopped:
        return fairness(spread)
    told = "Runs that stop at the target are compared by what it cost, and not by the final fitness."
    if by_fitness:
        told = "Runs stop at the target: their final fitness tells how far the last step went beyond it, and not which group is better."
    return f"{told} {fairness(spread)}" if spread else told


def fairness(spread: Spread | None) -> str:
    """Tells by how much the evaluations of the groups of an instance differ at most."""
    if spread is None:
        return "No instance has two groups whose evaluations could be compared."
    if spread.fewest[1] == spread.most[1]:
        return "The groups of each instance have equal median evaluations."
    where = f" ({spread.instance})" if spread.instance else ""
    ends = [f"{label} {number(spent, 6)}" for label, spent in (spread.fewest, spread.most)]
    return (
        f"Median evaluations differ by {spread.percent:.1f} % at most within an instance{where}: {ends[0]}, {ends[1]}."
    )


def default_measures(instances: Sequence[RunInstance]) -> list[str]:
    """Returns the measures of the result, fitness diversity, and the measures of maps and fronts that a run has."""
    runs = [group.runs for instance in instances for group in instance.groups]
    return [*outcomes(runs), "fitness_diversity", *(name for name in SET_MEASURES if any(each[name].notna().any() for each in runs))]


def rank_tests(instances: Sequence[RunInstance], measures: Sequence[str] = (), all_pairs: bool = False) -> list[RankTest]:
    """Tests, on each instance, every group against the first one, or against all before it. p is adjusted over all tests.

    measures: by default those of default_measures() for each instance.
    Raises UsageError if a measure is unknown, and DataError if groups can't be compared.
    """
    found = [
        _test(instance, name, first, second)
        for instance in instances
        for name in measures or default_measures([instance])
        for first, second in _pairs(instance, all_pairs)
        if not _nothing_to_rank(name, instance)
    ]
    adjusted = holm([test["p"] for test in found])
    return [RankTest(**test, p_holm=p) for test, p in zip(found, adjusted, strict=True)]


def measure(name: str) -> Measure:
    if name not in MEASURES:
        raise UsageError(f"there is no measure '{name}'; {nearest(name, MEASURES)}")
    return MEASURES[name]


def better_share(name: str, first: pandas.DataFrame, second: pandas.DataFrame) -> float:
    """Returns A12, oriented so that it is the share of pairs in which the run of the first group is better."""
    cost = measure(name).cost
    return a12(-cost(first), -cost(second))


def p_value(name: str, first: pandas.DataFrame, second: pandas.DataFrame) -> float:
    cost = measure(name).cost
    return rank_sum(cost(first), cost(second))


def _pairs(instance: RunInstance, all_pairs: bool) -> Iterator[tuple[RunGroup, RunGroup]]:
    check_comparable(instance)
    for before, group in combinations(instance.groups, 2):
        if all_pairs or before is instance.groups[0]:
            yield group, before


def _nothing_to_rank(name: str, instance: RunInstance) -> bool:
    if name in SET_QUALITIES:
        return all(group.runs[name].isna().all() for group in instance.groups)
    return measure(name).better == "sooner" and instance.target is None


def _test(instance: RunInstance, name: str, first: RunGroup, second: RunGroup) -> dict[str, Any]:
    share = better_share(name, first.runs, second.runs)
    return {
        "instance": instance.title,
        "measure": name,
        "first": first.label,
        "second": second.label,
        "first_runs": len(first.runs),
        "second_runs": len(second.runs),
        "p": p_value(name, first.runs, second.runs),
        "a12": share,
        "effect": magnitude(share),
        "ratio": ratio(name, first.runs, second.runs),
    }


def ratio(name: str, first: pandas.DataFrame, second: pandas.DataFrame) -> float:
    """Returns the ratio of the groups' medians; NaN if one of the groups has none, or that of the second is 0."""
    column = name
    if first[column].isna().any() or second[column].isna().any():
        return float("nan")
    below = float(second[column].median())
    return float(first[column].median()) / below if below != 0 else float("nan")


def grid(found: Sequence[RankTest]) -> Grid:
    """Returns the tests as a table to be read by people."""
    named = ["instance"] if any(test.instance for test in found) else []
    names = [*named, "comparison", "measure"]
    figures = ["n", "p", "Holm", "A12", "effect", "ratio"]
    made = Grid("", names + figures, keys=len(names), texts=frozenset({len(names) + figures.index("effect")}))
    for test in found:
        row = [
            f"{test.first} : {test.second}",
            MEASURES[test.measure].label,
            f"{test.first_runs} : {test.second_runs}",
            f"{test.p:.2g}",
            f"{test.p_holm:.2g}",
            f"{test.a12:.2f}",
            _effect(test),
            number(test.ratio, 3),
        ]
        made.rows.append(([test.instance] if named else []) + row)
    return made


def _effect(test: RankTest) -> str:
    if test.effect == "negligible" or test.verdict == "equal":
        return test.effect
    winner = test.first if test.verdict == "better" else test.second
    return f"{test.effect}: {winner} {MEASURES[test.measure].better}"


def records(found: Sequence[RankTest], instances: Sequence[RunInstance] = ()) -> list[dict[str, Any]]:
    """Returns the tests for programs. first_KEY and second_KEY are the parameters of the groups, if `instances` are given."""
    settings = {(each.title, group.label): group.settings for each in instances for group in each.groups}

    def parameters(test: RankTest) -> dict[str, Any]:
        sides = (("first", test.first), ("second", test.second))
        return {f"{side}_{key}": value for side, label in sides for key, value in settings.get((test.instance, label), {}).items()}

    return [asdict(test) | {"verdict": test.verdict} | parameters(test) for test in found]
