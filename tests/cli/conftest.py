"""The binary from outside. Every call has a time limit: a hang is a failure, not a wait."""
import os
import pathlib
import subprocess

import pytest

TREE = pathlib.Path(__file__).resolve().parents[2]
BINARY = pathlib.Path(os.environ.get("SKERRY", TREE / "build/release/skerry")).resolve()
TIME_LIMIT_S = 60


class Result:
    def __init__(self, done):
        self.status = done.returncode
        # Not as text: that would turn the \r of a progress bar into \n.
        self.out = done.stdout.decode()
        self.err = done.stderr.decode()
        # A message begins with the program's name; progress doesn't.
        self.messages = [line for line in self.err.splitlines() if line.startswith("skerry:")]

    def __repr__(self):
        return f"status {self.status}\nout: {self.out}\nerr: {self.err}"


class Skerry:
    """Calls the binary in a folder of its own, alone or as several ranks."""

    def __init__(self, folder):
        self.folder = folder
        self.binary = BINARY

    def __call__(self, *arguments, ranks=None, stdin=None, env=None):
        launcher = [] if ranks is None else [str(TREE / "jobs/mpirun.sh"), "-n", str(ranks)]
        command = launcher + [str(self.binary)] + [str(argument) for argument in arguments]
        environment = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "SKERRY_PROGRESS")}
        environment.update(env or {})
        done = subprocess.run(command, cwd=self.folder, env=environment, input=(stdin or "").encode(),
                              timeout=TIME_LIMIT_S, capture_output=True, check=False)
        return Result(done)

    def write(self, name, text):
        file = self.folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        return name


ONEMAX = """[problem]
type = "onemax"
bits = 60
[island]
population = 12
offspring = 12
mutation_rate = 0.02
[migration]
every = 5
[stop]
generations = 25
at_target = false
"""

PUZZLE = """name = "small"
[pool]
file = "heroes.csv"
name = "name"
[formation]
names = ["front", "middle", "back"]
edges = [[0, 1], [1, 2]]
[objective]
property = "price"
[synergy]
at_least = 0.5
traits = ["race", "faith"]
curve = [0, 0.5, 1]
[[requirement]]
kind = "average"
property = "level"
at_least = 70
[[requirement]]
kind = "count"
property = "race"
value = "elf"
at_least = 2
"""

POOL = """id,name,race,faith,level,price
a,Ada,elf,sun,80,500
b,Bo,elf,moon,70,300
c,Cy,orc,sun,60,200
d,Di,orc,moon,90,700
e,Ed,elf,sun,75,400
f,Fi,gnome,sea,65,250
"""

PARTY = """[problem]
type = "party"
instance = "puzzle.toml"
[island]
population = 6
offspring = 6
[migration]
every = 2
[stop]
generations = 6
"""


@pytest.fixture
def skerry(tmp_path):
    """A folder with two experiments: onemax.toml and party.toml."""
    skerry = Skerry(tmp_path)
    skerry.write("onemax.toml", ONEMAX)
    skerry.write("party.toml", PARTY)
    skerry.write("puzzle.toml", PUZZLE)
    skerry.write("heroes.csv", POOL)
    return skerry
