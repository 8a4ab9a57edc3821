"""A table of a thousand traces of 100 generations on five islands takes less than a gigabyte; bench/ measures the time."""

import os
import subprocess
import sys

import pytest

from make_trace import sample, write

from tests.support.binary import TREE
from tests.support.depth import deep

TRACES = deep(200, 1000)
#: The memory of the libraries, and at most a megabyte for each trace.
LIMIT_MB = deep(400, 1000)
#: The program runs the command on two cores, so that at most two processes read, and prints an upper bound of its memory.
PROGRAM = """
import os, resource, sys
os.sched_setaffinity(0, list(os.sched_getaffinity(0))[:2])
from skerry.command import main
status = main(["table", "--format", "csv", "--label", "all", *sys.argv[1:]])
# Linux counts what started the process in its ru_maxrss, and pytest may be large by then; VmHWM is its own.
own = int(next(line for line in open("/proc/self/status") if line.startswith("VmHWM")).split()[1])
largest_child = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
print((own + 2 * largest_child) // 1024, file=sys.stderr)
sys.exit(status)
"""


@pytest.mark.nightly
def test_a_table_of_many_traces_takes_little_memory(tmp_path):
    first = write(tmp_path / "0.h5", sample(generations=100, islands=5), target=50)
    traces = [first] + [tmp_path / f"{number}.h5" for number in range(1, TRACES)]
    for path in traces[1:]:
        os.link(first, path)
    environment = {**os.environ, "PYTHONPATH": str(TREE / "analysis")}
    command = [sys.executable, "-c", PROGRAM, *map(str, traces)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    head, row = done.stdout.splitlines()
    assert dict(zip(head.split(","), row.split(",")))["runs"] == str(TRACES)
    assert int(done.stderr) < LIMIT_MB
