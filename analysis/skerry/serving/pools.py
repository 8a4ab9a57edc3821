"""Pools of heroes: what the columns of a CSV hold, so that rules can be put together from them."""

from __future__ import annotations

import csv
import math
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from ..errors import DataError
from ..party_file import rows_of

#: A column of more different values offers none to choose from.
MOST_VALUES = 1500
SEPARATOR = ";"
#: What holds so many heroes is taken for the column of prices, of names, of ids.
PRICES, NAMES, IDS = ("price", "cost", "value"), ("name", "player", "hero"), ("id", "hero_id", "player_id")


@dataclass
class Column:
    name: str
    numeric: bool
    many: bool  #: whether a field has several values
    unique: bool
    least: float | None = None
    most: float | None = None
    different: int = 0
    values: list[str] = field(default_factory=list)  #: the most frequent first


@dataclass
class Pool:
    heroes: int
    columns: list[Column]

    def column(self, name: str) -> Column | None:
        return next((each for each in self.columns if each.name == name), None)

    @property
    def id(self) -> str:
        return _usual([each for each in self.columns if each.unique], IDS)

    @property
    def name(self) -> str:
        return _usual([each for each in self.columns if not each.numeric and each.name.lower() in NAMES], NAMES)

    @property
    def price(self) -> str:
        return _usual([each for each in self.columns if each.numeric and not each.unique], PRICES)

    @property
    def many(self) -> list[str]:
        return [each.name for each in self.columns if each.many]


def _usual(columns: list[Column], names: tuple[str, ...]) -> str:
    """The column that has one of these names, or else the first; empty without one."""
    found = [each.name for name in names for each in columns if each.name.lower() == name] or [each.name for each in columns]
    return found[0] if found else ""


def read(path: Path) -> Pool:
    """Raises DataError for what is no pool."""
    rows = heroes(path)
    if len(rows) < 2:
        raise DataError("the file has no heroes; a CSV has a header, and a row for each hero")
    header, body = rows[0], rows[1:]
    if len(set(header)) < len(header) or not all(header):
        raise DataError("the first row of the file names the columns; each has a name of its own")
    for number, row in enumerate(body, 2):
        if len(row) != len(header):
            raise DataError(f"row {number} has {len(row)} fields, and the header has {len(header)}")
    pool = Pool(len(body), [_column(name, [row[place] for row in body]) for place, name in enumerate(header)])
    if not pool.id:
        raise DataError("no column has another value in each row; a pool has a column of ids, as 'id'")
    if not pool.price:
        raise DataError("no column holds numbers; a pool has a column of prices")
    return pool


def heroes(path: Path) -> list[list[str]]:
    """The rows of the file, the header first, without empty lines. Raises DataError."""
    try:
        return rows_of(path)
    except UnicodeDecodeError as error:
        raise DataError("the file is no text in UTF-8; a pool is a CSV file") from error
    except (csv.Error, OSError) as error:
        raise DataError(f"the file is no CSV: {error}") from error


def _column(name: str, fields: list[str]) -> Column:
    numbers = _numbers(fields)
    counted = Counter(fields)
    many = numbers is None and sum(SEPARATOR in each for each in counted) > 0
    if many:
        counted = Counter(value.strip() for each in fields for value in each.split(SEPARATOR))
    made = Column(name, numbers is not None, many, len(counted) == len(fields) and all(fields) and not many, different=len(counted))
    if numbers:
        made.least, made.most = min(numbers), max(numbers)
    elif len(counted) <= MOST_VALUES and not made.unique:
        made.values = [value for value, _ in counted.most_common() if value]
    return made


def _numbers(fields: list[str]) -> list[float] | None:
    try:
        found = [float(each) for each in fields]
    except ValueError:
        return None
    return found if all(map(math.isfinite, found)) else None
