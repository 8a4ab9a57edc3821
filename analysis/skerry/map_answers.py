"""Reads the map of a party puzzle that `skerry map --json` prints: cells that are filled, proven empty, or open."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from .errors import DataError
from .solution_sets import Archive, Feature

SCHEMA = "skerry.party-map/1"


@dataclass(frozen=True)
class Answer:
    """What stands in the place of the run."""

    path: Path
    direction: str
    fitness_unit: str

    @property
    def minimises(self) -> bool:
        return self.direction == "minimise"


def read(path: Path) -> Archive:
    """Returns the filled cells with the parties as texts. Raises DataError for a file that is no such map."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise DataError(f"{path} can't be read: {error.strerror}") from error
    except ValueError as error:
        raise DataError(f"{path} is no JSON: {error}") from error
    schema = found.get("schema") if isinstance(found, dict) else None
    if schema != SCHEMA:
        raise DataError(f"{path} is no map of a puzzle: its schema is {json.dumps(schema)}, not \"{SCHEMA}\"; skerry map --json prints one")
    try:
        return _archive(path, found)
    except (KeyError, TypeError, ValueError) as error:
        raise DataError(f"{path} is damaged: {error!r}") from error


def _archive(path: Path, found: dict[str, Any]) -> Archive:
    features = tuple(
        Feature(each["name"], each["unit"], float(each["least"]), float(each["most"]), int(each["cells"]), tuple(each.get("categories", ())))
        for each in found["features"]
    )
    filled = [cell for cell in found["cells"] if cell["state"] == "filled"]
    if not filled:
        raise DataError(f"{path}: its map has no solution")
    return Archive(
        trace=Answer(path, found["direction"], found["unit"]),  # type: ignore[arg-type]
        generation=0,
        fitness=np.array([cell["fitness"] for cell in filled], dtype=float),
        violation=np.zeros(len(filled)),
        genomes=[b""] * len(filled),
        texts=[" ".join(map(str, cell["party"])) for cell in filled],
        values=np.array([cell["values"] for cell in filled], dtype=float).reshape(len(filled), len(features)),
        features=features,
        cell=np.array([cell["cell"] for cell in filled], dtype="i8"),
        cells=len(found["cells"]),
        centroids=None,
        proven_empty=np.array(found["empty"], dtype="i8"),
    )
