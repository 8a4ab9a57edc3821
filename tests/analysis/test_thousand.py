"""A thousand traces of 100 generations on five islands take little memory; bench/ measures the time."""

import os
import subprocess
import sys
from pathlib import Path

from make_trace import sample, write

TREE = Path(__file__).resolve().parents[2]
LIMIT_MB = 1000
#: The program runs the command on two cores, so that at most two processes read, and prints an upper bound of its memory.
PROGRAM = """
import os, resource, sys
os.sched_setaffinity(0, list(os.sched_getaffinity(0))[:2])
from skerry.command import main
status = main(["table", "--format", "csv", "--label", "all", *sys.argv[1:]])
own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
largest_child = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
print((own + 2 * largest_child) // 1024, file=sys.stderr)
sys.exit(status)
"""


def test_a_table_of_a_thousand_traces_takes_less_than_a_gigabyte(tmp_path):
    first = write(tmp_path / "0.h5", sample(generations=100, islands=5), target=50)
    traces = [first] + [tmp_path / f"{number}.h5" for number in range(1, 1000)]
    for path in traces[1:]:
        os.link(first, path)
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *map(str, traces)],
        env={**os.environ, "PYTHONPATH": str(TREE / "analysis")},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    head, row = done.stdout.splitlines()
    assert dict(zip(head.split(","), row.split(",")))["runs"] == "1000"
    assert int(done.stderr) < LIMIT_MB
