import os

import h5py
import numpy as np
import pytest
import xarray
from make_trace import improvements, sample, write

import skerry
from skerry.errors import DataError, UsageError


def same_tables(trace, columns):
    rows, islands = columns["best"].shape
    frame = trace.frame()
    assert frame.index.names == ["generation", "island"]
    assert list(frame.index[::islands].get_level_values(0)) == list(range(rows))
    for name, values in columns.items():
        np.testing.assert_array_equal(trace.values(name), values, err_msg=name)
        np.testing.assert_array_equal(frame[name].unstack("island").to_numpy(), values, err_msg=name)


@pytest.fixture(params=["kept", "in the file"])
def size(request, monkeypatch):
    """Small traces are kept in memory, large ones are not; both ways of reading must agree."""
    if request.param == "in the file":
        monkeypatch.setattr("skerry.header.KEPT_BYTES", 0)


def test_a_finished_trace_is_read_whole(tmp_path, size):
    columns = sample(generations=25, islands=3)
    trace = skerry.open(write(tmp_path / "a.h5", columns, target=50))
    same_tables(trace, columns)
    assert trace.finished and trace.minimises and trace.target == 50 and trace.islands == 3
    assert (trace.problem, trace.direction, trace.seed, trace.fitness_unit) == ("party", "minimise", 7, "coin")
    assert (trace.generations, trace.epochs, trace.elapsed_s) == (25, 3, 1.25)
    assert trace.evaluations == columns["evaluations"][-1].sum()
    assert trace.solution == "Jörg"
    assert trace.config == 'problem = "party"\n'
    assert list(trace.frame("epoch")["generation"]) == [10, 20, 25]
    migration = trace.frame("migration")
    assert list(migration["generation"]) == [10, 10, 10, 20, 20, 20]
    assert list(migration.index.get_level_values("epoch")) == [0, 0, 0, 1, 1, 1]
    assert list(trace.values("generation", "migration")) == [10, 20]
    np.testing.assert_array_equal(trace.frame("improvement")["fitness"], improvements(columns)["fitness"])


def test_some_columns_and_generations_are_read(tmp_path, size):
    columns = sample(generations=40, islands=3)
    trace = skerry.open(write(tmp_path / "a.h5", columns))
    frame = trace.frame(columns=["best", "mean"], generations=slice(10, 20))
    assert list(frame.columns) == ["best", "mean"]
    assert list(frame.index.get_level_values("generation").unique()) == list(range(10, 20))
    np.testing.assert_array_equal(frame["mean"].unstack().to_numpy(), columns["mean"][10:20])
    np.testing.assert_array_equal(trace.values("best", rows=slice(None, None, 7)), columns["best"][::7])
    last = trace.frame(columns=["best"], generations=slice(-2, None))
    assert list(last.index.get_level_values("generation").unique()) == [39, 40]
    assert list(trace.frame("migration", generations=slice(11, 31))["generation"].unique()) == [20, 30]
    assert list(trace.frame("epoch", generations=slice(11, 31))["generation"]) == [20, 30]
    early = trace.frame("improvement", generations=slice(0, 5))
    assert early["generation"].max() == 4
    assert len(early) == (improvements(columns)["generation"] < 5).sum()
    assert len(trace.frame(generations=slice(100, 200))) == 0


def test_xarray_gets_units_and_names(tmp_path):
    columns = sample(generations=20, islands=2)
    path = write(tmp_path / "a.h5", columns)
    with h5py.File(path, "r+") as file:
        file["generation/best"].attrs["units"] = np.bytes_(b"coin")
        file["generation/best"].attrs["long_name"] = np.bytes_(b"fitness of the best")
    data = skerry.open(path).dataset(generations=slice(5, 8))
    assert data.best.dims == ("generation", "island")
    assert data.best.attrs == {"units": "coin", "long_name": "fitness of the best"}
    np.testing.assert_array_equal(data.best.sel(generation=6), columns["best"][6])
    assert data.attrs["seed"] == 7
    migration = skerry.open(path).dataset("migration")
    assert migration.generation.dims == ("epoch",) and migration.bytes_sent.dims == ("epoch", "island")
    assert skerry.open(path).dataset("improvement").fitness.dims == ("improvement",)


