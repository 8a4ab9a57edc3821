"""Tests `skerry tune` on problems of a few bits, whose runs take no time."""

import contextlib
import json
import math
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
import tomllib
from types import SimpleNamespace

import h5py
import pytest
from commands import output_of

from skerry.command import main
from skerry.errors import AnalysisError
from skerry.parameters import flat
from skerry.tuning import description, outcome, search
from skerry.tuning.runs import START, Candidate, Runs, Score
from tests.support.binary import BINARY, OWN_PROGRAM, TIME_LIMIT_S, TREE
from tests.support.depth import NIGHTLY, deep

#: A tuning is some fifty runs of the binary.
LIMIT_S = 4 * TIME_LIMIT_S
SEED = int(os.environ.get("SKERRY_KILLS_SEED", random.SystemRandom().randrange(10**6)))
CONFIG = """[problem]
type = "onemax"
bits = 40
[island]
population = 20
offspring = 20
gene_rate = 0.3
replacement = "generational"
[stop]
generations = 100000
"""
TUNING = """config = "onemax.toml"
[tune]
runs = 40
evaluations = 2000
seeds = 2
round = 3
test_seeds = 6
[tune.space]
island.population = { integer = [4, 40], log = true }
island.offspring = { same = "island.population" }
island.gene_rate = { real = [0.001, 0.5], log = true }
island.selection = { choice = ["tournament", "linear_ranking"] }
island.tournament_size = { integer = [2, 6], when.island.selection = "tournament" }
"""
SHORT = TUNING.replace("runs = 40", "runs = 8").replace("seeds = 2\nround = 3\ntest_seeds = 6", "seeds = 1\nround = 1\ntest_seeds = 2")
INSTANCES = """config = "onemax.toml"
islands = 2
set.stop.at_target = false
training = [{ name = "30", set.problem.bits = 30 }, { name = "50", set.problem.bits = 50 }]
test = [{ name = "60", set.problem.bits = 60 }, { name = "70", set.problem.bits = 70 }]
[tune]
minimise = "fitness"
runs = 24
evaluations = 600
seeds = 1
test_seeds = 5
[tune.space]
island.gene_rate = { real = [0.01, 0.4] }
"""


def write(folder, tuning=TUNING):
    (folder / "onemax.toml").write_text(CONFIG)
    (folder / "tuning.toml").write_text(tuning)
    return folder


def command(*options):
    return [sys.executable, "-m", "skerry", "tune", "tuning.toml", "--program", str(BINARY), "--json", "--quiet", *options]


def call(words, folder, **environment):
    variables = os.environ | {"PYTHONPATH": str(TREE / "analysis")} | environment
    return subprocess.run(list(map(str, words)), cwd=folder, env=variables, capture_output=True, text=True, timeout=LIMIT_S)


def result_of(done):
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    return json.loads(done.stdout)


def settled(result):
    """Returns what each call tells alike, however many of the runs others have made."""
    return {key: value for key, value in result.items() if key not in ("kept", "done", "runs")}


def traces(folder):
    return {path.name for path in (folder / "results/tuning").glob("*.h5")}


@pytest.fixture(scope="module")
def tuned(tmp_path_factory):
    """The folder of a tuning that nothing disturbed, and what it printed. The night judges what it finds, which takes more runs."""
    folder = write(tmp_path_factory.mktemp("tuned"), TUNING if NIGHTLY else SHORT)
    return folder, result_of(call(command(), folder))


@pytest.mark.nightly
def test_settings_are_of_the_space_and_better_than_those_at_the_start(tuned):
    folder, result = tuned
    found = result["settings"]
    assert 4 <= found["island.population"] <= 40 and 0.001 <= found["island.gene_rate"] <= 0.5
    assert found["island.offspring"] == found["island.population"]
    assert ("island.tournament_size" in found) == (found["island.selection"] == "tournament")
    assert result["start"]["island.gene_rate"] == 0.3 and result["start_beaten"]
    assert result["overall"]["reached"] > result["overall"]["reached_at_start"] == 0
    assert result["overall"]["difference_low"] > 0
    assert {each["key"] for each in result["importance"]} == set(found) - {"island.offspring"} | {"island.tournament_size"}


