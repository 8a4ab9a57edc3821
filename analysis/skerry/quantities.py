"""Computes the figures of a group of runs, each with the number of runs on which it is based."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from .errors import AnalysisError, DataError, UsageError, nearest
from .batch import DIVERSITIES, OWN
from .effects import NAN, Estimate, mean_estimate, median_estimate, running_time_estimate
from .set_quality import SET_QUALITIES
from .stats import deviation, expected_running_time, mean, median, wilson

if TYPE_CHECKING:
    import pandas


@dataclass(frozen=True)
class Figure:
    """A number with the number of runs on which it is based; NaN if they do not determine it."""

    value: float
    runs: int


NONE = Figure(float("nan"), 0)

#: A function from the runs of one group, as skerry.runs() returns them, to a figure.
Quantity = Callable[["pandas.DataFrame"], Figure]


def _success(figure: Callable[[int, int], float]) -> Quantity:
    """Computes a figure from the number of runs that reached the target and the number that had one."""

    def quantity(runs: pandas.DataFrame) -> Figure:
        aimed = runs[runs["target"].notna()]
        return Figure(float(figure(int(aimed["reached"].sum()), len(aimed))), len(aimed)) if len(aimed) else NONE

    return quantity


@dataclass(frozen=True)
class Over:
    """Applies a function to a value of each run, over the runs that have one."""

    values: Callable[[pandas.DataFrame], pandas.Series]
    function: Callable[[pandas.Series], float]

    def __call__(self, runs: pandas.DataFrame) -> Figure:
        values = self.values(runs)
        return Figure(float(self.function(values)), len(values)) if len(values) else NONE


def _over(column: str, function: Callable[[pandas.Series], float], which: str | None = None) -> Over:
    """Applies a function to one column, over the runs for which the column `which` is true."""

    def values(runs: pandas.DataFrame) -> pandas.Series:
        return (runs[column] if which is None else runs.loc[runs[which].astype(bool), column]).dropna()

    return Over(values, function)


def _to_target(axis: str) -> dict[str, Quantity]:
    column = f"{axis}_to_target"
    return {
        f"{axis}_mean": _over(column, np.mean, "reached"),
        f"{axis}_deviation": _over(column, deviation, "reached"),
        f"{axis}_median": _over(column, np.median, "reached"),
    }


def spent_to_target(runs: pandas.DataFrame, axis: str) -> pandas.Series:
    """Returns what each run spent until it reached the target or ended."""
    return runs[f"{axis}_to_target"].where(runs["reached"].astype(bool), runs[axis])


def _ert(runs: pandas.DataFrame) -> Figure:
    aimed = runs[runs["target"].notna()]
    return Figure(expected_running_time(spent_to_target(aimed, "evaluations"), aimed["reached"]), len(aimed)) if len(aimed) else NONE


def _failures(function: Callable[[pandas.Series], float], column: str = "best") -> Over:
    """Applies a function to a fitness of the runs that have a target and a feasible individual, but missed the target.
    """

    def values(runs: pandas.DataFrame) -> pandas.Series:
        failed = runs["target"].notna() & ~runs["reached"].astype(bool) & runs["feasible"].astype(bool)
        return runs.loc[failed, column].dropna()

    return Over(values, function)


def ranked_best(runs: pandas.DataFrame) -> pandas.Series:
    """Returns the final fitness, negated where it is maximised, so that lower is better; infinite if infeasible."""
    return (_sign(runs) * runs["best"]).fillna(np.inf)


def _sign(runs: pandas.DataFrame) -> float:
    return 1.0 if runs.empty or runs["direction"].iloc[0] == "minimise" else -1.0


def feasible_bests(runs: pandas.DataFrame) -> pandas.Series:
    """Returns the final fitness of the runs that have a feasible individual."""
    return runs.loc[runs["feasible"].astype(bool), "best"]


def _final(function: Callable[[pandas.Series], float]) -> Quantity:
    """Applies a function to the final fitness of all runs; NaN if the result is that of an infeasible run."""

    def quantity(runs: pandas.DataFrame) -> Figure:
        if runs.empty:
            return NONE
        value = _sign(runs) * float(function(ranked_best(runs)))
        return Figure(value if np.isfinite(value) else float("nan"), len(runs))

    return quantity


#: Figures that are numbers of runs, and so whole.
COUNTS = ("runs", "feasible", "successes")

#: Name -> the function that computes it. docs/analysis.md explains each.
QUANTITIES: dict[str, Quantity] = {
    "runs": lambda runs: Figure(float(len(runs)), len(runs)),
    "feasible": lambda runs: Figure(float(runs["feasible"].sum()), len(runs)),
    "feasible_percent": _over("feasible", lambda values: 100 * float(np.mean(values))),
    "successes": _success(lambda reached, runs: reached),
    "success_percent": _success(lambda reached, runs: 100 * reached / runs),
    "success_low": _success(lambda reached, runs: 100 * wilson(reached, runs)[0]),
    "success_high": _success(lambda reached, runs: 100 * wilson(reached, runs)[1]),
    **_to_target("seconds"),
    **_to_target("evaluations"),
    **_to_target("generations"),
    "ert": _ert,
    "failure_mean": _failures(mean),
    "failure_deviation": _failures(deviation),
    "failure_last_mean": _failures(mean, "last"),
    "failure_last_deviation": _failures(deviation, "last"),
    "best": _final(np.min),
    "median": _final(median),
    "worst": _final(np.max),
    "best_mean": _over("best", mean, "feasible"),
    "best_deviation": _over("best", deviation, "feasible"),
    "best_variance": _over("best", lambda values: deviation(values) * deviation(values), "feasible"),
    "last_mean": _over("last", mean, "feasible"),
    "last_deviation": _over("last", deviation, "feasible"),
    "run_seconds_median": _over("seconds", np.median),
    "run_evaluations_median": _over("evaluations", np.median),
    "run_generations_median": _over("generations", np.median),
    **{name: _over(name, np.median) for each in DIVERSITIES for name in (each, f"{each}_minimum")},
    **{name: _over(name, np.median) for name in SET_QUALITIES},
}


def known_figures(tables: Iterable[pandas.DataFrame]) -> list[str]:
    """Returns the names of all figures of these runs, those of a program's own columns among them."""
    return [*QUANTITIES, *dict.fromkeys(name for runs in tables for name in runs if name.startswith(OWN))]


