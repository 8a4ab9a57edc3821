"""What the served pages work with: a folder, its traces, its jobs and its puzzles."""

from __future__ import annotations

import fcntl
import threading
from pathlib import Path

from ..errors import UsageError
from ..invocation import binary
from .jobs import Jobs
from .run_list import RunList

#: The folder of records, below the folder that is served.
RECORDS = ".skerry-serve"


class Desk:
    """The folder and all that is known of it. One server works on a folder. Raises UsageError."""

    def __init__(self, folder: Path, cores: int) -> None:
        self.folder = folder.resolve()
        self.records = self.folder / RECORDS
        self.program = binary()
        try:
            self.records.mkdir(mode=0o700, exist_ok=True)
            self._lock = open(self.records / "lock", "w")
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise UsageError(f"{folder} is served already; one `serve` works on a folder") from None
        except OSError as error:
            raise UsageError(f"{error.filename or folder} can't be written: {error.strerror}; `serve` keeps records there") from error
        self.puzzles = self.records / "puzzles"
        self.puzzles.mkdir(exist_ok=True)
        self.jobs = Jobs(self.records / "jobs", self.folder, cores)
        self.runs = RunList(self.folder)
        #: Figures share settings of matplotlib, so that one is drawn at a time.
        self.drawing = threading.Lock()

    def start(self) -> None:
        self.jobs.start()
        self.runs.start()

    def stop(self) -> None:
        self.jobs.stop()
        self.runs.stop()
        self._lock.close()
