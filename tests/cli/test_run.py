"""Tests the output and the files of `run`."""
import json
import re
import tomllib

import h5py
import numpy
import pytest

from tests.support.binary import TREE
from tests.support.traces import contents

KEYS = ["problem", "seed", "islands", "generations", "epochs", "evaluations", "seconds", "best_fitness", "violation",
        "target", "target_reached", "stop_reason", "trace", "solution", "front", "map"]


def run_json(skerry, *arguments, ranks=None):
    result = skerry.done("run", *arguments, "--json", "--quiet", ranks=ranks)
    assert result.err == "", result
    return json.loads(result.out)


@pytest.mark.few(1)
@pytest.mark.parametrize("ranks", [None, 4], ids=["alone", "4 ranks"])
def test_json_has_the_keys_of_the_contract(skerry, ranks):
    report = run_json(skerry, "onemax.toml", ranks=ranks)
    assert list(report) == KEYS
    assert report["problem"] == "onemax" and report["seed"] == 1
    assert report["islands"] == (ranks or 1)
    assert report["generations"] == 25 and report["epochs"] == 5
    assert report["evaluations"] == (ranks or 1) * 12 * 26
    assert report["target"] == 60 and report["stop_reason"] == "generations"
    assert report["solution"].strip().count("1") == report["best_fitness"]
    assert (skerry.folder / report["trace"]).is_file()


def test_inspect_tells_what_run_told(skerry):
    report = run_json(skerry, "party.toml", ranks=2)
    inspected = skerry.json("inspect", report["trace"])
    for key in KEYS:
        if key != "seconds":
            assert inspected[key] == report[key], key
    assert inspected["seconds"] == pytest.approx(report["seconds"], abs=0.5)
    text = skerry("inspect", report["trace"])
    assert text.status == 0 and "puzzle.toml" in text.out and report["solution"] in text.out


def test_force_overwrites_a_trace(skerry):
    run_json(skerry, "onemax.toml", "--set", "stop.generations=5")
    before = (skerry.folder / "results/onemax.h5").read_bytes()
    skerry.done("run", "onemax.toml", status=2)
    assert (skerry.folder / "results/onemax.h5").read_bytes() == before
    run_json(skerry, "onemax.toml", "--force")
    assert contents(skerry.folder / "results/onemax.h5")["generation/best"].shape == (26, 1)


def test_a_run_without_a_trace(skerry):
    assert run_json(skerry, "onemax.toml", "--set", "trace.enabled=false")["trace"] is None
    assert not list(skerry.folder.rglob("*.h5"))


def test_people_get_the_solution_and_its_rules(skerry):
    result = skerry.done("run", "party.toml", ranks=2)
    for part in ("front: ", "fitness  ", "feasible", "met      average level at least 70", "stopped  ",
                 "trace    results/party.h5"):
        assert part in result.out, result
    assert result.err.startswith("generation 2/6  best "), result


@pytest.mark.few(1)
@pytest.mark.parametrize("ranks", [None, 3], ids=["alone", "3 ranks"])
def test_no_time_in_a_trace_is_beyond_its_run(skerry, ranks):
    run_json(skerry, "party.toml", ranks=ranks)
    with h5py.File(skerry.folder / "results/party.h5") as trace:
        ends = trace["epoch/elapsed_s"][:]
        assert trace.attrs["elapsed_s"] >= ends[-1] and (numpy.diff(ends) > 0).all()
        improvements = trace["improvement"]
        last_epoch = numpy.searchsorted(trace["epoch/generation"][:], improvements["generation"][:])
        assert (0 < improvements["elapsed_s"][:]).all() and (improvements["elapsed_s"][:] <= ends[last_epoch]).all()
        assert trace["generation/evolving_s"][:].sum(axis=0).max() <= trace.attrs["elapsed_s"]
        assert (trace["generation/evolving_s"][0] > 0).all(), "the initial population takes time, too"


def test_the_trace_says_what_fitness_is_counted_in(skerry):
    run_json(skerry, "party.toml")
    with h5py.File(skerry.folder / "results/party.h5") as trace:
        assert trace.attrs["fitness_unit"] == b"coins"
        assert trace["generation/best"].attrs["units"] == b"coins"
    assert "feasible, in coins" in skerry("inspect", "results/party.h5").out


def test_the_trace_says_how_it_was_made(skerry):
    skerry("run", "onemax.toml", "--set", "run.seed=3", "--output", "with space.h5", env={"SLURM_JOB_ID": "4711"})
    with h5py.File(skerry.folder / "with space.h5") as trace:
        assert trace.attrs["slurm_job_id"] == b"4711"
        assert re.fullmatch(rb"(Open MPI v|MPICH )\d[\w.]*", trace.attrs["mpi_library"].rstrip(b"\0"))
        assert b"onemax.toml" in trace.attrs["inputs"]
        assert trace.attrs["command"].endswith(b"run onemax.toml --set run.seed=3 --output 'with space.h5'")


@pytest.mark.parametrize("puzzle", [
    "squad.toml",
    pytest.param("sudoku/example.txt", marks=pytest.mark.nightly),
    pytest.param("skyscraper/training-6x6.txt", marks=pytest.mark.nightly),
    pytest.param("qap/tai12a.dat", marks=pytest.mark.nightly),
])
def test_a_puzzle_runs_in_place_of_a_configuration_and_goes_on(skerry, puzzle):
    file = TREE / "configs/instances" / puzzle
    assert skerry("run", file, "--set", "stop.generations=2", "--quiet").status in (0, 1)  # 1: nothing feasible yet
    trace = f"results/{file.stem}.h5"
    with h5py.File(skerry.folder / trace) as told:
        config = tomllib.loads(told["config"][()].decode())
    assert config["problem"]["instance"].endswith(file.name)
    shipped = {"squad": "party/designer"}.get(file.stem, f"{file.parent.name}/island")
    suits = tomllib.loads((TREE / f"configs/{shipped}.toml").read_text())
    assert all(config["island"][key] == value for key, value in suits["island"].items())
    assert skerry("resume", trace, "--generations", 4, "--quiet").status in (0, 1)


def test_a_file_that_is_neither_says_so(skerry):
    skerry.write("notes.txt", "12 of them\n")
    skerry.refused("run", "notes.txt", status=2, says="as a puzzle of sudoku: ")


def test_new_makes_a_puzzle_that_runs(skerry):
    made = skerry.done("new", "party", TREE / "configs/instances/formation-pool.csv", "--formation", "4-4-2", "--output", "mine.toml")
    assert made.out == "made mine.toml; next: skerry run mine.toml\n"
    assert skerry.json("run", "mine.toml", "--set", "stop.generations=1", "--quiet")["violation"] == 0
    drawn = skerry.done("draw", "mine.toml", "--text").out
    assert "locked" not in drawn and "hero" not in drawn
    skerry.refused("new", "party", "none.csv", "--formation=4-4-2", status=3, says="none.csv can't be read")