@pytest.mark.nightly
def test_the_budget_holds_and_held_out_runs_come_on_top(tuned):
    folder, result = tuned
    seeds = {name: int(re.search(r"-(\d+)\.h5$", name)[1]) for name in traces(folder)}
    held_out = [name for name, seed in seeds.items() if seed >= description.TEST_SEED]
    assert len(held_out) == 2 * 6
    assert len(seeds) == result["done"] and result["kept"] == result["failed"] == 0
    assert len(seeds) - len(held_out) <= 40
    fresh = {seed for seed in seeds.values() if 2 < seed < description.TEST_SEED}
    assert fresh and all(f"start-{seed}.h5" in seeds for seed in (1, 2, 3)), "the starting settings race, too"
    assert not list((folder / "results/tuning").glob("round-*"))


@pytest.mark.nightly
def test_the_written_configuration_runs(tuned, tmp_path):
    folder, result = tuned
    path = folder / result["configuration"]
    done = call([BINARY, "run", path, "--output", tmp_path / "a.h5", "--quiet"], tmp_path)
    assert done.returncode == 0, done.stderr
    with h5py.File(tmp_path / "a.h5") as trace:
        used = dict(flat(tomllib.loads(trace["config"][()].decode())))
    assert {key: used[key] for key in result["settings"]} == result["settings"]
    assert (used["problem.bits"], used["stop.evaluations"]) == (40, 2000)


def test_the_same_command_again_carries_out_nothing(tuned):
    folder, result = tuned
    again = result_of(call(command(), folder))
    assert (again["kept"], again["done"]) == (result["done"], 0)
    assert settled(again) == settled(result)


@pytest.mark.nightly
def test_kills_and_signals_change_nothing_and_no_run_is_paid_for_twice(tuned, tmp_path):
    whole, result = tuned
    folder = write(tmp_path)
    draw = random.Random(SEED)
    paid = {}
    total = len(traces(whole))
    for until in sorted(draw.sample(range(total), deep(4, 20))):
        with subprocess.Popen(command(), cwd=folder, env=os.environ | {"PYTHONPATH": str(TREE / "analysis")},
                              stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, start_new_session=True) as process:
            deadline = time.monotonic() + LIMIT_S
            while process.poll() is None and len(traces(folder)) < max(until, len(paid) + 1):
                assert time.monotonic() < deadline
                time.sleep(0.001)
            time.sleep(draw.choice([0, 0.01, 0.1]))
            number = draw.choice([signal.SIGKILL, signal.SIGKILL, signal.SIGTERM])
            with contextlib.suppress(ProcessLookupError):  # where it has ended meanwhile
                (os.killpg if number == signal.SIGKILL else os.kill)(process.pid, number)
            told = process.communicate(timeout=LIMIT_S)[1]
            assert process.returncode in (0, 75, -signal.SIGKILL, -signal.SIGTERM), told
            assert process.returncode != 75 or told.endswith("interrupted; the same command goes on\n")
        paid |= {name: when for name, when in finished(folder).items() if name not in paid}
    last = result_of(call(command(), folder))
    assert settled(last) == settled(result), SEED
    assert traces(folder) == traces(whole), SEED
    assert last["done"] == total - last["kept"] <= total - len(paid)
    ended = finished(folder)
    assert {name: ended[name] for name in paid} == paid, SEED


def finished(folder):
    """Returns when each finished run began and ended. A trace whose run was killed while it packed it is packed later."""
    found = {}
    for path in (folder / "results/tuning").glob("*.h5"):
        try:
            with h5py.File(path, "r", locking=False) as trace:
                if trace.attrs["stop_reason"] not in (b"running", b"interrupted"):
                    found[path.name] = (trace.attrs["started"], trace.attrs["ended"])
        except (OSError, KeyError):  # a run was killed
            continue
    return found


