"""Carries out the runs of candidates by `skerry experiment`, and judges them by their traces.

A round is one experiment: the candidates are its variants, each named after its settings, so that the same run has the same
trace in whatever round it is asked for. So a tuning that is begun again finds all that was done, and decides the same.
"""

from __future__ import annotations

import hashlib
import json
import os
import signal
import socket
import subprocess
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cached_property
from math import inf
from pathlib import Path
from types import FrameType
from typing import Any

import numpy as np

from .. import trace as traces
from ..errors import AnalysisError, DataError, UsageError
from ..progress import evaluations_by_generation, progress
from ..trace import Trace
from .description import Instance, Settings, Tuning, toml

INTERRUPTED = 75
OTHER_BUILD = "another build of this program made kept runs"
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGUSR1)


class Interrupted(AnalysisError):
    """A signal has ended the tuning."""

    status = INTERRUPTED

    def __init__(self) -> None:
        super().__init__("interrupted; the same command goes on")


class Refused(UsageError):
    """The program ended with the status of a mistake."""


class FirstRunsFailed(AnalysisError):
    """The first runs of an experiment failed and none succeeded, so it did not try the others."""

    def __init__(self, message: str, counts: Mapping[str, int]) -> None:
        super().__init__(message)
        self.runs = counts["failed"] + counts["left"]


@dataclass(frozen=True)
class Candidate:
    settings: Settings  #: what differs from the starting settings; nothing for these themselves
    label: str = ""

    @cached_property
    def name(self) -> str:
        if not self.settings:
            return "start"
        return "c" + hashlib.sha256(json.dumps(self.settings, sort_keys=True).encode()).hexdigest()[:12]


START = Candidate({}, "starting settings")


@dataclass(frozen=True, order=True)
class Score:
    """How good a candidate is; a lower one is better."""

    without: float  #: the share of runs without any value, such as a feasible solution
    mean: float  #: of the costs of the others

    @property
    def value(self) -> float:
        return inf if self.without > 0 else self.mean


