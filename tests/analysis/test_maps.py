import json

import numpy as np
import pytest
from commands import plot, texts
from make_solutions import ANGLE, LEADER, NATIONS, centroid_map, grid_map

import skerry
from skerry import map_answers, map_planes
from skerry.errors import UsageError
from skerry.figures.maps import MOST_PATHS, draw_archive


def archive(path, **changes):
    return skerry.open(grid_map(path, **changes)).archive()


def cells(drawing, place=0):
    """The values of the cells of one picture, [upward, across]; NaN in an empty one."""
    mesh = drawing.axes[place].collections[0]
    values = np.ma.filled(mesh.get_array().astype(float), np.nan)
    return values.reshape(mesh.get_coordinates().shape[0] - 1, -1)


def test_a_plane_holds_the_best_of_each_cell(tmp_path):
    found = map_planes.plane(archive(tmp_path / "a.h5"), 0, 1, np.array([3]))
    assert found.best.tolist() == [[0, -1, -1, -1], [1, -1, -1, -1], [-1, 2, -1, 3]], "[leader, nations]"
    assert np.argwhere(found.proven).tolist() == [[0, 1]], "cell 3 is the first leader of two nations"
    turned = map_planes.plane(archive(tmp_path / "b.h5"), 1, 0, np.array([3]))
    np.testing.assert_array_equal(turned.best, found.best.T)
    np.testing.assert_array_equal(turned.proven, found.proven.T)


@pytest.mark.parametrize("direction, best", [("maximise", 7.0), ("minimise", 4.0)])
def test_of_more_features_a_cell_holds_the_best_over_the_others(tmp_path, direction, best):
    three = archive(tmp_path / "a.h5", features=(NATIONS, LEADER, ANGLE), cell=(0, 1, 5), fitness=(7, 4, 1), direction=direction)
    found = map_planes.plane(three, 0, 1, np.arange(0, 7))
    assert three.fitness[found.best[0, 0]] == best
    assert found.best[1, 0] == 2
    assert not found.proven.any(), "cells with a solution, or an open cell below them, are not closed"
    assert map_planes.plane(three, 0, 1, np.arange(10, 15)).proven[2, 0]


def test_fitness_that_is_minimised_is_shown_as_the_gap_to_the_best(tmp_path):
    drawing = draw_archive(archive(tmp_path / "a.h5", direction="minimise"))
    np.testing.assert_array_equal(cells(drawing)[:, 0], [0, 6, np.nan])
    assert drawing.legends[0].get_title().get_text() == "Gap of each cell to the best, 3 coin"
    assert drawing.axes[-1].get_ylabel() == "gap to the best (coin)"
    drawing = draw_archive(archive(tmp_path / "b.h5"))
    np.testing.assert_array_equal(cells(drawing)[:, 0], [3, 9, np.nan])
    assert drawing.legends[0].get_title().get_text() == "Fitness of each cell; the best is 9 coin"


def test_better_is_lighter_in_both_directions(tmp_path):
    for direction, best in (("minimise", 0), ("maximise", 1)):
        drawing = draw_archive(archive(tmp_path / f"{direction}.h5", direction=direction))
        mesh = drawing.axes[0].collections[0]
        lightness = mesh.cmap(mesh.norm([[3.0, 9.0], [0.0, 6.0]][direction == "minimise"]))[:, :3].sum(axis=1)
        assert lightness.argmax() == best


def test_categories_are_named_and_whole_numbers_whole(tmp_path):
    drawing = draw_archive(archive(tmp_path / "a.h5"))
    drawing.canvas.draw()
    own = drawing.axes[0]
    assert [label.get_text() for label in own.get_yticklabels()] == ["Áine", "Bo <b>", "Cy"]
    assert [label.get_text() for label in own.get_xticklabels() if own.get_xlim()[0] < label.get_position()[0] < own.get_xlim()[1]] == ["1", "2", "3", "4"]
    assert (own.get_xlabel(), own.get_ylabel()) == ("nations", "leader")


def legend(drawing):
    return [text.get_text() for text in drawing.legends[0].get_texts()]


def test_empty_cells_and_those_proven_empty_are_told_apart(tmp_path):
    assert legend(draw_archive(archive(tmp_path / "a.h5"))) == ["no solution found"]
    drawing = draw_archive(archive(tmp_path / "b.h5", state=[1, 1, 2] + [0] * 9), empty=[3])
    assert legend(drawing) == ["no solution found", "proven empty"]
    hatched = drawing.axes[0].collections[1]
    assert hatched.get_hatch() and len(hatched.get_paths()) == 2
    whole = draw_archive(archive(tmp_path / "c.h5", cell=range(12), fitness=range(12)))
    assert legend(whole) == []


def test_a_proof_is_void_where_there_is_a_solution(tmp_path):
    assert legend(draw_archive(archive(tmp_path / "a.h5"), empty=[0])) == ["no solution found"]


