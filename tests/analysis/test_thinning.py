import numpy as np
import pandas as pd
import pytest

from skerry.thinning import Binner, bin_width


def thinned(values, most, piece):
    binner = Binner(len(values), values.shape[1], most)
    for first in range(0, len(values), piece):
        binner.add(values[first : first + piece])
    return binner.finish()


def test_widths_are_powers_of_two_that_suffice():
    assert [bin_width(rows, 512) for rows in (0, 1, 512, 513, 1024, 1025, 100_001)] == [1, 1, 1, 2, 2, 4, 256]


@pytest.mark.parametrize("seed", range(20))
def test_bins_are_those_of_pandas_whatever_the_pieces(seed):
    random = np.random.default_rng(seed)
    rows, most, piece = random.integers(1, 400), random.integers(1, 60), random.integers(1, 50)
    values = random.normal(size=(rows, 3))
    values[random.random(values.shape) < 0.3] = np.nan
    bins = thinned(values, most, piece)
    assert len(bins.lowest) <= most, f"seed {seed}"
    expected = pd.DataFrame(values).groupby(np.arange(rows) // bins.width)
    np.testing.assert_array_equal(bins.lowest, expected.min(), err_msg=f"seed {seed}")
    np.testing.assert_array_equal(bins.median, expected.median(), err_msg=f"seed {seed}")
    np.testing.assert_array_equal(bins.highest, expected.max(), err_msg=f"seed {seed}")
    np.testing.assert_array_equal(bins.last, values[-1], err_msg=f"seed {seed}")
    middles = pd.Series(np.arange(rows)).groupby(np.arange(rows) // bins.width).mean()
    np.testing.assert_array_equal(bins.positions, middles)


@pytest.mark.parametrize("rows", [512, 700, 1000])
def test_coarser_bins_have_the_same_peaks(rows):
    values = np.random.default_rng(rows).normal(size=(rows, 2))
    fine, coarse = thinned(values, 512, 64), thinned(values, 128, 64)
    made = fine.coarser(coarse.width)
    np.testing.assert_array_equal(made.lowest, coarse.lowest)
    np.testing.assert_array_equal(made.highest, coarse.highest)
    np.testing.assert_array_equal(made.positions, coarse.positions)
    assert (made.median >= made.lowest).all() and (made.median <= made.highest).all()


def test_what_is_short_stays_as_it_is():
    values = np.arange(30.0).reshape(10, 3)
    bins = thinned(values, 512, 4)
    for part in (bins.lowest, bins.median, bins.highest):
        np.testing.assert_array_equal(part, values)
    assert list(bins.column(1).lowest[:, 0]) == list(values[:, 1])


def test_no_rows_make_no_bins():
    bins = Binner(0, 2).finish()
    assert bins.lowest.shape == (0, 2) and len(bins.positions) == 0 and np.isnan(bins.last).all()
