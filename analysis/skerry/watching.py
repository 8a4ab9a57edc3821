"""Watches the trace of a run while it is written, as docs/trace-format.md specifies. Each dataset is opened only once.
"""

import os
import socket
import time
import tomllib
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

import h5py
import numpy as np

from .diversity import mean_of_islands
from .errors import DataError
from .file_lock import is_written, patiently
from .header import Unfinished, open_file, plain, translated
from .layout import RUNNING
from .trace import Trace
from .trace import open as open_trace

#: A run on this host counts as killed after this many seconds without a new epoch or a lock.
GRACE_S = 3.0
#: The same for a run on another host, whose locks a network file system may hide; at least ten of its longest epochs.
AWAY_GRACE_S = 60.0
#: The number of rows that are read at once.
ROWS = 1024


class State(Enum):
    WAITING = "waiting"  #: there is no trace yet, or no epoch in it
    RUNNING = "running"
    FINISHED = "finished"
    KILLED = "killed"
    REPLACED = "replaced"  #: another trace has taken its place, for example that of the resumed run; watch that one


@dataclass(frozen=True)
class Epoch:
    """The figures that are shown of a run at the end of an epoch."""

    generation: int
    best: float  #: since the start, of all islands; NaN before any individual has a fitness
    violation: float  #: violation of that individual
    median: float  #: lower median of the medians of the islands that have one; NaN where none has, as in the next field
    diversity: float  #: fitness diversity, the mean of the islands that have one
    evaluations: int
    evaluations_per_s: float  #: in the last second of the run, or in this epoch if that took longer
    elapsed_s: float


