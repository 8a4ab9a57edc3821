"""Tests damaged, foreign and mismatched traces and checkpoints: one message, status 3, and no change of any file."""
import functools
import os
import pathlib
import random
import shutil

import h5py
import pytest

from tests.faults.ranks import BOTH, MOSTLY_ALONE, both
from tests.support.binary import Skerry
from tests.support.depth import deep
from tests.support.experiments import write_experiments
from tests.support.traces import OCCASION, assert_same, everything

BAD_DATA = 3
MORE = ["--generations", 60, "--quiet"]


def folder(place):
    place.mkdir()


def link(target):
    return lambda place: place.symlink_to(target)


def text(place):
    place.write_text("generation,best\n1,2\n" * 100)


def foreign(place):
    with h5py.File(place, "w") as file:
        file["generation/best"] = [1, 2, 3]


def random_bytes(place):
    place.write_bytes(random.Random(1).randbytes(20000))


# Files that may be in the place of a trace or a checkpoint.
STRANGERS = {"a folder": folder, "empty": pathlib.Path.touch, "a text": text, "another HDF5 file": foreign,
             "random bytes": random_bytes, "/dev/zero": link("/dev/zero"), "/dev/null": link("/dev/null"), "a pipe": os.mkfifo,
             "a link to nothing": link("nowhere"), "a link to itself": link("a.h5")}


@pytest.fixture(scope="module")
def originals(tmp_path_factory):
    """Returns a function that makes the trace and checkpoint of an ended run for a number of ranks."""
    skerry = Skerry(tmp_path_factory.mktemp("originals"))
    write_experiments(skerry)

    @functools.cache
    def original(ranks):
        trace = skerry.folder / f"{ranks}.h5"
        skerry.done("run", "onemax.toml", "--output", trace.name, "--quiet", ranks=ranks)
        return trace
    return original


@pytest.fixture
def ended(skerry, ranks, originals):
    """Copies the trace and the checkpoint of a run that ended and can be continued."""
    trace = skerry.folder / "a.h5"
    shutil.copy(originals(ranks), trace)
    return trace, pathlib.Path(shutil.copy(f"{originals(ranks)}.checkpoint", f"{trace}.checkpoint"))


def state(skerry):
    files = (skerry.folder / name for name in ("a.h5", "a.h5.checkpoint"))
    return [file.read_bytes() if file.is_file() and not file.is_char_device() else None for file in files]


def assert_not_resumed(skerry, ranks, *says):
    """Neither file is touched."""
    before = state(skerry)
    skerry.refused("resume", "a.h5", *MORE, ranks=ranks, status=BAD_DATA, says=says)
    assert state(skerry) == before


@pytest.mark.few(3)
@both("name", ["missing", *STRANGERS])
def test_what_is_no_trace(skerry, ranks, name):
    if name != "missing":
        STRANGERS[name](skerry.folder / "a.h5")
    before = sorted(os.listdir(skerry.folder))
    for command in (["inspect", "a.h5"], ["inspect", "a.h5", "--json"], ["resume", "a.h5"], ["repair", "a.h5"]):
        skerry.refused(*command, ranks=ranks, status=BAD_DATA, says="a.h5")
    assert sorted(os.listdir(skerry.folder)) == before


