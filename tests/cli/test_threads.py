"""Islands that are threads of one process: the same traces as on ranks, and runs that go on as either."""
import signal
import socket

import h5py
import numpy
import pytest

from tests.support.running import Running
from tests.support.traces import assert_same, differences, everything

CONFIG = "onemax.toml"
#: Long enough that it is still running when it is told to stop.
LONG = ["--set", "stop.generations=100000000", "--quiet"]
SHORT = ["--set", "stop.generations=60", "--quiet"]


def run(skerry, trace, *options, ranks=None):
    skerry.done("run", CONFIG, "--output", trace, "--force", "--quiet", *options, ranks=ranks)


def test_groups_of_a_node_are_all_islands_on_one_machine(skerry):
    run(skerry, "a.h5", *SHORT, "--set", "migration.group=node", "--islands", 3)
    with h5py.File(skerry.folder / "a.h5") as trace:
        assert "group = 3" in trace["config"][()].decode()


def interrupt(skerry, trace, *options, ranks=None):
    """Starts a long run, and interrupts it as soon as it has a checkpoint."""
    with Running(skerry, "run", CONFIG, "--output", trace, *LONG, "--set", "checkpoint.every=1", *options, ranks=ranks) as running:
        assert running.wait_until((skerry.folder / f"{trace}.checkpoint").exists)
        running.signal(signal.SIGUSR1)
        assert running.end().status == 75


@pytest.mark.few(1)
@pytest.mark.parametrize("began, goes_on", [
    ("threads", "ranks"), ("ranks", "threads"), ("threads", "both"), ("both", "ranks"), ("both", "threads"), ("threads", "threads")])
def test_a_run_goes_on_as_threads_or_on_ranks(skerry, began, goes_on):
    processes = {"threads": 1, "ranks": 5, "both": 2}
    begin = {} if began == "threads" else {"ranks": processes[began]}
    interrupt(skerry, "resumed.h5", "--islands", 5, **begin)
    more = {} if goes_on == "threads" else {"ranks": processes[goes_on]}
    generations = reached(skerry, "resumed.h5") + 25
    grant = ["--generations", generations, "--quiet"]
    skerry.done("resume", "resumed.h5", *grant, **more)
    run(skerry, "whole.h5", "--islands", 5, "--set", f"stop.generations={generations}", "--set", "checkpoint.every=1")
    assert_same(without_configuration(skerry, "whole.h5"), without_configuration(skerry, "resumed.h5"))
    with h5py.File(skerry.folder / "resumed.h5") as file:
        assert file.attrs["processes"] == processes[began]
        assert file.attrs["resumed_on"].decode() == f"{processes[goes_on]}@{HOST}"
    told = inspected(skerry, "resumed.h5")
    assert told["hosts"] == f"{HOST} (5 islands)" and told["processes"] == LAYOUT[began]
    assert told["resumed"].endswith(f"Z on {processes[goes_on]} process{'es' * (goes_on != 'threads')} of {HOST}")


HOST = socket.gethostname()
LAYOUT = {"threads": "1, whose threads are the islands", "ranks": "5, one for each island",
          "both": "2, whose threads are the islands"}


def inspected(skerry, trace):
    """Returns the lines of inspect by their names."""
    shown = skerry.done("inspect", trace)
    return {name: value.strip() for name, _, value in (line.partition(" ") for line in shown.out.splitlines())}


@pytest.mark.few(1)
@pytest.mark.parametrize("options, ranks, processes, told", [
    (["--islands", 3], None, 1, "1, whose threads are the islands"), ([], 3, 3, "3, one for each island"),
    (["--islands", 1], None, 1, "1"), (["--islands", 3], 2, 2, "2, whose threads are the islands")])
