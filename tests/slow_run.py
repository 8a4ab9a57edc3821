"""A run that lasts as long as a test needs, and the trace that it must end in whatever happens to it."""
import os
import pathlib
import subprocess

import h5py
import numpy

TREE = pathlib.Path(__file__).resolve().parents[1]
BINARY = pathlib.Path(os.environ.get("SKERRY", TREE / "build/release/skerry")).resolve()
PROGRAM = pathlib.Path(os.environ.get("OWN_PROGRAM", BINARY.parent / "tests/own_program")).resolve()
RANKS = 4
#: Ten evaluations a generation: at EVALUATION_MS=1 the run takes seven seconds or so, without it none to speak of.
CONFIG = """[island]
population = 10
offspring = 10
[migration]
every = 5
[stop]
generations = 600
[checkpoint]
every = 10
share = 1
"""
#: Attributes that may differ between two runs of the same numbers.
OF_THE_OCCASION = {"started", "ended", "elapsed_s", "hosts", "command", "configuration_file", "resumed", "slurm_job_id"}


def run_here(folder, *arguments, program=PROGRAM, ranks=RANKS):
    """Runs to the end on this machine, at full speed."""
    command = [TREE / "jobs/mpirun.sh", "-n", ranks, program, "run", *arguments, "--quiet"]
    done = subprocess.run([str(word) for word in command], cwd=folder, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def numbers(file):
    """All that two traces of the same run have in common: every dataset and attribute but times."""
    found = {}

    def visit(name, item):
        for key, value in item.attrs.items():
            if key not in OF_THE_OCCASION and key not in ("REFERENCE_LIST", "DIMENSION_LIST"):
                found[f"{name}@{key}"] = value
        if isinstance(item, h5py.Dataset) and not name.endswith("_s"):
            found[name] = item[()]

    with h5py.File(file) as trace:
        visit("", trace)
        trace.visititems(visit)
    return found


def differences(expected, file):
    """The names of what is not as expected: none, where the run survived."""
    seen = numbers(file)

    def same(a, b):
        a, b = numpy.asarray(a), numpy.asarray(b)
        return a.dtype == b.dtype and numpy.array_equal(a, b, equal_nan=a.dtype.kind == "f")

    return sorted(name for name in expected.keys() | seen.keys()
                  if name not in expected or name not in seen or not same(expected[name], seen[name]))