@pytest.mark.nightly
def test_instances_to_train_on_and_others_to_test_on(tmp_path, capsys):
    result = result_of(call(command(), write(tmp_path, INSTANCES)))
    assert [row["instance"] for row in result["held_out"]] == ["60", "70"]
    assert all(row["runs"] == 5 for row in result["held_out"])
    assert result["overall"]["a12"] == pytest.approx(sum(row["a12"] for row in result["held_out"]) / 2)
    assert {name.split("-")[0] for name in traces(tmp_path)} == {"30", "50", "60", "70"}
    with h5py.File(next((tmp_path / "results/tuning").glob("50-c*.h5"))) as trace:
        assert trace.attrs["islands"] == 2 and "bits = 50" in trace["config"][()].decode()
    told = output_of(capsys, "compare", tmp_path / "results/tuning", "--measure", "best")
    assert "tuned settings : starting settings" in told and told.count("5 : 5") == 2


@pytest.mark.parametrize(
    ("before", "after", "status", "told"),
    [
        ("runs = 40", "run = 40", 2, ["tune: runs is missing; 'run' looks like it; it is a whole number from 1 up"]),
        ("runs = 40", "runs = 40\nround_width = 3", 2, ["unknown key 'round_width'", "round"]),
        ("runs = 40", "runs = 5", 2, ["tune: runs is 5", "1 training instances need 7 at least"]),
        ("evaluations = 2000", "", 2, ["one of evaluations = N and seconds = S"]),
        ("evaluations = 2000", "evaluations = 2000\nminimise = \"seconds\"", 2, ["the budget of a run is seconds = N"]),
        ("evaluations = 2000", "evaluations = 2000\nminimise = \"time\"", 2, ["minimise is \"time\"", "known are evaluations, fitness, seconds"]),
        ("evaluations = 2000", "evaluations = 2000\nseed = 4294967296", 2, ["seed is 4294967296; it is a whole number from 0 to 4294967295"]),
        ("[4, 40]", "[40, 4]", 2, ["tune.space.island.population: integer is [40, 4]", "LOW below HIGH"]),
        ("[0.001, 0.5]", "[0, 0.5]", 2, ["tune.space.island.gene_rate", "LOW is above 0"]),
        ("[0.001, 0.5]", "[0.001, 1.5]", 2, ["gene_rate is 1.5; a rate lies in [0, 1] (--set island.gene_rate=1.5)"]),
        ("island.gene_rate", "island.gene_rtae", 2, ["gene_rtae", "gene_rate"]),
        ("when.island.selection = \"tournament\"", "when.island.selection = \"uniform\"", 2, ["when has island.selection = \"uniform\"", "\"linear_ranking\""]),
        ("when.island.selection", "when.island.algorithm", 2, ["depends on island.algorithm, which is not in the space before it"]),
        ("same = \"island.population\"", "as = \"island.population\"", 2, ["unknown key 'as'", "same"]),
        ("\"onemax.toml\"", "\"twomax.toml\"", 2, ["config is \"twomax.toml\"; there is no such file"]),
        ("config =", "grid.islands = [1, 2]\nconfig =", 2, ["its values in [tune.space]"]),
        ("config =", "training = [{ name = \"a\" }]\ntest = [{ name = \"a\" }]\nconfig =", 2, ["the test instance 'a' is the training instance 'a'"]),
        ("config =", "config", 2, ["tuning.toml is no TOML"]),
    ],
)
def test_a_mistake_in_the_file_is_one_message_before_any_run(tmp_path, monkeypatch, capsys, before, after, status, told):
    assert TUNING.count(before) >= 1
    monkeypatch.chdir(write(tmp_path, TUNING.replace(before, after, 1)))
    assert main(["tune", "tuning.toml", "--program", str(BINARY)]) == status
    out, err = capsys.readouterr()
    assert out == "" and err.startswith("analysis: ") and err.count("\n") == 1
    for text in told:
        assert text in err
    assert not (tmp_path / "results/tuning").exists()


