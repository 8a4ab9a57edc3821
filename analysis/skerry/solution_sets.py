"""Reads the solutions that a run keeps besides its populations: a front, or the archive of a map.

    trace = skerry.open("results/zdt1.h5")
    front = trace.front()
    front.objectives[0].name, front.values, front.texts[0]
    archive = skerry.open("results/arm.h5").archive()
    archive.cell, archive.fitness, archive.coverage
"""

from __future__ import annotations

import json
import math
import struct
import zlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import h5py
import numpy as np
from numpy.typing import NDArray

from .described import Described
from .errors import DataError, UsageError, nearest
from .header import plain
from .layout import ARCHIVE, FRONT, GROUPS, SOLUTION_COLUMNS

if TYPE_CHECKING:
    import pandas


def labelled(name: str, unit: str) -> str:
    """Returns a quantity with its unit, unless that says the same again: "givens", counted in givens."""
    return f"{name} ({unit})" if unit and unit != name else name


@dataclass(frozen=True)
class Objective:
    """One of several quantities that a search makes good at once."""

    name: str
    unit: str
    direction: str  #: `minimise` or `maximise`
    reference: float | None  #: a value worse than all that count, up to which a hypervolume is measured

    @property
    def minimises(self) -> bool:
        return self.direction == "minimise"

    @property
    def label(self) -> str:
        return labelled(self.name, self.unit)


@dataclass(frozen=True)
class Feature:
    """A quantity by which solutions differ: an axis of a map, with cells of equal length from `least` to `most`."""

    name: str
    unit: str
    least: float
    most: float
    cells: int
    categories: tuple[str, ...]  #: the names that its values 0, 1, ... stand for; empty for a quantity

    @property
    def label(self) -> str:
        return labelled(self.name, self.unit)

    @property
    def edges(self) -> NDArray[np.float64]:
        """Returns the bounds of the cells, [cell + 1]."""
        return np.linspace(self.least, self.most, self.cells + 1)

    @property
    def whole(self) -> bool:
        """Tells whether each cell is of one whole number, or of one category."""
        return self.most - self.least == self.cells and (self.least + 0.5).is_integer()

    def told(self, value: float) -> str:
        """Returns a value as text: the name of a category, or a number of at most 6 digits."""
        if self.categories:
            place = math.floor(value + 0.5)  # that of its cell
            return self.categories[place] if 0 <= place < len(self.categories) else f"category {place}"
        return f"{value:g}"


@dataclass(frozen=True)
class SolutionSet:
    """Solutions with their values, in the order of the file."""

    trace: Described
    generation: int  #: up to which the solutions were kept
    fitness: NDArray[np.float64] = field(repr=False)  #: [solution], like the next three
    violation: NDArray[np.float64] = field(repr=False)
    genomes: list[bytes] = field(repr=False)  #: as skerry packs them
    texts: list[str] = field(repr=False)  #: as skerry prints them; empty where the problem has no text form
    values: NDArray[np.float64] = field(repr=False)  #: [solution, objective or feature], in their own units and directions

    def __len__(self) -> int:
        return len(self.fitness)

    @property
    def feasible(self) -> NDArray[np.int64]:
        """Returns the numbers of the feasible solutions. Raises DataError if there is none."""
        found = np.flatnonzero(self.violation == 0)
        if not len(found):
            raise DataError(f"{self.trace.path}: none of its {len(self)} solutions is feasible")
        return found

    @property
    def names(self) -> tuple[str, ...]:
        """Returns the names of the values."""
        raise NotImplementedError

    def frame(self) -> pandas.DataFrame:
        """Returns a row for each solution, with its values in columns of their names; a name of another column gets a `_`."""
        import pandas as pd

        columns: dict[str, Any] = {"fitness": self.fitness, "violation": self.violation}
        others = ("solution", "cell", "genome", "text", *columns)
        for name, values in zip(self.names, self.values.T, strict=True):
            columns[f"{name}_" if name in others else name] = values
        columns |= {"genome": [genome.hex() for genome in self.genomes], "text": self.texts}
        return pd.DataFrame(columns, index=pd.RangeIndex(len(self), name="solution"))


@dataclass(frozen=True)
class Front(SolutionSet):
    """Solutions none of which another dominates."""

    objectives: tuple[Objective, ...]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(objective.name for objective in self.objectives)

    @property
    def costs(self) -> NDArray[np.float64]:
        """Returns the objectives as they are minimised: the values of maximised ones with the other sign."""
        return self.values * [1.0 if each.minimises else -1.0 for each in self.objectives]


@dataclass(frozen=True)
class Archive(SolutionSet):
    """The best solution of each cell of a map."""

    features: tuple[Feature, ...]
    cell: NDArray[np.int64] = field(repr=False)  #: [solution]; cells of a grid are numbered with the last feature fastest
    cells: int
    centroids: NDArray[np.float64] | None = field(repr=False)  #: [cell, feature]; None if the cells are those of a grid
    proven_empty: NDArray[np.int64] = field(repr=False)  #: the cells that no solution can fill

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(feature.name for feature in self.features)

    def frame(self) -> pandas.DataFrame:
        found = super().frame()
        found.insert(0, "cell", self.cell)
        for feature in self.features:
            if feature.categories and feature.name in found:
                found[feature.name] = [feature.told(value) for value in found[feature.name]]
        return found

    @property
    def coverage(self) -> float:
        """Returns the share of all cells that a feasible solution fills."""
        return len(np.unique(self.cell[self.violation == 0])) / self.cells

    @property
    def places(self) -> tuple[NDArray[np.int64], ...]:
        """Returns the place of each solution on the axis of each feature of a grid, [feature][solution]."""
        return tuple(np.unravel_index(self.cell, self.shape))

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(feature.cells for feature in self.features)

    def place_of(self, name: str) -> int:
        """Returns the number of a feature. Raises UsageError if there is none of the name."""
        if name not in self.names:
            raise UsageError(f"the map of {self.trace.path} has no feature '{name}'; {nearest(name, self.names)}")
        return self.names.index(name)


