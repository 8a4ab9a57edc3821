"""Tells whether a function is still the same, so that a run does not go on with another one.

What the function uses counts by its value: the code of the user's functions, classes and modules, and all objects, which are taken apart
as pickle does. Pickles themselves do not serve: they tell functions by their names, or by file and line, and sets have another order
in each process. Of modules that are not the user's, name and version count.
"""

from __future__ import annotations

import copyreg
import dis
import functools
import hashlib
import importlib
import importlib.metadata
import importlib.util
import io
import os
import pickle
import sys
import sysconfig
import threading
import types
import weakref
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from .errors import UsageError

#: Says with which rules a digest was made: those of version 0.2 had no mark, and took other objects for unchanged.
MARK = "2-"
#: What `repr` tells from all others of its type.
PLAIN = frozenset((type(None), bool, int, float, complex, str, bytes))
#: What has no value that could change.
WITHOUT_VALUE = (type(threading.Lock()), type(threading.RLock()))
#: The random generators of whole processes, which workers seed anew.
SHARED_GENERATORS = (("random", "_inst"), ("numpy.random.mtrand", "_rand"))
#: The entries of a class that follow from the others, or do not decide what it does.
OF_CLASSES = frozenset(
    "__dict__ __weakref__ __module__ __qualname__ __doc__ __annotations__ __abstractmethods__ _abc_impl __orig_bases__ __parameters__ "
    "__firstlineno__ __static_attributes__".split()
)
#: The folders in which Python's modules lie, and installed ones.
STANDARD = tuple({sysconfig.get_path(name) + os.sep for name in ("stdlib", "platstdlib")})
INSTALLED = frozenset(("site-packages", "dist-packages"))
METHODS = (types.BuiltinFunctionType, types.MethodType, types.MethodWrapperType)
BY_NAME = (
    types.WrapperDescriptorType, types.MethodDescriptorType, types.ClassMethodDescriptorType, types.GetSetDescriptorType,
    types.MemberDescriptorType,
)
module_of: Callable[[Any, str], str] = getattr(pickle, "whichmodule")  # which has no type of its own


def function_digest(function: Any, uncounted: list[str] | None = None) -> str:
    """Returns a digest of the function and of all that it uses. The same text in another place is the same function. Adds to `uncounted`
    what can't be told by its value, such as "rows, a generator"; without that list it raises UsageError.
    """
    digest = _Digest()
    found = digest.of(function)
    if uncounted is None and digest.uncounted:
        raise UsageError(f"the function uses {digest.uncounted[0]}, of which nobody can tell whether it has changed")
    if uncounted is not None:
        uncounted += digest.uncounted
    return MARK + found.hex()[:16]


class _Uncountable(Exception):
    pass


