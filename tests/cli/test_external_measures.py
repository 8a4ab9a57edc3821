"""External problems with objectives, features, bounds of each value, and workers of batches."""
import json
import sys

import numpy
import pytest

from tests.support.binary import TREE
from tests.support.depth import nightly
from tests.support.experiments import external
from tests.support.journals import entries, folder_of, replay
from tests.support.traces import course, differences, everything

WORKER = TREE / "tests/support/measuring_worker.py"
OBJECTIVES = 'objectives = [{ name = "near", reference = 12.0 }, { name = "far", unit = "m", reference = 12.0 }]\n'
FEATURES = 'features = [{ name = "first", low = -1.0, high = 2.0, cells = 6 }, { name = "second", low = -1.0, high = 2.0, cells = 4 }]\n'
REALS = '{ name = "x", kind = "real", size = 3, low = -1.0, high = 2.0 }'


def config(kind, problem, *, command=None, genome=REALS, algorithm="nsga2", generations=20, more=""):
    return external(command or [sys.executable, WORKER, kind], genome, problem=problem, island=f'algorithm = "{algorithm}"', size=20,
                    generations=generations, more=more)


def run(skerry, text, trace="t.h5", *options, islands=2, status=0):
    done = skerry("run", skerry.write("c.toml", text), "--output", trace, "--force", "--quiet", "--islands", islands, *options)
    assert done.status == status, done
    return skerry.folder / trace if status == 0 else done


def dominated(values):
    better = (values[:, None] <= values[None]).all(axis=2) & (values[:, None] < values[None]).any(axis=2)
    return better.any(axis=0)


def test_a_front_is_made_of_what_workers_measure(skerry):
    found = everything(run(skerry, config("good", OBJECTIVES)))
    values, texts = found["front/objectives"], [json.loads(row.tobytes().rstrip(b"\0"))["x"] for row in found["front/text"]]
    assert len(values) > 20 and not dominated(values).any()
    expected = [[sum(value**2 for value in x), sum((value - 1)**2 for value in x)] for x in texts]
    assert numpy.array_equal(values, expected)
    assert found["generation/hypervolume"][-1, 0] > found["generation/hypervolume"][1, 0]
    # Without a fitness of its own, that of a solution is its first objective.
    assert numpy.array_equal(found["front/fitness"], values[:, 0])


def test_a_map_is_made_of_what_workers_measure(skerry):
    found = everything(run(skerry, config("map", FEATURES, algorithm="map_elites")))
    assert found["generation/coverage"][-1, 0] > 0.5
    features = found["archive/features"]
    texts = [json.loads(row.tobytes().rstrip(b"\0"))["x"] for row in found["archive/text"]]
    assert len(features) > 12 and numpy.array_equal(features, [x[:2] for x in texts])


@pytest.mark.few(1)
@pytest.mark.parametrize("genome", [REALS, '{ name = "x", kind = "real", size = 1, low = -5.0, high = 5.0 }, '
                                           '{ name = "y", kind = "real", size = 2, low = [-5.0, 0.0], high = 5.0 }'])
def test_differential_evolution_reaches_the_target_of_a_sphere(skerry, genome):
    (skerry.folder / "sphere.py").write_text("from skerry.worker import serve\n"
                                             "serve(lambda **parts: sum(value * value for part in parts.values() for value in part))\n")
    text = config("", "", command=[sys.executable, "sphere.py"], genome=genome, algorithm="differential_evolution", generations=2000)
    assert skerry.json("run", skerry.write("c.toml", text + "target = 1e-9\n"), "--quiet", "--output", "t.h5")["target_reached"]


def test_differential_evolution_needs_parts_that_are_real(skerry):
    genome = REALS + ', { name = "n", kind = "integer", size = 1, low = 0, high = 3 }'
    done = run(skerry, config("good", "", genome=genome, algorithm="differential_evolution"), status=2)
    assert len(done.messages) == 1 and 'algorithm is "differential_evolution", which needs' in done.messages[0], done


