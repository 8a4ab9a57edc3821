"""skerry.evolve: functions of this process evolve, or are asked and told."""
import inspect
import json
import math
import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from evolved_calls import ISLAND, SPACE, VARIABLES, assert_same, counted, counting, evolved, here, sphere  # noqa: F401

import skerry
from skerry.callback import CallbackRule
from skerry.encoding import Encoding

from tests.support.binary import TIME_LIMIT_S, TREE, Skerry


def test_it_is_the_run_of_a_configuration_and_a_worker(tmp_path):
    (tmp_path / "worker.py").write_text("from skerry.worker import serve\nserve(lambda x: sum(value * value for value in x))\n")
    (tmp_path / "run.toml").write_text(
        f"""[problem]
type = "external"
command = ["{sys.executable}", "worker.py"]
genome = [{{ name = "x", kind = "real", size = 4, low = -5.12, high = 5.12 }}]
[island]
population = 12
offspring = 12
[migration]
every = 2
[stop]
generations = 6
"""
    )
    assert Skerry(tmp_path)("run", "run.toml", "--islands", 2, "--output", "run.h5", "--quiet").status == 0
    result = evolved()
    trace = skerry.open("run.h5")
    assert_same("run.h5", result.trace)
    assert (result.fitness, result.violation) == trace.score and result.fitness == sphere(result.best["x"])
    assert (result.evaluations, result.generations, result.stop_reason) == (trace.evaluations, 6, "generations")
    bests = result.history()["best"].to_numpy()
    assert bests.size == 7 * 2 and np.isfinite(bests).all()


@pytest.mark.nightly
def test_closures_lambdas_methods_and_callables_evolve():
    class Shifted:
        def __init__(self, by):
            self.by = by

        def distance(self, x):
            return sum((value - self.by) ** 2 for value in x)

        __call__ = distance

    by = 1.5
    traces = [evolved(function, trace=f"{number}.h5").trace for number, function in enumerate(
        [lambda x: sum((value - by) ** 2 for value in x), Shifted(1.5).distance, Shifted(1.5)])]
    assert_same(traces[0], traces[1])
    assert_same(traces[0], traces[2])


def test_all_parts_seeds_and_arrays_reach_the_function():
    def check(x, n, b, p, seed):
        assert x.shape == (2,) and x.dtype == float and 0 <= x.min() and x.max() <= 1
        assert n.dtype == int and set(n) <= {3, 4} and set(b) <= {0, 1} and sorted(p) == [0, 1, 2]
        return float(seed % 7 + n.sum()), 0

    space = {"x": skerry.real(2, 0, 1), "n": skerry.integer(3, 3, 4), "b": skerry.bits(5), "p": skerry.permutation(3)}
    result = evolved(check, space, arrays=True)
    assert not skerry.open(result.trace).values("failed", "evaluation").any()
    assert {name: len(values) for name, values in result.best.items()} == {"x": 2, "n": 3, "b": 5, "p": 3}


def two_aims(x):
    return {"fitness": x[0], "objectives": [x[0] ** 2, (x[0] - 2) ** 2], "features": [x[0], x[1]], "violation": 0}


def test_objectives_make_a_front_and_features_a_map():
    space = {"x": skerry.real(2, [0, 1], [2, 3])}
    aims = [{"name": "near", "reference": 9}, {"name": "far", "reference": 9}]
    result = evolved(two_aims, space, objectives=aims)
    front = result.open().front()
    assert front.names == ("near", "far") and len(front.values) > 5 and (front.values <= 4).all()
    axes = [{"name": "a", "low": 0, "high": 2, "cells": 4}, {"name": "b", "low": 1, "high": 3, "cells": 4}]
    archive = evolved(two_aims, space, features=axes).open().archive()
    assert archive.names == ("a", "b") and len(archive.values) > 8
    with skerry.asking(space, objectives=aims, generations=3, settings=ISLAND) as run:
        for batch in run:
            for request in batch:
                run.tell(request, two_aims(**request.values))
    assert len(run.result.open().front().values) > 1


@pytest.mark.nightly
def test_a_call_of_seconds_leaves_little_behind(tmp_path):
    evolved(sphere, [(-5, 5)] * 10, generations=100, settings={})
    assert sum(file.stat().st_size for file in tmp_path.rglob("*") if file.is_file()) < 1_000_000


