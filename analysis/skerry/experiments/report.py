"""Tells of an experiment: the list of its runs, the line of its progress, and what it has done."""

from __future__ import annotations

import json
import os
import shutil
import sys
import time
from typing import Any

from ..errors import UsageError
from .description import Experiment
from .plans import Survey
from .runner import Progress

STATES = {"missing": "to do", "unfinished": "to go on", "busy": "elsewhere", "finished": "finished"}
MODES = ("bar", "lines", "none")
#: How often a mode shows the progress.
EVERY_S = {"bar": 0.1, "lines": 5.0}


def duration_text(seconds: float) -> str:
    whole = int(seconds + 0.5)
    if whole < 60:
        return f"{whole} s"
    return f"{whole // 60} min {whole % 60:02} s" if whole < 3600 else f"{whole // 3600} h {whole % 3600 // 60:02} min"


def progress_text(progress: Progress) -> str:
    """Returns a line such as "run 47/300 (12 kept)  1 failed  2 min 10 s left  type1-islands seeds 36 to 40"."""
    kept = f" ({progress.kept:,} kept)" if progress.kept else ""
    failed = f"{progress.failed:,} failed" if progress.failed else ""
    left = f"{duration_text(progress.seconds_left)} left" if progress.seconds_left else ""
    done = f"run {progress.kept + progress.done:,}/{progress.runs:,}{kept}"
    return "  ".join(filter(None, (done, failed, left, ", ".join(progress.under_way))))


def list_text(experiment: Experiment, found: Survey, folder: str) -> str:
    lines = []
    others = set(found.other_build)
    for number, (run, status) in enumerate(found.status.items(), 1):
        variant = experiment.variants[run.variant]
        islands = f"{variant.islands:>3} island{' ' if variant.islands == 1 else 's'}"
        other = ", by another build" if run in others else ""
        lines.append(f"{number:>5}  {STATES[status]:<9}  {islands}  {os.path.join(folder, variant.file(run.seed))}{other}\n")
    count = {status: len(found.of(status)) for status in STATES}
    elsewhere = f", {count['busy']} elsewhere" if count["busy"] else ""
    told = f"{count['finished']} finished, {count['unfinished']} to go on, {count['missing']} to do{elsewhere}"
    return "".join(lines) + f"{len(found.status)} runs of {len(experiment.variants)} variants: {told}"


def experiment_text(experiment: Experiment, progress: Progress, folder: str, seconds: float) -> str:
    told = f"{experiment.title}: {progress.kept + progress.done:,} of {progress.runs:,} runs are finished"
    told += f" ({progress.done:,} now in {duration_text(seconds)}, {progress.kept:,} before)"
    told += f", {progress.failed:,} failed" if progress.failed else ""
    told += f"; {progress.infeasible:,} now without a feasible solution" if progress.infeasible else ""
    return f"{told}\ntraces  {folder}"


def experiment_record(experiment: Experiment, progress: Progress, folder: str, seconds: float) -> dict[str, Any]:
    counts = {key: getattr(progress, key) for key in ("runs", "kept", "done", "failed", "infeasible", "left")}
    return {"experiment": experiment.name, "folder": folder} | counts | {"seconds": seconds}


def json_line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace").decode()


class StatusLine:
    """Shows the progress on standard error: as one line that is rewritten in place on a terminal, and as lines elsewhere."""

    def __init__(self, silent: bool) -> None:
        wanted = os.environ.get("SKERRY_PROGRESS") or ("bar" if sys.stderr.isatty() else "lines")
        if wanted not in MODES:
            raise UsageError(f'SKERRY_PROGRESS is "{wanted}" in the environment; it is bar, lines or none')
        self._mode = "none" if silent else wanted
        self._width = shutil.get_terminal_size().columns
        self._waiting = ""
        self._on_screen = False
        self._next = 0.0

    def show(self, line: str) -> None:
        if self._mode == "none":
            return
        self._waiting = line
        if time.monotonic() >= self._next:
            self._next = time.monotonic() + EVERY_S[self._mode]
            self._write()

    def leave(self) -> None:
        """Ends the line, so that something else can be printed."""
        if self._mode == "bar" and self._on_screen:
            print(file=sys.stderr, flush=True)
        self._on_screen = False

    def finish(self) -> None:
        """Shows the last line if it has not been shown, and ends it."""
        self._write()
        self.leave()

    def _write(self) -> None:
        if self._waiting:
            line = f"\r{self._waiting[: self._width - 1]}\x1b[K" if self._mode == "bar" else f"{self._waiting}\n"
            sys.stderr.write(line)
            sys.stderr.flush()
            self._on_screen = True
        self._waiting = ""
