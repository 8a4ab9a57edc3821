import numpy as np
import pytest
from make_trace import sample, write

import skerry
from skerry import style
from skerry.diversity import pooled
from skerry.errors import DataError
from skerry.figures.convergence import draw_convergence, draw_diversity
from skerry.figures.panels import Group, Panel
from skerry.run_series import series_of


@pytest.fixture
def runs(tmp_path):
    def build(count, name, target=50, unit="coin", direction="minimise", **options):
        written = {"target": target, "direction": direction, "attributes": {"fitness_unit": unit}}
        paths = [write(tmp_path / f"{name}{seed}.h5", sample(seed=seed, **options), **written) for seed in range(count)]
        return [series_of(skerry.open(path)) for path in paths]

    return build


def lines(axes):
    return {line.get_label(): line for line in axes.get_lines() if not line.get_label().startswith("_")}


def legend(drawing):
    return [text.get_text() for text in drawing.legends[0].get_texts()]


def test_one_run_shows_its_islands(runs):
    (run,) = runs(1, "a", generations=30)
    drawing = draw_convergence([Panel("", [Group("type2", [run])])])
    above, below = drawing.axes
    best = lines(above)["type2: best"]
    np.testing.assert_array_equal(best.get_xdata(), np.arange(31))
    np.testing.assert_array_equal(best.get_ydata(), run.trace.values("best").min(axis=1))
    assert best.get_linestyle() == "-"
    median = lines(above)["type2: median"]
    np.testing.assert_array_equal(median.get_ydata(), np.median(run.trace.values("best"), axis=1))
    assert median.get_linestyle() == ":"
    assert below.get_xlabel() == "generation"
    assert above.get_ylabel() == "fitness (coin) of the best"
    assert "fitness diversity" in below.get_ylabel()
    assert legend(drawing) == ["type2 (3 islands)", "best", "median of the islands", "all islands", "target", "migration"]


def test_the_shade_covers_every_run(runs):
    many = runs(6, "a")
    drawing = draw_convergence([Panel("", [Group("skerry", many)])])
    (shade,) = drawing.axes[0].collections
    corners = shade.get_paths()[0].vertices
    bests = np.array([run.trace.values("best").min(axis=1) for run in many])
    for generation in range(bests.shape[1]):
        at = corners[corners[:, 0] == generation, 1]
        assert at.min() == bests[:, generation].min()
        assert at.max() == bests[:, generation].max()


def test_the_target_is_a_solid_black_line(runs):
    drawing = draw_convergence([Panel("", [Group("a", runs(1, "a", target=42))])])
    line = lines(drawing.axes[0])["target"]
    assert set(line.get_ydata()) == {42}
    assert (line.get_color(), line.get_linestyle()) == ("black", "-")
    drawing = draw_convergence([Panel("", [Group("a", runs(1, "b", target=None))])])
    assert "target" not in lines(drawing.axes[0])
    assert "target" not in legend(drawing)


def test_groups_differ_in_colour_and_marker_and_share_an_axis(runs):
    groups = [Group("islands", runs(3, "a", islands=5)), Group("one population", runs(3, "b", islands=1))]
    drawing = draw_convergence([Panel("Type 2", groups)])
    above, below = drawing.axes
    assert above.get_title() == "Type 2"
    bests = [lines(above)[f"{group.label}: median"] for group in groups]
    assert len({line.get_color() for line in bests}) == len({line.get_marker() for line in bests}) == 2
    whole = {
        "islands": [pooled(run.trace.values("mean"), run.trace.values("standard_deviation")) for run in groups[0].runs],
        "one population": [run.trace.values("fitness_diversity")[:, 0] for run in groups[1].runs],
    }
    for label, diversities in whole.items():
        np.testing.assert_array_equal(lines(below)[f"{label}: median"].get_ydata(), np.median(diversities, axis=0))
    assert legend(drawing)[:2] == ["islands (3 runs, 5 islands)", "one population (3 runs)"]


