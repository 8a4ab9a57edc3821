"""Turns JSON into dataclasses by their type hints. What is null or absent takes the default; unknown keys are passed over."""

import json
import types
from collections.abc import Iterator
from dataclasses import MISSING, fields, is_dataclass
from functools import lru_cache
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from ..errors import DataError
from ..plain_text import cleaned

T = TypeVar("T")

#: The largest number.
MOST = 1e300

def objects(text: str, place: str) -> Iterator[tuple[str, Any]]:
    """Yields the JSON values of a text, one after the other or in one list, each with its place. Raises DataError."""
    decoder = json.JSONDecoder(parse_constant=lambda _: None)
    end = 0
    while True:
        start = end + len(text[end:]) - len(text[end:].lstrip())
        if start == len(text):
            return
        line = text.count("\n", 0, start) + 1
        try:
            value, end = decoder.raw_decode(text, start)
        except ValueError as error:
            raise DataError(f"{place}:{line} is no JSON: {error}") from error
        except RecursionError:
            raise DataError(f"{place}:{line} is nested too deeply") from None
        for each in value if isinstance(value, list) else [value]:
            yield f"{place}:{line}", each


def decoded(kind: type[T], value: Any, place: str) -> T:
    """Returns the value as that dataclass. Raises DataError that names the key whose value doesn't fit."""
    if not isinstance(value, dict):
        raise DataError(f"{place} is {_shown(value)}; it is an object")
    shape: Any = kind  # mypy takes a class for no Hashable
    hints = _hints(shape)
    given: dict[str, Any] = {}
    for each in fields(shape):
        found = value.get(each.name)
        if found is not None:
            given[each.name] = _as(hints[each.name], found, f"{place}: {each.name}")
        elif each.default is MISSING and each.default_factory is MISSING:
            raise DataError(f"{place} lacks '{each.name}'")
    return kind(**given)


@lru_cache(maxsize=None)
def _hints(kind: type[Any]) -> dict[str, Any]:
    return get_type_hints(kind)


def _as(hint: Any, value: Any, place: str) -> Any:
    if hint is Any:
        return _clean(value)
    kinds = get_args(hint) if get_origin(hint) in (Union, types.UnionType) else (hint,)
    if value is None and type(None) in kinds:
        return None
    if int in kinds or float in kinds:
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise DataError(f"{place} is {_shown(value)}; it is a number")
        if not abs(value) <= MOST:
            raise DataError(f"{place} is {_shown(value)}; it is a number between -{MOST:g} and {MOST:g}")
        if float not in kinds and value != int(value):
            raise DataError(f"{place} is {_shown(value)}; it is a whole number")
        return value
    kind = next(each for each in kinds if each is not type(None))
    if kind is bool:
        if not isinstance(value, bool):
            raise DataError(f"{place} is {_shown(value)}; it is true or false")
        return value
    if kind is str:
        if isinstance(value, (dict, list)):
            raise DataError(f"{place} is {_shown(value)}; it is a text")
        return cleaned(value) if isinstance(value, str) else json.dumps(value)
    if get_origin(kind) is list:
        if not isinstance(value, list):
            raise DataError(f"{place} is {_shown(value)}; it is a list")
        (inner,) = get_args(kind)
        return [_as(inner, each, f"{place}[{index}]") for index, each in enumerate(value)]
    if get_origin(kind) is dict:
        if not isinstance(value, dict):
            raise DataError(f"{place} is {_shown(value)}; it is an object")
        return _clean(value)
    assert is_dataclass(kind)
    return decoded(kind, value, place)


def _clean(value: Any) -> Any:
    if isinstance(value, str):
        return cleaned(value)
    if isinstance(value, dict):
        return {cleaned(key): _clean(each) for key, each in value.items()}
    return [_clean(each) for each in value] if isinstance(value, list) else value


def _shown(value: Any) -> str:
    text = json.dumps(value)
    return text if len(text) <= 40 else text[:37] + "..."
