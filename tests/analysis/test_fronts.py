import numpy as np
import pytest
from commands import plot, texts
from make_solutions import PRICE, SIZE, SYNERGY, WEIGHT, front, grid_map

import skerry
from skerry import trade_offs
from skerry.figures.fronts import draw_fronts
from skerry.figures.panels import Group, Panel

MANY = np.random.default_rng(1).uniform(0, 50, (20, 4))


def read(path, **changes):
    return skerry.open(front(path, **changes)).front()


def drawn(*fronts, **options):
    return draw_fronts([Panel("", [Group(f"g{number}", [each]) for number, each in enumerate(fronts)])], **options)


def lines(axes, label):
    return [line for line in axes.lines if line.get_label() == label]


def test_trade_offs_are_told_in_the_units_of_the_objectives(tmp_path):
    found = read(tmp_path / "a.h5")
    order = trade_offs.ordered(found)
    assert order.tolist() == [0, 1, 2, 3] and trade_offs.knee(found) == 2
    assert trade_offs.point(found, 2) == "price 100 coins, synergy 14"
    assert list(map(str, trade_offs.at_knee(found))) == ["40 coins less price costs 8 less synergy", "2 more synergy costs 80 coins"]


def test_one_more_costs_what_it_costs(tmp_path):
    found = read(tmp_path / "a.h5", values=[[100, 14], [220, 15]])
    assert str(trade_offs.step(found, 0, 1)) == "1 more synergy costs 120 coins"
    assert str(trade_offs.step(found, 1, 0)) == "120 coins less price costs 1 less synergy"


def test_of_a_dense_front_steps_that_matter_are_told(tmp_path):
    first = np.linspace(0, 1, 1001)
    found = read(tmp_path / "a.h5", objectives=({**PRICE, "name": "f1", "unit": ""}, {**PRICE, "name": "f2", "unit": ""}), values=np.column_stack([first, 1 - first**0.5]))
    assert trade_offs.knee(found) == 250
    down, up = trade_offs.at_knee(found)
    assert (down.better.name, down.gain, down.cost) == ("f1", pytest.approx(0.05), pytest.approx(0.5 - 0.2**0.5))
    assert (up.better.name, up.gain) == ("f2", pytest.approx(0.05, abs=1e-3)) and up.gain >= 0.05


def test_a_large_front_is_a_raster(tmp_path):
    values = np.column_stack([np.arange(1, 1202), np.arange(1, 1202)])
    (axes,) = drawn(read(tmp_path / "a.h5", values=values), named=True).axes
    assert lines(axes, "g0")[0].get_rasterized() and lines(axes, "_steps")[0].get_rasterized()
    (axes,) = drawn(read(tmp_path / "b.h5")).axes
    assert not lines(axes, "g0")[0].get_rasterized()


def test_equal_units_and_no_units_name_the_objective(tmp_path):
    both = read(tmp_path / "a.h5", objectives=(PRICE, {**PRICE, "name": "upkeep"}), values=[[1, 5], [2, 3]])
    assert str(trade_offs.step(both, 0, 1)) == "2 coins less upkeep costs 1 coins more price"
    none = read(tmp_path / "b.h5", objectives=({**PRICE, "unit": ""}, SYNERGY), values=[[1, 5], [2, 7]])
    assert str(trade_offs.step(none, 0, 1)) == "2 more synergy costs 1 more price"


def test_the_order_of_a_front_follows_the_first_objective_without_repetitions(tmp_path):
    values = [[180, 16], [40, 1], [100, 14], [40, 1], [60, 6]]
    assert trade_offs.ordered(read(tmp_path / "a.h5", values=values)).tolist() == [1, 4, 2, 0]
    assert trade_offs.ordered(read(tmp_path / "b.h5", values=values, violation=[0, 1, 0, 0, 0])).tolist() == [3, 4, 2, 0]
    turned = read(tmp_path / "c.h5", objectives=(SYNERGY, PRICE), values=np.array(values)[:, ::-1])
    assert trade_offs.ordered(turned).tolist() == [0, 2, 4, 1]


def test_a_straight_or_short_or_hollow_front_has_no_knee(tmp_path):
    for number, values in enumerate(([[1, 1], [2, 2], [3, 3]], [[1, 1], [2, 2]], [[1, 1]], [[1, 1], [9, 2], [10, 10]])):
        found = read(tmp_path / f"{number}.h5", values=values)
        assert trade_offs.knee(found) is None and trade_offs.at_knee(found) == []
        (axes,) = drawn(found).axes
        assert not lines(axes, "_knee")


def test_two_objectives_are_points_with_steps_and_a_knee(tmp_path):
    drawing = drawn(read(tmp_path / "a.h5"))
    (axes,) = drawing.axes
    (steps,) = lines(axes, "_steps")
    assert steps.get_drawstyle() == "steps-post" and steps.get_xdata().tolist() == [40, 60, 100, 180]
    (ring,) = lines(axes, "_knee")
    assert (ring.get_xdata().item(), ring.get_ydata().item()) == (100, 14)
    told = [text.get_text() for text in drawing.legends[0].get_texts()]
    assert told[-1] == "knee: price 100 coins, synergy 14\n40 coins less price costs 8 less synergy\n2 more synergy costs 80 coins"
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("← better: price (coins)", "synergy: better →")


