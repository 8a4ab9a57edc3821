"""Tells, before an experiment runs, how large a difference its rank-sum tests will find."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from math import ceil, sqrt
from statistics import NormalDist
from typing import Any

from .errors import UsageError
from .grid import Grid
from .stats import ALPHA, MAGNITUDES, magnitude
from .summary import number

POWER = 0.8
#: The A12 that Vargha and Delaney call small, medium and large.
EFFECTS = tuple(0.5 + distance for distance, _ in reversed(MAGNITUDES))

NOTE = """\
A test of two-sided level alpha finds an A12 this large, or one as far below one half, with that power (Noether 1987,
without ties). Holm's first step is the most severe: the smallest p of all tests is multiplied by their number. A
difference that is found at that step is found whatever the other tests give. The last columns are the runs that each of
two groups needs for the small, medium and large effect of Vargha and Delaney (2000)."""


@dataclass(frozen=True)
class Plan:
    """What an experiment will test: each group of so many runs against a baseline of as many, in so many tests."""

    runs: int
    tests: int

    def __post_init__(self) -> None:
        for name, value in (("runs", self.runs), ("tests", self.tests)):
            if value < 1:
                raise UsageError(f"the number of {name} is {value}; it is a whole number from 1 up")


@dataclass(frozen=True)
class Detectable:
    """The smallest effect that a test of one level finds."""

    step: str
    alpha: float
    a12: float  #: in (0.5, 1]; infinite where not even A12 = 1 is found
    runs_for: tuple[int, ...]  #: the runs of each group that EFFECTS need


def smallest_a12(first: int, second: int, alpha: float = ALPHA, power: float = POWER) -> float:
    """Returns the smallest A12 above one half that a two-sided rank-sum test finds with this power (Noether 1987).

    first, second: the runs of the two groups. Infinite where that would be above 1.
    """
    distance = _standard_errors(alpha, power) * sqrt((first + second) / (12 * first * second))
    return 0.5 + distance if distance <= 0.5 else float("inf")


def runs_needed(effect: float, alpha: float = ALPHA, power: float = POWER) -> int:
    """Returns the runs that each of two groups needs so that an A12 is found with this power (Noether 1987)."""
    return ceil(_standard_errors(alpha, power) ** 2 / (6 * (effect - 0.5) ** 2))


def _standard_errors(alpha: float, power: float) -> float:
    """Returns how many standard errors lie between no effect and the smallest one that is found."""
    for name, value in (("alpha", alpha), ("power", power)):
        if not 0 < value < 1:
            raise UsageError(f"{name} is {value:g}; it lies between 0 and 1")
    return -NormalDist().inv_cdf(alpha / 2) + NormalDist().inv_cdf(power)


def detectable(plan: Plan, alpha: float = ALPHA, power: float = POWER) -> list[Detectable]:
    """Returns the smallest effects at Holm's first step, and at its last, which is that of a single test."""
    steps = [("Holm's first step", alpha / plan.tests)] if plan.tests > 1 else []
    steps.append(("Holm's last step" if plan.tests > 1 else "the test", alpha))
    return [
        Detectable(
            step, level, smallest_a12(plan.runs, plan.runs, level, power), tuple(runs_needed(effect, level, power) for effect in EFFECTS)
        )
        for step, level in steps
    ]


def grid(plan: Plan, found: Sequence[Detectable], power: float = POWER) -> Grid:
    """Returns a table to be read by people."""
    title = f"Power: {number(plan.tests)} test{'s' * (plan.tests != 1)}, {number(plan.runs)} run{'s' * (plan.runs != 1)} a group"
    needed = [f"runs for {effect:.2f}" for effect in EFFECTS]
    made = Grid(title, ["", "alpha", f"smallest A12 found with {100 * power:g} % power", "effect", *needed], texts=frozenset({3}))
    for each in found:
        shown, word = (f"{each.a12:.3f}", magnitude(each.a12)) if each.a12 <= 1 else ("none", "too few runs")
        made.rows.append([each.step, f"{each.alpha:.2g}", shown, word, *(number(runs) for runs in each.runs_for)])
    return made


def records(plan: Plan, found: Sequence[Detectable], power: float = POWER) -> list[dict[str, Any]]:
    """Returns a record for each step, for programs."""
    kept: list[dict[str, Any]] = []
    for each in found:
        needed = {f"runs_for_{effect:.2f}": runs for effect, runs in zip(EFFECTS, each.runs_for, strict=True)}
        kept.append(asdict(plan) | {"power": power, "step": each.step, "alpha": each.alpha, "a12": each.a12} | needed)
    return kept
