"""Makes a cluster of three nodes, and submits the tree's job scripts to it."""
import pytest

from tests import slow_run
from tests.network import Network

from cluster import Cluster, Job


class User:
    """A user with a folder of their own."""

    def __init__(self, cluster, folder):
        self.cluster = cluster
        self.folder = folder
        (folder / "slow.toml").write_text(slow_run.CONFIG)

    def submit(self, script, *arguments, options=(), **environment):
        """Submits a script. Variables of the environment are passed to the job as from a shell."""
        names = {"SKERRY_TREE": slow_run.TREE, "SKERRY": slow_run.PROGRAM, "EVALUATION_MS": 1, **environment}
        before = dict(self.cluster.environment)
        self.cluster.environment.update({name: str(value) for name, value in names.items()})
        try:
            number = self.cluster.call("sbatch", "--parsable", "-n", slow_run.RANKS, *options,
                                       slow_run.TREE / "jobs" / script, *arguments, cwd=self.folder)
        finally:
            self.cluster.environment = before
        return Job(self.cluster, number, self.folder)

    def trace(self, name):
        return self.folder / "results" / f"{name}.h5"

    def log(self, name):
        return (self.folder / "results" / f"{name}.log").read_text()

    def await_checkpoint(self, job, name):
        job.wait_until((self.folder / "results" / f"{name}.h5.checkpoint").exists, 30)


@pytest.fixture(scope="session")
def cluster(tmp_path_factory):
    cluster = Cluster(Network(3, tmp_path_factory.mktemp("network")), tmp_path_factory.mktemp("cluster"), cpus=8)
    try:
        cluster.start()
        yield cluster
    finally:
        cluster.stop()


@pytest.fixture
def user(cluster, tmp_path):
    return User(cluster, tmp_path)


@pytest.fixture(scope="session")
def expected(tmp_path_factory):
    """Returns the numbers of the slow run without disturbance."""
    folder = tmp_path_factory.mktemp("undisturbed")
    (folder / "slow.toml").write_text(slow_run.CONFIG)
    slow_run.run_here(folder, "slow.toml")
    return slow_run.numbers(folder / "results/slow.h5")


@pytest.fixture(scope="session", autouse=True)
def timed_out(cluster, tmp_path_factory):
    """Submits a job that takes longer than its time limit. It is submitted first and checked last, since a limit is at
    least a minute.

    SLURM checks limits every 30 s, and signals each job whose signal is due before the next check: here within 30 s
    of the start.
    """
    user = User(cluster, tmp_path_factory.mktemp("timed_out"))
    options = ["--time=1", "--signal=B:USR1@45", "-w", "h3"]
    return user, user.submit("run.sbatch", "slow.toml", options=options, EVALUATION_MS=7)
