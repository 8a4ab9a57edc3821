"""Carries out runs side by side: a process for each batch of seeds, whose reports are read, and to which an interruption is passed on."""

from __future__ import annotations

import ctypes
import json
import os
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import FrameType
from typing import IO

from ..errors import AnalysisError, UsageError
from ..locks import NewTable, is_busy, part_of
from .description import Experiment
from .plans import Run, seeds_text

#: Starting ranks takes about a second. The runs of a batch share it, but a batch has few enough runs that no core waits at the end.
MOST_IN_A_BATCH, BATCHES_A_CORE = 10, 4
LOOK_EVERY_S = 0.1
HOPELESS_FAILURES = 3
LOOKS_UNTIL_ENDED = 10
MOST_ERRORS_KEPT = 1 << 16
SIGNALS = (signal.SIGUSR1, signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
PR_SET_PDEATHSIG = 1


class Signals:
    """Notes signals, which end the work in good order. One that is ignored stays ignored: nohup sets SIGHUP so."""

    def __init__(self) -> None:
        self.noted = False

    @contextmanager
    def heard(self) -> Iterator[Signals]:
        heard = [number for number in SIGNALS if signal.getsignal(number) is not signal.SIG_IGN]
        before = {number: signal.signal(number, self._note) for number in heard}
        # The program that started this one has blocked them until now, so that none is lost.
        mask = signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)
        try:
            yield self
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
            signal.pthread_sigmask(signal.SIG_SETMASK, mask - set(SIGNALS))

    def _note(self, number: int, frame: FrameType | None) -> None:
        if number == signal.SIGINT and sys.stdin.isatty():
            if self.noted:
                signal.signal(number, signal.SIG_DFL)
                os.kill(os.getpid(), number)
            os.write(2, b"\nskerry: ending with the current generation; once more ends at once\n")
        self.noted = True


@dataclass(frozen=True)
class Place:
    """Where traces lie, and what runs may use."""

    program: str
    folder: Path  #: absolute
    cores: int = 1
    launcher: tuple[str, ...] = ()  #: of ranks, which knows -n; empty: islands are threads
    launch_always: bool = False  #: starts single islands with the launcher, too
    force: bool = False
    grace_s: float = 60  #: the time that an interruption may take before the signal is repeated as SIGTERM


@dataclass
class Progress:
    runs: int = 0
    kept: int = 0  #: finished before this command
    done: int = 0  #: finished by this command
    failed: int = 0
    infeasible: int = 0  #: those among `done` without a feasible individual
    under_way: list[str] = field(default_factory=list)  #: "type1-islands seeds 11 to 20"
    seconds_left: float = 0  #: 0: not known yet

    @property
    def left(self) -> int:
        return self.runs - self.kept - self.done - self.failed


@dataclass(frozen=True)
class Hooks:
    """What is called while runs are carried out."""

    watch: Callable[[Progress], None]  #: whenever the progress may have changed
    failed: Callable[[Run, str], None]
    left_to_another: Callable[[Run], None]  #: for a run that another process has begun or finished


@dataclass(frozen=True)
class Batch:
    """Runs of one variant with consecutive seeds, which one process carries out after each other."""

    variant: int
    first: int
    count: int = 1

    @property
    def seeds(self) -> range:
        return range(self.first, self.first + self.count)

    def after(self, runs: int) -> Batch:
        return replace(self, first=self.first + runs, count=self.count - runs)


@dataclass(frozen=True)
class Kind:
    """The runs of a variant that are to be carried out."""

    seeds: Sequence[int]  #: ascending
    cores: int = 1  #: those that one run keeps busy
    single: bool = False  #: whether each run needs a process of its own


