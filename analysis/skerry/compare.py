"""Compares groups of runs in one table, with rank-sum tests."""

from dataclasses import dataclass

import numpy as np

from .curves import check_comparable, pooled_diversity
from .errors import DataError


@dataclass
class RunFigures:
    """What one run is judged by. `best` is infinitely bad where no individual was feasible."""

    best: float
    reached: bool
    evaluations: int
    elapsed_s: float
    diversity: np.ndarray  #: [generation], fitness, all islands together
    island_diversity: np.ndarray  #: [generation, island], fitness
    genotype_diversity: np.ndarray  #: [generation, island]


def figures_of(trace, evaluations=None):
    """A run's figures, counting what it had done with that many evaluations of all islands."""
    spent = trace.values("evaluations").sum(axis=1)
    rows = len(spent) if evaluations is None else int(np.searchsorted(spent, evaluations, side="right"))
    if rows == 0:
        asked = "" if evaluations is None else f" within {evaluations} evaluations"
        raise DataError(f"{trace.path} holds no generation{asked}")
    values, violation = trace.values("best")[:rows], trace.values("violation")[:rows]
    sign = 1 if trace.minimises else -1
    best = sign * np.where(violation == 0, sign * values, np.inf).min()
    target = trace.target
    return RunFigures(
        best=float(best),
        reached=target is not None and bool(sign * best <= sign * target),
        evaluations=int(spent[rows - 1]),
        elapsed_s=trace.elapsed_s,
        diversity=pooled_diversity(trace)[:rows],
        island_diversity=trace.values("fitness_diversity")[:rows],
        genotype_diversity=trace.values("genotype_diversity")[:rows],
    )


def rank_sum(a, b):
    """Two-sided p of the Mann-Whitney test, and the share of pairs in which the value of `a` is lower (ties: half)."""
    try:
        from scipy.stats import mannwhitneyu
    except ImportError as error:
        raise DataError("the rank-sum test needs scipy (Debian: python3-scipy)") from error
    a, b = np.asarray(a, dtype=float), np.asarray(b, dtype=float)
    if np.array_equal(np.unique(a), np.unique(b)) and len(np.unique(a)) == 1:
        return 1.0, 0.5
    result = mannwhitneyu(a, b, alternative="two-sided")
    return float(result.pvalue), 1 - float(result.statistic) / (len(a) * len(b))


def compare(groups, evaluations=None):
    """The table and the tests, as text."""
    check_comparable(groups)
    figures = [[figures_of(trace, evaluations) for trace in group.traces] for group in groups]
    minimises = groups[0].traces[0].minimises
    has_target = any(trace.target is not None for group in groups for trace in group.traces)
    rows = [("", [group.label for group in groups])]
    for name, value in _measures(minimises, has_target):
        rows.append((name, [value(runs) for runs in figures]))
    lines = _aligned(rows)
    for number in range(1, len(groups)):
        lines += ["", *_tests(groups[0].label, figures[0], groups[number].label, figures[number], minimises)]
    return "\n".join(lines)


def _measures(minimises, has_target):
    def bests(runs):
        return np.array([run.best for run in runs])

    def feasible(runs):
        values = bests(runs)
        return values[np.isfinite(values)]

    def diversity(name, pick):
        return lambda runs: _number(np.median([pick(getattr(run, name)) for run in runs]))

    yield "runs", lambda runs: str(len(runs))
    yield "runs with a feasible individual", lambda runs: str(len(feasible(runs)))
    yield "final best: best", lambda runs: _number(bests(runs).min() if minimises else bests(runs).max())
    yield "final best: median", lambda runs: _number(_median(bests(runs)))
    yield "final best: worst", lambda runs: _number(bests(runs).max() if minimises else bests(runs).min())
    yield "final best: variance", lambda runs: _number(np.var(feasible(runs)) if len(feasible(runs)) else np.nan)
    if has_target:
        yield "reached the target", lambda runs: f"{100 * np.mean([run.reached for run in runs]):.0f} %"
    yield "evaluations, median", lambda runs: f"{np.median([run.evaluations for run in runs]):.0f}"
    yield "seconds, median", lambda runs: _number(np.median([run.elapsed_s for run in runs]))
    yield "fitness diversity, minimum", diversity("diversity", np.min)
    yield "fitness diversity, median", diversity("diversity", np.median)
    yield "  within an island, minimum", diversity("island_diversity", np.min)
    yield "  within an island, median", diversity("island_diversity", np.median)
    yield "genotype diversity, minimum", diversity("genotype_diversity", np.min)
    yield "genotype diversity, median", diversity("genotype_diversity", np.median)


def _tests(name_a, a, name_b, b, minimises):
    p, lower = rank_sum([run.best for run in a], [run.best for run in b])
    better = lower if minimises else 1 - lower
    yield f"{name_a} against {name_b} (Mann-Whitney rank-sum test, two-sided)"
    yield f"  final best: p = {p:.3g}; {name_a} is better in {100 * better:.0f} % of pairs"
    medians = [[np.median(run.diversity) for run in runs] for runs in (a, b)]
    p, lower = rank_sum(*medians)
    middles = [np.median(values) for values in medians]
    ratio = f"; {middles[0] / middles[1]:.2f} times" if middles[1] > 0 else ""
    yield f"  fitness diversity: p = {p:.3g}{ratio}; {name_a} is more diverse in {100 * (1 - lower):.0f} % of pairs"


def _median(values):
    """The median that stays a number next to infinities."""
    ordered = np.sort(values)
    low, high = ordered[(len(ordered) - 1) // 2], ordered[len(ordered) // 2]
    return low if low == high else (low + high) / 2


def _number(value):
    if np.isnan(value) or np.isinf(value):
        return "none"
    return f"{value:.6g}"


def _aligned(rows):
    first = max(len(name) for name, _ in rows)
    widths = [max(len(values[column]) for _, values in rows) for column in range(len(rows[0][1]))]
    return [
        f"{name:<{first}}" + "".join(f"  {value:>{width}}" for value, width in zip(values, widths)) for name, values in rows
    ]
