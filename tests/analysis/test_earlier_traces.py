"""Tests traces of other versions: those that 0.1.0 wrote, and those with columns that a later version may add."""

import zlib

import h5py
import numpy as np
import pytest

import skerry
from skerry import DataError
from tests.support.traces import EARLIER_TRACES, unpack_earlier

from make_trace import sample, write


@pytest.mark.parametrize("name", EARLIER_TRACES)
def test_an_earlier_trace_is_read_by_the_names_of_today(tmp_path, name):
    unpack_earlier(tmp_path, name)
    trace = skerry.open(tmp_path / name)
    assert "immigrations" in trace.columns() and "refreshes" not in trace.columns()
    with h5py.File(tmp_path / name, "r", libver="latest", swmr=True) as file:
        expected = file["generation/refreshes"][: trace.generations + 1]
    assert np.array_equal(trace.values("immigrations"), expected)
    assert np.array_equal(trace.frame(columns=["immigrations"])["immigrations"], expected.reshape(-1))
    assert trace.dataset().immigrations.attrs["units"] == "1"
    table, skipped = skerry.runs([tmp_path / name])
    assert len(table) + len(skipped) == 1 and len(table) == trace.finished


def test_an_altered_earlier_trace_is_refused(tmp_path):
    unpack_earlier(tmp_path, "onemax-3.h5")
    with h5py.File(tmp_path / "onemax-3.h5", "r+") as file:
        file["generation/refreshes"][7, 1] += 1
    with pytest.raises(DataError, match="epoch 1 is not as it was written: its checksum differs"):
        skerry.open(tmp_path / "onemax-3.h5")


def test_columns_of_tomorrow_are_there_by_their_names(tmp_path):
    columns = sample()
    novelty = np.random.default_rng(1).normal(size=columns["best"].shape)
    path = write(tmp_path / "a.h5", columns | {"novelty": novelty, "age_s": novelty + 1})
    trace = skerry.open(path)
    assert {"novelty", "age_s", "best"} <= set(trace.columns())
    assert np.array_equal(trace.values("novelty"), novelty)
    assert np.array_equal(trace.dataset(columns=["age_s"]).age_s, novelty + 1)


def test_a_column_that_a_file_lacks_is_named_with_those_it_has(tmp_path):
    path = write(tmp_path / "a.h5", {name: values for name, values in sample().items() if name != "restarts"})
    trace = skerry.open(path)
    with pytest.raises(DataError, match="/generation has no column 'restarts'; it has .*immigrations"):
        trace.values("restarts")


@pytest.mark.parametrize("text", [b"1 2 3\n4 5 6\n", "Jörg\nÅse €\n".encode(), b"", b"x" * 20000])
def test_the_text_of_the_best_is_read_as_strings_and_as_characters(tmp_path, text):
    path = write(tmp_path / "a.h5", sample())
    for version, stored in (
        (3, np.array([text[at : at + 16383] for at in range(0, len(text), 16383)], dtype="S16384")),
        (2, np.frombuffer(text, dtype="S1")),
    ):
        with h5py.File(path, "r+") as file:
            del file["best/text"]
            file["best/text"] = stored
            file["best"].attrs["checksum"] = zlib.crc32(file["best/genome"][()].tobytes() + text)
            file.attrs["format_version"] = version
        assert skerry.open(path).solution == text.decode()
        with h5py.File(path, "r+") as file:
            file["best"].attrs["checksum"] += 1
        if text:
            with pytest.raises(DataError, match="/best is not as it was written"):
                skerry.open(path).solution
