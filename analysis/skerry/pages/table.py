"""Tables of a page, with cells that sort by their exact values."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from ..grid import Grid
from .frame import amount, percent


@dataclass(frozen=True)
class Cell:
    """What a cell shows (Markup as it is, other text escaped), and by what it sorts: by default its text."""

    shown: str
    order: int | float | str | None = None
    unknown: bool = False  #: sorted last in both directions

    @classmethod
    def of(cls, value: int | float | None, unit: str = "") -> "Cell":
        return cls(amount(value, unit), value, value is None)

    @classmethod
    def share(cls, value: int | float | None) -> "Cell":
        return cls(percent(value), value, value is None)


@dataclass(frozen=True)
class Table:
    """A table with a caption. Its first columns name the rows."""

    caption: str
    header: list[str]
    rows: list[list[Cell]] = field(default_factory=list)
    left: frozenset[int] = frozenset()  #: further columns that are aligned left
    keys: int = 1
    sortable: bool = False
    quiet: bool = False  #: whether the caption repeats a heading, and is for screen readers alone

    def is_left(self, column: int) -> bool:
        return column < self.keys or column in self.left


def of_grid(grid: Grid, caption: str | None = None) -> Table:
    rows = [[Cell(_whole_ratios(cell)) for cell in row] for row in grid.rows]
    return Table(caption or grid.title, grid.header, rows, grid.texts, grid.keys, quiet=bool(grid.title))


def _whole_ratios(text: str) -> str:
    """The text with spaces that do not break around the colon of a ratio such as 8 : 8."""
    return re.sub(r"(?<=\d) : (?=\d)", "\N{NO-BREAK SPACE}:\N{NO-BREAK SPACE}", text)


def worded(caption: str, header: Sequence[str], rows: Sequence[Sequence[str]]) -> Table:
    """A table of words alone."""
    return Table(caption, list(header), [[Cell(cell) for cell in row] for row in rows], frozenset(range(len(header))))
