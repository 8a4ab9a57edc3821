"""The lock that a process of skerry holds on what it writes, as docs/trace-format.md specifies."""

import fcntl
import os
import struct
from contextlib import suppress
from pathlib import Path

#: The offset of the byte that is locked.
LOCK_OFFSET = 1 << 62
LOCK = struct.pack("hhqqi4x", fcntl.F_WRLCK, os.SEEK_SET, LOCK_OFFSET, 1, 0)


def is_written(path: Path) -> bool | None:
    """Tells whether a run holds the lock on its trace; None if the file system can't tell."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)  # a pipe would wait
    except OSError:
        return None
    try:
        answer = fcntl.fcntl(descriptor, fcntl.F_OFD_GETLK, LOCK)
    except OSError:
        return None
    finally:
        with suppress(OSError):
            os.close(descriptor)  # nothing was written
    kind: int = struct.unpack("hhqqi4x", answer)[0]
    return kind != fcntl.F_UNLCK


def part_of(path: Path) -> Path:
    """Returns the name that a file has until it is whole."""
    return path.with_name(path.name + ".part")


def is_busy(path: Path) -> bool:
    """Tells whether another process is writing the file of that name, or is about to make it."""
    return bool(is_written(path) or is_written(part_of(path)))


class NewTable:
    """The lock on a table that is to be made under the name of its part. It ends with the process that has it."""

    def __init__(self, descriptor: int, path: Path) -> None:
        self._descriptor, self._path = descriptor, path

    @classmethod
    def begin(cls, path: Path, overwrite: bool) -> "NewTable | None":
        """Returns none if another process has locked the table, or has finished it meanwhile."""
        part = part_of(path)
        descriptor = os.open(part, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
        try:
            fcntl.fcntl(descriptor, fcntl.F_OFD_SETLK, LOCK)
        except (BlockingIOError, PermissionError):
            os.close(descriptor)
            return None
        except OSError:
            pass  # a file system without locks
        made = not overwrite and path.exists()
        ours = part.exists() and os.path.samestat(os.fstat(descriptor), os.stat(part))
        if made and ours:
            part.unlink(missing_ok=True)
        if not made and ours:
            return cls(descriptor, path)
        os.close(descriptor)
        return None

    def finish(self) -> None:
        """Gives the table its name."""
        part_of(self._path).replace(self._path)

    def close(self) -> None:
        os.close(self._descriptor)
