"""Reads what others have published: a CSV table of figures beside an experiment, and claims in its file."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NoReturn

from ..errors import DataError, UsageError
from .description import Variant
from .tables import Table, complaint, matcher

KEYS = ("instance", "variant")
#: A field in quotes, in which a quote is doubled, or one without, and what ends it.
FIELD = re.compile(r'(?:"((?:[^"]|"")*)"|([^,\r\n]*(?:\r(?!\n)[^,\r\n]*)*))(,|\r?\n|\r?\Z)?')


@dataclass(frozen=True)
class Field:
    text: str
    at: int  #: the place of its first character


class Csv:
    """A table in CSV (RFC 4180): LF and CRLF end a row; a byte order mark and empty lines are skipped."""

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            content = path.read_bytes()
        except (OSError, ValueError) as error:
            raise UsageError(f"cannot read {path}: {error}") from error
        try:
            self._text = content.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            self._text = content[: error.start].decode("utf-8-sig")
            self.fail(len(self._text), "the table of published figures is not UTF-8")

    def fail(self, at: int, what: str) -> NoReturn:
        begin = self._text.rfind("\n", 0, at) + 1
        raise DataError(f"{what} ({self._path}:{self._text.count(chr(10), 0, at) + 1}:{at - begin + 1})")

    def rows(self) -> Iterator[list[Field]]:
        at, row = 0, list[Field]()
        while at < len(self._text) or row:
            if not row and (empty := re.compile(r"(?:\r?\n)+").match(self._text, at)):
                at = empty.end()
                continue
            found = FIELD.match(self._text, at)
            if not found or self._text.startswith('"', at) and found[1] is None:
                self.fail(at, "a quote is opened and never closed")
            if found[3] is None:
                self.fail(found.end(), "text follows a closing quote; a comma or the end of the row is expected, and a quote inside a quoted "
                                       "field is doubled")
            row.append(Field(found[2] if found[1] is None else found[1].replace('""', '"'), at))
            at = found.end()
            if found[3] != ",":
                yield row
                row = []


def add_figures(top: Table, pairs: list[Variant]) -> list[Variant]:
    """Returns the pairs with the figures of the table that the experiment names."""
    path = top.path("published", None)
    if path is None:
        return pairs
    table = Csv(path)
    rows = table.rows()
    head = next(rows, None)
    if head is None:
        table.fail(0, "the table of published figures is empty")
    columns = [each.text for each in head]
    for number, each in enumerate(head):
        if not each.text:
            table.fail(each.at, "a column has no name")
        if each.text in columns[:number]:
            table.fail(each.at, f"two columns are called {each.text}")
    if not set(KEYS) & set(columns):
        table.fail(head[0].at, "a table of published figures has a column instance, a column variant, or both")
    figures: list[dict[str, Any]] = [{} for _ in pairs]
    known = [list(dict.fromkeys(pair.pair[key] for pair in pairs)) for key in range(2)]
    for row in rows:
        if len(row) != len(columns):
            table.fail(row[0].at, f"the row has {len(row)} fields; the header has {len(columns)}")
        fields = dict(zip(columns, row, strict=True))
        patterns = []
        for key, names in zip(KEYS, known, strict=True):
            patterns.append(fields[key].text if key in fields else "*")
            if wrong := complaint(key, patterns[-1], names):
                table.fail(fields[key].at, wrong)
        fits = [matcher([pattern]) for pattern in patterns]
        concerned = [number for number, pair in enumerate(pairs) if fits[0](pair.pair[0]) and fits[1](pair.pair[1])]
        if not concerned:
            table.fail(row[0].at, f"the exceptions leave out variant {patterns[1]} of instance {patterns[0]}")
        for number in concerned:
            for column, each in fields.items():
                if column in KEYS or not each.text:
                    continue
                if column in figures[number]:
                    table.fail(each.at, f"{column} of {pairs[number].name} is given twice")
                figures[number][column] = _figure(each.text)
    return [replace(pair, published=its) for pair, its in zip(pairs, figures, strict=True)]


def _figure(text: str) -> Any:
    """Returns a number, or the text if it is none."""
    return json.loads(text) if re.fullmatch(r"\s*-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?\s*", text, re.ASCII) else text


def read_claims(top: Table, variants: list[Variant]) -> list[dict[str, Any]]:
    """Returns each claim for every instance that has all its variants."""
    names = list(dict.fromkeys(each.pair[1] for each in variants))
    by_pair = {each.pair: each for each in variants}
    asked = [(table, *(table.text(key) for key in ("what", "published", "figure")), table.texts("variants")) for table in top.tables("claims")]
    for table, *_, about in asked:
        if not 1 <= len(about) <= 2:
            table.fail('a claim is about one variant or two: variants = ["a", "b"]')
        for name in about:
            if wrong := complaint("variant", name, names):
                table.fail(wrong)
    made, found = set[int](), []
    for instance in dict.fromkeys(each.pair[0] for each in variants):
        for number, (_, what, published, figure, about) in enumerate(asked):
            if all((instance, name) in by_pair for name in about):
                made.add(number)
                runs = [by_pair[instance, name] for name in about]
                told = f"{runs[0].instance}: {what}" if runs[0].instance else what
                found.append({"what": told, "published": published, "figure": figure, "variants": [run.name for run in runs]})
    for number, (table, *_) in enumerate(asked):
        if number not in made:
            table.fail("no instance has both of these variants")
    return found
