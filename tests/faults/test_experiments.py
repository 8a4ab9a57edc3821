"""Tests experiments that are stopped or killed: the same command completes them, and the runs are those of an
undisturbed one.
"""
import itertools
import json
import os
import random
import signal

import pytest

from tests import slow_run
from tests.support.binary import TREE, HandedOver, Skerry
from tests.support.depth import deep, nightly
from tests.support.running import Running, kill
from tests.support.traces import OCCASION, differences, everything

SIGNALS = [signal.SIGUSR1, signal.SIGTERM, signal.SIGINT, signal.SIGHUP]
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
    """Carries out the experiment without disturbance, with threads for islands, which leave the same traces sooner."""
    skerry = program_in(tmp_path_factory.mktemp("whole"))
    HandedOver(skerry.folder, skerry.binary).done("experiment", "both.toml", env={"SKERRY_PROGRESS": "none"})
    return {path.name: numbers(path) for path in (skerry.folder / "results/both").glob("*.h5")}


class Both:
    def __init__(self, skerry, whole):
        self.skerry = skerry
        self.whole = whole
        self.folder = skerry.folder / "results/both"

    def start(self, *options):
        return Running(self.skerry, "experiment", "both.toml", *options, env=SLOWLY)

    def assert_completed(self):
        report = HandedOver(self.skerry.folder, self.skerry.binary).json("experiment", "both.toml", env=LAUNCHER)
        assert report["kept"] + report["done"] == report["runs"] == 6
        assert sorted(path.name for path in self.folder.glob("*.h5")) == sorted(self.whole)
        assert not list(self.folder.glob("*.checkpoint*")) and not list(self.folder.glob("*.part"))
        for name, values in self.whole.items():
            assert differences(numbers(self.folder / name), values) == [], name
        return report


@pytest.fixture
def both(tmp_path, whole):
    return Both(program_in(tmp_path), whole)


@pytest.mark.few(1)
@pytest.mark.parametrize("number, at", deep(
    zip(SIGNALS, itertools.cycle(["alone-2.h5", "three-2.h5"])),
    list(itertools.product(SIGNALS, ["alone-2.h5", "three-2.h5"]))))
def test_a_signal_stops_it_in_good_order(both, number, at):
    with both.start() as running:
        assert running.wait_until((both.folder / at).exists)
        running.signal(number)
        result = running.end()
    assert result.status == 75, result
    assert len(result.messages) == 1 and result.messages[0].endswith("runs left; the same command goes on"), result
    left = int(result.messages[0].split("interrupted with ")[1].split()[0])
    assert both.assert_completed()["done"] == left


@pytest.mark.nightly
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


@pytest.mark.nightly
def test_what_it_leaves_running_is_waited_for(both):
    """When the experiment alone is killed, the system ends its runs; the same command waits until they have ended."""
    with both.start() as running:
        assert running.wait_until((both.folder / "three-1.h5").exists)
        kill(running.process.pid, signal.SIGKILL)
        report = both.assert_completed()
    assert report["failed"] == 0


@pytest.mark.nightly
def test_a_run_that_is_killed_is_named_and_the_others_are_done(both):
    with both.start() as running:
        assert running.wait_until((both.folder / "alone-1.h5").exists)
        rank = next(pid for pid in running.processes() if pid != running.process.pid)
        kill(rank, signal.SIGKILL)
        result = running.end()
    assert result.status == 1, result
    assert len(result.messages) == 1 and ", seed " in result.messages[0] and "137" in result.messages[0], result
    assert both.assert_completed()["done"] == 1


class AtOnce:
    """Several processes that carry out one experiment at the same time."""

    def __init__(self, skerry, name, count, *options, env):
        self.running = [Running(skerry, "experiment", name, "--json", "--quiet", *options, env=env) for _ in range(count)]

    def __enter__(self):
        return self.running

    def __exit__(self, *failure):
        for running in self.running:
            running.__exit__(*failure)

    @staticmethod
    def reports(running, runs):
        """Checks that each ends well and counts all runs; returns the reports."""
        results = [each.end() for each in running]
        assert [(result.status, result.messages) for result in results] == [(0, [])] * len(results), results
        reports = [json.loads(result.out) for result in results]
        for report in reports:
            assert (report["kept"] + report["done"], report["failed"], report["left"]) == (runs, 0, 0), reports
        return reports


