"""Checks that traces of the binary agree with docs/trace-format.md."""

import json
import re
import signal
import subprocess
import time

import h5py
import numpy as np
import pytest
import xarray

from skerry import construct
from skerry import runs as table_of
from skerry.command import main
from skerry.figures.convergence import draw_convergence
from skerry.figures.panels import Group, Panel
from skerry.run_series import series_of
from skerry.trace import open as load
from tests.support.binary import BINARY, TREE
from tests.waiting import wait_for

CONTRACT = (TREE / "docs/trace-format.md").read_text()
ONEMAX = TREE / "configs/onemax.toml"
SMALL = ("--set", "problem.bits=60", "--set", "island.population=20", "--set", "island.offspring=20")


def skerry(*arguments, ranks=None):
    launcher = [] if ranks is None else [TREE / "jobs/mpirun.sh", "-n", str(ranks)]
    command = [*launcher, BINARY, *arguments]
    return subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=240, check=True).stdout


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    path = tmp_path_factory.mktemp("run") / "run.h5"
    stops = ("--set", "stop.generations=45", "--set", "migration.every=10")
    output = skerry("run", ONEMAX, *SMALL, *stops, "--seed", 5, "--output", path, "--json", "--quiet", ranks=3)
    return path, json.loads(output)


def test_the_trace_tells_what_the_run_printed(run):
    path, printed = run
    trace = load(path)
    assert trace.islands == printed["islands"] == 3
    assert trace.attributes["seed"] == printed["seed"] == 5
    assert trace.attributes["generations"] == printed["generations"] == len(trace.values("best")) - 1
    assert trace.attributes["epochs"] == printed["epochs"] == trace.epochs
    assert trace.attributes["evaluations"] == printed["evaluations"] == trace.values("evaluations")[-1].sum()
    assert trace.attributes["stop_reason"] == printed["stop_reason"]
    assert trace.frame("epoch")["best"].iloc[-1] == printed["best_fitness"]
    assert trace.solution == printed["solution"]


def test_quantities_hang_together(run):
    trace = load(run[0])
    best, median, worst = (trace.values(name) for name in ("best", "median", "worst"))
    assert (best >= median).all() and (median >= worst).all()
    assert ((trace.values("mean") <= best) & (trace.values("mean") >= worst)).all()
    for name in ("fitness_diversity", "genotype_diversity"):
        assert ((trace.values(name) >= 0) & (trace.values(name) <= 1)).all()
    assert (np.diff(trace.values("evaluations"), axis=0) > 0).all()
    assert list(trace.frame("epoch")["generation"]) == [10, 20, 30, 40, 45]
    assert list(trace.frame("migration")["generation"][::3]) == [10, 20, 30, 40]
    improvement = trace.frame("improvement")
    assert improvement[["generation", "island"]].apply(tuple, axis=1).is_monotonic_increasing
    assert (improvement.groupby("island")["fitness"].diff().dropna() > 0).all()
    assert improvement["fitness"].max() == trace.frame("epoch")["best"].iloc[-1]


def test_a_row_of_the_runs_tells_what_the_run_printed(run):
    path, printed = run
    table, skipped = table_of([path])
    (row,) = table.to_dict("records")
    assert skipped == []
    for name, key in (("seed", "seed"), ("islands", "islands"), ("generations", "generations"), ("evaluations", "evaluations")):
        assert row[name] == printed[key]
    assert row["best"] == printed["best_fitness"]
    assert row["reached"] == (printed["best_fitness"] >= row["target"]) and row["feasible"]


@pytest.mark.parametrize("group", ["generation", "migration", "improvement", "epoch"])
def test_netcdf_readers_open_every_table(run, group):
    trace = load(run[0])
    with xarray.open_dataset(run[0], group=group, engine="netcdf4") as data:
        row = {"generation": "generation", "migration": "epoch"}.get(group, group)
        assert row in data.coords
        for name, column in data.data_vars.items():
            islands = group in ("generation", "migration") and name != "generation"
            assert column.dims == ((row, "island") if islands else (row,)), name
            assert "units" in column.attrs or "fitness" in column.attrs["long_name"], name
        if group == "generation":
            np.testing.assert_array_equal(data.best, trace.values("best"))
            np.testing.assert_array_equal(data.generation, np.arange(46))
            np.testing.assert_array_equal(data.island, [0, 1, 2])


def test_hdf5s_own_tools_open_a_finished_trace(run):
    solution = load(run[0]).solution
    assert len(solution) > 20
    dump = subprocess.run(["h5dump", "-w", "0", "-d", "/best/text", run[0]], capture_output=True, text=True)
    assert dump.returncode == 0 and f'(0): "{solution}"' in dump.stdout and "(1): " not in dump.stdout
    dump = subprocess.run(["h5dump", "-d", "/config", run[0]], capture_output=True, text=True)
    assert dump.returncode == 0 and "[stop]" in dump.stdout
    with h5py.File(run[0]) as file:
        text = file["best/text"]
        assert text.shape == (1,) and h5py.check_string_dtype(text.dtype).encoding == "utf-8"
        assert text[0].decode() == text.asstr()[0] == b"".join(text).decode() == solution
    assert xarray.open_dataset(run[0], group="best", engine="netcdf4").text.item() == solution
    assert subprocess.run(["h5ls", "-r", run[0]], capture_output=True).returncode == 0


