"""Carries out runs side by side: a process for each batch of seeds, whose reports are read, and to which an interruption is passed on."""

from __future__ import annotations

import json
import os
import selectors
import signal
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ..cores import usable_cores
from ..errors import AnalysisError, UsageError
from ..locks import NewTable, is_busy, part_of
from .batches import MOST_IN_A_BATCH, Batch, Forecast, Kind, Queue, batches
from .description import Experiment
from .plans import Run, seeds_text
from .processes import Child, Signals

LOOK_EVERY_S = 0.1
HOPELESS_FAILURES = 3
#: So many runs in a row that the machine ends are taken for the first of many.
MOST_ENDED_IN_A_ROW = 3
LOOKS_UNTIL_ENDED = 10


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
    ended: list[str] = field(default_factory=list)  #: of those among `failed` that the machine ended, which, and why
    infeasible: int = 0  #: those among `done` without a feasible individual
    under_way: list[str] = field(default_factory=list)  #: "type1-islands seeds 11 to 20"
    seconds_left: float = 0  #: 0: not known yet

    @property
    def left(self) -> int:
        return self.runs - self.kept - self.done - self.failed


@dataclass
class Worker:
    batch: Batch
    child: Child
    table: NewTable | None
    since: float  #: the time at which the current run began
    reported: int = 0  #: finished runs of the batch
    stopped: bool = False  #: whether the process reported an interruption
    locked: bool = False  #: whether it reported that another process has the lock
    barren: list[int] = field(default_factory=list)  #: seeds of runs that found no fitness
    looks_behind: int = 0  #: how often in succession its launcher was seen to stay behind


