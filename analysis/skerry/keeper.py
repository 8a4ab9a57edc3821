"""Carries out `skerry run` for a Python process, whose functions evaluate.

A process of its own keeps the run: it starts the program, forks a worker for each one that the program wants, and ends both when the
Python process is gone. It is forked from that process, so closures and functions of a notebook serve as they are.
"""

from __future__ import annotations

import fcntl
import os
import random
import selectors
import shutil
import signal
import socket
import sys
import tempfile
import traceback
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, NoReturn

from . import connect
from .errors import AnalysisError

#: Answers the requests of one stream on another one, until the run ends.
Serve = Callable[[IO[str], IO[str]], object]

#: Yields what to tell of what does not come, and raises AnalysisError where it never will.
Late = Iterator[str]
#: Is told of an epoch, and says whether the run ends with it.
Rule = Callable[[bytes], bool]

#: What the run starts as a worker. The name of the interpreter is left to each machine, so that another one does not change the run.
WORKER = (
    "${SKERRY_PYTHON:?this run evaluates by a Python function, and goes on by the call of skerry.evolve that began it}",
    "${SKERRY_CONNECT}",
)
COMMAND = ["sh", "-c", f'exec "{WORKER[0]}" -I -S "{WORKER[1]}"']
#: Names the socket at which the program asks the rule.
CALLBACK = "SKERRY_CALLBACK"
#: The longest path of a socket is 107 bytes.
LONGEST_FOLDER = 90
#: How long a run may take to want its first worker before the caller is told what it may be waiting for.
PATIENCE_S = 5.0


class Run:
    """A run under way, as the process sees it that wants it."""

    count = 0  #: of the runs that this process has started

    def __init__(
        self, command: list[str], configuration: str, serve: Serve | None, environment: dict[str, str], late: Late | None = None, rule: Rule | None = None,
    ) -> None:
        """`command` reads the configuration from standard input. Without `serve` the caller serves `listener`. `late` is asked what to tell
        while no worker is wanted, and ends the run by an error. `rule` is asked in this process.
        """
        Run.count += 1
        self.folder = Path(tempfile.mkdtemp(prefix="skerry-"))
        if len(os.fsencode(self.folder)) > LONGEST_FOLDER:
            self.folder.rmdir()
            self.folder = Path(tempfile.mkdtemp(prefix="skerry-", dir="/tmp"))
        (self.folder / "run.toml").write_text(configuration, encoding="utf-8")
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(str(self.folder / "socket"))
        self.listener.listen(128)
        self.life, life = socket.socketpair(type=socket.SOCK_SEQPACKET)
        self.errors, errors = os.pipe()
        self._rule = rule
        self._asked, asking = socket.socketpair(type=socket.SOCK_SEQPACKET)
        variables = os.environ | environment | ({CALLBACK: str(asking.fileno())} if rule else {}) | {
            connect.PLACE: str(self.folder / "socket"),
            "SKERRY_PYTHON": sys.executable,
            "SKERRY_CONNECT": connect.__file__,
        }
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # newer versions of Python warn of a fork beside threads; the keeper has none of them
            self._keeper = os.fork()
        if self._keeper == 0:
            keeper = _Keeper(life, self.listener if serve else None, serve, self.folder, late)
            try:
                self.life.close()
                self._asked.close()
                os.close(self.errors)
                if serve is None:
                    self.listener.close()
                keeper.keep(command, variables, errors, asking)
            except BrokenPipeError:  # the caller is gone already
                keeper.abandon()
            except BaseException:
                traceback.print_exc()
                keeper.abandon()
            finally:
                os._exit(1)
        life.close()
        asking.close()
        os.close(errors)
        if serve is not None:
            self.listener.close()
        _, programs, _, _ = socket.recv_fds(self.life, 16, 1)
        self._program = programs[0] if programs else None

    def signal(self, number: int) -> None:
        if self._program is not None:
            with suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._program, number)

    def end(self, show: Callable[[bytes], object]) -> tuple[int, str]:
        """Shows what the program prints on standard error until it ends, and returns its exit status, as subprocess does, and its
        standard output.
        """
        with selectors.DefaultSelector() as selector:
            selector.register(self.life, selectors.EVENT_READ)
            selector.register(self.errors, selectors.EVENT_READ)
            selector.register(self._asked, selectors.EVENT_READ)
            while self.life not in (ready := [key.fileobj for key, _ in selector.select()]):
                if self._asked in ready:
                    self._answer(selector)
                elif chunk := os.read(self.errors, 65536):
                    show(chunk)
                else:
                    selector.unregister(self.errors)
        told = self.life.recv(16)
        if not told:  # the keeper was killed
            self.signal(signal.SIGKILL)
        while chunk := os.read(self.errors, 65536):
            show(chunk)
        self.close()
        return int(told or -signal.SIGKILL), self._output

    def _answer(self, selector: selectors.BaseSelector) -> None:
        question = self._asked.recv(4096)
        if not question or self._rule is None:
            selector.unregister(self._asked)
            return
        with suppress(BrokenPipeError):  # of a program that has been killed
            self._asked.send(b"1" if self._rule(question) else b"0")

    def close(self) -> None:
        """Ends the run if it has not ended yet, and leaves nothing behind."""
        if self.life.fileno() < 0:
            return
        with suppress(OSError):
            self.life.shutdown(socket.SHUT_RDWR)  # another process that was forked from this one may have it, too
        self.life.close()
        self._asked.close()
        with suppress(ChildProcessError):  # where the caller's program waits for all its children
            os.waitpid(self._keeper, 0)
        self.signal(signal.SIGKILL)  # which is needed only if the keeper was killed
        if self._program is not None:
            os.close(self._program)
        self.listener.close()
        os.close(self.errors)
        output = self.folder / "output"
        self._output = output.read_text(encoding="utf-8") if output.exists() else ""
        shutil.rmtree(self.folder, ignore_errors=True)