@pytest.mark.parametrize("config, settings", [("sudoku/classic", []), ("benchmarks/zdt1", []), ("paper/islands/rastrigin", ["problem.dimension=1000"])])
def test_h5dump_shows_texts_of_several_lines_and_long_ones(tmp_path, config, settings):
    path = tmp_path / "a.h5"
    sets = [word for setting in ["stop.generations=2", "stop.at_target=false", *settings] for word in ("--set", setting)]
    skerry("run", TREE / f"configs/{config}.toml", *sets, "--islands", 2, "--output", path, "--quiet")
    shown = subprocess.run(["h5dump", "-w", "0", "-d", "/best/text", path], capture_output=True, text=True, check=True).stdout
    with h5py.File(path) as file:
        strings = file["best/text"].asstr()[:]
    assert len(strings) == (2 if settings else 1) and "".join(strings) == load(path).solution
    told = "(0): " + ", ".join(f'"{string}"' for string in strings)
    assert "".join(told.split()) in "".join(shown.split())


def test_the_contract_names_all_that_a_trace_holds(run):
    named = set(re.findall(r"`([^`\s]+)`", CONTRACT))
    with h5py.File(run[0]) as file:
        names = set(file.attrs) | set(file["best"].attrs)
        file.visit(lambda path: names.update(path.split("/")))
    headed = set(re.findall(r"^## /(\w+)", CONTRACT, re.MULTILINE))
    assert names <= named | headed


def test_another_process_follows_a_run_live(endless):
    """Rows are only added, and at any moment every column holds all rows that /epoch counts."""
    path, process = endless
    seen, torn = [], []
    deadline = time.monotonic() + 240
    with h5py.File(path, "r", libver="latest", swmr=True) as trace:
        columns = {table: dict(trace[table].items()) for table in ("epoch", "generation", "improvement")}
        epoch, generation, improvement = columns.values()
        island = generation.pop("island")
        while len(set(seen)) < 4 and time.monotonic() < deadline:
            for column in (column for table in columns.values() for column in table.values()):
                column.refresh()
            epochs = min(len(column) for column in epoch.values())
            if epochs == 0:
                continue
            last = epoch["generation"][epochs - 1]
            improvements = epoch["improvements"][epochs - 1]
            torn += [column.name for column in generation.values() if len(column) <= last]
            torn += [column.name for column in improvement.values() if len(column) < improvements]
            assert generation["generation"][last] == last
            assert generation["best"][last, 0] <= generation["median"][last, 0] <= generation["worst"][last, 0]
            assert generation["evaluations"][last, 0] == epoch["evaluations"][epochs - 1]
            fitness = improvement["fitness"][:improvements]
            assert (np.diff(fitness) < 0).all() and fitness[-1] == epoch["best"][epochs - 1]
            seen.append(epochs)
            time.sleep(0.01)
        assert len(island) == 1
    assert process.poll() is None
    assert not torn
    assert seen == sorted(seen)
    assert len(set(seen)) == 4


def test_a_killed_run_leaves_its_epochs(endless, tmp_path):
    path, process = endless
    wait_for(lambda: json.loads(skerry("inspect", path, "--json"))["epochs"] > 1, 240, "a second epoch")
    process.send_signal(signal.SIGKILL)
    process.wait()
    trace = load(path)
    skerry("repair", path, "--output", tmp_path / "clean.h5")
    clean = load(tmp_path / "clean.h5")
    epochs = trace.epochs
    assert clean.epochs == epochs > 1
    assert not trace.finished and clean.attributes["stop_reason"] == "interrupted"
    for total in ("generations", "epochs", "evaluations", "elapsed_s"):
        assert trace.attributes[total] == clean.attributes[total]
    best = trace.values("best")[:, 0]
    assert len(best) == trace.frame("epoch")["generation"].iloc[-1] + 1
    np.testing.assert_array_equal(clean.values("best")[:, 0], best)
    inspected = json.loads(skerry("inspect", path, "--json"))
    assert inspected["epochs"] == epochs


def test_a_real_run_is_drawn(run, tmp_path):
    above, below = draw_convergence([Panel("", [Group("onemax", [series_of(load(run[0]))])])]).axes
    (best,) = [line for line in above.get_lines() if line.get_label() == "onemax: best"]
    assert len(best.get_xdata()) == 46
    assert main(["plot", str(run[0]), "--output", str(tmp_path / "a.png")]) == 0
    assert (tmp_path / "a.png").stat().st_size > 10000


def test_real_constructions_are_drawn(tmp_path):
    # The pool of a planted puzzle, on which guidance reaches much synergy.
    puzzle = tmp_path / "planted.toml"
    skerry("generate", "party", "--type", 2, "--planted", "--output", puzzle)
    tables = []
    for mode in ("guided", "unguided"):
        tables.append(tmp_path / f"{mode}.csv")
        options = ("--unguided",) if mode == "unguided" else ()
        skerry("construct", puzzle, "--attempts", 300, *options, "--output", tables[-1])
    table = construct.read(tables)
    assert list(table.groupby("mode").size()) == [300, 300]
    synergy = table.groupby("mode")["synergy"]
    assert synergy.median()["guided"] > 0.6 > 0.35 > synergy.median()["unguided"]
    axes = construct.draw(table).axes[0]
    assert len([patch for patch in axes.patches if not patch.get_label().startswith("_")]) == 2
