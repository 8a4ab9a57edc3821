"""Measures OneMax with 1,000 bits in skerry, by hand, as a plain loop, in pagmo2 and in DEAP."""

from contest import Contender, contenders, contest
from measure import PER_CPU_SECOND, Must, number, program

TITLE = "OneMax"
ABOUT = """1,000 bits, a population of 200, 200 children a generation: tournaments of 3, one-point crossover at rate 0.9, each bit flips
with probability 1/1000, and the children replace the parents. The bare kernel is this algorithm by hand. The cost is the number of zeros."""
NOT_ALIKE = [
    "pagmo2's `sga` runs over integers in [0, 1]. Its uniform mutation draws genes anew, here 2/1000 of them, of which half change; its only replacement "
    "is (mu + lambda).",
    "DEAP makes two children of a pair and evaluates only children that changed.",
    "The bare kernel draws three numbers from one random number, which are slightly biased, and keeps no statistics.",
]
LEAST_SHARE, LEAST_LEAD, MOST_OWN = 0.6, 200, 1.03
GENERATIONS = {"skerry": 80_000, "skerry, statistics of each generation kept": 40_000, "bare kernel by hand": 200_000, "plain C++ loop": 2000,
               "pagmo2 sga": 500, "DEAP": 40}


def rows(quick):
    entries = contenders("onemax", GENERATIONS, deap_seeds=4)
    entries.insert(1, Contender("skerry, SKERRY_VECTORS=baseline", [program("onemax_skerry")], GENERATIONS["skerry"], {"SKERRY_VECTORS": "baseline"}))
    entries.insert(2, Contender("own selection, of the program", [program("onemax_skerry")], GENERATIONS["skerry"], {"OWN_SELECTION": "1"}))
    kernel = next(place for place, entry in enumerate(entries) if entry.name.startswith("bare"))
    entries.insert(kernel + 1, Contender("bare kernel by hand, -march=native", [program("onemax_kernel_native")], entries[kernel].generations))
    yield from contest("OneMax", entries, 0, 1500, quick=quick)


def musts(table):
    leads = {}
    for row in table:
        if row.what.endswith(PER_CPU_SECOND) and row.ratio:
            leads.setdefault(row.contender.split()[0], []).append(row.ratio)
    share = min(leads["bare"])
    yield Must(f"OneMax: at least {100 * LEAST_SHARE:.0f} % of the fastest bare kernel", f"{100 * share:.1f} % of its evaluations per CPU second",
               share >= LEAST_SHARE)
    for own in leads.get("own", []):
        yield Must(f"OneMax: a selection of the program costs at most {100 * MOST_OWN - 100:.0f} % of the evaluations per CPU second",
                   f"{number(own)} times fewer", own <= MOST_OWN)
    for lead in leads.get("pagmo2", []):
        yield Must(f"OneMax: at least {LEAST_LEAD} times pagmo2", f"{number(lead)} times its evaluations per CPU second", lead >= LEAST_LEAD)