#: Most of these populations are more than the children fill, which no space can rule out.
REFUSING = TUNING.replace('{ same = "island.population" }', "{ integer = [4, 40], log = true }")


@pytest.mark.nightly
def test_refused_candidates_lose_without_runs_and_the_search_goes_on(tmp_path):
    folder = write(tmp_path, REFUSING)
    done = call(command(), folder)
    assert done.returncode == 0
    assert re.fullmatch(r"analysis: candidates that are refused lose; the first: offspring is \d+ and elites 1, which .*\n", done.stderr)
    result = json.loads(done.stdout)
    assert 0 < result["refused"] < result["candidates"]
    assert result["start_beaten"] and result["failed"] == 0
    assert 30 <= result["done"] - 2 * 6 <= 40, "refused candidates take nothing of the budget"
    for path in (folder / "results/tuning").glob("*.h5"):
        with h5py.File(path) as trace:
            used = dict(flat(tomllib.loads(trace["config"][()].decode())))
        assert used["island.offspring"] + 1 >= used["island.population"]
    again = call(command(), folder)
    assert again.stderr == done.stderr
    assert settled(json.loads(again.stdout)) == settled(result)


@pytest.fixture
def tune_by(tmp_path, monkeypatch, capsys):
    """Tunes by a program that is skerry but for what a script does first. `answer` is what skerry answers to a plan."""
    monkeypatch.chdir(write(tmp_path, TUNING.replace("seeds = 2", "seeds = 6")))

    def call(script, *options):
        program = tmp_path / "program"
        begin = f"""#!{sys.executable}
import json, os, re, subprocess, sys
SKERRY, words = "{BINARY}", sys.argv[1:]
def name(path): return os.path.basename(path)
def answer(line): return subprocess.run([SKERRY, "plan"], input=line, capture_output=True, text=True).stdout
"""
        program.write_text(f"{begin}{script}\nos.execv(SKERRY, [SKERRY, *words])\n")
        program.chmod(0o755)
        return main(["tune", "tuning.toml", "--program", str(program), "--quiet", *options]), *capsys.readouterr()

    return call


def answering(candidates):
    """Returns a script by which all candidates have this answer, after the settings were checked once."""
    return f"""if words == ["plan"] and os.path.exists("checked"):
    for line in sys.stdin:
        print({json.dumps(candidates)!r} if name(json.loads(line)["output"]).startswith("c") else answer(line), flush=True)
    sys.exit()
open("checked", "w")"""


@pytest.mark.nightly
def test_a_search_whose_candidates_are_all_refused_ends(tune_by):
    status, _, errors = tune_by(answering({"error": {"status": 2, "message": "it is too dear (here)"}}))
    told = errors.splitlines()
    assert status == 2
    assert told[0] == "analysis: candidates that are refused lose; the first: it is too dear (here)"
    assert told[1:] == ["analysis: the last 100 candidates were refused; narrow tune.space (tuning.toml). The last: it is too dear (here)"]


@pytest.mark.nightly
def test_a_kept_run_of_other_settings_is_no_refused_candidate(tune_by):
    other = {"error": {"status": 2, "message": "", "kind": "other_run", "what": "a.h5 is of another run: it is red"}}
    assert tune_by(answering(other))[::2] == (2, "analysis: a.h5 is of another run: it is red; --output names another\n")


CRASH = """    print("skerry: it has crashed", file=sys.stderr)
    sys.exit(1)"""


