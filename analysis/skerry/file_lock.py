"""Opens traces that a run may be writing."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from .errors import DataError
from .header import Unfinished
from .locks import LOCK_OFFSET as LOCK_OFFSET
from .locks import is_written as is_written

Opened = TypeVar("Opened")

#: A trace that a run is writing is opened up to this many times, with pauses of this many seconds.
TRIES = 60
PAUSE_S = 0.05


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
