"""Compares published figures with ours, which are computed from the runs of an experiment."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from .compare import p_value
from .effects import Estimate, a12_estimate, median_ratio, variance_ratio
from .errors import DataError, nearest
from .experiment import Claim, Experiment
from .grid import Grid
from .quantities import QUANTITIES, Figure, feasible_bests, ranked_best
from .summary import number, told

if TYPE_CHECKING:
    import pandas

#: Figures computed from the runs of two variants, with their intervals; p has none, and is not adjusted for other tests.
PAIRS: dict[str, Callable[[pandas.DataFrame, pandas.DataFrame], Estimate]] = {
    "fitness_diversity_ratio": lambda first, second: median_ratio(first["fitness_diversity"], second["fitness_diversity"]),
    "variance_ratio": lambda first, second: variance_ratio(feasible_bests(first), feasible_bests(second)),
    "better_share": lambda first, second: a12_estimate(-ranked_best(first), -ranked_best(second)),
    "p_value": lambda first, second: Estimate(p_value("best", first, second), float("nan"), float("nan")),
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
    interval: tuple[float, float] | None = None  #: of 95 %, where the figure has one


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
            pair = PAIRS[claim.figure](*there)
            interval = None if np.isnan(pair.low) else (pair.low, pair.high)
            found.append(Answer(claim, pair.value, tuple(len(table) for table in there), interval))
            continue
        if experiment.variant(claim.variants[0]).construct:
            figure = Figure(CONSTRUCTIONS[claim.figure](there[0]), len(there[0]))
        else:
            figure = QUANTITIES[claim.figure](there[0])
        found.append(Answer(claim, figure.value, (figure.runs,)))
    return found


def grid(found: Sequence[Answer]) -> Grid:
    """Returns a table with one row for each claim."""
    ours = "ours [95 % interval]" if any(answer.interval for answer in found) else "ours"
    made = Grid("Published figures beside ours", ["", "published", ours, "n"], span=3)
    for answer in found:
        value = number(answer.value, 2 if answer.claim.figure == "p_value" else 4)
        if answer.interval:
            value += " [{}, {}]".format(*(number(bound, 3) for bound in answer.interval))
        made.rows.append([answer.claim.what, told(answer.claim.published), value, " : ".join(map(str, answer.runs))])
    return made
