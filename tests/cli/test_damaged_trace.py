"""Tests traces that are cut short or have flipped bits: each command refuses them by a message, or works correctly."""
import os
import random
import shutil

import pytest

from tests.support.binary import Skerry
from tests.support.depth import nightly
from tests.support.experiments import ONEMAX
from tests.support.traces import assert_same, everything

GRANT = ("--generations", "40", "--quiet", "--json")


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    """Makes a finished run with a checkpoint, and its result when more generations are granted."""
    skerry = Skerry(tmp_path_factory.mktemp("runs"))
    skerry.write("onemax.toml", ONEMAX)
    skerry.done("run", "onemax.toml", "--quiet")
    skerry.done("run", "onemax.toml", "--set", "stop.generations=40", "--output", "more.h5", "--quiet")
    return skerry.folder / "results/onemax.h5", everything(skerry.folder / "more.h5")


def cut(contents, chance):
    return contents[:chance.randrange(len(contents))]


def flip(contents, chance):
    damaged = bytearray(contents)
    for _ in range(chance.choice((1, 1, 8))):
        damaged[chance.randrange(len(damaged))] ^= 1 << chance.randrange(8)
    return bytes(damaged)


def foreign(contents, chance):
    return chance.randbytes(len(contents))


def damaged_copy(skerry, trace, damage, seed):
    """Makes a damaged copy of a trace, and a copy of its checkpoint, which is not damaged."""
    shutil.copy(f"{trace}.checkpoint", skerry.folder / "damaged.h5.checkpoint")
    (skerry.folder / "damaged.h5").write_bytes(damage(trace.read_bytes(), random.Random(seed)))


def assert_refused(result, seed):
    assert result.status == 3, (seed, result)
    assert len(result.messages) == 1 and "damaged.h5: " in result.messages[0], (seed, result)
    assert [list(answer) for answer in result.answers()] in ([], [["error"]]), (seed, result)


@pytest.mark.parametrize("command", ["repair", *nightly("inspect")])
@pytest.mark.parametrize("damage", [cut, flip, foreign])
def test_it_is_refused_or_did_no_harm(skerry, runs, command, damage):
    whole = skerry.json("inspect", runs[0])
    refused = 0
    for seed in range(30 if damage is flip else 10):
        damaged_copy(skerry, runs[0], damage, seed)
        result = skerry(command, "damaged.h5")
        if result.status == 0:
            shown = skerry.json("inspect", "damaged.h5")
            assert shown == whole | {"trace": "damaged.h5"}, seed
        else:
            assert_refused(result, seed)
            refused += 1
    assert refused > 3


@pytest.mark.parametrize("damage", [cut, flip, foreign])
def test_a_run_is_not_resumed_from_it(skerry, runs, damage):
    trace, expected = runs
    for seed in range(12 if damage is flip else 4):
        damaged_copy(skerry, trace, damage, seed)
        before = (skerry.folder / "damaged.h5").read_bytes()
        result = skerry("resume", "damaged.h5", *GRANT)
        if result.status == 0:
            assert_same(everything(skerry.folder / "damaged.h5"), expected)
        else:
            assert_refused(result, seed)
            assert (skerry.folder / "damaged.h5").read_bytes() == before, seed


def test_the_epochs_before_the_damage_are_saved_elsewhere(skerry):
    # So many islands that the trace is not packed: a chunk that is deflated would be lost as a whole.
    skerry.done("run", "onemax.toml", "--set", "stop.generations=400", "--islands", 20, "--output", "a.h5", "--quiet")
    contents = bytearray((skerry.folder / "a.h5").read_bytes())
    whole = everything(skerry.folder / "a.h5")
    place = contents.find(whole["generation/evaluations"][203:205].tobytes())
    assert place > 0
    contents[place] ^= 1
    (skerry.folder / "a.h5").write_bytes(contents)

    skerry.refused("repair", "a.h5", status=3,
                   says=["epoch 40 is not as it was written", "--output FILE saves the 40 epochs before that"])
    result = skerry.done("repair", "a.h5", "--output", "b.h5")
    assert result.out.startswith("b.h5: saved 40 epochs, 200 generations"), result
    assert "damaged after 40 epochs" in result.messages[0], result
    assert (skerry.folder / "a.h5").read_bytes() == contents
    saved = everything(skerry.folder / "b.h5")
    for name in ("best", "mean", "evaluations"):
        assert (saved[f"generation/{name}"] == whole[f"generation/{name}"][:201]).all()
    assert skerry.json("inspect", "b.h5")["stop_reason"] == "interrupted"
    assert not [name for name in os.listdir(skerry.folder) if name.endswith(".part")]
