"""A program built with another compiler or MPI (BUILT) does what the release build (REFERENCE) does: tests/builds/run.sh makes both."""
import os
import pathlib
import re
import signal

import h5py
import pytest

from tests.support.binary import TREE, Skerry
from tests.support.depth import deep
from tests.support.running import Running, kill
from tests.support.traces import OCCASION, differences, everything

CONFIG = TREE / "configs/party/type2.toml"
RANKS = pytest.mark.parametrize("ranks", [None, 4], ids=["alone", "4 ranks"])
#: Where nothing depends on the number of ranks: waiting ranks of MPICH spin, and those that share a core take long.
FEW_RANKS = pytest.mark.parametrize("ranks", [None, deep(2, 4)], ids=["alone", "on ranks"])
#: Long enough that nobody waits for its end.
ENDLESS = ["--set", "stop.generations=100000000", "--set", "stop.at_target=false"]


def program(variable, folder):
    """Calls the program that the variable names, under the launcher that its build has found."""
    if variable not in os.environ:
        pytest.skip(f"{variable} names no program; tests/builds/run.sh builds one with another compiler or MPI")
    binary = pathlib.Path(os.environ[variable]).resolve()
    cache = next(parent for parent in binary.parents if (parent / "CMakeCache.txt").exists()) / "CMakeCache.txt"
    launcher = re.search(r"^MPIEXEC_EXECUTABLE:\w+=(.*)$", cache.read_text(), flags=re.MULTILINE)
    called = Skerry(folder, binary)
    called.environment = lambda more=None: Skerry.environment({"SKERRY_MPIRUN": launcher.group(1), **(more or {})})
    return called


@pytest.fixture
def reference(tmp_path):
    return program("REFERENCE", tmp_path)


@pytest.fixture
def built(tmp_path):
    return program("BUILT", tmp_path)


def run(called, trace, *options, ranks=None):
    done = called("run", CONFIG, "--output", trace, "--quiet", *options, ranks=ranks)
    assert done.status == 0, done


def assert_same_traces(folder, first, second):
    occasion = OCCASION | {"mpi_library", "hdf5_library"}
    assert differences(everything(folder / first, occasion), everything(folder / second, occasion)) == []


@RANKS
def test_the_traces_are_equal_bit_for_bit(reference, built, ranks):
    for called, trace in ((reference, "reference.h5"), (built, "built.h5")):
        run(called, trace, "--set", "stop.generations=40", ranks=ranks)
    assert_same_traces(built.folder, "reference.h5", "built.h5")


@RANKS
def test_each_goes_on_from_the_others_checkpoint(reference, built, ranks):
    run(reference, "whole.h5", "--set", "stop.generations=40", ranks=ranks)
    for first, second, trace in ((reference, built, "there.h5"), (built, reference, "back.h5")):
        run(first, trace, "--set", "stop.generations=20", ranks=ranks)
        resumed = second("resume", trace, "--generations", 40, "--quiet", ranks=ranks)
        assert resumed.status == 0, resumed
        assert_same_traces(built.folder, "whole.h5", trace)


@pytest.mark.parametrize("ranks", deep([None], [None, 4]), ids=str)
@pytest.mark.parametrize("arguments, status", [(["run", CONFIG, "--set", "island.population=-1"], 2), (["run", "nowhere.toml"], 2),
                                               (["resume", "text.h5"], 3)], ids=["a bad value", "no file", "bad data"])
def test_statuses_and_messages_are_the_same(reference, built, ranks, arguments, status):
    built.write("text.h5", "no trace")
    expected, found = (called(*arguments, ranks=ranks) for called in (reference, built))
    assert found.status == expected.status == status, found
    assert found.messages == expected.messages and len(found.messages) == 1, found


@FEW_RANKS
@pytest.mark.parametrize("number", [signal.SIGUSR1, signal.SIGTERM], ids=lambda number: number.name)
def test_a_signal_ends_it_in_good_order(built, ranks, number):
    if ranks and number == signal.SIGTERM and of_open_mpi(built):
        pytest.skip("mpirun of Open MPI does not pass SIGTERM on; it ends its ranks")
    with Running(built, "run", CONFIG, "--output", "a.h5", "--quiet", *ENDLESS, ranks=ranks) as running:
        assert running.wait_until((built.folder / "a.h5").exists)
        running.signal(number)
        stopped = running.end()
    # The launcher of MPICH 4.0 now and then ends with 0 after a signal, although all ranks end with 75.
    statuses = {75} if not ranks or of_open_mpi(built) else {75, 0}
    assert stopped.status in statuses and len(stopped.messages) == 1 and "resume a.h5` goes on" in stopped.messages[0], stopped
    with h5py.File(built.folder / "a.h5") as trace:
        assert trace.attrs["stop_reason"].rstrip(b"\0") == b"interrupted"
        end = len(trace["generation/best"]) + 20
    resumed = built("resume", "a.h5", "--generations", end, "--quiet", ranks=ranks)
    assert resumed.status == 0, resumed
    run(built, "whole.h5", *ENDLESS, "--set", f"stop.generations={end}", ranks=ranks)
    assert_same_traces(built.folder, "whole.h5", "a.h5")


def test_the_others_end_when_a_rank_is_killed(built):
    with Running(built, "run", CONFIG, "--output", "a.h5", "--quiet", *ENDLESS, "--set", "checkpoint.every=1", ranks=4) as running:
        assert running.wait_until((built.folder / "a.h5.checkpoint").exists)
        kill(running.ranks()[-1], signal.SIGKILL)
        assert running.end().status not in (0, 75)
    assert built("inspect", "a.h5").status == 0


def of_open_mpi(called):
    called("run", CONFIG, "--output", "short.h5", "--quiet", "--set", "stop.generations=1")
    with h5py.File(called.folder / "short.h5") as trace:
        return trace.attrs["mpi_library"].startswith(b"Open MPI")
