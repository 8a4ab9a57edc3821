"""Reads experiment.json, in which `skerry experiment` describes the content of its folder."""

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .errors import DataError

FILE = "experiment.json"
FORMAT = "skerry-experiment"
VERSION = 1

#: A published figure: a number, or words such as "about 600".
Figure = float | int | str


@dataclass(frozen=True)
class Variant:
    """A setting of an experiment on one instance, run with every seed."""

    name: str
    instance: str
    label: str
    runs: tuple[Path, ...]  #: the files of all seeds; those of runs that are not done do not exist
    islands: int = 1
    construct: bool = False  #: whether its files are tables of `skerry construct` instead of traces
    published: dict[str, Figure] = field(default_factory=dict)  #: column of `table` -> figure
    settings: Mapping[str, Any] = field(default_factory=dict)  #: the values that the experiment gives to keys of the configuration
    baseline: bool = False  #: whether the other variants of its instance are compared with it


@dataclass(frozen=True)
class Claim:
    """A published figure that the analysis computes from our runs as well."""

    what: str
    published: Figure
    figure: str  #: the name of the quantity
    variants: tuple[str, ...]  #: the names of one or two variants


@dataclass(frozen=True)
class Experiment:
    folder: Path
    name: str
    title: str
    source: str  #: where the figures were published; may be empty
    variants: tuple[Variant, ...]
    claims: tuple[Claim, ...]

    @property
    def instances(self) -> dict[str, list[Variant]]:
        """Returns the variants by instance, both in the order of the file."""
        found: dict[str, list[Variant]] = {}
        for variant in self.variants:
            found.setdefault(variant.instance, []).append(variant)
        return found

    def variant(self, name: str) -> Variant:
        for variant in self.variants:
            if variant.name == name:
                return variant
        known = ", ".join(variant.name for variant in self.variants)
        raise DataError(f"{self.folder / FILE} has no variant '{name}'; it has {known}")


def read(place: Path) -> Experiment:
    """Reads the experiment in a folder, or its description in a file whose folder holds the runs.

    Raises DataError if there is none, or if it is invalid.
    """
    path = place if place.is_file() else place / FILE
    folder = path.parent
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise DataError(f"{place} holds no {FILE}; `skerry experiment` makes such folders") from None
    except (OSError, ValueError) as error:
        raise DataError(f"{path} can't be read: {error}") from error
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise DataError(f"{path} is no experiment of skerry: its 'format' is not '{FORMAT}'")
    if content.get("version") != VERSION:
        raise DataError(f"{path} has version {content.get('version')}; this program reads version {VERSION}")
    try:
        experiment = Experiment(
            folder=folder,
            name=str(content["name"]),
            title=str(content.get("title") or content["name"]),
            source=str(content.get("source") or ""),
            variants=tuple(_variant(folder, entry) for entry in content["variants"]),
            claims=tuple(_claim(entry) for entry in content.get("published") or []),
        )
    except KeyError as error:
        raise DataError(f"{path} lacks {error}") from error
    except (TypeError, AttributeError, ValueError) as error:
        raise DataError(f"{path} is not as `skerry experiment` writes it: {error}") from error
    for claim in experiment.claims:
        for name in claim.variants:
            experiment.variant(name)
    return experiment


def _variant(folder: Path, entry: dict[str, Any]) -> Variant:
    return Variant(
        name=str(entry["name"]),
        instance=str(entry.get("instance", "")),
        label=str(entry.get("label") or entry["name"]),
        runs=tuple(folder / run for run in entry["runs"]),
        islands=int(entry.get("islands", 1)),
        construct=bool(entry.get("construct")),
        published=dict(entry.get("published") or {}),
        settings={str(key): _value(text) for key, text in (entry.get("settings") or {}).items()},
        baseline=bool(entry.get("baseline")),
    )


def _value(text: str) -> Any:
    """Returns the value that a TOML text stands for."""
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"the setting {text} is no value of TOML") from error


def _claim(entry: dict[str, Any]) -> Claim:
    variants = tuple(map(str, entry["variants"]))
    if len(variants) not in (1, 2):
        raise ValueError(f"'{entry['what']}' names {len(variants)} variants; a claim names one or two")
    return Claim(str(entry["what"]), entry["published"], str(entry["figure"]), variants)
