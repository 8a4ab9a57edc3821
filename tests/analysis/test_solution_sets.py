import h5py
import numpy as np
import pytest
from make_solutions import PRICE, SIZE, SYNERGY, TWO, WEIGHT, centroid_map, front, grid_map
from make_trace import sample, write

import skerry
from skerry.errors import DataError, UsageError
from skerry.hypervolume import hypervolume, of_front
from skerry.solution_sets import empty_cells


def test_a_front_is_read_with_names_units_and_texts(tmp_path):
    found = skerry.open(front(tmp_path / "a.h5")).front()
    assert [(each.name, each.unit, each.direction, each.reference) for each in found.objectives] == [
        ("price", "coins", "minimise", 200.0),
        ("synergy", "", "maximise", 0.0),
    ]
    assert [each.label for each in found.objectives] == ["price (coins)", "synergy"]
    assert found.values.tolist() == TWO and len(found) == 4 and found.generation == 20
    assert found.costs[:, 1].tolist() == [-1, -6, -14, -16]
    assert found.texts[3] == "Lösung 3\nof two lines"
    assert found.genomes == [b"\0", b"\1\1", b"\2\2\2", b"\3"]


def test_an_archive_is_read_with_its_cells_and_features(tmp_path):
    found = skerry.open(grid_map(tmp_path / "a.h5", state=[1, 1, 2, 0, 0, 1, 0, 0, 0, 0, 2, 1])).archive()
    assert [feature.name for feature in found.features] == ["nations", "leader"]
    assert found.features[1].categories == ("Áine", "Bo <b>", "Cy") and found.features[1].told(1.0) == "Bo <b>"
    assert (found.shape, found.cells, found.coverage) == ((4, 3), 12, pytest.approx(4 / 12))
    assert [place.tolist() for place in found.places] == [[0, 0, 1, 3], [0, 1, 2, 2]], "the last feature changes fastest"
    assert found.proven_empty.tolist() == [2, 10] and found.centroids is None
    assert [feature.whole for feature in found.features] == [True, True]


def test_centroids_are_read(tmp_path):
    found = skerry.open(centroid_map(tmp_path / "a.h5")).archive()
    assert found.centroids.shape == (40, 2) and found.coverage == 0.75
    np.testing.assert_array_equal(found.values, found.centroids[found.cell])
    assert not found.features[0].whole


def test_a_changed_centroid_is_noticed(tmp_path):
    path = centroid_map(tmp_path / "a.h5")
    with h5py.File(path, "r+") as file:
        file["archive/centroid"][3, 1] += 0.5
    with pytest.raises(DataError, match="/archive/centroid is not as it was written"):
        skerry.open(path).archive()


def test_what_a_run_does_not_keep_is_told_in_a_sentence(tmp_path):
    plain = skerry.open(write(tmp_path / "plain.h5", sample()))
    with pytest.raises(DataError, match=r"plain.h5 keeps no front; a run does with algorithm = \"nsga2\" in its \[island\]$"):
        plain.front()
    with pytest.raises(DataError, match=r"plain.h5 keeps no map of solutions; a run does with algorithm = \"map_elites\""):
        plain.archive()
    assert plain.kept == ()
    empty = skerry.open(front(tmp_path / "empty.h5", values=[]))
    with pytest.raises(DataError, match="empty.h5: its front has no solution$"):
        empty.front()
    assert empty.kept == () and skerry.open(front(tmp_path / "full.h5")).kept == ("front",)


def test_a_changed_row_is_noticed_and_padding_is_not(tmp_path):
    path = front(tmp_path / "a.h5")
    with h5py.File(path, "r+") as file:
        file["front/fitness"][5] = 1.0
    skerry.open(path).front()
    for column in ("fitness", "objectives", "text", "genome"):
        changed = front(tmp_path / f"{column}.h5")
        with h5py.File(changed, "r+") as file:
            row = file["front"][column][2]
            file["front"][column][2] = np.roll(row, 1) if row.ndim else row + 1
        if column == "genome":  # its three bytes are alike
            with h5py.File(changed, "r+") as file:
                file["front/genome"][2] = 9
        with pytest.raises(DataError, match="/front is not as it was written: its checksum differs"):
            skerry.open(changed).front()


