"""Makes pairs of hosts, and experiments that run on both hosts of a pair. Each test has a pair, and all run at the same time."""
import os
import shlex
import subprocess
import time

import pytest

from tests import slow_run
from tests.network import Network
from tests.support.depth import deep
from tests.support.side_by_side import SideBySide, pytest_pyfunc_call  # noqa: F401 (pytest looks for the second)
from tests.waiting import wait_for

LAUNCHER = ["mpirun", "--mca", "plm_rsh_agent", slow_run.TREE / "tests/rsh.sh"]
#: The number of ranks on each of the two hosts in runs that a fault interrupts.
RANKS_A_HOST = deep(1, 2)
#: Only a hang takes that long, on any machine. By default Open MPI notices a cut link after eight minutes.
HANG_S = 240


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

    def status(self):
        try:
            return self.process.wait(HANG_S)
        except subprocess.TimeoutExpired:
            pytest.fail(f"still running after {HANG_S} s; so far it said:\n{self.text()}")


class Pair:
    def __init__(self, folder, first, second):
        self.folder = folder
        self.first, self.second = first, second
        self.trace = folder / "results/slow.h5"
        (folder / "slow.toml").write_text(slow_run.CONFIG)

    def command(self, *ranks):
        """Returns the mpirun command for these numbers of ranks on the two hosts."""
        hosts = f"{self.first.name}:{ranks[0]},{self.second.name}:{ranks[1]}"
        return [str(word) for word in [*LAUNCHER, "--host", hosts, "-n", sum(ranks)]]

    def mpirun(self, ranks, *words):
        return Run(self.folder, self.first.command(*self.command(*ranks), *words))

    def slow_run(self, **environment):
        """Starts the run as a user does who wants it to be resumed."""
        environment = {"EVALUATION_MS": 5, "SKERRY": slow_run.PROGRAM,
                       "SKERRY_LAUNCHER": shlex.join(self.command(RANKS_A_HOST, RANKS_A_HOST)), **environment}
        command = [slow_run.TREE / "jobs/resumable.sh", "slow.toml"]
        return Run(self.folder, self.first.command(*command), **environment)

    def await_checkpoint(self, run):
        wait_for((self.folder / "results/slow.h5.checkpoint").exists, HANG_S, run.text)

    def await_standstill(self, run):
        """Waits until nothing is written to the trace for a second."""
        def stands_still():
            before = self.trace.stat().st_mtime_ns
            time.sleep(1)
            return self.trace.stat().st_mtime_ns == before
        wait_for(stands_still, HANG_S, run.text)

    def cut(self):
        """Cuts the link. Ranks that wait for each other use a whole core each, so they leave it to other tests."""
        self.second.cut()
        self._set_niceness(19)

    def mend(self):
        self.second.mend()
        self.second.await_link(self.first)
        self.first.await_link(self.second)
        self._set_niceness(os.getpriority(os.PRIO_PROCESS, 0))

    def _set_niceness(self, niceness):
        for host in self.first, self.second:
            for pid in host.running(slow_run.PROGRAM.name):
                try:
                    os.setpriority(os.PRIO_PROCESS, pid, niceness)
                except ProcessLookupError:
                    pass

    def await_silence(self):
        for host in self.first, self.second:
            wait_for(lambda: not host.processes(), HANG_S, lambda: f"left on {host.name}: {host.processes()}")


@pytest.fixture(scope="session")
def expected(tmp_path_factory):
    return slow_run.undisturbed(tmp_path_factory.mktemp("undisturbed"), ranks=2 * RANKS_A_HOST)


@pytest.fixture(scope="session")
def network(request, tmp_path_factory):
    return Network(2 * len(request.session.items), tmp_path_factory.mktemp("network"))


@pytest.fixture(scope="session", autouse=True)
def under_way(request, network, expected, tmp_path_factory):
    hosts = iter(network.hosts)
    tests = SideBySide(request.session, "pair", lambda item: Pair(tmp_path_factory.mktemp("pair"), next(hosts), next(hosts)),
                       expected=expected)
    yield tests
    tests.close()
    for host in network.hosts:
        host.kill()


@pytest.fixture
def pair(request, under_way):
    return under_way.subjects[request.node.nodeid]