def test_every_pair_of_features_has_a_picture(tmp_path):
    three = archive(tmp_path / "a.h5", features=(NATIONS, LEADER, ANGLE), cell=(0, 1, 5), fitness=(7, 4, 1))
    drawing = draw_archive(three)
    pairs = [("nations", "leader"), ("nations", "angle (rad)"), ("leader", "angle (rad)")]
    assert [(own.get_xlabel(), own.get_ylabel()) for own in drawing.axes[:3]] == pairs
    assert "each cell shows the best over all other features" in drawing.legends[0].get_title().get_text()
    one = draw_archive(three, features=["angle", "nations"])
    assert [(own.get_xlabel(), own.get_ylabel()) for own in one.axes[:-1]] == [("angle (rad)", "nations")]
    with pytest.raises(UsageError, match="one feature is named, 'angle'; a map has two axes"):
        draw_archive(three, features=["angle"])


def test_one_feature_is_a_strip(tmp_path):
    drawing = draw_archive(archive(tmp_path / "a.h5", features=(NATIONS,), cell=(0, 2), fitness=(1, 2)))
    np.testing.assert_array_equal(cells(drawing), [[1, np.nan, 2, np.nan]])


def test_voronoi_cells_tile_the_map_and_hold_what_is_nearest(tmp_path):
    found = skerry.open(centroid_map(tmp_path / "a.h5")).archive()
    corners = map_planes.polygons(found)
    areas = [abs(np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y)) / 2 for x, y in (each.T for each in corners)]
    assert sum(areas) == pytest.approx(4.0), "the map spans 2 by 2"
    for cell, each in enumerate(corners):
        inside = 0.99 * each + 0.01 * each.mean(axis=0)
        nearest = ((inside[:, None] - found.centroids) ** 2).sum(axis=2).argmin(axis=1)
        assert (nearest == cell).all()


def test_centroids_are_drawn_as_cells_or_of_more_features_as_points(tmp_path):
    two = draw_archive(skerry.open(centroid_map(tmp_path / "a.h5")).archive(), empty=range(40))
    assert [len(each.get_paths()) for each in two.axes[0].collections] == [30, 10] and legend(two) == ["proven empty"]
    three = draw_archive(skerry.open(centroid_map(tmp_path / "b.h5", dimensions=3)).archive())
    assert [len(own.collections[0].get_offsets()) for own in three.axes[:3]] == [30] * 3
    assert "each point is a solution" in three.legends[0].get_title().get_text()


def test_a_large_map_is_a_raster(tmp_path):
    wide = {**ANGLE, "cells": 60}
    found = archive(tmp_path / "a.h5", features=(wide, {**wide, "name": "turn"}), cell=(0, 3599), fitness=(1, 2))
    mesh = draw_archive(found).axes[0].collections[0]
    assert found.cells > MOST_PATHS and mesh.get_rasterized()
    assert not draw_archive(archive(tmp_path / "b.h5")).axes[0].collections[0].get_rasterized()


def test_the_command_draws_a_map_with_proven_cells(capsys, tmp_path):
    path = grid_map(tmp_path / "a.h5")
    (tmp_path / "e.json").write_text(json.dumps({"empty": [2, 3]}))
    assert plot(capsys, "--kind", "map", path, "--empty", tmp_path / "e.json", "--output", tmp_path / "a.svg") == (0, "")
    seen = {"nations", "leader", "Bo <b>", "no solution found", "proven empty", "fitness (coin)", "Fitness of each cell; the best is 9 coin"}
    assert seen <= set(texts(tmp_path / "a.svg"))


def answer(path, **changes):
    """A map of a party puzzle as `skerry map --json` prints it."""
    cells = [{"cell": cell, "places": [cell // 3, cell % 3], "state": "open", "by": None} for cell in range(12)]
    cells[1] |= {"state": "filled", "by": "islands", "fitness": 120.0, "bound": 120.0, "proven": True, "values": [1, 1], "party": ["Ida", "Bo"]}
    cells[5] |= {"state": "filled", "by": "proof", "fitness": 90.0, "bound": None, "proven": False, "values": [2, 2], "party": ["Cy"]}
    cells[2]["state"] = "empty"
    features = [{key: each[key] for key in ("name", "unit", "least", "most", "cells")} for each in (NATIONS, LEADER)]
    found = {"schema": "skerry.party-map/1", "puzzle": "Monday", "objective": "price", "unit": "coins", "direction": "minimise"}
    path.write_text(json.dumps(found | {"features": features, "filled": [1, 5], "empty": [2], "open": [0], "cells": cells} | changes))
    return path


def test_the_map_of_a_puzzle_is_drawn_from_its_answer(capsys, tmp_path):
    path = answer(tmp_path / "monday.json")
    found = map_answers.read(path)
    assert (found.fitness.tolist(), found.texts, found.cells) == ([120, 90], ["Ida Bo", "Cy"], 12)
    np.testing.assert_array_equal(cells(draw_archive(found))[:, 0], [np.nan, 30, np.nan])
    assert plot(capsys, "--kind", "map", path, "--output", tmp_path / "a.svg") == (0, "")
    assert {"nations", "leader", "proven empty", "gap to the best (coins)", "Gap of each cell to the best, 90 coins"} <= set(texts(tmp_path / "a.svg"))
    for changes, message in (({"schema": "x/1"}, "is no map of a puzzle"), ({"cells": [{}]}, "is damaged: KeyError"), ({"cells": []}, "has no solution")):
        status, errors = plot(capsys, "--kind", "map", answer(tmp_path / "bad.json", **changes), "--output", tmp_path / "a.svg")
        assert status == 3 and message in errors and errors.count("\n") == 1
