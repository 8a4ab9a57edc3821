"""Evolves Python functions on islands: on the cores of this machine, or on the ranks of the launcher that started the program.

    import skerry

    def sphere(x):
        return sum(value * value for value in x)

    result = skerry.evolve(sphere, {"x": skerry.real(10, -5.12, 5.12)}, islands=4, generations=200)
    print(result.fitness, result.best["x"], result.history())

`skerry run` does the work (docs/external.md), and starts processes that call the function. See docs/python.md.
"""

from __future__ import annotations

import codecs
import functools
import itertools
import json
import os
import re
import shutil
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import keeper
from .callback import Callback, CallbackRule
from .encoding import Encoding, Space
from .errors import AnalysisError, DataError, UsageError
from .function_digest import MARK, function_digest
from .invocation import OTHER_RUN, Invocation, Start, declared, direction_of, error_in, invocation_of, is_first, late_ranks, rank_and_size
from .known import Known, Results
from .requirements import broken, unmet
from .worker import serve_streams

if TYPE_CHECKING:
    import pandas
    import xarray

    from .trace import Trace


#: A run of less time leaves no journal when it has ended.
SHORT_S = 10.0


class Interrupted(AnalysisError):
    """The run was ended by a signal, and the same call goes on with it."""

    status = 75


@dataclass(frozen=True)
class Result:
    """What a run has found."""

    best: dict[str, Any] | None  #: the values of each part; None if no evaluation gave a fitness
    fitness: float  #: of the best; NaN if there is none
    violation: float  #: 0 if the best is feasible
    evaluations: int
    generations: int
    stop_reason: str
    trace: Path

    @property
    def score(self) -> tuple[float, float]:
        return self.fitness, self.violation

    def open(self) -> Trace:
        """Returns the trace, with all its tables (docs/analysis.md), and with front() or archive() where there are objectives or features."""
        from .trace import open as open_trace

        return open_trace(self.trace)

    def history(self) -> xarray.Dataset | pandas.DataFrame:
        """Returns a row for each generation and island, in xarray, or in pandas where xarray is missing."""
        try:
            import xarray  # noqa: F401
        except ImportError:
            return self.open().frame("generation")
        return self.open().dataset("generation")


