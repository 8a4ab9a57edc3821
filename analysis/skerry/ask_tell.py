"""A run that is asked what to evaluate, and told what came of it, by people who evaluate in ways of their own.

    with skerry.asking({"x": skerry.real(3, -1, 1)}, generations=20) as run:
        for batch in run:
            for request in batch:
                run.tell(request, my_laboratory(**request.values))
    print(run.result.best)

The process that asks takes the part of the run's workers, so nothing is started beside the program itself.
"""

from __future__ import annotations

import io
import json
import os
import selectors
import socket
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from . import keeper
from .encoding import Encoding, Space
from .errors import UsageError
from .evolving import Result, Teller, check_reader, print_progress, result_of
from .function_digest import function_digest
from .invocation import Invocation, Start, declared, direction_of, invocation_of, late_ranks
from .known import Known, Results
from .worker import COLUMNS, check_declared, row_of, serve_streams

#: A generation is there as a whole when nothing more comes for so long.
QUIET_S = 0.01
MOST_REQUESTS = 100_000
#: How long a run that is left may take to write down what it was told last.
LAST_WORDS_S = 5.0


@dataclass(frozen=True)
class Request:
    """An evaluation that a run wants."""

    id: str  #: island, evaluation and attempt
    values: dict[str, Any]  #: of each part of the genome
    seed: int  #: for random numbers
    run: str = ""  #: the trace of the run that wants it


@dataclass
class _Worker:
    """What the run takes for a worker."""

    connection: socket.socket
    requests: int
    answers: int
    opening: str = ""
    rest: bytes = b""
    lines: dict[str, str] = field(default_factory=dict)  #: the unanswered requests by their ids

    def answer(self, content: Mapping[str, Any]) -> None:
        with suppress(BrokenPipeError):  # of a run that has just ended
            text = json.dumps(content).encode() + b"\n"
            while text:
                text = text[os.write(self.answers, text) :]

    def close(self) -> None:
        with suppress(OSError):
            self.connection.send(b"0")
        self.connection.close()
        os.close(self.requests)
        os.close(self.answers)


def asking(
    space: Space,
    *,
    islands: int = 1,
    direction: str | None = None,
    seed: int = 1,
    generations: int | None = None,
    evaluations: int | None = None,
    seconds: float | None = None,
    target: float | None = None,
    trace: str | os.PathLike[str] | None = None,
    force: bool = False,
    start: Start | None = None,
    known: Results = (),
    settings: Mapping[str, Any] | None = None,
    objectives: Sequence[Mapping[str, Any]] = (),
    features: Sequence[Mapping[str, Any]] = (),
    progress: bool | Callable[[str], object] = False,
) -> Asking:
    """Returns a run to ask and to tell, for a `with` statement. The arguments are those of `evolve`. A run that was left goes on when it
    is asked again: it knows what it was told.
    """
    check_reader()
    stop = {"generations": generations, "evaluations": evaluations, "seconds": seconds, "target": target}
    encoding = Encoding(space)
    identity = encoding.identity
    objectives, features = declared("objectives", objectives), declared("features", features)
    direction = direction_of(objectives) if direction is None else direction
    paid = Known(known, encoding, direction, objectives, features)
    invocation = invocation_of(
        encoding, "asked", f"asked-{function_digest(identity)}" if identity else "asked", islands=islands, direction=direction, seed=seed, stop=stop, trace=trace, force=force, start=start, known=paid,
        settings=settings or {}, objectives=objectives, features=features, progress=progress,
        problem={"workers": 1, "requests": MOST_REQUESTS, "start_timeout_s": 0},
    )
    return Asking(invocation, encoding, paid, progress if callable(progress) else print_progress)


