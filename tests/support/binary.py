"""The binary from outside. Every call has a time limit: a hang is a failure, not a wait."""
import os
import pathlib
import subprocess

TREE = pathlib.Path(__file__).resolve().parents[2]
BINARY = pathlib.Path(os.environ.get("SKERRY", TREE / "build/release/skerry")).resolve()
OWN_PROGRAM = pathlib.Path(os.environ.get("OWN_PROGRAM", BINARY.parent / "tests/own_program")).resolve()
TIME_LIMIT_S = 60


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
        return kept | (more or {})

    def __call__(self, *arguments, ranks=None, stdin=None, env=None, cwd=None):
        done = subprocess.run(self.command(*arguments, ranks=ranks), cwd=cwd or self.folder, env=self.environment(env),
                              input=(stdin or "").encode(), timeout=TIME_LIMIT_S, capture_output=True, check=False)
        return Result(done.returncode, done.stdout, done.stderr)

    def write(self, name, text):
        file = self.folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        return name
