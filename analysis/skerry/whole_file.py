"""Writes files that are there as a whole or not at all."""
import os
import threading
from collections.abc import Callable
from pathlib import Path


def write_whole(path: Path, content: str | bytes | Callable[[Path], None]) -> None:
    """Writes a text, bytes, or what the call writes, into a file beside `path`, which then takes its place; a device or a pipe is
    written to. A call of the system that a signal interrupts is made again."""
    if callable(content):
        write = content
    else:
        coded = content.encode("utf-8") if isinstance(content, str) else content

        def write(part: Path) -> None:
            _uninterrupted(lambda: part.write_bytes(coded))

    if path.exists() and not path.is_file():
        write(path)
        return
    path = path.resolve()  # a link stays one
    part = path.with_name(f".{os.getpid()}-{threading.get_ident()}.part")
    try:
        write(part)
        _uninterrupted(lambda: part.replace(path))
    except BaseException as error:
        part.unlink(missing_ok=True)
        if isinstance(error, OSError):
            error.filename = str(path)  # nobody asked for the other
        raise


def _uninterrupted(call: Callable[[], object]) -> None:
    while True:
        try:
            call()
            return
        except InterruptedError:
            continue