def check_figures(names: Iterable[str], tables: Iterable[pandas.DataFrame], error: type[AnalysisError] = UsageError) -> None:
    """Raises an error for a name that no figure of these runs has; the message names the nearest one."""
    known = known_figures(tables)
    for name in names:
        if name not in known:
            raise error(f"there is no figure '{name}'; {nearest(name, known)}")


def _named(name: str) -> Quantity:
    """Returns how a figure is computed; that of a program's own column is the median over the runs that have it."""
    if name.startswith(OWN):
        return Over(lambda runs: runs[name].dropna() if name in runs else runs["best"].iloc[:0], np.median)
    check_figures([name], [], DataError)
    return QUANTITIES[name]


def quantity(name: str, runs: pandas.DataFrame) -> Figure:
    """Computes one figure of a group of runs. Raises DataError if the name is unknown; the message names the nearest one."""
    return _named(name)(runs)


def estimate(name: str, runs: pandas.DataFrame) -> Estimate:
    """Computes a figure with its 95 % interval; the bounds are NaN where the figure has none. Raises DataError as quantity() does.

    The interval of a share is that of Wilson, of a median that between order statistics, of a mean and the ERT a bootstrap.
    """
    how = _named(name)
    value = how(runs).value
    if name == "success_percent":
        return Estimate(value, *(quantity(bound, runs).value for bound in ("success_low", "success_high")))
    if name == "feasible_percent":
        return Estimate(value, *(100 * bound for bound in wilson(int(runs["feasible"].sum()), len(runs))))
    if name == "median":
        found, sign = median_estimate(ranked_best(runs)), _sign(runs)
        low, high = sorted((sign * found.low, sign * found.high))
        return Estimate(value, low, high)
    if name == "ert":
        aimed = runs[runs["target"].notna()]
        return running_time_estimate(spent_to_target(aimed, "evaluations"), aimed["reached"])
    if isinstance(how, Over) and how.function in (mean, np.mean, np.median):
        return (mean_estimate if how.function in (mean, np.mean) else median_estimate)(how.values(runs))
    return Estimate(value, NAN, NAN)


#: How the names of figures begin and end, in words.
SUBJECTS = {
    "best": "final fitness",
    "last": "fitness of the last generation",
    "failure": "fitness of the failures",
    "failure_last": "last fitness of the failures",
    **{axis: f"{axis} to target" for axis in ("seconds", "evaluations", "generations")},
    **{f"run_{axis}": f"{axis} of a run" for axis in ("seconds", "evaluations", "generations")},
}
STATISTICS = ("mean", "median", "deviation", "variance")
WORDS = {
    "success_percent": "reached the target, %",
    "feasible_percent": "feasible, %",
    "ert": "ERT, evaluations",
    "qd_score": "QD-score",
    "igd_plus": "IGD+",
    **{name: f"final fitness, {name}" for name in ("best", "median", "worst")},
}


def words(name: str, unit: str = "") -> str:
    """Returns a figure's name as the label of an axis, with the unit of the fitness where it is one."""
    subject, _, statistic = name.rpartition("_")
    if subject in SUBJECTS and statistic in STATISTICS:
        told = f"{SUBJECTS[subject]}, {statistic}"
    else:
        told = WORDS.get(name, name.removeprefix(OWN).replace("_", " "))
    return f"{told} ({unit})" if unit and "fitness" in told and "diversity" not in told and not name.endswith("variance") else told