class Runs:
    """The runs of a tuning in its folder, with the cost of each that was asked for."""

    def __init__(self, tuning: Tuning, program: str, folder: Path, options: Sequence[str], tell: Callable[[str], None]) -> None:
        self._tuning, self._program, self._options, self._tell = tuning, program, list(options), tell
        self.folder = folder.resolve()
        self.costs: dict[tuple[str, str, int], float] = {}  #: by candidate, instance and seed
        self.refused: dict[str, str] = {}  #: why, by the name of a candidate whose settings the program refuses
        self.kept = self.done = self.failed = 0
        self._told: set[str] = set()
        self._interrupted = False
        self._child: subprocess.Popen[str] | None = None

    @contextmanager
    def interruptible(self) -> Iterator[None]:
        """Passes signals on to the experiment under way, which ends its runs in good order. nohup's SIGHUP stays ignored."""
        heard = [number for number in SIGNALS if signal.getsignal(number) is not signal.SIG_IGN]
        before = {number: signal.signal(number, self._note) for number in heard}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def _note(self, number: int, frame: FrameType | None) -> None:
        self._interrupted = True
        if self._child is not None:
            with suppress(ProcessLookupError):
                self._child.send_signal(signal.SIGTERM)

    def check(self, candidates: Sequence[Candidate], instances: Sequence[Instance]) -> None:
        """Raises UsageError or DataError for a mistake in the settings, and carries out nothing."""
        made = self.folder.exists()
        self._remove_left_files()
        try:
            self._call(candidates, instances, 1, 1, ["--list"])
        except AnalysisError:
            if not made:
                with suppress(OSError):
                    self.folder.rmdir()
            raise

    def _remove_left_files(self) -> None:
        """Removes what processes of this host left that were killed."""
        for file in self.folder.glob(f"round-{socket.gethostname()}-*.toml"):
            if not Path("/proc", file.stem.rpartition("-")[2]).exists():
                file.unlink(missing_ok=True)

    def carry_out(
        self, candidates: Sequence[Candidate], instances: Sequence[Instance], first_seed: int, seeds: int, title: str = ""
    ) -> None:
        """Carries out the runs that have no trace yet, and finds the cost of each. A title has the experiment called even if
        all costs are known, so that it describes the folder. Refused candidates have no runs."""
        numbers = range(first_seed, first_seed + seeds)
        accepted = [each for each in candidates if each.name not in self.refused]
        asked = [(each.name, instance.name, seed) for each in accepted for instance in instances for seed in numbers]
        if not asked or (not title and all(each in self.costs for each in asked)):
            return
        try:
            self._carry_out(accepted, instances, first_seed, seeds, title)
        except Refused:
            refused = self._refused_of(accepted, instances)
            if not refused:
                raise
            self.refused |= refused
            self.carry_out(accepted, instances, first_seed, seeds, title)
            return
        for run in asked:
            if run not in self.costs:
                self.costs[run] = self._cost(self.folder / f"{'-'.join(filter(None, (run[1], run[0])))}-{run[2]}.h5")

    def _carry_out(self, candidates: Sequence[Candidate], instances: Sequence[Instance], first_seed: int, seeds: int, title: str) -> None:
        try:
            counts = json.loads(self._call(candidates, instances, first_seed, seeds, [*self._options, "--json"], title))
        except FirstRunsFailed as failure:
            if len(candidates) > 1:  # those of one candidate may fail, and the others' be good
                for each in candidates:
                    self._carry_out([each], instances, first_seed, seeds, title)
            elif candidates[0] is START:
                raise
            else:
                self.failed += failure.runs
            return
        self.kept += counts["kept"]
        self.done += counts["done"]
        self.failed += counts["failed"]

    def _refused_of(self, candidates: Sequence[Candidate], instances: Sequence[Instance]) -> dict[str, str]:
        """Returns the candidates whose settings the program refuses by themselves, whatever is in the folder."""
        nowhere = ["--list", "--output", str(self.folder / "none")]
        found = {}
        for each in candidates:
            try:
                self._call([each], instances, 1, 1, nowhere)
            except Refused as error:
                if each is START:
                    raise
                found[each.name] = str(error)
                if not self.refused and len(found) == 1:
                    self._tell(f"candidates that are refused lose; the first: {error}")
        return found

    def score(self, candidate: Candidate, instances: Sequence[Instance], seeds: Iterable[int]) -> Score:
        numbers = list(seeds)
        if candidate.name in self.refused:
            return Score(1, inf)
        costs = np.array([self.costs[candidate.name, instance.name, seed] for instance in instances for seed in numbers])
        known = costs[np.isfinite(costs)]
        return Score(1 - len(known) / len(costs), float(known.mean()) if len(known) else inf)

    def _call(
        self, candidates: Sequence[Candidate], instances: Sequence[Instance], first_seed: int, seeds: int, options: Sequence[str], title: str = ""
    ) -> str:
        """Returns what the experiment of these runs printed."""
        if self._interrupted:
            raise Interrupted
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            file = self.folder / f"round-{socket.gethostname()}-{os.getpid()}.toml"
            file.write_text(self._experiment(candidates, instances, first_seed, seeds, title), encoding="utf-8")
        except OSError as error:
            raise UsageError(f"the folder {self.folder} can't be written: {error}") from error
        try:
            place = [] if "--output" in options else ["--output", str(self.folder)]
            return self._experiment_output([self._program, "experiment", str(file), *place, "--quiet", *options])
        finally:
            file.unlink(missing_ok=True)

    def _experiment_output(self, command: Sequence[str]) -> str:
        try:
            self._child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        except OSError as error:
            raise UsageError(f"{self._program} can't be started ({error.strerror}); --program names skerry, or a program of your own") from error
        if self._interrupted:  # by a signal that came before there was a child to pass it on to
            self._child.send_signal(signal.SIGTERM)
        out, told = self._child.communicate()
        status, self._child = self._child.returncode, None
        messages = [line.removeprefix("skerry: ") for line in told.splitlines() if line.strip()]
        if self._interrupted or status == INTERRUPTED:
            raise Interrupted
        last = messages[-1] if messages else f"{' '.join(command)} ended with status {status}"
        if status in (UsageError.status, DataError.status):
            raise (Refused if status == Refused.status else DataError)(last.replace("--force begins it anew, ", ""))
        first_and_last = "; ".join(dict.fromkeys([*messages[:1], last]))
        if status not in (0, 1):
            raise AnalysisError(first_and_last)
        if status == 1 and "--list" not in command and (counts := json.loads(out))["left"] > 0:
            raise FirstRunsFailed(first_and_last, counts)
        for message in messages:
            if message.startswith(OTHER_BUILD):  # and which runs of the round
                message = f"{OTHER_BUILD}; another --output begins all anew"
            if message not in self._told:
                self._told.add(message)
                self._tell(message)
        return out

    def _experiment(self, candidates: Sequence[Candidate], instances: Sequence[Instance], first_seed: int, seeds: int, title: str) -> str:
        tuning = self._tuning
        head: dict[str, Any] = {"name": tuning.name, "title": title or tuning.title, "config": os.path.relpath(tuning.config, self.folder)}
        head |= {"islands": tuning.islands, "first_seed": first_seed, "seeds": seeds} | ({"baseline": START.name} if title else {})
        lines = [f"{key} = {toml(value)}" for key, value in head.items()]
        lines += [f"set.{key} = {toml(value)}" for key, value in self._located(tuning.settings).items()]
        if instances[0].name:
            lines.append(f"instances = [{', '.join(self._entry(each.name, '', each.settings) for each in instances)}]")
        variants = {each.name: each for each in candidates}.values()
        lines.append(f"variants = [{', '.join(self._entry(each.name, each.label, each.settings) for each in variants)}]")
        return "\n".join([*lines, ""])

    def _entry(self, name: str, label: str, settings: Settings) -> str:
        values = [f"set.{key} = {toml(value)}" for key, value in self._located(settings).items()]
        labels = [f"label = {toml(label)}"] if label else []
        return f"{{ {', '.join([f'name = {toml(name)}', *labels, *values])} }}"

    def _located(self, settings: Settings) -> dict[str, Any]:
        return located(settings, self._tuning.file.parent, self.folder)

    def _cost(self, path: Path) -> float:
        """Returns the cost of a run: what is to be minimised, or the penalty of one that failed or missed the target."""
        tuning = self._tuning
        missed = inf if tuning.minimise == "fitness" else tuning.penalty * tuning.budget
        if not path.exists():
            return missed
        trace = traces.open(path, growing=False)
        steps = progress(trace, tuning.evaluations, evaluations_by_generation(trace))
        if tuning.minimise == "fitness":
            if not len(steps.fitness):
                return missed
            return float(steps.fitness[-1]) * (1 if trace.minimises else -1)
        step = self._first(trace, steps.first)
        if step is None:
            return missed
        reached = float(steps.evaluations[step] if tuning.minimise == "evaluations" else steps.seconds[step])
        return reached if reached <= tuning.budget else missed

    def _first(self, trace: Trace, first: Callable[[float, bool], int | None]) -> int | None:
        if trace.target is None:
            raise DataError(f"{trace.path} has no target to reach; minimise = \"fitness\" does without ({self._tuning.file})")
        return first(trace.target, trace.minimises)


def located(settings: Mapping[str, Any], origin: Path, folder: Path) -> dict[str, Any]:
    """Returns the settings with the paths of files, which are relative to `origin`, as they are seen from another folder."""

    def seen(value: Any) -> Any:
        is_file = isinstance(value, str) and os.path.isfile(origin / value)
        return os.path.relpath((origin / value).resolve(), folder) if is_file else value

    return {key: seen(value) for key, value in settings.items()}
