"""Tells a study in tables: a row for each variant of each instance, and one for each variant over all instances."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Any

from .compare import MEASURES
from .effects import Estimate, flat
from .grid import Grid
from .stats import magnitude
from .study import Pooled, StudyRow
from .summary import NOT_KNOWN, number

NOTE = """\
A12 is the share of pairs of runs in which the variant is better than the baseline, ties counting half, with the 95 %
interval of Newcombe (2006): by the final fitness, or where runs stop at the target by the evaluations that it cost. p is
that of the two-sided rank-sum test, and Holm is p adjusted for all tests of this table. A run without a feasible solution,
or that did not reach the target at which others stop, comes last. Ratios are those of the variant over the
baseline: of the median diversities (bootstrap), and of the variances of the final fitness (jackknife, Miller 1968).
Reached is the number of runs that reached the target; the difference of the shares is in percentage points (Newcombe
1998). Evaluations are the median of the runs, as a difference from the baseline in %."""

POOLED_NOTE = """\
Better, equal and worse count the instances by A12 and by Holm below 0.05. The mean of A12, and the geometric mean of
the ratios of diversity, have Student's 95 % interval over the instances."""


def grid(rows: Sequence[StudyRow], baseline: str, diversity: str = "fitness_diversity") -> Grid:
    """Returns the rows as a table to be read by people. A column that no row fills is left out."""
    figures = [
        "n",
        "final, median",
        "compared by",
        "A12 [95 %]",
        "p",
        "Holm",
        "effect",
        f"{diversity.replace('_', ' ')}, ratio",
        "variance, ratio",
        "reached",
        "difference, %",
        "evaluations",
    ]
    named = ["instance", "variant"] if any(row.instance for row in rows) else ["variant"]
    texts = frozenset(len(named) + figures.index(name) for name in ("compared by", "effect"))
    made = Grid(f"Against {baseline}", [*named, *figures], keys=len(named), texts=texts)
    for row in rows:
        key = [row.instance, _variant(row)] if len(named) == 2 else [_variant(row)]
        made.rows.append([*key, *_cells(row)])
    kept = [column for column in range(len(made.header)) if column < len(named) + 2 or any(row[column] != NOT_KNOWN for row in made.rows)]
    texts = frozenset(place for place, column in enumerate(kept) if column in made.texts)
    return Grid(made.title, [made.header[column] for column in kept], [[row[column] for column in kept] for row in made.rows], made.keys, 1, texts)


def _variant(row: StudyRow) -> str:
    return f"{row.variant} (baseline)" if row.is_baseline else row.variant


def _cells(row: StudyRow) -> list[str]:
    runs = str(row.runs) if row.runs == row.planned else f"{row.runs} of {row.planned}"
    median = number(row.median, 6) + (f" {row.unit}" if row.unit and row.median == row.median else "")
    if row.runs and row.feasible < row.runs:
        median += f" ({row.feasible} feasible)"
    reached = f"{number(row.successes)} of {row.runs}" if row.successes == row.successes else NOT_KNOWN
    evaluations = number(row.evaluations)
    found = row.against
    compared = NOT_KNOWN if row.measure == "best" else MEASURES[row.measure].label
    if found is None:
        return [runs, median, compared, *[NOT_KNOWN] * 6, reached, NOT_KNOWN, evaluations]
    word = magnitude(found.a12.value)
    return [
        runs,
        median,
        compared,
        interval(found.a12, 2),
        f"{found.p:.2g}",
        f"{found.p_holm:.2g}",
        word if found.verdict == "equal" else f"{word}, {found.verdict}",
        interval(found.diversity_ratio),
        interval(found.variance_ratio),
        reached,
        interval(found.success_difference, 0, 100),
        f"{100 * (found.evaluations_ratio - 1):+.1f} %",
    ]


def interval(found: Estimate, places: int | None = None, factor: float = 1) -> str:
    """Formats an estimate as `value [low, high]`, with so many decimal places, or three significant digits."""
    if found.value != found.value:
        return NOT_KNOWN
    value, low, high = (
        number(each * factor, 3) if places is None or each != each else f"{each * factor:.{places}f}" for each in (found.value, found.low, found.high)
    )
    return f"{value} [{low}, {high}]" if found.low == found.low else value


def pooled_grid(found: Sequence[Pooled]) -> Grid:
    """Returns what each variant comes to over the instances, as a table to be read by people."""
    made = Grid("Over the instances", ["variant", "instances", "better", "equal", "worse", "A12, mean [95 %]", "diversity, ratio"])
    for each in found:
        counts = [str(count) for count in (each.instances, each.better, each.equal, each.worse)]
        made.rows.append([each.variant, *counts, interval(each.a12, 2), interval(each.diversity_ratio)])
    return made


def gaps(rows: Sequence[StudyRow]) -> list[str]:
    """Tells, a line each, which runs are missing and which instances have nothing to compare with."""
    told = [
        f"{row.planned - row.runs} of the {row.planned} runs of {row.variant}{' on ' + row.instance if row.instance else ''} are missing."
        for row in rows
        if row.runs < row.planned
    ]
    with_baseline = {row.instance for row in rows if row.is_baseline and row.runs}
    for instance in dict.fromkeys(row.instance for row in rows):
        if instance not in with_baseline:
            told.append(f"{instance or 'The instance'} has no run of the baseline, so its variants are not compared.")
    return told


def records(rows: Sequence[StudyRow]) -> list[dict[str, Any]]:
    """Returns the rows for programs: an estimate NAME has NAME_low and NAME_high beside it."""
    found = []
    for row in rows:
        own = flat(asdict(replace(row, against=None)))
        del own["against"]
        found.append(own | (flat(asdict(row.against)) | {"verdict": row.against.verdict} if row.against else {}))
    return found


def pooled_records(found: Sequence[Pooled]) -> list[dict[str, Any]]:
    """Returns the variants over the instances, for programs."""
    return [flat(asdict(each)) for each in found]
