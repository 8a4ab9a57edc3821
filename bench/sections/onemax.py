"""Measures evaluations per CPU second on OneMax: one genetic algorithm in skerry, by hand, in pagmo2 and in DEAP."""

from measure import PYTHON, ROOT, compare, in_turn, program, run


BITS = 1000


def contender(command, generations, record=False, must_solve=False):
    def measure():
        out = run([*command, generations, 1], {"RECORD": "1"} if record else None)
        evaluations, cpu_s, best = map(float, out.split())
        if must_solve and best != BITS:
            raise RuntimeError(f"{command[0]} reached {best:g} of {BITS} bits in {generations} generations")
        return evaluations / cpu_s

    return measure


def rows(quick):
    scale = 0.05 if quick else 1
    skerry = [program("onemax_skerry")]
    kernel = [program("onemax_kernel")]
    contenders = {
        "skerry": contender(skerry, int(80_000 * scale), must_solve=True),
        "skerry, statistics of each generation kept": contender(skerry, int(40_000 * scale), record=True),
        "bare kernel by hand": contender(kernel, int(200_000 * scale), must_solve=True),
    }
    if program("onemax_pagmo"):
        contenders["pagmo2 sga"] = contender([program("onemax_pagmo")], int(500 * scale))
    contenders["DEAP eaSimple"] = contender([PYTHON, ROOT / "bench" / "onemax_deap.py"], int(40 * scale))
    figures = in_turn(contenders, 1 if quick else 7)
    return compare("OneMax, evaluations per CPU second", figures, "/s")
