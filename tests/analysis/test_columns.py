"""Columns that a program added stand in tables, exports and figures beside those of skerry."""
import numpy as np
import pytest
from commands import plot, output_of, texts
from make_trace import sample, write

import skerry
from skerry import run_report, run_tables
from skerry.column_series import column_series
from skerry.figures import plot_column
from skerry.summary import number


def with_radius(path, seed=1, islands=3, unfinished=False):
    """A run whose program added the column `radius`, which is NaN in generation 2 of island 0."""
    columns = sample(islands=islands, seed=seed)
    radius = np.random.default_rng(seed).uniform(1, 9, columns["best"].shape)
    radius[2, 0] = np.nan
    write(path, columns, own={"radius": (radius, "mm", "largest distance of an individual")}, unfinished=unfinished)
    return skerry.open(path), radius


@pytest.mark.parametrize("unfinished", [False, True])
def test_tables_have_it_with_unit_and_meaning(tmp_path, unfinished):
    trace, radius = with_radius(tmp_path / "a.h5", unfinished=unfinished)
    assert trace.own_columns == ["radius"] and "radius" in trace.columns()
    assert trace.about("radius") == {"units": "mm", "long_name": "largest distance of an individual"}
    read = trace.frame("generation", columns=["radius"])["radius"].unstack("island")
    rows = len(read)
    assert rows in (trace.generations + 1, len(radius))
    np.testing.assert_array_equal(read.to_numpy(), radius[:rows])


def test_a_trace_without_such_columns_has_none(tmp_path):
    trace = skerry.open(write(tmp_path / "a.h5", sample()))
    assert trace.own_columns == [] and trace.about("best") == {}
    with pytest.raises(skerry.DataError, match="/generation has no column 'radius'"):
        trace.about("radius")


def test_one_run_is_the_median_and_range_of_its_islands(tmp_path):
    trace, radius = with_radius(tmp_path / "a.h5")
    (axes,) = plot_column(trace, "radius").axes
    (line,) = axes.lines
    np.testing.assert_allclose(line.get_ydata(), np.nanmedian(radius, axis=1))
    assert axes.get_ylabel().replace("\n", " ") == "largest distance of an individual (mm)"
    (shade,) = axes.collections
    assert shade.get_paths()[0].vertices[:, 1].max() == pytest.approx(np.nanmax(radius))


def test_many_runs_are_the_median_of_their_means(tmp_path):
    made = [with_radius(tmp_path / f"{seed}.h5", seed) for seed in (1, 2, 3)]
    (axes,) = plot_column([trace for trace, _ in made], "radius").axes
    means = [np.nanmean(radius, axis=1) for _, radius in made]
    np.testing.assert_allclose(axes.lines[0].get_ydata(), np.median(means, axis=0))


def test_a_column_of_skerry_is_drawn_likewise(tmp_path):
    columns = sample(islands=1)
    series = column_series(skerry.open(write(tmp_path / "a.h5", columns)), "distinct")
    assert series.label == "distinct" and series.mean.last[0] == columns["distinct"][-1, 0]
    (axes,) = plot_column(series.trace, "distinct").axes
    assert len(axes.lines) == 1 and not axes.collections


def test_the_command_draws_it(capsys, tmp_path):
    with_radius(tmp_path / "a.h5")
    path, output = tmp_path / "a.h5", tmp_path / "a.svg"
    assert plot(capsys, "--kind", "column", "--measure", "radius", path, "--output", output) == (0, "")
    assert {"generation", "median of the islands", "all islands"} <= set(texts(output))


@pytest.mark.nightly
def test_the_report_tells_and_draws_it(tmp_path):
    trace, radius = with_radius(tmp_path / "a.h5")
    told = run_report.text_of(trace, "markdown")
    means = np.nanmean(radius, axis=1)
    shown = [number(float(mean)) for mean in (means[0], means.min(), means.max(), means[-1])]
    assert f"## {run_tables.COLUMNS}" in told
    row = next(line for line in told.splitlines() if "largest distance of an individual (mm)" in line)
    assert [cell.strip() for cell in row.strip("|").split("|")][1:] == shown
    assert "largest distance of an individual (mm) by generation" in run_report.page_of(trace)
    assert run_tables.COLUMNS not in run_report.text_of(skerry.open(write(tmp_path / "b.h5", sample())))


def test_tables_of_runs_have_the_median_of_the_last_means(capsys, tmp_path):
    made = [with_radius(tmp_path / f"{seed}.h5", seed) for seed in (1, 2, 3)]
    write(tmp_path / "without.h5", sample())
    table, _ = skerry.runs([tmp_path / "1.h5", tmp_path / "without.h5"])
    assert table["column.radius"].isna().tolist() == [False, True]
    last = sorted(np.nanmean(radius[trace.generations]) for trace, radius in made)
    paths = [trace.path for trace, _ in made]
    lines = output_of(capsys, "table", "--columns", "column.radius", *paths).splitlines()
    line = next(line for line in lines if line.startswith("column.radius"))
    assert line.split()[1:3] == [number(float(last[1]), 6), "(3)"]
