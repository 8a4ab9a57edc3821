#!/usr/bin/python3
"""Compares tuners at equal numbers of runs: `skerry tune` (Optuna's estimator, and a race), the same with random candidates, irace,
whose first candidates include the starting settings, too, and the N-tuple bandit evolutionary algorithm (Lucas, Liu and
Perez-Liebana, The N-Tuple Bandit Evolutionary Algorithm for Game Agent Optimisation, CEC 2018). The settings that they find are
judged by held-out instances and seeds.

    bench/tuners.py SKERRY --keep FOLDER [--file TUNING] [--runs 400 4000] [--tuners estimator random irace tuples] [--seeds 5]

A search that is kept in FOLDER is not paid for again. irace is Debian's r-cran-irace. It hears what a run took at the end of its epoch."""

import argparse
import itertools
import json
import math
import random
import re
import resource
import shlex
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from statistics import mean

import optuna

TREE = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TREE / "analysis"))
from skerry.experiments.processes import Signals  # noqa: E402
from skerry.experiments.runner import place_of  # noqa: E402
from skerry.experiments.tables import value_of  # noqa: E402
from skerry.tuning import description, search  # noqa: E402
from skerry.tuning.description import TEST_SEED  # noqa: E402
from skerry.tuning.runs import START, Candidate, Runs  # noqa: E402

ESTIMATOR = optuna.samplers.TPESampler
RUNNER = """#!/bin/sh
# irace gives the numbers of the candidate and of the instance, a seed, the file of the instance and settings KEY=VALUE.
seed=$3 instance=$4
shift 4
for setting in "$@"; do
  set -- "$@" --set "$setting"
  shift
  case $setting in{copies} esac
done
{skerry} run {config} {settings} $(cat "$instance") "$@" --islands {islands} --seed "$seed" --set trace.enabled=false --json --quiet 2> last-error |
  sed -E 's/.*"evaluations":([0-9]+).*"target_reached":(true|false).*/\\1 \\2/' |
  awk '{{ print $2 == "true" && $1 <= {budget} ? $1 : {missed}; seen = 1 }} END {{ if (!seen) print "Inf" }}'
"""


def runs_in(folder, tuning, skerry, cores=None):
    return Runs(tuning, place_of(str(skerry), folder, cores, None), Signals(), print)


def values_of(settings):
    return {key: value_of(text) for key, text in settings.items()}


def options_of(settings, origin):
    """Returns the options of settings, with the paths of files as they are seen from anywhere."""
    seen = {key: (origin / value).resolve() if isinstance(value, str) and (origin / value).is_file() else value for key, value in settings.items()}
    return " ".join(f"--set {shlex.quote(f'{key}={value}')}" for key, value in seen.items())


def domain(parameter):
    if parameter.kind == "choice":
        return f"c ({', '.join(map(str, parameter.choices))})"
    return f"{'i' if parameter.kind == 'integer' else 'r'}{',log' if parameter.log else ''} ({parameter.low}, {parameter.high})"


def condition(parameter):
    parts = [f"{key} %in% c({', '.join(map(description.toml, values))})" for key, values in (parameter.when or {}).items()]
    return f" | {' & '.join(parts)}" if parts else ""


