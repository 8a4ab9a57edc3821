"""Tests --repeat, which runs one configuration with many seeds; the same command again does the missing runs."""
import json
import signal

import h5py
import pytest

from tests import slow_run
from tests.support.binary import Skerry
from tests.support.running import Running
from tests.support.traces import assert_same, contents, differences, everything


@pytest.mark.nightly
def test_repeat_runs_one_seed_after_another(skerry):
    result = skerry.done("run", "onemax.toml", "--repeat", 3, "--seed", 5, "--quiet", ranks=2)
    lines = result.out.splitlines()
    assert [line.split()[:2] for line in lines[:3]] == [["seed", "5"], ["seed", "6"], ["seed", "7"]]
    assert lines[3].startswith("3 runs, 3 of them")
    traces = sorted(path.name for path in (skerry.folder / "results").glob("*.h5"))
    assert traces == ["onemax-5.h5", "onemax-6.h5", "onemax-7.h5"]
    skerry.done("run", "onemax.toml", "--seed", 6, "--output", "alone.h5", ranks=2)
    assert_same(contents(skerry.folder / "results/onemax-6.h5"), contents(skerry.folder / "alone.h5"))
    with h5py.File(skerry.folder / "results/onemax-6.h5") as trace:
        assert trace.attrs["seed"] == 6 and "seed = 6" in trace["config"][()].decode()


def test_repeat_as_json_is_an_object_a_line(skerry):
    result = skerry("run", "onemax.toml", "--repeat", 3, "--json", "--quiet")
    assert [json.loads(line)["seed"] for line in result.out.splitlines()] == [1, 2, 3]


def series(skerry, *options, count=3, **how):
    return skerry.done("run", "onemax.toml", "--repeat", count, "--output", "all.h5", "--quiet", *options, **how)


def test_the_same_command_keeps_what_is_finished(skerry):
    first = series(skerry, count=2)
    before = {seed: (skerry.folder / f"all-{seed}.h5").read_bytes() for seed in (1, 2)}
    again = series(skerry, count=3)
    lines = again.out.splitlines()
    assert lines[:2] == [line + ", kept" for line in first.out.splitlines()[:2]]
    assert lines[2].startswith("seed 3 ") and "kept" not in lines[2]
    assert lines[3].startswith("3 runs, 3 of them")
    for seed, bytes_then in before.items():
        assert (skerry.folder / f"all-{seed}.h5").read_bytes() == bytes_then


def test_what_a_kill_left_beside_a_finished_trace_is_removed(skerry):
    """A process that is killed while it packs the trace that it has just finished leaves a copy."""
    assert series(skerry, count=2).status == 0
    parts = [skerry.folder / f"all-{seed}.h5.part" for seed in (1, 2)]
    before = {part: part.with_suffix("").read_bytes() for part in parts}
    for part in parts:
        part.write_bytes(b"unfinished")
    skerry.done("resume", "all-1.h5")
    assert [part.exists() for part in parts] == [False, True]
    assert series(skerry, count=2).status == 0
    assert not parts[1].exists()
    assert {part: part.with_suffix("").read_bytes() for part in parts} == before


@pytest.mark.nightly
def test_kept_runs_are_told_as_json_alike(skerry):
    first, again = (series(skerry, "--json", ranks=2) for _ in range(2))
    assert first.status == again.status == 0, again
    assert first.out == again.out


def test_it_goes_on_with_the_one_that_was_stopped(tmp_path):
    skerry = Skerry(tmp_path, slow_run.PROGRAM)
    skerry.write("slow.toml", slow_run.CONFIG)
    command = ["run", "slow.toml", "--repeat", 3, "--output", "slow.h5", "--quiet", "--set", "stop.generations=100"]
    with Running(skerry, *command, ranks=2, env={"EVALUATION_MS": "2"}) as running:
        assert running.wait_until((skerry.folder / "slow-2.h5").exists)
        running.signal(signal.SIGUSR1)
        stopped = running.end()
    assert stopped.status == 75, stopped
    assert stopped.messages == ["skerry: seed 2 was interrupted; the same command goes on"]
    done = skerry.done(*command, ranks=2)
    assert [line.endswith("kept") for line in done.out.splitlines()[:3]] == [True, False, False]
    skerry.done(*(word if word != "slow.h5" else "whole.h5" for word in command), ranks=2)
    for seed in (1, 2, 3):
        finished, whole = (everything(skerry.folder / f"{name}-{seed}.h5") for name in ("slow", "whole"))
        assert differences(finished, whole) == []


def test_force_begins_it_anew(skerry):
    assert series(skerry, "--set", "stop.generations=5").status == 0
    assert "kept" not in series(skerry, "--force").out
    assert contents(skerry.folder / "all-3.h5")["generation/best"].shape == (26, 1)


def test_traces_of_other_settings_are_refused_before_the_first_run(skerry):
    assert series(skerry, count=2).status == 0
    (skerry.folder / "all-1.h5").unlink()

    def refusal(*options, ranks=None, status=2):
        result = series(skerry, *options, ranks=ranks, status=status, says=[])
        assert not (skerry.folder / "all-1.h5").exists()
        return result.messages[0]

    assert "all-2.h5 is of another run: stop.generations was 25 and is 30; --force begins it anew" in \
        refusal("--set", "stop.generations=30")
    assert "stop.seconds was not set and is 9" in refusal("--set", "stop.seconds=9")
    assert "it has 1 island, and this one 2" in refusal(ranks=2)
    (skerry.folder / "all-2.h5").write_bytes(b"precious")
    assert "all-2.h5: this is no HDF5 file" in refusal(status=3)
    assert (skerry.folder / "all-2.h5").read_bytes() == b"precious"


def test_a_puzzle_that_has_changed_is_refused(skerry):
    command = ["run", "party.toml", "--repeat", 2, "--output", "all.h5", "--quiet"]
    skerry.done(*command)
    skerry.write("heroes.csv", (skerry.folder / "heroes.csv").read_text().replace("500", "501"))
    skerry.refused(*command, says="heroes.csv is not what it was when the run began")


def test_where_the_trace_goes_and_how_it_is_saved_may_change(skerry):
    assert series(skerry, count=1).status == 0
    (skerry.folder / "all-1.h5").rename(skerry.folder / "moved-1.h5")
    result = skerry("run", "onemax.toml", "--repeat", 1, "--output", "moved.h5", "--set", "checkpoint.seconds=9", "--quiet")
    assert result.status == 0 and result.out.endswith("kept\n"), result


def test_a_series_without_traces_runs_each_time(skerry):
    for _ in range(2):
        assert "kept" not in series(skerry, "--set", "trace.enabled=false", count=2).out
