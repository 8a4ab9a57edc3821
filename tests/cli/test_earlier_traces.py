"""Tests traces of version 0.1.0 and of later versions: they are read, resumed if possible, and refused otherwise."""
import socket

import h5py
import numpy
import pytest

from tests.support.binary import TREE
from tests.support.traces import EARLIER, EARLIER_TRACES, change_columns, everything, unpack_earlier

#: A run that starts over ends after these generations.
FEW = ("--generations", "5", "--quiet")


def generations(trace, count, name="immigrations"):
    """Returns the first rows of /generation without the times."""
    with h5py.File(trace) as file:
        columns = {("immigrations" if column == name else column): values[:count + 1]
                   for column, values in file["generation"].items() if not column.endswith("_s")}
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


@pytest.mark.parametrize("name", EARLIER_TRACES)
def test_an_earlier_trace_is_inspected(skerry, name):
    unpack_earlier(skerry.folder, name)
    shown = inspected(skerry, name)
    assert shown["source"] == "skerry 0.1.0"
    with h5py.File(skerry.folder / name, "r", libver="latest", swmr=True) as file:
        last = shown["generations"]
        assert last == file["epoch/generation"][-1] == shown["last_epoch"]["generation"]
        assert [island["immigrations"] for island in shown["last_generation"]] == list(file["generation/refreshes"][last])
        assert [island["best"] for island in shown["last_generation"]] == list(file["generation/best"][last])


@pytest.mark.parametrize("name", ["killed.h5", "killed-3.h5"])
def test_an_earlier_trace_is_repaired_into_one_of_today(skerry, name):
    unpack_earlier(skerry.folder, name)
    skerry.done("repair", name, "--output", "mended.h5")
    with h5py.File(skerry.folder / "mended.h5") as file, h5py.File(skerry.folder / name, "r", libver="latest", swmr=True) as old:
        assert file.attrs["format_version"] == 3
        last = file["epoch/generation"][-1]
        assert numpy.array_equal(file["generation/immigrations"], old["generation/refreshes"][:last + 1])
        assert "refreshes" not in file["generation"]
        config = file["config"][()].decode()
    assert 'without_crossover = "random_immigrant"' in config and "refresh" not in config and "linear_ranking" in config
    skerry.done("repair", "mended.h5")


@pytest.mark.parametrize("name, ranks", [("killed.h5", None), ("killed-3.h5", 3)])
def test_without_a_checkpoint_an_earlier_run_starts_over_and_is_the_same(skerry, name, ranks):
    unpack_earlier(skerry.folder, name)
    skerry.done("repair", name, "--output", "before.h5")
    assert skerry.json("resume", name, *FEW, ranks=ranks)["generations"] == 5
    assert_equal(generations(skerry.folder / name, 5), generations(skerry.folder / "before.h5", 5))


def test_a_repaired_earlier_trace_is_resumed(skerry):
    unpack_earlier(skerry.folder, "killed.h5")
    skerry.done("repair", "killed.h5")
    skerry.done("resume", "killed.h5", *FEW)


def test_an_earlier_checkpoint_is_refused_by_name(skerry):
    unpack_earlier(skerry.folder, "interrupted.h5", "interrupted.h5.checkpoint")
    before = (skerry.folder / "interrupted.h5").read_bytes()
    skerry.refused("resume", "interrupted.h5", *FEW, status=3,
                   says=["interrupted.h5.checkpoint: skerry 0.1.0 wrote the checkpoint",
                         "finish the run with skerry 0.1.0, or remove the checkpoint, and the run starts over"])
    assert (skerry.folder / "interrupted.h5").read_bytes() == before

    (skerry.folder / "interrupted.h5.checkpoint").unlink()
    skerry.done("resume", "interrupted.h5", *FEW)


def test_a_finished_earlier_run_is_left_as_it_is(skerry):
    unpack_earlier(skerry.folder, "onemax-1.h5")
    before = (skerry.folder / "onemax-1.h5").read_bytes()
    assert "is finished" in skerry.done("resume", "onemax-1.h5").err
    assert (skerry.folder / "onemax-1.h5").read_bytes() == before


def test_an_earlier_configuration_is_told_the_new_names(skerry):
    skerry.write("earlier.toml", (EARLIER / "onemax.toml").read_text())
    text = skerry.folder / "earlier.toml"
    for old, new in [('"linear_rank"', '"linear_ranking"'), ("uncrossed", "without_crossover"), ('"fresh"', '"random_immigrant"'),
                     ("refresh_below", "immigrants_below"), ("refresh_share", "immigrants_share")]:
        skerry.refused("run", "earlier.toml", "--quiet", says=["called", "since skerry 0.2.0 ("])
        text.write_text(text.read_text().replace(old, new))
    skerry.done("run", "earlier.toml", "--quiet")


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


def test_a_version_of_tomorrow_is_refused_by_name(skerry):
    trace = finished_run(skerry)
    with h5py.File(trace, "r+") as file:
        file.attrs["format_version"] = 4
        file.attrs["source"] = numpy.bytes_(b"skerry 9.0.0")
    for command in ("inspect", "resume", "repair"):
        result = skerry.refused(command, trace, status=3,
                                says="the trace has format version 4, written by skerry 9.0.0; this program, skerry ")
        assert result.messages[0].endswith("reads 1 to 3"), result


def as_of_version_2(trace):
    """Gives a trace the form of 0.2.0: the text of the best as characters, and nothing about processes."""
    with h5py.File(trace, "r+") as file:
        text = b"".join(file["best/text"])
        del file["best/text"], file.attrs["processes"], file.attrs["resumed_on"]
        file["best/text"] = numpy.frombuffer(text, dtype="S1")
        file.attrs["format_version"] = 2
    return text.decode()


@pytest.mark.parametrize("config, options", [
    ("onemax.toml", []), ("sudoku/classic.toml", []), ("benchmarks/zdt1.toml", []), ("paper/islands/rastrigin.toml", ["problem.dimension=1000"])])
def test_a_trace_of_version_2_is_read_and_goes_on(skerry, config, options):
    sets = [word for option in ["stop.generations=4", "stop.at_target=false", "run.islands=2", *options] for word in ("--set", option)]
    skerry.done("run", TREE / "configs" / config, *sets, "--output", "a.h5", "--quiet")
    today = inspected(skerry, "a.h5")
    text = as_of_version_2(skerry.folder / "a.h5")
    past = inspected(skerry, "a.h5")
    assert past["solution"] == (text or None) == today["solution"] and len(text) > 20
    assert past | {"processes": 1} == today
    skerry.done("resume", "a.h5", "--generations", 6, "--quiet")
    with h5py.File(skerry.folder / "a.h5") as file:
        assert file.attrs["format_version"] == 3 and "processes" not in file.attrs
        assert file.attrs["resumed_on"].decode() == f"1@{socket.gethostname()}"
        strings = file["best/text"]
        assert strings.dtype.itemsize == 16384 and len(strings) == (2 if len(text) > 16383 else 1)
        assert inspected(skerry, "a.h5")["solution"] == b"".join(strings).decode()
