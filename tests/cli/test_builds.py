"""Tests that runs which another build of the program made are named where they are kept or go on."""
import shutil
import stat

import h5py
import pytest

from tests.support.binary import BINARY, Skerry
from tests.support.traces import differences, everything

EXPERIMENT = """seeds = 3
set.stop.generations = 20
[[variants]]
name = "alone"
config = "onemax.toml"
[[variants]]
name = "both"
config = "onemax.toml"
islands = 2
"""


def builds(trace):
    with h5py.File(trace) as file:
        return file.attrs["builds"].decode().split()


@pytest.fixture
def rebuilt(skerry):
    """A copy of the program with another build ID, which is all that a change of its code would show."""
    skerry.done("run", "onemax.toml", "--output", "first.h5", "--quiet")
    build, = builds(skerry.folder / "first.h5")
    binary = skerry.folder / "rebuilt"
    content = BINARY.read_bytes()
    assert content.count(bytes.fromhex(build)) == 1
    binary.write_bytes(content.replace(bytes.fromhex(build), bytes.fromhex(build)[::-1]))
    binary.chmod(binary.stat().st_mode | stat.S_IXUSR)
    return Skerry(skerry.folder, binary)


@pytest.mark.nightly
def test_an_experiment_names_the_runs_that_it_keeps_of_another_build(skerry, rebuilt):
    skerry.write("both.toml", EXPERIMENT)
    assert skerry("experiment", "both.toml", "--quiet").err == ""
    folder = skerry.folder / "results/both"
    (folder / "both-2.h5").unlink()
    before = {path.name: path.read_bytes() for path in folder.glob("*.h5")}
    again = rebuilt.done("experiment", "both.toml", "--quiet")
    message, = again.messages
    assert "another build" in message and "alone (seeds 1 to 3); both (seeds 1, 3)" in message and "--force" in message
    for name, content in before.items():
        assert (folder / name).read_bytes() == content
    listed = rebuilt("experiment", "both.toml", "--list")
    assert [line.endswith("by another build") for line in listed.out.splitlines()[:6]] == [True, True, True, True, False, True]
    forced = rebuilt("experiment", "both.toml", "--quiet", "--force")
    assert (forced.status, forced.messages) == (0, [])
    assert rebuilt("experiment", "both.toml", "--quiet").messages == []


def test_a_series_names_the_seeds_of_another_build(skerry, rebuilt):
    series = ["run", "onemax.toml", "--repeat", 2, "--output", "all.h5", "--quiet"]
    assert skerry(*series).messages == []
    again = rebuilt.done(*series)
    message, = again.messages
    assert "another build" in message and "seeds 1 to 2" in message


def test_a_run_that_goes_on_with_another_build_says_so_and_keeps_both_builds(skerry, rebuilt):
    limit = ["--set", "stop.generations=20"]
    skerry.done("run", "onemax.toml", *limit, "--set", "checkpoint.every=1", "--output", "a.h5", "--quiet")
    shutil.copy(skerry.folder / "a.h5", skerry.folder / "b.h5")
    shutil.copy(skerry.folder / "a.h5.checkpoint", skerry.folder / "b.h5.checkpoint")
    same = skerry("resume", "a.h5", "--generations", 30, "--quiet")
    other = rebuilt("resume", "b.h5", "--generations", 30, "--quiet")
    assert (same.status, same.messages) == (0, [])
    assert other.status == 0, other
    message, = other.messages
    assert "another build of this program began b.h5" in message
    first, = builds(skerry.folder / "a.h5")
    assert builds(skerry.folder / "b.h5") == [first, bytes.fromhex(first)[::-1].hex()]
    assert differences(everything(skerry.folder / "a.h5"), everything(skerry.folder / "b.h5")) == []
