"""Starts a run in the background, and sends it signals."""
import contextlib
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import time

from tests.support.binary import TIME_LIMIT_S, Result, await_end


class Running:
    """A call of the binary in the background. All its remaining processes end with the `with` block."""

    def __init__(self, skerry, *arguments, ranks=None, env=None):
        self._out, self._err = tempfile.TemporaryFile(), tempfile.TemporaryFile()
        # Open MPI leaves some megabytes on disk for each job that is killed.
        self._scratch = [tempfile.mkdtemp(prefix="skerry-"), tempfile.mkdtemp(prefix="skerry-", dir="/dev/shm")]
        scratch = {"OMPI_MCA_orte_tmpdir_base": self._scratch[0], "OMPI_MCA_btl_vader_backing_directory": self._scratch[1],
                   "OMPI_MCA_osc_sm_backing_directory": self._scratch[1]}
        # The session identifies the ranks even after mpirun has ended.
        self.process = subprocess.Popen(skerry.command(*arguments, ranks=ranks), cwd=skerry.folder,
                                        env=skerry.environment(scratch | (env or {})), stdin=subprocess.DEVNULL, stdout=self._out,
                                        stderr=self._err, start_new_session=True)
        self._sessions = {self.process.pid}
        self.launched = ranks is not None
        self._status = None  # the status of ranks whose mpirun hangs

    def __enter__(self):
        return self

    def __exit__(self, *failure):
        for pid in self.processes():
            kill(pid, signal.SIGKILL)
        self.end()
        self._out.close()
        self._err.close()
        for folder in self._scratch:
            shutil.rmtree(folder, ignore_errors=True)

    def processes(self):
        """Returns the process ids of the launcher and the ranks that live."""
        return [pid for pid, *_ in self._members()]

    def ranks(self):
        """Returns the ranks. MPI of a lone rank starts another process, which looks like a rank for a moment; it is
        left out.
        """
        started = self.process.pid
        members = self._members()
        if not self.launched:
            return [pid for pid, *_ in members if pid == started]
        # The launcher of MPICH has a process between itself and the ranks of a host.
        launchers = {started, *(pid for pid, _, name in members if name == "hydra_pmi_proxy")}
        return [pid for pid, parent, _ in members if parent in launchers and pid not in launchers]

    def _members(self):
        """Process id, parent and name of each."""
        found = []
        for folder in pathlib.Path("/proc").iterdir():
            if not folder.name.isdigit():
                continue
            try:
                name, _, numbers = (folder / "stat").read_text().rpartition(")")
                state, parent, _, session = numbers.split()[:4]
                # The first thread of a killed process can be over while others still hold its files and locks.
                over = state == "Z" and len(list((folder / "task").iterdir())) <= 1
            except OSError:  # the process has ended meanwhile
                continue
            if not over:
                found.append((int(session), int(folder.name), int(parent), name.partition("(")[2]))
        # The launcher of MPICH gives a session to every process that it starts.
        while True:
            members = [process for session, *process in found if session in self._sessions]
            pids = {pid for pid, *_ in members}
            more = {session for session, _, parent, _ in found if parent in pids} - self._sessions
            if not more:
                return members
            self._sessions |= more

    def alive(self):
        return self.process.poll() is None

    def signal(self, number):
        """Sends a signal to the process that was started: the lone rank, or mpirun."""
        self.process.send_signal(number)

    @contextlib.contextmanager
    def paused(self):
        """Stops the ranks for the duration of the block."""
        ranks = self.ranks()
        for pid in ranks:
            kill(pid, signal.SIGSTOP)
        yield
        for pid in ranks:
            kill(pid, signal.SIGCONT)

    def end(self, limit_s=TIME_LIMIT_S):
        """Waits until all processes have ended."""
        deadline = time.monotonic() + limit_s
        self._status = await_end(self.process, self.process.wait, limit_s)
        self.process.wait()
        while self.processes():
            assert time.monotonic() < deadline, f"ranks live on {limit_s} s"
            time.sleep(0.05)  # each look reads all of /proc
        return self.result()

    def result(self):
        """Returns the status and the output so far."""
        # The position in the file is shared with the process, so it must not be moved.
        out, err = (os.pread(stream.fileno(), os.fstat(stream.fileno()).st_size, 0) for stream in (self._out, self._err))
        return Result(self.process.poll() if self._status is None else self._status, out, err)

    def wait_until(self, condition, limit_s=TIME_LIMIT_S, every_s=0.002):
        """Waits for the condition, which is checked often; returns false if the run ends first."""
        deadline = time.monotonic() + limit_s
        while not condition():
            if not self.alive():
                return condition()
            assert time.monotonic() < deadline, f"not within {limit_s} s: {self.result()}"
            time.sleep(every_s)
        return True

    def lasts(self, seconds):
        """Waits for that time; returns false if the run ends first."""
        deadline = time.monotonic() + seconds
        return self.wait_until(lambda: time.monotonic() >= deadline)


def kill(pid, number):
    """Sends a signal; returns false if there is no such process."""
    try:
        os.kill(pid, number)
    except ProcessLookupError:
        return False
    return True
