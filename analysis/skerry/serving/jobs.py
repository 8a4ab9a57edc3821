"""Commands of skerry as jobs: each has a folder that records it, waits for cores, and outlives the page and the server.

A folder holds job.json (what was asked for), output and errors, `lock`, which its processes hold as long as they live, and, in the end,
`status`. So another server finds what an earlier one has begun.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import shlex
import signal
import subprocess
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..errors import UsageError
from ..whole_file import write_whole
from .gate import Refused

#: The shell notes the status. It passes over the signals that end the command in good order, which gets them, too.
RUNNER = 'trap : TERM INT USR1; "$@"; status=$?; echo $status > "$0.part" && mv "$0.part" "$0"'
#: How often the queue looks whether a job has ended, in seconds.
PAUSE_S = 0.1
#: The status of a job that was taken back before it began.
CANCELLED = "cancelled"
#: The most characters of a job's output that a page shows.
MOST_SHOWN = 200_000


@dataclass
class Job:
    folder: Path
    number: int
    kind: str  #: run, resume, validate, or a command on a grid
    title: str
    command: list[str]
    cores: int
    about: dict[str, Any] = field(default_factory=dict)  #: what its page needs besides
    made: float = 0.0  #: seconds since 1970

    @property
    def status(self) -> str | None:
        """The exit status, `cancelled`, or None while there is none."""
        try:
            return (self.folder / "status").read_text().strip()
        except OSError:
            return None

    @property
    def state(self) -> str:
        """waiting, running, done, failed, interrupted, or lost where it was killed with the machine or by force."""
        status = self.status
        if status is None and self.is_alive():
            return "running"
        status = status or self.status  # it may have ended meanwhile
        if status is None:
            return "lost" if (self.folder / "pid").exists() else "waiting"
        return {"0": "done", "75": "interrupted", CANCELLED: CANCELLED}.get(status, "failed")

    def is_alive(self) -> bool:
        try:
            descriptor = os.open(self.folder / "lock", os.O_RDWR | os.O_CLOEXEC)
        except OSError:
            return False
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
        finally:
            os.close(descriptor)
        return False

    @property
    def shown(self) -> str:
        """The command as one types it."""
        return shlex.join(["skerry", *self.command[1:]])

    def text(self, name: str) -> str:
        """The end of its output or errors."""
        try:
            with open(self.folder / name, "rb") as file:
                file.seek(max(os.path.getsize(self.folder / name) - MOST_SHOWN, 0))
                return file.read().decode(errors="replace")
        except OSError:
            return ""

    def summary(self) -> dict[str, Any]:
        return {"number": self.number, "kind": self.kind, "title": self.title, "state": self.state, "cores": self.cores, "about": self.about, "command": self.shown}

    def begin(self, directory: Path) -> None:
        descriptor = os.open(self.folder / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX)
            with open(self.folder / "output", "wb") as output, open(self.folder / "errors", "wb") as errors:
                started = subprocess.Popen(
                    ["sh", "-c", RUNNER, str(self.folder / "status"), *self.command],
                    cwd=directory, stdin=subprocess.DEVNULL, stdout=output, stderr=errors, start_new_session=True, pass_fds=(descriptor,),
                )
            (self.folder / "pid").write_text(str(started.pid))
            threading.Thread(target=started.wait, daemon=True).start()
        finally:
            os.close(descriptor)

    def end(self) -> None:
        """Ends it in good order, or takes it back if it waits."""
        state = self.state
        if state == "waiting":
            (self.folder / "status").write_text(CANCELLED)
        elif state == "running":
            with contextlib.suppress(ProcessLookupError):  # it has just ended
                os.killpg(int((self.folder / "pid").read_text()), signal.SIGTERM)
        else:
            raise Refused(409, f"job {self.number} is {state} already")


class Jobs:
    """The jobs of a folder. A thread begins those that wait, in their order, as cores become free."""

    def __init__(self, records: Path, directory: Path, cores: int) -> None:
        self.cores = cores
        self._records, self._directory = records, directory
        self._stop = threading.Event()
        self._lock = threading.RLock()
        self._thread: threading.Thread | None = None
        records.mkdir(parents=True, exist_ok=True)
        self._jobs = {job.number: job for job in sorted(filter(None, map(_read, records.iterdir())), key=lambda job: job.number)}
        self._open = [job for job in self._jobs.values() if job.state in ("waiting", "running")]

    def start(self) -> None:
        self._thread = threading.Thread(target=self._work, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Begins no further job; those that run go on."""
        self._stop.set()
        if self._thread:
            self._thread.join()

    def all(self) -> list[Job]:
        """The jobs, the newest first."""
        with self._lock:
            return list(reversed(self._jobs.values()))

    def get(self, number: int) -> Job:
        with self._lock:
            if number not in self._jobs:
                raise Refused(404, f"there is no job {number}")
            return self._jobs[number]

    def end(self, number: int) -> Job:
        with self._lock:
            job = self.get(number)
            job.end()
        return job

    def latest(self, **about: Any) -> Job | None:
        """The newest job about this."""
        return next((job for job in self.all() if all(job.about.get(key) == value for key, value in about.items())), None)

    def add(self, kind: str, title: str, command: Sequence[str], cores: int, about: Mapping[str, Any]) -> Job:
        with self._lock:
            number = max(self._jobs, default=0) + 1
            job = Job(self._records / f"{number:06}", number, kind, title, list(command), max(1, min(cores, self.cores)), dict(about), time.time())
            try:
                job.folder.mkdir()
                told = {name: getattr(job, name) for name in ("number", "kind", "title", "command", "cores", "about", "made")}
                write_whole(job.folder / "job.json", json.dumps(told))
            except OSError as error:
                raise UsageError(f"{error.filename or job.folder} can't be written: {error.strerror}") from error
            self._jobs[number] = job
            self._open.append(job)
        return job

    def begin_waiting(self) -> None:
        """Begins the jobs for which cores are free; none overtakes another."""
        with self._lock:
            states = [(job, job.state) for job in self._open]
            self._open = [job for job, state in states if state in ("waiting", "running")]
            free = self.cores - sum(job.cores for job, state in states if state == "running")
            for job in (job for job, state in states if state == "waiting"):
                if job.cores > free:
                    break
                try:
                    job.begin(self._directory)
                except OSError as error:
                    (job.folder / "errors").write_text(f"it can't be started: {error}\n")
                    (job.folder / "status").write_text("1")
                    continue
                free -= job.cores

    def _work(self) -> None:
        while not self._stop.wait(PAUSE_S):
            with contextlib.suppress(OSError):  # a full disk, which ends
                self.begin_waiting()


def _read(folder: Path) -> Job | None:
    try:
        return Job(folder, **json.loads((folder / "job.json").read_text()))
    except (OSError, ValueError, TypeError):
        return None  # it was never whole
