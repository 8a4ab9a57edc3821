"""Carries out the runs of an experiment beside other processes that do the same: looks, runs what is missing, and waits for the others."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from ..locks import is_busy
from .description import Experiment
from .plans import Part, Run, Survey, seeds_text, survey
from .processes import Signals
from .runner import Conductor, Place, Progress, remove_checkpoint

#: Names of traces or variants in a message, of which there may be thousands that have one cause.
MOST_NAMED = 10
PAUSE_S = 0.5


@dataclass
class Session:
    experiment: Experiment
    place: Place
    signals: Signals
    tell: Callable[[str], None]  #: a message
    watch: Callable[[Progress, str], None] = lambda progress, more: None  #: the progress, and what it waits for
    part: Part = Part()
    progress: Progress = field(default_factory=Progress)
    _failed: set[Run] = field(default_factory=set)
    _elsewhere: set[Run] = field(default_factory=set)  #: runs that other processes have begun since the last look

    def look(self, force: bool = False) -> Survey:
        """Raises UsageError or DataError for a mistake in a configuration or its data, and OtherRun for a trace of other settings."""
        found = survey(self.experiment, self.place.program, self.place.folder, self.part, force)
        for refusal in found.refused.values():
            raise refusal
        return found

    def carry_out(self, found: Survey) -> str:
        """Carries out the runs that have no finished trace. Returns complete, interrupted, ended, or hopeless as Conductor does."""
        self.experiment.write_manifest(self.place.folder)
        progress = self.progress
        progress.runs = len(found.status) + len(found.unreadable)
        progress.kept, progress.failed = len(found.of("finished")), len(found.unreadable)
        self.tell_of(found)
        self._remove_checkpoints(found)
        hooks: dict[str, Any] = {
            "watch": lambda progress: self.watch(progress, ""), "failed": self._note_failure, "barren": self._tell_of_run, "left": self._elsewhere.add,
        }
        while True:
            pending = found.of("missing", "unfinished")
            ending = Conductor(self.experiment, pending, self.place, self.signals, progress, **hooks).conduct()
            if ending != "complete":
                break
            more = self._wait_for_others(found)
            if more is None:
                break
            found = more
        return "interrupted" if self.signals.noted else ending

    def tell_of(self, found: Survey) -> None:
        """Names unreadable traces, and runs that another build of the program made."""
        for run, why in list(found.unreadable.items())[:MOST_NAMED]:
            self.tell(f"{self._name(run)}: {why}")
        if (more := len(found.unreadable) - MOST_NAMED) > 0:
            self.tell(f"{more} more traces can't be read")
        if found.other_build:
            seeds: dict[int, list[int]] = {}
            for run in found.other_build:
                seeds.setdefault(run.variant, []).append(run.seed)
            named = [f"{self.experiment.variants[variant].name} ({seeds_text(its)})" for variant, its in list(seeds.items())[:MOST_NAMED]]
            rest = [f"and runs of {len(seeds) - MOST_NAMED} more variants"] if len(seeds) > MOST_NAMED else []
            self.tell(f"another build of this program made kept runs: {'; '.join(named + rest)}; --force begins all anew, and --output keeps them")

    def _name(self, run: Run) -> str:
        return f"{self.experiment.variants[run.variant].name}, seed {run.seed}"

    def _note_failure(self, run: Run, why: str) -> None:
        self._failed.add(run)
        self._tell_of_run(run, why)

    def _tell_of_run(self, run: Run, why: str) -> None:
        self.tell(f"{self._name(run)}: {why}")

    def _remove_checkpoints(self, found: Survey) -> None:
        for run in found.of("finished"):
            remove_checkpoint(self.place.folder / self.experiment.variants[run.variant].file(run.seed))

    def _wait_for_others(self, found: Survey) -> Survey | None:
        """Waits for the runs that other processes carry out. Returns what there is to do afterwards; none if there is nothing."""
        busy = found.of("busy")
        if not busy and not self._elsewhere:
            return None
        self.place = replace(self.place, force=False)  # what has been begun anew is not begun anew once more
        while not self.signals.noted:
            time.sleep(PAUSE_S)
            if self._elsewhere or not all(is_busy(self.place.folder / self.experiment.variants[run.variant].file(run.seed)) for run in busy):
                self._elsewhere.clear()
                return self._look_again()
            self.watch(self.progress, f"  waiting for {len(busy):,} of another process")
        return None

    def _look_again(self) -> Survey:
        """Looks at the files once more. Runs that have failed here are not tried again, but count as finished where another process
        has carried them out."""
        found = self.look()
        finished = found.of("finished")
        self._failed -= set(finished)
        self.progress.kept = max(len(finished) - self.progress.done, 0)
        self.progress.failed = len(self._failed) + len(found.unreadable)
        found.status = {run: status for run, status in found.status.items() if status == "busy" or run not in self._failed}
        self._remove_checkpoints(found)
        return found
