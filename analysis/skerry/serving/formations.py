"""Formations to choose from: lines as a team stands on a pitch, a ring, and those of the puzzle files of a folder."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..errors import UsageError
from ..party_file import FORMATIONS, MOST_NODES, ROLES, edges_of, lines_of, names_of, positions_of

USUAL = (*FORMATIONS, "ring of 10", "no edges, 10")


@dataclass
class Formation:
    nodes: list[str]
    edges: list[list[int]]
    layout: list[list[float]] = field(default_factory=list)  #: x and y in [0, 1], y down; empty if it is not known
    places: list[str] = field(default_factory=list)  #: a kind of ROLES, or what a hero on the node is called

    def likely(self, values: Sequence[str]) -> list[str]:
        """For each node the value of a column that its place is called by; empty where there is none."""
        known = {value.lower(): value for value in values}
        found = []
        for place in self.places or [""] * len(self.nodes):
            names = (place, *ROLES.get(place, ()))
            found.append(next((known[name.lower()] for name in names if name.lower() in known), ""))
        return found


def of(name: str) -> Formation:
    """Returns a formation by its name: numbers of a team's lines (4-4-2), `ring of N` or `no edges, N`. Raises UsageError."""
    if found := re.fullmatch(r"(ring of|no edges,) (\d{1,3})", name):
        return _ring(int(found[2]), edges=found[1] == "ring of")
    try:
        lines = lines_of(name)
    except UsageError as error:
        raise UsageError(f"{error}, 'ring of 10' or 'no edges, 10'") from None
    counts = [len(line) for line in lines]
    nodes = [node for line in names_of(lines) for node in line]
    return Formation(nodes, edges_of(counts), _scaled(positions_of(counts)), [kind for line in lines for kind in line])


def _ring(count: int, edges: bool) -> Formation:
    if not 1 <= count <= MOST_NODES:
        raise UsageError(f"a formation of {count} nodes; it has 1 to {MOST_NODES}")
    pairs = [[node, node + 1] for node in range(count - 1)] + ([[0, count - 1]] if count > 2 else [])
    return Formation([f"node {node + 1}" for node in range(count)], pairs if edges else [])


def in_folder(folder: Path) -> dict[str, Formation]:
    """Returns the formations of the puzzle files directly in the folder, by the names of the files."""
    found = {}
    for path in sorted(folder.glob("*.toml")):
        try:
            formation = _of_file(tomllib.loads(path.read_text(encoding="utf-8")).get("formation"))
        except (OSError, ValueError, TypeError, KeyError):
            continue  # it is no puzzle file
        if formation:
            found[path.name] = formation
    return found


def _of_file(told: Any) -> Formation | None:
    if not isinstance(told, dict):
        return None
    nodes = [str(each) for each in told["names"]] if "names" in told else [f"node {node}" for node in range(int(told["nodes"]))]
    edges = [[int(first), int(second)] for first, second in told.get("edges", [])]
    spots = [[float(x), float(y)] for x, y in told.get("positions", [])]
    places = [""] * len(nodes)
    for each in told.get("restriction", []):
        values = each.get("values") or [each.get("value", "")]
        for node in each.get("nodes") or [each["node"]]:
            places[node] = str(values[0])
    return Formation(nodes, edges, _scaled(spots) if len(spots) == len(nodes) else [], places)


def _scaled(spots: Sequence[Sequence[float]]) -> list[list[float]]:
    ends = [(min(each), max(each)) for each in zip(*spots, strict=True)]
    return [[(value - low) / (high - low) if high > low else 0.5 for value, (low, high) in zip(spot, ends, strict=True)] for spot in spots]