def test_pieces_make_the_table(tmp_path, size):
    columns = sample(generations=99, islands=3)
    trace = skerry.open(write(tmp_path / "a.h5", columns))
    pieces = list(trace.pieces(columns=["best", "mean"], size_bytes=10 * 2 * 3 * 8 + 7))
    assert [len(piece.generation) for piece in pieces] == [10] * 10
    joined = xarray.concat(pieces, "generation")
    np.testing.assert_array_equal(joined.best, columns["best"])
    np.testing.assert_array_equal(joined.generation, np.arange(100))
    assert [len(piece.generation) for piece in trace.pieces(columns=["best"], size_bytes=1)] == [1] * 100


def test_a_block_keeps_the_file_open(tmp_path, monkeypatch):
    monkeypatch.setattr("skerry.header.KEPT_BYTES", 0)
    trace = skerry.open(write(tmp_path / "a.h5", sample()))
    with trace:
        (tmp_path / "a.h5").unlink()
        assert trace.values("best").shape == (21, 3)
    with pytest.raises(DataError):
        trace.values("best")


def test_what_is_asked_wrongly_is_told(tmp_path):
    trace = skerry.open(write(tmp_path / "a.h5", sample()))
    with pytest.raises(DataError, match="/generation has no column 'bets'; it has best, distinct"):
        trace.values("bets")
    with pytest.raises(UsageError, match="no table 'epochs'; the tables are generation, migration"):
        trace.frame("epochs")
    with pytest.raises(UsageError, match="the step is -1"):
        trace.values("best", rows=slice(None, None, -1))


def test_an_unfinished_trace_is_read_with_swmr_access(tmp_path, size):
    columns = sample(generations=25, islands=2)
    path = write(tmp_path / "a.h5", columns, unfinished=True)
    with pytest.raises(OSError, match="already open"):
        h5py.File(path)
    trace = skerry.open(path)
    same_tables(trace, columns)
    assert not trace.finished
    assert (trace.generations, trace.epochs, trace.elapsed_s) == (25, 3, 1.25)
    assert trace.solution == ""
    with pytest.raises(skerry.Unfinished, match="is unfinished"):
        skerry.open(path, growing=False)


def test_a_trace_opened_unfinished_is_read_on_when_its_run_has_ended(tmp_path, monkeypatch):
    monkeypatch.setattr("skerry.header.KEPT_BYTES", 0)
    columns = sample(generations=25, islands=2)
    trace = skerry.open(write(tmp_path / "a.h5", {name: rows[:16] for name, rows in columns.items()}, unfinished=True))
    assert trace.generations == 15
    write(tmp_path / "a.h5", columns)
    np.testing.assert_array_equal(trace.values("best"), columns["best"][:16])


def test_rows_beyond_the_last_whole_epoch_are_left_out(tmp_path):
    columns = sample(generations=30, islands=2)
    path = write(tmp_path / "a.h5", columns)
    with h5py.File(path, "r+") as file:
        for name in ("best", "elapsed_s"):
            file["epoch"][name].resize(2, axis=0)
    trace = skerry.open(path)
    assert trace.epochs == 2
    same_tables(trace, {name: values[:21] for name, values in columns.items()})


def test_a_run_without_an_epoch_is_empty(tmp_path):
    path = write(tmp_path / "a.h5", sample())
    with h5py.File(path, "r+") as file:
        for group in ("generation", "migration", "improvement", "epoch"):
            for dataset in file[group].values():
                if dataset.maxshape[0] is None:
                    dataset.resize(0, axis=0)
    trace = skerry.open(path)
    assert (trace.epochs, trace.generations, trace.rows()) == (0, 0, 0)
    assert trace.values("best").shape == (0, 3)
    assert list(trace.pieces(columns=["best"])) == []
    assert len(trace.frame("improvement")) == 0


def test_many_are_opened_and_the_bad_ones_named(tmp_path):
    good = [write(tmp_path / f"{seed}.h5", sample(seed=seed)) for seed in range(3)]
    growing = write(tmp_path / "growing.h5", sample(), unfinished=True)
    traces, skipped = skerry.open_many([*good, tmp_path / "none.h5", growing])
    assert [trace.path for trace in traces] == [*good, growing]
    assert [(each.path, each.reason) for each in skipped] == [(tmp_path / "none.h5", f"{tmp_path / 'none.h5'}: there is no such file")]
    assert len(skerry.open_many([*good, growing], growing=False)[1]) == 1


