"""Tests runs that record populations and the genomes of improvements, and Python that reads them."""
import csv
import os
import shutil
import subprocess
import sys

import h5py
import numpy
import pytest
import skerry as analysis

from tests.support.binary import TREE
from tests.support.traces import differences, everything

GENOMES = ("--set", "trace.populations=epochs", "--set", "trace.improvement_genomes=true")
SHORT = ("--set", "stop.generations=30", "--set", "migration.every=10", "--set", "stop.at_target=false")
USAGE = 2
#: What a run without genomes lacks.
ADDED = ("population", "epoch/population_rows", "epoch/checksum_populations", "improvement/gen")


def run(skerry, output, *options, ranks=2, config="onemax.toml"):
    done = skerry("run", config, "--output", output, "--quiet", *SHORT, *options, ranks=ranks)
    assert done.status == 0, done
    return skerry.folder / output


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


def test_a_run_that_records_genomes_differs_in_nothing_else(skerry):
    with_genomes, without = everything(run(skerry, "a.h5", *GENOMES)), everything(run(skerry, "b.h5"))
    changed = {name for name in differences(with_genomes, without) if not name.startswith(ADDED)}
    # The genomes of improvements are among what the checksum of an epoch covers.
    assert {name.split("@")[0] for name in changed} == {"config", "epoch/checksum"}
    assert b"populations" not in without["config"].tobytes()


def test_a_run_that_goes_on_has_those_of_the_whole_run(skerry):
    options = (*GENOMES, "--set", "trace.populations=2")
    whole = run(skerry, "whole.h5", *options, "--set", "stop.generations=47")
    with h5py.File(whole) as trace:
        assert sorted(set(trace["population/generation"])) == [20, 40, 47]
    for end in (20, 25, 30):  # at the end of an epoch with a population, within one, and at the end of one without
        trace = run(skerry, "a.h5", *options, "--force", "--set", f"stop.generations={end}")
        resumed = skerry("resume", "a.h5", "--set", "stop.generations=47", ranks=2, env={"SKERRY_PROGRESS": "none"})
        assert resumed.status == 0, resumed
        assert differences(everything(trace), everything(whole)) == []


@pytest.mark.parametrize("ranks", [1, 3])
def test_any_number_of_ranks_records_the_same_islands(skerry, ranks):
    first = run(skerry, "a.h5", *GENOMES, "--islands", "3", ranks=ranks)
    second = run(skerry, "b.h5", *GENOMES, "--islands", "3", ranks=None)
    assert differences(everything(first), everything(second)) == []


def test_the_last_alone(skerry):
    with h5py.File(run(skerry, "a.h5", "--set", "trace.populations=last")) as trace:
        assert set(trace["population/generation"]) == {30} and "genome" not in trace["improvement"]


def test_a_party_has_integers_and_reals_are_reals(skerry):
    puzzle = run(skerry, "a.h5", *GENOMES, config=TREE / "configs/party/type1.toml")
    reals = run(skerry, "b.h5", *GENOMES, config=TREE / "configs/benchmarks/sphere.toml")
    with h5py.File(puzzle) as trace, h5py.File(reals) as other:
        assert trace["population/genome"].dtype == numpy.int64
        genes = other["population/genome"][()]
        assert genes.dtype == float and ((genes**2).sum(axis=1) == pytest.approx(other["population/fitness"][()]))


def test_an_export_has_a_column_a_gene(skerry):
    trace = run(skerry, "a.h5", *GENOMES)
    command = [sys.executable, "-m", "skerry", "export", str(trace), "--table", "population", "--columns", "fitness,genome"]
    out = subprocess.run(command, check=True, capture_output=True, text=True, timeout=240, env=os.environ | {"PYTHONPATH": str(TREE / "analysis")}).stdout
    rows = list(csv.DictReader(out.splitlines()))
    assert all(float(row["fitness"]) == sum(int(row[name]) for name in row if name.startswith("genome_")) for row in rows) and rows


def test_damaged_genomes_are_noticed(skerry):
    trace = run(skerry, "a.h5", *GENOMES)
    for table in ("population", "improvement"):
        shutil.copy(trace, skerry.folder / "b.h5")
        with h5py.File(skerry.folder / "b.h5", "r+") as file:
            genome = file[f"{table}/genome"]
            genome[len(genome) // 2, 0] ^= 1
        refused = skerry("inspect", "b.h5")
        assert refused.status == 3 and "not as it was written" in refused.messages[0], refused
        with pytest.raises(analysis.DataError, match="not as it was written"):
            analysis.open(skerry.folder / "b.h5")


def test_a_trace_without_populations_says_how_to_have_them(skerry):
    with pytest.raises(analysis.DataError, match='populations = "epochs"'):
        analysis.open(run(skerry, "a.h5")).frame("population")


@pytest.mark.parametrize("value", ["sometimes", "0", "true", "1.5"])
def test_another_value_is_refused(skerry, value):
    refused = skerry("run", "onemax.toml", "--set", f"trace.populations={value}")
    assert refused.status == USAGE and "populations" in refused.messages[0], refused
