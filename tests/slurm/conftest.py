"""Makes a cluster, and submits the tree's job scripts to it. All tests run at the same time, since they mostly wait."""
import tempfile

import pytest

from tests import slow_run
from tests.network import Network
from tests.support.side_by_side import SideBySide, pytest_pyfunc_call  # noqa: F401 (pytest looks for the second)

from cluster import Cluster, Job

#: The numbers of nodes that all jobs share, and of nodes that a test reserves since it disturbs them.
SHARED, RESERVED = 2, 5


class User:
    """A user with a folder of their own."""

    def __init__(self, cluster, folder):
        self.cluster = cluster
        self.folder = folder
        # Jobs of Open MPI that share a folder sometimes remove it under each other.
        self.scratch = tempfile.mkdtemp()
        (folder / "slow.toml").write_text(slow_run.CONFIG)
        self.program = folder / "program"
        self.program.write_text(f"#!/bin/sh\nEVALUATION_MS=$(cat {folder}/evaluation_ms) exec {slow_run.PROGRAM} \"$@\"\n")
        self.program.chmod(0o755)
        self.pace(5)

    def pace(self, evaluation_ms):
        """Sets the duration of an evaluation in programs that start from now on: a run takes half a minute at 5."""
        (self.folder / "evaluation_ms").write_text(f"{evaluation_ms}\n")

    def submit(self, script, *arguments, options=(), tasks=("-n", slow_run.RANKS), by="sbatch", **environment):
        """Submits a script. Variables of the environment are passed to the job as from a shell."""
        names = {"SKERRY_TREE": slow_run.TREE, "SKERRY": self.program, "TMPDIR": self.scratch, **environment}
        number = self.cluster.call(by, "--parsable", *tasks, *options, slow_run.TREE / "jobs" / script, *arguments,
                                   cwd=self.folder, environment={name: str(value) for name, value in names.items()})
        return Job(self.cluster, number, self.folder)

    def trace(self, name):
        return self.folder / "results" / f"{name}.h5"

    def log(self, name):
        return (self.folder / "results" / f"{name}.log").read_text()

    def await_checkpoint(self, job, name):
        """Waits for the first checkpoint. The run is slow until it is interrupted, and fast when it goes on."""
        job.wait_until((self.folder / "results" / f"{name}.h5.checkpoint").exists)
        self.pace(0)


@pytest.fixture(scope="session")
def cluster(tmp_path_factory):
    network = Network(SHARED + RESERVED, tmp_path_factory.mktemp("network"))
    cluster = Cluster(network, tmp_path_factory.mktemp("cluster"), shared=SHARED, cpus=64)
    try:
        cluster.start()
        yield cluster
    finally:
        cluster.stop()


@pytest.fixture(scope="session")
def expected(tmp_path_factory):
    return slow_run.undisturbed(tmp_path_factory.mktemp("undisturbed"))


@pytest.fixture(scope="session", autouse=True)
def under_way(request, cluster, expected, tmp_path_factory):
    tests = SideBySide(request.session, "user", lambda item: User(cluster, tmp_path_factory.mktemp("user")),
                       cluster=cluster, expected=expected)
    yield tests
    tests.close()


@pytest.fixture
def user(request, under_way):
    return under_way.subjects[request.node.nodeid]