def test_steps_keep_to_what_is_reached_in_both_directions(tmp_path):
    """Between two solutions the line runs over points that the first one dominates or equals."""
    for number, (objectives, sign) in enumerate((((PRICE, SYNERGY), (1, -1)), ((SYNERGY, PRICE), (-1, 1)))):
        values = np.array([[40.0, 1.0], [60.0, 6.0], [100.0, 14.0]])
        values = values if sign == (1, -1) else values[:, ::-1]
        (axes,) = drawn(read(tmp_path / f"{number}.h5", objectives=objectives, values=values)).axes
        (steps,) = lines(axes, "_steps")
        corners = steps.get_path().vertices
        place, upward = corners[:-1], corners[1:]
        middle = np.column_stack([upward[:, 0], place[:, 1]]) * sign  # where steps-post turns
        costs = values * sign
        assert all((costs <= corner).all(axis=1).any() for corner in middle)


def test_runs_of_two_groups_have_their_own_marks(tmp_path):
    one, other = read(tmp_path / "a.h5"), read(tmp_path / "b.h5", values=[[50, 5], [90, 20]])
    (axes,) = drawn(one, other).axes
    first, second = lines(axes, "g0")[0], lines(axes, "g1")[0]
    assert (first.get_marker(), second.get_marker()) == ("o", "s") and first.get_color() != second.get_color()
    assert not lines(axes, "_knee")


def test_three_objectives_are_drawn_in_pairs(tmp_path):
    found = read(tmp_path / "a.h5", objectives=(PRICE, SYNERGY, WEIGHT), values=MANY[:, :3])
    axes = drawn(found).axes
    assert [own.get_ylabel() for own in axes] == ["synergy: better →", "← better: weight (kg)", "← better: weight (kg)"]
    np.testing.assert_array_equal(lines(axes[2], "g0")[0].get_xydata(), MANY[:, 1:3])


def test_more_objectives_are_parallel_lines_whose_best_is_above(tmp_path):
    found = read(tmp_path / "a.h5", objectives=(PRICE, SYNERGY, WEIGHT, SIZE), values=MANY)
    (axes,) = drawn(found).axes
    heights = np.array([line.get_ydata() for line in lines(axes, "_solution")])
    assert heights.shape == (20, 4) and heights.min() == 0 and heights.max() == 1
    assert heights[:, 0].argmax() == MANY[:, 0].argmin() and heights[:, 1].argmax() == MANY[:, 1].argmax()
    assert [label.get_text() for label in axes.get_xticklabels()] == ["price (coins)", "synergy", "weight (kg)", "size"]


def test_named_solutions_can_be_found_in_the_picture(tmp_path):
    found = read(tmp_path / "a.h5")
    ids = {line.get_gid() for line in drawn(found, named=True).axes[0].lines}
    assert {f"solution{number}" for number in range(4)} <= ids
    assert {line.get_gid() for line in drawn(found).axes[0].lines} == {None}


def test_the_command_draws_fronts_and_skips_runs_without(capsys, tmp_path):
    path, barren = front(tmp_path / "a.h5"), grid_map(tmp_path / "m.h5")
    status, errors = plot(capsys, "--kind", "front", path, "--output", tmp_path / "a.svg")
    assert (status, errors) == (0, "")
    assert {"← better: price (coins)", "2 more synergy costs 80 coins"} <= set(texts(tmp_path / "a.svg"))
    status, errors = plot(capsys, "--kind", "front", path, barren, "--output", tmp_path / "b.svg")
    assert status == 0 and errors == f'analysis: skipped: {barren} keeps no front; a run does with algorithm = "nsga2" in its [island]\n'


def test_equal_fronts_can_be_told_apart(tmp_path):
    (axes,) = drawn(read(tmp_path / "a.h5"), read(tmp_path / "b.h5")).axes
    below, above = lines(axes, "g0")[0], lines(axes, "g1")[0]
    np.testing.assert_array_equal(below.get_xydata(), above.get_xydata())
    assert above.get_markerfacecolor() == "none" and above.get_markersize() > below.get_markersize()
    solid, dashed = lines(axes, "_steps")
    assert solid.get_linestyle() == "-" and dashed.get_linestyle() == "--"


def test_many_parallel_lines_are_transparent(tmp_path):
    objectives = (PRICE, SYNERGY, WEIGHT, SIZE)
    alphas = []
    for count in (10, 100, 1200):
        values = np.random.default_rng(2).uniform(0, 50, (count, 4))
        (axes,) = drawn(read(tmp_path / f"{count}.h5", objectives=objectives, values=values)).axes
        (alpha,) = {line.get_alpha() for line in lines(axes, "_solution")}
        assert len(lines(axes, "_solution")) == count
        assert all(bool(line.get_rasterized()) == (count > 1000) for line in lines(axes, "_solution"))
        alphas.append(alpha)
    assert alphas[0] > alphas[1] > alphas[2] > 0


def test_pairs_of_a_narrow_figure_go_below_each_other(tmp_path):
    found = read(tmp_path / "a.h5", objectives=(PRICE, SYNERGY, WEIGHT), values=MANY[:, :3])
    for width, columns in ((3.5, 2), (7.2, 3)):
        drawing = drawn(found, width=width)
        assert len({round(own.get_position().x0, 3) for own in drawing.axes}) == columns
        assert sum(bool(own.lines) for own in drawing.axes) == 3
