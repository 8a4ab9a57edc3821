"""Traces of other versions of skerry, or with other columns."""
import gzip

import h5py
import numpy
import pytest

from tests.support.binary import TREE
from tests.support.traces import change_columns, everything


def generations(trace, count):
    """Returns the first rows of /generation without the times."""
    with h5py.File(trace) as file:
        columns = {column: values[:count + 1] for column, values in file["generation"].items() if not column.endswith("_s")}
    assert "best" in columns and "immigrations" in columns
    return columns


def assert_equal(first, second):
    assert first.keys() == second.keys()
    for name, values in first.items():
        assert numpy.array_equal(values, second[name]), name


def finished_run(skerry):
    """Makes a trace by this program, and returns its content."""
    skerry.done("run", "onemax.toml", "--output", "a.h5", "--quiet", "--set", "checkpoint.enabled=false")
    return skerry.folder / "a.h5"


def inspected(skerry, trace):
    return skerry.json("inspect", trace)


def test_a_trace_of_version_3_is_read_for_ever(skerry):
    """skerry 0.2.0 wrote it, before 0.3.0 came out."""
    stored = gzip.decompress((TREE / "tests/data/version-3.h5.gz").read_bytes())
    (skerry.folder / "old.h5").write_bytes(stored)
    shown = inspected(skerry, "old.h5")
    with h5py.File(skerry.folder / "old.h5") as file:
        assert [island["best"] for island in shown["last_generation"]] == list(file["generation/best"][-1])
        assert shown["best_fitness"] == file["best"].attrs["fitness"] == 51 and shown["generations"] == 25
    skerry.done("resume", "old.h5", "--generations", "40", "--quiet")
    skerry.done("run", "onemax.toml", "--islands", "2", "--output", "new.h5", "--quiet", "--set", "stop.generations=40")
    assert_equal(generations(skerry.folder / "old.h5", 40), generations(skerry.folder / "new.h5", 40))


@pytest.mark.parametrize("version, program", [(1, "0.1.0"), (2, "0.2.0"), (4, "9.0.0")])
def test_another_version_is_refused_by_name(skerry, version, program):
    trace = finished_run(skerry)
    with h5py.File(trace, "r+") as file:
        file.attrs["format_version"] = version
        file.attrs["source"] = numpy.bytes_(f"skerry {program}".encode())
    for command in ("inspect", "resume", "repair"):
        result = skerry.refused(command, trace, status=3,
                                says=f"the trace has format version {version}, written by skerry {program}; this program, skerry ")
        assert result.messages[0].endswith("reads version 3"), result


def test_columns_of_tomorrow_are_left_alone(skerry):
    trace = finished_run(skerry)
    before, shown = everything(trace), inspected(skerry, trace)
    novelty = numpy.random.default_rng(1).normal(size=before["generation/best"].shape)
    change_columns(trace, add={"novelty": novelty, "age": numpy.arange(len(novelty), dtype="i4")})
    assert inspected(skerry, trace) == shown
    skerry.done("resume", trace, "--generations", "40", "--quiet")
    assert_equal(generations(trace, 25), {name.removeprefix("generation/"): values for name, values in before.items()
                                          if name.startswith("generation/") and "@" not in name})


def test_columns_of_tomorrow_are_guarded_too(skerry):
    trace = finished_run(skerry)
    change_columns(trace, add={"novelty": numpy.ones((26, 1))})
    with h5py.File(trace, "r+") as file:
        file["generation/novelty"][11, 0] = 2
    skerry.refused("inspect", trace, status=3, says="epoch 2 is not as it was written")


def test_a_column_that_a_file_does_not_have_is_zero(skerry):
    trace = finished_run(skerry)
    change_columns(trace, remove=["restarts"])
    assert [island["restarts"] for island in inspected(skerry, trace)["last_generation"]] == [0]
