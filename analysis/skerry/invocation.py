"""Makes a call of the program out of a call from Python: the configuration, the names of files, and the words of the command."""

from __future__ import annotations

import contextlib
import csv
import errno
import hashlib
import io
import json
import os
import re
import shutil
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from . import keeper
from .cores import usable_cores
from .encoding import Encoding, plain
from .errors import DataError, UsageError
from .experiments.tables import toml
from .known import Known

Start = Sequence[Any] | str | os.PathLike[str]

#: The kind of an error about a trace of another run.
OTHER_RUN = "other_run"
#: The generations of calls by another rule until version 0.3. Names of traces are still made with them, so that kept runs are found.
EARLIER_LIMIT = 1_000_000_000
#: The algorithm of real parts alone until version 0.3, with which kept runs go on.
EARLIER_ALGORITHM = "genetic"
#: How many islands evolve by default, without a launcher.
ISLANDS = 1
MOST_WORKERS = 1024
#: The rules that a call may leave out where the run had them.
LIMITS = ("generations", "evaluations", "seconds")
#: The longest beginning of a file's name that a function's name makes.
LONGEST_NAME = 80
#: The keys of a configuration that arguments stand for.
OWN_KEYS = {
    "problem": ("type", "command", "genome", "direction", "objectives", "features", "mode", "files", "workers"),
    "run": ("seed", "islands", "output"),
    "start": ("from",),
    "trace": ("enabled",),
}
#: The other keys that name files.
PATHS = (("problem", "inputs"), ("journal", "share"))
#: What launchers of MPI tell a process: its rank, and how many there are.
RANKS = (("OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"), ("PMI_RANK", "PMI_SIZE"), ("PMIX_RANK", "SLURM_STEP_NUM_TASKS"))
#: How many of the ranks are on this machine, and what all processes of a launcher's job have in common.
RANKS_HERE = ("OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALNRANKS")
JOB = ("PMIX_NAMESPACE", "PMI_JOBID")
#: The names of the processes that start ranks.
LAUNCHERS = frozenset(("mpirun", "mpiexec", "orterun", "orted", "prterun", "prte", "prted", "hydra_pmi_proxy"))


@dataclass(frozen=True)
class Invocation:
    """A call of the program, which reads the configuration from standard input."""

    command: list[str]
    configuration: str
    environment: dict[str, str]
    trace: Path
    starters: Path | None  #: the file that was written for it
    stop: dict[str, Any]
    note: str = ""  #: what a person should know before it begins

    def further(self, output: str, goes_on: bool = False) -> Invocation | None:
        """Returns the call that goes on with the trace by the limits of this one, if the program has ended since they differ."""
        error = error_in(output)
        table, _, rule = error.get("key", "").partition(".")
        differ = goes_on or error.get("kind") == OTHER_RUN and table == "stop" and ("now" in error or rule in LIMITS)
        if not differ or rank_and_size():
            return None
        stop = dict.fromkeys(LIMITS, "none") | {key: toml(value) for key, value in self.stop.items()}
        limits = (word for key, value in stop.items() for word in ("--set", f"stop.{key}={value}"))
        options = [word for word in self.command if word in ("--json", "--quiet")]
        return replace(self, command=[self.command[0], "resume", str(self.trace), *options, *limits])

    def remove_starters(self) -> None:
        """Removes the file of the initial individuals, which only a run that starts over would read again."""
        if self.starters and is_first():
            self.starters.unlink(missing_ok=True)


def error_in(output: str) -> dict[str, Any]:
    """Returns what the program, called with --json, says of the error that ended it; nothing if there was none."""
    for line in output.splitlines():
        with contextlib.suppress(ValueError):
            told = json.loads(line)
            if isinstance(told, dict) and "error" in told:
                return dict(told["error"])
    return {}


def rank_and_size() -> tuple[int, int] | None:
    """Returns what a launcher of MPI has told this process; None without one."""
    for rank, size in RANKS:
        if rank in os.environ and size in os.environ:
            return int(os.environ[rank]), int(os.environ[size])
    return None


def is_first() -> bool:
    world = rank_and_size()
    return world is None or world[0] == 0


