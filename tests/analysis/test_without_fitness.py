"""Tests runs in which individuals have no fitness, since their evaluation failed: NaN where none of an island has one."""

import warnings

import numpy as np
import pytest
from commands import output_of
from make_trace import OF_FITNESS, sample, write

import skerry
from skerry import members, run_tables
from skerry.batch import run_of
from skerry.command import main
from skerry.diversity import mean_of_islands, pooled
from skerry.figures.convergence import draw_convergence
from skerry.figures.panels import Group, Panel
from skerry.islands import island_lines
from skerry.live import one_run, run_line, told
from skerry.progress import progress
from skerry.run_series import series_of
from skerry.terminal import Look
from skerry.watching import Watch

#: Generations, of 21, in which no individual of any island has a fitness, and island 1 besides.
NONE, NONE_OF_ISLAND_1 = 3, 8


@pytest.fixture(autouse=True)
def no_warnings():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


def failing(seed=1, nobody=NONE, of_island_1=NONE_OF_ISLAND_1, **options):
    """Makes the columns of a run whose first evaluations fail."""
    columns = sample(seed=seed, **options)
    without = np.zeros(columns["best"].shape, dtype=bool)
    without[:nobody] = True
    without[:of_island_1, 1] = True
    for name in OF_FITNESS:
        columns[name][without] = np.nan
    columns["violation"][without] = np.inf
    columns["feasible"][without] = 0
    return columns | {"failed": without.astype(int)}


def test_an_island_without_fitness_takes_no_part_in_the_figures_of_a_run(tmp_path):
    others = {name: values[:, [0, 2]] for name, values in sample().items()}
    run = run_of(skerry.open(write(tmp_path / "a.h5", failing(nobody=0, of_island_1=21))))
    alone = run_of(skerry.open(write(tmp_path / "b.h5", others)))
    for name in ("best", "last", "fitness_diversity", "fitness_diversity_minimum", "island_fitness_diversity"):
        assert getattr(run, name) == pytest.approx(getattr(alone, name), rel=1e-12), name


@pytest.mark.parametrize("direction", ["minimise", "maximise"])
def test_generations_without_fitness_are_passed_over(tmp_path, direction):
    columns = failing()
    trace = skerry.open(write(tmp_path / "a.h5", columns, direction=direction))
    run, steps = run_of(trace), progress(trace)
    assert steps.generations[0] == NONE and not np.isnan(steps.fitness).any()
    best = np.nanmin if direction == "minimise" else np.nanmax
    assert run.best == best(columns["best"]) and run.last == best(columns["best"][-1])
    assert run.island_fitness_diversity == pytest.approx(np.median([np.nanmean(row) for row in columns["fitness_diversity"][NONE:]]))
    assert 0 < run.fitness_diversity_minimum <= run.fitness_diversity < 1


def test_means_over_islands_pass_over_those_without_a_value():
    values = np.array([[1.0, np.nan, 3.0], [np.nan, np.nan, np.nan], [2.0, 2.0, 5.0]])
    np.testing.assert_array_equal(mean_of_islands(values), [2, np.nan, 3])
    np.testing.assert_array_equal(mean_of_islands(values[2:]), [3])
    np.testing.assert_allclose(pooled(values, np.zeros_like(values)), [1 / 2, np.nan, np.sqrt(2) / 3])
    np.testing.assert_array_equal(pooled(np.zeros((1, 2)), np.zeros((1, 2))), [0])


def test_a_generation_without_fitness_is_a_gap_in_the_figure(tmp_path):
    run = series_of(skerry.open(write(tmp_path / "a.h5", failing())))
    curves = members.convergence([run], by_run=False, minimises=True)
    for values in (curves.best, curves.median, curves.highest):
        np.testing.assert_array_equal(np.isnan(values), np.arange(21) < NONE)
    spread = members.diversity([run], by_run=False)
    np.testing.assert_array_equal(np.isnan(spread.median), np.arange(21) < NONE)
    (above, below) = draw_convergence([Panel("", [Group("a", [run])])]).axes
    for axes in (above, below):
        line = axes.get_lines()[0].get_ydata()
        assert np.isnan(line[:NONE]).all() and not np.isnan(line[NONE:]).any()


