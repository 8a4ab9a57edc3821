import json

import numpy as np
import pytest
from commands import output_of
from make_experiment import experiment

from skerry import grid, origins
from skerry.command import main
from skerry.errors import DataError
from skerry.figures.origins import draw_origins
from skerry.figures.panels import Group, Panel
from skerry.origins import origins_of, rows_of

CONFIG = '[migration]\ntopology = "fully_connected"\ntransfer = "move"\nsimilarity = "fitness"\n'


@pytest.fixture
def of(make_run):
    """Returns what is found in a run with these bests, [generation, island], whose islands migrate every two generations."""
    return lambda bests, first_generation=1, **options: origins_of(make_run(bests, **{"every": 2} | options), first_generation)


#: Migrations follow generations 2 and 4.
BESTS = [
    [90, 95, 99],  # the initial population
    [90, 80, 99],  # island 1, before the first migration
    [90, 80, 80],  # no new best: as good as before
    [70, 80, 80],  # island 0, 1 generation after a migration
    [70, 60, 60],  # islands 1 and 2 at once, 2 generations after
    [70, 70, 70],
    [50, 60, 70],  # island 0, 2 generations after the second
]


def test_new_bests_belong_to_the_islands_that_found_them(of):
    found = of(BESTS)
    assert found.credit.tolist() == [[0, 1, 0], [1, 0, 0], [0, 0.5, 0.5], [1, 0, 0]]
    np.testing.assert_array_equal(found.waited, [np.nan, 1, 2, 2])
    assert found.shares.tolist() == of(100 - np.array(BESTS), direction="maximise").shares.tolist() == [0.5, 0.375, 0.125]
    assert of(BESTS, 4).credit.tolist() == [[0, 0.5, 0.5], [1, 0, 0]]


def test_a_step_is_what_the_generation_after_a_migration_gains_beyond_its_neighbours(of):
    # The gains of generations 1 to 6 are 10, 0, 10, 10, 0 and 10; so 5 after generation 2, and -10 after generation 4.
    found, late = of(BESTS), of(BESTS, 4)
    assert (found.step, late.step, of(100 - np.array(BESTS), direction="maximise").step) == (-2.5, -10, -2.5)
    first, middle, last = rows_of("", "x", [found, late])
    assert first.step == middle.step == last.step and first.step.value == -6.25
    assert np.isnan(of(BESTS[:4]).step), "a migration whose neighbours are not all known"


def test_infeasible_bests_are_none(of):
    bests = [[9, 9], [1, 8], [7, 8], [7, 5], [7, 5]]
    assert of(bests, violation=[[0, 0], [2, 0], [0, 0], [0, 0], [0, 0]]).credit.tolist() == [[0, 1], [1, 0], [0, 1]]
    none = of(bests, violation=np.ones((5, 2)))
    assert none.credit.shape == (0, 2) and np.isnan(none.shares).all()
    rows = rows_of("", "x", [none])
    assert [row.new_bests for row in rows] == [0, 0] and np.isnan(rows[0].percent.value)


def test_positions_are_first_middle_and_last(of):
    runs = [of(BESTS, config=CONFIG) for _ in range(2)]
    first, middle, last = rows_of("type 1", "sorted", runs)
    assert [row.position for row in (first, middle, last)] == ["first", "middle", "last"]
    assert (first.percent.value, middle.percent.value, last.percent.value) == (50, 37.5, 12.5)
    assert (first.new_bests, first.even_percent, first.migration) == (2, pytest.approx(100 / 3), "dealt by fitness")
    assert (first.final_percent.value, last.final_percent.value) == (100, 0)
    assert first.final_percent.low == pytest.approx(34.2, abs=0.1)  # Wilson, 2 of 2
    assert (first.generations_after, middle.generations_after, last.generations_after) == (1.5, 2, 2)
    lines = grid.text(origins.grid([first, middle, last])).splitlines()
    assert lines[2].split()[:6] == ["type", "1", "sorted", "dealt", "by", "fitness"] and lines[3].split()[0] == "middle"


def test_bests_after_random_immigrants_are_not_surely_of_the_block(of):
    immigrations = [[0, 0, 0], [0, 1, 0], [1, 1, 0], [1, 1, 0], [1, 2, 0], [1, 2, 0], [1, 2, 0]]
    found = of(BESTS, columns={"immigrations": immigrations, "restarts": [[0, 0, 0]] * 6 + [[1, 0, 0]]})
    assert found.undisturbed.tolist() == [[True, False, True], [True, True, True], [True, False, True], [False, True, True]]
    first, middle, last = rows_of("", "x", [found])
    assert (first.undisturbed_percent, middle.undisturbed_percent, last.undisturbed_percent) == (50, 0, 100)


def test_two_islands_have_no_middle_and_one_has_nothing_to_tell(of):
    two = of([[9, 9], [8, 9], [8, 7]], config=CONFIG.replace("fully_connected", "ring"))
    assert [row.position for row in rows_of("", "x", [two])] == ["first", "last"]
    assert two.migration == "ring, move"
    with pytest.raises(DataError, match="is a run of one island"):
        of([[9], [8]])


def test_a_run_without_migration_has_no_generations_after_one(of):
    found = of(BESTS[:5], every=10)
    assert np.isnan(found.waited).all()
    assert all(np.isnan([row.generations_after, row.undisturbed_percent]).all() for row in rows_of("", "x", [found]))


def test_the_figure_shows_shares_over_an_even_share(of):
    runs = [of(BESTS) for _ in range(3)]
    (axes,) = draw_origins([Panel("", [Group("a", runs)])]).axes
    (line,) = [container.lines[0] for container in axes.containers]
    assert list(line.get_ydata()) == pytest.approx([1.5, 1.125, 0.375])
    two = [of([[9, 9], [8, 9], [8, 7]])]
    (axes,) = draw_origins([Panel("", [Group("a", runs), Group("b", two)])]).axes
    assert [list(container.lines[0].get_xdata()) for container in axes.containers] == [[0, 0.5, 1], [0, 1]]


def test_an_experiment_is_told_without_its_single_populations(tmp_path, capsys):
    folder = experiment(tmp_path / "e")
    assert main(["origins", str(folder), "--output", str(tmp_path / "a.png")]) == 0
    told = capsys.readouterr()
    assert told.err == "" and (tmp_path / "a.png").stat().st_size > 5000
    assert told.out.startswith("## Where new bests are found\n") and "one population" not in told.out and "Wilson" in told.out
    rows = json.loads(output_of(capsys, "origins", folder, "--format", "json"))
    assert [row["position"] for row in rows] == ["first", "middle", "last"] * 2
    assert sum(row["percent"] for row in rows[:3]) == pytest.approx(100)
