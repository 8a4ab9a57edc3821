"""Measures evaluations per CPU second on OneMax: one genetic algorithm in skerry, by hand, in pagmo2 and in DEAP."""

from statistics import median

from measure import PYTHON, ROOT, Row, compare, in_turn, number, program, run, spread


BITS = 1000
SKERRY = "skerry"
KERNELS = {"bare kernel by hand": "onemax_kernel", "bare kernel by hand, -march=native": "onemax_kernel_native"}


def contender(command, generations, environment=None, must_solve=False):
    def measure():
        out = run([*command, generations, 1], environment)
        evaluations, cpu_s, best = map(float, out.split())
        if must_solve and best != BITS:
            raise RuntimeError(f"{command[0]} reached {best:g} of {BITS} bits in {generations} generations")
        return evaluations / cpu_s

    return measure


def share(figures):
    """Returns the row of the share that skerry reaches of the kernel that was faster in the same round."""
    skerry, *kernels = (figures[name] for name in (SKERRY, *KERNELS))
    shares = [100 * ours / max(theirs) for ours, *theirs in zip(skerry, *kernels)]
    return Row("OneMax, skerry's share of the faster bare kernel", SKERRY, f"{number(median(shares))} %", spread(shares))


def rows(quick):
    scale = 0.05 if quick else 1
    skerry = [program("onemax_skerry")]
    contenders = {
        SKERRY: contender(skerry, int(80_000 * scale), must_solve=True),
        "skerry, SKERRY_VECTORS=baseline": contender(skerry, int(80_000 * scale), {"SKERRY_VECTORS": "baseline"}, must_solve=True),
        "skerry, statistics of each generation kept": contender(skerry, int(40_000 * scale), {"RECORD": "1"}),
        **{name: contender([program(file)], int(200_000 * scale), must_solve=True) for name, file in KERNELS.items()},
    }
    if program("onemax_pagmo"):
        contenders["pagmo2 sga"] = contender([program("onemax_pagmo")], int(500 * scale))
    contenders["DEAP eaSimple"] = contender([PYTHON, ROOT / "bench" / "onemax_deap.py"], int(40 * scale))
    figures = in_turn(contenders, 1 if quick else 7)
    return [*compare("OneMax, evaluations per CPU second", figures, "/s"), share(figures)]
