import numpy as np
import pandas
import pytest
from make_runs import NAN, row

from skerry.errors import DataError
from skerry.quantities import QUANTITIES, quantity


def figures(rows, *names):
    return [tuple(quantity(name, pandas.DataFrame(rows)).__dict__.values()) for name in names]


MIXED = [
    row(5, to_target=100, target=6),
    row(6, to_target=300, target=6),
    row(9, target=6),
    row(12, target=6),
    row(NAN, target=6),
]


def test_success_counts_all_runs():
    (success, low, high, count) = figures(MIXED, "success_percent", "success_low", "success_high", "successes")
    assert success == (40, 5) and count == (2, 5)
    assert low[0] == pytest.approx(11.76, abs=0.01) and high[0] == pytest.approx(76.93, abs=0.01)


def test_costs_to_the_target_are_over_the_successful():
    assert figures(MIXED, "evaluations_mean", "evaluations_median", "generations_mean", "seconds_mean") == [
        (200, 2), (200, 2), (20, 2), (2, 2)
    ]
    assert figures(MIXED, "evaluations_deviation")[0] == (pytest.approx(np.sqrt(20000)), 2)


def test_the_expected_running_time_is_over_all():
    assert figures(MIXED, "ert") == [((100 + 300 + 3 * 1000) / 2, 5)]


def test_failures_are_those_with_a_fitness():
    assert figures(MIXED, "failure_mean", "failure_deviation") == [(10.5, 2), (pytest.approx(np.sqrt(4.5)), 2)]


def test_the_last_generation_of_failures_may_be_worse_than_their_best():
    rows = [row(9, target=6, last=15.0), row(12, target=6, last=17.0), row(10, target=6, last=NAN), row(6, to_target=1, target=6, last=40.0)]
    assert figures(rows, "failure_last_mean", "failure_last_deviation") == [(16, 2), (pytest.approx(np.sqrt(2)), 2)]


def test_the_last_generation_of_all_runs_is_averaged_where_it_is_known():
    rows = [row(9, last=15.0), row(12, to_target=1, target=12, last=17.0), row(NAN), row(10, last=NAN)]
    assert figures(rows, "best_mean", "last_mean", "last_deviation") == [
        (pytest.approx(31 / 3), 3), (16, 2), (pytest.approx(np.sqrt(2)), 2)
    ]


def test_an_infeasible_run_ranks_last():
    (best, middle, worst) = figures(MIXED, "best", "median", "worst")
    assert (best, middle) == ((5, 5), (9, 5))
    assert np.isnan(worst[0])
    assert figures(MIXED, "feasible", "best_mean") == [(4, 5), (8, 4)]
    rising = [row(5, direction="maximise"), row(7, direction="maximise"), row(NAN, direction="maximise")]
    (best, middle, worst) = figures(rising, "best", "median", "worst")
    assert (best, middle) == ((7, 3), (5, 3)) and np.isnan(worst[0])


def test_without_a_target_nothing_is_said_of_it():
    for name in ("successes", "success_percent", "success_low", "ert", "evaluations_mean", "failure_mean"):
        ((value, runs),) = figures([row(5), row(6)], name)
        assert np.isnan(value) and runs == 0, name


def test_runs_without_a_target_are_no_failures():
    rows = [row(5, to_target=100, target=6), row(5)]
    assert figures(rows, "success_percent", "ert") == [(100, 1), (100, 1)]


def test_no_success_and_nothing_but_success():
    failed = [row(9, target=6), row(8, target=6)]
    assert figures(failed, "success_percent", "ert", "failure_mean") == [(0, 2), (np.inf, 2), (8.5, 2)]
    assert np.isnan(figures(failed, "seconds_mean")[0][0])
    reached = [row(5, to_target=100, target=6), row(5, to_target=200, target=6)]
    assert figures(reached, "success_percent", "ert") == [(100, 2), (150, 2)]
    assert figures(reached, "failure_mean")[0][1] == 0


def test_one_run_has_no_deviation():
    ((value, runs),) = figures([row(5, to_target=100, target=6)], "evaluations_deviation")
    assert np.isnan(value) and runs == 1


def test_every_figure_is_of_any_runs():
    for rows in (MIXED, MIXED[:1], MIXED[-1:], [row(4)]):
        for name in QUANTITIES:
            figure = quantity(name, pandas.DataFrame(rows))
            assert 0 <= figure.runs <= len(rows)
            assert figure.runs > 0 or np.isnan(figure.value), name


def test_an_unknown_figure_is_refused_with_the_nearest():
    with pytest.raises(DataError, match="no figure 'sucess_percent'; did you mean 'success_percent'. known are runs, "):
        quantity("sucess_percent", pandas.DataFrame(MIXED))
