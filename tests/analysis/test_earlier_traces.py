"""Tests traces of other versions, and those with columns that a later version may add."""

import gzip
import zlib

import h5py
import numpy as np
import pytest

import skerry
from skerry import DataError
from tests.support.binary import TREE

from make_trace import sample, write


def test_a_trace_of_version_3_is_read_for_ever(tmp_path):
    path = tmp_path / "old.h5"
    path.write_bytes(gzip.decompress((TREE / "tests/data/version-3.h5.gz").read_bytes()))
    trace = skerry.open(path)
    assert (trace.generations, trace.islands, trace.values("best").max()) == (25, 2, 51)
    with h5py.File(path, "r+") as file:
        file.attrs["format_version"] = 2
    with pytest.raises(DataError, match="the trace has format version 2, written by skerry 0.2.0; this program reads version 3$"):
        skerry.open(path)


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
def test_the_text_of_the_best_is_joined_and_guarded(tmp_path, text):
    path = write(tmp_path / "a.h5", sample())
    with h5py.File(path, "r+") as file:
        del file["best/text"]
        file["best/text"] = np.array([text[at : at + 16383] for at in range(0, len(text), 16383)], dtype="S16384")
        file["best"].attrs["checksum"] = zlib.crc32(file["best/genome"][()].tobytes() + text)
    assert skerry.open(path).solution == text.decode()
    with h5py.File(path, "r+") as file:
        file["best"].attrs["checksum"] += 1
    if text:
        with pytest.raises(DataError, match="/best is not as it was written"):
            skerry.open(path).solution