@pytest.mark.parametrize(("algorithm", "problem", "part"), [
    ("nsga2", "", "this one names none"),
    ("nsga2", FEATURES, "this one names none"),
    ("map_elites", "", "this one names none"),
    ("map_elites", OBJECTIVES, "this one names none"),
    ("nsga2", 'objectives = [{ name = "a" }, { name = "a" }]', 'an objective named "a" twice'),
    ("nsga2", 'objectives = [{ name = "a", direction = "up" }]', "minimise, maximise"),
    ("nsga2", 'objectives = [{ name = "a", unti = "m" }]', "unit"),
    ("map_elites", 'features = [{ name = "a", low = 1.0, high = 1.0 }]', "to a larger one"),
    ("map_elites", 'features = [{ name = "a", low = 1.0 }]', "high"),
    ("nsga2", OBJECTIVES + 'mode = "files"\nfiles = { fitness_pattern = "F (.)" }', "fitness_pattern finds one number"),
])
def test_what_is_not_declared_is_refused(skerry, algorithm, problem, part):
    done = run(skerry, config("good", problem, algorithm=algorithm), status=2)
    assert len(done.messages) == 1 and part in done.messages[0], done


@pytest.mark.parametrize(("kind", "part"), [
    ("few", "the objectives are [1.0]; they are a list of 2 finite numbers"),
    ("map", "the objectives are missing; they are a list of 2 finite numbers"),
])
def test_measures_that_are_wrong_fail_their_evaluation(skerry, kind, part):
    """The run goes on, and none of them is in the front."""
    status = 1 if kind == "map" else 0
    done = skerry("run", skerry.write("c.toml", config(kind, OBJECTIVES + FEATURES, generations=3)), "--output", "t.h5", "--quiet")
    assert done.status == status, done
    failures = [line for line in done.messages if "an evaluation failed and ranks last" in line]
    assert len(failures) == 1 and part in failures[0], done
    if status == 0:
        found = everything(skerry.folder / "t.h5")
        assert len(found["front/objectives"]) > 0 and numpy.isfinite(found["front/objectives"]).all()
        assert all(json.loads(row.tobytes().rstrip(b"\0"))["x"][0] <= 1 for row in found["front/text"])


@pytest.mark.nightly
def test_measures_of_luck_follow_from_the_journal(skerry):
    trace = run(skerry, config("wild", OBJECTIVES, generations=12))
    again = run(skerry, config("wild", OBJECTIVES, generations=12), "other.h5")
    assert differences(course(trace), course(again)) != [], "a second run has other luck"
    assert differences(everything(trace), everything(replay(skerry, trace, 12))) == []
    own = entries(folder_of(trace))[0]
    assert all(len(entry["measures"]) == 2 for entry in own)


@pytest.mark.nightly
def test_a_front_starts_from_a_run_that_measured_nothing(skerry):
    run(skerry, config("good", OBJECTIVES, algorithm="genetic"), "first.h5")
    run(skerry, config("map", "", algorithm="genetic"), "plain.h5")
    for start in ("first.h5", "plain.h5"):
        trace = run(skerry, config("good", OBJECTIVES), "front.h5", "--set", f"start.from={start}", "--set", "start.other_instance=true")
        assert len(everything(trace)["front/objectives"]) > 20


def test_runs_share_measures(skerry):
    share = '[journal]\nshare = "shared"'
    first = run(skerry, config("wild", OBJECTIVES, more=share), "first.h5", islands=1)
    second = run(skerry, config("wild", OBJECTIVES, more=share), "second.h5", islands=1)
    assert all("taken" in entry and len(entry["measures"]) == 2 for entry in entries(folder_of(second))[0])
    assert differences(course(first), course(second)) == []


BOUNDS = ('{ name = "x", kind = "real", size = 3, low = [-1.0, 0.5, 2.0], high = [1.0, 0.75, 2.0] }, '
          '{ name = "n", kind = "integer", size = 2, low = [0, -5], high = 7 }')


@pytest.mark.few(1)
@pytest.mark.parametrize("algorithm", ["genetic", "differential_evolution", "nsga2", "hill_climbing"])
def test_each_value_keeps_to_its_bounds(skerry, algorithm):
    genome = BOUNDS.split("},")[0] + "}" if algorithm == "differential_evolution" else BOUNDS
    trace = run(skerry, config("good", OBJECTIVES, genome=genome, algorithm=algorithm, generations=15))
    genomes = [entry["genome"] for own in entries(folder_of(trace)).values() for entry in own]
    assert len(genomes) > 200
    for values in genomes:
        assert -1 <= values["x"][0] <= 1 and 0.5 <= values["x"][1] <= 0.75 and values["x"][2] == 2.0
        assert algorithm == "differential_evolution" or (0 <= values["n"][0] <= 7 and -5 <= values["n"][1] <= 7)
    assert len({values["x"][1] for values in genomes}) > 10


