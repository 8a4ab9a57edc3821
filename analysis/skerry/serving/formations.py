"""Formations to choose from: lines as a team stands on a pitch, a ring, and those of the puzzle files of a folder."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..errors import UsageError

USUAL = ("4-4-2", "4-3-3", "4-2-3-1", "3-5-2", "5-3-2", "ring of 10", "no edges, 10")
MOST_NODES = 64
#: The places of a line, and how pools may call them.
BACK, MIDDLE, FRONT = {3: "CB CB CB", 4: "LB CB CB RB", 5: "LWB CB CB CB RWB"}, {1: "CM", 2: "CM CM", 3: "CM CM CM", 4: "LM CM CM RM", 5: "LM CM CM CM RM"}, \
    {1: "ST", 2: "ST ST", 3: "LW ST RW"}
CALLED = {
    "GK": "goalkeeper keeper", "CB": "centre back;center back", "LB": "left back", "RB": "right back", "LWB": "left wing back;left back",
    "RWB": "right wing back;right back", "CM": "midfielder;central midfield", "LM": "left midfield;midfielder", "RM": "right midfield;midfielder",
    "ST": "striker;forward", "LW": "left wing", "RW": "right wing",
}


@dataclass
class Formation:
    nodes: list[str]
    edges: list[list[int]]
    layout: list[list[float]] = field(default_factory=list)  #: x and y in [0, 1], y down; empty if it is not known
    places: list[str] = field(default_factory=list)  #: what a hero on the node may be called

    def likely(self, values: Sequence[str]) -> list[str]:
        """For each node the value of a column that its place is called by; empty where there is none."""
        known = {value.lower(): value for value in values}
        found = []
        for place in self.places or [""] * len(self.nodes):
            names = [place, *re.split("[; ]" if place == "GK" else ";", CALLED.get(place, ""))]
            found.append(next((known[name.lower()] for name in names if name and name.lower() in known), ""))
        return found


def of(name: str) -> Formation:
    """Returns a formation by its name: numbers of a team's lines (4-4-2), `ring of N` or `no edges, N`. Raises UsageError."""
    if found := re.fullmatch(r"(ring of|no edges,) (\d{1,3})", name):
        return _ring(int(found[2]), edges=found[1] == "ring of")
    lines = [int(each) for each in name.split("-")] if re.fullmatch(r"\d{1,2}(-\d{1,2}){1,5}", name) else []
    if not lines or not all(lines) or sum(lines) + 1 > MOST_NODES:
        raise UsageError(f"the formation is {name!r}; it is the numbers of a team's lines, as 4-4-2, 'ring of 10' or 'no edges, 10', of up to {MOST_NODES} nodes")
    return _team(lines)


def _ring(count: int, edges: bool) -> Formation:
    if not 1 <= count <= MOST_NODES:
        raise UsageError(f"a formation of {count} nodes; it has 1 to {MOST_NODES}")
    pairs = [[node, node + 1] for node in range(count - 1)] + ([[0, count - 1]] if count > 2 else [])
    return Formation([f"node {node + 1}" for node in range(count)], pairs if edges else [])


def _team(counts: Sequence[int]) -> Formation:
    """Neighbours in a line are joined, and those of two lines that stand near each other."""
    places, spots, lines = ["GK"], [[0.5, 1.0]], [[0]]
    for number, count in enumerate(counts):
        usual = BACK if number == 0 else FRONT if number == len(counts) - 1 else MIDDLE
        places += usual[count].split() if count in usual else [""] * count
        lines.append(list(range(len(spots), len(spots) + count)))
        spots += [[(place + 0.5) / count if count < 4 else place / (count - 1), 1 - (number + 1) / len(counts)] for place in range(count)]
    edges = [[first, second] for line in lines for first, second in zip(line, line[1:], strict=False)]
    for line, above in zip(lines, lines[1:], strict=False):
        nearest = {(low, min(above, key=lambda high: abs(spots[high][0] - spots[low][0]))) for low in line}
        nearest |= {(min(line, key=lambda low: abs(spots[low][0] - spots[high][0])), high) for high in above}
        edges += [[low, high] for low, high in sorted(nearest)]
    return Formation(_numbered(places), edges, spots, places)


def _numbered(places: Sequence[str]) -> list[str]:
    """The places as names, each once."""
    named = [place or "node" for place in places]
    twice, met = Counter(named), Counter[str]()
    found = []
    for name in named:
        met[name] += 1
        found.append(f"{name} {met[name]}" if twice[name] > 1 else name)
    return found


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


def _scaled(spots: list[list[float]]) -> list[list[float]]:
    ends = [(min(each), max(each)) for each in zip(*spots, strict=True)]
    return [[(value - low) / (high - low) if high > low else 0.5 for value, (low, high) in zip(spot, ends, strict=True)] for spot in spots]
