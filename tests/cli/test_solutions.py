"""Tests what runs that keep a front or a map of solutions tell, and what their traces hold."""
import json

import h5py
import pytest
import xarray

from tests.support.binary import OWN_PROGRAM, TREE

CONFIGURATION = """[island]
population = 20
offspring = 20
[migration]
every = 5
[stop]
generations = 60
[run]
islands = 2
"""
GROUPS = {"nsga2": "front", "map_elites": "archive"}


@pytest.fixture(params=GROUPS)
def program(skerry, request):
    skerry.binary = OWN_PROGRAM.with_name("knapsack_program")
    skerry.write("own.toml", CONFIGURATION.replace("[island]", f'[island]\nalgorithm = "{request.param}"'))
    skerry.group = GROUPS[request.param]
    return skerry


def kept(report):
    found = {key: report[key] for key in ("front", "map")}
    (name, measures), = ((key, value) for key, value in found.items() if value is not None)
    return name, measures


def test_every_report_tells_the_same(program):
    report = program.json("run", "own.toml", "--quiet")
    name, measures = kept(report)
    assert name == ("front" if program.group == "front" else "map")
    inspected = program.json("inspect", report["trace"])
    assert kept(inspected) == (name, measures) and inspected["stop_reason"] == "generations"
    with h5py.File(program.folder / report["trace"]) as trace:
        group = trace[program.group]
        count = group.attrs["solutions"]
        assert len(group["fitness"]) == count and group.attrs["generation"] == 60
        if name == "front":
            assert measures["solutions"] == count and measures["hypervolume"] > 0
            columns = list(group["objectives"][()].T)
            assert [(one["least"], one["most"]) for one in measures["objectives"]] == [(min(each), max(each)) for each in columns]
            assert [(one["name"], one["unit"]) for one in measures["objectives"]] == [("weight", "kg"), ("worth", "coins")]
            words = f"{count} solutions that no other dominates, hypervolume {measures['hypervolume']:.0f}"
        else:
            assert (measures["filled"], measures["cells"]) == (count, 31 * 25)
            assert measures["coverage"] == count / (31 * 25) and measures["qd_score"] == group["fitness"][()].sum()
            words = f"{count} of 775 cells, QD-score {measures['qd_score']:.0f}"

    drawing = f"in /{program.group} of the trace; `skerry-analysis plot --kind {name} {report['trace']}` draws"
    text = program("inspect", report["trace"]).out
    assert f"{name:<11}{words}\n" in text and f"of generation 60, {drawing}" in text
    text = program("run", "own.toml", "--quiet", "--force").out
    assert f"{name:<9}{words}\n" in text and drawing in text
    assert words in program("run", "own.toml", "--quiet", "--repeat", 2, "--output", "more.h5").out.splitlines()[0]


@pytest.mark.parametrize(("config", "name", "places"), [("type3-front", "front", "levels"), ("type2-map", "map", "empty cells")])
def test_a_run_tells_what_was_tried_in_vain_and_how_far_its_cheapest_is_from_the_optimum(skerry, config, name, places):
    brief = ("--quiet", "--set", "island.improve_rate=0.1", "--set", "island.improve_budget=1000", "--set", "migration.every=2")
    run = ("run", TREE / f"configs/party/{config}.toml", "--islands", 2, *brief)
    report = skerry.json(*run, "--set", "stop.generations=6", "--output", "whole.h5")
    measures = report[name]
    assert measures["trials"] >= measures["trials_in_vain"] > 0 and report["best_fitness"] > report["target"]
    inspected = skerry.json("inspect", "whole.h5")
    assert kept(inspected) == (name, measures) and inspected["target"] == report["target"]
    told = f"{places} tried {measures['trials']} times, {measures['trials_in_vain']} of them in vain\n"
    text = skerry("inspect", "whole.h5").out
    assert told in text and "away\n" in text.partition("target ")[2]

    skerry("run", *run[1:], "--set", "stop.generations=4", "--output", "half.h5")
    assert kept(skerry.json("resume", "half.h5", "--quiet", "--set", "stop.generations=6")) == (name, measures)


def test_the_progress_tells_of_them(program):
    last = program("run", "own.toml", env={"SKERRY_PROGRESS": "lines"}).err.splitlines()[-1]
    assert ("  front 20  hypervolume " if program.group == "front" else "  coverage ") in last, last
    assert "  median " not in last and "  best " in last


def test_xarray_opens_them(program):
    program.done("run", "own.toml", "--quiet", "--output", "a.h5")
    values, measure = ("objectives", "objective") if program.group == "front" else ("features", "feature")
    with xarray.open_dataset(program.folder / "a.h5", group=program.group, engine="netcdf4") as data:
        data.load()
        assert data[values].dims == ("solution", measure) and data.genome.dims == ("solution", "genome_byte")
        assert data.text.dims == ("solution",) and {len(text) for text in data.text.values.tolist()} == {30}
        assert data.attrs["solutions"] == data.sizes["solution"]
        described = json.loads(data.attrs["description"])
        assert [one["name"] for one in described] == (["weight", "worth"] if measure == "objective" else ["items", "weight"])


def test_damaged_ones_count_as_absent(program):
    program.done("run", "own.toml", "--quiet", "--output", "a.h5")
    with h5py.File(program.folder / "a.h5", "r+") as trace:
        trace[program.group]["fitness"][3] += 1
    told = f"the solutions in /{program.group} cannot be read"
    result = program("inspect", "a.h5", "--json")
    report = json.loads(result.out)
    assert result.status == 0 and report["front"] is None and report["map"] is None
    assert report["damage"].startswith(told) and report["generations"] == 60
    assert f"damaged    {told}" in program("inspect", "a.h5").out
    result = program.done("resume", "a.h5", "--quiet", "--set", "stop.generations=70")
    assert kept(program.json("inspect", "a.h5"))