def late_ranks() -> Iterator[str] | None:
    """Yields what is to be told while ranks are waited for, and raises UsageError when they can't come any more; None without others."""
    world = rank_and_size()
    return _late_ranks(*world) if world and world[1] > 1 else None


def _late_ranks(rank: int, size: int) -> Iterator[str]:
    right = f"all {size} make this call; a program in which one rank alone makes it is started without the launcher"
    told = "" if rank else f"waiting for the other ranks: {right}\n"
    while True:
        if _have_ended(size):
            raise UsageError(f"other ranks have ended without this call: {right}")
        yield told
        told = ""


def _have_ended(size: int) -> bool:
    """Tells whether a rank has no process any more, as far as all of them are on this machine and, in containers, to be seen."""
    if not any(os.environ.get(name) == str(size) for name in RANKS_HERE) or not _sees_launcher():
        return False
    job = {name: os.environ[name] for name in JOB if name in os.environ}
    ranks: set[str] = set()
    for file in Path("/proc").glob("[0-9]*/environ"):
        with contextlib.suppress(OSError):  # of another user, or one that has just ended
            variables = dict(text.partition("=")[::2] for text in os.fsdecode(file.read_bytes()).split("\0"))
            if job.items() <= variables.items():
                ranks.update(variables[name] for name, _ in RANKS if name in variables)
    return not ranks >= set(map(str, range(size)))


def _sees_launcher() -> bool:
    process = os.getppid()
    with contextlib.suppress(OSError, KeyError):
        while process:
            lines = Path(f"/proc/{process}/status").read_text(encoding="utf-8", errors="replace").splitlines()
            told = dict(line.split(":\t", 1) for line in lines if ":\t" in line)
            if told["Name"] in LAUNCHERS:
                return True
            process = int(told["PPid"])
    return False


def binary() -> str:
    """Returns the program: $SKERRY, that of the tree or installation to which this package belongs, or the one in PATH."""
    named = os.environ.get("SKERRY")
    home = Path(__file__).resolve().parents[2]
    beside = [os.path.normpath(home / place) for place in ("build/release/skerry", "../../bin/skerry")]
    places = [named] if named else [*beside, "skerry"]
    for place in places:
        if found := shutil.which(place):
            return os.path.abspath(found)
    where = f"$SKERRY is {named}" if named else f"there is none of {', '.join(beside)}, nor a skerry in PATH"
    raise UsageError(f"the program skerry is not found: {where}; SKERRY=/path/to/skerry in the environment names it")


