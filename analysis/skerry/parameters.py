"""Finds the parameters of runs: the keys of their configurations whose values differ.

An experiment tells which keys it sets; of other runs all keys are compared. The values are those of the configuration in the
trace, so that a default counts where a run does not set the key.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from .errors import UsageError, nearest

if TYPE_CHECKING:
    import pandas

    from .summary import RunInstance
    from .trace import Trace

#: Keys that tell one run of a setting from another, or do not change its results.
NO_PARAMETERS = ("run.", "checkpoint.", "trace.")
#: The number of islands is a key of an experiment's grid; the table of runs has it under this name.
ISLANDS = "islands"


def settings_of(trace: Trace) -> dict[str, Any]:
    """Returns the configuration of a run by keys such as island.population, and its islands. Raises DataError."""
    values = flat(tomllib.loads(trace.config))
    found = {key: json.dumps(value, default=str) if isinstance(value, list) else value for key, value in values}
    return {ISLANDS: trace.islands} | {key: value for key, value in found.items() if not key.startswith(NO_PARAMETERS)}


def flat(table: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, Any]]:
    """Returns the values of nested tables by keys such as island.population."""
    for name, value in table.items():
        if isinstance(value, dict):
            yield from flat(value, f"{above}{name}.")
        else:
            yield above + name, value


def differing(settings: Sequence[Mapping[str, Any]], among: Iterable[str] | None = None) -> list[str]:
    """Returns the keys whose values differ, or that some lack; `among` names those in question, by default all."""
    keys = dict.fromkeys(key for each in settings for key in each) if among is None else dict.fromkeys(among)
    return [key for key in keys if len({_told(each.get(key)) for each in settings}) > 1]


def add_columns(table: pandas.DataFrame, settings: Mapping[str, Mapping[str, Any]], among: Iterable[str] | None = None) -> list[str]:
    """Adds a column for each key that differs to a table of runs, from the settings by path, and returns the names of the keys.

    among: the keys in question besides the number of islands; by default all.
    """
    import pandas as pd

    names = differing(list(settings.values()), None if among is None else [ISLANDS, *among])
    for name in (each for each in names if each not in table):
        values = [settings[path].get(name) for path in table["path"]]
        alike = None not in values and len(set(map(type, values))) == 1
        table[name] = values if alike else pd.Series(values, index=table.index, dtype=object)  # 1 would be 1.0 beside a missing value
    return names


def _told(value: Any) -> tuple[bool, Any]:
    """Returns what is compared: 1 equals 1.0, but true does not equal 1."""
    return isinstance(value, bool), value


def is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def named(keys: Sequence[str], known: Iterable[str]) -> list[str]:
    """Returns the whole names of keys, each of which may be given by its last part. Raises UsageError for another."""
    found = []
    for key in keys:
        fits = [each for each in known if each == key] or [each for each in known if each.rpartition(".")[2] == key]
        if not fits:
            raise UsageError(f"the runs differ in no parameter '{key}'; {nearest(key, list(known))}")
        if len(fits) > 1:
            raise UsageError(f"the parameter '{key}' may be {' or '.join(fits)}; give its whole name")
        found += fits
    return found


def of_instance(instance: RunInstance) -> list[str]:
    """Returns the parameters that differ within an instance."""
    keys = [key for group in instance.groups for key in group.parameters]
    rows = [row for group in instance.groups for row in group.runs[list(group.parameters)].drop_duplicates().to_dict("records")]
    return differing(rows, keys)
