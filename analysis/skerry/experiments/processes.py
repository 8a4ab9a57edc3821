"""Starts a process whose output is read without waiting, and notes the signals that this one gets."""

from __future__ import annotations

import ctypes
import errno
import os
import re
import selectors
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import IO

MOST_ERRORS_KEPT = 1 << 16
SIGNALS = (signal.SIGUSR1, signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
PR_SET_PDEATHSIG = 1
#: Signals that a process brings on itself.
CRASHES = (signal.SIGSEGV, signal.SIGABRT, signal.SIGFPE, signal.SIGILL, signal.SIGTRAP)
#: What a machine runs out of, or refuses at times, as messages say it.
SHORTAGES = tuple(map(os.strerror, (errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EROFS, errno.ESTALE, errno.ENOMEM, errno.EAGAIN, errno.EMFILE, errno.ENFILE)))
LAUNCHERS = ("mpirun ", "mpiexec ", "srun: ", "YOUR APPLICATION TERMINATED")


class Signals:
    """Notes signals, which end the work in good order. One that is ignored stays ignored: nohup sets SIGHUP so."""

    def __init__(self) -> None:
        self.noted = False

    @contextmanager
    def heard(self) -> Iterator[Signals]:
        heard = [number for number in SIGNALS if signal.getsignal(number) is not signal.SIG_IGN]
        before = {number: signal.signal(number, self._note) for number in heard}
        # The program that started this one has blocked them until now, so that none is lost.
        mask = signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)
        try:
            yield self
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
            signal.pthread_sigmask(signal.SIG_SETMASK, mask - set(SIGNALS))

    def _note(self, number: int, frame: FrameType | None) -> None:
        if number == signal.SIGINT and sys.stdin.isatty():
            if self.noted:
                signal.signal(number, signal.SIG_DFL)
                os.kill(os.getpid(), number)
            os.write(2, b"\nskerry: ending with the current generation; once more ends at once\n")
        self.noted = True


class Child:
    """A process that gets SIGTERM when this one dies. Its group is its own, so that it gets no Ctrl-C."""

    _libc = ctypes.CDLL(None)

    def __init__(self, command: list[str], folder: Path, environment: dict[str, str]) -> None:
        self._errors = bytearray()
        self._output = bytearray()
        self.process: subprocess.Popen[bytes] | None = None
        parent = os.getpid()

        def prepare() -> None:
            self._libc.prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
            if os.getppid() != parent:
                os._exit(1)

        try:
            self.process = subprocess.Popen(command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                            stderr=subprocess.PIPE, process_group=0, preexec_fn=prepare)  # fmt: skip
        except OSError as error:
            self._errors += f"cannot start {command[0]}: {error.strerror}".encode()
            return
        for stream in self._streams():
            os.set_blocking(stream.fileno(), False)

    def _streams(self) -> list[IO[bytes]]:
        return [] if self.process is None else [each for each in (self.process.stdout, self.process.stderr) if each and not each.closed]

    def listen(self, selector: selectors.BaseSelector) -> None:
        for stream in self._streams():
            selector.register(stream, selectors.EVENT_READ, self)

    def read(self) -> None:
        if self.process is None:
            return
        for stream, kept in ((self.process.stdout, self._output), (self.process.stderr, self._errors)):
            while stream and not stream.closed:
                part = stream.read(1 << 16)
                if part is None:
                    break
                kept += part
                if not part:
                    stream.close()
        del self._errors[:-MOST_ERRORS_KEPT]

    def lines(self) -> list[bytes]:
        """Takes the whole lines out of the output."""
        *lines, self._output = self._output.split(b"\n")
        return [bytes(line) for line in lines]

    def status(self) -> int | None:
        """Returns the exit status, or 128 + the signal that killed the process; none while it lives."""
        status = 127 if self.process is None else self.process.poll()
        return 128 - status if status is not None and status < 0 else status

    def message(self) -> str:
        """Returns the line of stderr that explains the end: the last one of ours, else the first one of a launcher, else the last."""
        lines = [line for line in self._errors.decode(errors="replace").splitlines() if line.strip(" \t-")]
        ours = self.messages()
        launchers = [line for line in lines if line.startswith(LAUNCHERS)]
        return (ours[-1:] or launchers[:1] or lines[-1:] or [""])[0]

    def ended_by_machine(self, status: int) -> bool:
        """Tells whether the machine is what ended the process, by a signal that is no crash, a shortage or a launcher, and not what it ran."""
        message = self.message()
        told = re.search(r"\bsignal (\d+)|Segmentation fault|Aborted|Floating point", message)
        number = status - 128 if status > 128 else int(told[1] or signal.SIGSEGV) if told and not self.messages() else 0
        if number:
            return number not in CRASHES
        if self.messages() or not message.startswith(LAUNCHERS):
            return any(each in message for each in SHORTAGES)
        return not re.search("non-zero|exit code", message, re.IGNORECASE)

    def messages(self) -> list[str]:
        lines = self._errors.decode(errors="replace").splitlines()
        return [line.removeprefix("skerry: ") for line in lines if line.startswith("skerry: ")]

    def signal(self, number: int) -> None:
        if self.process is not None:
            self.process.send_signal(number)

    def stays_behind(self) -> bool:
        """Tells whether this is a launcher that stays behind: it has not waited for its children, all of which have ended, and it is
        not stopped."""
        if self.process is None or _state(self.process.pid) in "TtZX":
            return False
        children = [int(child) for file in Path(f"/proc/{self.process.pid}/task").glob("*/children") for child in _words(file)]
        return bool(children) and all(_state(child) == "Z" for child in children)

    def end(self) -> None:
        if self.process is not None and self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()


def _words(file: Path) -> list[str]:
    try:
        return file.read_text().split()
    except OSError:  # the process has ended meanwhile
        return []


def _state(process: int) -> str:
    """Returns the state of a process in /proc, such as "Z" for one that has ended; "X" if there is none."""
    try:
        return Path(f"/proc/{process}/stat").read_text(errors="replace").rpartition(") ")[2][:1] or "X"
    except OSError:
        return "X"
