import h5py
import numpy as np
import pytest
from make_trace import sample, write

import skerry
from skerry.errors import DataError
from skerry.figures.migration import draw_migration
from skerry.figures.panels import Group, Panel
from skerry.migration_cost import migration_cost


@pytest.fixture
def made(tmp_path):
    """Makes a run of 4 epochs and 3 migrations of 2 islands, with these costs."""

    def build(sent, exchange, waiting, evolving, name="a"):
        path = write(tmp_path / f"{name}.h5", sample(generations=40, islands=2))
        with h5py.File(path, "r+") as file:
            for column, values in (("bytes_sent", sent), ("elapsed_s", exchange), ("waiting_s", waiting)):
                file[f"migration/{column}"][...] = values
            file["generation/evolving_s"][[1, 11, 21], :] = np.array(evolving)[:, None] * np.ones(2)
        return skerry.open(path, check=False)

    return build


COST = {
    "sent": [[100, 300], [50, 50], [0, 10]],
    "exchange": [[0.1, 0.3], [0.2, 0.2], [0.1, 0.1]],
    "waiting": [[0.0, 0.4], [0.1, 0.3], [0.5, 0.1]],
    "evolving": [0.6, 1.6, 0.6],
}


def test_costs_are_of_all_islands_and_shares_of_their_epoch(made):
    cost = migration_cost(made(**COST))
    assert list(cost.bytes.median[:, 0]) == [400, 100, 10]
    assert list(cost.exchange["lowest"].median[:, 0]) == [0.1, 0.2, 0.1]
    np.testing.assert_allclose(cost.exchange["median"].median[:, 0], [0.2, 0.2, 0.1])
    np.testing.assert_allclose(cost.waiting["median"].median[:, 0], [0.2, 0.2, 0.3])
    assert list(cost.waiting["highest"].median[:, 0]) == [0.4, 0.3, 0.5]
    np.testing.assert_allclose(cost.share.median[:, 0], [100 * 0.4 / 1, 100 * 0.4 / 2, 100 * 0.4 / 1])


def test_a_share_is_never_above_the_whole(made):
    """Seen: 112 % of an epoch's time, by the clock of the first rank; each island has its own."""
    shares = migration_cost(made(**COST | {"evolving": [0.0, 1e-9, 0.0], "waiting": [[9.0, 0.0]] * 3})).share.median[:, 0]
    assert (shares <= 100).all() and (shares > 99.9).all()


def test_the_figure_shows_bytes_seconds_and_shares(made):
    drawing = draw_migration([Panel("", [Group("a", [migration_cost(made(**COST))])])])
    volume, seconds, share = drawing.axes
    assert list(volume.get_lines()[0].get_ydata()) == [400, 100, 10]
    assert {line.get_label(): line.get_linestyle() for line in seconds.get_lines()} == {"a: exchange": "-", "a: waiting": ":"}
    assert "%" in share.get_ylabel() and share.get_xlabel() == "epoch"
    drawing.canvas.draw()
    assert any(text.get_text().endswith("B") for text in volume.get_yticklabels())
    assert any(text.get_text().endswith("s") for text in seconds.get_yticklabels())


def test_of_many_runs_the_lines_are_medians_of_runs(made):
    other = {**COST, "sent": [[200, 600], [50, 50], [0, 10]]}
    runs = [migration_cost(made(**cost, name=name)) for name, cost in (("a", COST), ("b", other), ("c", other))]
    volume = draw_migration([Panel("", [Group("a", runs)])]).axes[0]
    assert list(volume.get_lines()[0].get_ydata()) == [800, 100, 10]
    corners = volume.collections[0].get_paths()[0].vertices
    assert set(corners[corners[:, 0] == 0, 1]) == {400, 800}


def test_a_run_without_migration_is_refused(tmp_path):
    trace = skerry.open(write(tmp_path / "a.h5", sample(generations=5)))
    with pytest.raises(DataError, match="a.h5 holds no migration"):
        migration_cost(trace)
