"""Makes the table of an instance: groups side by side, a line for each figure, and the number of runs behind it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from .errors import AnalysisError, DataError, UsageError
from .grid import Grid
from .instances import difference
from .quantities import COUNTS, QUANTITIES, Figure, check_figures, known_figures, quantity

if TYPE_CHECKING:
    import pandas

Published = float | int | str
#: Columns of the runs whose values the runs of an instance have in common.
OF_ONE = ("problem", "direction", "problem_instance", "target")


@dataclass
class RunGroup:
    """The runs of one setting, a row each as skerry.runs() returns them, and the figures published for them."""

    label: str
    runs: pandas.DataFrame
    published: Mapping[str, Published] = field(default_factory=dict)
    parameters: Sequence[str] = ()  #: columns of the runs with values of keys of the configuration, by the names of the keys

    @property
    def settings(self) -> dict[str, Any]:
        """Returns the parameters of the group; None where its runs differ, or have no such key."""
        return {key: common_value(self.runs[key]) for key in self.parameters}


@dataclass
class RunInstance:
    """Groups that solve the same instance."""

    title: str
    groups: list[RunGroup]

    @property
    def minimises(self) -> bool:
        return bool(self.groups[0].runs["direction"].iloc[0] == "minimise")

    @property
    def target(self) -> float | None:
        targets = [target for group in self.groups for target in group.runs["target"].dropna().unique()]
        return float(targets[0]) if targets else None


def common_value(values: pandas.Series) -> Any:
    """Returns the value that all runs share, as Python's own type; None if they differ, or it is missing."""
    first, *others = values.tolist()
    if first is None or first != first:
        return None
    return first if all(type(each) is type(first) and each == first for each in others) else None


def check_comparable(instance: RunInstance) -> None:
    """Raises DataError if the runs are not of one instance and one target."""
    values = {name: {value for group in instance.groups for value in group.runs[name].dropna()} for name in OF_ONE}
    differ = difference(*(values[name] for name in ("problem", "direction", "problem_instance")))
    if not differ and len(values["target"]) > 1:
        differ = f"'target' ({', '.join(sorted(f'{value:g}' for value in values['target']))})"
    if differ:
        where = f" of '{instance.title}'" if instance.title else ""
        raise DataError(f"the runs{where} differ in {differ}; a table is of runs on one instance")


@dataclass(frozen=True)
class Line:
    """A line of a table: its quantities and their format."""

    label: str
    names: tuple[str, ...]
    pattern: str  #: a pattern of str.format with one field for each quantity
    digits: int = 4  #: the least number of significant digits; whole numbers keep all


def spread(label: str, name: str, digits: int = 4) -> Line:
    """Makes a line of the mean and the deviation of one quantity."""
    return Line(label, (f"{name}_mean", f"{name}_deviation"), "{} ± {}", digits)


#: The figures of maps and fronts, which only runs that keep them have.
SET_LINES = (
    Line("coverage of the map, median", ("coverage",), "{}", 3),
    Line("QD-score of the map, median", ("qd_score",), "{}", 6),
    Line("solutions of the front, median", ("front_size",), "{}"),
    Line("hypervolume of the front, median", ("hypervolume",), "{}", 6),
    Line("IGD+ of the best island, median", ("igd_plus",), "{}"),
)

DEFAULT = (
    Line("runs", ("runs",), "{}"),
    Line("runs with a feasible individual", ("feasible",), "{}"),
    Line("reached the target, % [95 % interval]", ("success_percent", "success_low", "success_high"), "{} [{}, {}]", 3),
    spread("seconds to target, mean ± deviation", "seconds", 3),
    Line("seconds to target, median", ("seconds_median",), "{}", 3),
    spread("evaluations to target, mean ± deviation", "evaluations"),
    Line("evaluations to target, median", ("evaluations_median",), "{}"),
    spread("generations to target, mean ± deviation", "generations", 3),
    Line("generations to target, median", ("generations_median",), "{}", 3),
    Line("expected running time (ERT), evaluations", ("ert",), "{}"),
    spread("fitness of the failures, mean ± deviation", "failure", 6),
    Line("final fitness, best", ("best",), "{}", 6),
    Line("final fitness, median", ("median",), "{}", 6),
    Line("final fitness, worst", ("worst",), "{}", 6),
    *SET_LINES,
    Line("seconds of a run, median", ("run_seconds_median",), "{}", 3),
    Line("evaluations of a run, median", ("run_evaluations_median",), "{}"),
)

NOTE = """\
n is the number of runs behind a figure. The 95 % interval is that of Wilson. Costs to the target are those of all
islands together, over the runs that reached it. ERT is the number of evaluations of all runs until they reached the
target or ended, divided by the number of runs that reached it (Hansen et al. 2010). Deviations are those of a sample
(n - 1). A run without a feasible individual counts as the worst."""


