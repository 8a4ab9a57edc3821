"""Compares programs that run the same genetic algorithm (contender.hpp, deap_search.py): evaluations per CPU second, CPU
time and evaluations to a target with failures counted, and memory."""

import subprocess
from dataclasses import dataclass, field
from statistics import median

from measure import PER_CPU_SECOND, PYTHON, ROOT, Row, compare, in_turn, number, program, run, spread, watch

#: Rounds of the speed, and seeds of the runs to the target.
ROUNDS, SEEDS = 7, 20


@dataclass
class Contender:
    """A program, and the generations of its runs for speed, which take about a second."""

    name: str
    command: list
    generations: int
    environment: dict = field(default_factory=dict)
    seeds: int = SEEDS


def contenders(work, generations, deap_seeds=SEEDS):
    """Returns the contenders of a work that are there. `generations` is {name: generations of a run for speed}; the first
    word of a name says which program it is. DEAP has `deap_seeds` runs to the target, fewer where it is slow."""
    programs = {"skerry": program(f"{work}_skerry"), "plain": program(f"{work}_plain"), "bare": program(f"{work}_kernel"),
                "pagmo2": program(f"{work}_pagmo")}
    found = []
    for name, count in generations.items():
        if name == "DEAP":
            if subprocess.run([PYTHON, "-c", "import deap"], stderr=subprocess.DEVNULL, check=False).returncode != 0:
                continue
            found.append(Contender(name, [PYTHON, ROOT / "bench" / f"{work}_deap.py"], count, seeds=deap_seeds))
        elif path := programs[name.split()[0].strip(",")]:
            found.append(Contender(name, [path], count, {"RECORD": "1"} if "statistics" in name else {}))
    return found


def speed_and_memory(work, entries, instance, quick):
    def measured(entry):
        out, peak_kb = watch([*entry.command, max(1, entry.generations // (20 if quick else 1)), 1, "-", *instance], entry.environment)
        evaluations, cpu_s, _ = map(float, out.split())
        return evaluations / cpu_s, peak_kb / 1000

    figures = in_turn({entry.name: (lambda entry=entry: measured(entry)) for entry in entries}, 1 if quick else ROUNDS)
    speeds, sizes = ({name: [pair[i] for pair in pairs] for name, pairs in figures.items()} for i in (0, 1))
    yield from compare(f"{work}, {PER_CPU_SECOND}", speeds, "/s")
    yield from compare(f"{work}, memory of the process", sizes, "MB", lower_is_better=True)


def to_target(work, entries, instance, target, most_generations, quick):
    """Yields the CPU time and the evaluations of all runs, divided by the number of those that reached the target: what a
    success costs, failures included. The spread is that of single runs."""
    results = {entry.name: [] for entry in entries}
    for seed in range(1, 3 if quick else SEEDS + 1):
        for entry in (entry for entry in entries if seed <= entry.seeds):
            out = run([*entry.command, most_generations, seed, target, *instance], entry.environment)
            results[entry.name].append(tuple(map(float, out.split())))
    reached = {name: sum(cost <= target for _, _, cost in runs) for name, runs in results.items()}
    for what, place, scale, unit in (("CPU time", 1, 1000, " ms"), ("evaluations", 0, 1, "")):
        first = None
        for name, runs in results.items():
            figures = [one[place] * scale for one in runs]
            failed = f"{len(runs) - reached[name]} of {len(runs)} failed"
            label = f"{work}, {what} to a cost of {number(target, 10)}"
            if reached[name] == 0:
                yield Row(label, name, f"not reached in {number(median(figures))}{unit}, {failed}", spread(figures))
                continue
            cost = sum(figures) / reached[name]
            first = first or cost
            ratio = cost / first
            lead = "" if name == next(iter(results)) else f"{number(ratio)} x"
            yield Row(label, name, f"{number(cost)}{unit}, {failed}", spread(figures), lead, ratio, cost)


def contest(work, entries, target, most_generations, instance=(), quick=False):
    """Yields the rows of a work; `instance` is the last argument of the programs, if they have one."""
    yield from speed_and_memory(work, entries, instance, quick)
    seekers = [entry for entry in entries if not entry.environment]
    yield from to_target(work, seekers, instance, target, most_generations, quick)