class Queue:
    """Keeps the order of batches, but hands out a later one if only that one fits. A run that wants more cores than there are gets all."""

    def __init__(self, kinds: Sequence[Kind], cores: int) -> None:
        self._needs = [min(kind.cores, cores) for kind in kinds]
        self._idle = cores
        work = sum(len(kind.seeds) * need for kind, need in zip(kinds, self._needs, strict=True))
        size = min(max(work // (cores * BATCHES_A_CORE), 1), MOST_IN_A_BATCH)
        self.waiting: list[Batch] = []
        for number, kind in enumerate(kinds):
            self.waiting += batches(number, kind.seeds, 1 if kind.single else size)

    def take(self) -> Batch | None:
        """The cores of the batch are busy from now on. Returns none if no batch fits or none is left."""
        found = next((place for place, batch in enumerate(self.waiting) if self._needs[batch.variant] <= self._idle), None)
        if found is None:
            return None
        batch = self.waiting.pop(found)
        self._idle -= self._needs[batch.variant]
        return batch

    def give_back(self, batch: Batch) -> None:
        self._idle += self._needs[batch.variant]


def batches(variant: int, seeds: Sequence[int], most: int) -> list[Batch]:
    made: list[Batch] = []
    for seed in seeds:
        if made and made[-1].count < most and seed == made[-1].first + made[-1].count:
            made[-1] = replace(made[-1], count=made[-1].count + 1)
        else:
            made.append(Batch(variant, seed))
    return made


class Forecast:
    """The runs of a variant are taken to last as long as its runs so far or, per core, as those of the others; all cores are taken to
    be busy."""

    def __init__(self, kinds: Sequence[Kind], cores: int) -> None:
        self._cores = cores
        self._needs = [min(kind.cores, cores) for kind in kinds]
        self.left = [len(kind.seeds) for kind in kinds]
        self._seconds = [0.0] * len(kinds)
        self._runs = [0] * len(kinds)

    def ran(self, kind: int, seconds: float) -> None:
        self.left[kind] -= 1
        self._seconds[kind] += seconds
        self._runs[kind] += 1

    def seconds_left(self) -> float:
        """Returns 0 if nothing is known yet."""
        runs = sum(self._runs)
        if runs == 0:
            return 0
        work = [seconds * need for seconds, need in zip(self._seconds, self._needs, strict=True)]  # core seconds
        other = sum(work) / runs
        each = [own / count if count else other for own, count in zip(work, self._runs, strict=True)]
        return sum(one * max(left, 0) for one, left in zip(each, self.left, strict=True)) / self._cores


class Child:
    """A process that gets SIGTERM when this one dies. Its group is its own, so that it gets no Ctrl-C."""

    _libc = ctypes.CDLL(None)

    def __init__(self, command: list[str], folder: Path, environment: dict[str, str]) -> None:
        self._errors = bytearray()
        self._output = bytearray()
        self.process: subprocess.Popen[bytes] | None = None
        parent = os.getpid()

        def prepare() -> None:
            self._libc.prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
            if os.getppid() != parent:
                os._exit(1)

        try:
            self.process = subprocess.Popen(command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                            stderr=subprocess.PIPE, process_group=0, preexec_fn=prepare)  # fmt: skip
        except OSError as error:
            self._errors += f"cannot start {command[0]}: {error.strerror}".encode()
            return
        for stream in self._streams():
            os.set_blocking(stream.fileno(), False)

    def _streams(self) -> list[IO[bytes]]:
        return [] if self.process is None else [each for each in (self.process.stdout, self.process.stderr) if each and not each.closed]

    def listen(self, selector: selectors.BaseSelector) -> None:
        for stream in self._streams():
            selector.register(stream, selectors.EVENT_READ, self)

    def read(self) -> None:
        if self.process is None:
            return
        for stream, kept in ((self.process.stdout, self._output), (self.process.stderr, self._errors)):
            while stream and not stream.closed:
                part = stream.read(1 << 16)
                if part is None:
                    break
                kept += part
                if not part:
                    stream.close()
        del self._errors[:-MOST_ERRORS_KEPT]

    def lines(self) -> list[bytes]:
        """Takes the whole lines out of the output."""
        *lines, self._output = self._output.split(b"\n")
        return [bytes(line) for line in lines]

    def status(self) -> int | None:
        """Returns the exit status, or 128 + the signal that killed the process; none while it lives."""
        status = 127 if self.process is None else self.process.poll()
        return 128 - status if status is not None and status < 0 else status

    def message(self) -> str:
        """Returns the line of stderr that explains the end: the last one of ours, else the first one of a launcher, else the last."""
        lines = [line for line in self._errors.decode(errors="replace").splitlines() if line.strip(" \t-")]
        ours = [line.removeprefix("skerry: ") for line in lines if line.startswith("skerry: ")]
        launchers = [line for line in lines if line.startswith(("mpirun ", "mpiexec ", "srun: ", "YOUR APPLICATION TERMINATED"))]
        return (ours[-1:] or launchers[:1] or lines[-1:] or [""])[0]

    def signal(self, number: int) -> None:
        if self.process is not None:
            self.process.send_signal(number)

    def stays_behind(self) -> bool:
        """Tells whether this is a launcher that stays behind: it has not waited for its children, all of which have ended, and it is
        not stopped."""
        if self.process is None or _state(self.process.pid) in "TtZX":
            return False
        children = [int(child) for file in Path(f"/proc/{self.process.pid}/task").glob("*/children") for child in _words(file)]
        return bool(children) and all(_state(child) == "Z" for child in children)

    def end(self) -> None:
        if self.process is not None and self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()


def _words(file: Path) -> list[str]:
    try:
        return file.read_text().split()
    except OSError:  # the process has ended meanwhile
        return []


def _state(process: int) -> str:
    """Returns the state of a process in /proc, such as "Z" for one that has ended; "X" if there is none."""
    try:
        return Path(f"/proc/{process}/stat").read_text(errors="replace").rpartition(") ")[2][:1] or "X"
    except OSError:
        return "X"


@dataclass
class Worker:
    batch: Batch
    child: Child
    table: NewTable | None
    since: float  #: the time at which the current run began
    reported: int = 0  #: finished runs of the batch
    stopped: bool = False  #: whether the process reported an interruption
    locked: bool = False  #: whether it reported that another process has the lock
    looks_behind: int = 0  #: how often in succession its launcher was seen to stay behind


class Conductor:
    """Starts a process for each batch, reads its report of each run, and passes an interruption on."""

    _jobs = 0

    def __init__(self, experiment: Experiment, pending: Sequence[Run], place: Place, signals: Signals, progress: Progress, hooks: Hooks) -> None:
        self._experiment, self._place, self._signals, self._progress, self._hooks = experiment, place, signals, progress, hooks
        seeds: list[list[int]] = [[] for _ in experiment.variants]
        for run in pending:
            seeds[run.variant].append(run.seed)
        kinds = [Kind(its, each.islands if place.launcher else 1, bool(each.task)) for each, its in zip(experiment.variants, seeds, strict=True)]
        self._queue, self._forecast = Queue(kinds, place.cores), Forecast(kinds, place.cores)
        self._workers: list[Worker] = []
        self._failed_batches = 0
        self._interrupted_at: float | None = None
        self._signalled_at = self._looked_at = 0.0

    def conduct(self) -> str:
        """Returns complete, interrupted, or hopeless: every run failed so far, and some were not tried."""
        try:
            while True:
                hopeless = self._failed_batches >= HOPELESS_FAILURES and self._progress.done == 0
                if self._interrupted_at is None and not hopeless:
                    self._start()
                self._show()
                if not self._workers:
                    if self._signals.noted:
                        return "interrupted"
                    return "hopeless" if hopeless and self._queue.waiting else "complete"
                self._exchange()
        finally:
            for worker in self._workers:
                worker.child.end()

    def _exchange(self) -> None:
        with selectors.DefaultSelector() as selector:
            for worker in self._workers:
                worker.child.listen(selector)
            if selector.get_map():
                selector.select(LOOK_EVERY_S)
            elif all(worker.child.status() is None for worker in self._workers):
                time.sleep(LOOK_EVERY_S / 10)
        self._pass_on_interruption()
        self._end_left_behind()
        ended = [(worker, worker.child.status()) for worker in self._workers]
        for worker, status in ended:
            worker.child.read()
            for line in worker.child.lines():
                self._hear(worker, line)
            if status is not None:
                self._workers.remove(worker)
                self._end(worker, status)

    def _start(self) -> None:
        while not self._signals.noted and (batch := self._queue.take()):
            variant = self._experiment.variants[batch.variant]
            table = None
            if variant.task:
                table = NewTable.begin(self._place.folder / variant.file(batch.first), self._place.force)
                if table is None:
                    self._queue.give_back(batch)
                    self._hooks.left_to_another(Run(batch.variant, batch.first))
                    continue
            child = Child(self._command(batch), self._experiment.file.parent, self._environment())
            self._workers.append(Worker(batch, child, table, time.monotonic()))

    def _environment(self) -> dict[str, str]:
        """Two mpirun of one user that start on a host at the same time make the same folder for Open MPI's files, and one may fail, so
        each has its own. Ranks are bound to no core, since every mpirun would begin with the first one, may outnumber the cores, and
        yield their core while they wait."""
        environment = os.environ | {"SKERRY_TELLS_KEPT": "1"}
        if not self._place.launcher:
            return environment
        Conductor._jobs += 1
        base = os.environ.get("OMPI_MCA_orte_tmpdir_base") or os.environ.get("TMPDIR") or "/tmp"
        usual = {"OMPI_MCA_hwloc_base_binding_policy": "none", "OMPI_MCA_rmaps_base_oversubscribe": "1", "OMPI_MCA_mpi_yield_when_idle": "1"}
        return usual | environment | {"OMPI_MCA_orte_top_session_dir": f"{base}/ompi.{os.getpid()}.{Conductor._jobs}"}

    def _command(self, batch: Batch) -> list[str]:
        variant = self._experiment.variants[batch.variant]
        settings = [word for key, value in variant.settings.items() for word in ("--set", f"{key}={value}")]
        seed = ["--seed", str(batch.first)]
        if task := variant.task:
            output = str(part_of(self._place.folder / variant.file(batch.first)))
            return [self._place.program, task.command, variant.config, *settings, *seed, *task.options, "--output", output]
        launched = self._place.launcher and (variant.islands > 1 or self._place.launch_always)
        launcher = [*self._place.launcher, "-n", str(variant.islands)] if launched else []
        output = str(self._place.folder / f"{variant.name}.h5")
        words = [*launcher, self._place.program, "run", variant.config, *settings, *seed, "--repeat", str(batch.count), "--output", output]
        return [*words, "--json", "--quiet", "--islands", str(variant.islands), *(["--force"] if self._place.force else [])]

    def _hear(self, worker: Worker, line: bytes) -> None:
        """A process prints one JSON object for each run; other output of a launcher is passed over."""
        try:
            report = json.loads(line)
        except ValueError:
            return
        if not isinstance(report, dict):
            return
        worker.locked |= report.get("error") == "locked"
        if "seed" not in report or "stop_reason" not in report:
            return
        if report["stop_reason"] == "interrupted":
            worker.stopped = True
            return
        seed = worker.batch.first + worker.reported
        self._count(worker, report.get("violation", 0) == 0, bool(report.get("kept")))
        remove_checkpoint(self._place.folder / self._experiment.variants[worker.batch.variant].file(seed))

    def _count(self, worker: Worker, feasible: bool, kept: bool) -> None:
        now = time.monotonic()
        self._forecast.ran(worker.batch.variant, now - worker.since)
        worker.since = now
        worker.reported += 1
        if kept:
            self._progress.kept += 1
        else:
            self._progress.done += 1
            self._progress.infeasible += not feasible

    def _end(self, worker: Worker, status: int) -> None:
        self._queue.give_back(worker.batch)
        variant = self._experiment.variants[worker.batch.variant]
        try:
            if worker.table and status == 0:
                worker.table.finish()
                self._count(worker, feasible=True, kept=False)
        except OSError as error:
            raise AnalysisError(f"cannot write {self._place.folder / variant.file(worker.batch.first)}: {error.strerror}") from error
        finally:
            if worker.table:
                worker.table.close()
        rest = worker.batch.after(worker.reported)
        stopped = self._signals.noted or worker.stopped
        if rest.count > 0 and worker.locked and not stopped:
            self._leave_to_another(rest)
            return
        if rest.count > 0 and not stopped:
            self._failed_batches += 1
            self._progress.failed += 1
            self._forecast.left[rest.variant] -= 1
            self._hooks.failed(Run(rest.variant, rest.first), worker.child.message() or f"it ended with exit status {status} and said nothing")
            rest = rest.after(1)
        if rest.count > 0:  # a batch that somebody else stopped goes on, too
            self._queue.waiting.insert(0, rest)

    def _leave_to_another(self, batch: Batch) -> None:
        """Leaves those runs of a batch to others that they have begun, and takes up the rest again. If none is under way any more, the
        whole batch is looked at later, by whoever looks at the files."""
        variant = self._experiment.variants[batch.variant]
        busy = [seed for seed in batch.seeds if is_busy(self._place.folder / variant.file(seed))]
        for seed in busy or batch.seeds:
            self._hooks.left_to_another(Run(batch.variant, seed))
        if busy:
            self._queue.waiting[:0] = reversed(batches(batch.variant, [seed for seed in batch.seeds if seed not in busy], MOST_IN_A_BATCH))

    def _pass_on_interruption(self) -> None:
        now = time.monotonic()
        if not self._signals.noted or self._interrupted_at is not None and now - self._signalled_at < 1:
            return
        self._interrupted_at = now if self._interrupted_at is None else self._interrupted_at
        self._signalled_at = now
        # The signal is sent repeatedly, since mpirun drops signals while it starts its ranks.
        insist = now - self._interrupted_at > self._place.grace_s
        for worker in self._workers:
            worker.child.signal(signal.SIGTERM if insist or worker.table else signal.SIGUSR1)

    def _end_left_behind(self) -> None:
        """Kills launchers that stay behind for ten looks: mpirun of Open MPI 4.1 now and then waits for ever after a rank was killed, and
        SIGTERM does not end it (jobs/attend.sh)."""
        if not self._place.launcher or time.monotonic() - self._looked_at < 1:
            return
        self._looked_at = time.monotonic()
        for worker in self._workers:
            worker.looks_behind = worker.looks_behind + 1 if worker.child.stays_behind() else 0
            if worker.looks_behind >= LOOKS_UNTIL_ENDED:
                worker.child.signal(signal.SIGKILL)

    def _show(self) -> None:
        self._progress.under_way = []
        for worker in self._workers:
            rest = worker.batch.after(min(worker.reported, worker.batch.count - 1))
            self._progress.under_way.append(f"{self._experiment.variants[rest.variant].name} {_seeds_of(rest)}")
        self._progress.seconds_left = self._forecast.seconds_left()
        self._hooks.watch(self._progress)


def _seeds_of(batch: Batch) -> str:
    return seeds_text(batch.seeds)


def remove_checkpoint(trace: Path) -> None:
    """Removes the checkpoint of a finished run: one that was granted more would not belong to its experiment any more."""
    trace.with_name(trace.name + ".checkpoint").unlink(missing_ok=True)


def place_of(program: str, folder: Path, cores: int | None, launcher: str | None, force: bool = False) -> Place:
    """Returns the place with what the environment says of a job and its launcher. Raises UsageError for a mistake in it."""
    words = (launcher or os.environ.get("SKERRY_LAUNCHER", "")).split()
    if not words and _on_several_nodes():
        words = ["mpirun"]
    if words and "/" in words[0]:
        words[0] = os.path.abspath(words[0])
    grace = os.environ.get("SKERRY_GRACE_S", "")
    if grace and not _number(grace):
        raise UsageError(f'SKERRY_GRACE_S is "{grace}" in the environment; it is a whole number of seconds')
    return Place(
        program=os.path.abspath(program) if "/" in program else program,
        folder=folder.absolute(),
        cores=cores or _cores(),
        launcher=tuple(words),
        launch_always="SLURM_JOB_ID" in os.environ,
        force=force,
        grace_s=_number(grace) or 60,
    )


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() else 0


def _on_several_nodes() -> bool:
    return bool(os.environ.get("SLURM_JOB_ID")) and _number(os.environ.get("SLURM_JOB_NUM_NODES", "")) > 1


def _cores() -> int:
    """In a SLURM job these are the cores of its tasks. In a job of several nodes it is 1, since every mpirun would begin at the first."""
    if _on_several_nodes():
        return 1
    tasks, each = (_number(os.environ.get(f"SLURM_{name}", "")) for name in ("NTASKS", "CPUS_PER_TASK"))
    if os.environ.get("SLURM_JOB_ID") and (tasks or each):
        return max(tasks, 1) * max(each, 1)
    return len(os.sched_getaffinity(0))
