"""Tests runs that record populations, the genomes of improvements, and births, and Python that reads them."""
import csv
import os
import shutil
import subprocess
import sys

import h5py
import numpy
import pytest
import skerry as analysis
import xarray

from tests.support.binary import TREE

GENOMES = ("--set", "trace.populations=epochs", "--set", "trace.improvement_genomes=true")
SHORT = ("--set", "stop.generations=30", "--set", "migration.every=10", "--set", "stop.at_target=false")
BIRTHS = ("--set", "trace.lineage=true")


def run(skerry, output, *options, ranks=2, config="onemax.toml"):
    skerry.done("run", config, "--output", output, "--quiet", *SHORT, *options, ranks=ranks)
    return skerry.folder / output


@pytest.mark.nightly
def test_the_arrays_hold_the_genomes_whose_fitness_stands_beside_them(skerry):
    trace = analysis.open(run(skerry, "a.h5", *GENOMES))
    people = trace.frame("population")
    assert list(people["generation"].unique()) == [10, 20, 30] and set(people["island"]) == {0, 1}
    genes = trace.values("genome", "population")
    assert genes.dtype == numpy.uint8 and set(numpy.unique(genes)) <= {0, 1}
    assert (genes.sum(axis=1) == people["fitness"]).all()
    assert (people["genome_3"] == genes[:, 3]).all()
    generations = trace.dataset("generation")
    for generation, island in ((10, 0), (30, 1)):
        here = people[(people["generation"] == generation) & (people["island"] == island)]
        assert here["fitness"].mean() == pytest.approx(generations["mean"].sel(generation=generation, island=island).item())
    bests = trace.dataset("improvement")
    assert bests.genome.dims == ("improvement", "gene")
    assert (bests.genome.sum("gene") == bests.fitness).all()
    last = trace.dataset("population", generations=slice(30, 31))
    assert last.sizes["individual"] == len(people) / 3


def test_births_are_those_of_all_islands(skerry):
    with h5py.File(run(skerry, "a.h5", *BIRTHS)) as trace:
        births = trace["birth/island"][()]
        assert len(births) == trace["epoch/births"][-1] > 0 and set(births) == {0, 1}


@pytest.mark.few(1)
@pytest.mark.parametrize("value, end, generations", [("last", 30, {30}), ("2", 47, {20, 40, 47})])
def test_some_populations_alone(skerry, value, end, generations):
    with h5py.File(run(skerry, "a.h5", "--set", f"trace.populations={value}", "--set", f"stop.generations={end}")) as trace:
        assert set(trace["population/generation"]) == generations and "genome" not in trace["improvement"]


def test_a_party_has_the_ids_of_its_heroes(skerry):
    config = TREE / "configs/party/type1.toml"
    trace = analysis.open(run(skerry, "a.h5", *GENOMES, config=config))
    heroes = {row["id"]: float(row["price"]) for row in csv.DictReader((TREE / "configs/instances/heroes.csv").open())}
    people, improvements = trace.dataset("population"), trace.dataset("improvement")
    for table in (people, improvements):
        assert table.sizes["gene"] == 10
        assert [sum(map(heroes.get, party)) for party in table.genome.values.tolist()] == table.fitness.values.tolist()
    assert people.genome.attrs["long_name"] == "id of the hero on each node of the formation"
    with xarray.open_dataset(trace.path, group="population", engine="netcdf4") as read:
        assert read.genome.astype(str).values.tolist() == people.genome.values.tolist()
    best = improvements.genome.values[improvements.fitness.values.argmin()]
    assert [line.split(": ")[1].split()[0] for line in trace.solution.splitlines()] == best.tolist()
    assert list(trace.frame("population")["genome_9"]) == people.genome.values[:, 9].tolist()


def test_a_run_whose_parties_were_recorded_as_places_is_refused_by_name(skerry):
    trace = run(skerry, "a.h5", "--set", "trace.populations=epochs", config=TREE / "configs/party/type1.toml")
    with h5py.File(trace, "r+") as file:
        rows = len(file["population/genome"])
        del file["population/genome"]
        file.create_dataset("population/genome", data=numpy.zeros((rows, 64), "i8")).attrs["long_name"] = numpy.bytes_("genes of the genome")
    skerry.refused("resume", "a.h5", "--generations", 40, says=["64 genes (genes of the genome)", "10 (id of the hero on each node"])


@pytest.mark.nightly
def test_reals_are_reals(skerry):
    with h5py.File(run(skerry, "b.h5", *GENOMES, config=TREE / "configs/benchmarks/sphere.toml")) as trace:
        genes = trace["population/genome"][()]
        assert genes.dtype == float and ((genes**2).sum(axis=1) == pytest.approx(trace["population/fitness"][()]))


@pytest.mark.few(1)
@pytest.mark.parametrize("config, cells", [("skyscraper/classic", 16), ("jump_maze/genetic", 49), ("sudoku/classic", 81)])
def test_a_grid_has_its_cells(skerry, config, cells):
    trace = analysis.open(run(skerry, "a.h5", *GENOMES, config=TREE / f"configs/{config}.toml"))
    genes = trace.values("genome", "population")
    assert genes.dtype == numpy.uint8 and genes.shape[1] == cells and genes.any(axis=0).sum() >= cells - 1
    assert "row by row" in trace.about("genome", "population")["long_name"]


@pytest.mark.nightly
def test_an_export_has_a_column_a_gene(skerry):
    trace = run(skerry, "a.h5", *GENOMES)
    command = [sys.executable, "-m", "skerry", "export", str(trace), "--table", "population", "--columns", "fitness,genome"]
    out = subprocess.run(command, check=True, capture_output=True, text=True, timeout=240, env=os.environ | {"PYTHONPATH": str(TREE / "analysis")}).stdout
    rows = list(csv.DictReader(out.splitlines()))
    assert all(float(row["fitness"]) == sum(int(row[name]) for name in row if name.startswith("genome_")) for row in rows) and rows


def test_damage_is_noticed(skerry):
    trace = run(skerry, "a.h5", *GENOMES, *BIRTHS)
    skerry.done("inspect", "a.h5")
    for column, told in (("population/genome", "(populations)"), ("improvement/genome", ""), ("birth/father", "(births)")):
        shutil.copy(trace, skerry.folder / "b.h5")
        with h5py.File(skerry.folder / "b.h5", "r+") as file:
            file[column][len(file[column]) // 2] ^= 1
        skerry.refused("inspect", "b.h5", status=3, says=["not as it was written", told])
        with pytest.raises(analysis.DataError, match="not as it was written"):
            analysis.open(skerry.folder / "b.h5")


def test_a_trace_without_populations_says_how_to_have_them(skerry):
    with pytest.raises(analysis.DataError, match='populations = "epochs"'):
        analysis.open(run(skerry, "a.h5")).frame("population")


@pytest.mark.parametrize("options, told", [
    *((["--set", f"trace.populations={value}"], "populations") for value in ("sometimes", "0", "true", "1.5")),
    ([*BIRTHS, "--set", 'island.algorithm="hill_climbing"'], 'another algorithm than "genetic"')])
def test_what_cannot_be_recorded_is_refused(skerry, options, told):
    skerry.refused("run", "onemax.toml", *options, says=told)
