"""Measures nsga2 against pagmo2's on ZDT1 to 4 and DTLZ2: hypervolumes after 25,100 evaluations, and evaluations a second."""

from functools import cache
from importlib import import_module
from statistics import median
import sys

from measure import ROOT, Row, compare, in_turn, number, program, run

FUNCTIONS = ["zdt1", "zdt2", "zdt3", "zdt4", "dtlz2"]
# The operators of each pair; pagmo2 has no NSGA-III, so that skerry's is compared with its nsga2.
PAIRS = [("published", "published", "published operators"), ("defaults", "defaults", "default operators")]


@cache
def rank_sum():
    sys.path.insert(0, str(ROOT / "analysis"))
    return import_module("skerry.stats").rank_sum


@cache
def results(name, settings, function, seeds):
    """Returns (evaluations, seconds, hypervolume of the population, of the archive) of each seed, or nothing if the
    program was not built."""
    path = program(name)
    if not path:
        return ()
    lines = [run([path, settings, function, seed]) for seed in range(1, seeds + 1)]
    return tuple(tuple(map(float, line.split())) for line in lines)


def volumes(found):
    return [volume for _, _, volume, _ in found]


def shown(name, settings, function, seeds, contender, what, rival=()):
    """Yields a row with the median hypervolume of the populations, and the p value of the rank sum test with those of
    a rival."""
    found = results(name, settings, function, seeds)
    if found:
        spread = f"p = {rank_sum()(volumes(found), rival):.2g}" if rival else ""
        yield Row(what, contender, number(median(volumes(found)), 7), spread)


def rows(quick):
    seeds = 1 if quick else 11
    for function in FUNCTIONS:
        for ours, theirs, operators in PAIRS:
            what = f"{function}, hypervolume, {operators}"
            rival = volumes(results("fronts_pagmo", theirs, function, seeds))
            yield from shown("fronts_skerry", ours, function, seeds, "skerry nsga2", what, rival)
            archives = [archive for *_, archive in results("fronts_skerry", ours, function, seeds)]
            yield Row(what, "skerry's archive", number(median(archives), 7))
            yield from shown("fronts_pagmo", theirs, function, seeds, "pagmo2 nsga2", what)
        yield from shown("fronts_skerry", "directions", function, seeds, "skerry, directions",
                         f"{function}, hypervolume, published operators",
                         volumes(results("fronts_pagmo", "published", function, seeds)))
        yield from speeds(function, 1 if quick else 7)


def speeds(function, rounds):
    def speed(name, settings):
        evaluations, seconds, *_ = map(float, run([program(name), settings, function, 1]).split())
        return evaluations / seconds

    contenders = {"skerry nsga2": ("fronts_skerry", "published"), "pagmo2 nsga2": ("fronts_pagmo", "published"),
                  "skerry nsga2, with statistics": ("fronts_skerry", "published_rows")}
    built = {contender: (lambda words=words: speed(*words)) for contender, words in contenders.items() if program(words[0])}
    yield from compare(f"{function}, evaluations a second", in_turn(built, rounds), "/s")
