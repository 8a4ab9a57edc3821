"""A run that lasts as long as a test needs, and the trace that it must end in whatever happens to it."""
import subprocess

from tests.support import traces
from tests.support.binary import BINARY, OWN_PROGRAM as PROGRAM, TREE

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


def run_here(folder, *arguments, program=PROGRAM, ranks=RANKS):
    """Runs to the end on this machine, at full speed."""
    command = [TREE / "jobs/mpirun.sh", "-n", ranks, program, "run", *arguments, "--quiet"]
    done = subprocess.run([str(word) for word in command], cwd=folder, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def numbers(file):
    """All that two traces of the same run have in common, wherever they ran."""
    return traces.everything(file, traces.OCCASION | {"configuration_file", "slurm_job_id"})


def differences(expected, file, also_differ=()):
    """The names of what is not as expected: none, where the run survived."""
    shared = ({name: value for name, value in found.items() if name not in also_differ} for found in (expected, numbers(file)))
    return traces.differences(*shared)
