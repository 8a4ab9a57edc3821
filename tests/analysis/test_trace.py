import h5py
import numpy as np
import pytest
from make_trace import sample, write

from skerry.errors import DataError
from skerry.trace import frame, load, load_many


def same_tables(trace, columns):
    rows, islands = columns["best"].shape
    assert trace.generation.index.names == ["generation", "island"]
    assert list(trace.generation.index[:: islands].get_level_values(0)) == list(range(rows))
    for name, values in columns.items():
        np.testing.assert_array_equal(trace.values(name), values, err_msg=name)
        unstacked = trace.generation[name].unstack("island")
        np.testing.assert_array_equal(unstacked.to_numpy(), values, err_msg=name)


def test_a_finished_trace_is_read_whole(tmp_path):
    columns = sample(generations=25, islands=3)
    trace = load(write(tmp_path / "a.h5", columns, target=50))
    same_tables(trace, columns)
    assert trace.finished and trace.minimises and trace.target == 50 and trace.islands == 3
    assert trace.solution == "Jörg"
    assert trace.config == 'problem = "party"\n'
    assert list(trace.epoch["generation"]) == [10, 20, 25]
    assert list(trace.migration["generation"]) == [10, 10, 10, 20, 20, 20]
    assert list(trace.migration.index.get_level_values("epoch")) == [0, 0, 0, 1, 1, 1]
    assert list(trace.improvement["island"]) == [0, 1, 2]
    assert trace.attributes["seed"] == 7


def test_an_unfinished_trace_is_read_with_swmr_access(tmp_path):
    columns = sample(generations=25, islands=2)
    path = write(tmp_path / "a.h5", columns, unfinished=True)
    with pytest.raises(OSError, match="already open"):
        h5py.File(path)
    trace = load(path)
    same_tables(trace, columns)
    assert not trace.finished
    assert trace.solution == ""


def test_rows_beyond_the_last_whole_epoch_are_left_out(tmp_path):
    columns = sample(generations=30, islands=2)
    path = write(tmp_path / "a.h5", columns)
    with h5py.File(path, "r+") as file:
        for name in ("best", "elapsed_s"):
            file["epoch"][name].resize(2, axis=0)
    trace = load(path)
    assert len(trace.epoch) == 2
    same_tables(trace, {name: values[:21] for name, values in columns.items()})


def test_many_traces_make_one_table(tmp_path):
    traces = load_many([write(tmp_path / f"{seed}.h5", sample(islands=2, seed=seed)) for seed in range(3)])
    table = frame(traces)
    assert table.index.names == ["run", "generation", "island"]
    for run, trace in enumerate(traces):
        assert table.loc[run]["best"].min() == trace.values("best").min()
    assert len(frame(traces, "epoch")) == sum(len(trace.epoch) for trace in traces)


def message_of(path):
    with pytest.raises(DataError) as caught:
        load(path)
    assert caught.value.status == 3
    return str(caught.value)


def test_what_is_no_trace_is_refused(tmp_path):
    assert "no such file" in message_of(tmp_path / "none.h5")
    assert "is a folder" in message_of(tmp_path)
    (tmp_path / "text.h5").write_text("generation,best\n")
    assert "no HDF5 file" in message_of(tmp_path / "text.h5")
    with h5py.File(tmp_path / "foreign.h5", "w") as file:
        file["x"] = 1
    assert "no trace of skerry" in message_of(tmp_path / "foreign.h5")
    later = write(tmp_path / "later.h5", sample(), attributes={"format_version": 2})
    assert "format version 2; this program reads version 1" in message_of(later)


def test_a_lacking_column_is_refused(tmp_path):
    path = write(tmp_path / "a.h5", sample())
    with h5py.File(path, "r+") as file:
        file["generation/median"].resize(3, axis=0)
    assert "/generation/median has 3 of 21 rows" in message_of(path)


@pytest.mark.parametrize("column, checksum", [("mean", "checksum"), ("evolving_s", "checksum_s")])
def test_an_altered_value_is_refused(tmp_path, column, checksum):
    path = write(tmp_path / "a.h5", sample(generations=40, islands=2))
    with h5py.File(path, "r+") as file:
        file[f"generation/{column}"][13, 1] += 1
    assert f"epoch 1 is not as it was written: its {checksum} differs" in message_of(path)


@pytest.mark.parametrize("share", [0.05, 0.3, 0.6, 0.9])
def test_a_trace_cut_short_is_refused(tmp_path, share):
    path = write(tmp_path / "a.h5", sample(generations=200))
    whole = path.read_bytes()
    path.write_bytes(whole[: int(share * len(whole))])
    assert "cut short" in message_of(path)


def test_an_unfinished_trace_cut_short_ends_in_bounded_time(tmp_path, monkeypatch):
    monkeypatch.setattr("skerry.trace.UNFINISHED_TIMEOUT_S", 3)
    path = write(tmp_path / "a.h5", sample(generations=200), unfinished=True)
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 3])
    assert "cut short" in message_of(path)
