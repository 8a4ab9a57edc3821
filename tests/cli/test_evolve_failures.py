"""Tests the end of a user's program of docs/evolve.md in which something throws: all ranks end, and one says why."""
import pytest

from tests.support.binary import OWN_PROGRAM
from tests.support.depth import deep


@pytest.fixture
def failing(skerry):
    skerry.binary = OWN_PROGRAM.with_name("failing_program")
    return skerry


def assert_said_once(result, sentence):
    assert (result.out + result.err).count(sentence) == 1, result


@pytest.mark.parametrize("ranks", [None, 1, 2, 3, 4, 8])
def test_settings_out_of_range_on_every_rank(failing, ranks):
    result = failing("settings", "all", ranks=ranks)
    assert result.status == 3, result
    assert_said_once(result, "failing: mutation_rate is 1.4")


@pytest.mark.parametrize("which, ranks", deep([("0", 2), ("1", 3), ("all", 4)], [(str(r), n) for n in (1, 2, 4, 8) for r in range(n)]))
def test_an_evaluation_that_throws(failing, which, ranks):
    result = failing("evaluation", which, ranks=ranks)
    assert result.status == 3, result
    assert_said_once(result, "the 500th evaluation fails")


@pytest.mark.parametrize("which, ranks", [("all", 3), ("0", 4), ("3", 4), ("1,2", 3), ("7", 8)])
def test_a_failure_outside_of_evolve_ends_the_ranks_that_wait(failing, which, ranks):
    result = failing("outside", which, ranks=ranks)
    assert result.status == 3, result
    assert_said_once(result, "failing: a failure outside of evolve")
    assert "before the failure" in result.out, "what was written before is not lost"


@pytest.mark.parametrize("which, ranks", [("all", None), ("all", 1), ("all", 4), ("2", 3)])
def test_an_exception_that_nothing_catches(failing, which, ranks):
    result = failing("uncaught", which, ranks=ranks)
    assert result.status != 0, result
    assert_said_once(result, "nobody catches this")


@pytest.mark.parametrize("which, ranks", [("all", 2), ("1", 2)])
def test_an_exception_that_is_no_std_exception(failing, which, ranks):
    result = failing("integer", which, ranks=ranks)
    assert result.status != 0, result
    assert_said_once(result, "instance of 'int'")


@pytest.mark.parametrize("ranks", [None, 1])
def test_a_thread_that_fails(failing, ranks):
    result = failing("threads", "none", ranks=ranks)
    assert result.status == 3, result
    assert_said_once(result, "the 500th evaluation fails")


@pytest.mark.parametrize("which, ranks", [("0", 1), ("0", 2), ("3", 2), ("6", 3), ("all", 3), ("2", 4)])
def test_an_island_that_fails_on_a_thread_of_several_ranks(failing, which, ranks):
    result = failing("both", which, ranks=ranks)
    assert result.status == 3, result
    assert_said_once(result, "the 500th evaluation fails")


@pytest.mark.parametrize("ranks", [None, 3])
def test_a_program_that_catches_the_error_itself_goes_on(failing, ranks):
    result = failing("inner", "0", ranks=ranks)
    assert (result.status, result.out) == (0, "the program went on\n"), result
    assert_said_once(result, "caught: the 500th evaluation fails")