def invocation_of(
    encoding: Encoding,
    name: str,
    digest: str,
    *,
    islands: int | None,
    direction: str,
    seed: int,
    stop: Mapping[str, Any],
    trace: str | os.PathLike[str] | None,
    force: bool,
    start: Start | None,
    known: Known,
    settings: Mapping[str, Any],
    objectives: Sequence[Mapping[str, Any]],
    features: Sequence[Mapping[str, Any]],
    progress: Any,
    problem: Mapping[str, Any],
    uncounted: Sequence[str] = (),
) -> Invocation:
    """`digest` tells what evaluates, `problem` are further keys, and `uncounted` is what the digest does not cover. Without workers there
    are as many as have a core each: they do not change the run, so its name does not tell them."""
    program = binary()
    world = rank_and_size()
    if world and keeper.Run.count:
        raise UsageError("a program that a launcher of MPI has started makes one run, since its ranks can be connected once; start another one for the next")
    if world and (mpi := sys.modules.get("mpi4py.MPI")) and mpi.Is_initialized():
        raise UsageError("mpi4py has initialised MPI in this process, which connects ranks once; start the program without mpi4py, or without mpirun")
    if islands is not None and not hasattr(islands, "__index__"):
        raise UsageError(f"islands is {islands!r}; it is a whole number")
    if trace is not None and not (isinstance(trace, (str, os.PathLike)) and Path(trace).name):
        raise UsageError(f"trace is {trace!r}; it is the name of a file")
    tables = _tables_of(settings)
    command = [*keeper.COMMAND, digest]
    tables["problem"] |= {"type": "external", "command": command, "direction": direction, "genome": encoding.genome, **problem}
    for key, declared in (("objectives", objectives), ("features", features)):
        if declared:
            tables["problem"][key] = [dict(one) for one in declared]
    rules = {rule: value for rule, value in stop.items() if value is not None}
    stated = tables["stop"] | rules
    tables["stop"] |= ({"generations": EARLIER_LIMIT} | tables["stop"] if rules else {}) | rules
    genomes = b""
    if isinstance(start, (str, os.PathLike)):
        if known:
            raise UsageError(f"start is the file {start}, and known has genomes to start from as well; beside known results start is a list of genomes")
        tables["start"]["from"] = _absolute(start)
    elif start is not None or known:
        genomes = _table_of([] if start is None else start, known, encoding)
    tables = plain(tables)
    if trace is None:
        identity = hashlib.sha256(repr((tables, islands)).encode() + genomes).hexdigest()[:8]
        trace = Path("results") / f"{re.sub('[^A-Za-z0-9_]+', '', name)[:LONGEST_NAME] or 'run'}-{identity}"
    output = Path(trace)
    stem = (output.stem if output.suffix == ".h5" else output.name).removesuffix(f"-{seed}")
    named = output.with_name(f"{stem}-{seed}.h5")
    try:
        os.lstat(f"{named}.journal")  # of all names that the run makes, the longest
    except OSError as error:
        if error.errno == errno.ENAMETOOLONG:
            raise UsageError(f"{named} can't be written: its name is too long") from None
    if uncounted:
        _check_uncounted(uncounted[0], named, force, tables)
    note = f"{named} can't go on after an interruption, since the function uses {uncounted[0]}, which may have changed" if uncounted else ""
    kept, config = (None, {}) if force else _kept(named)
    if config.get("stop", {}).get("generations") != EARLIER_LIMIT:
        tables["stop"] = stated
    usual = world[1] if world else ISLANDS
    if islands is None and kept not in (None, usual):
        note = f"{named} goes on with the islands that it has, {kept}; without it there would be {usual}"
    islands = islands if islands is not None else kept or usual
    if config.get("island", {}).get("algorithm") == EARLIER_ALGORITHM:
        tables.setdefault("island", {}).setdefault("algorithm", EARLIER_ALGORITHM)
    if "workers" not in problem:
        workers = config["problem"].get("workers", 1) if kept else 1 if world else usable_cores() // max(islands, 1)
        tables["problem"]["workers"] = min(max(workers, 1), MOST_WORKERS)
    starters = _written_beside(named, genomes) if genomes else None
    if starters:
        tables["start"]["from"] = str(starters)
    # The trace keeps the name of the configuration, and workers start in its folder: that of standard input is on every machine.
    words = [program, "run", "/dev/stdin", "--repeat", "1", "--json", *([] if progress else ["--quiet"]), *(["--force"] if force else [])]
    words += ["--seed", str(seed), "--islands", str(islands), "--output", str(output.with_name(f"{stem}.h5"))]
    return Invocation(words, _toml_of(tables), _shown_as(progress), named, starters, tables["stop"], note)


def declared(key: str, given: Any) -> list[dict[str, Any]]:
    """Returns objectives or features as the program takes them. Raises UsageError for what is none."""
    listed = list(given) if isinstance(given, Iterable) and not isinstance(given, Mapping) else [None]
    if not all(isinstance(one, Mapping) for one in listed):
        raise UsageError(f"{key} is {given!r}; it is a list of dictionaries, as [{{'name': 'cost'}}]")
    return [dict(one) for one in listed]


def direction_of(objectives: Sequence[Mapping[str, Any]]) -> str:
    """Returns the direction of the first objective, which is that of a run by default."""
    return str(objectives[0].get("direction", "minimise")) if objectives else "minimise"


def _check_uncounted(what: str, trace: Path, force: bool, tables: Mapping[str, Any]) -> None:
    """Raises UsageError where scores of another function might be taken for those of this one."""
    doubt = f"the function uses {what}, of which nobody can tell whether it has changed"
    if "share" in tables.get("journal", {}):
        raise UsageError(f"{doubt}; without journal.share the run shares no scores of another function")
    if not force and (os.path.exists(trace) or os.path.exists(f"{trace}.journal")):
        raise UsageError(f"{trace} is there, and {doubt} since; force=True begins it anew, and another `trace` keeps it")


