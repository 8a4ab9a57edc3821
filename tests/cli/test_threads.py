"""Islands that are threads of one process: the same traces as on ranks, and runs that go on as either."""
import json
import signal
import socket
import subprocess

import h5py
import numpy
import pytest

from tests.support.binary import TREE
from tests.support.depth import deep
from tests.support.traces import assert_same, contents, differences, everything

CONFIG = TREE / "configs/party/type2.toml"
#: Long enough that it is still running when it is told to stop.
LONG = ["--set", "stop.generations=100000", "--set", "stop.at_target=false", "--quiet"]
SHORT = ["--set", "stop.generations=60", "--set", "stop.at_target=false", "--quiet"]


def assert_same_traces(skerry, first, second):
    assert differences(everything(skerry.folder / first), everything(skerry.folder / second)) == []


def run(skerry, trace, *options, config=CONFIG, ranks=None):
    done = skerry("run", config, "--output", trace, "--force", "--quiet", *options, ranks=ranks)
    assert done.status == 0, done


@pytest.mark.parametrize("option", [
    "migration.similarity=fitness", "migration.similarity=genotype", "migration.similarity=entropy",
    "migration.similarity=spectral", "migration.similarity=random", "migration.transport=gather",
    "migration.topology=ring", "migration.topology=random", "migration.transfer=copy", "migration.deal_at_start=true", "migration.group=2",
    "island.restart_after=5", "trace.lineage=true"])
def test_threads_leave_the_trace_of_as_many_ranks(skerry, option):
    # Two kinds of genomes, which travel in different ways.
    config = TREE / f"configs/paper/islands/{'type2' if 'fitness' in option or 'gather' in option else 'rastrigin'}.toml"
    options = ["--set", option, "--set", "stop.generations=45"]
    run(skerry, "ranks.h5", *options, config=config, ranks=4)
    run(skerry, "threads.h5", *options, "--islands", 4, config=config)
    assert_same_traces(skerry, "ranks.h5", "threads.h5")


#: Islands and ranks that carry them as threads: as many each, uneven, and more islands than cores.
HYBRIDS = [(4, 2), (5, 2), (7, 3), (17, 4)]
HYBRID_OPTIONS = [
    "migration.similarity=fitness", "migration.similarity=genotype", "migration.similarity=entropy",
    "migration.similarity=spectral", "migration.transport=gather", "migration.topology=ring", "migration.transfer=copy",
    "migration.deal_at_start=true", "migration.group=3", "trace.lineage=true"]


@pytest.mark.parametrize("option, islands, ranks", deep(
    [(option, *HYBRIDS[number % len(HYBRIDS)]) for number, option in enumerate(HYBRID_OPTIONS)],
    [(option, islands, ranks) for option in HYBRID_OPTIONS for islands in range(2, 18) for ranks in range(1, min(islands, 5))]))
def test_threads_of_several_ranks_leave_the_same_trace(skerry, option, islands, ranks):
    config = TREE / "configs/paper/islands/rastrigin.toml"
    options = ["--set", option, "--set", "stop.generations=25", "--islands", islands]
    run(skerry, "threads.h5", *options, config=config)
    run(skerry, "both.h5", *options, config=config, ranks=ranks)
    assert_same_traces(skerry, "threads.h5", "both.h5")


@pytest.mark.parametrize("config, option", [("arm", "migration.transfer=home"), ("arm", "migration.topology=ring"),
                                            ("dtlz2", "migration.topology=ring"), ("zdt4", "migration.transport=gather")])
def test_threads_of_several_ranks_leave_the_same_maps_and_fronts(skerry, config, option):
    options = ["--set", option, "--set", "stop.generations=25", "--islands", 5]
    run(skerry, "threads.h5", *options, config=TREE / f"configs/benchmarks/{config}.toml")
    run(skerry, "both.h5", *options, config=TREE / f"configs/benchmarks/{config}.toml", ranks=2)
    assert_same_traces(skerry, "threads.h5", "both.h5")


