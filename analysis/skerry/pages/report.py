"""A page of tables, figures, texts and notes, one below the other."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from ..errors import DataError
from ..grid import Grid, rendered
from .frame import MOST_BYTES, render
from .svg import inline
from .table import of_grid

#: A text is cut after so many characters, with a word.
MOST_TEXT = 200_000
#: A table of more columns, or a figure of more points, takes the whole width of the page.
FEW_COLUMNS, FIGURE_WIDTH = 5, 300.0
VIEW = re.compile(r'viewBox="[\d.]+ [\d.]+ ([\d.]+) ')


@dataclass(frozen=True)
class Picture:
    """A figure as SVG, and what it shows in words."""

    svg: bytes
    words: str
    themed: bool = True  #: whether it is one of our figures, whose colours follow the page
    title: str = ""  #: of the heading above it, where it has one of its own


@dataclass(frozen=True)
class Listing:
    """A text whose lines stay as they are, under a heading."""

    title: str
    text: str
    folded: bool = False  #: whether the page shows it on demand


@dataclass(frozen=True)
class Note:
    """A paragraph that explains what stands above it."""

    text: str


Part: TypeAlias = Grid | Picture | Listing | Note


def drawing(path: Path) -> Picture:
    """The picture of a solution that another program has drawn. Raises DataError."""
    try:
        return Picture(path.read_bytes(), f"A solution as {path.name} shows it", themed=False, title=f"Picture of a solution: {path.stem}")
    except OSError as error:
        raise DataError(f"{path} can't be read: {error.strerror}") from error


def text(parts: Sequence[Part], form: str) -> list[str]:
    """The parts in the form `text` or `markdown`, without pictures."""
    found = []
    for part in parts:
        if isinstance(part, Grid):
            found.append(rendered(part, form))
        elif isinstance(part, Note):
            found.append(part.text)
        elif isinstance(part, Listing):
            found.append(f"## {part.title}\n" + (f"```\n{part.text}\n```" if form == "markdown" else part.text))
    return found


def page(title: str, parts: Sequence[Part], source: str = "", lead: str = "") -> str:
    """The text of the page: a heading, the result in a sentence, and the parts below it in their order. Equal parts give equal bytes.

    A picture with which the page would be heavier than MOST_BYTES is left out, with a word. Raises DataError for a picture that is no SVG.
    """
    made = [_shown(part, number) for number, part in enumerate(parts)]
    room = MOST_BYTES - 10_000 - len(_page(title, [each for each in made if each["kind"] != "picture"], lead, source).encode())
    for each in made:
        if each["kind"] == "picture":
            size = len(each["svg"].encode()) + 4 * len(each["words"]) + 500
            if size > room:
                each |= {"kind": "note", "text": f"{each['words']}: this figure is left out, which would make the page heavier than {MOST_BYTES / 1e6:g} MB."}
            else:
                room -= size
    return _page(title, made, lead, source)


def _page(title: str, made: list[dict[str, Any]], lead: str, source: str) -> str:
    return render("report.html.j2", title, groups=_groups(made), lead=lead, source=source)


def _groups(made: list[dict[str, Any]]) -> list[list[dict[str, Any]]]:
    """Returns what stands side by side where there is room: a table of few columns with its figures, and figures that follow each other."""
    groups: list[list[dict[str, Any]]] = []
    for part in made:
        beside = bool(groups) and part["kind"] == "picture" and groups[-1][-1]["kind"] in ("picture", "table")
        if beside and not (groups[-1][-1]["kind"] == "table" and (groups[-1][-1]["wide"] or part["heading"])):
            groups[-1].append(part)
        else:
            groups.append([part])
    return groups


def _shown(part: Part, number: int) -> dict[str, Any]:
    identity = f"part{number}"
    if isinstance(part, Grid):
        wide = len(part.header) > FEW_COLUMNS
        return {"kind": "table", "id": identity, "heading": part.title, "table": of_grid(part, part.title or "Tests"), "wide": wide}
    if isinstance(part, Picture):
        svg = inline(part.svg, identity, part.words, part.words, part.themed)
        size = VIEW.search(svg)
        wide = size is None or float(size[1]) > FIGURE_WIDTH
        return {"kind": "picture", "heading": part.title, "svg": svg, "words": part.words, "wide": wide}
    if isinstance(part, Listing):
        told = part.text
        if len(told) > MOST_TEXT:
            told = f"{told[:MOST_TEXT]}\n... ({len(told) - MOST_TEXT:,} more characters)"
        return {"kind": "listing", "heading": part.title, "text": told, "folded": part.folded, "wide": True}
    return {"kind": "note", "heading": "", "text": part.text, "wide": True}