def test_a_finished_run_returns_without_an_evaluation(tmp_path):
    first = evolved(counting(tmp_path))
    paid = counted(tmp_path)
    assert paid > 0 and evolved(counting(tmp_path)) == first and counted(tmp_path) == paid


@pytest.mark.nightly
def test_what_is_another_call_is_another_trace_unless_the_trace_is_named():
    first = evolved(sphere)
    other = evolved(lambda x: -x[0])
    longer = evolved(sphere, generations=8)
    assert len({first.trace, other.trace, longer.trace, evolved(sphere, seed=2).trace}) == 4
    assert evolved(sphere, trace="results/named").trace == Path("results/named-1.h5")
    assert evolved(sphere, trace="results/named-1.h5").trace == Path("results/named-1.h5")


def test_another_function_or_space_is_refused_and_changes_nothing():
    first = evolved(trace="a.h5")
    with pytest.raises(skerry.UsageError, match=r"^a-1.h5 was begun with another function; force=True begins it anew"):
        evolved(lambda x: sum(x), trace="a.h5")
    with pytest.raises(skerry.UsageError, match=r"^a-1.h5 is of another run: problem.genome was .*; force=True begins"):
        evolved(space={"x": skerry.real(4, -5.12, 5)}, trace="a.h5")
    assert evolved(trace="a.h5") == first
    assert evolved(lambda x: sum(x), trace="a.h5", force=True).fitness < first.fitness


def test_a_higher_limit_goes_on():
    evolved(generations=4, trace="a.h5")
    assert_same(evolved(generations=8, trace="a.h5").trace, evolved(generations=8, trace="b.h5").trace)
    with pytest.raises(skerry.UsageError, match="come to generation 8 already"):
        evolved(generations=4, trace="a.h5")


@pytest.mark.nightly
def test_what_is_printed_is_no_answer():
    assert evolved(lambda x: print("hello") or os.system("echo shell") or x[0]).best


@pytest.mark.nightly
def test_it_starts_from_genomes(tmp_path):
    best = evolved(start=[{"x": np.zeros(4)}, {"x": [1, 0, 0, 0]}])
    assert best.fitness == 0 and list(tmp_path.glob("results/*.csv")) == []
    with pytest.raises(skerry.DataError, match="gene 0 is -6; it lies in"):
        evolved(start=[{"x": [-6, 0, 0, 0]}])
    assert list(tmp_path.glob("results/*.csv")) == []
    assert evolved(start=best.trace).fitness == 0


def test_what_is_known_begins_the_run_and_is_not_paid_for_again(tmp_path):
    known = [([number / 8, 1, 1, 1], 100 + number) for number in range(30)]
    fitness = {tuple(genome): value for genome, value in known}

    def unknown(x):
        assert tuple(x) not in fitness
        return 200 + sphere(x)

    def rest(x):
        return [unknown(each) for each in x.tolist()]

    one = evolved(unknown, known=known)
    assert one.fitness == 100 and one.best == {"x": known[0][0]} and not one.open().values("failed", "evaluation").any()
    assert one.evaluations > len(known) and list(tmp_path.glob("results/*.csv")) == []
    assert_same(evolved(rest, known=known, batch=True, arrays=True, trace="batch").trace, one.trace)
    told, batches = asked(unknown, known=known, trace="asked")
    assert_same(told.trace, one.trace)
    assert not any(tuple(request.values["x"]) in fitness for batch in batches for request in batch)
    assert evolved(unknown, known=known, direction="maximise").open().values("failed", "evaluation").sum() == 0
    with pytest.raises(skerry.UsageError, match="^batch-1.h5 is of another run: start.from was "):
        evolved(rest, known=known[:-1], batch=True, arrays=True, trace="batch")


@pytest.mark.parametrize("known, message", [
    ({"x": 1}, r"^known is {'x': 1}; it is a list of pairs"), ([1], r"^known\[0\] is 1; it is a pair of a genome and what"),
    ([({}, 1)], r"^known\[0\] lacks x; its parts are x$"), ([([1, 1, 1, 1], None)], r"^known\[0\]: the function returned None; a function returns")])
def test_known_results_are_those_of_a_function(known, message):
    with pytest.raises(skerry.UsageError, match=message):
        evolved(known=known)
    with pytest.raises(skerry.UsageError, match="^start is the file a.csv, and known has genomes"):
        evolved(known=[([1, 1, 1, 1], 4)], start="a.csv")