@pytest.mark.nightly
def test_candidates_whose_runs_all_fail_lose_and_leave_the_others_their_runs(tune_by, tmp_path):
    fails = 'if words[0] == "run" and re.match("c[0-7]", name(words[words.index("--output") + 1])):\n'
    status, out, errors = tune_by(fails + CRASH, "--json")
    result = json.loads(out)
    assert status == 0 and result["failed"] > 0 and result["start_beaten"] and result["refused"] == 0
    assert errors and all(re.fullmatch(r"analysis: c[0-7]\w+, seed \d+: it has crashed", line) for line in errors.splitlines())
    ran = {name for name in traces(tmp_path) if name.startswith("c")}
    assert ran and not [name for name in ran if name[1] in "01234567"]


def test_starting_settings_whose_runs_fail_end_the_tuning(tune_by):
    status, _, errors = tune_by('if words[0] == "run":\n' + CRASH, "--cores", "1")
    assert (status, errors) == (1, "analysis: start, seed 1: it has crashed; the first 3 runs failed, so 3 others were not tried\n")


def test_a_machine_that_ends_run_after_run_ends_the_tuning(tune_by):
    status, out, errors = tune_by('if words[0] == "run":\n    os.kill(os.getpid(), 9)', "--cores", "1")
    told = r"analysis: start, seed \d: it ended with exit status 137 and said nothing; the machine ended this run and .*; the same command goes on\n"
    assert (status, out) == (1, "") and re.fullmatch(told, errors)


@pytest.mark.nightly
def test_runs_that_the_machine_ends_are_tried_again_and_charged_to_nobody(tune_by, tmp_path):
    """Every fifth run is killed, and the tuning is that without kills."""
    killing = """if words[0] == "run":
    with open("count", "a+") as file:
        file.write("x")
        file.flush()
        if os.path.getsize("count") % 5 == 0:
            os.kill(os.getpid(), 9)"""
    status, out, errors = tune_by(killing, "--cores", "1", "--json")
    assert (status, errors, json.loads(out)["failed"]) == (0, "", 0)
    shutil.rmtree(tmp_path / "results")
    _, undisturbed, _ = tune_by("", "--cores", "1", "--json")
    assert settled(json.loads(out)) == settled(json.loads(undisturbed)) and json.loads(out)["done"] == json.loads(undisturbed)["done"]


def test_a_tuning_in_which_nothing_ran_fails(tune_by):
    status, out, errors = tune_by('if words[0] == "run":\n' + CRASH, "--cores", "6")
    assert (status, out) == (1, "")
    assert re.fullmatch(r"analysis: start, seed \d: it has crashed; none of the 6 runs of the starting settings succeeded\n", errors)


def test_a_tuning_in_which_no_run_has_a_fitness_fails(monkeypatch):
    monkeypatch.setattr(search, "_search", lambda *_: ({}, []))
    runs = SimpleNamespace(with_fitness=0, kept=1, done=3, why="c1, seed 1: no licence")
    with pytest.raises(AnalysisError, match="none of the 4 runs found a fitness, .*; c1, seed 1: no licence"):
        search.find(None, runs, print)


