"""Draws a party: the heroes on the nodes of the formation, and its edges as thick as their weights."""

import math
from collections.abc import Collection, Sequence

from markupsafe import Markup

from ..pages.svg import add, drawing, markup
from .records import Formation, Number

#: A formation of up to this many nodes is this wide; one of more nodes has the same space for each.
NODES, WIDTH = 12, 360.0
RADIUS = 13.0
MARGIN = 46.0
LETTERS = 13


def places(formation: Formation) -> list[tuple[float, float]]:
    """The nodes' places in [0, 1]: those that are given, or else on a circle."""
    count = len(formation.nodes)
    given = [place for place in formation.layout if len(place) == 2]
    if len(given) == count == len(formation.layout):
        return [(min(max(float(x), 0), 1), min(max(float(y), 0), 1)) for x, y in given]
    turns = [2 * math.pi * node / max(count, 1) for node in range(count)]
    return [(0.5 + 0.5 * math.sin(turn), 0.5 - 0.5 * math.cos(turn)) for turn in turns]


def picture(
    formation: Formation, names: Sequence[str], weights: Sequence[Number], identity: str, title: str, others: Collection[int] = ()
) -> Markup:
    """The party as SVG. `names` are those of the heroes by node; the nodes of `others` are marked."""
    count = len(formation.nodes)
    width = WIDTH * max(1.0, math.sqrt(count / NODES))
    height = 1.2 * width
    points = [(MARGIN + x * (width - 2 * MARGIN), 34 + y * (height - 34 - 56)) for x, y in places(formation)]
    edges = [edge for edge in formation.edges if len(edge) == 2 and all(0 <= node < count for node in edge)]
    shown = list(weights) if len(weights) == len(formation.edges) == len(edges) else []
    made = drawing(identity, title, _told(formation, names), width, height)
    for number, (first, second) in enumerate(edges):
        weight = float(shown[number]) if shown else 0.5
        thickness = 1.5 + 4 * min(max(weight, 0.0), 1.0)
        (x1, y1), (x2, y2) = points[first], points[second]
        add(made, "line", class_="edge" if weight > 0 else "none", x1=x1, y1=y1, x2=x2, y2=y2, stroke_width=thickness)
    for node, (x, y) in enumerate(points):
        label, name = formation.nodes[node], names[node] if node < len(names) else ""
        group = add(made, "g")
        add(group, "title", f"{label}: {name}")
        add(group, "circle", class_="node other" if node in others else "node", cx=x, cy=y, r=RADIUS)
        inside = len(label) <= 3
        add(group, "text", label if inside else _lines(label, 1)[0], x=x, y=y + 4 if inside else y - RADIUS - 5,
            text_anchor="middle", font_size=11, class_="label" if inside else "name muted")
        for row, line in enumerate(_lines(name, 2)):
            add(group, "text", line, x=x, y=y + RADIUS + 13 + 13 * row, text_anchor="middle", font_size=12, class_="name")
    return markup(made)


def _told(formation: Formation, names: Sequence[str]) -> str:
    """The party in words."""
    placed = [f"{node}: {name}" for node, name in zip(formation.nodes, names)]
    return "; ".join(placed) + "." if placed else "Nobody is given."


def _lines(text: str, most: int) -> list[str]:
    """The text in at most that many short lines, with three dots where some of it is left out."""
    lines: list[str] = []
    for word in text.split():
        if lines and len(lines[-1]) + 1 + len(word) <= LETTERS:
            lines[-1] += " " + word
        else:
            lines.append(word)
    kept = [line if len(line) <= LETTERS else line[: LETTERS - 1] + "…" for line in lines[:most]]
    if len(lines) > most:
        kept[-1] = kept[-1][: LETTERS - 1].rstrip("…") + "…"
    return kept or [""]