def test_damage_is_told(tmp_path):
    short = front(tmp_path / "short.h5", padding=0)
    with h5py.File(short, "r+") as file:
        file["front/violation"].resize(2, axis=0)
    with pytest.raises(DataError, match="short.h5: the trace is damaged or cut short .*/front/violation has fewer than 4 rows"):
        skerry.open(short).front()
    lacking = front(tmp_path / "lacking.h5")
    with h5py.File(lacking, "r+") as file:
        del file["front"].attrs["description"]
    with pytest.raises(DataError, match="lacking.h5: the trace is damaged"):
        skerry.open(lacking).front()
    other = grid_map(tmp_path / "other.h5", cells=13)
    with pytest.raises(DataError, match="/archive has 13 cells, and its features have others"):
        skerry.open(other).archive()


def test_solutions_that_break_rules_do_not_count(tmp_path):
    archive = skerry.open(grid_map(tmp_path / "a.h5", violation=[0, 2, 0, 0])).archive()
    assert archive.feasible.tolist() == [0, 2, 3] and archive.coverage == 0.25
    none = skerry.open(front(tmp_path / "b.h5", violation=[1, 1, 1, 1])).front()
    with pytest.raises(DataError, match="none of its 4 solutions is feasible"):
        none.feasible


def test_an_unknown_feature_is_told_with_the_nearest(tmp_path):
    archive = skerry.open(grid_map(tmp_path / "a.h5")).archive()
    assert archive.place_of("leader") == 1
    with pytest.raises(UsageError, match="no feature 'leaders'; did you mean 'leader'"):
        archive.place_of("leaders")


def test_a_file_of_empty_cells():
    assert empty_cells('{"empty": [3, 1, 3], "of": "x"}', "e.json", 12).tolist() == [1, 3]
    for text, message in (
        ("{", "e.json is no JSON"),
        ('{"full": []}', r'it holds {"empty": \[cell, ...\]}'),
        ('{"empty": [1.5]}', "does not name empty cells"),
        ('{"empty": [12]}', "names the cell 12; the map has the cells 0 to 11"),
    ):
        with pytest.raises(DataError, match=message):
            empty_cells(text, "e.json", 12)


def test_the_hypervolume_of_known_fronts():
    assert hypervolume([[1, 2], [2, 1]], [3, 3]) == 3
    assert hypervolume([[1, 2], [2, 1], [2, 2], [0, 5]], [3, 3]) == 3, "what is dominated, or beyond the reference, adds nothing"
    assert hypervolume([[1, 1, 1]], [2, 3, 4]) == 6
    assert hypervolume([[0, 1, 1], [1, 0, 1], [1, 1, 0]], [2, 2, 2]) == 4
    assert hypervolume(np.zeros((1, 4)), [2, 2, 2, 2]) == 16
    assert hypervolume([[5, 5]], [3, 3]) == 0


@pytest.mark.parametrize("size", [2, 3, 4])
def test_the_hypervolume_agrees_with_counted_boxes(size):
    random = np.random.default_rng(size)
    points = random.integers(0, 5, (9, size))
    boxes = np.stack(np.meshgrid(*[np.arange(5)] * size), axis=-1).reshape(-1, size)
    counted = (points[None] <= boxes[:, None]).all(axis=2).any(axis=1).sum()
    assert hypervolume(points, [5] * size) == counted > 0


def test_the_hypervolume_of_a_front_follows_its_directions(tmp_path):
    found = skerry.open(front(tmp_path / "a.h5")).front()
    assert of_front(found) == (60 - 40) * 1 + (100 - 60) * 6 + (180 - 100) * 14 + (200 - 180) * 16
    unbounded = skerry.open(front(tmp_path / "b.h5", (PRICE, SIZE))).front()
    assert np.isnan(of_front(unbounded))
    three = skerry.open(front(tmp_path / "c.h5", (PRICE, SYNERGY, WEIGHT), [[100, 10, 40]])).front()
    assert of_front(three) == 100 * 10 * 10