def test_workers_are_told_bounds_and_measures_as_they_are_given(skerry):
    (skerry.folder / "tell.py").write_text("import json, sys\nfrom skerry.worker import serve\n"
                                           "serve(lambda x, n: {'objectives': [1, 2], 'features': [0, 0]},"
                                           " start=lambda first: open('first.json', 'w').write(json.dumps(first)))\n")
    run(skerry, config("", OBJECTIVES + FEATURES, command=[sys.executable, "tell.py"], genome=BOUNDS, generations=1), islands=1)
    first = json.loads((skerry.folder / "first.json").read_text())
    assert first["genome"][0] == {"name": "x", "kind": "real", "size": 3, "low": [-1, 0.5, 2], "high": [1, 0.75, 2]}
    assert first["genome"][1] == {"name": "n", "kind": "integer", "size": 2, "low": [0, -5], "high": 7}
    assert first["objectives"] == [{"name": "near", "direction": "minimise"}, {"name": "far", "direction": "minimise"}]
    assert first["features"] == [{"name": "first"}, {"name": "second"}]


@pytest.mark.parametrize(("bounds", "part"), [
    ("low = [0.0, 1.0], high = 2.0", "low has 2 numbers; it is a number, or a list of 3"),
    ("low = 0.0, high = [1.0, -1.0, 1.0]", "low is 0 and high is -1 for value 1, counted from 0"),
    ("low = [0.0, 0.0, 0.0], high = [1.0, 1.0]", "high has 2 numbers"),
    ('low = [0.0, "a", 0.0], high = 1.0', '"a"'),
])
def test_bounds_that_do_not_fit_get_one_message(skerry, bounds, part):
    done = run(skerry, config("good", "", genome=f'{{ name = "x", kind = "real", size = 3, {bounds} }}'), status=2)
    assert len(done.messages) == 1 and part in done.messages[0], done


#: Workers by skerry.worker that answer what measuring_worker.py does.
BATCHES = {
    "one by one": "serve(one)",
    "at once": "serve(lambda x: {'objectives': [one(row)['objectives'] for row in x]}, batch=True)",
    "arrays": "serve(lambda x: {'objectives': [one(row.tolist())['objectives'] for row in x]}, batch=True, arrays=True)",
}


@pytest.mark.few(1)
@pytest.mark.parametrize("served", BATCHES.values(), ids=BATCHES)
@pytest.mark.parametrize("pool", ["requests = 7", "workers = 3", "requests = 1", ""])
def test_batches_leave_the_same_trace(skerry, served, pool):
    (skerry.folder / "batch.py").write_text(
        "from skerry.worker import serve\n"
        "def one(x):\n    return {'objectives': [sum(v**2 for v in x), sum((v - 1)**2 for v in x)]}\n" + served + "\n")
    single = course(run(skerry, config("good", OBJECTIVES), "single.h5"))
    batch = course(run(skerry, config("", OBJECTIVES + pool, command=["/usr/bin/python3" if "arrays" in served else sys.executable, "batch.py"]), "batch.h5"))
    assert differences(single, batch) == []


HOW = {"one by one": "serve(f)", "at once": "serve(lambda x: [f(row) for row in x], batch=True)"}
FAULTS = {"raises": "raise RuntimeError('as told')", "dies": "os._exit(3)", "hangs": "time.sleep(1000)"}


@pytest.mark.few(1)
@pytest.mark.parametrize("how, fault", [*((how, fault) for how in HOW for fault in ("raises", "dies")), ("at once", "hangs"),
                                        *nightly(("one by one", "hangs"))])
def test_only_the_guilty_one_of_a_batch_fails(skerry, how, fault):
    """Whatever a genome does to its batch, the others have the scores that they have alone."""
    program = ("import os, time\nfrom skerry.worker import serve\n"
               "def f(x):\n    if x[0] > 1.8:\n        {}\n    return sum(v**2 for v in x)\n" + HOW[how] + "\n")
    # Only a machine that stands still answers a trivial request that late.
    problem = "requests = 7\ntimeout_s = 15" if fault == "hangs" else "requests = 7"
    courses = []
    for name in ("raises", fault):
        (skerry.folder / f"{name}.py").write_text(program.format(FAULTS[name]))
        text = config("", problem, command=[sys.executable, f"{name}.py"], algorithm="genetic", generations=2)
        courses.append(course(run(skerry, text, f"{name}.h5", islands=1)))
    failed = courses[0]["evaluation/failed"]
    assert 0 < failed.sum() < len(failed) / 2
    assert differences(*courses) == []