class Conductor:
    """Starts a process for each batch, reads its report of each run, and passes an interruption on.

    watch: called whenever the progress may have changed.
    failed: called for a run that failed, with the reason.
    barren: called for a finished run in which no evaluation gave a fitness, with the reason.
    left: called for a run that another process has begun or finished.
    """

    _jobs = 0

    def __init__(
        self, experiment: Experiment, pending: Sequence[Run], place: Place, signals: Signals, progress: Progress,
        *, watch: Callable[[Progress], None], failed: Callable[[Run, str], None], barren: Callable[[Run, str], None],
        left: Callable[[Run], None],
    ) -> None:  # fmt: skip
        self._experiment, self._place, self._signals, self._progress = experiment, place, signals, progress
        self._watch, self._failed, self._barren, self._left = watch, failed, barren, left
        seeds: list[list[int]] = [[] for _ in experiment.variants]
        for run in pending:
            seeds[run.variant].append(run.seed)
        kinds = [Kind(its, each.islands if place.launcher else 1, bool(each.task)) for each, its in zip(experiment.variants, seeds, strict=True)]
        self._queue, self._forecast = Queue(kinds, place.cores), Forecast(kinds, place.cores)
        self._workers: list[Worker] = []
        self._failed_batches = self._ended_in_a_row = 0
        self._interrupted_at: float | None = None
        self._signalled_at = self._looked_at = 0.0

    def conduct(self) -> str:
        """Returns complete, interrupted, ended: the machine ended the last runs, or hopeless: every run failed so far. In the last two
        cases some runs were not tried."""
        try:
            while True:
                ended = self._ended_in_a_row >= MOST_ENDED_IN_A_ROW
                hopeless = ended or self._failed_batches >= HOPELESS_FAILURES and self._progress.done == 0
                if self._interrupted_at is None and not hopeless:
                    self._start()
                self._show()
                if not self._workers:
                    if self._signals.noted:
                        return "interrupted"
                    return "complete" if not hopeless or not self._queue.waiting else "ended" if ended else "hopeless"
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
                    self._left(Run(batch.variant, batch.first))
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
        usual |= {"PRTE_MCA_hwloc_default_binding_policy": "none", "PRTE_MCA_rmaps_default_mapping_policy": ":oversubscribe"}  # Open MPI 5
        return usual | environment | {"OMPI_MCA_orte_top_session_dir": f"{base}/ompi.{os.getpid()}.{Conductor._jobs}"}

    def _command(self, batch: Batch) -> list[str]:
        variant = self._experiment.variants[batch.variant]
        settings = [word for key, value in variant.settings.items() for word in ("--set", f"{key}={value}")]
        seed = ["--seed", str(batch.first)]
        if task := variant.task:
            output = str(part_of(self._place.folder / variant.file(batch.first)))
            return [self._place.program, task.command, variant.config, *settings, *seed, *task.options, "--output", output]
        launched = self._place.launcher and (variant.islands > 1 or self._place.launch_always)
        # What follows srun or mpirun may be a command that it starts in turn, such as a container's.
        known = bool(launched) and Path(self._place.launcher[0]).name.startswith(("srun", "mpirun", "mpiexec"))
        first = 1 if known else len(self._place.launcher)
        launcher = [*self._place.launcher[:first], "-n", str(variant.islands), *self._place.launcher[first:]] if launched else []
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
        if isinstance(error := report.get("error"), dict):
            worker.locked = worker.locked or error.get("kind") == "locked"
        if "seed" not in report or "stop_reason" not in report:
            return
        if report["stop_reason"] == "interrupted":
            worker.stopped = True
            return
        seed = worker.batch.first + worker.reported
        if report.get("best_fitness", 0) is None and not report.get("kept"):
            worker.barren.append(seed)
        self._count(worker, report.get("violation", 0) == 0, bool(report.get("kept")))
        remove_checkpoint(self._place.folder / self._experiment.variants[worker.batch.variant].file(seed))

    def _count(self, worker: Worker, feasible: bool, kept: bool) -> None:
        now = time.monotonic()
        self._forecast.ran(worker.batch.variant, now - worker.since)
        worker.since = now
        worker.reported += 1
        self._ended_in_a_row = 0
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
        self._tell_of_barren(worker)
        rest = worker.batch.after(worker.reported)
        stopped = self._signals.noted or worker.stopped
        if rest.count > 0 and worker.locked and not stopped:
            self._leave_to_another(rest)
            return
        if rest.count > 0 and not stopped:
            self._failed_batches += 1
            self._progress.failed += 1
            self._forecast.left[rest.variant] -= 1
            why = worker.child.message() or f"it ended with exit status {status} and said nothing"
            if worker.child.ended_by_machine(status):
                self._ended_in_a_row += 1
                self._progress.ended.append(f"{variant.name}, seed {rest.first}: {why}")
                why += " (ended by the machine; the same command goes on with it)"
            self._failed(Run(rest.variant, rest.first), why)
            rest = rest.after(1)
        if rest.count > 0:  # a batch that somebody else stopped goes on, too
            self._queue.waiting.insert(0, rest)

    def _tell_of_barren(self, worker: Worker) -> None:
        for seed in worker.barren:
            beginning = f"seed {seed} found no solution: "
            told = [each.removeprefix(beginning) for each in worker.child.messages() if each.startswith(beginning)]
            self._barren(Run(worker.batch.variant, seed), (told or ["none of its evaluations gave a fitness"])[0])

    def _leave_to_another(self, batch: Batch) -> None:
        """Leaves those runs of a batch to others that they have begun, and takes up the rest again. If none is under way any more, the
        whole batch is looked at later, by whoever looks at the files."""
        variant = self._experiment.variants[batch.variant]
        busy = [seed for seed in batch.seeds if is_busy(self._place.folder / variant.file(seed))]
        for seed in busy or batch.seeds:
            self._left(Run(batch.variant, seed))
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
            self._progress.under_way.append(f"{self._experiment.variants[rest.variant].name} {seeds_text(rest.seeds)}")
        self._progress.seconds_left = self._forecast.seconds_left()
        self._watch(self._progress)


def remove_checkpoint(trace: Path) -> None:
    """Removes the checkpoint of a finished run: one that was granted more would not belong to its experiment any more."""
    trace.with_name(trace.name + ".checkpoint").unlink(missing_ok=True)


def place_of(program: str, folder: Path, cores: int | None, launcher: str | None, force: bool = False) -> Place:
    """Returns the place with what the environment says of a job and its launcher. Raises UsageError for a mistake in it."""
    words = (launcher or os.environ.get("SKERRY_LAUNCHER") or "").split()
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
    return usable_cores()
