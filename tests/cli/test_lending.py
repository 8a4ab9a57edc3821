"""Ranks that evaluate for each other: the trace is the same whoever does what, and nobody is left behind."""
import signal
import sys

import pytest

from tests.support.depth import nightly
from tests.support.experiments import UNIT, external
from tests.support.running import Running
from tests.support.traces import differences, everything

#: Sleeps for as long as the first value and the environment say, and notes who has evaluated.
WORKER = """import json, os, sys, time
sys.stdin.readline()
print('{"ready": true}', flush=True)
for line in sys.stdin:
    request = json.loads(line)
    x = request["genome"]["x"]
    time.sleep(x[0] * float(os.environ.get("PACE_S", "0.02")))
    with open("evaluated", "a") as log:
        log.write(f"{os.getpid()}\\n")
    print(json.dumps({"id": request["id"], "fitness": sum(x)}), flush=True)
"""


@pytest.fixture
def sleepers(skerry):
    skerry.write("worker.py", WORKER)
    skerry.write("sleepers.toml", external([sys.executable, "worker.py"], UNIT, size=8, every=2, generations=4))
    return skerry


def run(skerry, trace, *options, ranks=None, status=0):
    return skerry.done("run", "sleepers.toml", "--output", trace, "--quiet", *options, ranks=ranks, status=status)


def course(skerry, trace):
    """Everything in a trace but its configuration."""
    return {name: value for name, value in everything(skerry.folder / trace).items() if not name.startswith("config")}


def workers(skerry):
    log = skerry.folder / "evaluated"
    pids = set(log.read_text().split())
    log.unlink()
    return len(pids)


@pytest.mark.nightly
def test_the_trace_does_not_tell_who_evaluated(sleepers):
    run(sleepers, "alone.h5", "--islands", 3, "--set", "run.lend=false")
    alone = course(sleepers, "alone.h5")
    assert workers(sleepers) == 3
    for number, (ranks, options) in enumerate([(None, ["--islands", 3]), (3, []), *nightly(
            (4, ["--islands", 3]), (3, ["--set", "run.lend=false"]), (8, ["--islands", 3]))]):
        run(sleepers, f"{number}.h5", *options, ranks=ranks)
        assert differences(course(sleepers, f"{number}.h5"), alone) == [], (ranks, options)
        # Whoever has waited long enough has helped; that all have is likely, not certain.
        assert workers(sleepers) <= (ranks or 3)


def test_ranks_without_an_island_help(sleepers):
    run(sleepers, "helped.h5", "--islands", 1, ranks=3)
    assert workers(sleepers) == 3
    told = sleepers("inspect", "helped.h5").out
    assert "processes  3, one for each island and 2 that help with evaluations\n" in told, told


@pytest.mark.parametrize("ranks", [2, 3])
def test_too_many_ranks_are_refused_where_nothing_is_lent(sleepers, ranks):
    sleepers.refused("run", "sleepers.toml", "--islands", 1, "--set", "run.lend=false", ranks=ranks,
                     says=["the run has 1 island, and here are", "run.lend"])


@pytest.mark.parametrize("ranks", [None, 3])
def test_a_problem_that_cannot_lend_says_so(sleepers, ranks):
    sleepers.write("onemax.toml", '[problem]\ntype = "onemax"\nbits = 20\n[run]\nlend = true\n')
    sleepers.refused("run", "onemax.toml", ranks=ranks, says="run.lend is true, and problem onemax can't lend")


def test_ranks_without_an_island_end_with_a_run_that_fails(sleepers):
    sleepers.write("blocked", "a file, and no folder")
    done = sleepers("run", "sleepers.toml", "--islands", 1, "--output", "blocked/trace.h5", "--quiet", ranks=3)
    assert done.status not in (0, None) and len(done.messages) == 1, done


def test_a_worker_that_cannot_start_ends_all_ranks(sleepers):
    done = sleepers("run", "sleepers.toml", "--islands", 1, "--quiet", "--set", 'problem.command=["./no-worker"]', ranks=3)
    assert done.status != 0
    assert any("can't be used" in message for message in done.messages), done


@pytest.mark.nightly
def test_an_interrupted_run_goes_on_with_other_helpers(sleepers):
    run(sleepers, "whole.h5", "--islands", 2, "--set", "stop.generations=8")
    log = sleepers.folder / "evaluated"
    log.unlink()
    with Running(sleepers, "run", "sleepers.toml", "--islands", "2", "--output", "cut.h5", "--quiet", "--set", "stop.generations=8",
                 ranks=4, env={"PACE_S": "0.3"}) as running:
        assert running.wait_until(lambda: log.exists() and len(log.read_text().split()) > 40)
        running.signal(signal.SIGUSR1)
        assert running.end().status == 75
    sleepers.done("resume", "cut.h5", "--quiet", ranks=3)
    assert differences(everything(sleepers.folder / "cut.h5"), everything(sleepers.folder / "whole.h5")) == []
