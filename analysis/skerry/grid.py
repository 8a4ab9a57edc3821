"""Formats tables of cells as text, markdown, LaTeX, CSV and JSON."""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

#: The width of a text table in characters.
WIDTH = 120
FORMATS = ("text", "csv", "json", "markdown", "latex")


@dataclass
class Grid:
    """A table to be read by people. Its first columns name a row and are aligned left, all others right."""

    title: str
    header: list[str]
    rows: list[list[str]] = field(default_factory=list)
    #: The number of columns that name a row; if the text is wrapped, each block begins with them.
    keys: int = 1
    #: The number of other columns that stay together if the text is wrapped.
    span: int = 1
    #: The further columns that are aligned left.
    texts: frozenset[int] = frozenset()

    def is_left(self, column: int) -> bool:
        return column < self.keys or column in self.texts


def text(grid: Grid) -> str:
    """Returns aligned columns, in blocks below each other if they would be wider than WIDTH."""
    widths = [max(len(row[column]) for row in [grid.header, *grid.rows]) for column in range(len(grid.header))]
    blocks = [
        "\n".join(_line(grid, row, [*range(grid.keys), *columns], widths) for row in [grid.header, *grid.rows])
        for columns in _blocks(grid, widths)
    ]
    heading = [f"## {grid.title}"] if grid.title else []
    return "\n".join([*heading, "\n\n".join(blocks)])


def _blocks(grid: Grid, widths: list[int]) -> list[list[int]]:
    blocks: list[list[int]] = []
    used = WIDTH + 1
    for first in range(grid.keys, len(widths), grid.span):
        together = list(range(first, min(first + grid.span, len(widths))))
        needed = sum(2 + widths[column] for column in together)
        if used + needed > WIDTH:
            blocks.append([])
            used = sum(widths[: grid.keys]) + 2 * (grid.keys - 1)
        blocks[-1] += together
        used += needed
    return blocks or [[]]


def _line(grid: Grid, row: list[str], columns: list[int], widths: list[int]) -> str:
    cells = [
        f"{row[column]:{'<' if grid.is_left(column) else '>'}{widths[column]}}"
        for column in columns
    ]
    return "  ".join(cells).rstrip()


def markdown(grid: Grid) -> str:
    escaped = [[cell.replace("|", "\\|") for cell in row] for row in [grid.header, *grid.rows]]
    ruler = ["---" if grid.is_left(column) else "---:" for column in range(len(grid.header))]
    lines = ["| " + " | ".join(row) + " |" for row in [escaped[0], ruler, *escaped[1:]]]
    return "\n".join([*([f"### {grid.title}", ""] if grid.title else []), *lines])


#: Characters that have a special meaning in LaTeX.
LATEX = {
    "\\": r"\textbackslash{}",
    **{character: "\\" + character for character in "&%$#_{}"},
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "±": r"$\pm$",
    "∞": r"$\infty$",
    "–": "--",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
}


def latex(grid: Grid) -> str:
    """Returns a tabular of the LaTeX package booktabs."""
    escaped = [["".join(LATEX.get(each, each) for each in cell) for cell in row] for row in [grid.header, *grid.rows]]
    columns = "".join("l" if grid.is_left(column) else "r" for column in range(len(grid.header)))
    body = [" & ".join(row) + r" \\" for row in escaped]
    return "\n".join(
        [
            *([f"% {grid.title}"] if grid.title else []),
            rf"\begin{{tabular}}{{{columns}}}",
            r"\toprule",
            body[0],
            r"\midrule",
            *body[1:],
            r"\bottomrule",
            r"\end{tabular}",
        ]
    )


def rendered(grid: Grid, style: str) -> str:
    """Returns the table as text, markdown or latex."""
    return {"text": text, "markdown": markdown, "latex": latex}[style](grid)


def csv_text(records: Sequence[Mapping[str, Any]]) -> str:
    """Returns one line for each record, with the keys of all records as columns; unknown values are empty."""
    names = list(dict.fromkeys(name for record in records for name in record))
    out = io.StringIO()
    writer = csv.DictWriter(out, names, restval="", lineterminator="\n")
    writer.writeheader()
    for record in records:
        writer.writerow({name: "" if _unknown(value) else value for name, value in record.items()})
    return out.getvalue().rstrip("\n")


def json_text(content: Any) -> str:
    """Returns JSON text. Infinity and NaN become null, because JSON has neither."""
    return json.dumps(_for_json(content), indent=1, ensure_ascii=False)


def _for_json(content: Any) -> Any:
    if isinstance(content, Mapping):
        return {name: _for_json(value) for name, value in content.items()}
    if isinstance(content, (list, tuple)):
        return [_for_json(value) for value in content]
    return None if isinstance(content, float) and not math.isfinite(content) else content


def _unknown(value: Any) -> bool:
    return value is None or (isinstance(value, float) and math.isnan(value))
