"""Tests runs that ended and are granted more, and requests that resume refuses because they would change the run."""
import json
import os
import shutil
import signal

import h5py
import pytest

from tests.faults.ranks import MOSTLY_ALONE, SEVERAL, both
from tests.support.depth import deep
from tests.support.experiments import settings
from tests.support.running import Running
from tests.support.traces import assert_same, everything

USAGE = 2
BAD_DATA = 3


class Runs:
    def __init__(self, skerry, ranks):
        self.skerry = skerry
        self.ranks = ranks
        self.trace = skerry.folder / "a.h5"
        self.checkpoint = skerry.folder / "a.h5.checkpoint"

    def run(self, *options, config="onemax.toml", output="a.h5"):
        return self.skerry.done("run", config, "--output", output, "--quiet", *options, ranks=self.ranks)

    def resume(self, *options, ranks="as before", **more):
        return self.skerry.done("resume", "a.h5", *options, ranks=self.ranks if ranks == "as before" else ranks,
                                env={"SKERRY_PROGRESS": "none"}, **more)

    def files(self):
        """Returns contents and times of trace and checkpoint."""
        return {file.name: (file.read_bytes(), file.stat().st_mtime_ns) for file in self.skerry.folder.glob("a.h5*")}

    def assert_refused(self, status, *says, options=(), **more):
        before = self.files()
        self.resume(*options, status=status, says=says, **more)
        assert self.files() == before

    def assert_equal(self, *options, config="onemax.toml"):
        self.run(*options, config=config, output="whole.h5")
        assert_same(everything(self.trace), everything(self.skerry.folder / "whole.h5"))


@pytest.fixture
def runs(skerry, ranks):
    return Runs(skerry, ranks)


@pytest.fixture
def party(runs):
    """A run that ends two generations before that of its configuration, and has to end with the same."""
    runs.run("--set", "stop.generations=4", config="party.toml")
    yield runs
    runs.assert_equal(config="party.toml")


@pytest.mark.few(2)
@both("short, grant, whole", [
    (["stop.generations=30"], ["--generations", 77], ["stop.generations=77"]),
    (["stop.generations=31"], ["--set", "stop.generations=77"], ["stop.generations=77"]),
    (["stop.evaluations=200"], ["--evaluations", 2500, "--generations", 5000], ["stop.evaluations=2500", "stop.generations=5000"]),
    (["stop.seconds=1e-9"], ["--seconds", 1000], ["stop.seconds=1000"]),
    (["stop.stagnation=1"], ["--set", "stop.stagnation=20", "--generations", 500], ["stop.stagnation=20", "stop.generations=500"]),
    (["stop.at_target=true", "stop.target=35"], ["--set", "stop.target=45"], ["stop.at_target=true", "stop.target=45"]),
])
def test_a_run_that_is_granted_more_is_the_longer_run(runs, short, grant, whole):
    runs.run(*settings(*short))
    shorter = everything(runs.trace)
    runs.resume(*grant)
    assert len(everything(runs.trace)["generation/generation"]) > len(shorter["generation/generation"])
    runs.assert_equal(*settings(*whole))


@MOSTLY_ALONE
def test_a_finished_run_stays_as_it_is(runs):
    runs.run()
    before = runs.files()
    assert set(before) == {"a.h5", "a.h5.checkpoint"}
    result = runs.resume()
    assert result.out == "" and result.messages == [
        "skerry: a.h5 is finished (it ended by generations), and is left as it is; "
        "--generations, --evaluations or --seconds would grant it more"]
    assert runs.files() == before


@MOSTLY_ALONE
def test_a_run_that_reaches_its_target_leaves_no_checkpoint(runs):
    # The end of each run coincides with the thread that renames the last checkpoint.
    for _ in range(deep(2, 5)):
        runs.run("--set", "stop.at_target=true", "--set", "stop.target=45", "--set", "checkpoint.every=1",
                 "--set", "checkpoint.share=1", "--force")
        assert set(runs.files()) == {"a.h5"}
    assert "left as it is" in runs.resume().messages[0]


@MOSTLY_ALONE
def test_a_run_killed_while_it_closed_its_trace_is_closed(runs):
    runs.run(output="whole.h5")
    with h5py.File(runs.skerry.folder / "whole.h5", "r+", libver="latest") as file:
        file.swmr_mode = True
        shutil.copy(runs.skerry.folder / "whole.h5", runs.trace)
    with pytest.raises(OSError):
        h5py.File(runs.trace)
    assert "is closed now, which a kill had prevented" in runs.resume().messages[0]
    assert_same(everything(runs.trace), everything(runs.skerry.folder / "whole.h5"))


