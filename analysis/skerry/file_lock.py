"""Reads the lock that a writer holds on its trace, as docs/trace-format.md specifies."""

import fcntl
import os
import struct
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from .errors import DataError
from .header import Unfinished

Opened = TypeVar("Opened")

#: The offset of the byte that is locked.
LOCK_OFFSET = 1 << 62
#: A trace that a run is writing is opened up to this many times, with pauses of this many seconds.
TRIES = 5
PAUSE_S = 0.05


def is_written(path: Path) -> bool | None:
    """Tells whether a run holds the lock on its trace; None if the file system can't tell."""
    question = struct.pack("hhqqi4x", fcntl.F_WRLCK, os.SEEK_SET, LOCK_OFFSET, 1, 0)
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        answer = fcntl.fcntl(descriptor, fcntl.F_OFD_GETLK, question)
    except OSError:
        return None
    finally:
        os.close(descriptor)
    kind: int = struct.unpack("hhqqi4x", answer)[0]
    return kind != fcntl.F_UNLCK


def patiently(path: Path, open_trace: Callable[[], Opened]) -> Opened:
    """Returns what `open_trace` returns. It tries again if a trace looks cut short only because its run is closing it."""
    for _ in range(TRIES):
        written = is_written(path)
        try:
            return open_trace()
        except Unfinished:
            raise
        except DataError:
            if not written and not is_written(path):
                raise
        time.sleep(PAUSE_S)
    return open_trace()
