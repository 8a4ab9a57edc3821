"""Makes a worker of a Python function, for runs with `problem.type = "external"`:

    from skerry.worker import serve

    def sphere(x):
        return sum(value * value for value in x)

    serve(sphere)

The function gets each part of the genome as a keyword argument, a list of numbers. It also gets the arguments `seed`, for its random
numbers, and `id` where it declares them. It returns the fitness, or a pair of fitness and violation, or a dictionary of `fitness`,
`violation`, and lists `objectives` and `features`. An exception fails this one evaluation, and so does what is no number, as True, and the
worker goes on. A program that the function starts finds nothing in its standard input, and what it prints goes to standard error: requests
and answers are out of its reach.

With `batch=True` the function gets several genomes at once: for each part a list of lists, and `seed` and `id` as lists. It returns a list
of fitnesses, or a tuple of two lists (fitness, violation), or a dictionary of lists, with an element for each genome. If it raises an exception, it gets the genomes
one by one, so that it fails those alone that are at fault. With `arrays=True` all lists of numbers that it gets are numpy arrays.

This module needs nothing but Python itself, and numpy for `arrays=True`.
"""
from __future__ import annotations

import inspect
import json
import math
import os
import sys
import time
import traceback
from contextlib import suppress
from dataclasses import dataclass, field
from typing import IO, Any, Callable, Iterator, Mapping, Sequence, TextIO

#: The version of the protocol that this module speaks.
PROTOCOL = 1
#: The limit of a line.
MOST_BYTES = 1 << 20
#: Answers wait for others at most this long, so that the run sees that the worker goes on.
WAIT_S = 0.005

Start = Callable[[dict[str, Any]], object]
#: The columns of an answer.
COLUMNS = ("fitness", "violation", "objectives", "features")
RETURNED = "a function returns the fitness, or fitness and violation, or a dictionary of fitness, violation, objectives and features"


def serve(evaluate: Callable[..., Any], start: Start | None = None, batch: bool = False, arrays: bool = False) -> None:
    """Answers requests until the run ends, and returns then. `start` is called once, with the first line of the run (`genome`,
    `direction`, `objectives`, `features`), before anything is evaluated. Requests and answers have descriptors of their own, which programs
    that the functions start do not inherit. Standard input is empty from then on, and what is printed goes to standard error.
    """
    with _moved(sys.stdin, os.devnull, "r") as requests, _moved(sys.stdout, sys.stderr.fileno(), "w") as answers:
        serve_streams(evaluate, requests, answers, start, batch, arrays)
        sys.stdout.flush()


def serve_streams(evaluate: Callable[..., Any], requests: IO[str], answers: IO[str], start: Start | None = None, batch: bool = False,
                  arrays: bool = False) -> None:
    """Does what `serve` does on two text streams, and leaves standard input and output alone."""
    first = requests.readline()
    if not first:
        return
    opening = json.loads(first)
    if opening.get("protocol") != PROTOCOL:
        _write(answers, {"fail": f"the run speaks protocol {opening.get('protocol')}, and this worker {PROTOCOL}"})
        return
    if start is not None:
        start(opening)
    function = _Function(evaluate, arrays, opening)
    work = function.all_at_once if batch else function.one_by_one
    _write(answers, {"ready": True, "batch": True})
    for line in requests:
        if line.strip():
            request = json.loads(line)
            for answer in work(_Batch(request["batch"], request["genomes"], request["seeds"])):
                for text in answer.lines():
                    answers.write(text)
                answers.flush()


def _write(answers: IO[str], answer: dict[str, Any]) -> None:
    answers.write(json.dumps(answer) + "\n")
    answers.flush()


def _moved(stream: TextIO, instead: str | int, mode: str) -> IO[str]:
    """Returns the stream on a descriptor that no program inherits, and puts something else, a file or a descriptor, in its place."""
    moved = os.fdopen(os.dup(stream.fileno()), mode, encoding="utf-8")
    with open(instead, mode, encoding="utf-8", closefd=isinstance(instead, str)) as other:
        os.dup2(other.fileno(), stream.fileno())
    return moved


@dataclass
class _Batch:
    """Requests as columns."""
    ids: list[str]
    genomes: dict[str, Any]  # by part, [genome][value]
    seeds: list[int]

    def singles(self) -> Iterator[_Batch]:
        for i, name in enumerate(self.ids):
            yield _Batch([name], {part: values[i:i + 1] for part, values in self.genomes.items()}, self.seeds[i:i + 1])