@pytest.mark.few(1)
@pytest.mark.parametrize("start", [[[1.0, 2.0]], np.array([[1.0, 2.0]]), [{"n": [1.0, 2.0]}]])
def test_whole_numbers_may_be_reals_and_a_genome_its_values(start):
    wanted = evolved(lambda n: abs(n[0] - 1) + abs(n[1] - 2), {"n": skerry.integer(2, 0.0, np.float64(1000))}, start=start)
    assert wanted.best == {"n": [1, 2]}


MIXED = {"k": skerry.choice("rbf", None, 3.5), "n": skerry.integer(0, 9), "r": skerry.real(1e-4, 1e2, log=True), "s": skerry.real(2, [1, 1], 10, log=True)}
MIXED_START = {"k": None, "n": 2, "r": 1e-4, "s": [1, 10]}


def mixed(k, n, r, s):
    assert k in ("rbf", None, 3.5) and type(n) is int and type(r) is float and 1e-4 <= r <= 1e2 and len(s) == 2
    return n + (k != "rbf") + r + s[0]


def test_parts_are_numbers_choices_and_logarithms_wherever_values_are():
    one = evolved(mixed, MIXED, start=[MIXED_START])
    assert not one.open().values("failed", "evaluation").any() and one.fitness == mixed(**one.best) and one.fitness <= mixed(**MIXED_START)
    assert evolved(lambda k, n, r, s: [mixed(*each) for each in zip(k, n, r, s)], MIXED, start=[MIXED_START], batch=True).best == one.best

    def arrays(k, n, r, s):
        assert isinstance(k, list) and n.shape == r.shape == (len(k),) and s.shape == (len(k), 2)
        return [mixed(*each) for each in zip(k, n.tolist(), r.tolist(), s)]

    assert evolved(arrays, MIXED, start=[MIXED_START], batch=True, arrays=True).best == one.best
    assert asked(space=MIXED, answer=mixed, start=[MIXED_START])[0].best == one.best
    with pytest.raises(skerry.UsageError, match="begun with another function"):
        evolved(mixed, MIXED | {"k": skerry.choice("rbf", 3.5, None)}, trace=one.trace)


@pytest.mark.nightly
def test_a_list_of_bounds_is_the_first_argument():
    assert_same(evolved(lambda v: sphere(v), [(-5.12, 5.12)] * 4, trace="a").trace, evolved(space={"x": skerry.real(4, [-5.12] * 4, [5.12] * 4)}, trace="b").trace)


@pytest.mark.parametrize("space, message", [
    *((wrong, "^space is .*; it is a dictionary of parts") for wrong in (None, [], [1, 2], {}, [("x", skerry.bits(2))])),
    ({"x": (0, 1)}, r"^space has x = \(0, 1\); a part is made by skerry.real"),
    ({1: skerry.bits(2)}, "^space has a part 1; its name is a text"),
    ({"x": skerry.real("a", 0, 1)}, "^space has x with size = 'a'; it is a whole number$"),
    ([(0, None)], r"^space has x with high = \[None\]; it is a number, or a list of numbers$"),
    ({"x": skerry.real(0, 1, log=True)}, "^space has x with log=True and low = 0; a logarithm needs bounds above 0$"),
    ({"x": skerry.real(0, 1), "rate": skerry.bits(1)}, "^the function takes x, and the space has x, rate; each part is an argument of its name$"),
])
def test_mistakes_of_a_space_are_told_before_anything_is_paid_for(tmp_path, space, message):
    with pytest.raises(skerry.UsageError, match=message):
        evolved(counting(tmp_path), space)
    with pytest.raises(skerry.UsageError, match="^real has 1 of its arguments; it is made of low and high"):
        skerry.real(10)
    with pytest.raises(skerry.UsageError, match="^choice has 1 value; it is made of two or more"):
        skerry.choice("rbf")
    assert counted(tmp_path) == 0


