"""Evolves Python functions on islands: on the cores of this machine, or on the ranks of the launcher that started the program.

    import skerry

    def sphere(x):
        return sum(value * value for value in x)

    result = skerry.evolve(sphere, {"x": skerry.real(10, -5.12, 5.12)}, islands=4, generations=200)
    print(result.fitness, result.best["x"], result.history())

`skerry run` does the work (docs/external.md), and starts processes that call the function. See docs/python.md.
"""

from __future__ import annotations

import csv
import functools
import hashlib
import io
import json
import os
import re
import shutil
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import keeper
from .errors import AnalysisError, DataError, UsageError
from .function_digest import function_digest
from .tuning.description import toml

if TYPE_CHECKING:
    import pandas
    import xarray

    from .trace import Trace

Part = dict[str, Any]
Space = Mapping[str, Part]


def real(size: int, low: Any, high: Any) -> Part:
    """A part of a genome: numbers from low to high."""
    return {"kind": "real", "size": size, "low": low, "high": high}


def integer(size: int, low: Any, high: Any) -> Part:
    """A part of a genome: whole numbers, both ends included."""
    return {"kind": "integer", "size": size, "low": low, "high": high}


def bits(size: int) -> Part:
    """A part of a genome: zeros and ones."""
    return {"kind": "bit", "size": size}


def permutation(size: int) -> Part:
    """A part of a genome: 0 to size - 1 in any order."""
    return {"kind": "permutation", "size": size}


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
        """Returns the trace, with all its tables (docs/analysis.md)."""
        from .trace import open as open_trace

        return open_trace(self.trace)

    def history(self) -> xarray.Dataset | pandas.DataFrame:
        """Returns a row for each generation and island, in xarray, or in pandas where xarray is missing."""
        try:
            import xarray  # noqa: F401
        except ImportError:
            return self.open().frame("generation")
        return self.open().dataset("generation")


@dataclass(frozen=True)
class Description:
    """A run: what the program gets."""

    command: list[str]
    configuration: str
    environment: dict[str, str]
    trace: Path
    starters: Path | None  #: the file that was written for it
    stop: dict[str, Any]

    def further(self, status: int, message: str) -> Description | None:
        """Returns the run that goes on with the trace by the limits of this one, if the program has ended since they differ."""
        differ = status == UsageError.status and "is of another run: stop." in message and " and is not set;" not in message
        if not differ or rank_and_size():
            return None
        limits = (word for key, value in self.stop.items() for word in ("--set", f"stop.{key}={toml(value)}"))
        options = [word for word in self.command if word in ("--json", "--quiet")]
        return replace(self, command=[self.command[0], "resume", str(self.trace), *options, *limits])


def evolve(
    evaluate: Callable[..., Any],
    space: Space,
    *,
    islands: int | None = None,
    direction: str = "minimise",
    seed: int = 1,
    generations: int | None = None,
    evaluations: int | None = None,
    seconds: float | None = None,
    target: float | None = None,
    trace: str | os.PathLike[str] | None = None,
    force: bool = False,
    workers: int = 1,
    start: Sequence[Mapping[str, Any]] | str | os.PathLike[str] | None = None,
    settings: Mapping[str, Any] | None = None,
    arrays: bool = False,
    progress: bool | Callable[[str], object] = True,
) -> Result:
    """Evolves a function, and returns what was found when a rule has ended the run. Interrupted, the same call goes on; finished, it
    returns without an evaluation.

    evaluate: gets the parts of the genome as keyword arguments, and `seed` and `id` if it declares them. It returns the fitness, or
        fitness and violation, as with `skerry.worker`.
    space: the parts by their names, from `real`, `integer`, `bits` and `permutation`.
    islands: how many evolve; by default one for each core, or for each rank.
    generations, evaluations, seconds, target: the rules that end the run; by default it has 100 generations.
    trace: the file; its name ends in -SEED. By default a file in results/ that is named after all that the call is given.
    force: begins anew where `trace` is there already.
    workers: processes of an island that share the evaluations.
    start: genomes for the initial populations, or a file as `start.from` takes it.
    settings: any other keys, as {"island.population": 50} or {"island": {"population": 50}} (docs/configuration.md).
    arrays: whether the function gets numpy arrays rather than lists.
    progress: whether standard error shows it, or a function that gets each line of it.
    """
    stop = {"generations": generations, "evaluations": evaluations, "seconds": seconds, "target": target}
    described = describe(
        space, getattr(evaluate, "__name__", "run"), function_digest(evaluate) + ("-arrays" if arrays else ""),
        islands=islands, direction=direction, seed=seed, stop=stop, trace=trace, force=force, workers=workers, start=start,
        settings=settings or {}, progress=bool(progress),
    )
    called = with_arrays(evaluate) if arrays else evaluate
    wanted: Description | None = described
    while wanted:
        described = wanted
        teller = Teller(progress if callable(progress) else print_progress)
        run = keeper.Run(described.command, described.configuration, called, described.environment)
        try:
            with _passed_on(run) as signals:
                status, output = run.end(teller.take)
        finally:
            run.close()
        wanted = described.further(status, teller.message)
    return result_of(described, status, output, teller, signals)