def test_panels_stand_side_by_side_under_one_legend(runs):
    panels = [Panel(f"Type {i}", [Group("a", runs(1 + i % 2, f"{i}-", target=40 + i))]) for i in (1, 2, 3)]
    drawing = draw_convergence(panels)
    assert drawing.get_size_inches()[0] == style.WIDTHS["double"]
    assert len(drawing.axes) == 6
    assert legend(drawing)[0] == "a (1 to 2 runs, 3 islands)"
    assert [axes.get_title() for axes in drawing.axes[:3]] == ["Type 1", "Type 2", "Type 3"]
    assert [axes.get_ylabel() != "" for axes in drawing.axes] == [True, False, False, True, False, False]
    targets = [set(lines(axes)["target"].get_ydata()) for axes in drawing.axes[:3]]
    assert targets == [{41}, {42}, {43}]


def test_a_label_looks_the_same_in_every_panel(runs):
    some, others = runs(1, "a"), runs(1, "b")
    panels = [Panel("1", [Group("x", some), Group("y", others)]), Panel("2", [Group("y", others)])]
    first, second = draw_convergence(panels).axes[:2]
    assert lines(first)["y: best"].get_color() == lines(second)["y: best"].get_color()
    assert lines(first)["x: best"].get_color() != lines(second)["y: best"].get_color()


@pytest.mark.few(1)
@pytest.mark.parametrize("count, width, columns", [(4, 1.5, 1), (4, 3.5, 2), (4, 7.2, 4), (5, None, None), (7, None, None)])
def test_many_panels_or_those_of_a_narrow_figure_go_below_each_other(runs, count, width, columns):
    panels = [Panel(str(i), [Group("a", runs(1, f"{i}-"))]) for i in range(count)]
    drawing = draw_convergence(panels, width=width)
    titled = [axes for axes in drawing.axes if axes.get_title()]
    assert [axes.get_title() for axes in titled] == [str(i) for i in range(count)]
    assert sum(bool(axes.get_lines()) for axes in drawing.axes) == 2 * count
    assert columns in (None, len({round(axes.get_position().x0, 3) for axes in titled}))


def test_migrations_are_faint_marks_behind_the_curves(runs):
    drawing = draw_convergence([Panel("", [Group("a", runs(1, "a", generations=35))])])
    for axes in drawing.axes:
        marks = [line for line in axes.get_lines() if line.get_label() == "_migration"]
        assert [mark.get_xdata()[0] for mark in marks] == [10, 20, 30]
        assert all(mark.get_zorder() < 1 for mark in marks)