@MOSTLY_ALONE
def test_a_trace_that_was_cut_short(skerry, ended, ranks):
    trace, _ = ended
    whole = trace.read_bytes()
    sizes = (len(whole) // 2, 1, 47, 1000, len(whole) - 1)
    for size in sizes if ranks is None else deep(sizes[:1], sizes):
        trace.write_bytes(whole[:size])
        skerry.refused("inspect", "a.h5", ranks=ranks, status=BAD_DATA, says="a.h5")
        assert_not_resumed(skerry, ranks, "a.h5")


@pytest.mark.few(6)
@both("name", STRANGERS)
def test_what_is_no_checkpoint(skerry, ended, ranks, name):
    _, checkpoint = ended
    checkpoint.unlink()
    if name == "a link to itself":
        checkpoint.symlink_to(checkpoint.name)
    else:
        STRANGERS[name](checkpoint)
    assert_not_resumed(skerry, ranks, "a.h5.checkpoint")
    skerry.done("inspect", "a.h5", ranks=ranks)


@pytest.mark.few(1)
@BOTH
def test_a_checkpoint_that_was_cut_short_or_lengthened(skerry, ended, ranks):
    _, checkpoint = ended
    whole = checkpoint.read_bytes()
    versions = (whole[:-1], whole + b"\0", whole[:15], whole[:100], whole + whole)
    for damaged in versions if ranks is None else deep(versions[:1], versions):
        checkpoint.write_bytes(damaged)
        assert_not_resumed(skerry, ranks, "a.h5.checkpoint")
    checkpoint.write_bytes(whole)
    skerry.done("resume", "a.h5", *MORE, ranks=ranks)


@MOSTLY_ALONE
def test_a_checkpoint_with_a_flipped_bit(skerry, ended, ranks):
    _, checkpoint = ended
    whole = checkpoint.read_bytes()
    seed = random.randrange(10**6)
    print(f"seed {seed}")
    chance = random.Random(seed)
    for _ in range(deep(6, 12) if ranks is None else deep(1, 4)):
        damaged = bytearray(whole)
        damaged[chance.randrange(len(whole))] ^= 1 << chance.randrange(8)
        checkpoint.write_bytes(damaged)
        assert_not_resumed(skerry, ranks, "a.h5.checkpoint")


@pytest.mark.few(3)
@both("options, others", [
    ([], 1), (["--seed", 2], 0), (["--set", "island.gene_rate=0.03"], 0), (["--set", "problem.bits=61"], 0),
    (["--set", "migration.every=4"], 0)])
def test_the_checkpoint_of_another_run(skerry, ended, ranks, options, others):
    skerry.done("run", "onemax.toml", "--output", "other.h5", "--quiet", *options, ranks=(ranks or 1) + others)
    shutil.copy(skerry.folder / "other.h5.checkpoint", ended[1])
    assert_not_resumed(skerry, ranks, "a.h5.checkpoint: the checkpoint is of another run")


@pytest.mark.few(1)
@BOTH
def test_a_checkpoint_later_than_its_trace(skerry, ended, ranks):
    trace, _ = ended
    early = trace.read_bytes()
    skerry.done("resume", "a.h5", "--generations", 50, "--quiet", ranks=ranks)
    trace.write_bytes(early)
    assert_not_resumed(skerry, ranks, "a.h5 has 5 epochs and its checkpoint")


@pytest.mark.few(1)
@BOTH
def test_a_trace_later_than_its_checkpoint(skerry, ended, ranks):
    """A kill can leave a trace that is later than its checkpoint; it is cut back."""
    trace, checkpoint = ended
    early = checkpoint.read_bytes()
    skerry.done("resume", "a.h5", *MORE, ranks=ranks)
    sixty = everything(trace)
    checkpoint.write_bytes(early)
    skerry.done("resume", "a.h5", *MORE, ranks=ranks)
    assert_same(everything(trace), sixty)


@MOSTLY_ALONE
def test_trace_and_checkpoint_may_move_together(skerry, ended, ranks):
    trace, checkpoint = ended
    os.mkdir(skerry.folder / "archive")
    os.rename(trace, skerry.folder / "archive/b.h5")
    os.rename(checkpoint, skerry.folder / "archive/b.h5.checkpoint")
    skerry.done("resume", "archive/b.h5", *MORE, ranks=ranks)
    skerry.done("run", "onemax.toml", "--output", "whole.h5", "--set", "stop.generations=60", ranks=ranks)
    occasion = OCCASION | {"configuration_file"}
    assert_same(everything(skerry.folder / "archive/b.h5", occasion), everything(skerry.folder / "whole.h5", occasion))