def message_of(path):
    with pytest.raises(DataError) as caught:
        skerry.open(path)
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
    later = write(tmp_path / "later.h5", sample(), attributes={"format_version": 4, "source": "skerry 9.0.0"})
    assert "format version 4, written by skerry 9.0.0; this program reads version 3" in message_of(later)


def added(name, *place):
    """Returns a change of a value at this place."""

    def change(file):
        file[name][place] += 1

    return change


def cover_weather(file):
    covered = file["epoch/checksum"].attrs["columns"].decode()
    file["epoch/checksum"].attrs["columns"] = np.bytes_(f"{covered} weather/rain".encode())


def sets(name, value):
    return lambda file: file.attrs.__setitem__(name, value)


def replaced(name, **made):
    """Returns a change of a dataset into another one."""

    def change(file):
        del file[name]
        file.create_dataset(name, **made)

    return change


def linked(file):
    del file["generation/best"]
    file["generation/best"] = h5py.ExternalLink("pipe", "/x")


DAMAGES = {
    "many islands": (sets("islands", 10**9), "its attribute 'islands' is 1000000000, and its columns are of 2"),
    "a text of islands": (sets("islands", "two"), "its attribute 'islands' is not a whole number"),
    "a list of islands": (sets("islands", [2]), "its attribute 'islands' is not a whole number"),
    "a column elsewhere": (linked, "/generation/best is a link"),
    "values elsewhere": (replaced("generation/best", shape=(41, 2), dtype="f8", external="pipe"), "/generation/best has its values in another file"),
    "many rows": (replaced("epoch/generation", shape=(10**10,), dtype="i8", chunks=(64,)), "cannot have 80000000000 bytes in a file of"),
    "attribute": (lambda file: file.attrs.pop("seed"), "its attribute 'seed' is missing"),
    "rows": (lambda file: file["generation/median"].resize(3, axis=0), "/generation/median has 3 of 41 rows"),
    "value": (added("generation/mean", 13, 1), "epoch 1 is not as it was written: its checksum differs"),
    "time": (added("generation/evolving_s", 13, 1), "epoch 1 is not as it was written: its checksum_s differs"),
    "column of tomorrow": (added("generation/novelty", 3, 0), "epoch 0 is not as it was written: its checksum differs"),
    "time of tomorrow": (added("generation/age_s", 3, 0), "epoch 0 is not as it was written: its checksum_s differs"),
    "table of tomorrow": (cover_weather, "/weather, a table that is not known"),
    **{
        counter: (lambda file, name=f"epoch/{counter}": file[name].__setitem__(0, 10**15), f"/epoch/{counter} falls")
        for counter in ("generation", "improvements", "migrations")
    },
}


@pytest.mark.parametrize("change, message", DAMAGES.values(), ids=DAMAGES)
def test_damage_is_refused(tmp_path, change, message):
    columns = sample(generations=40, islands=2)
    path = write(tmp_path / "a.h5", columns | {"novelty": columns["best"], "age_s": columns["best"]})
    os.mkfifo(tmp_path / "pipe")  # who opens it waits for ever
    with h5py.File(path, "r+") as file:
        change(file)
    assert message in message_of(path)
    assert "checksum" not in message or skerry.open(path, check=False).generations == 40


def test_altered_texts_are_refused(tmp_path):
    path = write(tmp_path / "a.h5", sample())
    with h5py.File(path, "r+") as file:
        file["config"][()] = np.bytes_(b'problem = "parti"\n')
        file["best/genome"][0] = 1
    trace = skerry.open(path)
    with pytest.raises(DataError, match="/config is not as it was written: its checksum differs"):
        trace.config
    with pytest.raises(DataError, match="/best is not as it was written: its checksum differs"):
        trace.solution


@pytest.mark.parametrize("share", [0.05, 0.3, 0.6, 0.9])
def test_a_trace_cut_short_is_refused(tmp_path, share):
    path = write(tmp_path / "a.h5", sample(generations=200))
    whole = path.read_bytes()
    path.write_bytes(whole[: int(share * len(whole))])
    assert "cut short" in message_of(path)


def test_an_unfinished_trace_cut_short_ends_in_bounded_time(tmp_path, monkeypatch):
    monkeypatch.setattr("skerry.unfinished.TIMEOUT_S", 3)
    path = write(tmp_path / "a.h5", sample(generations=200), unfinished=True)
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 3])
    assert "cut short" in message_of(path)
