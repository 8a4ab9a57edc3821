import subprocess

import h5py
import numpy as np
import pytest
from commands import output_of, records_of
from make_trace import sample, write

import skerry
from skerry.errors import DataError
from skerry.figures.lineage import draw_lineage
from skerry.lineage import ancestry, genome_hash, mean_ancestry
from tests.support.binary import BINARY, TREE
from tests.support.experiments import settings

#: The genotype of the best of a trace that make_trace writes.
WINNER = genome_hash(bytes(4))

#: Epochs end with generations 10, 20, 30 and 40. The winner has the parents 4 and 5, both of island 1 and epoch 1.
BIRTHS = [
    (0, 0, 1, 0, 0, 1),
    (0, 1, 2, 0, 0, 1),
    (5, 0, 3, 1, 1, 1),
    (12, 1, 4, 3, 2, 1),
    (15, 1, 5, 0, 0, 1),  # a random immigrant
    (16, 0, 4, 5, 5, 0),  # has not survived, so it is nobody's parent
    (35, 0, WINNER, 4, 5, 1),
    (36, 1, WINNER, 1, 1, 1),  # is the second of its genome
]


@pytest.fixture
def made(tmp_path):
    def build(births, name="a.h5"):
        return write(tmp_path / name, sample(generations=40, islands=2), births=births)

    return build


def of(path):
    return ancestry(skerry.open(path))


def test_each_line_is_where_its_births_were(made):
    found = of(made(BIRTHS))
    assert (found.generation, found.island, found.epochs, found.ancestors) == (35, 0, 4, 6)
    np.testing.assert_array_equal(found.islands, [[0.25, 0.25], [0, 1], [0, 0], [1, 0]])
    assert list(found.resting) == [0, 0, 1, 0]
    assert list(found.later) == [0.5, 0, 0, 0]
    assert (found.initial, found.immigrants) == (0.5, 0.5)


def test_a_genome_counts_at_its_latest_birth_before_the_child(made):
    reborn = sorted([*BIRTHS, (8, 0, 2, 1, 1, 1), (13, 0, 2, 5, 5, 1)])
    np.testing.assert_array_equal(of(made(reborn)).islands[0], [0.5, 0])


def test_of_two_births_in_one_generation_that_on_the_childs_island_counts(made):
    twins = sorted([*BIRTHS, (5, 1, 3, 2, 2, 1)])
    np.testing.assert_array_equal(of(made(twins)).islands[0], [0, 0.5])


def test_a_winner_of_the_initial_population_has_no_ancestors(made):
    found = of(made([(0, 1, WINNER, 0, 0, 1)]))
    assert (found.ancestors, found.epochs, found.initial, found.immigrants) == (1, 1, 1.0, 0.0)
    np.testing.assert_array_equal(found.islands, [[0, 1]])


def test_means_are_over_the_runs_whose_best_was_not_born_before(made):
    mean = mean_ancestry([of(made(BIRTHS)), of(made([(0, 1, WINNER, 0, 0, 1)], "b.h5"))])
    assert list(mean.runs) == [2, 1, 1, 1]
    np.testing.assert_array_equal(mean.islands, [[0.125, 0.625], [0, 1], [0, 0], [1, 0]])
    assert list(mean.later) == [0.25, 0, 0, 0]
    np.testing.assert_allclose(mean.overall, [(1.25 / 2.5 + 0) / 2, (1.25 / 2.5 + 1) / 2])
    assert list(mean.born) == [0.5, 0.5] and (mean.initial, mean.immigrants) == (0.75, 0.25)


def test_the_command_prints_and_draws_the_shares(made, tmp_path, capsys):
    path, picture = str(made(BIRTHS)), tmp_path / "lineage.svg"
    shown = output_of(capsys, "lineage", path, "--output", picture)
    assert "25.0 %" in shown and "50.0 % begin in the initial population" in shown
    assert picture.stat().st_size > 5000
    first, *_, last = records_of(capsys, "lineage", "--label", "deal", path)
    assert (first["group"], first["epoch"], first["island_1"], first["later"]) == ("deal", "0", "0.25", "0.5")
    assert (last["epoch"], last["island_0"], last["initial"]) == ("all", "0.5", "0.5")


def test_the_picture_shows_one_epoch_as_well_as_groups(made):
    mean = mean_ancestry([of(made([(0, 1, WINNER, 0, 0, 1)]))])
    drawing = draw_lineage({"a": mean, "b": mean_ancestry([of(made(BIRTHS, "b.h5"))])})
    assert [axes.get_title() for axes in drawing.axes] == ["a", "b"]
    drawing.canvas.draw()


def test_a_trace_without_births_is_refused(tmp_path):
    path = write(tmp_path / "a.h5", sample())
    for read in (of, lambda path: skerry.open(path).frame("birth")):
        with pytest.raises(DataError, match="lineage = true"):
            read(path)


def test_a_parent_without_a_birth_is_damage(made):
    with pytest.raises(DataError, match="no birth before"):
        of(made([birth for birth in BIRTHS if birth[2] != 2]))
    with pytest.raises(DataError, match="best genome has no birth"):
        of(made(BIRTHS[:-2]))


def test_births_that_were_changed_are_noticed(made):
    path = made(BIRTHS)
    assert list(skerry.open(path).frame("birth")["island"]) == [birth[1] for birth in BIRTHS]
    with h5py.File(path, "r+") as file:
        file["birth/mother"][3] = 2
    with pytest.raises(DataError, match="epoch 1 is not as it was written"):
        skerry.open(path)


@pytest.fixture(scope="module")
def real(tmp_path_factory):
    """Makes a run of five islands with births, with random immigrants."""
    path = tmp_path_factory.mktemp("run") / "run.h5"
    sets = ("stop.generations=100", "island.immigrants_below=0.005", "trace.lineage=true")
    command = [BINARY, "run", TREE / "configs/party/type1-paper.toml", "--quiet", "--islands", 5, "--output", path, *settings(*sets)]
    subprocess.run(list(map(str, command)), check=True, timeout=240)
    return skerry.open(path)


@pytest.mark.nightly
def test_a_real_run_can_be_followed_to_its_beginnings(real):
    births = real.frame("birth")
    made_each = births.groupby("island").size()
    immigrants = births[(births.mother == 0) & (births.generation > 0)]
    assert (made_each - immigrants.groupby("island").size().reindex(range(5), fill_value=0) == 10 + 100 * 20).all()
    found = ancestry(real)
    np.testing.assert_allclose(found.islands.sum(axis=1) + found.resting + found.later, 1)
    assert found.initial + found.immigrants == pytest.approx(1)
    improvement = real.frame("improvement")
    best = improvement[improvement.fitness == improvement.fitness.min()].iloc[0]
    assert (found.generation, found.island) == (best.generation, real.best_island)


@pytest.mark.nightly
def test_netcdf_readers_open_the_births(real):
    import xarray

    with xarray.open_dataset(real.path, group="birth", engine="netcdf4") as data:
        assert data.child.dims == ("birth",) and data.child.attrs["long_name"] == "hash of the genome"
        np.testing.assert_array_equal(data.child, real.values("child", "birth"))


def test_the_contract_names_all_columns_of_births(real):
    contract = (TREE / "docs/trace-format.md").read_text()
    with h5py.File(real.path) as file:
        names = {*file["birth"], "births", "checksum_births"}
        assert names <= {*file["birth"], *file["epoch"]}
    assert all(f"`{name}`" in contract for name in names) and "## /birth" in contract
