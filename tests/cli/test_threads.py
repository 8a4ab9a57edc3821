"""Islands that are threads of one process: what their traces tell of it, and what is refused."""
import socket

import h5py
import numpy
import pytest

from tests.support.traces import differences, everything

CONFIG = "onemax.toml"
SHORT = ["--set", "stop.generations=60", "--quiet"]


def run(skerry, trace, *options, ranks=None):
    skerry.done("run", CONFIG, "--output", trace, "--force", "--quiet", *options, ranks=ranks)


HOST = socket.gethostname()


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