WITHOUT_LAUNCHER = {"SKERRY_PROGRESS": "none", "EVALUATION_MS": "1"}
TOGETHER = pytest.mark.parametrize("count, options, env", deep(
    [(2, (), WITHOUT_LAUNCHER), (3, ("--cores", "2"), WITHOUT_LAUNCHER), (2, ("--cores", "1"), SLOWLY)],
    [(count, ("--cores", cores), env) for count in (2, 3, 5) for cores in ("1", "2", "4") for env in (WITHOUT_LAUNCHER, SLOWLY)]),
    ids=str)


@pytest.mark.few(1)
@TOGETHER
def test_several_at_once_share_the_runs(both, count, options, env):
    with AtOnce(both.skerry, "both.toml", count, *options, env=env) as running:
        reports = AtOnce.reports(running, 6)
    assert sum(report["done"] for report in reports) == 6, "each run is carried out once"
    assert both.assert_completed()["done"] == 0


@pytest.mark.nightly
@pytest.mark.parametrize("at", deep(["alone-1.h5", "alone-3.h5"], ["alone-1.h5", "alone-2.h5", "alone-3.h5", "three-2.h5"]))
def test_whatever_began_later_waits_and_counts_all(both, at):
    with AtOnce(both.skerry, "both.toml", 1, env=WITHOUT_LAUNCHER) as first:
        assert first[0].wait_until((both.folder / at).exists)
        with AtOnce(both.skerry, "both.toml", 1, env=WITHOUT_LAUNCHER) as second:
            reports = AtOnce.reports([*first, *second], 6)
    assert sum(report["done"] for report in reports) == 6


@pytest.mark.nightly
@pytest.mark.parametrize("options, runs", [(("--part", "1/2"), 3), *nightly((("--force",), 6))], ids=str)
def test_both_do_the_same(both, options, runs):
    with AtOnce(both.skerry, "both.toml", 2, *options, env=WITHOUT_LAUNCHER) as running:
        AtOnce.reports(running, runs)
    assert both.assert_completed()["done"] == 6 - runs


@pytest.mark.nightly
@pytest.mark.parametrize("number, statuses", [(signal.SIGKILL, (0, -signal.SIGKILL)), (signal.SIGUSR1, (0, 75))])
def test_one_takes_over_what_the_other_leaves(both, number, statuses):
    with AtOnce(both.skerry, "both.toml", 2, "--cores", "1", env=WITHOUT_LAUNCHER) as (stopped, other):
        assert stopped.wait_until((both.folder / "alone-2.h5").exists)
        kill(stopped.process.pid, number)
        AtOnce.reports([other], 6)
        assert stopped.end().status in statuses
    assert both.assert_completed()["done"] == 0


@pytest.mark.nightly
def test_tables_are_shared_too(both):
    """The command waits a little for each row, so that both are under way at the same time."""
    both.skerry.write("tables.toml", 'seeds = 8\nconfig = "slow.toml"\nvariants = [{ name = "few", draws = { count = 300 } }]\n')
    with AtOnce(both.skerry, "tables.toml", 2, "--cores", "2", env=WITHOUT_LAUNCHER) as running:
        reports = AtOnce.reports(running, 8)
    assert sum(report["done"] for report in reports) == 8
    folder = both.skerry.folder / "results/tables"
    assert sorted(path.name for path in folder.iterdir()) == ["experiment.json", *(f"few-{seed}.csv" for seed in range(1, 9))]
    assert {len(path.read_text().splitlines()) for path in folder.glob("*.csv")} == {301}


@pytest.mark.nightly
def test_a_launcher_that_stays_behind_is_ended(both):
    """As mpirun of Open MPI 4.1 now and then does: its ranks have ended, it has not noticed, and SIGTERM does not end it."""
    both.skerry.write("behind.py", f"""#!/usr/bin/python3
import os, signal, sys
if not os.fork():
    os.execv("{TREE}/jobs/mpirun.sh", ["mpirun.sh", *sys.argv[1:]])
signal.signal(signal.SIGTERM, signal.SIG_IGN)
while True:
    signal.pause()
""")
    (both.skerry.folder / "behind.py").chmod(0o755)
    both.skerry.write("one.toml", 'config = "slow.toml"\nislands = 2\nset.stop.generations = 5\n')
    result = both.skerry("experiment", "one.toml", "--quiet", "--launcher", "./behind.py", env={"SKERRY_PROGRESS": "none"})
    assert result.status == 0 and "1 of 1 runs are finished" in result.out, result