class Asking:
    """A run that the caller evaluates for. Iterating over it yields what `ask` returns until the run has ended."""

    def __init__(self, invocation: Invocation, encoding: Encoding, known: Known, show: Callable[[str], object]) -> None:
        self._encoding, self._paid = encoding, known
        self._show_text = show
        self._workers: list[_Worker] = []
        self._open: dict[str, tuple[_Worker, Request]] = {}
        self._result: Result | None = None
        self._begin(invocation)

    def _begin(self, invocation: Invocation) -> None:
        self._invocation = invocation
        self._teller = Teller(self._show_text)
        self._told = self._known = 0
        self._late = late_ranks()
        self._run = keeper.Run(invocation.command, invocation.configuration, None, invocation.environment)
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._run.life, selectors.EVENT_READ, self._end)
        self._selector.register(self._run.errors, selectors.EVENT_READ, self._show)
        self._selector.register(self._run.listener, selectors.EVENT_READ, self._admit)

    def __enter__(self) -> Asking:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __iter__(self) -> Iterator[list[Request]]:
        while batch := self.ask():
            yield batch

    def close(self) -> None:
        """Leaves the run, which can go on later."""
        deadline = time.monotonic() + LAST_WORDS_S
        while self._workers and self._told and self._written() < self._told and time.monotonic() < deadline:
            time.sleep(QUIET_S)
        self._release()

    def _release(self) -> None:
        self._run.close()
        for worker in self._workers:
            worker.close()
        self._workers.clear()
        self._open.clear()

    def _written(self) -> int:
        """Returns how many evaluations the journal has got since the run began."""
        files = Path(f"{self._invocation.trace}.journal").glob("island-*.jsonl")
        lines = (line for file in files for line in file.read_bytes().split(b"\n"))
        return sum(line.startswith(b'{"attempt"') and b'"taken"' not in line for line in lines) - self._known

    @property
    def result(self) -> Result:
        """Returns what the run has found, when it has ended."""
        if self._result is None:
            raise UsageError("the run has not ended: it is to be asked and told until ask() returns an empty list")
        return self._result

    def ask(self) -> list[Request]:
        """Waits until the run wants something, and returns all evaluations that it waits for: one generation of each island, less what was
        told already. Returns an empty list when the run has ended.
        """
        if self._run.life.fileno() < 0 and self._result is None:
            raise UsageError("the run was closed: it is asked and told within its `with` statement, and the same call of asking() goes on")
        while self._late and not self._workers and self._result is None:
            if not self._take(keeper.PATIENCE_S):
                self._tell_late(self._late)
        while self._result is None and self._take(QUIET_S if self._open else None):
            pass
        return [request for _, request in self._open.values()]

    def _tell_late(self, late: keeper.Late) -> None:
        try:
            self._show_text(next(late))
        except UsageError:
            self._release()
            raise

    def tell(self, request: Request, fitness: Any, violation: float | None = None) -> None:
        """Answers a request. `fitness` may be all that a function for `evolve` would return, such as fitness and violation."""
        worker = self._asked(request)
        found = fitness if violation is None else (fitness, violation)
        opening = json.loads(worker.opening)
        try:
            row = row_of(found, opening)
            check_declared(found, opening)
        except Exception as error:  # what was measured is kept by the caller, who can tell it again
            raise UsageError(f"request {request.id} is answered by {found!r}: {error}; fail() says that there is no fitness") from None
        self._answer(worker, request, _answer_of(request, row))

    def fail(self, request: Request, why: str) -> None:
        """Says that there is no fitness, so that the genome ranks behind all others."""
        self._answer(self._asked(request), request, {"id": request.id, "fail": str(why)})

    def _asked(self, request: Request) -> _Worker:
        if not isinstance(request, Request):
            raise UsageError(f"the request is {request!r}; it is one of those that ask() returned")
        if request.run not in ("", str(self._invocation.trace)):
            raise UsageError(f"request {request.id} is of another run, {request.run}, and this one is {self._invocation.trace}")
        if request.id not in self._open:
            raise UsageError(f"request {request.id} is answered already, or the run no longer waits for it")
        worker, wanted = self._open[request.id]
        if request.seed != wanted.seed:
            raise UsageError(f"request {request.id} is of another run: its seed is {request.seed}, and the run wants that of {wanted.seed}")
        return worker

    def _answer(self, worker: _Worker, request: Request, content: Mapping[str, Any]) -> None:
        if self._told == 0:
            self._known = self._written()
        self._told += 1
        del self._open[request.id], worker.lines[request.id]
        worker.answer(content)

    def _take(self, timeout_s: float | None) -> bool:
        """Takes what has come within that time, and tells whether there was anything."""
        selector = self._selector
        events = selector.select(timeout_s)
        for key, _ in events:
            # One before it may have ended the run, or closed this file, whose number another one then has.
            if self._result is None and selector is self._selector and key in selector.get_map().values():
                key.data()
        return bool(events)

    def _end(self) -> None:
        status, output = self._run.end(self._teller.take)
        self._release()
        if further := self._invocation.further(output):
            return self._begin(further)
        self._result = result_of(self._invocation, self._encoding, status, output, self._teller, [])

    def _show(self) -> None:
        if chunk := os.read(self._run.errors, 65536):
            self._teller.take(chunk)
        else:
            self._selector.unregister(self._run.errors)

    def _admit(self) -> None:
        connection, _ = self._run.listener.accept()
        _, streams, _, _ = socket.recv_fds(connection, 16, 3)
        if len(streams) < 3:
            connection.close()
            return
        os.close(streams[2])
        worker = _Worker(connection, streams[0], streams[1])
        self._workers.append(worker)
        self._selector.register(connection, selectors.EVENT_READ, lambda: self._drop(worker))
        self._selector.register(worker.requests, selectors.EVENT_READ, lambda: self._read(worker))

    def _drop(self, worker: _Worker) -> None:
        self._selector.unregister(worker.connection)
        self._selector.unregister(worker.requests)
        for name in worker.lines:
            del self._open[name]
        self._workers.remove(worker)
        worker.close()

    def _read(self, worker: _Worker) -> None:
        chunk = os.read(worker.requests, 1 << 20)
        if not chunk:
            return self._drop(worker)
        *lines, worker.rest = (worker.rest + chunk).split(b"\n")
        for line in map(bytes.decode, filter(None, lines)):
            if not worker.opening:
                worker.opening = line
                answers = io.StringIO()
                serve_streams(lambda **_: 0, io.StringIO(line + "\n"), answers)
                refused = [answer for answer in map(json.loads, answers.getvalue().splitlines()) if "fail" in answer]
                worker.answer(refused[0] if refused else {"ready": True})
            else:
                content = json.loads(line)
                request = Request(content["id"], self._encoding.decoded(content["genome"]), content["seed"], str(self._invocation.trace))
                worker.lines[request.id] = line
                self._open[request.id] = worker, request
                if row := self._paid.row(content["genome"]):
                    self._answer(worker, request, _answer_of(request, row))


def _answer_of(request: Request, row: Sequence[Any]) -> dict[str, Any]:
    return {"id": request.id} | {key: value for key, value in zip(COLUMNS, row) if value is not None}
