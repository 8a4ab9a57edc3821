"""A run under way, and what can befall it."""
import contextlib
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import time

from tests.support.binary import Result, status_of_ended_ranks


class Running:
    """A call of the binary that goes on in the background; whatever is left of it ends with the `with` block."""

    def __init__(self, skerry, *arguments, ranks=None, env=None):
        self._out, self._err = tempfile.TemporaryFile(), tempfile.TemporaryFile()
        # Open MPI leaves some megabytes behind each job that is killed.
        self._scratch = [tempfile.mkdtemp(prefix="skerry-"), tempfile.mkdtemp(prefix="skerry-", dir="/dev/shm")]
        scratch = {"OMPI_MCA_orte_tmpdir_base": self._scratch[0], "OMPI_MCA_btl_vader_backing_directory": self._scratch[1],
                   "OMPI_MCA_osc_sm_backing_directory": self._scratch[1]}
        # A session of its own, by which its ranks are known even when mpirun is gone.
        self.process = subprocess.Popen(skerry.command(*arguments, ranks=ranks), cwd=skerry.folder,
                                        env=skerry.environment(scratch | (env or {})), stdin=subprocess.DEVNULL, stdout=self._out,
                                        stderr=self._err, start_new_session=True)
        self._sessions = {self.process.pid}
        self.launched = ranks is not None
        self._status = None  # of ranks whose mpirun could not end

    def __enter__(self):
        return self

    def __exit__(self, *failure):
        for pid in self.processes():
            kill(pid, signal.SIGKILL)
        self.end(10)
        self._out.close()
        self._err.close()
        for folder in self._scratch:
            shutil.rmtree(folder, ignore_errors=True)

    def processes(self):
        """The process ids of its launcher and ranks that live."""
        return [pid for pid, *_ in self._members()]

    def ranks(self):
        """Not what a lone rank's MPI starts besides, which looks like the rank itself for a moment."""
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
            except OSError:  # it has just ended
                continue
            if state != "Z":
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
        """To the process that was started: the lone rank, or mpirun."""
        self.process.send_signal(number)

    @contextlib.contextmanager
    def paused(self):
        """Its ranks stand still."""
        ranks = self.ranks()
        for pid in ranks:
            kill(pid, signal.SIGSTOP)
        yield
        for pid in ranks:
            kill(pid, signal.SIGCONT)

    def end(self, limit_s=60):
        """Waits until all its processes have ended."""
        deadline = time.monotonic() + limit_s
        try:
            self.process.wait(limit_s)
        except subprocess.TimeoutExpired:
            self._status = status_of_ended_ranks(self.process.pid)
            if self._status is None:
                raise
            self.process.kill()
            self.process.wait()
        while self.processes():
            assert time.monotonic() < deadline, f"ranks live on {limit_s} s"
            time.sleep(0.01)
        return self.result()

    def result(self):
        """What it has said so far."""
        # Without a seek: the place in the file is the process's too.
        out, err = (os.pread(stream.fileno(), os.fstat(stream.fileno()).st_size, 0) for stream in (self._out, self._err))
        return Result(self.process.poll() if self._status is None else self._status, out, err)

    def wait_until(self, condition, limit_s=60):
        """Looks often; false where the run ends first."""
        deadline = time.monotonic() + limit_s
        while not condition():
            if not self.alive():
                return condition()
            assert time.monotonic() < deadline, f"not within {limit_s} s: {self.result()}"
            time.sleep(0.0002)
        return True

    def lasts(self, seconds):
        """Waits that long; false where the run ends first."""
        deadline = time.monotonic() + seconds
        return self.wait_until(lambda: time.monotonic() >= deadline)


def kill(pid, number):
    """Whether there was a process to receive the signal."""
    try:
        os.kill(pid, number)
    except ProcessLookupError:
        return False
    return True