@pytest.mark.parametrize("arguments, message", [
    ({"objectives": ["cost"]}, r"^objectives is \['cost'\]; it is a list of dictionaries"), ({"features": {"name": "a"}}, "^features is .*; it is a list of dic"),
    ({"features": [{"name": "k", "categories": ["a", "b", "a"]}]}, '^categories has "a" twice '), ({"direction": ""}, '^direction is ""; it is one of minimise, maximise'), ({"islands": "2"}, "^islands is '2'; it is a whole number$"),
    *(({"trace": wrong}, f"^trace is {wrong!r}; it is the name of a file$") for wrong in ("", 3)),
    ({"generations": 2**64}, "^stop.generations has 18446744073709551616; whole numbers have 64 bits"),
    ({"settings": {"island.population": None}}, "^island.population has None; values are numbers, texts"),
    ({"start": [[0, math.nan, 0, 0]]}, r"^start\[0\] has x = \[0, nan, 0, 0\]; its values are finite$"),
    ({"known": [([0] * 4, {"objectives": [1.0]})]}, r"^known\[0\]: the run has no objectives$"),
], ids=str)
def test_mistakes_of_the_other_arguments_are_told_before_anything_is_paid_for(tmp_path, arguments, message):
    with pytest.raises(skerry.UsageError, match=message):
        evolved(counting(tmp_path), **arguments)
    assert counted(tmp_path) == 0


def test_values_to_start_from_are_those_of_the_space():
    two = {"x": skerry.real(1, 0, 1), "n": skerry.integer(1, 0, 9)}
    with pytest.raises(skerry.UsageError, match=r"^start\[0\] is \[1, 2\]; a genome is a dictionary of its parts, "):
        evolved(lambda x, n: 0, two, start=[[1, 2]])
    assert evolved(lambda x, n: x[0] + n[0], two, start=[{"x": 0.0, "n": 0}]).fitness == 0
    for wrong, told in (({"k": "poly"}, r"k = 'poly'; it is one of 'rbf', None, 3.5"), ({"r": 0}, "r = 0; with log=True values are numbers above 0")):
        with pytest.raises(skerry.UsageError, match=rf"^start\[0\] has {told}"):
            evolved(mixed, MIXED, start=[MIXED_START | wrong])


def test_a_start_beside_a_file_in_place_of_a_folder_is_refused(tmp_path):
    (tmp_path / "results").write_text("")
    with pytest.raises(skerry.UsageError, match="results can't be written: "):
        evolved(start=[{"x": [0, 0, 0, 0]}])
    with pytest.raises(skerry.UsageError, match="its name is too long$"):
        evolved(counting(tmp_path), trace="x" * 250)
    assert counted(tmp_path) == 0


def test_what_reads_the_trace_is_looked_for_first(tmp_path, monkeypatch):
    monkeypatch.delattr(skerry, "trace")
    monkeypatch.setitem(sys.modules, "skerry.trace", None)
    with pytest.raises(skerry.UsageError, match="can't import what the analysis needs"):
        evolved(counting(tmp_path))
    assert counted(tmp_path) == 0


@pytest.mark.nightly
def test_the_same_call_is_the_same_run_on_any_number_of_cores(monkeypatch):
    traces = []
    for trace, cores in (("a", 1), ("b", 3), ("a", 3)):
        monkeypatch.setattr("skerry.invocation.usable_cores", lambda cores=cores: cores)
        traces.append(evolved(islands=None, trace=trace).open())
    assert [trace.islands for trace in traces] == [1, 1, 1]
    assert ["workers = 3" in trace.config for trace in traces] == [False, True, False]
    assert_same(traces[0].path, traces[1].path)


@pytest.mark.nightly
def test_a_kept_run_goes_on_with_its_islands():
    evolved(trace="a")
    assert evolved(islands=None, trace="a", generations=8).open().islands == 2
    with pytest.raises(skerry.UsageError, match="it has 2 islands, and this one 3"):
        evolved(islands=3, trace="a")


@pytest.mark.nightly
def test_generations_alone_follow_evaluations():
    first = evolved(generations=None, evaluations=50, trace="a")
    assert evolved(generations=first.generations + 4, trace="a").generations == first.generations + 4
    evolved(generations=2, seconds=1e-9, trace="b")
    assert evolved(generations=6, trace="b").generations == 6
    assert "generations" not in evolved(generations=None, evaluations=400, trace="b").open().config


@pytest.mark.nightly
def test_a_run_of_an_earlier_version_is_found_by_its_limit_of_generations(tmp_path):
    earlier = evolved(counting(tmp_path), generations=None, trace="a", settings=ISLAND | {"stop": {"generations": 10**9, "evaluations": 50}})
    paid = counted(tmp_path)
    assert evolved(counting(tmp_path), generations=None, evaluations=50, trace="a") == earlier and counted(tmp_path) == paid