@MOSTLY_ALONE
def test_only_stop_and_checkpoint_can_change(runs):
    runs.run()
    keys = ("island.population=14", "problem.bits=70", "migration.every=2", "run.seed=3", "trace.enabled=false")
    for key in keys if runs.ranks is None else deep(keys[:1], keys):
        runs.assert_refused(USAGE, f"--set {key}: only keys of [stop] and [checkpoint]", options=["--set", key])
    runs.assert_refused(USAGE, "unknown key 'generatoins' in [stop]; did you mean 'generations'?",
                        options=["--set", "stop.generatoins=50"])
    runs.assert_refused(USAGE, "--generations: Value 0 not in range", str(2**63 - 1), options=["--generations", 0])
    runs.assert_refused(USAGE, "stop.generations is 10; the run has come to generation 25 already", options=["--generations", 10])
    runs.resume("--generations", 25)


@pytest.mark.few(1)
@pytest.mark.parametrize("ranks, others, part", [(SEVERAL, deep([3], [3, 4]), f"mpirun -n {SEVERAL}"), (None, [2], "mpirun -n 1")])
def test_there_may_be_no_more_ranks_than_islands(runs, others, part):
    runs.run()
    for other in others:
        runs.assert_refused(USAGE, part, options=["--generations", 50], ranks=other)


@pytest.mark.few(1)
@both("file", ["heroes.csv", "puzzle.toml"])
def test_an_input_file_must_be_what_it_was(party, file):
    text = (party.skerry.folder / file).read_text()
    party.skerry.write(file, text.replace("80,500", "80,501").replace('"small"', '"tiny"'))
    party.assert_refused(BAD_DATA, file + " is not what it was when the run began", options=["--generations", 6])
    os.unlink(party.skerry.folder / file)
    party.assert_refused(BAD_DATA, file, "No such file", options=["--generations", 6])
    party.skerry.write(file, text)
    party.resume("--generations", 6)


@MOSTLY_ALONE
def test_the_configuration_file_is_needed_no_more(party):
    text = (party.skerry.folder / "party.toml").read_text()
    os.unlink(party.skerry.folder / "party.toml")
    party.resume("--generations", 5)
    party.skerry.write("party.toml", text.replace("population = 6", "population = 60"))
    party.resume("--generations", 6)
    party.skerry.write("party.toml", text)


@pytest.mark.few(1)
@both("place", ["elsewhere", ".."])
def test_the_working_directory_does_not_matter(party, place):
    folder = party.skerry.folder
    (folder / "elsewhere").mkdir()
    there = folder / place
    trace = os.path.relpath(folder / "a.h5", there)
    resumed = party.skerry.json("resume", trace, "--generations", 6, "--quiet", ranks=party.ranks, cwd=there)
    assert resumed["generations"] == 6


@MOSTLY_ALONE
def test_an_instance_that_was_named_on_the_command_line(runs):
    """Its path is relative to a working directory that is not the present one."""
    folder = runs.skerry.folder
    (folder / "elsewhere").mkdir()
    for name in ("puzzle.toml", "heroes.csv"):
        os.rename(folder / name, folder / "elsewhere" / name)
    here = ["--set", "problem.instance=elsewhere/puzzle.toml"]
    runs.run("--set", "stop.generations=4", *here, config="party.toml")
    runs.skerry.done("resume", "../a.h5", "--generations", 6, "--quiet", ranks=runs.ranks, cwd=folder / "elsewhere")
    runs.assert_equal(*here, config="party.toml")


@MOSTLY_ALONE
def test_json_and_the_plain_report_are_those_of_run(runs):
    runs.run("--set", "stop.generations=4")
    report = json.loads(runs.resume("--generations", 25, "--json", "--quiet").out)
    whole = json.loads(runs.run("--json", output="whole.h5").out)
    assert report | {"seconds": 0, "trace": ""} == whole | {"seconds": 0, "trace": ""}
    text = runs.resume("--generations", 30)
    assert text.err == "a.h5 goes on from generation 25 of 30\n" and "all generations done: 30 generations" in text.out, text


@MOSTLY_ALONE
def test_a_run_that_is_going_on_is_left_alone(runs):
    command = ["run", "slow.toml", "--output", "a.h5", "--quiet"]
    options = ["--set", "stop.generations=10000000", "--set", "checkpoint.every=1", "--set", "checkpoint.share=1"]
    with Running(runs.skerry, *command, *options, ranks=runs.ranks) as running:
        assert running.wait_until(runs.checkpoint.exists)
        for other in (["resume", "a.h5"], ["resume", "a.h5", "--generations", 20000000], [*command, "--force"]):
            result = runs.skerry(*other, ranks=runs.ranks)
            assert (result.status, result.messages) == (USAGE, ["skerry: a.h5 is being written by another process"]), result
            assert running.alive() and runs.checkpoint.exists()
        running.signal(signal.SIGUSR1)
        assert running.end().status == 75
    runs.skerry.done(*command, "--force", "--set", "checkpoint.enabled=false", ranks=runs.ranks)
    assert not runs.checkpoint.exists(), "that of the run before"
