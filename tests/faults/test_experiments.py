"""Tests experiments that are stopped or killed: the same command completes them, and the runs are those of an
undisturbed one.
"""
import json
import os
import random
import signal

import pytest

from tests import slow_run
from tests.support.binary import TREE, Skerry
from tests.support.running import Running, kill
from tests.support.traces import OCCASION, differences, everything

LAUNCHER = {"SKERRY_LAUNCHER": str(TREE / "jobs/mpirun.sh"), "SKERRY_PROGRESS": "none"}
SEED = int(os.environ.get("SKERRY_KILLS_SEED", random.SystemRandom().randrange(10**6)))
#: A run takes at least a second on any machine.
SLOWLY = LAUNCHER | {"EVALUATION_MS": "1"}
EXPERIMENT = """seeds = 3
set.stop.generations = 100
[[variants]]
name = "alone"
config = "slow.toml"
[[variants]]
name = "three"
config = "slow.toml"
islands = 3
"""


def numbers(trace):
    """Returns everything that does not depend on the folder either."""
    return everything(trace, OCCASION | {"configuration_file", "inputs"})


def program_in(folder):
    skerry = Skerry(folder, slow_run.PROGRAM)
    skerry.write("slow.toml", slow_run.CONFIG)
    skerry.write("both.toml", EXPERIMENT)
    return skerry


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """Carries out the experiment without disturbance."""
    skerry = program_in(tmp_path_factory.mktemp("whole"))
    result = skerry("experiment", "both.toml", env=LAUNCHER)
    assert result.status == 0, result
    return {path.name: numbers(path) for path in (skerry.folder / "results/both").glob("*.h5")}


class Both:
    def __init__(self, skerry, whole):
        self.skerry = skerry
        self.whole = whole
        self.folder = skerry.folder / "results/both"

    def start(self, *options):
        return Running(self.skerry, "experiment", "both.toml", *options, env=SLOWLY)

    def assert_completed(self):
        done = self.skerry("experiment", "both.toml", "--json", env=LAUNCHER)
        assert done.status == 0, done
        report = json.loads(done.out)
        assert report["kept"] + report["done"] == report["runs"] == 6
        assert sorted(path.name for path in self.folder.glob("*.h5")) == sorted(self.whole)
        assert not list(self.folder.glob("*.checkpoint*")) and not list(self.folder.glob("*.part"))
        for name, values in self.whole.items():
            assert differences(numbers(self.folder / name), values) == [], name
        return report


@pytest.fixture
def both(tmp_path, whole):
    return Both(program_in(tmp_path), whole)


@pytest.mark.parametrize("number", [signal.SIGUSR1, signal.SIGTERM, signal.SIGINT, signal.SIGHUP], ids=lambda number: number.name)
@pytest.mark.parametrize("at", ["alone-2.h5", "three-2.h5"])
def test_a_signal_stops_it_in_good_order(both, number, at):
    with both.start() as running:
        assert running.wait_until((both.folder / at).exists)
        running.signal(number)
        result = running.end()
    assert result.status == 75, result
    assert len(result.messages) == 1 and result.messages[0].endswith("runs left; the same command goes on"), result
    left = int(result.messages[0].split("interrupted with ")[1].split()[0])
    assert both.assert_completed()["done"] == left


def test_a_kill_of_everything_loses_no_finished_run(both):
    print(f"SKERRY_KILLS_SEED={SEED}")
    chance = random.Random(SEED)
    for _ in range(3):
        with both.start() as running:
            running.wait_until(lambda: running.ranks())
            running.lasts(chance.uniform(0.1, 2.5))
            for pid in running.processes():
                kill(pid, signal.SIGKILL)
            running.end()
    both.assert_completed()


def test_what_it_leaves_running_is_waited_for(both):
    """When the experiment alone is killed, the system ends its runs; the same command waits until they have ended."""
    with both.start() as running:
        assert running.wait_until((both.folder / "three-1.h5").exists)
        kill(running.process.pid, signal.SIGKILL)
        report = both.assert_completed()
    assert report["failed"] == 0


def test_a_run_that_is_killed_is_named_and_the_others_are_done(both):
    with both.start() as running:
        assert running.wait_until((both.folder / "alone-1.h5").exists)
        rank = next(pid for pid in running.processes() if pid != running.process.pid)
        kill(rank, signal.SIGKILL)
        result = running.end()
    assert result.status == 1, result
    assert len(result.messages) == 1 and ", seed " in result.messages[0] and "137" in result.messages[0], result
    assert both.assert_completed()["done"] == 1
