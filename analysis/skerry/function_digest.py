"""Tells whether a function is still the same, so that a run does not go on with another one."""

from __future__ import annotations

import functools
import hashlib
import types
from collections.abc import Callable
from typing import Any

#: What is told by its value; anything else counts by the name of its type, since it may change without changing the function.
PLAIN = (type(None), bool, int, float, complex, str, bytes)


def function_digest(function: Callable[..., Any]) -> str:
    """Returns a digest of the function's code, of its defaults and of what it takes from around it: functions of its module, and
    numbers, texts, arrays, and lists and tuples of them. The same text in another place is the same function.
    """
    found = hashlib.sha256()
    _add(function, found.update, set(), getattr(function, "__module__", None))
    return found.hexdigest()[:16]


def _add(value: Any, add: Callable[[bytes], object], seen: set[int], module: str | None) -> None:
    """`seen` has functions and other objects that live on. The identity of values such as tuples depends on how the code was loaded."""

    def go_on(*values: Any) -> None:
        for each in values:
            _add(each, add, seen, module)

    def is_new() -> bool:
        is_known = id(value) in seen
        seen.add(id(value))
        return not is_known

    add(type(value).__qualname__.encode() + b"\0")
    if isinstance(value, PLAIN):
        add(repr(value).encode() + b"\0")
    elif isinstance(value, types.CodeType):
        add(value.co_code)
        # A set among the constants has no order.
        constants = (sorted(map(repr, each)) if isinstance(each, frozenset) else each for each in value.co_consts)
        go_on(value.co_names, value.co_varnames, *constants)
    elif isinstance(value, types.FunctionType) and value.__module__ == module:
        if is_new():
            names = sorted(_names(value.__code__))
            around = [value.__globals__[name] for name in names if name in value.__globals__]
            cells = [cell.cell_contents for cell in value.__closure__ or () if _is_filled(cell)]
            go_on(value.__code__, value.__defaults__, value.__kwdefaults__, cells, around)
    elif isinstance(value, types.MethodType):
        go_on(value.__func__, getattr(value.__self__, "__dict__", None))
    elif isinstance(value, functools.partial):
        go_on(value.func, value.args, value.keywords)
    elif isinstance(value, (list, tuple, dict)):
        if is_new():
            items = [item for key in sorted(value, key=repr) for item in (key, value[key])] if isinstance(value, dict) else value
            go_on(len(value), *items)
            seen.discard(id(value))  # only a list that is in itself is met twice
    elif hasattr(value, "tobytes") and hasattr(value, "dtype"):
        go_on(str(value.dtype), list(value.shape), value.tobytes())
    elif hasattr(value, "__qualname__"):  # a function of another module, or a class
        go_on(value.__qualname__)
    elif callable(value) and hasattr(value, "__dict__") and is_new():
        go_on(getattr(type(value).__call__, "__code__", None), vars(value))


def _names(code: types.CodeType) -> set[str]:
    """Returns the names that the code, with the functions in it, looks up."""
    return set(code.co_names).union(*(_names(each) for each in code.co_consts if isinstance(each, types.CodeType)))


def _is_filled(cell: types.CellType) -> bool:
    try:
        return bool(cell.cell_contents is not cell)
    except ValueError:
        return False
