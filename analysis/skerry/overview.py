"""Makes one table of many instances: a line for each setting on each instance, and a line for its published figures."""

from __future__ import annotations

from collections.abc import Sequence

from .grid import Grid
from .summary import NOT_KNOWN, Line, RunInstance, cells, check_comparable, spread

#: The columns follow Table III of Yaghoubi's "AI-Based Puzzle Game Solver".
TO_TARGET = (
    Line("reached, %", ("success_percent",), "{}", 3),
    spread("seconds to target", "seconds", 3),
    Line("median", ("seconds_median",), "{}", 3),
    spread("generations", "generations", 3),
)
FAILURES = (spread("failures: best", "failure", 3), spread("last", "failure_last", 3))
#: These columns replace FAILURES if averages of all runs were published, or if there is no target.
FINAL = (spread("final: best", "best", 4), spread("last", "last", 4))

NOTE = """\
n is the number of runs. Reached is the percentage of runs that reached the target. Seconds and generations to the
target are mean ± deviation over the runs that reached it; median is that of the seconds. Failures are the runs that
did not reach it: their best fitness, and as "last" that of the best individual of the last generation, which can be
worse if parents do not survive. Final means the same figures of all runs. Deviations are those of a sample (n - 1)."""


def grid(instances: Sequence[RunInstance]) -> Grid:
    """Returns a table to be read by people. A column to the right of the share of runs that reached the target is left out
    if it is empty or equal to the one before it."""
    lines = (*TO_TARGET, *(FINAL if _averaged(instances) else FAILURES))
    made = Grid("All instances", ["", "", "n", *(line.label for line in lines)], keys=2)
    for instance in instances:
        check_comparable(instance)
        title = instance.title
        for group in instance.groups:
            told = [cells(line, group) for line in lines]
            made.rows.append([title, group.label, str(len(group.runs)), *(value for value, _, _ in told)])
            title = ""
            if any(published for _, _, published in told):
                made.rows.append(["", "  published", "", *(published or NOT_KNOWN for _, _, published in told)])
    columns = [[row[column] for row in made.rows] for column in range(len(made.header))]
    kept = [
        column
        for column, told in enumerate(columns)
        if column < 4 or (any(cell != NOT_KNOWN for cell in told) and told != columns[column - 1])
    ]
    made.header = [made.header[column] for column in kept]
    made.rows = [[row[column] for column in kept] for row in made.rows]
    return made


def _averaged(instances: Sequence[RunInstance]) -> bool:
    return any(each.target is None or any("best_mean" in group.published for group in each.groups) for each in instances)
