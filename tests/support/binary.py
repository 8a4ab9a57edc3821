"""Calls the binary. Every call has a time limit, so that a hang is a failure."""
import atexit
import contextlib
import io
import json
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import time
from unittest import mock

import pytest

TREE = pathlib.Path(__file__).resolve().parents[2]
BINARY = pathlib.Path(os.environ.get("SKERRY", TREE / "build/release/skerry")).resolve()
OWN_PROGRAM = pathlib.Path(os.environ.get("OWN_PROGRAM", BINARY.parent / "tests/own_program")).resolve()
#: What a program that was built without the designer does not have.
OF_DESIGNER = ["validate"], ["map"], ["generate", "party"]
DESIGNER = os.environ.get("SKERRY_DESIGNER") != "OFF"
#: Only a hang takes that long, on any machine.
TIME_LIMIT_S = 240
# Jobs of Open MPI that share a folder sometimes remove it under each other, and several suites may run at the same
# time.
SCRATCH = tempfile.mkdtemp(prefix="skerry-tests-")
# Where jobs begin at once, one that finds this folder made by another meanwhile fails; they remove it unless there is something in it.
pathlib.Path(SCRATCH, f"ompi.{os.uname().nodename.partition('.')[0]}.{os.getuid()}", "kept").mkdir(parents=True)
atexit.register(shutil.rmtree, SCRATCH, ignore_errors=True)


def status_of_ended_ranks(launcher):
    """Returns what mpirun would end with after all its ranks have ended: the largest exit status, or that of a signal if no rank
    failed by itself, since mpirun kills those that live when one fails; -SIGKILL if it has waited for all of them; None if a
    rank lives or the process is no mpirun. In about one of a thousand jobs on a busy machine, and more often if a rank is killed as
    it starts, mpirun hangs in PMIx_server_finalize after all its ranks have ended. And where mpirun stands still for two seconds at the end,
    ranks leave PMIx_Finalize without its answer; it takes them for such that died and ends with 1, without a word (orte_execute_quiet)."""
    statuses = []
    for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:  # the process has ended meanwhile
            continue
        if int(fields[1]) == launcher:
            if fields[0] != "Z":
                return None
            statuses.append(os.waitstatus_to_exitcode(int(fields[-1])))
    if not statuses and pathlib.Path(f"/proc/{launcher}/comm").read_text().startswith(("mpirun", "mpiexec", "orterun")):
        return -signal.SIGKILL
    own = [status for status in statuses if status > 0]
    killed = [128 - status for status in statuses if status < 0]
    return max(own or killed or statuses, default=None)


def await_end(process, wait, limit_s=TIME_LIMIT_S):
    """Calls `wait(seconds)`, which raises TimeoutExpired, until it returns. Kills an mpirun that has hung with ended ranks for
    ten seconds, and returns their status; otherwise returns the status of the process."""
    deadline = time.monotonic() + limit_s
    looks = 0
    while True:
        try:
            wait(5)
            return process.returncode
        except subprocess.TimeoutExpired:
            status = status_of_ended_ranks(process.pid)
            looks = 0 if status is None else looks + 1
            if looks == 3:
                process.kill()
                return status
            if time.monotonic() > deadline:
                process.kill()
                raise


class Result:
    def __init__(self, status, out, err):
        self.status = status
        # The output is read as bytes, since text mode would replace the carriage returns of a progress bar.
        self.out = out.decode()
        self.err = err.decode()
        # A message begins with the program's name, progress does not.
        self.messages = [line for line in self.err.splitlines() if line.startswith("skerry:")]

    def answers(self):
        """Returns what the output says in JSON, an object a line."""
        return [json.loads(line) for line in self.out.splitlines()]

    def __repr__(self):
        return f"status {self.status}\nout: {self.out}\nerr: {self.err}"


class Skerry:
    """Calls the binary in a folder of its own, alone or on several ranks."""

    def __init__(self, folder, binary=BINARY):
        self.folder = folder
        self.binary = binary

    def command(self, *arguments, ranks=None):
        if not DESIGNER and any(list(arguments[:len(words)]) == words for words in OF_DESIGNER):
            pytest.skip("the program was built without the designer")
        launcher = [] if ranks is None else [TREE / "jobs/mpirun.sh", "-n", ranks]
        return [str(word) for word in [*launcher, self.binary, *arguments]]

    @staticmethod
    def environment(more=None):
        kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "SKERRY_PROGRESS")}
        # Programs of users find the analysis there.
        path = {"PATH": f"{kept['PATH']}:{TREE / 'jobs'}"}
        # What Open MPI takes on one machine; to look for networks takes a tenth of a start.
        one_machine = {"OMPI_MCA_pml": "ob1", "OMPI_MCA_btl": "self,vader", "OMPI_MCA_orte_tmpdir_base": SCRATCH}
        return one_machine | kept | path | (more or {})

    def __call__(self, *arguments, ranks=None, stdin=None, env=None, cwd=None):
        with subprocess.Popen(self.command(*arguments, ranks=ranks), cwd=cwd or self.folder, env=self.environment(env),
                              stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            given = [(stdin or "").encode()]  # communicate accepts an input in its first call only
            streams = []

            def communicate(seconds):
                streams.extend(process.communicate(given.pop() if given else None, timeout=seconds))

            status = await_end(process, communicate)
            return Result(status, *(streams or process.communicate()))

    def done(self, *arguments, status=0, says=None, **how):
        """Returns the result of a call that has to end with this status. One that is refused says, on any number of ranks, one
        message with a text, or with each text of a list, and prints nothing else but the same as an object, if JSON is asked for."""
        result = self(*arguments, **how)
        assert result.status == status, result
        if says is not None:
            assert len(result.messages) == 1, result
            if "--json" in arguments:
                [answer] = result.answers()
                assert f"skerry: {answer['error']['message']}" == result.messages[0], result
            else:
                assert result.out == "", result
            for part in [says] if isinstance(says, str) else says:
                assert part in result.messages[0], (part, result)
        return result

    def refused(self, *arguments, status=2, says=(), **how):
        return self.done(*arguments, status=status, says=says, **how)

    def json(self, *arguments, **how):
        """Returns what a call answers with --json. It has to end well, or with the status that is named."""
        return json.loads(self.done(*arguments, "--json", **how).out)

    def write(self, name, text):
        file = self.folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        return name


class HandedOver(Skerry):
    """Calls commands that the binary hands over to the analysis, within this process: without the start of the binary and those
    of two interpreters, which take longer than the command."""

    def __call__(self, *arguments, env=None, cwd=None):
        from skerry.command import main
        words = [str(word) for word in [*arguments, "--program", self.binary]]
        out, err = io.StringIO(), io.StringIO()
        with contextlib.chdir(cwd or self.folder), mock.patch.dict(os.environ, self.environment(env), clear=True), \
                contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            status = main(words)
        return Result(status, out.getvalue().encode(), err.getvalue().encode())