def test_lines_of_islands_are_of_those_that_have_a_fitness(tmp_path, monkeypatch):
    columns = failing()
    # Of ten, five fail; of the others three are feasible, so their lower median is, and their worst is not.
    columns["failed"][10], columns["feasible"][10] = 5, 3
    columns["failed"][11], columns["feasible"][11] = 5, 5
    monkeypatch.setattr("skerry.islands.populations", lambda trace: np.full(3, 10))
    lines = island_lines(skerry.open(write(tmp_path / "a.h5", columns)))
    shown = {name: ~np.isnan(getattr(lines, name).lowest) for name in ("best", "median", "worst")}
    assert {name: values[10].all() for name, values in shown.items()} == {"best": True, "median": True, "worst": False}
    assert all(values[11].all() for values in shown.values()) and not any(values[:NONE].any() for values in shown.values())


def watched(path, columns):
    watch = Watch(write(path, columns, unfinished=True))
    epochs = watch.poll()
    return watch, epochs


def test_follow_tells_what_has_no_fitness(tmp_path):
    watch, (first, second) = watched(tmp_path / "a.h5", failing(nobody=11))
    assert told(watch, first).startswith("generation 10  no fitness yet  ")
    assert "nan" not in told(watch, first) and "inf" not in told(watch, first)
    columns = failing(nobody=11)
    assert watch.best[-1] == columns["best"][-1].min() and watch.median[-1] == np.sort(columns["median"][-1])[1]
    assert f"best {second.best:.10g}  median {second.median:.10g}  diversity" in told(watch, second)
    drawn = one_run(watch, 80, 20, Look(unicode=False, colour=False))
    assert not any("nan" in line for line in drawn)
    watch, _ = watched(tmp_path / "b.h5", failing(nobody=21))
    assert "no fitness yet" in run_line(watch, 8, 80, Look(unicode=False, colour=False))
    assert "no fitness yet" in "\n".join(one_run(watch, 80, 20, Look(unicode=False, colour=False)))


def test_the_median_of_follow_is_that_of_the_islands_with_a_fitness(tmp_path):
    columns = failing(nobody=0, of_island_1=21)
    watch, _ = watched(tmp_path / "a.h5", columns)
    np.testing.assert_array_equal(watch.median, np.minimum(columns["median"][:, 0], columns["median"][:, 2]))
    np.testing.assert_allclose(watch.diversity, columns["fitness_diversity"][:, [0, 2]].mean(axis=1))


@pytest.fixture
def groups(tmp_path):
    a = [write(tmp_path / f"a{seed}.h5", failing(seed, nobody=seed), target=60) for seed in (1, 2, 3)]
    b = [write(tmp_path / f"b{seed}.h5", sample(seed=seed), target=60) for seed in (4, 5)]
    nothing = write(tmp_path / "b6.h5", failing(6, nobody=21), target=60)
    return ["--label", "a", *map(str, a), "--label", "b", *map(str, [*b, nothing])]


@pytest.mark.few(2)
@pytest.mark.parametrize(
    "command",
    [
        ["plot", "--output", "c.svg"],
        ["plot", "--kind", "diversity", "--output", "d.svg"],
        ["table", "--columns", "all"],
        ["compare", "--all-pairs", "--measure", "best", "--measure", "fitness_diversity", "--measure", "island_fitness_diversity_minimum"],
        ["study", "--output", "s.svg"],
        ["origins"],
        ["ecdf", "--output", "e.svg"],
        ["export", "--output", "t.csv"],
    ],
    ids=lambda command: " ".join(command[:3]),
)
def test_every_command_takes_such_runs(tmp_path, monkeypatch, capsys, groups, command):
    monkeypatch.chdir(tmp_path)
    assert main([*command, *groups]) == 0
    printed = capsys.readouterr()
    assert printed.err == "" and " nan" not in printed.out


@pytest.mark.nightly
def test_a_single_run_is_drawn_and_reported(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write("a.h5", failing())
    assert main(["plot", "--kind", "islands", "a.h5", "--output", "i.svg"]) == 0
    printed = output_of(capsys, "report", "a.h5")
    assert "nan" not in printed.replace("nant", "")
    first = run_tables.diversity(skerry.open("a.h5"), run_of(skerry.open("a.h5"))).rows[0]
    assert first[1] == "–", "no island has a fitness at the start"


def test_a_run_that_never_had_a_fitness_is_told_so(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write("a.h5", failing(nobody=21))
    printed = output_of(capsys, "report", "a.h5")
    assert "none: no evaluation has given a fitness" in printed and "∞" not in printed
    assert main(["plot", "a.h5", "--output", "a.svg"]) == 0
