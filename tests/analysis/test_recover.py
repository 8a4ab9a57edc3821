import subprocess

import h5py
import numpy as np
import pytest
import xarray
from make_trace import sample, write

from analysis.errors import DataError, UsageError
from analysis.recover import recover
from analysis.trace import load


@pytest.fixture
def killed(tmp_path):
    return write(tmp_path / "killed.h5", sample(generations=25, islands=3), unfinished=True)


def test_every_tool_opens_the_copy(killed, tmp_path):
    before = killed.read_bytes()
    assert recover(killed, tmp_path / "clean.h5") == 3
    assert killed.read_bytes() == before
    columns = sample(generations=25, islands=3)
    with h5py.File(tmp_path / "clean.h5") as copy:
        np.testing.assert_array_equal(copy["generation/best"], columns["best"])
    with xarray.open_dataset(tmp_path / "clean.h5", group="generation", engine="netcdf4") as data:
        assert data.best.dims == ("generation", "island")
        np.testing.assert_array_equal(data.generation, np.arange(26))
        np.testing.assert_array_equal(data.best, columns["best"])
    with xarray.open_dataset(tmp_path / "clean.h5", group="migration", engine="netcdf4") as data:
        assert data.bytes_sent.dims == ("epoch", "island")
    assert subprocess.run(["h5dump", "-H", tmp_path / "clean.h5"], capture_output=True).returncode == 0


def test_the_copy_is_a_trace_with_its_totals(killed, tmp_path):
    recover(killed, tmp_path / "clean.h5")
    trace = load(tmp_path / "clean.h5")
    assert trace.attributes["generations"] == 25
    assert trace.attributes["epochs"] == 3
    assert trace.attributes["evaluations"] == trace.epoch["evaluations"].iloc[-1]
    assert not trace.finished


def test_rows_that_were_not_flushed_whole_stay_behind(tmp_path):
    path = write(tmp_path / "a.h5", sample(generations=30, islands=2))
    with h5py.File(path, "r+") as file:
        file["epoch/best"].resize(2, axis=0)
    assert recover(path, tmp_path / "clean.h5") == 2
    with h5py.File(tmp_path / "clean.h5") as copy:
        assert copy["generation/best"].shape == (21, 2)
        assert copy["migration/bytes_sent"].shape == (2, 2)


def test_nothing_is_overwritten_unasked(killed, tmp_path):
    (tmp_path / "clean.h5").write_text("precious")
    with pytest.raises(UsageError, match="exists"):
        recover(killed, tmp_path / "clean.h5")
    assert (tmp_path / "clean.h5").read_text() == "precious"
    recover(killed, tmp_path / "clean.h5", overwrite=True)
    assert len(load(tmp_path / "clean.h5").epoch) == 3


def test_what_is_no_trace_is_refused(tmp_path):
    (tmp_path / "text.h5").write_text("text")
    with pytest.raises(DataError, match="no HDF5 file"):
        recover(tmp_path / "text.h5", tmp_path / "clean.h5")
    assert not (tmp_path / "clean.h5").exists()