def _kept(trace: Path) -> tuple[int | None, dict[str, Any]]:
    """Returns the islands and the configuration of a kept run; none without one that can be read."""
    from .trace import open as open_trace

    try:
        with open_trace(trace) as kept:
            return kept.islands, tomllib.loads(kept.config)
    except (DataError, OSError):
        return None, {}


def _shown_as(progress: Any) -> dict[str, str]:
    """Returns the variables that have progress shown as a line that changes, where that is seen."""
    is_seen = progress is True and rank_and_size() is None and (sys.stderr.isatty() or "ipykernel" in sys.modules)
    if not is_seen or "SKERRY_PROGRESS" in os.environ:
        return {}
    return {"SKERRY_PROGRESS": "bar", "COLUMNS": str(shutil.get_terminal_size().columns)}


def _tables_of(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the settings as tables, with absolute paths. Raises UsageError about what they can't have."""
    tables = _nested(settings)
    for key, value in tables.items():
        if not isinstance(value, dict):
            raise UsageError(f"settings has {key} = {value!r}; a key is named with its table, as island.population")
    for table, keys in OWN_KEYS.items():
        for key in keys:
            if key in tables.get(table, {}):
                raise UsageError(f"settings has {table}.{key}, which is decided by the other arguments")
    for table, key in PATHS:
        if key in tables.get(table, {}):
            tables[table][key] = _absolute(tables[table][key])
    return {table: {} for table in ("problem", "stop", "start")} | tables


def _absolute(paths: Any) -> Any:
    return list(map(_absolute, paths)) if isinstance(paths, (list, tuple)) else os.path.abspath(paths)


def _nested(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Returns dotted and nested keys as tables in tables."""
    tables: dict[str, Any] = {}
    for name, value in settings.items():
        *outer, last = name.split(".")
        table = tables
        for key in outer:
            table = table.setdefault(key, {})
        if isinstance(value, Mapping):
            table.setdefault(last, {}).update(_nested(value))
        else:
            table[last] = value
    return tables


def _table_of(start: Any, known: Known, encoding: Encoding) -> bytes:
    """Returns a table of genomes. Results stand in it so that other ones make another run."""
    if isinstance(start, Mapping) or not isinstance(start, Iterable):
        raise UsageError(f"start is {start!r}; it is a list of genomes, as [{{'x': [...]}}], or a file")
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(["genome", *(["known"] if known else [])])
    table.writerows([json.dumps(encoding.encoded(f"start[{place}]", genome))] for place, genome in enumerate(start))
    table.writerows(map(json.dumps, found) for found in known.best_first())
    return text.getvalue().encode()


def _written_beside(trace: Path, genomes: bytes) -> Path:
    """Writes a table of genomes, which a run that starts over reads again."""
    file = trace.with_name(f"{trace.stem}.start-{hashlib.sha256(genomes).hexdigest()[:8]}.csv").absolute()
    if is_first():
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(genomes)
        except OSError as error:
            raise UsageError(f"{error.filename or file} can't be written: {error.strerror}; `trace` names a file in a folder of yours") from None
    return file


def _check_value(key: str, value: Any) -> None:
    """Raises UsageError for what TOML does not know."""
    if isinstance(value, (list, dict)):
        for each in value.values() if isinstance(value, dict) else value:
            _check_value(key, each)
    elif isinstance(value, int) and not -(2**63) <= value < 2**63:
        raise UsageError(f"{key} has {value}; whole numbers have 64 bits, up to {2**63 - 1}")
    elif not isinstance(value, (str, bool, int, float)):
        raise UsageError(f"{key} has {value!r}; values are numbers, texts, True and False, and lists and dictionaries of them")


def _toml_of(tables: Mapping[str, Mapping[str, Any]]) -> str:
    lines = []
    for table, keys in tables.items():
        for key, value in keys.items():
            _check_value(f"{table}.{key}", value)
        if keys:
            lines += [f"[{json.dumps(table)}]", *(f"{json.dumps(key)} = {toml(value)}" for key, value in keys.items())]
    return "\n".join([*lines, ""])
