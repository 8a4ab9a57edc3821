"""Compares published figures with ours, which are computed from the runs of an experiment."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from .compare import better_share, p_value, ratio
from .errors import DataError, nearest
from .experiment import Claim, Experiment
from .grid import Grid
from .quantities import QUANTITIES, Figure
from .summary import number, told

if TYPE_CHECKING:
    import pandas

#: Figures computed from the runs of two variants; p is not adjusted for other tests.
PAIRS: dict[str, Callable[[pandas.DataFrame, pandas.DataFrame], float]] = {
    "fitness_diversity_ratio": lambda first, second: ratio("fitness_diversity", first, second),
    "variance_ratio": lambda first, second: _over(_variance(first), _variance(second)),
    "better_share": lambda first, second: better_share("best", first, second),
    "p_value": lambda first, second: p_value("best", first, second),
}

#: Figures of a variant that constructs solutions, computed from the table of its attempts.
CONSTRUCTIONS: dict[str, Callable[[pandas.DataFrame], float]] = {
    "synergy_max": lambda attempts: float(attempts["synergy"].max()),
    "synergy_median": lambda attempts: float(attempts["synergy"].median()),
    "feasible_percent": lambda attempts: 100 * float(attempts["feasible"].mean()),
    "seconds_per_attempt": lambda attempts: float(attempts["seconds"].mean()),
}


@dataclass(frozen=True)
class Answer:
    """A claim and the same figure of our runs."""

    claim: Claim
    value: float  #: NaN if there are no runs to compute it from
    runs: tuple[int, ...]  #: for each variant, the number of runs or attempts behind the value


def claims_of(experiment: Experiment) -> list[Claim]:
    """Returns the claims that the experiment lists, and its published figures of constructions."""
    constructed = [
        Claim(f"{variant.instance}, {variant.label}: {figure}".removeprefix(", "), published, figure, (variant.name,))
        for variant in experiment.variants
        if variant.construct
        for figure, published in variant.published.items()
    ]
    return [*experiment.claims, *constructed]


def check(experiment: Experiment) -> None:
    """Raises DataError if a figure is unknown (the message names the nearest known one) or has a wrong number of variants."""
    for variant in experiment.variants:
        for name in variant.published:
            known = [*CONSTRUCTIONS] if variant.construct else [*QUANTITIES]
            if name not in known:
                raise DataError(f"published of '{variant.name}': there is no figure '{name}'; {nearest(name, known)}")
    for claim in claims_of(experiment):
        constructions = [experiment.variant(name).construct for name in claim.variants]
        known = [*QUANTITIES, *PAIRS, *CONSTRUCTIONS]
        if claim.figure not in known:
            raise DataError(f"'{claim.what}': there is no figure '{claim.figure}'; {nearest(claim.figure, known)}")
        if len(claim.variants) == 2:
            fits = claim.figure in PAIRS and not any(constructions)
        elif constructions[0]:
            fits = claim.figure in CONSTRUCTIONS
        else:
            fits = claim.figure in QUANTITIES
        if not fits:
            tables = (("runs", set(QUANTITIES)), ("constructions", set(CONSTRUCTIONS)))
            kinds = " or ".join(kind for kind, figures in tables if claim.figure in figures)
            wanted = "two variants of runs" if claim.figure in PAIRS else f"one variant of {kinds}"
            named = ", ".join(claim.variants)
            raise DataError(f"'{claim.what}': the figure '{claim.figure}' takes {wanted}; the claim names {named}")


def answers(
    experiment: Experiment, runs: Mapping[str, pandas.DataFrame], attempts: Mapping[str, pandas.DataFrame]
) -> list[Answer]:
    """Answers each claim from `runs` (rows of skerry.runs()) and `attempts` (of constructions), both by variant."""
    check(experiment)
    found = []
    for claim in claims_of(experiment):
        tables = [attempts.get(name, runs.get(name)) for name in claim.variants]
        there = [table for table in tables if table is not None]
        if len(there) < len(tables):
            found.append(Answer(claim, float("nan"), tuple(0 if table is None else len(table) for table in tables)))
            continue
        if len(there) == 2:
            figure = Figure(PAIRS[claim.figure](*there), 0)
        elif experiment.variant(claim.variants[0]).construct:
            figure = Figure(CONSTRUCTIONS[claim.figure](there[0]), len(there[0]))
        else:
            figure = QUANTITIES[claim.figure](there[0])
        behind = tuple(len(table) for table in there) if len(there) == 2 else (figure.runs,)
        found.append(Answer(claim, figure.value, behind))
    return found


def grid(found: Sequence[Answer]) -> Grid:
    """Returns a table with one row for each claim."""
    made = Grid("Published figures beside ours", ["", "published", "ours", "n"], span=3)
    for answer in found:
        digits = 2 if answer.claim.figure == "p_value" else 4
        made.rows.append(
            [answer.claim.what, told(answer.claim.published), number(answer.value, digits), " : ".join(map(str, answer.runs))]
        )
    return made


def _variance(runs: pandas.DataFrame) -> float:
    return QUANTITIES["best_variance"](runs).value


def _over(above: float, below: float) -> float:
    return float(np.divide(above, below)) if below > 0 else float("nan")
