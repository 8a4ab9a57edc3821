"""Reduces runs to figures over one parameter, a line for each setting of the others, or to a table over two."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .effects import NAN, Estimate
from .errors import DataError, UsageError
from .parameters import differing, is_number, named, of_instance
from .quantities import QUANTITIES, check_figures, estimate
from .summary import RunInstance, check_comparable

if TYPE_CHECKING:
    import pandas

#: Axes that are no keys of a configuration: what tells groups apart, and what they spent.
INSTANCE, VARIANT, EVALUATIONS = "instance", "variant", "evaluations"
#: A number in the label of a variant, with separators of thousands or without.
NUMBER = re.compile(r"-?\d[\d,]*(?:\.\d+)?(?:e-?\d+)?")


@dataclass(frozen=True)
class Point:
    """A figure of the runs with these values of the parameters."""

    at: tuple[Any, ...]  #: a value of each parameter; None where the runs have no such key
    measured: Estimate
    runs: int
    published: float  #: NaN where no number is published


@dataclass(frozen=True)
class Curve:
    """The points of runs that differ in the parameters alone."""

    instance: str
    series: str  #: what tells it from the other curves of the instance; may be empty
    points: Sequence[Point]


@dataclass(frozen=True)
class Curves:
    """Curves of one measure over the same parameters."""

    measure: str
    unit: str  #: of the fitness
    parameters: tuple[str, ...]  #: as they are told on the axes
    curves: Sequence[Curve]

    def values(self, axis: int) -> list[Any]:
        """Returns the values of a parameter: numbers in their order, or as they come where one is none."""
        found = list(dict.fromkeys(point.at[axis] for curve in self.curves for point in curve.points if point.at[axis] is not None))
        return sorted(found) if all(map(is_number, found)) else found


@dataclass(frozen=True)
class _Cell:
    """Runs of one group with the same parameters."""

    instance: str
    label: str
    settings: dict[str, Any]
    runs: pandas.DataFrame
    published: dict[str, float]


def default_measures(instances: Sequence[RunInstance]) -> list[str]:
    """Returns the figures that are published of the runs, without deviations; if there are none, the median of the final fitness."""
    told = [name for instance in instances for group in instance.groups for name, value in group.published.items() if is_number(value)]
    return [name for name in dict.fromkeys(told) if name in QUANTITIES and not name.endswith("_deviation")] or ["median"]


def curves_of(instances: Sequence[RunInstance], parameters: Sequence[str] = (), measures: Sequence[str] = ()) -> list[Curves]:
    """Returns the curves of each measure, a name of a figure; by default those of default_measures().

    parameters: one or two keys, or `instance`, `variant` or `evaluations`; by default the only key that differs within an instance.
    Raises UsageError for a name that is not known, and DataError for runs that can't be compared.
    """
    check_figures(measures, (group.runs for instance in instances for group in instance.groups))
    if len(parameters) > 2:
        raise UsageError(f"{len(parameters)} parameters are named; a figure has one or two")
    for instance in instances:
        check_comparable(instance)
    keys = _keys(instances, parameters)
    cells = [cell for instance in instances for cell in _cells(instance)]
    axes = tuple(_axis(key, cells) for key in keys)
    grouped = _grouped(cells, keys, axes)
    units = {str(cell.runs["fitness_unit"].iloc[0]) for cell in cells}
    unit = units.pop() if len(units) == 1 else ""
    return [
        Curves(measure, unit, tuple(told for told, _ in axes), [_curve(*about, own, axes, measure) for about, own in grouped.items()])
        for measure in measures or default_measures(instances)
    ]


def _keys(instances: Sequence[RunInstance], asked: Sequence[str]) -> list[str]:
    known = list(dict.fromkeys(key for instance in instances for group in instance.groups for key in group.parameters))
    if asked:
        special = (INSTANCE, VARIANT, EVALUATIONS)
        found = [key if key in special else named([key], [*known, *special])[0] for key in asked]
        if len(set(found)) < len(found):
            raise UsageError(f"the parameter '{found[0]}' is named twice")
        return found
    within = list(dict.fromkeys(key for instance in instances for key in of_instance(instance)))
    if len(within) == 1:
        return within
    if not within:
        raise UsageError("the runs of an instance differ in no key of their configuration; name what differs: --parameter instance, variant or evaluations")
    raise UsageError(f"the runs differ in {', '.join(within)}; name one or two of them: --parameter {within[0]}")


def _cells(instance: RunInstance) -> Iterable[_Cell]:
    for group in instance.groups:
        published = {name: float(value) for name, value in group.published.items() if is_number(value)}
        keys = list(group.parameters)
        rows = group.runs[keys].astype(object).where(group.runs[keys].notna(), None).to_dict("records") if keys else [{}] * len(group.runs)
        places: dict[str, list[int]] = {}
        for place, row in enumerate(rows):
            places.setdefault(repr(row), []).append(place)
        for own in places.values():
            yield _Cell(instance.title, group.label, rows[own[0]], group.runs.iloc[own], published)


def _axis(key: str, cells: Sequence[_Cell]) -> tuple[str, dict[int, Any]]:
    """Returns how an axis is told, and the value of each cell, by its place."""
    if key == INSTANCE:
        return key, {place: cell.instance for place, cell in enumerate(cells)}
    if key == EVALUATIONS:
        return "evaluations of a run, median", {place: float(cell.runs["evaluations"].median()) for place, cell in enumerate(cells)}
    if key == VARIANT:
        return _variant_axis([cell.label for cell in cells])
    values = {place: cell.settings.get(key) for place, cell in enumerate(cells)}
    if len({repr(value) for value in values.values()}) < 2:
        raise UsageError(f"all runs have the same value of '{key}'")
    return key, values


def _variant_axis(labels: Sequence[str]) -> tuple[str, dict[int, Any]]:
    """Returns the numbers of labels such as `2 restarts` and `5 restarts`; the labels themselves where they are not of this form."""
    with_number = [(place, NUMBER.search(label)) for place, label in enumerate(labels)]
    rests = [" ".join((label[: found.start()] + label[found.end() :]).split()) for label, (_, found) in zip(labels, with_number, strict=True) if found]
    if len(set(rests)) != 1 or len({labels[place] for place, found in with_number if found}) < 2:
        return VARIANT, dict(enumerate(labels))
    return rests[0] or VARIANT, {place: float(found.group().replace(",", "")) if found else None for place, found in with_number}


def _grouped(cells: Sequence[_Cell], keys: Sequence[str], axes: Sequence[tuple[str, dict[int, Any]]]) -> dict[tuple[str, str], list[tuple[int, _Cell]]]:
    """Returns the cells of each curve, by its instance and what tells it from the others."""
    curves: dict[tuple[str, str], list[tuple[int, _Cell]]] = {}
    over_instances = INSTANCE in keys
    for title in dict.fromkeys("" if over_instances else cell.instance for cell in cells):
        own = [(place, cell) for place, cell in enumerate(cells) if over_instances or cell.instance == title]
        if VARIANT in keys:
            for place, cell in own:
                curves.setdefault((title, "" if axes[keys.index(VARIANT)][1][place] is not None else cell.label), []).append((place, cell))
            continue
        if over_instances:
            for place, cell in own:
                curves.setdefault((title, cell.label), []).append((place, cell))
            continue
        others = _independent(own, keys, axes)
        names: dict[str, list[str]] = {}
        for _, cell in own:
            names.setdefault(repr([cell.settings.get(key) for key in others]), []).append(_without(cell, keys))
        for place, cell in own:
            labels = dict.fromkeys(names[repr([cell.settings.get(key) for key in others])])
            told = ", ".join(f"{key.rpartition('.')[2]} {cell.settings.get(key)}" for key in others)
            name = "" if not others else next(iter(labels)) if len(labels) == 1 else told
            if any(values[place] is None for _, values in axes):
                name = cell.label
            curves.setdefault((title, name), []).append((place, cell))
    return curves


def _independent(own: Sequence[tuple[int, _Cell]], keys: Sequence[str], axes: Sequence[tuple[str, dict[int, Any]]]) -> list[str]:
    """Returns the other keys that differ though the parameters do not; a key that follows from them tells no curves apart."""
    rows = [cell.settings for _, cell in own]
    found = []
    for key in differing(rows, dict.fromkeys(key for row in rows for key in row if key not in keys)):
        by_point: dict[str, set[str]] = {}
        for place, cell in own:
            by_point.setdefault(repr([values[place] for _, values in axes]), set()).add(repr(cell.settings.get(key)))
        if any(len(values) > 1 for values in by_point.values()):
            found.append(key)
    return found


def _without(cell: _Cell, keys: Sequence[str]) -> str:
    """Returns the label of a group without the values of the parameters, which the point of a grid has there."""
    label = cell.label
    for key in keys:
        for name in (key, key.rpartition(".")[2]):
            label = re.sub(rf"(^|, |-){re.escape(name)}=[^,]*?(?=$|, |-[a-z_.]+=)", "", label)
    return label.strip(", -")


def _curve(instance: str, series: str, own: Sequence[tuple[int, _Cell]], axes: Sequence[tuple[str, dict[int, Any]]], measure: str) -> Curve:
    import pandas as pd

    points: dict[str, tuple[tuple[Any, ...], list[_Cell]]] = {}
    for place, cell in own:
        at = tuple(values[place] for _, values in axes)
        points.setdefault(repr(at), (at, []))[1].append(cell)
    made = []
    for at, cells in points.values():
        runs = pd.concat([cell.runs for cell in cells])
        if runs["path"].duplicated().any():
            raise DataError(f"{runs['path'][runs['path'].duplicated()].iloc[0]} is named twice")
        published = {cell.published.get(measure, NAN) for cell in cells}
        made.append(Point(at, estimate(measure, runs), len(runs), published.pop() if len(published) == 1 else NAN))
    if all(is_number(value) for point in made for value in point.at):
        made.sort(key=lambda point: point.at)
    return Curve(instance, series, made)