class _Digest:
    """Digests of values, of which those of equal values are equal, whatever else has the same parts."""

    def __init__(self) -> None:
        self.uncounted: list[str] = []
        self._known: dict[int, tuple[Any, bytes]] = {}  # with the objects, so that their identities last
        self._under_way: list[int] = []
        self._names: list[str] = []

    def of(self, value: Any, name: str = "") -> bytes:
        kind = type(value)
        if kind in PLAIN:
            return _hash(kind.__name__, value if isinstance(value, bytes) else _plain(value))
        if id(value) in self._known:
            return self._known[id(value)][1]
        if id(value) in self._under_way:
            return _hash("within itself", len(self._under_way) - self._under_way.index(id(value)))
        self._under_way.append(id(value))
        self._names += [name] if name else []
        try:
            found = self._of_object(value)
        except (_Uncountable, RecursionError):
            told = ".".join(self._names) or getattr(value, "__name__", "")
            self.uncounted += [f"{told + ', ' if told else ''}a {kind.__name__}"] if not self.uncounted else []
            found = _hash("not counted", kind.__qualname__)
        finally:
            self._under_way.pop()
            del self._names[len(self._names) - bool(name) :]
        self._known[id(value)] = value, found
        return found

    def _all(self, kind: str, values: Iterable[Any]) -> bytes:
        return _hash(kind, *map(self.of, values))

    def _named(self, kind: str, values: Mapping[str, Any]) -> bytes:
        return _hash(kind, *(part for name in sorted(values) for part in (name, self.of(values[name], name))))

    def _of_object(self, value: Any) -> bytes:
        kind = type(value)
        if kind in (list, tuple):
            if PLAIN.issuperset(map(type, value)):
                return _hash(kind.__name__, _plain(value))
            return self._all(kind.__name__, value)
        if kind in (set, frozenset):
            return _hash(kind.__name__, *sorted(map(self.of, value)))
        if kind in (dict, types.MappingProxyType):
            return _hash("dict", *(part for key, each in value.items() for part in (self.of(key), self.of(each, key if type(key) is str else ""))))
        if isinstance(value, types.CodeType):
            return self._of_code(value)
        if isinstance(value, types.ModuleType):
            return self._of_module(value)
        if place := _place_of_callable(value):
            return _hash("from a module", *place)
        if isinstance(value, types.FunctionType):
            return self._of_function(value)
        if isinstance(value, type):
            return self._of_class(value)
        return self._of_instance(value)

    def _of_function(self, value: types.FunctionType) -> bytes:
        if hasattr(value, "registry") and hasattr(value, "dispatch"):  # of functools.singledispatch, which remembers what it has found
            return _hash("dispatch", self.of(value.registry, value.__name__))
        cells = {name: cell.cell_contents for name, cell in zip(value.__code__.co_freevars, value.__closure__ or ()) if _is_filled(cell)}
        given = map(self._named, ("keywords", "cells", "attributes"), (value.__kwdefaults__ or {}, cells, vars(value)))
        found = [self.of(value.__code__), self.of(value.__defaults__), *given]
        module = value.__globals__.get("__name__", "")
        around = dict(_uses(value.__code__, value.__globals__)) if _is_own(module) else {}
        return _hash("function", *found, self._named("around", around), *(() if _is_own(module) else _version(module)))

    def _of_code(self, code: types.CodeType) -> bytes:
        form = (code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags)
        table = getattr(code, "co_exceptiontable", b"")
        return _hash("code", form, code.co_code, table, code.co_names, code.co_varnames, *map(self.of, code.co_consts))

    def _of_module(self, value: types.ModuleType) -> bytes:
        if not _is_own(value.__name__):
            return _hash("module", *_version(value.__name__))
        file = getattr(value, "__file__", None)
        if file and not file.endswith((".py", ".pyc")):
            return _hash("module", _content(file))
        return self._named("module", {name: each for name, each in vars(value).items() if not (name.startswith("__") and name.endswith("__"))})

    def _of_class(self, value: type) -> bytes:
        if not _is_own(value.__module__):
            return _hash("class", value.__qualname__, *_version(value.__module__))
        entries = {name: each for name, each in vars(value).items() if name not in OF_CLASSES}
        return _hash("class", value.__name__, self.of(type(value)), *map(self.of, value.__bases__), self._named("", entries))

    def _of_instance(self, value: Any) -> bytes:
        kind = type(value)
        if isinstance(value, WITHOUT_VALUE):
            return _hash("without value", kind.__name__)
        if any(value is each for each in (sys.stdin, sys.stdout, sys.stderr)):
            return _hash("stream", str(getattr(value, "name", "")))
        if any(value is _attribute(*place) for place in SHARED_GENERATORS):
            return _hash("shared generator", kind.__name__)
        if isinstance(value, weakref.ref):
            return self._all("reference", (value(),))
        if isinstance(value, BY_NAME):
            return _hash("of a class", value.__qualname__, self.of(value.__objclass__))
        if isinstance(value, METHODS):
            function = getattr(value, "__func__", None)
            return _hash("method", value.__name__, self.of(function), self.of(value.__self__, "" if function is None else value.__name__))
        if isinstance(value, functools._lru_cache_wrapper):
            return _hash("cache", self.of(value.__wrapped__))
        if isinstance(value, (staticmethod, classmethod)):
            return _hash(kind.__name__, self.of(value.__func__))
        if isinstance(value, property):
            return self._all("property", (value.fget, value.fset, value.fdel))
        if isinstance(value, memoryview):
            return _hash("memory", value.format, value.shape, value.tobytes())
        if isinstance(value, io.IOBase) and not value.closed and value.writable() and not value.readable():
            return _hash("file to write", str(getattr(value, "name", "")))
        if hasattr(value, "tobytes") and isinstance(getattr(value, "dtype", None), _numpy("dtype")) and kind.__module__ == "numpy":
            content = value.tolist() if value.dtype.hasobject else value.tobytes()
            return _hash("array", kind.__name__, str(value.dtype), value.shape, self.of(content))
        if kind.__module__.startswith("scipy.sparse") and hasattr(value, "tocoo"):
            entries = value.tocoo()
            return _hash("sparse", kind.__name__, *map(self.of, (value.shape, entries.row, entries.col, entries.data)))
        if kind.__module__.startswith("pandas.") and kind.__name__ == "DataFrame":  # whose blocks are another matter
            columns = [value.iloc[:, place].array for place in range(value.shape[1])]
            return self._all("table", (value.attrs, value.index, value.columns, columns))
        if kind.__module__.startswith("ctypes") and hasattr(value, "_handle") and hasattr(value, "_name"):
            return _hash("library", kind.__name__, str(value._name), _content(value._name))
        return self._of_parts(value)

    def _of_parts(self, value: Any) -> bytes:
        """Takes an object apart as pickle does."""
        kind = type(value)
        try:
            reduce = copyreg.dispatch_table.get(kind)
            parts = reduce(value) if reduce else value.__reduce_ex__(4)
        except Exception:  # whatever an object raises that is not for being copied
            raise _Uncountable from None
        if isinstance(parts, str):
            module = module_of(value, parts)
            if _is_own(module) or _attribute(module, parts) is not value:
                raise _Uncountable
            return _hash("from a module", parts, *_version(module))
        make, arguments, state, items, pairs = (*parts, None, None, None)[:5]
        if type(state) is dict:
            cached = {name for name, each in _entries(kind).items() if isinstance(each, functools.cached_property)}
            state_digest = self._named("state", {str(name): each for name, each in state.items() if name not in cached})
        else:
            state_digest = self.of(state)
        found = [self.of(kind), self.of(make), self._all("arguments", arguments), state_digest]
        if isinstance(value, _numpy("ndarray")):  # of a class of its own, whose attributes pickle leaves out
            found.append(self._named("attributes", getattr(value, "__dict__", {})))
        found += [self._all("items", list(items or ())), self._all("pairs", [part for pair in pairs or () for part in pair])]
        return _hash("object", *found)


