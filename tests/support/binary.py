"""The binary from outside. Every call has a time limit: a hang is a failure, not a wait."""
import atexit
import os
import pathlib
import shutil
import subprocess
import tempfile

TREE = pathlib.Path(__file__).resolve().parents[2]
BINARY = pathlib.Path(os.environ.get("SKERRY", TREE / "build/release/skerry")).resolve()
OWN_PROGRAM = pathlib.Path(os.environ.get("OWN_PROGRAM", BINARY.parent / "tests/own_program")).resolve()
TIME_LIMIT_S = 120
# Jobs of Open MPI that share a folder remove it under each other now and then, and suites run side by side.
SCRATCH = tempfile.mkdtemp(prefix="skerry-tests-")
atexit.register(shutil.rmtree, SCRATCH, ignore_errors=True)


def status_of_ended_ranks(launcher):
    """The largest exit status of the ranks that an mpirun has not taken notice of; none where one of them lives. In one of a
    thousand jobs on a busy machine it waits for a lock of its own for ever, in PMIx_server_finalize, when all its ranks have ended."""
    statuses = []
    for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:  # it has just gone
            continue
        if int(fields[1]) == launcher:
            if fields[0] != "Z":
                return None
            code = os.waitstatus_to_exitcode(int(fields[-1]))
            statuses.append(code if code >= 0 else 128 - code)  # as mpirun says it of a rank that a signal ended
    return max(statuses, default=None)


class Result:
    def __init__(self, status, out, err):
        self.status = status
        # Not read as text: that would turn the \r of a progress bar into \n.
        self.out = out.decode()
        self.err = err.decode()
        # A message begins with the program's name; progress doesn't.
        self.messages = [line for line in self.err.splitlines() if line.startswith("skerry:")]

    def __repr__(self):
        return f"status {self.status}\nout: {self.out}\nerr: {self.err}"


class Skerry:
    """Calls the binary in a folder of its own, alone or as several ranks."""

    def __init__(self, folder, binary=BINARY):
        self.folder = folder
        self.binary = binary

    def command(self, *arguments, ranks=None):
        launcher = [] if ranks is None else [TREE / "jobs/mpirun.sh", "-n", ranks]
        return [str(word) for word in [*launcher, self.binary, *arguments]]

    @staticmethod
    def environment(more=None):
        kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "SKERRY_PROGRESS")}
        return {"OMPI_MCA_orte_tmpdir_base": SCRATCH} | kept | (more or {})

    def __call__(self, *arguments, ranks=None, stdin=None, env=None, cwd=None):
        with subprocess.Popen(self.command(*arguments, ranks=ranks), cwd=cwd or self.folder, env=self.environment(env),
                              stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            try:
                out, err = process.communicate((stdin or "").encode(), timeout=TIME_LIMIT_S)
                return Result(process.returncode, out, err)
            except subprocess.TimeoutExpired:
                status = status_of_ended_ranks(process.pid)
                process.kill()
                if status is None:
                    raise
                return Result(status, *process.communicate())

    def write(self, name, text):
        file = self.folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        return name