def test_groups_of_a_node_are_all_islands_on_one_machine(skerry):
    options = ["--set", "stop.generations=45", "--set", "migration.group=node"]
    run(skerry, "ranks.h5", *options, ranks=3)
    run(skerry, "threads.h5", *options, "--islands", 3)
    assert_same_traces(skerry, "ranks.h5", "threads.h5")
    with h5py.File(skerry.folder / "threads.h5") as trace:
        assert "group = 3" in trace["config"][()].decode()


@pytest.mark.parametrize("option", ["migration.similarity=random", "migration.transport=gather", "migration.topology=ring",
                                    "migration.transfer=copy", "migration.transfer=home", "island.cells=centroidal"])
def test_threads_leave_the_maps_of_as_many_ranks(skerry, option):
    config = TREE / "configs/benchmarks/arm.toml"
    transfer = "migration.transfer=home" if "gather" in option else "run.seed=3"
    options = [word for setting in (option, transfer, "stop.generations=45", "problem.cells=15", "island.centroids=200")
               for word in ("--set", setting)]
    run(skerry, "ranks.h5", *options, config=config, ranks=4)
    run(skerry, "threads.h5", *options, "--islands", 4, config=config)
    assert_same_traces(skerry, "ranks.h5", "threads.h5")


@pytest.mark.parametrize("config, options", [
    ("zdt1", []), ("zdt4", ["migration.transport=gather"]), ("dtlz2", ["problem.objectives=4", "migration.topology=ring"]),
    ("dtlz2", ["island.niches=directions", "migration.similarity=fitness"])])
def test_fronts_on_threads_leave_the_trace_of_as_many_ranks(skerry, config, options):
    config = TREE / f"configs/benchmarks/{config}.toml"
    options = [word for option in [*options, "stop.generations=45"] for word in ("--set", option)]
    run(skerry, "ranks.h5", *options, config=config, ranks=3)
    run(skerry, "threads.h5", *options, "--islands", 3, config=config)
    assert_same_traces(skerry, "ranks.h5", "threads.h5")


@pytest.mark.parametrize("option", ["migration.similarity=fitness", "migration.similarity=genotype", "migration.topology=ring", "migration.group=4"])
def test_many_islands_plan_together_what_the_first_one_deals_out(skerry, option):
    # From 24 islands on, no rank sees the keys of all.
    for config in ("configs/benchmarks/trap.toml", "configs/paper/islands/rastrigin.toml"):
        for transport in ("direct", "gather"):
            run(skerry, f"{transport}.h5", "--set", option, "--set", "stop.generations=15", "--set", "island.population=40",
                "--set", f"migration.transport={transport}", "--islands", 30, config=TREE / config)
        wire = ("migration/bytes_sent", "migration/bytes_received")
        assert_same(*(contents(skerry.folder / f"{transport}.h5", wire) for transport in ("direct", "gather")))


def interrupt(skerry, trace, *options, ranks=None):
    """Starts a long run, and interrupts it as soon as it has a checkpoint."""
    command = skerry.command("run", CONFIG, "--output", trace, *LONG, "--set", "checkpoint.every=1", *options, ranks=ranks)
    with subprocess.Popen(command, cwd=skerry.folder, env=skerry.environment(), stdin=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL) as process:
        while not (skerry.folder / f"{trace}.checkpoint").exists() and process.poll() is None:
            try:
                process.wait(0.05)
            except subprocess.TimeoutExpired:
                pass
        process.send_signal(signal.SIGUSR1)
        assert process.wait() == 75


@pytest.mark.parametrize("began, goes_on", [
    ("threads", "threads"), ("threads", "ranks"), ("ranks", "threads"), ("threads", "both"), ("both", "ranks"), ("both", "threads")])