def _hash(kind: str, *parts: object) -> bytes:
    found = hashlib.sha256(kind.encode())
    for part in parts:
        text = part if isinstance(part, bytes) else str(part).encode("utf-8", "surrogatepass")
        found.update(b"%d:" % len(text))
        found.update(text)
    return found.digest()


def _plain(value: Any) -> str:
    try:
        return repr(value)
    except ValueError:  # a whole number of thousands of digits
        return repr([hex(each) if type(each) is int else each for each in (value if isinstance(value, (list, tuple)) else [value])])


def _is_filled(cell: types.CellType) -> bool:
    try:
        return bool(cell.cell_contents is not cell)
    except ValueError:
        return False


def _numpy(name: str) -> Any:
    return getattr(sys.modules.get("numpy"), name, ())


def _entries(kind: type) -> dict[str, Any]:
    return {name: each for parent in reversed(kind.__mro__) for name, each in vars(parent).items()}


def _content(file: Any) -> bytes:
    try:
        return hashlib.sha256(Path(file).read_bytes()).digest()
    except (OSError, TypeError):  # a library that the system finds by its name
        return b""


def _attribute(module: str, path: str) -> Any:
    found: Any = sys.modules.get(module)
    for name in path.split("."):
        found = getattr(found, name, None)
    return found


