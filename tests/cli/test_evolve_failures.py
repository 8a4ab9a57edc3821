"""Tests the end of a user's program of docs/evolve.md in which something throws: all ranks end, and one says why."""
import pytest

from tests.support.binary import OWN_PROGRAM
from tests.support.depth import deep

EVALUATION = "the 500th evaluation fails"
#: What fails: the exit status (none: any but 0), what is said once, and where it fails: on these of so many ranks.
FAILURES = {
    "settings": (3, "failing: mutation_rate is 1.4", [("all", ranks) for ranks in (None, 1, 2, 3, 4, 8)]),
    "evaluation": (3, EVALUATION, deep([("0", 2), ("1", 3), ("all", 4)], [(str(r), n) for n in (1, 2, 4, 8) for r in range(n)])),
    # The others wait.
    "outside": (3, "failing: a failure outside of evolve", [("all", 3), ("0", 4), ("3", 4), ("1,2", 3), ("7", 8)]),
    "uncaught": (None, "nobody catches this", [("all", None), ("all", 1), ("all", 4), ("2", 3)]),
    "integer": (None, "instance of 'int'", [("all", 2), ("1", 2)]),
    "threads": (3, EVALUATION, [("none", None), ("none", 1)]),
    # The islands of a rank are its threads.
    "both": (3, EVALUATION, [("0", 1), ("0", 2), ("3", 2), ("6", 3), ("all", 3), ("2", 4)]),
    # The program catches the error itself.
    "inner": (0, f"caught: {EVALUATION}", [("0", None), ("0", 3)]),
}


@pytest.mark.few(4)
@pytest.mark.parametrize("what, which, ranks", [(what, *place) for what, (_, _, places) in FAILURES.items() for place in places])
def test_a_failure_ends_all_ranks_and_is_told_once(skerry, what, which, ranks):
    skerry.binary = OWN_PROGRAM.with_name("failing_program")
    result = skerry(what, which, ranks=ranks)
    status, sentence, _ = FAILURES[what]
    assert result.status == status if status is not None else result.status != 0, result
    assert (result.out + result.err).count(sentence) == 1, result
    assert what != "outside" or "before the failure" in result.out, "what was written before is not lost"
    assert what != "inner" or result.out == "the program went on\n", result
