"""Reads the tables of a TOML file, so that a mistake is one message: what was found, where, and what would be right."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from math import inf
from pathlib import Path
from typing import Any, NoReturn

from ..errors import AnalysisError, UsageError, nearest
from ..parameters import flat, is_number

MOST = 2**63 - 1
MOST_SEED = 2**64 - 1


@dataclass(frozen=True)
class File:
    path: Path
    text: str

    def place(self, key: str) -> str:
        """Returns the path, with the line of the key if no other line has one of that name."""
        written = rf"""^[^#\n]*?(?<![\w\-"']){re.escape(key)}["']?[ \t]*[=.\]]"""
        lines = {self.text.count("\n", 0, each.end()) + 1 for each in re.finditer(written, self.text, re.MULTILINE)} if key else set()
        return f"{self.path}:{lines.pop()}" if len(lines) == 1 else str(self.path)


def read_text(path: Path, error: type[AnalysisError] = UsageError) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise error(f"{path}: there is no such file") from None
    except IsADirectoryError:
        raise error(f"{path} can't be read: it is a folder") from None
    except UnicodeDecodeError:
        raise error(f"{path} can't be read: it is {_kind_of(path)}, and no text in UTF-8") from None
    except (OSError, ValueError) as failure:
        raise error(f"{path} can't be read: {failure}") from failure


def _kind_of(path: Path) -> str:
    with open(path, "rb") as file:
        begin = file.read(8)
    kinds = {b"\x89HDF": "HDF5, as traces are", b"\x1f\x8b": "compressed by gzip", b"PK": "a ZIP archive", b"\x93NUMPY": "an array of NumPy"}
    return next((kind for magic, kind in kinds.items() if begin.startswith(magic)), "in another encoding")


def read_table(path: Path, error: type[AnalysisError] = UsageError) -> Table:
    """Reads the file. Raises UsageError for a mistake in it, and `error` if it can't be read."""
    text = read_text(path, error)
    try:
        return Table(tomllib.loads(text), "", File(path, text))
    except (tomllib.TOMLDecodeError, RecursionError) as failure:
        raise UsageError(f"{path} is no TOML: {failure}") from failure


class Table:
    """A table of a file, whose keys are asked for. `where` is its name in messages."""

    def __init__(self, values: Mapping[str, Any], where: str, file: File) -> None:
        self.values, self.where, self.file = values, where, file
        self._known: set[str] = set()
        self._below: list[Table] = []

    def fail(self, what: str, key: str = "") -> NoReturn:
        raise UsageError(f"{self.where + ': ' if self.where else ''}{what} ({self.file.place(key)})")

    def has(self, key: str) -> bool:
        self._known.add(key)
        return key in self.values

    def _get(self, key: str, fallback: Any, fits: Callable[[Any], Any], what: str) -> Any:
        if not self.has(key):
            if fallback is ...:
                slip = get_close_matches(key, [name for name in self.values if name not in self._known], n=1)
                looks = f"; '{slip[0]}' looks like it" if slip else ""
                self.fail(f"{key} is missing{looks}; it is {what}", *slip)
            return fallback
        value = self.values[key]
        if not fits(value):
            shown = toml(value)
            self.fail(f"{key} is {shown if len(shown) < 60 else shown[:60] + '...'}; it is {what}", key)
        return value

    def text(self, key: str, fallback: Any = ..., empty: bool = False) -> Any:
        return self._get(key, fallback, lambda value: isinstance(value, str) and (value or empty), "a text in quotes")

    def texts(self, key: str) -> list[str]:
        """Returns a list of texts; one text stands for a list of it."""
        fits = lambda value: isinstance(value, str) or isinstance(value, list) and all(isinstance(each, str) for each in value)  # noqa: E731
        found = self._get(key, [], fits, "a list of texts")
        return [found] if isinstance(found, str) else list(found)

    def path(self, key: str, fallback: Any = ...) -> Any:
        """Returns the path as it is seen from this process; in the file it starts from the file's folder."""
        named = self.text(key, fallback)
        return self.file.path.parent / named if key in self.values else named

    def one_of(self, key: str, known: tuple[str, ...], fallback: str) -> str:
        found = self.text(key, fallback)
        if found not in known:
            self.fail(f"{key} is {toml(found)}; {nearest(found, known)}", key)
        return str(found)

    def whole(self, key: str, fallback: Any, least: int, most: int = MOST) -> Any:
        fits = lambda value: isinstance(value, int) and not isinstance(value, bool) and least <= value <= most  # noqa: E731
        return self._get(key, fallback, fits, f"a whole number from {least} {'up' if most == MOST else f'to {most}'}")

    def seed(self, key: str) -> int:
        """Returns a seed, 1 if there is none; from 2^63 on, where integers of TOML end, it is in quotes."""
        fits = lambda value: re.fullmatch("[1-9][0-9]{18,19}", value, re.ASCII) and MOST < int(value) <= MOST_SEED  # noqa: E731
        if isinstance(self.values.get(key), str):
            return int(self._get(key, 1, fits, "a whole number from 0 to 2^64 - 1, in quotes if it is 2^63 or larger and only then"))
        whole = lambda value: isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST  # noqa: E731
        return int(self._get(key, 1, whole, "a whole number from 0 to 2^64 - 1, in quotes if it is 2^63 or larger"))

    def number(self, key: str, fallback: float | None) -> Any:
        return self._get(key, fallback, lambda value: is_number(value) and 0 < value < inf, "a number above 0")

    def flag(self, key: str) -> bool:
        return bool(self._get(key, False, lambda value: isinstance(value, bool), "true or false"))

    def table(self, key: str, fallback: Any = ...) -> Table:
        return self._added(self._get(key, fallback, lambda value: isinstance(value, dict), "a table"), f"{self.where}.{key}".lstrip("."))

    def tables(self, key: str) -> list[Table]:
        fits = lambda value: isinstance(value, list) and all(isinstance(each, dict) for each in value)  # noqa: E731
        found = self._get(key, [], fits, "a list of tables")
        return [self._added(each, f"{key} {number}") for number, each in enumerate(found, 1)]

    def _added(self, values: Mapping[str, Any], where: str) -> Table:
        self._below.append(Table(values, where, self.file))
        return self._below[-1]

    def leaves(self, key: str) -> dict[str, Any]:
        """Returns the values of the table of that name by keys such as island.population. All its keys count as known."""
        table = self._get(key, {}, lambda value: isinstance(value, dict), "a table")
        return dict(flat(table))

    def reject_unknown_keys(self) -> None:
        """Raises UsageError for a key that nobody has asked for, here or in a table that was."""
        for key in self.values:
            if key not in self._known:
                self.fail(f"unknown key '{key}'; {nearest(key, sorted(self._known))}", key)
        for table in self._below:
            table.reject_unknown_keys()


def complaint(kind: str, pattern: str, names: Sequence[str]) -> str:
    """Returns what is wrong with a name, in which * stands for any characters, if it is none of these; otherwise an empty text."""
    if any(map(matcher([pattern]), names)):
        return ""
    close = get_close_matches(pattern, names, n=1)
    return f'there is no {kind} "{pattern}"' + (f'; did you mean "{close[0]}"?' if close else "")


def matcher(patterns: Sequence[str]) -> Callable[[str], bool]:
    """Returns a function that tells whether a name is one of these, in which each * stands for any characters. Its time grows with the
    length of the name alone, whatever the pattern."""
    parted = [pattern.split("*") for pattern in patterns]

    def fits(name: str, parts: list[str]) -> bool:
        first, *middle = parts
        if not middle:
            return name == first
        last = middle.pop()
        if not name.startswith(first) or len(name) < len(first) + len(last) or not name.endswith(last):
            return False
        at, end = len(first), len(name) - len(last)
        for part in middle:  # the first place of each is as good as any
            at = name.find(part, at, end)
            if at < 0:
                return False
            at += len(part)
        return True

    return lambda name: any(fits(name, parts) for parts in parted)


def toml(value: Any) -> str:
    """Returns the value as TOML writes it."""
    if isinstance(value, (str, bool)):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, list):
        return f"[{', '.join(map(toml, value))}]"
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{json.dumps(key)} = {toml(each)}' for key, each in value.items())} }}"
    return str(value)


def value_of(text: str) -> Any:
    """Returns the value that TOML writes so."""
    return tomllib.loads(f"value = {text}")["value"]
