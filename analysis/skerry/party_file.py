"""Writes a party puzzle for a table of players: the file explains itself, with the columns of that table, their values and ranges.

A formation such as 4-4-2 is a list of lines from the back to the front. Where the lines have ten players it is football's, and a keeper
stands behind them; any other is taken as it is, such as 2-1-2.
"""

from __future__ import annotations

import csv
import math
import re
import statistics
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .errors import DataError, UsageError
from .experiments.tables import toml

FORMATIONS = ("4-4-2", "4-3-3", "4-2-3-1", "3-5-2", "3-4-3", "5-3-2")
MOST_NODES = 64
#: What tables call those who may stand on a place of each kind, in small letters.
_DEFENDER, _MIDFIELDER, _FORWARD = ("defender", "def", "df"), ("midfielder", "mid", "mf"), ("forward", "fw", "attacker", "att")
ROLES = {
    "keeper": ("keeper", "goalkeeper", "goalie", "gk"),
    "left back": ("left back", "left wing back", "lb", "lwb", *_DEFENDER),
    "centre back": ("centre back", "center back", "central defender", "cb", *_DEFENDER),
    "right back": ("right back", "right wing back", "rb", "rwb", *_DEFENDER),
    "holder": ("holder", "defensive midfielder", "cdm", "dm", "cm", *_MIDFIELDER),
    "left mid": ("left mid", "left midfielder", "left wing", "lm", "lw", *_MIDFIELDER),
    "midfielder": ("central midfielder", "centre midfielder", "playmaker", "cm", "cam", "cdm", *_MIDFIELDER),
    "right mid": ("right mid", "right midfielder", "right wing", "rm", "rw", *_MIDFIELDER),
    "playmaker": ("playmaker", "attacking midfielder", "cam", "am", *_MIDFIELDER),
    "left wing": ("left wing", "left winger", "winger", "lw", "lm", *_FORWARD),
    "right wing": ("right wing", "right winger", "winger", "rw", "rm", *_FORWARD),
    "striker": ("striker", "centre forward", "center forward", "st", "cf", *_FORWARD),
}
#: Names of columns, in small letters, by what they hold.
NAMED = {
    "name": ("name", "player", "hero"),
    "price": ("price", "cost", "value", "salary", "wage", "fee"),
    "roles": ("roles", "role", "positions", "position", "pos"),
}
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", re.ASCII)