def _place_of_callable(value: Any) -> tuple[str, ...] | None:
    """Returns name, module and version of what a module that is not the user's has under that name, such as random.gauss."""
    if isinstance(value, (types.FunctionType, *METHODS)):
        module, name = module_of(value, value.__name__), value.__qualname__
        for path in (value.__name__, name):
            if not _is_own(module) and _attribute(module, path) is value:
                return path, *_version(module)
    return None


def _uses(code: types.CodeType, names: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yields what the code, and those in it, take from their module and import; of a module of the user, what they take from that."""
    steps = [step for step in dis.get_instructions(code) if step.opname not in ("CACHE", "EXTENDED_ARG", "PUSH_NULL")]
    for place, step in enumerate(steps):
        if step.opname in ("LOAD_GLOBAL", "LOAD_NAME", "LOAD_FROM_DICT_OR_GLOBALS") and step.argval in names and step.argval != "__name__":
            path, value = step.argval, names[step.argval]
            for further in steps[place + 1 :]:
                is_taken = further.opname in ("LOAD_ATTR", "LOAD_METHOD") and isinstance(value, types.ModuleType) and _is_own(value.__name__)
                if not is_taken or not hasattr(value, further.argval):
                    break
                path, value = f"{path}.{further.argval}", getattr(value, further.argval)
            yield path, value
        elif step.opname == "IMPORT_NAME":
            level, taken = (each.argval for each in steps[place - 2 : place])
            yield from _imported("." * level + step.argval, str(names.get("__package__") or ""), taken or ())
    for each in code.co_consts:
        if isinstance(each, types.CodeType):
            yield from _uses(each, names)


def _imported(name: str, package: str, taken: Sequence[str]) -> Iterator[tuple[str, Any]]:
    """Yields what an import within a function brings. Modules that are not the user's are not loaded for it."""
    try:
        name = importlib.util.resolve_name(name, package)
        if not _is_own(name):
            yield f"import {name}", _version(name)
            return
        module = importlib.import_module(name)
    except Exception as error:  # as the function will find
        yield f"import {name}", type(error).__name__
        return
    for each in taken:
        if not hasattr(module, each):
            yield from _imported(f"{name}.{each}", "", ())
        yield f"from {name} import {each}", getattr(module, each, None)
    if not taken:
        yield f"import {name}", sys.modules[name.partition(".")[0]]


def _is_own(module: str | None) -> bool:
    """Tells whether a module is the user's: neither Python's, nor installed, nor this package."""
    top = (module or "__main__").partition(".")[0]
    if top in ("__main__", __name__.partition(".")[0]):
        return top == "__main__"
    found = sys.modules.get(top)
    spec = getattr(found, "__spec__", None) if found else importlib.util.find_spec(top)
    places = [getattr(found, "__file__", None), getattr(spec, "origin", None), *(getattr(spec, "submodule_search_locations", None) or ())]
    files = [place for place in places if place and os.path.isabs(place)]
    if not files:
        return top not in sys.stdlib_module_names
    return not INSTALLED.intersection(Path(files[0]).parts) and not files[0].startswith(STANDARD)


def _version(module: str) -> tuple[str, str]:
    """Returns name and version of a module that is not the user's; Python's own have that of the code."""
    top = module.partition(".")[0]
    told = getattr(sys.modules.get(top), "__version__", None)
    return module, told if isinstance(told, str) else "" if top in sys.stdlib_module_names else _installed_version(top)


@functools.cache
def _installed_version(top: str) -> str:
    with suppress(importlib.metadata.PackageNotFoundError):
        return importlib.metadata.version(top)
    return ", ".join(sorted(map(importlib.metadata.version, importlib.metadata.packages_distributions().get(top, []))))
