"""Tests damaged, foreign and mismatched traces and checkpoints: one message, status 3, and no change of any file."""
import functools
import os
import pathlib
import random
import shutil

import h5py
import pytest

from tests.faults.ranks import BOTH, both
from tests.support.binary import Skerry
from tests.support.depth import deep
from tests.support.experiments import write_experiments
from tests.support.traces import OCCASION, differences, everything

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
        done = skerry("run", "onemax.toml", "--output", trace.name, "--quiet", ranks=ranks)
        assert done.status == 0, done
        return trace
    return original


@pytest.fixture
def ended(skerry, ranks, originals):
    """Copies the trace and the checkpoint of a run that ended and can be continued."""
    trace = skerry.folder / "a.h5"
    shutil.copy(originals(ranks), trace)
    return trace, pathlib.Path(shutil.copy(f"{originals(ranks)}.checkpoint", f"{trace}.checkpoint"))


def state(*files):
    return [file.read_bytes() if file.is_file() and not file.is_char_device() else None for file in files]


def assert_refused(skerry, ranks, *command, parts=()):
    result = skerry(*command, ranks=ranks)
    assert (result.status, len(result.messages), result.out) == (BAD_DATA, 1, ""), result
    for part in parts:
        assert part in result.messages[0], result


@both("name", ["missing", *STRANGERS])
def test_what_is_no_trace(skerry, ranks, name):
    if name != "missing":
        STRANGERS[name](skerry.folder / "a.h5")
    before = sorted(os.listdir(skerry.folder))
    for command in (["inspect", "a.h5"], ["inspect", "a.h5", "--json"], ["resume", "a.h5"], ["repair", "a.h5"]):
        assert_refused(skerry, ranks, *command, parts=["a.h5"])
    assert sorted(os.listdir(skerry.folder)) == before


@BOTH
def test_a_trace_that_was_cut_short(skerry, ended, ranks):
    trace, checkpoint = ended
    whole = trace.read_bytes()
    saved = checkpoint.read_bytes()
    sizes = (len(whole) // 2, 1, 47, 1000, len(whole) - 1)
    for size in sizes if ranks is None else deep(sizes[:1], sizes):
        trace.write_bytes(whole[:size])
        assert_refused(skerry, ranks, "inspect", "a.h5", parts=["a.h5"])
        assert_refused(skerry, ranks, "resume", "a.h5", *MORE, parts=["a.h5"])
        assert state(trace, checkpoint) == [whole[:size], saved]


@both("name", STRANGERS)
def test_what_is_no_checkpoint(skerry, ended, ranks, name):
    trace, checkpoint = ended
    checkpoint.unlink()
    if name == "a link to itself":
        checkpoint.symlink_to(checkpoint.name)
    else:
        STRANGERS[name](checkpoint)
    before = state(trace, checkpoint)
    assert_refused(skerry, ranks, "resume", "a.h5", *MORE, parts=["a.h5.checkpoint"])
    assert state(trace, checkpoint) == before
    assert skerry("inspect", "a.h5", ranks=ranks).status == 0


@BOTH
def test_a_checkpoint_that_was_cut_short_or_lengthened(skerry, ended, ranks):
    trace, checkpoint = ended
    whole = checkpoint.read_bytes()
    versions = (whole[:-1], whole + b"\0", whole[:15], whole[:100], whole + whole)
    for damaged in versions if ranks is None else deep(versions[:1], versions):
        checkpoint.write_bytes(damaged)
        before = state(trace, checkpoint)
        assert_refused(skerry, ranks, "resume", "a.h5", *MORE, parts=["a.h5.checkpoint"])
        assert state(trace, checkpoint) == before
    checkpoint.write_bytes(whole)
    assert skerry("resume", "a.h5", *MORE, ranks=ranks).status == 0


@BOTH
def test_a_checkpoint_with_a_flipped_bit(skerry, ended, ranks):
    trace, checkpoint = ended
    whole = checkpoint.read_bytes()
    seed = random.randrange(10**6)
    print(f"seed {seed}")
    chance = random.Random(seed)
    for _ in range(deep(6, 12) if ranks is None else deep(1, 4)):
        damaged = bytearray(whole)
        damaged[chance.randrange(len(whole))] ^= 1 << chance.randrange(8)
        checkpoint.write_bytes(damaged)
        before = state(trace, checkpoint)
        assert_refused(skerry, ranks, "resume", "a.h5", *MORE, parts=["a.h5.checkpoint"])
        assert state(trace, checkpoint) == before


@BOTH
def test_a_checkpoint_of_another_version(skerry, ended, ranks):
    _, checkpoint = ended
    later = bytearray(checkpoint.read_bytes())
    later[16] += 1
    checkpoint.write_bytes(later)
    assert_refused(skerry, ranks, "resume", "a.h5", *MORE, parts=["a.h5.checkpoint: skerry", f"(format version {later[16]})"])


@both("options, others", [
    ([], 1), (["--seed", 2], 0), (["--set", "island.gene_rate=0.03"], 0), (["--set", "problem.bits=61"], 0),
    (["--set", "migration.every=4"], 0)])
def test_the_checkpoint_of_another_run(skerry, ended, ranks, options, others):
    trace, checkpoint = ended
    other = skerry("run", "onemax.toml", "--output", "other.h5", "--quiet", *options, ranks=(ranks or 1) + others)
    assert other.status == 0, other
    shutil.copy(skerry.folder / "other.h5.checkpoint", checkpoint)
    before = state(trace, checkpoint)
    assert_refused(skerry, ranks, "resume", "a.h5", *MORE, parts=["a.h5.checkpoint: the checkpoint is of another run"])
    assert state(trace, checkpoint) == before


@BOTH
def test_a_checkpoint_later_than_its_trace(skerry, ended, ranks):
    trace, checkpoint = ended
    early = trace.read_bytes()
    assert skerry("resume", "a.h5", *MORE, ranks=ranks).status == 0
    trace.write_bytes(early)
    before = state(trace, checkpoint)
    assert_refused(skerry, ranks, "resume", "a.h5", "--generations", 80, parts=["a.h5 has 5 epochs and its checkpoint"])
    assert state(trace, checkpoint) == before


@BOTH
def test_a_trace_later_than_its_checkpoint(skerry, ended, ranks):
    """A kill can leave a trace that is later than its checkpoint; it is cut back."""
    trace, checkpoint = ended
    early = checkpoint.read_bytes()
    assert skerry("resume", "a.h5", *MORE, ranks=ranks).status == 0
    sixty = everything(trace)
    checkpoint.write_bytes(early)
    assert skerry("resume", "a.h5", *MORE, ranks=ranks).status == 0
    assert differences(everything(trace), sixty) == []


@BOTH
def test_trace_and_checkpoint_may_move_together(skerry, ended, ranks):
    trace, checkpoint = ended
    os.mkdir(skerry.folder / "archive")
    os.rename(trace, skerry.folder / "archive/b.h5")
    os.rename(checkpoint, skerry.folder / "archive/b.h5.checkpoint")
    assert skerry("resume", "archive/b.h5", *MORE, ranks=ranks).status == 0
    assert skerry("run", "onemax.toml", "--output", "whole.h5", "--set", "stop.generations=60", ranks=ranks).status == 0
    occasion = OCCASION | {"configuration_file"}
    assert differences(everything(skerry.folder / "archive/b.h5", occasion), everything(skerry.folder / "whole.h5", occasion)) == []