@dataclass
class _Answer:
    """Answers as columns. A column is there if a row has something in it."""
    ids: list[str] = field(default_factory=list)
    rows: list[tuple[Any, ...]] = field(default_factory=list)  # as COLUMNS
    fail: dict[str, str] = field(default_factory=dict)

    def add(self, name: str, row: tuple[Any, ...]) -> None:
        self.ids.append(name)
        self.rows.append(row)

    def add_failure(self, name: str, reason: str) -> None:
        self.add(name, _NOTHING)
        self.fail[name] = reason

    def lines(self) -> Iterator[str]:
        found: dict[str, Any] = {"batch": self.ids}
        for key, column in zip(COLUMNS, zip(*self.rows)):
            if any(value is not None for value in column):
                found[key] = [0.0 if key == "violation" and value is None else value for value in column]
        if self.fail:
            found["fail"] = self.fail
        line = json.dumps(found) + "\n"
        if len(line) <= MOST_BYTES or len(self.ids) == 1:
            yield line
            return
        half = len(self.ids) // 2
        for part in (slice(0, half), slice(half, None)):
            fail = {name: self.fail[name] for name in self.ids[part] if name in self.fail}
            yield from _Answer(self.ids[part], self.rows[part], fail).lines()


_NOTHING: tuple[Any, ...] = (None,) * len(COLUMNS)


class _Function:
    """Calls the user's function."""

    def __init__(self, evaluate: Callable[..., Any], arrays: bool, opening: dict[str, Any]) -> None:
        self.evaluate = evaluate
        self.opening = opening
        self.extras = _extras(evaluate)
        self.as_given: Callable[[Any], Any] = list
        if arrays:
            import numpy
            self.as_given = numpy.asarray

    def one_by_one(self, batch: _Batch) -> Iterator[_Answer]:
        answer = _Answer()
        sent = time.monotonic()
        parts = list(batch.genomes)
        extra = {name: column for name, column in (("seed", batch.seeds), ("id", batch.ids)) if name in self.extras}
        names = parts + list(extra)
        columns = [self.as_given(values) for values in batch.genomes.values()] + list(extra.values())
        for name, values in zip(batch.ids, zip(*columns)):
            try:
                found = self.evaluate(**dict(zip(names, values)))
            except Exception as error:  # whatever the function raises is a failure of this evaluation
                traceback.print_exc()
                answer.add_failure(name, _told(error))
            else:
                self.add(answer, name, found)
            if time.monotonic() > sent + WAIT_S:
                yield answer
                answer = _Answer()
                sent = time.monotonic()
        if answer.ids:
            yield answer

    def all_at_once(self, batch: _Batch) -> Iterator[_Answer]:
        given = {part: self.as_given(values) for part, values in batch.genomes.items()}
        given |= {name: column for name, column in (("seed", batch.seeds), ("id", batch.ids)) if name in self.extras}
        answer = _Answer()
        try:
            found = results_of(self.evaluate(**given), len(batch.ids))
        except Exception as error:  # whatever the function raises is a failure of one of the evaluations
            if len(batch.ids) > 1:
                for single in batch.singles():
                    yield from self.all_at_once(single)
                return
            traceback.print_exc()
            answer.add_failure(batch.ids[0], _told(error))
            yield answer
            return
        for name, one in zip(batch.ids, found):
            self.add(answer, name, one)
        yield answer

    def add(self, answer: _Answer, name: str, found: Any) -> None:
        try:
            answer.add(name, row_of(found, self.opening))
        except Exception as error:  # what was returned is no answer
            answer.add_failure(name, _told(error))


def _told(error: Exception) -> str:
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__


def _extras(evaluate: Callable[..., Any]) -> list[str]:
    """Returns which of the arguments `seed` and `id` the function declares."""
    try:
        parameters = inspect.signature(evaluate).parameters
    except (TypeError, ValueError):
        return []
    return [name for name in ("seed", "id") if name in parameters]


def results_of(found: Any, genomes: int) -> Sequence[Any]:
    """Returns what a function gave for several genomes as what it would give for each."""
    if isinstance(found, dict):
        columns = found
    elif isinstance(found, tuple) and len(found) == 2 and all(hasattr(column, "__len__") for column in found):
        columns = {"fitness": found[0], "violation": found[1]}
    else:
        columns = {"fitness": found}
    lists = {key: _column(key, column, genomes) for key, column in columns.items()}
    if list(lists) == ["fitness"]:
        return lists["fitness"]
    return [dict(zip(lists, row)) for row in zip(*lists.values())]


