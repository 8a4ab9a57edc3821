"""Carries out the runs of candidates, and judges them by their traces.

A round is one experiment: the candidates are its variants, each named after its settings, so that the same run has the same
trace in whatever round it is asked for. So a tuning that is begun again finds all that was done, and decides the same.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import inf, isinf, isnan
from pathlib import Path
from typing import Any

import numpy as np

from .. import trace as traces
from ..errors import AnalysisError, DataError, UsageError
from ..experiments.description import Experiment, Instance, Variant
from ..experiments.plans import OtherRun, Survey, survey
from ..experiments.processes import Signals
from ..experiments.runner import MOST_ENDED_IN_A_ROW, Place
from ..experiments.session import Session
from ..experiments.tables import toml
from ..progress import evaluations_by_generation, progress
from ..stats import mean
from ..trace import Trace
from .description import Settings, Tuning


class Interrupted(AnalysisError):
    """A signal has ended the tuning."""

    status = 75

    def __init__(self) -> None:
        super().__init__("interrupted; the same command goes on")


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

    @property
    def text(self) -> str:
        return "without a solution" if isinf(self.mean) else f"mean {self.mean:,.6g}"


class Runs:
    """The runs of a tuning in its folder, with the cost of each that was asked for."""

    def __init__(self, tuning: Tuning, place: Place, signals: Signals, tell: Callable[[str], None]) -> None:
        self._tuning, self._place, self._signals, self._tell = tuning, place, signals, tell
        self.folder = place.folder
        self.costs: dict[tuple[str, str, int], float] = {}  #: by candidate, instance and seed
        self.refused: dict[str, str] = {}  #: why, by the name of a candidate whose settings the program refuses
        self.kept = self.done = self.failed = 0
        self.with_fitness = 0  #: runs that found any
        self.why = ""  #: the last reason of a run without one
        self._told: set[str] = set()

    def check(self, candidates: Sequence[Candidate], instances: Sequence[Instance]) -> None:
        """Raises UsageError or DataError for a mistake in the settings, and carries out nothing."""
        for refusal in self._survey(self._experiment(candidates, instances, 1, 1, "")).refused.values():
            raise refusal

    def carry_out(
        self, candidates: Sequence[Candidate], instances: Sequence[Instance], first_seed: int, seeds: int, title: str = ""
    ) -> None:
        """Carries out the runs that have no trace yet, and finds the cost of each. A title has the experiment carried out even if
        all costs are known, so that it describes the folder. Refused candidates have no runs."""
        numbers = range(first_seed, first_seed + seeds)
        accepted = [each for each in candidates if each.name not in self.refused]
        asked = [(each.name, instance.name, seed) for each in accepted for instance in instances for seed in numbers]
        if not asked or (not title and all(each in self.costs for each in asked)):
            return
        experiment = self._experiment(accepted, instances, first_seed, seeds, title)
        found = self._survey(experiment)
        if found.refused:
            self._refuse(found, experiment, accepted)
            self.carry_out(accepted, instances, first_seed, seeds, title)
            return
        if not self._carry_out(experiment, found, last=len(accepted) == 1):
            self._one_by_one(accepted, instances, first_seed, seeds, title)
        for run in asked:
            if run not in self.costs:
                self.costs[run] = self._cost(self.folder / f"{'-'.join(filter(None, (run[1], run[0])))}-{run[2]}.h5")

    def _survey(self, experiment: Experiment) -> Survey:
        if self._signals.noted:
            raise Interrupted
        try:
            found = survey(experiment, self._place.program, self.folder)
        except OtherRun as error:
            raise UsageError(f"{error}; --output names another") from None
        if found.other_build:
            self._tell_once("another build of this program made kept runs; another --output begins all anew")
            found.other_build = []
        return found

    def _refuse(self, found: Survey, experiment: Experiment, candidates: Sequence[Candidate]) -> None:
        """Notes the candidates whose settings the program refuses. Raises the refusal of the starting settings, and of data."""
        by_name = {each.name: each for each in candidates}
        for number, refusal in found.refused.items():
            candidate = by_name[experiment.variants[number].pair[1]]
            if candidate is START or not isinstance(refusal, UsageError):
                raise refusal
            if not self.refused:
                self._tell(f"candidates that are refused lose; the first: {refusal}")
            self.refused.setdefault(candidate.name, str(refusal))

    def _carry_out(self, experiment: Experiment, found: Survey, last: bool = False) -> bool:
        """Returns false if the first runs failed, so that others were not tried, unless nothing else is to be tried. Runs that the machine
        ended say nothing of their settings, so they are tried again."""
        now = 0
        for tries in range(1, MOST_ENDED_IN_A_ROW + 1):
            told: list[str] = []
            session = Session(experiment, self._place, self._signals, told.append)
            ending = session.carry_out(found)
            if ending == "interrupted":
                raise Interrupted
            made = session.progress
            if not made.ended:
                break
            if ending == "ended" or tries == MOST_ENDED_IN_A_ROW:
                raise AnalysisError(f"{made.ended[-1]}; the machine ended this run and others before it, which tells nothing of the settings; the same command goes on")
            now += made.done
            found = self._survey(experiment)
        self.why = (told or [self.why])[-1]
        if ending == "hopeless" and not last:
            return False
        if ending == "hopeless" and experiment.variants[0].pair[1] == START.name:
            raise AnalysisError(f"{told[0]}; the first {made.failed} runs failed, so {made.left:,} others were not tried")
        if made.failed == made.runs and self.kept + self.done == 0 and experiment.variants[0].pair[1] == START.name:
            raise AnalysisError(f"{told[0]}; none of the {made.runs} runs of the starting settings succeeded")
        for message in told if ending == "complete" else ():
            self._tell_once(message)
        self.kept += made.kept - now
        self.done += made.done + now
        self.failed += made.failed + made.left
        return True

    def _one_by_one(self, candidates: Sequence[Candidate], instances: Sequence[Instance], first_seed: int, seeds: int, title: str) -> None:
        """Carries out the runs of each candidate by itself: those of one may fail, and the others' be good."""
        for each in candidates:
            experiment = self._experiment([each], instances, first_seed, seeds, title)
            self._carry_out(experiment, self._survey(experiment), last=True)

    def _tell_once(self, message: str) -> None:
        if message not in self._told:
            self._told.add(message)
            self._tell(message)

    def _experiment(self, candidates: Sequence[Candidate], instances: Sequence[Instance], first_seed: int, seeds: int, title: str) -> Experiment:
        tuning = self._tuning
        variants = [
            Variant(
                name="-".join(filter(None, (instance.name, each.name))),
                config=str(tuning.config),
                instance=instance.label,
                label=each.label or each.name,
                islands=tuning.islands,
                settings={**tuning.settings, **instance.settings, **{key: toml(value) for key, value in each.settings.items()}},
                baseline=bool(title) and each is START,
                pair=(instance.name, each.name),
            )
            for instance in instances
            for each in {each.name: each for each in candidates}.values()
        ]
        file = Path(os.path.normpath(tuning.file.absolute()))
        return Experiment(tuning.name, title or tuning.title, file, variants, first_seed=first_seed, seeds=seeds)

    def score(self, candidate: Candidate, instances: Sequence[Instance], seeds: Iterable[int]) -> Score:
        numbers = list(seeds)
        if candidate.name in self.refused:
            return Score(1, inf)
        costs = np.array([self.costs[candidate.name, instance.name, seed] for instance in instances for seed in numbers])
        known = costs[np.isfinite(costs)]
        return Score(1 - len(known) / len(costs), mean(known) if len(known) else inf)

    def _cost(self, path: Path) -> float:
        """Returns the cost of a run: what is to be minimised, or the penalty of one that failed or missed the target."""
        tuning = self._tuning
        missed = inf if tuning.minimise == "fitness" else tuning.penalty * tuning.budget
        if not path.exists():
            return missed
        trace = traces.open(path, growing=False)
        self.with_fitness += not isnan(trace.score[0])
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