def test_a_missing_program_is_told(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(write(tmp_path))
    assert main(["tune", "tuning.toml", "--program", "./none"]) == 2
    assert f"{tmp_path}/none can't be started (No such file or directory); --program names skerry" in capsys.readouterr().err


def test_a_changed_file_does_not_take_other_runs_for_its_own(tuned, capsys):
    folder, _ = tuned
    (folder / "other.toml").write_text((folder / "tuning.toml").read_text().replace("config", "name = \"tuning\"\nconfig", 1).replace("evaluations = 2000", "evaluations = 3000"))
    done = call([*command()[:4], "other.toml", *command()[5:]], folder)
    assert (done.returncode, done.stdout) == (2, "")
    assert "is of another run: stop.evaluations was 2000 and is 3000; --output names another" in done.stderr


def test_where_optuna_is_missing_one_sentence_says_how_to_have_it(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "optuna", None)
    assert main(["tune", "none.toml"]) == 1
    told = capsys.readouterr().err
    assert " lacks optuna: " in told and "sudo apt install python3-optuna`" in told and "pip install optuna" in told and told.count("\n") == 1
    assert main(["table", "none.h5"]) == 3, "the others do without"


def test_corners_take_each_bound_and_choice_and_obey_conditions(tmp_path):
    space = description.read(write(tmp_path) / "tuning.toml").space
    least, greatest = (each.settings for each in search.corners(space))
    assert least == {"island.population": 4, "island.offspring": 4, "island.gene_rate": 0.001, "island.selection": "tournament", "island.tournament_size": 2}
    assert greatest == {"island.population": 40, "island.offspring": 40, "island.gene_rate": 0.5, "island.selection": "linear_ranking"}


@pytest.mark.parametrize(("runs", "stages"), [(7, [(2, 1)]), (40, [(4, 1), (2, 3)]), (2000, [(8, 25), (4, 50), (2, 100)])])
def test_the_race_takes_at_most_three_tenths_of_the_budget(tmp_path, runs, stages):
    tuning = description.read(write(tmp_path, TUNING.replace("runs = 40", f"runs = {runs}")) / "tuning.toml")
    assert tuning.stages() == stages
    assert 0.7 * runs <= tuning.search_runs < runs


def test_the_parameter_that_decides_is_the_important_one(tmp_path):
    tuning = description.read(write(tmp_path) / "tuning.toml")
    draw = random.Random(1)
    judged = []
    for _ in range(80):
        settings = {"island.population": draw.randint(4, 40), "island.gene_rate": draw.uniform(0.001, 0.5), "island.selection": "tournament"}
        judged.append(search.Judged(Candidate(settings), Score(0, settings["island.gene_rate"]), 2))
    found = search.Found({}, judged, [], START, Score(0, 1), None)
    first, *others = outcome.importances(tuning, found)
    assert first.key == "island.gene_rate" and first.share > 0.85 and first.p < 1e-6
    assert [each.candidates for each in others] == [80, 80, 0]
    assert others[0].key == "island.population" and others[0].share < 0.2


def test_a_score_is_finite_wherever_the_costs_are_and_says_where_there_is_none():
    made = object.__new__(Runs)
    made.refused, made.costs = {}, {("start", "", seed): 1e308 for seed in (1, 2, 3)} | {("start", "", 4): math.inf}
    assert made.score(START, [SimpleNamespace(name="")], [1, 2, 3]).text == "mean 1e+308"
    assert made.score(START, [SimpleNamespace(name="")], [4]).text == "without a solution"


@pytest.mark.nightly
def test_skerry_tune_is_the_same_command(tuned):
    folder, result = tuned
    done = call([BINARY, "tune", "tuning.toml", "--json", "--quiet"], folder, PYTHON=sys.executable)
    assert result_of(done)["settings"] == result["settings"]
    told = call([BINARY, "tune", "tuning.toml", "--cores", "1"], folder, PYTHON=sys.executable)
    assert told.returncode == 0
    assert f"{len(traces(folder))} before" in told.stdout and "settings  results/tuning/tuned.toml" in told.stdout
    assert "Over all held-out runs A12 is" in told.stdout and "island.population" in told.stdout


def test_a_program_of_ones_own_tunes_with_the_analysis_of_the_path(tmp_path):
    write(tmp_path)
    done = call([OWN_PROGRAM, "tune", "none.toml"], tmp_path, PATH="/usr/bin:/bin")
    assert done.returncode == 2 and "the PATH has no skerry-analysis" in done.stderr
    (tmp_path / "bin").mkdir()
    script = tmp_path / "bin/skerry-analysis"
    script.write_text(f'#!/bin/sh\nexec {sys.executable} -m skerry "$@"\n')
    script.chmod(0o755)
    done = call([OWN_PROGRAM, "tune", "none.toml"], tmp_path, PATH=f"{tmp_path}/bin:/usr/bin:/bin")
    assert (done.returncode, done.stderr) == (3, "analysis: none.toml: there is no such file\n")