def _column(key: str, column: Any, genomes: int) -> Sequence[Any]:
    if hasattr(column, "tolist"):  # an array, whose elements are not Python's own numbers
        column = column.tolist()
    if not isinstance(column, (list, tuple)) or len(column) != genomes:
        raise TypeError(f"the {key} of {genomes} genomes is {column!r}; it is a list with an element for each")
    return column


def row_of(found: Any, opening: Mapping[str, Any]) -> tuple[Any, ...]:
    """Returns what a function gave for one genome as COLUMNS, made of finite numbers. `opening` is the first line of the run. Raises
    TypeError or ValueError for what the run would not take.
    """
    objectives, features = opening.get("objectives") or (), opening.get("features") or ()
    if type(found) is float and math.isfinite(found) and not objectives and not features:
        return (found, None, None, None)
    if isinstance(found, dict):
        given = found
    elif isinstance(found, (tuple, list)) and len(found) == 2:
        given = {"fitness": found[0], "violation": found[1]}
    elif isinstance(found, (tuple, list)) or found is None:
        raise TypeError(f"the function returned {_shown(found)}; {RETURNED}")
    else:
        given = {"fitness": found}
    if not set(given) <= set(COLUMNS) or not {"fitness", "objectives"} & set(given):
        raise TypeError(f"the function returned {_shown(found)}; the keys are fitness, or objectives, or both, and violation and features")
    row: dict[str, Any] = {key: _number(f"the {key}", given[key]) for key in ("fitness", "violation") if key in given}
    if row.get("violation", 0) < 0:
        raise ValueError(f"the violation is {row['violation']}; it is at least 0")
    for key, declared in (("objectives", objectives), ("features", features)):
        if key in given or declared:
            row[key] = _measures(key, given.get(key), declared)
    if "fitness" not in row and objectives and objectives[0].get("direction") != opening.get("direction"):
        first = objectives[0]
        raise ValueError(
            f"there is no fitness, and the first objective, {first['name']}, is to be {first['direction']}d, while the run is to "
            f"{opening.get('direction')}; direction={first['direction']!r} takes it for the fitness"
        )
    return tuple(row.get(key) for key in COLUMNS)


def check_declared(found: Any, opening: Mapping[str, Any]) -> None:
    """Raises ValueError for what a run without objectives or features would drop, which a function for several runs may return."""
    lists = {"objectives", "features"} & set(found if isinstance(found, dict) else ())
    if lists and not any(map(opening.get, lists)):
        raise ValueError(f"the run has no {' and no '.join(sorted(lists))}")


def _measures(key: str, values: Any, declared: Sequence[Mapping[str, Any]]) -> list[float]:
    values = values.tolist() if hasattr(values, "tolist") else values
    if not isinstance(values, (list, tuple)) or declared and len(values) != len(declared):
        names = ", ".join(str(one["name"]) for one in declared)
        names = f" of {len(declared)} finite number{'s' * (len(declared) > 1)}: {names}" if declared else " of finite numbers"
        raise TypeError(f"the {key} are {'missing' if values is None else _shown(values)}; they are a list{names}")
    return [_measure(key[:-1], value, declared[place] if declared else {}) for place, value in enumerate(values)]


def _measure(kind: str, value: Any, declared: Mapping[str, Any]) -> float:
    name = f"the {kind} {declared['name']}" if declared else f"the {kind}"
    categories = declared.get("categories") or []
    if not categories:
        return _number(name, value)
    if isinstance(value, str) and value in categories:
        return float(categories.index(value))
    index = math.nan if isinstance(value, str) else _number(name, value)
    if index not in range(len(categories)):
        raise ValueError(f"{name} is {_shown(value)}; it is one of {', '.join(categories)}, or its index, 0 to {len(categories) - 1}")
    return index


def _number(name: str, value: Any) -> float:
    """Returns a finite number of any type as a float. A text is none, and neither is a truth value, of whatever library."""
    if hasattr(value, "dtype") and hasattr(value, "item"):  # float() reads texts in arrays, and drops what is imaginary
        with suppress(ValueError, RuntimeError):  # of many values
            value = value.item()
    if isinstance(value, (bool, str, bytes, bytearray)):
        raise TypeError(f"{name} is {_shown(value)}; it is a number")
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        right = f"; {RETURNED}" if name == "the fitness" else ""
        raise TypeError(f"{name} is {_shown(value)}; it is a number{right}") from None
    if not math.isfinite(number):
        raise ValueError(f"{name} is {number}; it is finite")
    return number


def _shown(value: Any) -> str:
    text = " ".join(repr(value).split())
    return text if len(text) <= 200 else f"{text[:200]}..."