def test_a_long_run_is_thinned_and_not_hatched_with_migrations(runs):
    (run,) = runs(1, "a", generations=1500)
    above = draw_convergence([Panel("", [Group("a", [run])])]).axes[0]
    assert not [line for line in above.get_lines() if line.get_label() == "_migration"]
    best = lines(above)["a: best"]
    assert len(best.get_xdata()) == -(-1501 // 4)
    assert best.get_ydata().min() == run.trace.values("best").min()


def test_a_run_without_feasible_individuals_shows_its_violation(tmp_path):
    columns = sample(islands=2)
    columns["violation"] = columns["best"] / 10
    run = series_of(skerry.open(write(tmp_path / "a.h5", columns, target=1)))
    above = draw_convergence([Panel("", [Group("a", [run])])]).axes[0]
    assert "violation" in above.get_ylabel()
    np.testing.assert_array_equal(lines(above)["a: best"].get_ydata(), columns["violation"].min(axis=1))
    assert "target" not in lines(above)


def test_generations_may_be_drawn_on_a_logarithmic_axis(runs):
    above, below = draw_convergence([Panel("", [Group("a", runs(1, "a"))])], log=True).axes
    assert above.get_xscale() == below.get_xscale() == "symlog"
    assert above.get_xlim() == (0, 20)


def test_diversity_shows_both_measures_with_their_cover(runs):
    many = runs(4, "a", islands=1)
    above, below = draw_diversity([Panel("", [Group("a", many)])]).axes
    assert "fitness diversity" in above.get_ylabel() and "genotype diversity" in below.get_ylabel()
    for axes, name in ((above, "fitness_diversity"), (below, "genotype_diversity")):
        values = np.array([run.trace.values(name)[:, 0] for run in many])
        np.testing.assert_array_equal(lines(axes)["a: median"].get_ydata(), np.median(values, axis=0))
        corners = axes.collections[0].get_paths()[0].vertices
        assert corners[corners[:, 0] == 7, 1].max() == values[:, 7].max()


def test_runs_of_different_problems_are_not_mixed(runs):
    one, other = runs(1, "a", target=3)[0], runs(1, "b", target=3, direction="maximise")[0]
    with pytest.raises(DataError, match="differ in 'direction'"):
        draw_convergence([Panel("", [Group("a", [one]), Group("b", [other])])])
    with pytest.raises(DataError, match="different targets"):
        draw_convergence([Panel("", [Group("a", [one, *runs(1, "c", target=4)])])])
    draw_convergence([Panel("", [Group("a", [one]), Group("b", runs(1, "d", target=None))])])


def test_many_groups_take_the_width_of_a_page_and_say_once_what_they_share(runs):
    groups = [Group(f"rate {number}", runs(2, f"{number}-")) for number in range(5)]
    drawing = draw_convergence([Panel("", groups)])
    assert drawing.get_size_inches()[0] == style.WIDTHS["double"]
    assert legend(drawing)[:6] == [*(f"rate {number}" for number in range(5)), "(2 runs, 3 islands each)"]


@pytest.mark.parametrize("unit", ["coin", "hectares of tall forest"])
def test_a_long_unit_stays_beside_its_axes(runs, unit):
    drawing = draw_convergence([Panel("", [Group("a", runs(1, "a", unit=unit))])])
    drawing.canvas.draw()
    above, below = (axes.yaxis.label.get_window_extent() for axes in drawing.axes)
    assert unit in drawing.axes[0].get_ylabel()
    assert above.y0 > below.y1


def test_of_several_groups_the_middle_half_is_shaded(runs):
    groups = [Group("islands", runs(5, "a", generations=30)), Group("one population", runs(5, "b", islands=1, start=150.0))]
    drawing = draw_convergence([Panel("", groups)])
    for shade, group in zip(drawing.axes[0].collections, groups, strict=True):
        corners = shade.get_paths()[0].vertices
        bests = np.array([run.trace.values("best").min(axis=1) for run in group.runs])
        at = corners[corners[:, 0] == 7, 1]
        np.testing.assert_allclose([at.min(), at.max()], np.quantile(bests[:, 7], [0.25, 0.75]))
    assert "middle half of the runs" in legend(drawing) and "all runs" not in legend(drawing)


def test_islands_of_several_groups_have_their_middle_half_shaded(runs):
    (run,), (other,) = runs(1, "a", islands=7), runs(1, "b", islands=4)
    drawing = draw_convergence([Panel("", [Group("a", [run]), Group("b", [other])])])
    corners = drawing.axes[0].collections[0].get_paths()[0].vertices
    at = corners[corners[:, 0] == 5, 1]
    np.testing.assert_allclose([at.min(), at.max()], np.quantile(run.trace.values("best")[5], [0.25, 0.75]))
    assert "middle half of the islands" in legend(drawing)


@pytest.mark.parametrize("direction", ["minimise", "maximise"])
def test_a_gap_is_the_distance_to_the_target_on_a_logarithmic_axis(runs, direction):
    target = 20 if direction == "minimise" else 900
    (run,) = runs(1, "a", target=target, direction=direction)
    above = draw_convergence([Panel("", [Group("a", [run])])], gap=True).axes[0]
    bests = run.trace.values("best")
    found = bests.min(axis=1) - target if direction == "minimise" else target - bests.max(axis=1)
    np.testing.assert_allclose(lines(above)["a: best"].get_ydata(), found)
    assert above.get_yscale() == "symlog" and above.get_ylabel() == "gap to the target (coin)"
    assert "target" not in lines(above)


@pytest.mark.parametrize("target", [None, 80])
def test_a_gap_is_to_the_best_run_without_a_target_or_beyond_it(runs, target):
    drawing = draw_convergence([Panel("", [Group("a", runs(4, "a", target=target))])], gap=True)
    drawing.canvas.draw()
    above = drawing.axes[0]
    assert above.get_ylabel() == "gap to the best run (coin)"
    values = np.concatenate([line.get_ydata() for line in above.get_lines() if line.get_label() == "_run"])
    assert values.min() == 0 and (values >= 0).all()
    shown = [label.get_text() for label in above.get_yticklabels()]
    assert "0" in shown and len(set(shown)) == len(shown) >= 2
    assert above.get_ylim()[0] < 0


def test_curves_are_drawn_over_evaluations_and_seconds(runs):
    (run,) = runs(1, "a", generations=30)
    spent = run.trace.values("evaluations").sum(axis=1)
    for over, ends, label in (("evaluations", spent, "evaluations, all islands"), ("seconds", 0.05 * np.arange(31), "time (s)")):
        above, below = draw_convergence([Panel("", [Group("a", [run])])], over=over).axes
        np.testing.assert_allclose(lines(above)["a: best"].get_xdata(), ends)
        np.testing.assert_array_equal(lines(above)["a: best"].get_ydata(), run.trace.values("best").min(axis=1))
        assert below.get_xlabel() == label and below.get_xlim() == pytest.approx((0, ends[-1]))
        above, below = draw_diversity([Panel("", [Group("a", [run])])], over=over, log=True).axes
        assert below.get_xlabel() == label and below.get_xscale() == "log"


@pytest.mark.parametrize("log", [False, True])
def test_runs_of_a_group_are_compared_at_equal_evaluations(runs, log):
    short, long = runs(1, "a", generations=10)[0], runs(1, "b", generations=40, islands=6)[0]
    above = draw_convergence([Panel("", [Group("a", [short, long])])], over="evaluations", log=log).axes[0]
    median = lines(above)["a: median"]
    at, seen = median.get_xdata(), median.get_ydata()
    assert (np.diff(at) > 0).all() and at[-1] == pytest.approx(long.trace.evaluations)
    for point in (40, 200, 511):
        bests = []
        for run in (short, long):
            made = np.flatnonzero(run.trace.values("evaluations").sum(axis=1) <= at[point] * (1 + 1e-12))
            bests += [run.trace.values("best").min(axis=1)[made[-1]]] if len(made) else []
        assert seen[point] == pytest.approx(np.median(bests))


def marks(axes):
    return [line.get_xdata()[0] for line in axes.get_lines() if line.get_label() == "_migration"]


@pytest.mark.nightly
def test_migrations_that_would_merge_or_differ_are_not_drawn(runs, tmp_path):
    (run,) = runs(1, "a", generations=500)
    panel = [Panel("", [Group("a", [run])])]
    assert len(marks(draw_convergence(panel).axes[0])) == 49
    assert marks(draw_convergence(panel, log=True).axes[0]) == []  # the last ones lie on each other
    assert marks(draw_convergence([panel[0]] * 4).axes[0]) == []
    over = draw_convergence(panel, over="evaluations").axes[0]
    np.testing.assert_array_equal(marks(over), run.trace.values("evaluations").sum(axis=1)[np.arange(10, 500, 10)])
    other = series_of(skerry.open(write(tmp_path / "other.h5", sample(generations=500), every=25, target=50)))
    drawing = draw_convergence([Panel("", [Group("a", [run]), Group("b", [other])])])
    assert marks(drawing.axes[0]) == [] and "migration" not in legend(drawing)


def test_more_groups_than_can_be_told_apart_are_refused(runs):
    some = runs(1, "a", generations=2)
    groups = [Group(str(number), some) for number in range(43)]
    with pytest.raises(DataError, match="43 groups can't be told apart in one figure; name at most 42"):
        draw_convergence([Panel("", groups)])


def test_the_median_is_the_line_and_the_luckiest_run_has_none_of_its_own(tmp_path):
    """Seen: the best of all runs solid, the median dotted; a group looked best whose median is worst."""
    found = {}
    for label, ends in (("lucky", (10, 90, 95)), ("steady", (40, 41, 42))):
        found[label] = [series_of(skerry.open(write(tmp_path / f"{label}{end}.h5", sample(islands=2, end=end), target=5))) for end in ends]
    drawing = draw_convergence([Panel("", [Group(label, own) for label, own in found.items()])])
    above = drawing.axes[0]
    assert set(lines(above)) == {"lucky: median", "steady: median", "target"}
    last = {label: lines(above)[f"{label}: median"].get_ydata()[-1] for label in found}
    assert last["steady"] < last["lucky"]
    single = [line for line in above.get_lines() if line.get_label() == "_run"]
    assert len(single) == 6 and all(line.get_linewidth() < 0.5 < lines(above)["lucky: median"].get_linewidth() for line in single)
    assert lines(above)["lucky: median"].get_linestyle() == "-" and "each run" in legend(drawing)
    many = [Panel("", [Group("a", found["lucky"] * 3), Group("b", found["steady"] * 3)])]
    assert not [line for line in draw_convergence(many).axes[0].get_lines() if line.get_label() == "_run"]


def test_a_run_that_is_not_feasible_yet_is_worse_than_all_others(tmp_path):
    runs = []
    for seed, until in ((1, 0), (2, 15), (3, 30)):
        columns = sample(islands=1, seed=seed, generations=20)
        columns["violation"][:until] = 1
        runs.append(series_of(skerry.open(write(tmp_path / f"{seed}.h5", columns))))
    median = lines(draw_convergence([Panel("", [Group("a", runs)])]).axes[0])["a: median"]
    assert np.isnan(median.get_ydata()[:15]).all() and median.get_ydata()[-1] == max(run.trace.values("best").min() for run in runs[:2])


@pytest.mark.parametrize("count", [1, 3])
def test_a_logarithmic_axis_begins_with_the_first_generation(runs, count):
    """Seen: the curve of a thinned run began at generation 60."""
    many = runs(count, "a", generations=3000, islands=2)
    above, below = draw_convergence([Panel("", [Group("a", many)])], log=True).axes
    for axes in (above, below):
        at = lines(axes)["a: median"].get_xdata()
        assert list(at[:6]) == [0, 1, 2, 3, 4, 5] and (np.diff(at) > 0).all() and at[-1] > 2950
    best = lines(above)["a: best" if count == 1 else "a: median"].get_ydata()
    assert best[5] == np.median([run.trace.values("best")[5].min() for run in many])
    assert np.nanmin(best) >= min(run.trace.values("best").min() for run in many)


def test_the_axis_is_logarithmic_where_most_is_gained_at_the_start(tmp_path):
    for fall, scale in ((5, "symlog"), (400, "linear")):
        columns = sample(islands=2, generations=1000)
        columns["best"] = 50 + 100 * np.exp(-np.arange(1001) / fall)[:, None] * np.ones(2)
        run = series_of(skerry.open(write(tmp_path / f"{fall}.h5", columns)))
        assert draw_convergence([Panel("", [Group("a", [run])])]).axes[0].get_xscale() == scale
        assert draw_convergence([Panel("", [Group("a", [run])])], log=False).axes[0].get_xscale() == "linear"