def with_arrays(evaluate: Callable[..., Any]) -> Callable[..., Any]:
    import numpy as np

    @functools.wraps(evaluate)
    def on_arrays(**values: Any) -> Any:
        return evaluate(**{name: np.array(value) if isinstance(value, list) else value for name, value in values.items()})

    return on_arrays


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
        self._rest = ""
        self.message = ""

    def take(self, chunk: bytes) -> None:
        *lines, self._rest = (self._rest + chunk.decode("utf-8", "replace")).split("\n")
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


def rank_and_size() -> tuple[int, int] | None:
    """Returns what a launcher of MPI has told this process; None without one."""
    for rank, size in (("OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"), ("PMI_RANK", "PMI_SIZE"), ("PMIX_RANK", "SLURM_STEP_NUM_TASKS")):
        if rank in os.environ and size in os.environ:
            return int(os.environ[rank]), int(os.environ[size])
    return None


def binary() -> str:
    """Returns the program: $SKERRY, that of the tree or installation to which this package belongs, or the one in PATH."""
    named = os.environ.get("SKERRY")
    home = Path(__file__).resolve().parents[2]
    beside = [home / "build/release/skerry", home.parents[1] / "bin/skerry"]
    places = [named] if named else [*map(str, beside), "skerry"]
    for place in places:
        if found := shutil.which(place):
            return os.path.abspath(found)
    where = f"$SKERRY is {named}" if named else f"there is none of {', '.join(map(str, beside))}, nor a skerry in PATH"
    raise UsageError(f"the program skerry is not found: {where}; SKERRY=/path/to/skerry in the environment names it")


OWN_KEYS = {"problem": ("type", "command", "genome", "direction", "mode", "files", "workers"), "run": ("seed", "islands", "output"), "start": ("from",), "trace": ("enabled",)}
PATHS = (("problem", "inputs"), ("journal", "share"))


def describe(
    space: Space,
    name: str,
    digest: str,
    *,
    islands: int | None,
    direction: str,
    seed: int,
    stop: Mapping[str, Any],
    trace: str | os.PathLike[str] | None,
    force: bool,
    workers: int,
    start: Sequence[Mapping[str, Any]] | str | os.PathLike[str] | None,
    settings: Mapping[str, Any],
    progress: bool,
    problem: Mapping[str, Any] = {},
) -> Description:
    program = binary()
    world = rank_and_size()
    if world and keeper.Run.count:
        raise UsageError("a program that a launcher of MPI has started makes one run, since its ranks can be connected once; start another one for the next")
    if islands is None:
        islands = world[1] if world else len(os.sched_getaffinity(0))
    tables = _tables(settings)
    for key, value in tables.items():
        if not isinstance(value, dict):
            raise UsageError(f"settings has {key} = {value!r}; a key is named with its table, as island.population")
    for key, own in OWN_KEYS.items():
        for each in own:
            if each in tables.get(key, {}):
                raise UsageError(f"settings has {key}.{each}, which skerry.evolve decides by its own arguments")
    tables.setdefault("problem", {}).update(
        {"type": "external", "command": [*keeper.COMMAND, digest], "direction": direction, "workers": workers, **problem,
         "genome": [{"name": part, **space[part]} for part in space]}
    )
    tables.setdefault("stop", {}).update({rule: value for rule, value in stop.items() if value is not None})
    for table, key in PATHS:
        if key in tables.get(table, {}):
            tables[table][key] = _absolute(tables[table][key])
    if stop.get("generations") is None and "generations" not in tables["stop"] and any(value is not None for value in stop.values()):
        tables["stop"]["generations"] = UNLIMITED
    written = None
    genomes = b""
    if start is not None and not isinstance(start, (str, os.PathLike)):
        genomes = _table_of(start)
    elif start is not None:
        tables.setdefault("start", {})["from"] = _absolute(start)
    if trace is None:
        identity = hashlib.sha256(repr((_plain(tables), islands)).encode() + genomes).hexdigest()[:8]
        trace = Path("results") / f"{re.sub('[^A-Za-z0-9_]+', '', name) or 'run'}-{identity}"
    output = Path(trace)
    stem = (output.stem if output.suffix == ".h5" else output.name).removesuffix(f"-{seed}")
    output = output.with_name(f"{stem}.h5")
    actual = output.with_name(f"{stem}-{seed}.h5")
    if genomes:
        written = actual.with_name(f"{actual.stem}.start-{hashlib.sha256(genomes).hexdigest()[:8]}.csv").absolute()
        tables.setdefault("start", {})["from"] = str(written)
        if world is None or world[0] == 0:
            written.parent.mkdir(parents=True, exist_ok=True)
            written.write_bytes(genomes)
    configuration = "".join(f"[{table}]\n" + "".join(f"{json.dumps(key)} = {toml(value)}\n" for key, value in keys.items()) for table, keys in _plain(tables).items())
    # The path of a configuration is kept in the trace, and its folder is where workers start: that of this name is everywhere.
    command = [program, "run", "/dev/stdin", "--repeat", "1", "--seed", str(seed), "--islands", str(islands), "--output", str(output), "--json"]
    command += ["--force"] * force + ["--quiet"] * (not progress)
    environment = {}
    if "SKERRY_PROGRESS" not in os.environ and progress and world is None and (sys.stderr.isatty() or "ipykernel" in sys.modules):
        environment = {"SKERRY_PROGRESS": "bar", "COLUMNS": str(shutil.get_terminal_size().columns)}
    return Description(command, configuration, environment, actual, written, _plain(tables["stop"]))


