"""Tests `repair`, after which every HDF5 tool can open the trace of a killed run."""
import json
import os
import shutil
import subprocess

import h5py
import numpy
import pytest
import xarray

from tests import slow_run
from tests.support.traces import everything
from tests.waiting import wait_for

ENDLESS = (slow_run.PROGRAM, "run", "endless.toml", "--set", "stop.generations=100000000", "--output", "live.h5", "--quiet")
TABLES = ["generation", "migration", "improvement", "epoch"]


def wait_for_epochs(skerry, trace, count, process):
    def written():
        assert process.poll() is None, process.stderr.read()
        if not (skerry.folder / trace).exists():
            return False
        inspected = skerry("inspect", trace, "--json")
        return inspected.status == 0 and json.loads(inspected.out)["epochs"] >= count

    wait_for(written, 120, f"{count} epochs")


@pytest.fixture
def living(skerry):
    """Starts a run that goes on until it is killed, and waits for three epochs in its trace."""
    skerry.write("endless.toml", slow_run.CONFIG)
    process = subprocess.Popen(ENDLESS, cwd=skerry.folder, env=skerry.environment({"EVALUATION_MS": "1"}), stderr=subprocess.PIPE)
    try:
        wait_for_epochs(skerry, "live.h5", 3, process)
        yield process
    finally:
        process.kill()
        process.wait()


@pytest.fixture
def killed(skerry, living):
    living.kill()
    living.wait()
    return skerry.folder / "live.h5"


def flushed(trace):
    """Returns all whole rows of a killed trace, as docs/trace-format.md defines them."""
    with h5py.File(trace, "r", libver="latest", swmr=True) as file:
        epochs = min(len(column) for column in file["epoch"].values())
        last = {name: int(file[f"epoch/{name}"][epochs - 1]) for name in ("generation", "improvements", "migrations")}
        rows = {"epoch": epochs, "generation": last["generation"] + 1, "improvement": last["improvements"],
                "migration": last["migrations"]}
        found = {f"{table}/{name}": column[()] if name == "island" and column.ndim == 1 and table != "improvement"
                 else column[:rows[table]] for table in TABLES for name, column in file[table].items()}
        found["config"] = file["config"][()]
        return found, {name: file.attrs[name] for name in file.attrs}


def assert_repaired(trace, expected, attributes):
    with h5py.File(trace, "r") as file:
        for name, values in expected.items():
            numpy.testing.assert_array_equal(file[name][()], values, err_msg=name)
        differ = {"stop_reason", "ended", "generations", "epochs", "evaluations", "elapsed_s"}
        assert set(file.attrs) == set(attributes)
        for name in set(attributes) - differ:
            assert numpy.array_equal(file.attrs[name], attributes[name]), name
        assert file.attrs["stop_reason"] == b"interrupted"
        assert file.attrs["ended"] >= file.attrs["started"]
        assert file.attrs["epochs"] == len(file["epoch/generation"])
        assert file.attrs["generations"] == file["epoch/generation"][-1]
        assert file.attrs["evaluations"] == file["epoch/evaluations"][-1]


def assert_every_tool_opens(trace):
    for table in TABLES:
        with xarray.open_dataset(trace, group=table, engine="netcdf4") as data:
            data.load()
    with xarray.open_dataset(trace, group="generation", engine="netcdf4") as data:
        assert data.best.dims == ("generation", "island")
    for tool in (["h5dump"], ["h5dump", "-H"], ["h5ls", "-r"]):
        done = subprocess.run([*tool, trace], capture_output=True, timeout=120, check=False)
        assert done.returncode == 0, done.stderr


def test_a_killed_trace_is_repaired_in_its_place(skerry, killed):
    expected, attributes = flushed(killed)
    with pytest.raises(OSError):
        h5py.File(killed, "r")
    (skerry.folder / "live.h5.checkpoint.part").unlink(missing_ok=True)  # where the kill came while a checkpoint was written
    epochs, generations = len(expected["epoch/generation"]), expected["epoch/generation"][-1]
    result = skerry("repair", "live.h5")
    assert (result.status, result.err) == (0, ""), result
    assert result.out == (f"live.h5: saved {epochs:,} epochs, {generations:,} generations after the initial "
                          "population\n")
    assert_repaired(killed, expected, attributes)
    assert_every_tool_opens(killed)
    inspected = skerry.json("inspect", "live.h5")
    assert inspected["epochs"] == epochs and inspected["stop_reason"] == "interrupted"
    assert not [name for name in os.listdir(skerry.folder) if name.endswith(".part")]

    assert "nothing to repair" in skerry.done("repair", "live.h5").out


def test_a_trace_that_is_being_written_is_left_alone(skerry, living):
    for command in (["repair", "live.h5"], ["repair", "live.h5", "--output", "clean.h5"],
                    ["run", "onemax.toml", "--output", "live.h5", "--force"]):
        assert skerry.done(*command, status=2).messages == ["skerry: live.h5 is being written by another process"]
    assert not (skerry.folder / "clean.h5").exists()
    assert living.poll() is None
    living.kill()
    living.wait()
    skerry.done("repair", "live.h5")


def test_a_finished_trace_stays_as_it_is(skerry):
    skerry.done("run", "onemax.toml", "--quiet")
    before = (skerry.folder / "results/onemax.h5").read_bytes()
    result = skerry.done("repair", "results/onemax.h5")
    assert result.out == "results/onemax.h5 is whole, its run stopped as 'generations': nothing to repair\n"
    assert (skerry.folder / "results/onemax.h5").read_bytes() == before


def test_a_run_killed_while_it_closed_its_trace_keeps_its_end(skerry):
    skerry.done("run", "onemax.toml", "--output", "whole.h5", "--quiet")
    with h5py.File(skerry.folder / "whole.h5", "r+", libver="latest") as file:
        file.swmr_mode = True
        shutil.copy(skerry.folder / "whole.h5", skerry.folder / "killed.h5")
    with pytest.raises(OSError):
        h5py.File(skerry.folder / "killed.h5", "r")
    skerry.done("repair", "killed.h5")
    whole, repaired = (skerry.json("inspect", name) for name in ("whole.h5", "killed.h5"))
    assert repaired == whole | {"trace": "killed.h5"}
    assert repaired["stop_reason"] == "generations" and repaired["solution"]
    with h5py.File(skerry.folder / "whole.h5") as first, h5py.File(skerry.folder / "killed.h5") as second:
        assert numpy.array_equal(first["best/genome"], second["best/genome"])
        assert dict(first["best"].attrs) == dict(second["best"].attrs)


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


@pytest.mark.nightly
def test_a_killed_trace_is_repaired_elsewhere(skerry, killed):
    before = killed.read_bytes()
    expected, attributes = flushed(killed)
    skerry.write("clean.h5", "precious")
    skerry.refused("repair", "live.h5", "--output", "clean.h5", says="clean.h5 exists")
    assert (skerry.folder / "clean.h5").read_text() == "precious"
    skerry.done("repair", "live.h5", "--output", "clean.h5", "--force")
    assert_repaired(skerry.folder / "clean.h5", expected, attributes)
    assert killed.read_bytes() == before
