"""A run that takes as long as a test needs, and its trace, which must not depend on interruptions."""
import os
import subprocess
import tempfile

from tests.support import traces
from tests.support.binary import BINARY, OWN_PROGRAM as PROGRAM, TREE

RANKS = 4
#: A generation has ten evaluations: the run takes about seven seconds at EVALUATION_MS=1, and almost none without.
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
    """Carries out the run on this machine without delays."""
    command = [TREE / "jobs/mpirun.sh", "-n", ranks, program, "run", *arguments, "--quiet"]
    with tempfile.TemporaryDirectory() as scratch:  # jobs that run at the same time must not share it
        done = subprocess.run([str(word) for word in command], cwd=folder, env={**os.environ, "OMPI_MCA_orte_tmpdir_base": scratch},
                              capture_output=True, text=True, timeout=240, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def undisturbed(folder, ranks=RANKS):
    """Returns the numbers of the run without disturbance."""
    (folder / "slow.toml").write_text(CONFIG)
    run_here(folder, "slow.toml", ranks=ranks)
    return numbers(folder / "results/slow.h5")


def numbers(file):
    """Returns everything in which two traces of the same run must agree, wherever they ran."""
    return traces.everything(file, traces.OCCASION | {"configuration_file", "slurm_job_id"})


def differences(expected, file, also_differ=()):
    """Returns the names of the values that differ from the expected ones."""
    shared = ({name: value for name, value in found.items() if name not in also_differ} for found in (expected, numbers(file)))
    return traces.differences(*shared)