class Watch:
    """The observed state of one trace. poll() reads what is new; the other members hold what is known since."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.state = State.WAITING
        self.trace: Trace | None = None  #: as opened; its rows are not used, since this class reads them itself
        self.generations_planned: int | None = None  #: the most generations of the run; None without a limit
        self.stop_reason = ""  #: empty until the run has finished
        self.best = np.empty(0)  #: by generation, of all islands; NaN while none is feasible
        self.median = np.empty(0)  #: by generation, the median of the islands' medians
        self.diversity = np.empty(0)  #: by generation, fitness diversity, the mean of the islands
        self.evaluations = np.empty(0)  #: by epoch, of all islands since the start
        self.elapsed_s = np.empty(0)  #: by epoch, since the start
        self.last: Epoch | None = None
        self._file: h5py.File | None = None
        self._epoch: dict[str, h5py.Dataset] = {}
        self._generation: dict[str, h5py.Dataset] = {}
        self._grown = 0.0
        self._inode = 0

    @property
    def ended(self) -> bool:
        return self.state in (State.FINISHED, State.KILLED, State.REPLACED)

    def poll(self) -> list[Epoch]:
        """Returns the epochs that are new since the last call. Raises DataError if the file is no trace, or damaged."""
        if self.ended or (self._file is None and not self._open()):
            return []
        written = is_written(self.path)  # asked before the rows are read, so that the last rows are not missed
        with translated(self.path):
            fresh = self._read()
        if fresh:
            self._grown = time.monotonic()
            self.state = State.RUNNING
        if not written:
            self._conclude(silent=written is False and time.monotonic() - self._grown > self._grace_s())
        return fresh

    def _grace_s(self) -> float:
        sessions = self.trace.sessions if self.trace else []
        hosts = next((session.hosts for session in reversed(sessions) if session.hosts), ("",))
        writer = hosts[0].split(".")[0]
        if writer == socket.gethostname().split(".")[0]:
            return GRACE_S
        longest = np.diff(self.elapsed_s, prepend=0).max() if len(self.elapsed_s) else 0.0
        return max(AWAY_GRACE_S, 10 * float(longest))

    def close(self) -> None:
        if self._file is not None:
            self._file.close()
        self._file = None

    def _open(self) -> bool:
        if not self.path.exists():
            return False
        # A process of its own checks an unfinished trace, since HDF5 waits without end if bytes were cut off.
        self.trace = open_trace(self.path)
        planned = tomllib.loads(self.trace.config).get("stop", {}).get("generations")
        self.generations_planned = planned if isinstance(planned, int) else None
        self._grown = time.monotonic()
        self._connect()
        return True

    def _connect(self) -> None:
        self._inode = os.stat(self.path).st_ino
        self._file = patiently(self.path, lambda: open_file(self.path, growing=True))
        with translated(self.path):
            self._epoch = {name: self._file["epoch"][name] for name in ("generation", "evaluations", "violation", "best", "elapsed_s")}
            columns = ("best", "violation", "median", "fitness_diversity")
            self._generation = {name: self._file["generation"][name] for name in columns}

    def _read(self) -> list[Epoch]:
        for dataset in self._epoch.values():  # /epoch is refreshed first, because the writer writes it last
            dataset.refresh()
        begin, count = len(self.elapsed_s), min(len(dataset) for dataset in self._epoch.values())
        if count == begin:
            return []
        rows = {name: dataset[begin:count] for name, dataset in self._epoch.items()}
        for dataset in self._generation.values():
            dataset.refresh()
        self._read_generations(int(rows["generation"][-1]) + 1)
        self.evaluations = np.concatenate([self.evaluations, rows["evaluations"]])
        self.elapsed_s = np.concatenate([self.elapsed_s, rows["elapsed_s"]])
        fresh = [self._told(rows, row, begin + row) for row in range(count - begin)]
        self.last = fresh[-1]
        return fresh

    def _read_generations(self, end: int) -> None:
        best, median, diversity = [self.best], [self.median], [self.diversity]
        assert self.trace is not None
        sign = 1 if self.trace.minimises else -1
        for first in range(len(self.best), end, ROWS):
            piece = {name: dataset[first : min(first + ROWS, end)] for name, dataset in self._generation.items()}
            best.append(sign * np.fmin.reduce(np.where(piece["violation"] == 0, sign * piece["best"], np.nan), axis=1))
            median.append(_lower_medians(piece["median"]))
            diversity.append(mean_of_islands(piece["fitness_diversity"]))
        self.best, self.median, self.diversity = (np.concatenate(parts) for parts in (best, median, diversity))

    def _told(self, rows: dict[str, np.ndarray], row: int, epoch: int) -> Epoch:
        generation = int(rows["generation"][row])
        return Epoch(
            generation=generation,
            best=float(rows["best"][row]),
            violation=float(rows["violation"][row]),
            median=float(self.median[generation]),
            diversity=float(self.diversity[generation]),
            evaluations=int(rows["evaluations"][row]),
            evaluations_per_s=self._speed(epoch),
            elapsed_s=float(rows["elapsed_s"][row]),
        )

    def _speed(self, epoch: int) -> float:
        until = self.elapsed_s[epoch]
        since = min(int(np.searchsorted(self.elapsed_s, until - 1)), epoch) - 1
        began, before = (self.elapsed_s[since], self.evaluations[since]) if since >= 0 else (0.0, 0.0)
        return float((self.evaluations[epoch] - before) / (until - began)) if until > began else 0.0

    def _conclude(self, silent: bool) -> None:
        """Finds out what became of a run without a lock. `silent` means that there was no new epoch for some time."""
        self.close()  # HDF5 can't open a file in two modes at once
        if not self.path.exists():
            raise DataError(f"{self.path}: the trace is no longer there")
        if os.stat(self.path).st_ino != self._inode:
            self.state = State.REPLACED
            return
        try:
            with open_file(self.path) as file, translated(self.path):
                reason = plain(file.attrs["stop_reason"])
            if reason == RUNNING:  # it could be opened because another thread has it open as growing
                raise Unfinished(f"{self.path} is unfinished")
            self.stop_reason, self.state = reason, State.FINISHED
        except Unfinished:  # the run was killed, or the file system has no locks
            if silent:
                self.state = State.KILLED
            else:
                self._connect()


def _lower_medians(values: np.ndarray) -> np.ndarray:
    """Returns the lower median of the numbers of each row; NaN where it has none."""
    known = (~np.isnan(values)).sum(axis=1)
    middle = np.maximum(known - 1, 0) // 2
    return np.sort(values, axis=1)[np.arange(len(values)), middle]  # NaN comes last
