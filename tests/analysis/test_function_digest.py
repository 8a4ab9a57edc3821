"""skerry.function_digest: what a function is, wherever it stands, and what it uses."""
import array
import collections
import datetime
import decimal
import enum
import fractions
import functools
import operator
import os
import re
import subprocess
import sys
import types
from pathlib import Path

import numpy as np
import pandas
import pytest
import scipy.sparse
from evolved_calls import evolved, here, sphere  # noqa: F401

import skerry
from skerry.function_digest import function_digest

from tests.support.binary import TREE


def test_the_digest_tells_functions_apart_and_not_their_places():
    def made(source, **around):
        names = dict(around, __name__="made")
        exec(source, names)
        return function_digest(names["f"])

    source = "def f(x):\n    return k * g(x)\ndef g(x):\n    return {1, 2} and x[0]\n"
    same = made(source, k=2)
    assert made("# moved\n\n" + source, k=2) == same
    assert made(source, k=3) != same
    assert made(source.replace("x[0]", "x[1]"), k=2) != same
    assert made(source, k=np.array([2.0, 1])) != made(source, k=np.array([2.0, 3]))
    assert function_digest(lambda x, by=1: x) != function_digest(lambda x, by=2: x)
    assert function_digest(max) != function_digest(min)


def test_the_digest_is_that_of_another_process():
    program = ("import numpy\nfrom skerry.function_digest import function_digest\nrows = numpy.array([{'a', 'b'}, 'c'], dtype=object), {'d': {'e', 'f'}}\n"
               "def f(x):\n    return x in {'a', 'b', 'c'} and rows\nprint(function_digest(f))\n")
    found = {subprocess.run([sys.executable, "-c", program], env=os.environ | {"PYTHONPATH": str(TREE / "analysis"), "PYTHONHASHSEED": str(seed)},
                            capture_output=True, check=True).stdout for seed in range(3)}
    assert len(found) == 1


def using(value):
    return function_digest(lambda x: (x, value))


class Beam:
    def __init__(self, load):
        self.load = load

    def cost(self, x):
        return self.load


class Grid(np.ndarray):
    """An array with a spacing."""


def grid(spacing):
    made = np.zeros(3).view(Grid)
    made.spacing = spacing
    return made


def classes(depth):
    class House:
        def cost(self, x):
            return self.depth(x)

        def depth(self, x):
            return depth

    return House


@pytest.mark.parametrize("make", [
    Beam, lambda n: Beam(n).cost, grid, classes, lambda n: classes(n)().cost, lambda n: functools.lru_cache(lambda x: n), lambda n: functools.partial(lambda x: n),
    lambda n: functools.wraps(sphere)(lambda x: n), lambda n: {"a", "b", str(n)}, lambda n: frozenset({("a", n)}), range, lambda n: fractions.Fraction(1, n),
    decimal.Decimal, lambda n: enum.Enum("E", {"A": n}).A, lambda n: types.SimpleNamespace(n=n), lambda n: collections.deque([n]), bytearray,
    lambda n: array.array("d", [n]), lambda n: pandas.DataFrame({"a": ["x", n]}), lambda n: pandas.Series([n]), lambda n: scipy.sparse.eye(n),
    lambda n: datetime.date(2026, 1, n), lambda n: Path(str(n)), operator.itemgetter, lambda n: types.MappingProxyType({"a": n}), np.random.default_rng,
    lambda n: re.compile(str(n)), lambda n: np.array([["a", n]], dtype=object), lambda n: [{"a": {"b": Beam(n)}}],
    lambda n: dict([(1, 2), (2, 1)][:: 1 if n == 2 else -1])])
def test_what_a_function_uses_counts_by_value(make):
    assert using(make(2)) == using(make(2)) != using(make(3))


@pytest.mark.parametrize("way", ["import helpers\ndef f(x):\n    return helpers.beam(x)", "from helpers import beam\ndef f(x):\n    return beam(x)",
                                 "def f(x):\n    from helpers import beam\n    return beam(x)", "def f(x):\n    import helpers\n    return helpers.beam(x)"])
def test_modules_of_the_user_count_by_what_is_used_of_them(tmp_path, monkeypatch, way):
    monkeypatch.syspath_prepend(tmp_path)
    digests = []
    for load in (1, 1, 2):
        (tmp_path / "helpers.py").write_text(f"LOAD = {load}\ndef beam(x):\n    return LOAD\n")
        monkeypatch.delitem(sys.modules, "helpers", raising=False)
        names = {"__name__": "made"}
        exec(way, names)
        digests.append(function_digest(names["f"]))
    assert digests[0] == digests[1] != digests[2]
    monkeypatch.delitem(sys.modules, "helpers")


def test_the_names_of_methods_and_used_caches_do_not_count():
    names = {"__name__": "made"}
    exec("def f(x):\n    return [1].index(1)\n", names)
    digests = [function_digest(names["f"]) for names["index"] in (1, 2)]
    assert digests[0] == digests[1]
    cached = functools.lru_cache(sphere)
    before = using(cached)
    cached((1,))
    assert using(cached) == before


def test_a_function_with_what_nobody_can_tell_is_taken_for_no_other():
    rows = (row for row in [1, 2])
    with pytest.raises(skerry.UsageError, match="^the function uses rows, a generator, of which nobody"):
        function_digest(lambda x: rows)
    assert evolved(lambda x: [rows] and x[0], trace="a").best
    with pytest.raises(skerry.UsageError, match="^a-1.h5 is there, and the function uses rows, a generator, .*; force=True begins"):
        evolved(lambda x: [rows] and x[0], trace="a")
