"""Evaluations that give no fitness: statistics, what they steer, the first success and the reports know of them, and count no 0."""
import json
import re
import sys

import h5py
import numpy
import pytest

from tests.support.experiments import UNIT, external

#: Answers 100 plus the sum of the values, times the sign, where the first value is at least the limit, and otherwise what the
#: way says; the way "equal" fails for half of all genomes, and gives all others the same fitness.
WORKER = """import json, sys
way, limit, sign = sys.argv[1], float(sys.argv[2]), float(sys.argv[3])
sys.stdin.readline()
print(json.dumps({"ready": True}), flush=True)
for line in sys.stdin:
    request = json.loads(line)
    values = request["genome"]["x"]
    fitness = sign * (100 + (0 if way == "equal" else sum(values)))
    if values[0] >= limit:
        answer = {"fitness": fitness}
    elif way == "nan":
        answer = {"fitness": float("nan")}
    else:
        answer = {"fail": "below the limit"}
    print(json.dumps({"id": request["id"], **answer}), flush=True)
"""


def write(skerry, way="fail", limit=0.5, *, direction="minimise", island="", generations=4):
    (skerry.folder / "worker.py").write_text(WORKER)
    command = [sys.executable, "worker.py", way, limit, 1 if direction == "minimise" else -1]
    return skerry.write("failing.toml", external(command, UNIT, problem=f'direction = "{direction}"', island=island, size=6, every=2,
                                                 generations=generations, seed=3))


def run(skerry, file, *options, trace="t.h5", status=0, **how):
    return skerry.done("run", file, "--output", trace, "--force", *options, **how, status=status)


def generation(skerry, trace="t.h5"):
    with h5py.File(skerry.folder / trace) as file:
        return {name: column[()] for name, column in file["generation"].items()}


@pytest.mark.few(2)
@pytest.mark.parametrize("way,direction", [("fail", "minimise"), ("nan", "minimise"), ("fail", "maximise"), ("nan", "maximise")])
def test_statistics_are_those_of_individuals_with_a_fitness(skerry, way, direction):
    file = write(skerry, way, direction=direction, island='replacement = "generational"\nmutation_rate = 1.0')
    run(skerry, file, "--islands", 2, "--quiet")
    rows = generation(skerry)
    assert 0 < rows["failed"].sum() < rows["failed"].size * 6
    some = rows["failed"] < 6
    for name in ("best", "median", "mean", "worst"):
        values = numpy.abs(rows[name][some])
        assert (values >= 100).all() and (values <= 103).all(), (name, rows[name])
        assert (rows[name][some] > 0).all() == (direction == "minimise")
    assert (rows["standard_deviation"][some] <= 1.5).all()
    assert (rows["fitness_diversity"][some] < 0.015).all()
    assert (rows["feasible"] == 6 - rows["failed"]).all()


@pytest.mark.nightly
def test_a_run_without_any_fitness_says_so_everywhere(skerry):
    done = run(skerry, write(skerry, limit=2.0), "--islands", 2, status=1)
    assert "found no solution: none of its 12 evaluations gave a fitness" in done.err
    assert "no fitness yet" in done.err
    assert re.search(r"^fitness +none$", done.out, re.M)
    assert " 0," not in done.out and "e+308" not in done.out + done.err
    report = json.loads(run(skerry, write(skerry, limit=2.0), "--json", "--quiet", status=1).out)
    assert [report[key] for key in ("best_fitness", "violation", "solution", "target_reached")] == [None, None, None, False]
    shown = skerry("inspect", "t.h5")
    assert shown.status == 0 and re.search(r"^fitness +none$", shown.out, re.M) and "nan" not in shown.out
    summary = skerry.json("inspect", "t.h5")
    assert summary["best_fitness"] is None and summary["last_generation"][0]["mean"] is None
    assert summary["last_generation"][0]["failed"] == 6
    # The same command for the series, which knows the finished run again.
    for _ in range(2):
        series = skerry("run", "failing.toml", "--output", "s.h5", "--repeat", 2, "--quiet")
        assert series.status == 1 and series.out.count("best none") == 2, series
        assert "2 runs, 0 of them with a feasible solution" in series.out


def test_a_target_is_not_reached_by_a_failure(skerry):
    """A failure has no fitness, thus not 0 either, whatever the direction."""
    for direction, target in (("minimise", 1), ("maximise", -1)):
        file = write(skerry, direction=direction)
        done = run(skerry, file, "--json", "--quiet", "--set", f"stop.target={target}")
        report = json.loads(done.out)
        assert not report["target_reached"] and report["generations"] == 4 and abs(report["best_fitness"]) >= 100
