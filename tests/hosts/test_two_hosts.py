"""Tests mpirun on two hosts: the trace is that of one machine, and the run can be resumed after the loss of a link or host."""
import pytest

from tests import slow_run
from tests.support.depth import deep

PARTY = slow_run.TREE / "configs/party/type2.toml"
TRANSPORTS = [("direct", (2, 2)), ("gather", (1, 3))]
OTHERS = [("direct", (1, 3)), ("gather", (2, 2))]


def interrupted_and_completed(pair, run, expected):
    """Checks that after a fault the job ends on both hosts, and that the same command completes it."""
    assert run.status() == 75, run.text()
    pair.await_silence()
    pair.mend()
    again = pair.slow_run(EVALUATION_MS=0)
    assert again.status() == 0, again.text()
    assert "goes on from generation" in again.text()
    assert slow_run.differences(expected, pair.trace) == []


@pytest.mark.parametrize("transport, ranks", deep(TRANSPORTS, TRANSPORTS + OTHERS), ids=str)
def test_a_run_across_hosts_is_the_run_on_one_machine(pair, transport, ranks):
    run_arguments = [PARTY, "--set", f"migration.transport={transport}", "--set", "stop.generations=60"]
    slow_run.run_here(pair.folder, *run_arguments, "--output", "here.h5", program=slow_run.BINARY)
    across = pair.mpirun(ranks, slow_run.BINARY, "run", *run_arguments, "--output", "across.h5", "--quiet")
    assert across.status() == 0, across.text()
    assert slow_run.differences(slow_run.numbers(pair.folder / "here.h5"), pair.folder / "across.h5") == []


def test_groups_of_a_node_are_the_islands_of_a_host(pair):
    run_arguments = [PARTY, "--set", "stop.generations=60"]
    across = pair.mpirun((2, 2), slow_run.BINARY, "run", *run_arguments, "--set", "migration.group=node", "--output", "across.h5", "--quiet")
    assert across.status() == 0, across.text()
    slow_run.run_here(pair.folder, *run_arguments, "--set", "migration.group=2", "--output", "here.h5", program=slow_run.BINARY)
    assert slow_run.differences(slow_run.numbers(pair.folder / "here.h5"), pair.folder / "across.h5") == []


@pytest.mark.parametrize("option", ["migration.similarity=fitness", "migration.group=node"])
def test_islands_of_two_hosts_are_threads_of_a_process_each(pair, option):
    run_arguments = [PARTY, "--islands", "5", "--set", "stop.generations=60"]
    across = pair.mpirun((1, 1), slow_run.BINARY, "run", *run_arguments, "--set", option, "--output", "across.h5", "--quiet")
    assert across.status() == 0, across.text()
    # The host of three islands has the larger group.
    here = option.replace("node", "3")
    slow_run.run_here(pair.folder, *run_arguments, "--set", here, "--output", "here.h5", program=slow_run.BINARY, ranks=1)
    assert slow_run.differences(slow_run.numbers(pair.folder / "here.h5"), pair.folder / "across.h5") == []


def test_a_short_cut_delays_the_run(pair, expected):
    run = pair.slow_run(EVALUATION_MS=1)
    pair.await_checkpoint(run)
    pair.cut()
    pair.await_standstill(run)
    assert run.process.poll() is None, run.text()
    pair.mend()
    assert run.status() == 0, run.text()
    assert slow_run.differences(expected, pair.trace) == []


def test_a_cut_link_ends_the_job_and_it_can_be_resumed(pair, expected):
    run = pair.slow_run()
    pair.await_checkpoint(run)
    pair.cut()
    interrupted_and_completed(pair, run, expected)


def test_a_stop_that_does_not_reach_a_cut_off_host_ends_the_job_all_the_same(pair, expected):
    hurry = {"OMPI_MCA_oob_tcp_keepalive_time": 4, "OMPI_MCA_oob_tcp_keepalive_intvl": 1}
    run = pair.slow_run(SKERRY_GRACE_S=3, **hurry)
    pair.await_checkpoint(run)
    pair.cut()
    run.process.terminate()
    interrupted_and_completed(pair, run, expected)
    assert "didn't stop within 3 s" in run.text()


@pytest.mark.parametrize("fault", ["daemon", "host"])
def test_a_lost_daemon_or_host_ends_the_job_and_it_can_be_resumed(pair, expected, fault):
    run = pair.slow_run()
    pair.await_checkpoint(run)
    if fault == "daemon":
        pair.second.kill_program("orted")
    else:
        pair.second.kill()
    interrupted_and_completed(pair, run, expected)
