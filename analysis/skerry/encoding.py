"""Spaces to search: the parts that a caller names, the genome that the program varies for them, and the values that a function gets."""

from __future__ import annotations

import functools
import inspect
import math
import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from .errors import UsageError

Part = dict[str, Any]
Space = Mapping[str, Part] | Sequence[Any]

#: What else a function may declare.
EXTRAS = ("seed", "id")


def real(size: Any = None, low: Any = None, high: Any = None, *, log: bool = False) -> Part:
    """A part of a genome: numbers from low to high; without a size, as real(low, high), one number. With log=True its logarithm is varied."""
    return _interval("real", size, low, high) | ({"log": True} if log else {})


def integer(size: Any = None, low: Any = None, high: Any = None) -> Part:
    """A part of a genome: whole numbers, both ends included; without a size, as integer(low, high), one number."""
    return _interval("integer", size, low, high)


def bits(size: int) -> Part:
    """A part of a genome: zeros and ones."""
    return {"kind": "bit", "size": size}


def permutation(size: int) -> Part:
    """A part of a genome: 0 to size - 1 in any order."""
    return {"kind": "permutation", "size": size}


def choice(*values: Any) -> Part:
    """A part of a genome: one of the values."""
    if len(values) < 2:
        raise UsageError(f"choice has {len(values)} value{'s' * (len(values) != 1)}; it is made of two or more, as skerry.choice('rbf', 'poly')")
    return {"kind": "choice", "values": list(values)}


def _interval(kind: str, *given: Any) -> Part:
    values = [value for value in given if value is not None]
    if len(values) < 2:
        raise UsageError(f"{kind} has {len(values)} of its arguments; it is made of low and high, as skerry.{kind}(-5, 5), or of size, low and high")
    *size, low, high = values
    return {"kind": kind, **({"size": size[0]} if size else {}), "low": low, "high": high}


class Encoding:
    """Between values and genomes. Parts without a size, choices and logarithms are coded; other parts are their genes."""

    def __init__(self, space: Space) -> None:
        parts = _parts_of(space)
        self._by_place = not isinstance(space, Mapping)
        self.genome = [{"name": name} | _genes_of(name, part) for name, part in parts.items()]
        self._coded = {name: part for name, part in parts.items() if "size" not in part or "log" in part}

    @property
    def identity(self) -> dict[str, Any]:
        """Returns what decides the values of a genome besides the genome's own description."""
        return {name: (part["kind"], "size" in part, part.get("log"), part.get("values")) for name, part in self._coded.items()}

    def decoded(self, genes: Mapping[str, Any]) -> dict[str, Any]:
        """Returns the values of a genome."""
        return {name: self._value(name, each) for name, each in genes.items()}

    def _value(self, name: str, genes: Any) -> Any:
        part = self._coded.get(name)
        if part is None:
            return genes
        values = genes.tolist() if hasattr(genes, "tolist") else genes
        if "values" in part:
            return part["values"][values[0]]
        if "log" in part:  # as whole lists, since arrays have another last bit
            values = [min(max(10.0**value, low), high) for value, low, high in zip(values, *_bounds(part, len(values)))]
        if "size" not in part:
            return values[0]
        return type_of(genes)(values)

    def _values(self, name: str, genomes: Any) -> Any:
        """Returns the values of a part of many genomes."""
        if name not in self._coded:
            return genomes
        values = [self._value(name, genes) for genes in (genomes.tolist() if hasattr(genomes, "tolist") else genomes)]
        return values if "values" in self._coded[name] else type_of(genomes)(values)

    def encoded(self, where: str, given: Any) -> dict[str, Any]:
        """Returns the genome of the values of all parts, or of the only one."""
        if not isinstance(given, Mapping):
            if len(self.genome) > 1 or not (isinstance(plain(given), list) or self._coded):
                names = ", ".join(f"{part['name']!r}: {'...' if part['name'] in self._coded else '[...]'}" for part in self.genome)
                raise UsageError(f"{where} is {given!r}; a genome is a dictionary of its parts, {{{names}}}")
            given = {self.genome[0]["name"]: given}
        parts: dict[str, Part] = {part["name"]: part for part in self.genome}
        return {name: self._genes(f"{where} has {name}", value, parts.get(name, {}), self._coded.get(name, {})) for name, value in given.items()}

    @staticmethod
    def _genes(where: str, value: Any, gene: Part, part: Part) -> Any:
        if "values" in part:
            for place, each in enumerate(part["values"]):
                with suppress(TypeError, ValueError):  # of values that do not compare, such as arrays
                    if each is value or isinstance(each, bool) == isinstance(value, bool) and bool(each == value):
                        return [place]
            raise UsageError(f"{where} = {value!r}; it is one of {', '.join(map(repr, part['values']))}")
        values = plain(value)
        values = [values] if gene.get("size") == 1 and not isinstance(values, list) else values
        if "log" in part:
            if not all(_is_number(each) and each > 0 for each in values):
                raise UsageError(f"{where} = {value!r}; with log=True values are numbers above 0")
            return list(map(math.log10, values))
        for each in values if isinstance(values, list) else ():
            if isinstance(each, float) and not math.isfinite(each):
                raise UsageError(f"{where} = {value!r}; its values are finite")
        return values if gene.get("kind", "real") == "real" else whole(values)

    def check_arguments(self, evaluate: Callable[..., Any]) -> None:
        """Raises UsageError where the function does not take the parts."""
        try:
            signature = inspect.signature(evaluate)
        except (TypeError, ValueError):  # of some functions in C
            return
        names = [part["name"] for part in self.genome]
        extras = [name for name in EXTRAS if name in signature.parameters]
        try:
            if self._by_place:
                signature.bind([], **dict.fromkeys(extras))
            else:
                signature.bind(**dict.fromkeys([*names, *extras]))
        except TypeError:
            right = "the values of a list of bounds are the first argument" if self._by_place else "each part is an argument of its name"
            arguments = ", ".join(map(str, signature.parameters.values())) or "nothing"
            raise UsageError(f"the function takes {arguments}, and the space has {', '.join(names)}; {right}") from None

    def called(self, evaluate: Callable[..., Any], batch: bool = False) -> Callable[..., Any]:
        """Returns the function as workers call it, with genes."""
        if not self._by_place and not self._coded:
            return evaluate
        value = self._values if batch else self._value

        @functools.wraps(evaluate)
        def call(**genes: Any) -> Any:
            values = [(name, value(name, each)) for name, each in genes.items()]
            places = 1 if self._by_place else 0
            return evaluate(*(each for _, each in values[:places]), **dict(values[places:]))

        return call


