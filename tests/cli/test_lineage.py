"""Tests runs that record births: nothing else changes, and a resumed run has the births of the whole run."""
import shutil

import h5py
import numpy

from tests.support.traces import differences, everything

BIRTHS = ("--set", "trace.lineage=true")
SHORT = ("--set", "stop.generations=30", "--set", "migration.every=10")
USAGE = 2


def run(skerry, output, *options, ranks=2):
    done = skerry("run", "onemax.toml", "--output", output, "--quiet", *SHORT, *options, ranks=ranks)
    assert done.status == 0, done
    return skerry.folder / output


def test_a_run_that_records_births_differs_in_nothing_else(skerry):
    with_births, without = run(skerry, "a.h5", *BIRTHS), run(skerry, "b.h5")
    with h5py.File(with_births) as trace, h5py.File(without) as other:
        assert "birth" not in other and "births" not in other["epoch"]
        births = trace["birth/island"][()]
        assert len(births) == trace["epoch/births"][-1] > 0
        assert set(births) == {0, 1}
    changed = differences(everything(with_births), everything(without))
    assert {name.split("@")[0] for name in changed if not name.startswith(("birth", "epoch/births", "epoch/checksum_births"))} == {"config"}
    assert b"lineage" not in everything(without)["config"].tobytes()


def test_a_run_that_goes_on_has_the_births_of_the_whole_run(skerry):
    whole = run(skerry, "whole.h5", *BIRTHS, "--set", "stop.generations=47")
    for end in (20, 25):  # at the end of an epoch, and within one
        trace = run(skerry, "a.h5", *BIRTHS, "--force", "--set", f"stop.generations={end}")
        resumed = skerry("resume", "a.h5", "--set", "stop.generations=47", ranks=2, env={"SKERRY_PROGRESS": "none"})
        assert resumed.status == 0, resumed
        assert differences(everything(trace), everything(whole)) == []


def test_damaged_births_are_noticed(skerry):
    trace = run(skerry, "a.h5", *BIRTHS)
    shutil.copy(trace, skerry.folder / "b.h5")
    with h5py.File(skerry.folder / "b.h5", "r+") as file:
        file["birth/father"][len(file["birth/father"]) // 2] = numpy.int64(5)
    assert skerry("inspect", "a.h5").status == 0
    refused = skerry("inspect", "b.h5")
    assert refused.status == 3 and "(births)" in refused.messages[0], refused


def test_only_the_genetic_algorithm_records_births(skerry):
    refused = skerry("run", "onemax.toml", *BIRTHS, "--set", 'island.algorithm="hill_climbing"')
    assert refused.status == USAGE and 'another algorithm than "genetic"' in refused.messages[0], refused
