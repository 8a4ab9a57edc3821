"""Compares migrations on eight problems of strangers, with all defaults else: what 4, 16 and 64 islands have after 5,000 evaluations each.

The criterion, fixed before the runs: a migration is better than another one on a problem if the median of ten seeds is, and better with a
number of islands if it is so on at least six of the eight problems. Where one is better than the pool, which is the default, a run
that sets no migration says so at its start."""

from measure import Row, program, run
from statistics import median

PROBLEMS = ["job_shop", "knapsack", "tour", "assignment", "trap", "nk", "rastrigin_turned", "rosenbrock"]
MIGRATIONS = ["pool", "ring", "groups", "none"]


def rows(quick):
    path = program("strangers")
    if not path:
        return
    for islands in [4] if quick else [4, 16, 64]:
        better = dict.fromkeys(MIGRATIONS, 0)
        for problem in PROBLEMS:
            found = {name: median(map(float, run([path, problem, islands, name, 1 if quick else 10]).split())) for name in MIGRATIONS}
            for name, value in found.items():
                better[name] += value < found["pool"]
                yield Row(f"{problem}, {islands} islands", name, f"{value:.5g}")
        for name in MIGRATIONS[1:]:
            yield Row(f"problems on which it is better than a pool, {islands} islands", name, f"{better[name]} of {len(PROBLEMS)}")