@pytest.mark.few(1)
@pytest.mark.parametrize("direction, best", [(None, 5), ("maximise", 5)])
def test_the_first_objective_gives_the_direction(direction, best):
    objectives = [{"name": "strength", "direction": "maximise"}, {"name": "cost"}]
    result = evolved(lambda x: {"objectives": [x[0], -x[0]]}, {"x": skerry.real(1, 5, 5)}, objectives=objectives, direction=direction)
    assert result.fitness == best


@pytest.mark.nightly
def test_rules_end_it():
    assert evolved(target=60.0).stop_reason == "target"
    assert evolved(generations=None, evaluations=2000).evaluations >= 2000


def test_a_callback_sees_each_epoch_and_ends_the_run():
    seen = []

    def enough(epoch):
        seen.append((epoch.generation, epoch.evaluations, epoch.fitness, epoch.best))
        return epoch.generation == 4

    result = evolved(callback=enough)
    assert (result.stop_reason, result.generations, [each[0] for each in seen]) == ("requested", 4, [2, 4])
    assert seen[1][1:] == (result.evaluations, result.fitness, result.best) and seen[0][2] == sphere(**seen[0][3])
    assert evolved(callback=enough) == result and len(seen) == 2
    assert_same(evolved().trace, evolved(trace="whole").trace)  # without the callback it goes on
    with pytest.raises(skerry.UsageError, match="it has 2 islands, and this one 3"):
        evolved(trace=result.trace, islands=3)


@pytest.mark.few(1)
@pytest.mark.parametrize("raised", [StopIteration, KeyError])
def test_what_a_callback_raises_ends_the_run(raised):
    def over(epoch):
        raise raised

    if raised is KeyError:
        with pytest.raises(KeyError):
            evolved(callback=over)
    else:
        assert evolved(callback=over, settings=ISLAND | {"journal.keep": False}).generations == 2
    assert evolved().generations == 6


def test_a_callback_sees_runs_without_a_fitness(tmp_path):
    (tmp_path / "a.h5.journal").mkdir()
    (tmp_path / "a.h5.journal/island-0.jsonl").write_text('{"attempt": 0, "fail": "told"}\n{"damaged\n')
    rule = CallbackRule(lambda epoch: np.isnan(epoch.fitness) and epoch.best is None, Path("a.h5"), Encoding(SPACE))
    assert rule(b'{"generation": 2, "evaluations": 24, "elapsed_s": 0.1, "fitness": null, "violation": null}')


@pytest.mark.parametrize("more, message", [
    ({"settings": {"island.poplation": 3}}, r"^unknown key 'poplation' in \[island\]; did you mean 'population'\? \(the settings\)$"),
    ({"settings": {"population": 3}}, "^settings has population = 3; a key is named with its table, as island.population$"),
    ({"settings": {"problem.command": ["sh"]}}, "^settings has problem.command, which is decided by the other arguments$"),
    ({"space": {"x": skerry.real(4, 2, 1)}}, r"^low is 2 and high is 1; low is at most high \(the settings\)$"),
    ({"direction": "maximize"}, "did you mean \"maximise\""),
])
def test_mistakes_are_told_in_one_sentence(more, message):
    for evolve in (evolved, asked) if "space" not in more else (evolved,):
        with pytest.raises(skerry.UsageError, match=message):
            evolve(**more)


def test_where_the_program_was_looked_for_is_told(monkeypatch):
    monkeypatch.setenv("SKERRY", "/nowhere/skerry")
    with pytest.raises(skerry.UsageError, match=r"^the program skerry is not found: \$SKERRY is /nowhere/skerry; SKERRY=/path/to/skerry"):
        evolved()


def test_progress_is_shown_or_given_to_a_function(capfd):
    lines = []
    evolved(progress=lines.append)
    assert lines[-1].startswith("generation 6/6 ") and capfd.readouterr().err == ""
    evolved(progress=True, seed=2)
    assert "generation 6/6 " in capfd.readouterr().err


