"""What a run tells of its evaluations: rows in the trace, counts of inspect, and progress."""
import json
import re

import h5py
import numpy
import pytest
import xarray

from tests.support.journals import config, replay
from tests.support.running import Running
from tests.support.traces import course, differences, everything


@pytest.fixture
def paid(skerry):
    def run(*arguments, status=0, ranks=None):
        return skerry.done(*arguments, ranks=ranks, env=run.env, status=status)

    run.folder = skerry.folder
    run.env = {"PAID": str(skerry.folder / "paid"), "SKERRY_PROGRESS": "lines"}
    run.write = lambda **settings: skerry.write("c.toml", config(**settings))
    run.skerry = skerry
    return run


def rows(trace):
    with h5py.File(trace) as file:
        return {name: column[:] for name, column in file["evaluation"].items()}


@pytest.mark.few(1)
@pytest.mark.parametrize("ranks", [None, 2])
def test_each_evaluation_has_a_row(paid, ranks):
    islands = [] if ranks else ["--islands", 2]
    done = paid("run", paid.write(problem="retries = 1"), "--output", "t.h5", *islands, ranks=ranks)
    found = rows(paid.folder / "t.h5")
    made = found["known"] == 0
    assert (numpy.diff(found["generation"]) >= 0).all() and found["generation"][-1] == 8
    for island in (0, 1):
        numbers = found["number"][found["island"] == island]
        assert (numpy.diff(numbers) > 0).all() and numbers[-1] < 90
    assert found["failed"].any() and (found["attempts"][made & (found["failed"] == 1)] == 2).all()
    assert (found["attempts"][made & (found["failed"] == 0)] == 1).all() and (found["attempts"][~made] == 0).all()
    assert set(found["rank"]) <= {0, 1} and (found["place"] == 0).all()
    assert (found["started_s"][made] > 1.6e9).all() and (found["duration_s"][made] >= 0).all()
    # A worker does one thing at a time.
    for rank in (0, 1):
        mine = made & (found["rank"] == rank)
        assert found["duration_s"][mine].sum() <= numpy.ptp(found["started_s"][mine]) + found["duration_s"][mine].max() + 1e-3
    count = json.loads(paid("inspect", "t.h5", "--json").out)["recorded_evaluations"]
    assert count == {"rows": len(made), "failed": int(found["failed"].sum()), "known": int((~made).sum())}
    assert f"evaluated  {len(made)} genomes, of which {count['failed']} failed" in paid("inspect", "t.h5").out
    last = [line for line in done.err.splitlines() if line.startswith("generation 8/8")][-1]
    assert f"  {made.sum()} done, {int(found['failed'][made].sum())} failed" in last and "evaluations/s" not in last


def test_xarray_opens_them(paid):
    paid("run", paid.write(generations=2), "--output", "t.h5")
    with xarray.open_dataset(paid.folder / "t.h5", group="evaluation", engine="netcdf4") as data:
        assert data.duration_s.dims == ("evaluation",) and data.duration_s.attrs["units"] == "s"
        assert all("long_name" in column.attrs for column in data.data_vars.values())


def test_the_contract_names_all_columns(paid):
    from tests.support.binary import TREE

    paid("run", paid.write(generations=2), "--output", "t.h5")
    contract = (TREE / "docs/trace-format.md").read_text()
    with h5py.File(paid.folder / "t.h5") as file:
        names = {*file["evaluation"], "evaluation_rows", "checksum_evaluations_s"}
        assert names <= {*file["evaluation"], *file["epoch"]}
    assert all(f"`{name}`" in contract for name in names) and "## /evaluation" in contract


def test_what_the_journal_knows_has_rows_without_times(paid):
    paid("run", paid.write(), "--output", "t.h5", "--islands", 2)
    target = replay(paid.skerry, paid.folder / "t.h5", 8, env=paid.env)
    whole, again = rows(paid.folder / "t.h5"), rows(target)
    assert all((whole[name] == again[name]).all() for name in ("generation", "island", "number", "failed"))
    assert (again["known"] == 1).all() and (again["duration_s"] == 0).all()
    assert differences(everything(paid.folder / "t.h5"), everything(target)) == []


def test_they_can_be_left_out(paid):
    file = paid.write(generations=2)
    paid("run", file, "--output", "with.h5")
    done = paid("run", file, "--output", "without.h5", "--set", "trace.evaluations=false")
    with h5py.File(paid.folder / "without.h5") as trace:
        assert "evaluation" not in trace and "evaluation_rows" not in trace["epoch"]
    assert "evaluations/s" in done.err
    assert "recorded_evaluations" not in json.loads(paid("inspect", "without.h5", "--json").out)
    found, left = course(paid.folder / "with.h5"), course(paid.folder / "without.h5")
    assert all("evaluation" in name for name in differences(found, left))


def test_progress_is_told_within_an_epoch(paid):
    with Running(paid.skerry, "run", paid.write(sleep_s=0.3, generations=10**6), "--output", "t.h5", env=paid.env) as running:
        assert running.wait_until(lambda: re.search(r"^1 running, \d+ done", running.result().err, re.MULTILINE))
