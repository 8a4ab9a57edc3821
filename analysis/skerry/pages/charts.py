"""Line charts as SVG, in the colours of the page, with named axes."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from markupsafe import Markup

from ..summary import number
from .svg import add, drawing, markup

WIDTH, HEIGHT = 420.0, 270.0
LEFT, RIGHT, TOP, BOTTOM = 66.0, 14.0, 12.0, 46.0
#: Lines of more points are thinned to the lowest and highest of each part, so that no peak is lost.
MOST_POINTS = 400
#: More lines than there are colours are drawn alike.
COLOURS = 6


@dataclass(frozen=True)
class Line:
    label: str
    points: Sequence[tuple[float, float]]
    marked: bool = False  #: whether each point has a mark
    hollow: Sequence[int] = ()  #: the points whose mark is hollow


@dataclass(frozen=True)
class Gap:
    """An interval in which a value lies."""

    x: float
    low: float
    high: float


@dataclass(frozen=True)
class Chart:
    title: str
    description: str
    x_label: str
    y_label: str
    lines: Sequence[Line]
    gaps: Sequence[Gap] = ()
    group: str = ""  #: what the lines are called where they are too many for a legend


def drawn(chart: Chart, identity: str) -> Markup:
    """The chart as SVG. It has at least one point."""
    entries = [line.label for line in chart.lines] if len(chart.lines) <= COLOURS else [chart.group]
    rows = -(-len(entries) // 3) if len(chart.lines) > 1 else 0
    top = TOP + 18 * rows
    made = drawing(identity, chart.title, chart.description, WIDTH, HEIGHT + 18 * rows)
    xs = [x for line in chart.lines for x, _ in line.points] + [gap.x for gap in chart.gaps]
    ys = [y for line in chart.lines for _, y in line.points] + [y for gap in chart.gaps for y in (gap.low, gap.high)]
    across = _Axis.of(xs, LEFT, WIDTH - RIGHT, 5)
    upward = _Axis.of(ys, HEIGHT + 18 * rows - BOTTOM, top, 5)
    _axes(made, across, upward, chart)
    for gap in chart.gaps:
        x = across.at(gap.x)
        add(made, "line", class_="series gap c0", x1=x, x2=x, y1=upward.at(gap.low), y2=upward.at(gap.high))
    many = len(chart.lines) > COLOURS
    for index, line in enumerate(chart.lines):
        points = [(across.at(x), upward.at(y)) for x, y in _thinned(line.points)]
        look = "series thin" if many else f"series c{index}"
        add(made, "polyline", class_=look, points=" ".join(f"{x:.1f},{y:.1f}" for x, y in points))
        for place, (x, y) in enumerate(points if line.marked else []):
            add(made, "circle", class_="hollow" if place in line.hollow else "point", cx=x, cy=y, r=4)
    for index, label in enumerate(entries if rows else []):
        x, y = LEFT + 115 * (index % 3), TOP + 2 + 18 * (index // 3)
        add(made, "line", class_="series thin" if many else f"series c{index}", x1=x, x2=x + 26, y1=y, y2=y)
        add(made, "text", _short(label, 13), x=x + 31, y=y + 4, font_size=12)
    return markup(made)


@dataclass(frozen=True)
class _Axis:
    low: float
    high: float
    begin: float
    end: float
    step: float

    @classmethod
    def of(cls, values: Sequence[float], begin: float, end: float, ticks: int) -> "_Axis":
        """An axis over the values, which ends at multiples of a step of 1, 2 or 5 times a power of ten."""
        low, high = min(values), max(values)
        if high - low <= 1e-9 * max(abs(low), abs(high)):
            low, high = low - (abs(low) * 0.05 or 1), high + (abs(high) * 0.05 or 1)
        rough = (high - low) / ticks
        power = 10.0 ** math.floor(math.log10(rough))
        step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough * 0.999)
        return cls(step * math.floor(low / step + 1e-9), step * math.ceil(high / step - 1e-9), begin, end, step)

    def at(self, value: float) -> float:
        return self.begin + (self.end - self.begin) * (value - self.low) / (self.high - self.low)

    def ticks(self) -> list[float]:
        return [round(self.low + self.step * index, 12) for index in range(round((self.high - self.low) / self.step) + 1)]


def _axes(made: Element, across: _Axis, upward: _Axis, chart: Chart) -> None:
    for value in upward.ticks():
        y = upward.at(value)
        add(made, "line", class_="grid", x1=across.begin, x2=across.end, y1=y, y2=y)
        add(made, "text", number(value, 6), x=across.begin - 6, y=y + 4, text_anchor="end", font_size=12)
    for value in across.ticks():
        x = across.at(value)
        add(made, "line", class_="axis", x1=x, x2=x, y1=upward.begin, y2=upward.begin + 4)
        add(made, "text", number(value, 6), x=x, y=upward.begin + 16, text_anchor="middle", font_size=12)
    add(made, "path", class_="axis", d=f"M{across.begin:g} {upward.end:g}V{upward.begin:g}H{across.end:g}")
    middle = (across.begin + across.end) / 2
    add(made, "text", _short(chart.x_label, 52), x=middle, y=upward.begin + 36, text_anchor="middle", font_size=12)
    height = (upward.begin + upward.end) / 2
    add(made, "text", _short(chart.y_label, 32), x=0, y=0, transform=f"translate(13 {height:g}) rotate(-90)", text_anchor="middle", font_size=12)


def _short(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"


def _thinned(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    if len(points) <= MOST_POINTS:
        return list(points)
    size = -(-len(points) // (MOST_POINTS // 2))
    kept: list[tuple[float, float]] = []
    for first in range(0, len(points), size):
        part = points[first : first + size]
        ends = {min(range(len(part)), key=lambda each: part[each][1]), max(range(len(part)), key=lambda each: part[each][1])}
        kept += [part[each] for each in sorted(ends)]
    return kept if kept[-1] == points[-1] else [*kept, points[-1]]