class _Keeper:
    def __init__(self, life: socket.socket, listener: socket.socket | None, serve: Serve | None, folder: Path, late: Late | None) -> None:
        self._late = late
        self._life, self._listener, self._serve, self._folder = life, listener, serve, folder
        self._workers: dict[int, socket.socket] = {}
        self._program = 0
        self._status: int | None = None

    def keep(self, command: list[str], environment: dict[str, str], errors: int, asking: socket.socket) -> NoReturn:
        os.setsid()  # the terminal's signals and those to the caller's group are not for these processes
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGUSR1):
            signal.signal(number, signal.SIG_DFL)
        ended, wake = socket.socketpair()
        for end in (ended, wake):
            end.setblocking(False)
        signal.set_wakeup_fd(wake.fileno())
        signal.signal(signal.SIGCHLD, lambda *_: None)
        told = os.dup(errors)
        asking.set_inheritable(CALLBACK in environment)
        self._start(command, environment, errors)
        asking.close()
        self._selector = selectors.DefaultSelector()
        for source in (self._life, ended, *([self._listener] if self._listener else [])):
            self._selector.register(source, selectors.EVENT_READ)
        while self._status is None:
            found = self._selector.select(PATIENCE_S if self._late else None)
            if self._late and not found:
                self._tell_late(self._late, told)
            else:
                self._late = None
            for key, _ in found:
                if key.fileobj is self._life:
                    self.abandon()
                elif key.fileobj is self._listener:
                    self._admit(self._listener)
                elif key.fileobj is ended:
                    ended.recv(4096)
                    self._reap()
                elif key.data in self._workers:
                    self._end(key.data)
        self._end_workers()
        self._life.send(b"%d" % self._status)
        os._exit(0)

    def _tell_late(self, late: Late, told: int) -> None:
        try:
            os.write(told, next(late).encode())
        except AnalysisError as error:
            os.kill(self._program, signal.SIGKILL)
            os.waitpid(self._program, 0)
            os.write(told, f"skerry: {error}\n".encode())
            self._status = error.status

    def _start(self, command: list[str], environment: dict[str, str], errors: int) -> None:
        streams: list[tuple[Any, ...]] = [
            (os.POSIX_SPAWN_OPEN, 0, str(self._folder / "run.toml"), os.O_RDONLY, 0),
            (os.POSIX_SPAWN_OPEN, 1, str(self._folder / "output"), os.O_WRONLY | os.O_CREAT, 0o600),
            (os.POSIX_SPAWN_DUP2, errors, 2),
        ]
        try:
            self._program = os.posix_spawn(command[0], command, environment, file_actions=streams, setsigmask=[])
        except OSError as error:
            os.write(errors, f"skerry: {command[0]} can't be started: {error.strerror}\n".encode())
            self._life.send(b"not started")
            self._life.send(b"1")
            os._exit(1)
        os.close(errors)
        program = os.pidfd_open(self._program)
        socket.send_fds(self._life, [b"started"], [program])
        os.close(program)

    def _admit(self, listener: socket.socket) -> None:
        connection, _ = listener.accept()
        _, streams, _, _ = socket.recv_fds(connection, 16, 3)
        if len(streams) == 3:
            pid = os.fork()
            if pid == 0:
                self._work(connection, streams)
            os.setpgid(pid, pid)
            self._workers[pid] = connection
            self._selector.register(connection, selectors.EVENT_READ, pid)
        else:
            connection.close()
        for stream in streams:
            os.close(stream)

    def _work(self, connection: socket.socket, streams: Sequence[int]) -> NoReturn:
        try:
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            os.setpgid(0, 0)
            assert self._listener is not None and self._serve is not None
            for other in (self._listener, self._life, *self._workers.values()):
                other.close()
            # If the keeper itself is killed, the end of the connection kills the worker.
            fcntl.fcntl(connection, fcntl.F_SETOWN, os.getpid())
            fcntl.fcntl(connection, fcntl.F_SETSIG, signal.SIGKILL)
            fcntl.fcntl(connection, fcntl.F_SETFL, fcntl.fcntl(connection, fcntl.F_GETFL) | fcntl.FASYNC)
            requests = os.fdopen(os.dup(streams[0]), encoding="utf-8")
            answers = os.fdopen(os.dup(streams[1]), "w", encoding="utf-8")
            nothing = os.open(os.devnull, os.O_RDWR)
            for number, stream in enumerate((nothing, streams[2], streams[2])):
                os.dup2(stream, number)
            for stream in (nothing, *streams):
                os.close(stream)
            sys.stdin, sys.stdout, sys.stderr = open(0, closefd=False), open(1, "w", 1, closefd=False), open(2, "w", 1, closefd=False)
            random.seed()  # otherwise all workers would draw the same numbers
            if "numpy" in sys.modules:
                sys.modules["numpy"].random.seed()
            self._serve(requests, answers)
            sys.stdout.flush()
            os._exit(0)
        except BaseException:
            traceback.print_exc()
            sys.stderr.flush()
        finally:
            os._exit(1)

    def _end(self, pid: int) -> None:
        """Kills a worker, whose connection has ended."""
        with suppress(ProcessLookupError):
            os.killpg(pid, signal.SIGKILL)
        self._forget(pid)

    def _forget(self, pid: int, last: bytes = b"") -> None:
        connection = self._workers.pop(pid, None)
        if connection is None:
            return
        self._selector.unregister(connection)
        with suppress(OSError):
            if last:
                connection.send(last)
            connection.shutdown(socket.SHUT_RDWR)
        connection.close()

    def _reap(self) -> None:
        while True:
            try:
                found = os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
            except ChildProcessError:
                return
            if found is None:
                return
            pid = found.si_pid
            if pid != self._program:
                with suppress(ProcessLookupError, PermissionError):
                    os.killpg(pid, signal.SIGKILL)  # what it has started and left
            status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
            if pid == self._program:
                self._status = status
            else:
                self._forget(pid, b"%d" % status)

    def _end_workers(self) -> None:
        for pid in list(self._workers):
            self._end(pid)
        with suppress(ChildProcessError):
            while True:
                os.waitpid(-1, 0)

    def abandon(self) -> NoReturn:
        """Ends the program before its workers, so that it takes the end of no worker for a failure."""
        if self._program and self._status is None:
            os.kill(self._program, signal.SIGKILL)
            os.waitpid(self._program, 0)
        self._end_workers()
        shutil.rmtree(self._folder, ignore_errors=True)
        os._exit(0)