#: Generations, where another rule ends the run.
UNLIMITED = 1_000_000_000


def _absolute(paths: Any) -> Any:
    return list(map(_absolute, paths)) if isinstance(paths, (list, tuple)) else os.path.abspath(paths)


def _tables(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Returns dotted and nested keys as tables in tables."""
    tables: dict[str, Any] = {}
    for name, value in settings.items():
        *outer, last = name.split(".")
        table = tables
        for key in outer:
            table = table.setdefault(key, {})
        if isinstance(value, Mapping):
            table.setdefault(last, {}).update(_tables(value))
        else:
            table[last] = value
    return tables


def _plain(value: Any) -> Any:
    """Returns a value without types of numpy, tuples and the like, as TOML and JSON know it."""
    if isinstance(value, Mapping):
        return {key: _plain(each) for key, each in value.items()}
    if hasattr(value, "tolist"):
        return _plain(value.tolist())
    if isinstance(value, (list, tuple)):
        return [_plain(each) for each in value]
    return os.fspath(value) if isinstance(value, os.PathLike) else value


def _table_of(genomes: Sequence[Mapping[str, Any]]) -> bytes:
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(["genome"])
    table.writerows([json.dumps(_plain(genome))] for genome in genomes)
    return text.getvalue().encode()


def result_of(described: Description, status: int, output: str, teller: Teller, signals: Sequence[int]) -> Result:
    """Returns what the run has found, or raises why it ended without a result."""
    world = rank_and_size()
    is_first = world is None or world[0] == 0
    if status == 0 or status == 1 and (output if is_first else _is_finished(described.trace)):
        teller.release()
        _remove_starters(described)
        return read_result(described.trace)
    if signal.SIGINT in signals:
        raise KeyboardInterrupt(f"{described.trace}: the same call goes on")
    if not described.trace.exists():
        _remove_starters(described)
    if not is_first:
        time.sleep(1)  # the launcher ends all ranks with the first one that fails, and the first rank is to tell why before
    raise _error_of(described, status, teller.message)


def _remove_starters(described: Description) -> None:
    """Removes the file of the initial individuals, which only a run that starts over would read again."""
    world = rank_and_size()
    if described.starters and (world is None or world[0] == 0):
        described.starters.unlink(missing_ok=True)


def _error_of(described: Description, status: int, message: str) -> AnalysisError:
    if status == Interrupted.status:
        return Interrupted(f"{described.trace}: the run was interrupted; the same call goes on")
    if not message:
        message = "the run has failed; the first rank says why" if rank_and_size() else f"skerry ended with status {status}"
    message = re.sub(r"/dev/stdin(:\d+:\d+)?", "the settings", message)
    if "is of another run: problem.command was" in message:
        message = f"{described.trace} was begun with another function; force=True begins it anew, and another `trace` keeps it"
    message = message.replace("--force begins it anew, --output names another", "force=True begins it anew, and another `trace` keeps it")
    kind = {UsageError.status: UsageError, DataError.status: DataError}.get(status, AnalysisError)
    return kind(message)


def _is_finished(path: Path) -> bool:
    from .trace import open as open_trace

    try:
        return open_trace(path).finished
    except DataError:
        return False


def read_result(path: Path) -> Result:
    from .trace import open as open_trace

    with open_trace(path) as trace:
        solution = trace.solution
        fitness, violation = trace.score
        return Result(
            best=json.loads(solution) if solution else None,
            fitness=fitness,
            violation=violation,
            evaluations=trace.evaluations,
            generations=trace.generations,
            stop_reason=trace.stop_reason,
            trace=path,
        )