def test_a_run_goes_on_as_threads_or_on_ranks(skerry, began, goes_on):
    processes = {"threads": 1, "ranks": 5, "both": 2}
    begin = {} if began == "threads" else {"ranks": processes[began]}
    interrupt(skerry, "resumed.h5", "--islands", 5, **begin)
    more = {} if goes_on == "threads" else {"ranks": processes[goes_on]}
    generations = reached(skerry, "resumed.h5") + 25
    grant = ["--generations", generations, "--quiet"]
    done = skerry("resume", "resumed.h5", *grant, **more)
    assert done.status == 0, done
    run(skerry, "whole.h5", "--islands", 5, "--set", f"stop.generations={generations}", "--set", "stop.at_target=false",
        "--set", "checkpoint.every=1")
    assert differences(without_configuration(skerry, "whole.h5"), without_configuration(skerry, "resumed.h5")) == []
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
    shown = skerry("inspect", trace)
    assert shown.status == 0, shown
    return {name: value.strip() for name, _, value in (line.partition(" ") for line in shown.out.splitlines())}


@pytest.mark.parametrize("options, ranks, processes, told", [
    (["--islands", 3], None, 1, "1, whose threads are the islands"), ([], 3, 3, "3, one for each island"),
    (["--islands", 1], None, 1, "1"), (["--islands", 3], 2, 2, "2, whose threads are the islands")])
def test_a_trace_tells_threads_from_ranks(skerry, options, ranks, processes, told):
    run(skerry, "a.h5", *SHORT, *options, ranks=ranks)
    found = json.loads(skerry("inspect", "a.h5", "--json").out)
    islands = found["islands"]
    assert found["processes"] == processes and found["resumed_on"] == found["resumed"] == ""
    assert found["hosts"] == ",".join([HOST] * islands), "JSON has the text of the trace"
    lines = inspected(skerry, "a.h5")
    assert lines["hosts"] == f"{HOST} ({islands} island{'s' * (islands > 1)})" and lines["processes"] == told
    assert "resumed" not in lines
    with h5py.File(skerry.folder / "a.h5", "r+") as file:
        assert file.attrs["processes"] == processes
        del file.attrs["processes"], file.attrs["resumed_on"]
    assert json.loads(skerry("inspect", "a.h5", "--json").out)["processes"] is None
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
    assert json.loads(skerry("inspect", "a.h5", "--json").out)["problem"] == name.decode()


def reached(skerry, trace):
    """Returns the generation that the trace's checkpoint has come to, which the refusal of a lower limit names."""
    refused = skerry("resume", trace, "--generations", 1)
    assert refused.status == 2, refused
    return int(refused.messages[0].rpartition("generation ")[2].split()[0])


def without_configuration(skerry, trace):
    return {name: value for name, value in everything(skerry.folder / trace).items() if "config@" not in name
            and name not in ("config", "epoch/first_generation")}


def test_ranks_and_islands_have_to_agree(skerry):
    refused = skerry("run", CONFIG, "--islands", 2, *SHORT, ranks=3)
    assert refused.status == 2, refused
    assert len(refused.messages) == 1 and "the run has 2 islands, and here are 3 ranks" in refused.messages[0]
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
    refused = skerry("run", CONFIG, f"--islands={islands}")
    assert refused.status == 2 and "--islands" in refused.messages[0], refused


def test_no_mpi_runs_where_nobody_started_one(skerry):
    broken = {"OMPI_MCA_btl": "no_such_thing", "OMPI_MCA_pml": "no_such_thing"}
    assert skerry("run", CONFIG, "--islands", 3, *SHORT, env=broken).status == 0


def test_what_fails_on_one_island_ends_all(skerry):
    (skerry.folder / "file").write_text("no folder")
    failed = skerry("run", CONFIG, "--islands", 4, *SHORT, "--output", "file/trace.h5")
    assert failed.status == 2 and len(failed.messages) == 1 and "file" in failed.messages[0], failed
