"""Hostile traces: each attribute and each dataset of a real trace in turn is what it can't be. Both languages answer in one sentence or read
on, without waiting for a pipe and in little memory."""
import os
import random
import resource
import shutil
import subprocess
import sys

import h5py
import pytest

from tests.support.binary import TIME_LIMIT_S, TREE, Skerry
from tests.support.depth import NIGHTLY, deep

VALUES = {"billions": 10**9, "nothing": 0, "less": -1, "a text": "two", "a list": [2, 2], "a long text": "x" * 60_000}
PLACES = {
    "huge": lambda file, name: file.create_dataset(name, shape=(10**10,), maxshape=(None,), dtype="i8", chunks=(64,)),
    "one number": lambda file, name: file.create_dataset(name, data=1),
    "three dimensions": lambda file, name: file.create_dataset(name, shape=(2, 2, 2), dtype="f8"),
    "texts": lambda file, name: file.create_dataset(name, data=["a", "b"]),
    "a group": lambda file, name: file.create_group(name),
    "nothing": lambda file, name: None,
    "a pipe": lambda file, name: file.__setitem__(name, h5py.ExternalLink("pipe", "/x")),
    "itself": lambda file, name: file.__setitem__(name, h5py.SoftLink(f"/{name}")),
    "values in a pipe": lambda file, name: file.create_dataset(name, shape=(41, 2), dtype="f8", external=[("pipe", 0, 656)]),
}
#: Reads the traces that are named on standard input, and prints how many lines the error has, or 0.
READER = """
import sys, skerry
for path in sys.stdin.read().split():
    try:
        trace = skerry.open(path)
        trace.config, trace.solution
        print(path, 0, flush=True)
    except skerry.DataError as error:
        print(path, len(str(error).splitlines()), flush=True)
"""


def hostile(trace, what):
    kind, name, how = what
    with h5py.File(trace, "r+") as file:
        if kind == "attribute":
            file.attrs[name] = VALUES[how]
        else:
            del file[name]
            PLACES[how](file, name)


@pytest.mark.few(1)
def test_hostile_traces_are_refused_or_read(skerry):
    skerry.write("a.toml", '[problem]\ntype = "onemax"\n[stop]\ngenerations = 40\nat_target = false\n')
    skerry.done("run", "a.toml", "--islands", 2, "--output", "a.h5", "--quiet")
    os.mkfifo(skerry.folder / "pipe")  # who opens it waits for ever
    with h5py.File(skerry.folder / "a.h5") as file:
        changes = [("attribute", name, how) for name in file.attrs for how in VALUES]
        file.visit(lambda name: changes.extend(("item", name, how) for how in PLACES))
    made = {f"{number}.h5": what for number, what in enumerate(random.sample(changes, deep(170 if NIGHTLY else 10, len(changes))))}
    refused = 0
    for name, what in made.items():
        for command in (["resume", name, "--generations", 45, "--quiet"], ["inspect", name]):
            shutil.copy(skerry.folder / "a.h5", skerry.folder / name)
            shutil.copy(skerry.folder / "a.h5.checkpoint", skerry.folder / f"{name}.checkpoint")
            hostile(skerry.folder / name, what)
            result = skerry(*command)
            assert result.status in (0, 2, 3) and len(result.err.splitlines()) == (result.status != 0), (what, result)
        refused += result.status != 0
    env = Skerry.environment() | {"PYTHONPATH": str(TREE / "analysis")}
    read = subprocess.run([sys.executable, "-c", READER], input="\n".join(made), cwd=skerry.folder, env=env, capture_output=True, text=True,
                          timeout=TIME_LIMIT_S, check=False)  # fmt: skip
    lines = dict(line.split() for line in read.stdout.splitlines())
    assert read.returncode == 0 and list(lines) == list(made), (made.get(f"{len(lines)}.h5"), read)
    assert set(lines.values()) <= {"0", "1"}, {made[name]: count for name, count in lines.items()}
    peak_mb = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024
    print(f"of {len(made)} (of {len(changes)}) the program refused {refused}, Python {list(lines.values()).count('1')}; at most {peak_mb} MB")
    assert peak_mb < 1000
