"""Tests mpirun on two hosts: the trace is that of one machine, and the run can be resumed after the loss of a link or host."""
import subprocess

import pytest

from tests import slow_run

PARTY = slow_run.TREE / "configs/party/type2.toml"


def interrupted_and_completed(pair, run, expected, limit_s):
    """Checks that after a fault the job ends within the limit on both hosts, and that the same command completes it."""
    assert run.status(limit_s) == 75, run.text()
    pair.await_silence(limit_s)
    pair.second.mend()
    again = pair.slow_run()
    assert again.status(60) == 0, again.text()
    assert "goes on from generation" in again.text()
    assert slow_run.differences(expected, pair.trace) == []


@pytest.mark.parametrize("slots", ["h1:2,h2:2", "h1:1,h2:3"])
@pytest.mark.parametrize("transport", ["direct", "gather"])
def test_a_run_across_hosts_is_the_run_on_one_machine(pair, transport, slots):
    run_arguments = [PARTY, "--set", f"migration.transport={transport}", "--set", "stop.generations=60"]
    slow_run.run_here(pair.folder, *run_arguments, "--output", "here.h5", program=slow_run.BINARY)
    across = pair.mpirun(slow_run.BINARY, "run", *run_arguments, "--output", "across.h5", "--quiet", slots=slots)
    assert across.status(60) == 0, across.text()
    assert slow_run.differences(slow_run.numbers(pair.folder / "here.h5"), pair.folder / "across.h5") == []


def test_a_short_cut_delays_the_run(pair, expected):
    run = pair.slow_run()
    pair.await_checkpoint(run)
    pair.second.cut()
    with pytest.raises(subprocess.TimeoutExpired):
        run.process.wait(4)
    pair.second.mend()
    assert run.status(60) == 0, run.text()
    assert slow_run.differences(expected, pair.trace) == []


def test_a_cut_link_ends_the_job_and_it_can_be_resumed(pair, expected):
    run = pair.slow_run()
    pair.await_checkpoint(run)
    pair.second.cut()
    interrupted_and_completed(pair, run, expected, limit_s=40)


def test_a_stop_that_does_not_reach_a_cut_off_host_ends_the_job_all_the_same(pair, expected):
    hurry = {"OMPI_MCA_oob_tcp_keepalive_time": 4, "OMPI_MCA_oob_tcp_keepalive_intvl": 1}
    run = pair.slow_run(SKERRY_GRACE_S=3, **hurry)
    pair.await_checkpoint(run)
    pair.second.cut()
    run.process.terminate()
    interrupted_and_completed(pair, run, expected, limit_s=25)
    assert "didn't stop within 3 s" in run.text()


@pytest.mark.parametrize("fault", ["daemon", "host"])
def test_a_lost_daemon_or_host_ends_the_job_and_it_can_be_resumed(pair, expected, fault):
    run = pair.slow_run()
    pair.await_checkpoint(run)
    if fault == "daemon":
        pair.second.kill_program("orted")
    else:
        pair.second.kill()
    interrupted_and_completed(pair, run, expected, limit_s=10)