def irace(tuning, skerry, folder, start):
    """Returns the settings that irace finds in its folder, or has found."""
    folder.mkdir(parents=True, exist_ok=True)
    drawn = [each for each in tuning.space if each.kind != "same"]
    copies = "".join(f"\n    {each.same}=*) set -- \"$@\" --set {each.key}=${{setting#*=}};;" for each in tuning.space if each.kind == "same")
    origin = tuning.file.parent
    values = {"copies": copies, "skerry": shlex.quote(str(skerry)), "config": shlex.quote(str(tuning.config)), "islands": tuning.islands,
              "settings": options_of(values_of(tuning.settings), origin), "budget": tuning.budget, "missed": tuning.penalty * tuning.budget}  # fmt: skip
    (folder / "runner").write_text(RUNNER.format(**values))
    (folder / "runner").chmod(0o755)
    for number, each in enumerate(tuning.training):
        (folder / f"instance-{number}").write_text(options_of(values_of(each.settings), origin))
    (folder / "instances").write_text("".join(f"instance-{number}\n" for number in range(len(tuning.training))))
    (folder / "parameters").write_text("".join(f'{each.key} "{each.key}=" {domain(each)}{condition(each)}\n' for each in drawn))
    first = " ".join(str(start.get(each.key, "NA")) for each in drawn)
    (folder / "first").write_text(f"{' '.join(each.key for each in drawn)}\n{first}\n")
    scenario = {"parameterFile": "parameters", "trainInstancesFile": "instances", "trainInstancesDir": "", "configurationsFile": "first",
                "targetRunner": "./runner", "maxExperiments": tuning.runs, "seed": tuning.seed}  # fmt: skip
    (folder / "scenario").write_text("".join(f"{key} = {json.dumps(value)}\n" for key, value in scenario.items()))
    log = folder / "log"
    if not log.exists():
        call = ["Rscript", "-e", 'irace::irace.cmdline(c("--scenario", "scenario"))']
        done = subprocess.run(call, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        if done.returncode != 0:
            sys.exit(f"tuners: irace has failed: {done.stdout[-500:]}")
        log.write_text(done.stdout)
    best = log.read_text().split("# Best configurations as commandlines")[1].splitlines()[1]
    words = dict(re.findall(r"([\w.]+)=(\S+)", best))
    for each in tuning.space:
        if each.kind == "same" and each.same in words:
            words[each.key] = words[each.same]
    kinds = {each.key: each for each in tuning.space}
    return {key: value if kinds[key].kind == "choice" else float(value) if kinds[key].kind == "real" else int(value) for key, value in words.items()}


LEVELS = 10  # values of a real or an integer
NEIGHBOURS = 50
EXPLORATION = math.sqrt(2)


class TupleModel:
    """The mean rewards of all values, of all pairs of values and of whole points, and how often each was seen."""

    def __init__(self, parameters):
        self._places = [list(range(parameters)), *([place] for place in range(parameters)), *map(list, itertools.combinations(range(parameters), 2))]
        self._seen, self._rewards = {}, {}
        self.count = 0

    def _tuples(self, point):
        return [(number, *(point[place] for place in places)) for number, places in enumerate(self._places)]

    def add(self, point, reward):
        self.count += 1
        for each in self._tuples(point):
            self._seen[each] = self._seen.get(each, 0) + 1
            self._rewards[each] = self._rewards.get(each, 0) + reward

    def mean(self, point):
        known = [each for each in self._tuples(point) if each in self._seen]
        return mean(self._rewards[each] / self._seen[each] for each in known) if known else 0

    def bound(self, point):
        return self.mean(point) + EXPLORATION * mean(math.sqrt(math.log(1 + self.count) / (self._seen.get(each, 0) + 0.5)) for each in self._tuples(point))


def level(parameter, place):
    if parameter.kind == "choice":
        return parameter.choices[place]
    share = place / (LEVELS - 1)
    value = parameter.low * (parameter.high / parameter.low) ** share if parameter.log else parameter.low + share * (parameter.high - parameter.low)
    return round(value) if parameter.kind == "integer" else float(f"{value:.4g}")


def tuples(tuning, skerry, folder):
    """Returns the settings that the bandit finds: one run at a time, on the training instances in turn."""
    chance = random.Random(tuning.seed)
    runs = runs_in(folder, tuning, skerry, cores=1)
    drawn = [each for each in tuning.space if each.kind != "same"]
    sizes = [len(each.choices) if each.kind == "choice" else LEVELS for each in drawn]
    model, visits = TupleModel(len(drawn)), {}

    def settings_of(point):
        values = {each.key: level(each, place) for each, place in zip(drawn, point)}
        return search._settings(tuning.space, lambda parameter: values[parameter.key])

    def neighbour(point):
        sure = chance.randrange(len(point))
        return tuple(
            chance.randrange(size) if place == sure or chance.random() < 1 / len(point) else value for place, (value, size) in enumerate(zip(point, sizes))
        )

    point = tuple(map(chance.randrange, sizes))
    for number in range(tuning.runs):
        candidate, instance = Candidate(settings_of(point)), tuning.training[number % len(tuning.training)]
        seed = visits[point] = visits.get(point, 0) + 1
        runs.carry_out([candidate], [instance], seed, 1)
        model.add(point, 1 - runs.score(candidate, [instance], [seed]).mean / (tuning.penalty * tuning.budget))
        point = max((neighbour(point) for _ in range(NEIGHBOURS)), key=model.bound)
    return settings_of(max(visits, key=model.mean))


def found_by(tuner, tuning, skerry, folder, start):
    if tuner == "irace":
        return irace(tuning, skerry, folder, start)
    if tuner == "tuples":
        return tuples(tuning, skerry, folder)
    optuna.samplers.TPESampler = ESTIMATOR if tuner == "estimator" else lambda seed, **_: optuna.samplers.RandomSampler(seed)
    return dict(search.find(tuning, runs_in(folder, tuning, skerry), lambda progress: None).best.settings)


def cpu_seconds():
    return sum(sum(resource.getrusage(who)[:2]) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("skerry", metavar="SKERRY", type=Path)
    parser.add_argument("--keep", metavar="FOLDER", type=Path, required=True)
    parser.add_argument("--file", type=Path, default=TREE / "configs/paper/skyscraper-tune.toml")
    parser.add_argument("--runs", type=int, nargs="+", default=[400, 4000])
    parser.add_argument("--tuners", nargs="+", default=["estimator", "random", "irace", "tuples"])
    parser.add_argument("--seeds", type=int, default=5)
    options = parser.parse_args()
    skerry, tuning = options.skerry.resolve(), description.read(options.file)
    judging = runs_in(options.keep / "judged", tuning, skerry)
    judging.carry_out([START], tuning.training, 1, 1)
    start = search.starting_values(tuning, judging)

    def judge(settings):
        """Returns the share of held-out runs that reach the target."""
        candidate = Candidate(settings) if settings else START
        judging.carry_out([candidate], tuning.test, TEST_SEED, tuning.test_seeds)
        costs = [judging.costs[candidate.name, each.name, TEST_SEED + seed] for each in tuning.test for seed in range(tuning.test_seeds)]
        return mean(cost <= tuning.budget for cost in costs)

    print(f"starting settings: {judge({}):.3f} of {len(tuning.test) * tuning.test_seeds} held-out runs reach the target", flush=True)
    lines = []
    for runs in options.runs:
        for tuner in options.tuners:
            shares, before = [], cpu_seconds()
            for seed in range(1, options.seeds + 1):
                folder = options.keep.resolve() / f"{tuner}-{runs}-{seed}"
                settings = found_by(tuner, replace(tuning, runs=runs, seed=seed), skerry, folder, start)
                shares.append(judge(settings))
                print(f"{tuner}, {runs:,} runs, seed {seed}: {shares[-1]:.3f} {json.dumps(settings)}", flush=True)
            spent = (cpu_seconds() - before) / options.seeds
            lines.append(f"| {runs:,} | {tuner} | {mean(shares):.3f} | {min(shares):.3f} to {max(shares):.3f} | {spent:.0f} |")
    print("\n| runs | tuner | held-out share | least to most | CPU s, judging included |\n| ---: | --- | ---: | --- | ---: |")
    print("\n".join(lines))


if __name__ == "__main__":
    main()