def evolve(
    evaluate: Callable[..., Any],
    space: Space,
    *,
    islands: int | None = None,
    direction: str | None = None,
    seed: int = 1,
    generations: int | None = None,
    evaluations: int | None = None,
    seconds: float | None = None,
    target: float | None = None,
    trace: str | os.PathLike[str] | None = None,
    force: bool = False,
    workers: int | None = None,
    start: Start | None = None,
    known: Results = (),
    settings: Mapping[str, Any] | None = None,
    objectives: Sequence[Mapping[str, Any]] = (),
    features: Sequence[Mapping[str, Any]] = (),
    batch: bool = False,
    arrays: bool = False,
    progress: bool | Callable[[str], object] = True,
    callback: Callback | None = None,
) -> Result:
    """Evolves a function, and returns what was found when a rule has ended the run. Interrupted, the same call goes on; finished, it
    returns without an evaluation.

    evaluate: gets the parts of the genome as keyword arguments, and `seed` and `id` if it declares them. It returns the fitness, or
        fitness and violation, or a dictionary of `fitness`, `violation`, `objectives` and `features`, as with `skerry.worker`.
    space: the parts by their names, from `real`, `integer`, `bits`, `permutation` and `choice`; or a list of bounds, of one part `x` of
        reals, which the function gets as its first argument.
    islands: how many evolve; by default as many as the trace has, otherwise 1, or one for each rank.
    direction: "minimise" or "maximise"; by default that of the first of `objectives`, or "minimise".
    generations, evaluations, seconds, target: the rules that end the run; by default it has 100 generations.
    trace: the file; its name ends in -SEED. By default a file in results/ that is named after all that the call is given.
    force: begins anew where `trace` is there already.
    workers: processes of an island that share the evaluations; by default as many as the trace has, otherwise all islands together have one for
        each core, or each rank's island one.
    start: genomes for the initial populations, or a file as `start.from` takes it.
    known: what the function has returned already, as [(genome, fitness), ...]: the initial populations have the best of it, and none of it is
        evaluated again.
    settings: any other keys, as {"island.population": 50} or {"island": {"population": 50}} (docs/configuration.md).
    objectives, features: what `objectives` and `features` of an answer mean, as in `problem.objectives` and `problem.features`. With
        objectives the islands run NSGA-II and keep a front, with features MAP-Elites and a map, and with real parts alone CMA-ES and
        differential evolution, unless `settings` names an algorithm.
    batch: whether the function gets many genomes at once, each part as a list of them, and returns a list, or a dictionary of lists.
    arrays: whether the function gets numpy arrays rather than lists.
    progress: whether standard error shows it, or a function that gets each line of it.
    callback: a function that gets an `Epoch` after every `migration.every` generations, and ends the run by returning True or raising
        StopIteration. The same call returns what it had found then, and without the callback goes on to the limits.
    """
    check_reader()
    stop = {"generations": generations, "evaluations": evaluations, "seconds": seconds, "target": target}
    encoding = Encoding(space)
    objectives, features = declared("objectives", objectives), declared("features", features)
    direction = direction_of(objectives) if direction is None else direction
    paid = Known(known, encoding, direction, objectives, features)
    encoding.check_arguments(evaluate)
    told = (evaluate, encoding.identity) if encoding.identity else evaluate
    uncounted: list[str] = []
    invocation = invocation_of(
        encoding, getattr(evaluate, "__name__", "run"), function_digest(told, uncounted) + ("-batch" if batch else "") + ("-arrays" if arrays else ""),
        islands=islands, direction=direction, seed=seed, stop=stop, trace=trace, force=force, start=start, known=paid, settings=settings or {},
        objectives=objectives, features=features, progress=progress, problem={} if workers is None else {"workers": workers}, uncounted=uncounted,
    )
    show = progress if callable(progress) else print_progress
    if invocation.note and is_first() and progress:
        show(f"skerry: {invocation.note}\n")
    serve = functools.partial(serve_streams, paid.asked_first(encoding.called(evaluate, batch), batch), batch=batch, arrays=arrays)
    rule = CallbackRule(callback, invocation.trace, encoding) if callback else None
    while True:
        teller = Teller(show)
        run = keeper.Run(invocation.command, invocation.configuration, serve, invocation.environment, late_ranks(), rule)
        try:
            with _passed_on(run) as signals:
                status, output = run.end(teller.take)
        finally:
            run.close()
        further = invocation.further(output)
        if further is None:
            result = result_of(invocation, encoding, status, output, teller, signals)
            further = invocation.further("", goes_on=result.stop_reason == "requested" and callback is None)
        if further is None:
            if is_first() and '["journal"]' not in invocation.configuration:
                _forget(Path(f"{result.trace}.journal"))
            return result
        invocation = further


def _forget(journal: Path) -> None:
    """Removes a journal all of which was paid for within the last seconds. It is the largest file of a call, and computed again in no time."""
    with suppress(OSError, ValueError):
        for file in journal.glob("island-*.jsonl"):
            with open(file, encoding="utf-8") as lines:
                first = list(itertools.islice(lines, 2))[1:]
            if any(json.loads(line).get("started", 0) < time.time() - SHORT_S for line in first):
                return
        shutil.rmtree(journal)


def check_reader() -> None:
    """Raises UsageError if the trace could not be read, before anything is paid for."""
    try:
        from . import trace  # noqa: F401
    except ImportError as error:
        raise UsageError(unmet() or broken(error)) from None


def print_progress(text: str) -> None:
    sys.stderr.write(text)
    sys.stderr.flush()