def front_of(trace: Described, file: h5py.File) -> Front:
    """Reads /front. Raises DataError where there is none, or no solution in it, and ValueError where it is damaged."""
    group, common = _common(trace, file, FRONT)
    about = tuple(
        Objective(str(each["name"]), str(each.get("unit") or ""), str(each["direction"]), each.get("reference")) for each in _described(group)
    )
    _check_width(group, common, len(about))
    return Front(**common, objectives=about)


def archive_of(trace: Described, file: h5py.File) -> Archive:
    """Reads /archive. Raises like front_of()."""
    group, common = _common(trace, file, ARCHIVE)
    about = tuple(map(_feature, _described(group)))
    _check_width(group, common, len(about))
    cells = int(group.attrs["cells"])
    cell = group["cell"][: len(common["fitness"])].astype("i8")
    if len(cell) and not 0 <= cell.min() <= cell.max() < cells:
        raise ValueError(f"/archive/cell holds {cell.max()}, and there are {cells} cells")
    centroids = _centroids(group["centroid"], cells) if "centroid" in group else None
    if centroids is None and np.prod([feature.cells for feature in about]) != cells:
        raise ValueError(f"/archive has {cells} cells, and its features have others")
    state = group["state"][()] if "state" in group else np.zeros(0)
    return Archive(**common, features=about, cell=cell, cells=cells, centroids=centroids, proven_empty=np.flatnonzero(state == 2))


def _centroids(dataset: h5py.Dataset, cells: int) -> NDArray[np.float64]:
    found = dataset[:cells]
    if "checksum" in dataset.attrs and zlib.crc32(found.tobytes()) != int(dataset.attrs["checksum"]):
        raise ValueError(f"{dataset.name} is not as it was written: its checksum differs")
    return np.asarray(found, dtype=float)


def kept(file: h5py.File) -> tuple[str, ...]:
    """Returns the groups of sets that a trace has with at least one solution."""
    return tuple(name for name in GROUPS if name in file and int(file[name].attrs["solutions"]) > 0)


def empty_cells(text: str, source: str, cells: int) -> NDArray[np.int64]:
    """Returns the cells that a JSON text {"empty": [cell, ...]} names. Raises DataError for any other."""
    try:
        found = json.loads(text)
    except ValueError as error:
        raise DataError(f"{source} is no JSON: {error}") from error
    named = found.get("empty") if isinstance(found, dict) else None
    if not isinstance(named, list) or any(type(cell) is not int for cell in named):
        raise DataError(f'{source} does not name empty cells; it holds {{"empty": [cell, ...]}}, with their numbers')
    outside = [cell for cell in named if not 0 <= cell < cells]
    if outside:
        raise DataError(f"{source} names the cell {outside[0]}; the map has the cells 0 to {cells - 1}")
    return np.unique(np.array(named, dtype="i8"))


def _common(trace: Described, file: h5py.File, name: str) -> tuple[h5py.Group, dict[str, Any]]:
    values, made_by = GROUPS[name]
    what = "front" if name == FRONT else "map of solutions"
    if name not in file:
        raise DataError(f"{trace.path} keeps no {what}; a run does with {made_by} in its [island]")
    group = file[name]
    count = int(group.attrs["solutions"])
    if count == 0:
        later = "" if trace.finished else " yet"
        raise DataError(f"{trace.path}: its {what} has no solution{later}")
    rows = {column: group[column][:count] for column in SOLUTION_COLUMNS if column in group}
    short = [column for column, found in rows.items() if len(found) < count]
    if short:
        raise ValueError(f"/{name}/{short[0]} has fewer than {count} rows")
    _check(group, name, rows)
    sizes = rows["genome_size"]
    return group, {
        "trace": trace,
        "generation": int(group.attrs["generation"]),
        "fitness": rows["fitness"].astype(float),
        "violation": rows["violation"].astype(float),
        "genomes": [row[:size].tobytes() for row, size in zip(rows["genome"], sizes, strict=True)],
        "texts": [row.tobytes().rstrip(b"\0").decode() for row in rows["text"]] if "text" in rows else [""] * count,
        "values": rows[values].astype(float),
    }


def _check(group: h5py.Group, name: str, rows: dict[str, NDArray[Any]]) -> None:
    checksum = zlib.crc32(struct.pack("<q", int(group.attrs["generation"])))
    for column in rows.values():
        checksum = zlib.crc32(np.ascontiguousarray(column).tobytes(), checksum)
    if checksum != int(group.attrs["checksum"]):
        raise ValueError(f"/{name} is not as it was written: its checksum differs")


def _described(group: h5py.Group) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(plain(group.attrs["description"]))
    return found


def _feature(about: dict[str, Any]) -> Feature:
    categories = tuple(map(str, about.get("categories") or ()))
    name, unit = str(about["name"]), str(about.get("unit") or "")
    if categories:
        return Feature(name, unit, -0.5, len(categories) - 0.5, len(categories), categories)
    return Feature(name, unit, float(about["least"]), float(about["most"]), int(about["cells"]), ())


def _check_width(group: h5py.Group, common: dict[str, Any], described: int) -> None:
    width = common["values"].shape[1]
    if width != described:
        raise ValueError(f"{group.name} describes {described} quantities, and its solutions have {width}")