def type_of(values: Any) -> Callable[[Any], Any]:
    """Returns what makes values of the same kind: an array, or a list."""
    if not hasattr(values, "tolist"):
        return list
    import numpy

    return numpy.asarray


def _parts_of(space: Any) -> dict[str, Part]:
    """Returns the parts by their names, of which a list of bounds, as scipy takes it, makes one of reals."""
    given = space if isinstance(space, Mapping) else plain(space)
    if isinstance(given, list) and given and all(isinstance(pair, list) and len(pair) == 2 and not isinstance(pair[1], Mapping) for pair in given):
        lows, highs = zip(*given)
        given = {"x": real(len(given), list(lows), list(highs))}
    if not isinstance(given, Mapping) or not given:
        raise UsageError(f"space is {space!r}; it is a dictionary of parts, as {{'x': skerry.real(10, -5, 5)}}, or a list of bounds, as [(-5, 5)] * 10")
    for name, part in given.items():
        if not isinstance(part, Mapping) or "kind" not in part:
            raise UsageError(f"space has {name} = {part!r}; a part is made by skerry.real, skerry.integer, skerry.bits, skerry.permutation or skerry.choice")
        if not isinstance(name, str):
            raise UsageError(f"space has a part {name!r}; its name is a text, that of an argument of the function")
    return {name: dict(part) for name, part in given.items()}


def _genes_of(name: str, part: Part) -> Part:
    """Returns a part as the program takes it."""
    if part["kind"] == "choice" and "values" in part:
        return {"kind": "integer", "size": 1, "low": 0, "high": len(part["values"]) - 1}
    genes = {"kind": part["kind"], "size": 1} | {key: value for key, value in part.items() if key != "log"}
    genes = {key: plain(value) if key == "kind" or part["kind"] != "integer" and key != "size" else whole(value) for key, value in genes.items()}
    for key, value in genes.items():
        right = {"size": "a whole number", "low": "a number, or a list of numbers", "high": "a number, or a list of numbers"}.get(key)
        values = value if key != "size" and isinstance(value, list) else [value]
        if right and not all(_is_number(each) and (key != "size" or isinstance(each, int)) for each in values):
            raise UsageError(f"space has {name} with {key} = {part[key]!r}; it is {right}")
    if "log" in part:
        for key in ("low", "high"):
            values = genes[key] if isinstance(genes[key], list) else [genes[key]]
            if min(values, default=1) <= 0:
                raise UsageError(f"space has {name} with log=True and {key} = {part[key]!r}; a logarithm needs bounds above 0")
            genes[key] = list(map(math.log10, values)) if isinstance(genes[key], list) else math.log10(genes[key])
    return genes


def _bounds(part: Part, size: int) -> list[list[float]]:
    bounds = plain([part["low"], part["high"]])
    return [list(map(float, bound if isinstance(bound, list) else [bound] * size)) for bound in bounds]


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)


def whole(value: Any) -> Any:
    """Returns whole numbers among the values as Python's own, which numpy and pandas often have as reals."""
    value = plain(value)
    if isinstance(value, list):
        return list(map(whole, value))
    return int(value) if isinstance(value, float) and value.is_integer() else value


def plain(value: Any) -> Any:
    """Returns a value without types of numpy, tuples and the like, as TOML and JSON know it."""
    if isinstance(value, Mapping):
        return {key: plain(each) for key, each in value.items()}
    if hasattr(value, "tolist"):
        return plain(value.tolist())
    if isinstance(value, (list, tuple)):
        return [plain(each) for each in value]
    return os.fspath(value) if isinstance(value, os.PathLike) else value