@contextmanager
def _passed_on(run: keeper.Run) -> Iterator[list[int]]:
    """Passes signals on to the run, which ends in good order, and yields the list of them."""
    got: list[int] = []

    def note(number: int, _: object) -> None:
        got.append(number)
        run.signal(number)

    if threading.current_thread() is not threading.main_thread():
        yield got
        return
    before = {number: signal.signal(number, note) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGUSR1)}
    try:
        yield got
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


class Teller:
    """Shows what the program prints, as it comes, but keeps its last message back, which may be the reason of its end."""

    MARK = "skerry: "

    def __init__(self, show: Callable[[str], object]) -> None:
        self._show = show
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._rest = ""
        self.message = ""

    def take(self, chunk: bytes) -> None:
        *lines, self._rest = (self._rest + self._decoder.decode(chunk)).split("\n")
        for line in lines:
            if line.startswith(self.MARK):
                self.release()
                self.message = line.removeprefix(self.MARK)
            else:
                self._show(line + "\n")
        if not self.MARK.startswith(self._rest[: len(self.MARK)]):
            self._show(self._rest)
            self._rest = ""

    def release(self) -> None:
        if self.message:
            self._show(f"{self.MARK}{self.message}\n")
        self.message = ""


def result_of(invocation: Invocation, encoding: Encoding, status: int, output: str, teller: Teller, signals: Sequence[int]) -> Result:
    """Returns what the run has found, or raises why it ended without a result."""
    if status == 0 or status == 1 and (output if is_first() else _is_finished(invocation.trace)):
        invocation.remove_starters()
        if not is_first() and not invocation.trace.exists():
            raise UsageError(f"{invocation.trace} is not there: this rank has called it with another seed, trace or function than the first, and all make the same call")
        result = read_result(invocation.trace, encoding)
        if result.stop_reason == "no_fitness":
            raise _error_of(invocation, status, {}, teller.message)
        teller.release()
        return result
    if signal.SIGINT in signals:
        raise KeyboardInterrupt(f"{invocation.trace}: the same call goes on")
    if not os.path.isfile(invocation.trace):
        invocation.remove_starters()
    if not is_first():
        time.sleep(1)  # the launcher ends all ranks with the first one that fails, and the first rank is to tell why before
    raise _error_of(invocation, status, error_in(output), teller.message)


def _error_of(invocation: Invocation, status: int, error: dict[str, Any], message: str) -> AnalysisError:
    if status == Interrupted.status:
        return Interrupted(f"{invocation.trace}: the run was interrupted; the same call goes on")
    if not message and rank_and_size():
        message = "the run has failed; the first rank says why"
    elif not message:
        message = f"skerry was ended by signal {-status}; the same call goes on" if status < 0 else f"skerry ended with status {status}"
    if error.get("kind") == OTHER_RUN:
        what = error["what"]
        if error.get("key") == "problem.command":
            what = f"{invocation.trace} was begun with another function"
            if re.search(r'"[0-9a-f]{16}[a-z-]*"\]$', error.get("then", "")) and MARK in error.get("now", ""):
                what = f"{invocation.trace} was begun by an earlier version of skerry, which told less of a function, so nobody can tell whether it is this one"
        message = f"{what}; force=True begins it anew, and another `trace` keeps it"
    message = re.sub(r"/dev/stdin(:\d+:\d+)?", "the settings", message)
    kind = {UsageError.status: UsageError, DataError.status: DataError}.get(status, AnalysisError)
    return kind(message)


def _is_finished(path: Path) -> bool:
    from .trace import open as open_trace

    try:
        return open_trace(path).finished
    except DataError:
        return False


def read_result(path: Path, encoding: Encoding) -> Result:
    from .trace import open as open_trace

    with open_trace(path) as trace:
        solution = trace.solution
        fitness, violation = trace.score
        return Result(
            best=encoding.decoded(json.loads(solution)) if solution else None,
            fitness=fitness,
            violation=violation,
            evaluations=trace.evaluations,
            generations=trace.generations,
            stop_reason=trace.stop_reason,
            trace=path,
        )
