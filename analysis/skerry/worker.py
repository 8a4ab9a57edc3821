"""Makes a worker of a Python function, for runs with `problem.type = "external"`:

    from skerry.worker import serve

    def sphere(x):
        return sum(value * value for value in x)

    serve(sphere)

The function gets each part of the genome as a keyword argument, a list of numbers. It also gets the arguments `seed`, for its random
numbers, and `id` where it declares them. It returns the fitness, or a pair of fitness and violation. An exception fails this one
evaluation, and so does what is no number, as True, and the worker goes on. A program that the function starts finds nothing in its
standard input, and what it prints goes to standard error: requests and answers are out of its reach.

This module needs nothing but Python itself.
"""
from __future__ import annotations

import inspect
import json
import math
import os
import sys
import traceback
from typing import IO, Any, Callable, Iterator, TextIO

#: The version of the protocol that this module speaks.
PROTOCOL = 1


def serve(evaluate: Callable[..., Any], start: Callable[[dict[str, Any]], object] | None = None) -> None:
    """Answers requests until the run ends, and returns then. `start` is called once, with the first line of the run (`genome`,
    `direction`), before anything is evaluated. Requests and answers have descriptors of their own, which programs that the functions
    start do not inherit. Standard input is empty from then on, and what is printed goes to standard error.
    """
    with _moved(sys.stdin, os.devnull, "r") as requests, _moved(sys.stdout, sys.stderr.fileno(), "w") as answers:
        for answer in _answers(evaluate, start, requests):
            answers.write(json.dumps(answer) + "\n")
            answers.flush()
        sys.stdout.flush()


def _moved(stream: TextIO, instead: str | int, mode: str) -> IO[str]:
    """Returns the stream on a descriptor that no program inherits, and puts something else, a file or a descriptor, in its place."""
    moved = os.fdopen(os.dup(stream.fileno()), mode, encoding="utf-8")
    with open(instead, mode, encoding="utf-8", closefd=isinstance(instead, str)) as other:
        os.dup2(other.fileno(), stream.fileno())
    return moved


def _answers(evaluate: Callable[..., Any], start: Callable[[dict[str, Any]], object] | None, lines: IO[str]) -> Iterator[dict[str, Any]]:
    first = lines.readline()
    if not first:
        return
    opening = json.loads(first)
    if opening.get("protocol") != PROTOCOL:
        yield {"fail": f"the run speaks protocol {opening.get('protocol')}, and this worker {PROTOCOL}"}
        return
    if start is not None:
        start(opening)
    extras = _extras(evaluate)
    yield {"ready": True}
    for line in lines:
        if line.strip():
            yield _answer(evaluate, extras, json.loads(line))


def _extras(evaluate: Callable[..., Any]) -> list[str]:
    """Returns which of the arguments `seed` and `id` the function declares."""
    try:
        parameters = inspect.signature(evaluate).parameters
    except (TypeError, ValueError):
        return []
    return [name for name in ("seed", "id") if name in parameters]


def _answer(evaluate: Callable[..., Any], extras: list[str], request: dict[str, Any]) -> dict[str, Any]:
    try:
        found = evaluate(**request["genome"], **{name: request[name] for name in extras})
        fitness, violation = found if isinstance(found, (tuple, list)) else (found, 0.0)
        answer = {"id": request["id"], "fitness": _number("fitness", fitness), "violation": _number("violation", violation)}
    except Exception as error:  # whatever the function raises is a failure of this evaluation
        traceback.print_exc()
        return {"id": request["id"], "fail": f"{type(error).__name__}: {error}"}
    if not (math.isfinite(answer["fitness"]) and math.isfinite(answer["violation"])):
        return {"id": request["id"], "fail": f"the fitness is {answer['fitness']}, the violation {answer['violation']}"}
    return answer


def _number(name: str, value: Any) -> float:
    """Returns a number of any type as a float. A text is none, and neither is a truth value, of whatever library."""
    is_truth_value = isinstance(value, bool) or str(getattr(value, "dtype", "")).endswith("bool")
    if is_truth_value or isinstance(value, (str, bytes, bytearray)):
        raise TypeError(f"the {name} is {value!r}; it is a number")
    return float(value)
