"""A page of HTML that holds all that it shows, so that it can be mailed or kept as one file."""

from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import TypeAlias

from .errors import UsageError
from .grid import Grid

STYLE = """\
body { font: 15px/1.45 "DejaVu Sans", sans-serif; color: #222; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2.2rem; border-bottom: 1px solid #ccc; }
table { border-collapse: collapse; margin: 0.8rem 0; font-size: 0.9rem; }
th, td { padding: 0.15rem 0.9rem 0.15rem 0; text-align: right; vertical-align: top; border-bottom: 1px solid #eee; }
th.left, td.left { text-align: left; overflow-wrap: anywhere; }
img { display: block; max-width: 100%; margin: 0.8rem 0; }
p.note { color: #555; font-size: 0.85rem; }
pre { background: #f6f6f6; padding: 0.7rem; overflow-x: auto; font-size: 0.8rem; }
"""


@dataclass(frozen=True)
class Picture:
    """A figure as SVG, and what it shows in words."""

    svg: bytes
    words: str


@dataclass(frozen=True)
class Listing:
    """A text whose lines stay as they are, under a heading."""

    title: str
    text: str


@dataclass(frozen=True)
class Note:
    """A paragraph that explains what stands above it."""

    text: str


Part: TypeAlias = Grid | Picture | Listing | Note


def page(title: str, parts: Sequence[Part]) -> str:
    """The text of the page: a heading, and the parts below it in their order. Equal parts give equal bytes."""
    head = f'<meta charset="utf-8">\n<title>{escape(title)}</title>\n<style>\n{STYLE}</style>'
    body = "\n".join([f"<h1>{escape(title)}</h1>", *map(_part, parts)])
    return f'<!DOCTYPE html>\n<html lang="en">\n<head>\n{head}\n</head>\n<body>\n{body}\n</body>\n</html>\n'


def _part(part: Part) -> str:
    if isinstance(part, Grid):
        return _table(part)
    if isinstance(part, Picture):
        # As an image each figure keeps the names of its parts to itself; several in one document would share them.
        return f'<img alt="{escape(part.words)}" src="data:image/svg+xml;base64,{b64encode(part.svg).decode()}">'
    if isinstance(part, Listing):
        return f"<h2>{escape(part.title)}</h2>\n<pre>{escape(part.text)}</pre>"
    return f'<p class="note">{escape(part.text)}</p>'


def _table(grid: Grid) -> str:
    lines = [_row(grid, "th", grid.header), *(_row(grid, "td", row) for row in grid.rows)]
    heading = f"<h2>{escape(grid.title)}</h2>\n" if grid.title else ""
    return heading + "<table>\n" + "\n".join(lines) + "\n</table>"


def _row(grid: Grid, tag: str, cells: Sequence[str]) -> str:
    shown = (
        f'<{tag}{" class=" + chr(34) + "left" + chr(34) if grid.is_left(column) else ""}>{escape(cell)}</{tag}>'
        for column, cell in enumerate(cells)
    )
    return f"<tr>{''.join(shown)}</tr>"


def check_name(path: Path) -> None:
    """Raises UsageError where no page of this name can be written, before anything is computed for it."""
    if path.suffix.lower() not in (".html", ".htm"):
        raise UsageError(f"{path} can't be written: the name of a page ends in .html")
    if not path.parent.is_dir():
        raise UsageError(f"{path} can't be written: there is no folder {path.parent}")


def save(text: str, path: Path) -> None:
    """Writes a page. Raises UsageError."""
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise UsageError(f"{path} can't be written: {error.strerror}") from error