def lines_of(names: Sequence[str], instances: Sequence[RunInstance] = (), error: type[AnalysisError] = UsageError) -> tuple[Line, ...]:
    """Makes a line for each of these quantities, or for all if `all` is named; those of a program's own columns are of the
    instances. Raises an error for a name that none has.
    """
    tables = [group.runs for instance in instances for group in instance.groups]
    if "all" in names:
        names = known_figures(tables)
    check_figures(names, tables, error)
    return tuple(Line(name, (name,), "{}", 6) for name in names)


def grid(instance: RunInstance, lines: Sequence[Line] = DEFAULT) -> Grid:
    """Returns a table to be read by people: the figures of each group, the runs behind them, and the published figures.

    A line without a value in any group is left out. A published figure that has no line gets one.
    """
    check_comparable(instance)
    shown = {name for line in lines for name in line.names}
    others = dict.fromkeys(name for group in instance.groups for name in group.published if name not in shown)
    lines = [*lines, *lines_of(list(others), error=DataError)]
    table = [[cells(line, group) for group in instance.groups] for line in lines]
    header = ["", *(cell for group in instance.groups for cell in _names(group, instance))]
    made = Grid(_title(instance), header, span=3 if _any_published(instance) else 2)
    for line, groups in zip(lines, table, strict=True):
        if any(value != NOT_KNOWN for value, *_ in groups) or any(set(line.names) & set(g.published) for g in instance.groups):
            kept = 3 if _any_published(instance) else 2
            made.rows.append([line.label, *(cell for group in groups for cell in group[:kept])])
    return made


def records(instance: RunInstance) -> list[dict[str, Any]]:
    """Returns all figures for programs: a record for each group, with NAME, NAME_runs and, if there is one, NAME_published."""
    check_comparable(instance)
    found = []
    for group in instance.groups:
        record: dict[str, Any] = {"instance": instance.title, "group": group.label, "target": instance.target} | group.settings
        for name in known_figures(each.runs for each in instance.groups):
            figure = quantity(name, group.runs)
            count = name in COUNTS and figure.runs > 0
            record |= {name: int(figure.value) if count else figure.value, f"{name}_runs": figure.runs}
            if name in group.published:
                record[f"{name}_published"] = group.published[name]
        lines_of(list(group.published), error=DataError)
        found.append(record)
    return found


NOT_KNOWN = "–"


def number(value: float, digits: int = 4) -> str:
    """Formats a number with so many significant digits, but whole numbers in full, with separators of thousands."""
    if math.isnan(value):
        return NOT_KNOWN
    if math.isinf(value):
        return "∞" if value > 0 else "-∞"
    if value == 0:
        return "0"
    exponent = math.floor(math.log10(abs(value)))
    if not -4 <= exponent < 15:
        return f"{value:.{digits - 1}e}"
    places = max(digits - 1 - exponent, 0)
    shown = f"{value:,.{places}f}"
    return shown.rstrip("0").rstrip(".") if "." in shown else shown


def duration(seconds: float, digits: int = 3) -> str:
    """Formats a time in the unit that a person would use: 71.1 µs, 4.2 ms, 12.3 s; longer ones in seconds, too, so that they compare."""
    for factor, unit in ((1.0, "s"), (1e3, "ms"), (1e6, "µs")):
        if not 0 < abs(seconds) * factor < 1:
            return number(seconds, digits) if math.isnan(seconds) else f"{number(seconds * factor, digits)} {unit}"
    return f"{number(seconds * 1e9, digits)} ns"


def cells(line: Line, group: RunGroup) -> tuple[str, str, str]:
    """Returns the figure, the number of runs behind it, and the published figure."""
    figures: list[Figure] = [quantity(name, group.runs) for name in line.names]
    runs = figures[0].runs
    value = NOT_KNOWN
    if not math.isnan(figures[0].value):
        first, *others = figures
        shown = [number(first.value, line.digits), *(number(each.value, min(line.digits, 4)) for each in others)]
        value = line.pattern.format(*shown)
    published = [told(group.published[name]) for name in line.names if name in group.published]
    return value, f"({runs})" if runs else "", " ± ".join(published)


def told(published: Published) -> str:
    """Formats a published figure: words unchanged, a number in few digits."""
    return published if isinstance(published, str) else number(float(published), 6)


def _names(group: RunGroup, instance: RunInstance) -> list[str]:
    return [group.label, "n", *(["published"] if _any_published(instance) else [])]


def _any_published(instance: RunInstance) -> bool:
    return any(group.published for group in instance.groups)


def _title(instance: RunInstance) -> str:
    if instance.target is None:
        return instance.title
    unit = instance.groups[0].runs["fitness_unit"].iloc[0]
    target = f"target {number(instance.target, 6)}{' ' + unit if unit else ''}"
    return f"{instance.title} ({target})" if instance.title else target
