"""Makes two hosts, and experiments that run on both."""
import os
import shlex
import subprocess

import pytest

from tests import slow_run
from tests.network import Network
from tests.waiting import wait_for

LAUNCHER = ["mpirun", "--mca", "plm_rsh_agent", slow_run.TREE / "tests/rsh.sh"]


class Run:
    """A call of jobs/resumable.sh on the first host, with ranks on both, or of another command that starts ranks."""

    def __init__(self, folder, command, **environment):
        self.output = folder / f"output-{len(list(folder.glob('output-*')))}.txt"
        root = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMPI_MCA_mpi_yield_when_idle": "1"}
        environment = {name: str(value) for name, value in environment.items()}
        with open(self.output, "wb") as output:
            self.process = subprocess.Popen(command, cwd=folder, env={**os.environ, **root, **environment},
                                            stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT)

    def text(self):
        return self.output.read_text(errors="replace")

    def status(self, limit_s):
        try:
            return self.process.wait(limit_s)
        except subprocess.TimeoutExpired:
            pytest.fail(f"still running after {limit_s} s; so far it said:\n{self.text()}")


class Pair:
    def __init__(self, network, folder):
        self.folder = folder
        self.network = network
        self.first, self.second = network.hosts
        self.trace = folder / "results/slow.h5"
        self.expected = None
        (folder / "slow.toml").write_text(slow_run.CONFIG)

    def mpirun(self, *words, slots="h1:2,h2:2"):
        return Run(self.folder, self.first.command(*LAUNCHER, "--host", slots, "-n", 4, *words))

    def slow_run(self, **environment):
        """Starts the run as a user does who wants it to be resumed."""
        environment = {"EVALUATION_MS": 1, "SKERRY": slow_run.PROGRAM,
                       "SKERRY_LAUNCHER": shlex.join(str(word) for word in [*LAUNCHER, "--host", "h1:2,h2:2", "-n", 4]),
                       **environment}
        command = [slow_run.TREE / "jobs/resumable.sh", "slow.toml"]
        return Run(self.folder, self.first.command(*command), **environment)

    def await_checkpoint(self, run):
        wait_for((self.folder / "results/slow.h5.checkpoint").exists, 20, run.text)

    def await_silence(self, limit_s):
        for host in self.network.hosts:
            wait_for(lambda: not host.processes(), limit_s, lambda: f"left on {host.name}: {host.processes()}")


@pytest.fixture(scope="session")
def network(tmp_path_factory):
    return Network(2, tmp_path_factory.mktemp("network"))


@pytest.fixture(scope="session")
def expected(tmp_path_factory):
    """Returns the numbers of the slow run without disturbance."""
    folder = tmp_path_factory.mktemp("undisturbed")
    (folder / "slow.toml").write_text(slow_run.CONFIG)
    slow_run.run_here(folder, "slow.toml")
    return slow_run.numbers(folder / "results/slow.h5")


@pytest.fixture
def pair(network, tmp_path):
    yield Pair(network, tmp_path)
    for host in network.hosts:
        host.mend()
        host.kill()