def test_a_trace_tells_threads_from_ranks(skerry, options, ranks, processes, told):
    run(skerry, "a.h5", *SHORT, *options, ranks=ranks)
    found = skerry.json("inspect", "a.h5")
    islands = found["islands"]
    assert found["processes"] == processes and found["resumed_on"] == found["resumed"] == ""
    assert found["hosts"] == ",".join([HOST] * islands), "JSON has the text of the trace"
    lines = inspected(skerry, "a.h5")
    assert lines["hosts"] == f"{HOST} ({islands} island{'s' * (islands > 1)})" and lines["processes"] == told
    assert "resumed" not in lines
    with h5py.File(skerry.folder / "a.h5", "r+") as file:
        assert file.attrs["processes"] == processes
        del file.attrs["processes"], file.attrs["resumed_on"]
    assert skerry.json("inspect", "a.h5")["processes"] is None
    assert "processes" not in inspected(skerry, "a.h5"), "earlier versions did not tell"


def test_several_hosts_are_named_once_each(skerry):
    run(skerry, "a.h5", *SHORT, "--islands", 5)
    with h5py.File(skerry.folder / "a.h5", "r+") as file:
        file.attrs["hosts"] = numpy.bytes_(b"node2,node1,node2,node1,node2")
        file.attrs["processes"] = 7
        file.attrs["resumed"] = numpy.bytes_(b"2026-01-02T03:04:05Z 2026-01-03T03:04:05Z 2026-01-04T03:04:05Z")
        file.attrs["resumed_on"] = numpy.bytes_(b"? 1@node3 5@node1,node2")
    lines = inspected(skerry, "a.h5")
    assert lines["hosts"] == "node2 (3 islands), node1 (2 islands)"
    assert lines["processes"] == "7, one for each island and 2 that help with evaluations"
    assert lines["resumed"] == ("2026-01-02T03:04:05Z; 2026-01-03T03:04:05Z on 1 process of node3; "
                                "2026-01-04T03:04:05Z on 5 processes of node1,node2")


@pytest.mark.parametrize("name, told", [(b"problem", "without a name"), (b"party", "party"), (b"my problem", "my problem")])
def test_a_problem_without_a_name_is_told_as_such(skerry, name, told):
    run(skerry, "a.h5", *SHORT)
    with h5py.File(skerry.folder / "a.h5", "r+") as file:
        file.attrs["problem"] = numpy.bytes_(name)
    assert inspected(skerry, "a.h5")["problem"] == told
    assert skerry.json("inspect", "a.h5")["problem"] == name.decode()


def reached(skerry, trace):
    """Returns the generation that the trace's checkpoint has come to, which the refusal of a lower limit names."""
    refused = skerry.done("resume", trace, "--generations", 1, status=2)
    return int(refused.messages[0].rpartition("generation ")[2].split()[0])


def without_configuration(skerry, trace):
    return {name: value for name, value in everything(skerry.folder / trace).items() if "config@" not in name
            and name not in ("config", "epoch/first_generation")}


def test_ranks_and_islands_have_to_agree(skerry):
    skerry.refused("run", CONFIG, "--islands", 2, *SHORT, ranks=3, says="the run has 2 islands, and here are 3 ranks")
    assert not (skerry.folder / "results").exists()


def test_the_configuration_may_say_how_many(skerry):
    run(skerry, "named.h5", *SHORT, "--set", "run.islands=3")
    run(skerry, "option.h5", *SHORT, "--islands", 3)
    named, option = everything(skerry.folder / "named.h5"), everything(skerry.folder / "option.h5")
    assert set(differences(named, option)) <= {"config", "config@checksum"}
    run(skerry, "both.h5", *SHORT, "--set", "run.islands=3", "--islands", 2)
    assert everything(skerry.folder / "both.h5")["@islands"] == 2


@pytest.mark.parametrize("islands", ["0", "-1", "2.5", "many"])
def test_other_numbers_are_refused(skerry, islands):
    skerry.refused("run", CONFIG, f"--islands={islands}", says="--islands")


def test_no_mpi_runs_where_nobody_started_one(skerry):
    broken = {"OMPI_MCA_btl": "no_such_thing", "OMPI_MCA_pml": "no_such_thing"}
    skerry.done("run", CONFIG, "--islands", 3, *SHORT, env=broken)


def test_what_fails_on_one_island_ends_all(skerry):
    (skerry.folder / "file").write_text("no folder")
    skerry.refused("run", CONFIG, "--islands", 4, *SHORT, "--output", "file/trace.h5", says="file")
