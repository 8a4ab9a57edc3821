import numpy as np
import pytest
from make_trace import sample, write

from skerry.convergence import Panel, draw
from skerry.curves import Group, pooled_diversity
from skerry.trace import open as load


@pytest.fixture
def runs(tmp_path):
    def build(count, name, target=50, unit="coin", **options):
        return [
            load(
                write(
                    tmp_path / f"{name}{seed}.h5",
                    sample(seed=seed, **options),
                    target=target,
                    attributes={"fitness_unit": unit},
                )
            )
            for seed in range(count)
        ]

    return build


def lines(axes):
    return {line.get_label(): line for line in axes.get_lines() if not line.get_label().startswith("_")}


def legend(axes):
    return [text.get_text() for text in axes.get_legend().get_texts()]


def test_one_run_shows_its_islands(runs):
    (trace,) = runs(1, "a", generations=30)
    drawing = draw([Panel("", [Group("type2", [trace])])])
    above, below = drawing.axes
    best = lines(above)["type2: best"]
    np.testing.assert_array_equal(best.get_xdata(), np.arange(31))
    np.testing.assert_array_equal(best.get_ydata(), trace.values("best").min(axis=1))
    assert best.get_linestyle() == "-"
    median = lines(above)["type2: median"]
    np.testing.assert_array_equal(median.get_ydata(), np.median(trace.values("best"), axis=1))
    assert median.get_linestyle() == ":"
    assert below.get_xlabel() == "generation"
    assert above.get_ylabel() == "fitness (coin) of the best"
    assert "fitness diversity" in below.get_ylabel()
    assert legend(above) == ["type2 (3 islands)", "target 50", "best", "median", "all islands", "migration"]
    assert legend(below) == ["minimum", "median"]


def test_the_shade_covers_every_run(runs):
    traces = runs(6, "a")
    drawing = draw([Panel("", [Group("skerry", traces)])])
    (shade,) = drawing.axes[0].collections
    corners = shade.get_paths()[0].vertices
    bests = np.array([trace.values("best").min(axis=1) for trace in traces])
    for generation in range(bests.shape[1]):
        at = corners[corners[:, 0] == generation, 1]
        assert at.min() == bests[:, generation].min()
        assert at.max() == bests[:, generation].max()


def test_the_target_is_a_solid_black_line(runs):
    drawing = draw([Panel("", [Group("a", runs(1, "a", target=42))])])
    line = lines(drawing.axes[0])["target"]
    assert set(line.get_ydata()) == {42}
    assert (line.get_color(), line.get_linestyle()) == ("black", "-")
    drawing = draw([Panel("", [Group("a", runs(1, "b", target=None))])])
    assert "target" not in lines(drawing.axes[0])


def test_groups_differ_in_colour_and_share_an_axis(runs):
    groups = [Group("islands", runs(3, "a", islands=5)), Group("one population", runs(3, "b", islands=1))]
    drawing = draw([Panel("Type 2", groups)])
    above, below = drawing.axes
    assert above.get_title() == "Type 2"
    colours = {lines(above)[f"{group.label}: best"].get_color() for group in groups}
    assert len(colours) == 2
    for group in groups:
        minimum = lines(below)[f"{group.label}: minimum"]
        expected = np.min([pooled_diversity(trace) for trace in group.traces], axis=0)
        np.testing.assert_array_equal(minimum.get_ydata(), expected)
    assert legend(above)[:2] == ["islands (3 runs, 5 islands)", "one population (3 runs)"]


def test_panels_stand_side_by_side(runs):
    panels = [Panel(f"Type {i}", [Group("a", runs(1, f"{i}-", target=40 + i))]) for i in (1, 2, 3)]
    drawing = draw(panels)
    assert len(drawing.axes) == 6
    assert legend(drawing.axes[1]) == ["a (3 islands)", "target 42"]
    assert [axes.get_title() for axes in drawing.axes[:3]] == ["Type 1", "Type 2", "Type 3"]
    assert [axes.get_ylabel() != "" for axes in drawing.axes] == [True, False, False, True, False, False]


def test_migrations_are_faint_marks_behind_the_curves(runs):
    drawing = draw([Panel("", [Group("a", runs(1, "a", generations=35))])])
    for axes in drawing.axes:
        marks = [line for line in axes.get_lines() if line.get_label() == "_migration"]
        assert [mark.get_xdata()[0] for mark in marks] == [10, 20, 30]
        assert all(mark.get_zorder() < 1 for mark in marks)


def test_a_long_run_is_not_hatched_with_migrations(runs):
    drawing = draw([Panel("", [Group("a", runs(1, "a", generations=1500))])])
    assert not [line for line in drawing.axes[0].get_lines() if line.get_label() == "_migration"]


def test_a_run_without_feasible_individuals_shows_its_violation(tmp_path):
    columns = sample(islands=2)
    columns["violation"] = columns["best"] / 10
    trace = load(write(tmp_path / "a.h5", columns, target=1))
    above = draw([Panel("", [Group("a", [trace])])]).axes[0]
    assert "violation" in above.get_ylabel()
    np.testing.assert_array_equal(lines(above)["a: best"].get_ydata(), columns["violation"].min(axis=1))
    assert "target" not in lines(above)