@dataclass(frozen=True)
class Column:
    name: str
    fields: list[str]
    separator: str  #: between several values of a field; empty where each has one

    @property
    def is_number(self) -> bool:
        return all(_NUMBER.fullmatch(field) and math.isfinite(float(field)) for field in self.fields)

    @property
    def numbers(self) -> list[float]:
        return list(map(float, self.fields))

    @property
    def counted(self) -> list[tuple[str, int]]:
        """The values, the most frequent first, and how often each is there."""
        values = (value.strip() for field in self.fields for value in (field.split(self.separator) if self.separator else [field]))
        return sorted(Counter(values).items(), key=lambda each: (-each[1], each[0]))

    @property
    def told(self) -> str:
        if self.is_number:
            low, high = min(self.numbers), max(self.numbers)
            return f"numbers from {low:g} to {high:g}, mean {statistics.fmean(self.numbers):.4g}"
        values = self.counted
        if len(values) > max(12, len(self.fields) // 3):
            return f"{len(values):,} different values"
        shown = ", ".join(f"{value or 'nothing'} ({count})" for value, count in values[:12])
        return f"{len(values)} values{f', several in a field, with {toml(self.separator)} between them' if self.separator else ''}: {shown}" + (
            ", ..." if len(values) > 12 else ""
        )


def rows_of(file: Path) -> list[list[str]]:
    """Returns the lines of a table, the header first, without empty ones, as the puzzle's reader does: with commas, or tabs or
    semicolons where the header has no comma. Raises OSError, UnicodeDecodeError or csv.Error."""
    with file.open(encoding="utf-8-sig", newline="") as text:
        header = text.readline()
        text.seek(0)
        delimiter = next((each for each in ",\t;" if each in header), ",")
        return [row for row in csv.reader(text, delimiter=delimiter, strict=True) if row]


def read_columns(file: Path) -> list[Column]:
    try:
        rows = rows_of(file)
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise DataError(f"{file} can't be read as a table: {getattr(error, 'strerror', None) or error}") from None
    if len(rows) < 2:
        raise DataError(f"{file} has {len(rows)} lines; a table of players has a header and a line for each player")
    names, players = rows[0], rows[1:]
    for number, row in enumerate(players, 2):
        if len(row) != len(names):
            raise DataError(f"{file}: row {number} has {len(row)} fields, and the header {len(names)}")
    if doubled := [name for name, count in Counter(names).items() if count > 1 or not name]:
        raise DataError(f"{file}: the header has {doubled[0]!r} twice, or a column without a name")
    return [Column(name, list(fields), _separator(fields)) for name, fields in zip(names, zip(*players, strict=True), strict=True)]


def _separator(fields: Sequence[str]) -> str:
    """Returns the character between the values of fields that repeat what others have alone; none where there is no such."""
    for separator in ";|/":
        alone = {field.strip() for field in fields if separator not in field}
        several = [field for field in fields if separator in field]
        if several and sum(value.strip() in alone for field in several for value in field.split(separator)) * 2 >= len(several):
            return separator
    return ""


def lines_of(formation: str) -> list[list[str]]:
    """Returns the kinds of the places of each line, from the back; those of sports other than football are empty."""
    if not re.fullmatch(r"[1-9]\d?(-[1-9]\d?)*", formation, re.ASCII) or not 2 <= sum(map(int, formation.split("-"))) < MOST_NODES:
        raise UsageError(
            f"the formation is {formation!r}; it is the number of players in each line from the back, such as {', '.join(FORMATIONS)}, "
            f"or of another sport, such as 2-1-2"
        )
    counts = list(map(int, formation.split("-")))
    if sum(counts) != 10 or len(counts) < 3:
        return [[""] * count for count in counts]
    back, *middle, front = counts
    wide = ("left wing", "striker", "right wing")
    lines = [["keeper"], _spread(back, "left back", "centre back", "right back", least=4)]
    for place, count in enumerate(middle):
        if place == 0 and len(middle) > 1:
            lines.append(_spread(count, "left mid", "holder", "right mid", least=4))
        elif place and count >= 3:
            lines.append(_spread(count, wide[0], "playmaker", wide[2], least=3))
        else:
            lines.append(_spread(count, "left mid", "midfielder", "right mid", least=4))
    return [*lines, _spread(front, *wide, least=3)]


def _spread(count: int, left: str, centre: str, right: str, *, least: int) -> list[str]:
    """Returns a line whose ends stand at the sides where it has as many players."""
    return [left, *[centre] * (count - 2), right] if count >= least else [centre] * count


def names_of(lines: Sequence[Sequence[str]]) -> list[list[str]]:
    """Returns different names for the places, from left to right."""
    named = []
    for number, line in enumerate(lines, 1):
        counts, seen = Counter(line), Counter[str]()
        names = []
        for kind in line:
            seen[kind] += 1
            sides = {1: [""], 2: ["left ", "right "], 3: ["left ", "middle ", "right "]}.get(counts[kind], [])
            if not kind:
                names.append(f"line {number} place {seen[kind]}")
            else:
                names.append(sides[seen[kind] - 1] + kind if sides else f"{kind} {seen[kind]}")
        named.append(names)
    return named


def edges_of(counts: Sequence[int]) -> list[list[int]]:
    """Links neighbours in a line, and each player with the nearest ones of the lines before and behind."""
    first = [sum(counts[:line]) for line in range(len(counts))]
    edges = {(start + i, start + i + 1) for start, count in zip(first, counts, strict=True) for i in range(count - 1)}
    for line in range(len(counts) - 1):
        behind, before = counts[line], counts[line + 1]
        # The places of a line are at (2 i + 1) / (2 n); twice the product of both numbers makes them whole.
        gaps = {(i, j): abs((2 * i + 1) * before - (2 * j + 1) * behind) for i in range(behind) for j in range(before)}
        for (i, j), gap in gaps.items():
            if gap == min(gaps[i, other] for other in range(before)) or gap == min(gaps[other, j] for other in range(behind)):
                edges.add((first[line] + i, first[line + 1] + j))
    return [list(edge) for edge in sorted(edges)]


def positions_of(counts: Sequence[int]) -> list[list[int]]:
    """Returns where the places are in a picture, x from 0 to 100: y grows downwards, so the line at the back is below."""
    return [[round(100 * (2 * i + 1) / (2 * count)), 25 * (len(counts) - line)] for line, count in enumerate(counts, 1) for i in range(count)]


def puzzle_text(file: Path, output: Path, formation: str, price: str = "", roles: str = "") -> str:
    """Returns the puzzle file. Throws UsageError where a column is missing, and DataError for a table that can't be read."""
    lines = lines_of(formation)
    columns = read_columns(file)
    by_name = {column.name: column for column in columns}
    counts = [len(line) for line in lines]
    if len(columns[0].fields) < sum(counts):
        raise DataError(f"{file} has {len(columns[0].fields)} players, and the formation {formation} needs {sum(counts)}")
    different = [column.name for column in columns if len(set(column.fields)) == len(column.fields) and all(column.fields)]
    ids = next((name for name in ("id", *different) if name in different), "")
    if not ids:
        raise DataError(f"{file} has no column that is different for each player; add one, such as id")
    cost = _chosen("price", price, (column for column in columns if column.is_number and column.name != ids), file)
    if cost is None:
        raise UsageError(f"no column of {file} is named as a price; --price names the one whose sum is to be small: {', '.join(by_name)}")
    texts = [column for column in columns if not column.is_number and column.name != ids]
    name = _chosen("name", "", texts, file)
    where = _chosen("roles", roles, texts, file)
    many = [column for column in texts if column.separator]
    traits = [
        column for column in texts if column not in (name, where, *many) and 2 <= len(column.counted) <= max(2, len(column.fields) // 3)
    ][:8]
    rated = [column for column in columns if column.is_number and column.name not in (ids, cost.name)]
    width = max(len(column.name) for column in columns)
    pool: dict[str, Any] = {"file": _relative(file, output), "id": ids, **({"name": name.name} if name else {})}
    if many:
        pool |= {"many": [column.name for column in many if column.separator == many[0].separator], "separator": many[0].separator}
    places = names_of(lines)
    text = [
        f"# The cheapest squad in a formation of {formation} from the {len(columns[0].fields):,} players of {file.name}. Run it, judge and draw a squad, prove its price:",
        f"#   skerry run {output.name}",
        f"#   skerry check {output.name} squad.txt; skerry draw {output.name} squad.txt --output squad.svg",
        f"#   skerry validate {output.name}",
        f"# {file.name} has these columns:",
        *(f"#   {column.name:{width}}  {column.told}" for column in columns),
        f"name = {toml(f'{output.stem} {formation}')}",
        'words = ["player", "players", "squad"]  # in texts and pictures',
        "",
        "[pool]",
        *(f"{key} = {toml(value)}" for key, value in pool.items()),
        "",
        "# The lines from the back to the front. Players next to each other in a line, and nearest in the lines before and behind, are linked.",
        "[formation]",
        f"names = [{(',' + chr(10) + ' ' * 9).join(', '.join(map(toml, line)) for line in places)}]",
        f"edges = {edges_of(counts)}",
        f"positions = {positions_of(counts)}  # of a picture: the keeper below, strikers above",
        "",
        *_restrictions(lines, where),
        "# The sum of this column over the squad is to be as small as can be.",
        "[objective]",
        f"property = {toml(cost.name)}",
        'direction = "minimise"',
        "",
        "# Two linked players fit as they have values in common: half an edge for one of these columns, a whole one for two. The mean over all",
        "# edges is at least so much.",
        "[synergy]",
        f"at_least = {0.3 if traits else 0}",
        f"traits = {toml([column.name for column in traits])}",
        "curve = [0, 0.5, 1]",
    ]
    if rated:
        mean = statistics.fmean(rated[0].numbers)
        text += ["", "# Further rules, one table each.", "[[requirement]]", 'kind = "average"', f"property = {toml(rated[0].name)}", f"at_least = {mean:.4g}"]
    for column in traits[:1]:
        value = column.counted[0][0]
        text += [
            "", "# Without the # these are rules, too: how many different values there are, and the most players of one.",
            "# [[requirement]]", '# kind = "distinct"', f"# property = {toml(column.name)}", "# at_least = 4",
            "# [[requirement]]", '# kind = "count"', f"# property = {toml(column.name)}", f"# value = {toml(value)}", "# at_most = 3",
        ]  # fmt: skip
    return "\n".join([*text, ""])


def _chosen(what: str, given: str, columns: Iterable[Column], file: Path) -> Column | None:
    """Returns the column that is given, or that is named as such columns are; none where none is."""
    found = {column.name: column for column in columns}
    if given and given not in found:
        raise UsageError(f"--{what} is {given}, which is no column of {file} that could be one; those are {', '.join(found)}")
    small = {name.lower(): name for name in found}
    usual = next((small[name] for name in NAMED[what] if name in small), "")
    return found.get(given or usual)


def _restrictions(lines: Sequence[Sequence[str]], where: Column | None) -> list[str]:
    """Returns who may stand where: a table for each kind of place."""
    kinds = [kind for line in lines for kind in line]
    if where is None or not any(kinds):
        return ["# Nothing says who may stand where; [[formation.restriction]] does (docs/party.md).", ""]
    has = {value.lower(): value for value, _ in where.counted}
    text = []
    for kind in dict.fromkeys(kinds):
        nodes = [node for node, each in enumerate(kinds) if each == kind]
        fitting = [has[role] for role in ROLES[kind] if role in has]
        mark = "" if fitting else "# "
        if not fitting:
            text.append(f"# No value of {where.name} is known to me for a {kind}; name those who may stand there, of: {', '.join(has.values())}")
        text += [f"{mark}[[formation.restriction]]", f"{mark}nodes = {nodes}", f"{mark}property = {toml(where.name)}", f"{mark}values = {toml(fitting)}", ""]
    return text


def _relative(file: Path, output: Path) -> str:
    """Returns the table's path from the folder of the puzzle, where it is below that, or else its whole path."""
    whole, folder = file.absolute(), output.absolute().parent
    return str(whole.relative_to(folder) if whole.is_relative_to(folder) else whole)