def asked(answer=sphere, space=SPACE, **more):
    batches = []
    with skerry.asking(space, **{"islands": 2, "generations": 6, "settings": ISLAND} | more) as run:
        for batch in run:
            batches.append(batch)
            for request in reversed(batch):
                run.tell(request, answer(**request.values))
    return run.result, batches


def test_asked_and_told_it_is_the_same_run():
    result, batches = asked()
    same = evolved()
    assert_same(result.trace, same.trace)
    assert (result.best, result.fitness) == (same.best, same.fitness)
    one, batches = asked(islands=1)
    assert [len(batch) for batch in batches] == [12, *(len(batch) for batch in batches[1:])] and len(batches) <= 7


def test_a_run_that_was_left_goes_on_and_knows_what_it_was_told():
    told = []

    def some(run, most):
        for batch in run:
            for request in batch:
                if len(told) == most:
                    return
                told.append(request.id)
                run.tell(request, sphere(request.values["x"]))

    for most in (0, 5, 30, 10**9):
        with skerry.asking(SPACE, islands=2, generations=6, settings=ISLAND, trace="left.h5") as run:
            some(run, most)
    assert len(told) == len(set(told))
    assert_same(run.result.trace, asked(trace="whole.h5")[0].trace)


def test_a_request_that_is_not_told_is_asked_again():
    with skerry.asking(SPACE, generations=2, settings=ISLAND) as run:
        batch = run.ask()
        run.tell(batch[0], 1.0)
        assert run.ask() == batch[1:]
        with pytest.raises(skerry.UsageError, match=f"^request {batch[0].id} is answered already"):
            run.tell(batch[0], 1.0)
        for wrong in (float("nan"), "1", True, None, (1, 2, 3)):
            with pytest.raises(skerry.UsageError, match=f"^request {batch[1].id} is answered by .*; fail\\(\\) says"):
                run.tell(batch[1], wrong)
        run.fail(batch[1], "the probe broke")
        run.tell(batch[2], 2.0, violation=1.0)
        assert run.ask() == batch[3:]
        with pytest.raises(skerry.UsageError, match="^the run has not ended"):
            run.result


def test_what_the_run_would_not_take_is_refused_before_it_is_lost(capfd):
    with skerry.asking(SPACE, generations=2, settings=ISLAND) as run, skerry.asking(SPACE, seed=2, generations=2, settings=ISLAND) as other:
        request, *_ = run.ask()
        for wrong, told in (((1.0, -0.25), "violation is -0.25"), ({"objectives": [1.0]}, "no objectives"), ({"fitness": 1, "features": [1]}, "no features")):
            with pytest.raises(skerry.UsageError, match=told):
                run.tell(request, wrong)
        for wrong in (other.ask()[0], skerry.Request(request.id, request.values, request.seed + 1)):
            with pytest.raises(skerry.UsageError, match=f"^request {request.id} is of another run"):
                run.tell(wrong, 1.0)
        with pytest.raises(skerry.UsageError, match="^the request is '0.0.0'; it is one of those that ask"):
            run.tell(request.id, 1.0)
        run.tell(request, 1.0)
    with pytest.raises(skerry.UsageError, match="^the run was closed"):
        run.ask()
    assert "Traceback" not in capfd.readouterr().err


PAGE = (TREE / "docs/python.md").read_text()
EXAMPLES = TREE / "examples/python"


@pytest.mark.few(1)
@pytest.mark.parametrize("name", sorted(file.name for file in EXAMPLES.iterdir()))
def test_the_examples_run(tmp_path, name):
    text = (EXAMPLES / name).read_text()
    if name.endswith(".ipynb"):
        cells = json.loads(text)["cells"]
        assert not any(cell.get("outputs") for cell in cells)
        text = "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")
    (tmp_path / "example.py").write_text(text)
    done = subprocess.run([sys.executable, "example.py"], env=Skerry.environment(VARIABLES | {"MPLBACKEND": "Agg"}), capture_output=True, text=True, timeout=TIME_LIMIT_S)
    assert done.returncode == 0, done.stderr


def test_the_page_names_all_arguments():
    table = PAGE[PAGE.index("## The arguments") : PAGE.index("## Going on")]
    named = [name for row in re.findall(r"^\| (`.*?`) \|", table, re.MULTILINE) for name in re.findall(r"`(\w+)`", row)]
    assert named == [name for name in inspect.signature(skerry.evolve).parameters if name not in ("evaluate", "space")]
