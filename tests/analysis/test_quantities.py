import numpy as np
import pandas
import pytest
from make_runs import NAN, row

from skerry.errors import DataError
from skerry.quantities import QUANTITIES, quantity


MIXED = [
    row(5, to_target=100, target=6),
    row(6, to_target=300, target=6),
    row(9, target=6),
    row(12, target=6),
    row(NAN, target=6),
]
FAILED = [row(9, target=6), row(8, target=6)]
REACHED = [row(5, to_target=100, target=6), row(5, to_target=200, target=6)]
RISING = [row(5, direction="maximise"), row(7, direction="maximise"), row(NAN, direction="maximise")]
#: The last generation of a run that failed may be worse than its best.
LAST = [row(9, target=6, last=15.0), row(12, target=6, last=17.0), row(10, target=6, last=NAN),
        row(6, to_target=1, target=6, last=40.0)]  # fmt: skip
LAST_OF_ALL = [row(9, last=15.0), row(12, to_target=1, target=12, last=17.0), row(NAN), row(10, last=NAN)]
OF_A_TARGET = ("successes", "success_percent", "success_low", "ert", "evaluations_mean", "failure_mean")


FIGURES = {
    "success counts all runs": (MIXED, {"success_percent": (40, 5), "successes": (2, 5)}),
    "its interval is Wilson's": (MIXED, {"success_low": (11.762, 5), "success_high": (76.928, 5)}),
    "costs to the target are over the successful": (MIXED, {"generations_mean": (20, 2), "seconds_mean": (2, 2)}),
    "evaluations, too": (MIXED, {"evaluations_mean": (200, 2)}),
    "so are medians and deviations": (MIXED, {"evaluations_median": (200, 2), "evaluations_deviation": (np.sqrt(20000), 2)}),
    "the expected running time is over all": (MIXED, {"ert": ((100 + 300 + 3 * 1000) / 2, 5)}),
    "failures are those with a fitness": (MIXED, {"failure_mean": (10.5, 2), "failure_deviation": (np.sqrt(4.5), 2)}),
    "the last generation of failures": (LAST, {"failure_last_mean": (16, 2), "failure_last_deviation": (np.sqrt(2), 2)}),
    "the last of all where it is known": (LAST_OF_ALL, {"last_mean": (16, 2), "last_deviation": (np.sqrt(2), 2)}),
    "the best where it is known": (LAST_OF_ALL, {"best_mean": (31 / 3, 3)}),
    "an infeasible run ranks last": (MIXED, {"best": (5, 5), "median": (9, 5), "worst": (NAN, 5)}),
    "maximised, too": (RISING, {"best": (7, 3), "median": (5, 3), "worst": (NAN, 3)}),
    "the feasible have a mean": (MIXED, {"feasible": (4, 5), "best_mean": (8, 4)}),
    "without a target nothing is said of it": ([row(5), row(6)], dict.fromkeys(OF_A_TARGET, (NAN, 0))),
    "runs without a target are no failures": ([REACHED[0], row(5)], {"success_percent": (100, 1), "ert": (100, 1)}),
    "no success": (FAILED, {"success_percent": (0, 2), "ert": (np.inf, 2), "failure_mean": (8.5, 2), "seconds_mean": (NAN, 0)}),
    "nothing but success": (REACHED, {"success_percent": (100, 2), "ert": (150, 2), "failure_mean": (NAN, 0)}),
    "one run has no deviation": (REACHED[:1], {"evaluations_deviation": (NAN, 1)}),
}


@pytest.mark.parametrize("rows, expected", FIGURES.values(), ids=FIGURES)
def test_figures_tell_value_and_runs(rows, expected):
    for name, (value, runs) in expected.items():
        found = quantity(name, pandas.DataFrame(rows))
        assert (found.value, found.runs) == (pytest.approx(value, rel=1e-4, nan_ok=True), runs), name


def test_every_figure_is_of_any_runs():
    for rows in (MIXED, MIXED[:1], MIXED[-1:], [row(4)]):
        for name in QUANTITIES:
            figure = quantity(name, pandas.DataFrame(rows))
            assert 0 <= figure.runs <= len(rows)
            assert figure.runs > 0 or np.isnan(figure.value), name


def test_an_unknown_figure_is_refused_with_the_nearest():
    with pytest.raises(DataError, match="no figure 'sucess_percent'; did you mean 'success_percent'. known are runs, "):
        quantity("sucess_percent", pandas.DataFrame(MIXED))
