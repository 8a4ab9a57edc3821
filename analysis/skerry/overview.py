"""One table of many instances: a line for each setting on each, and one for what was published of it."""

from __future__ import annotations

from collections.abc import Sequence

from .grid import Grid
from .summary import NOT_KNOWN, Line, RunInstance, cells, check_comparable, spread

#: What a line tells, after Table III of Yaghoubi's "AI-Based Puzzle Game Solver".
TO_TARGET = (
    Line("reached, %", ("success_percent",), "{}", 3),
    spread("seconds to target", "seconds", 3),
    Line("median", ("seconds_median",), "{}", 3),
    spread("generations", "generations", 3),
)
FAILURES = (spread("failures: best", "failure", 3), spread("last", "failure_last", 3))
#: In their place where averages of all runs were published, or where there is no target to fail.
FINAL = (spread("final: best", "best", 4), spread("last", "last", 4))

NOTE = """\
n: the runs. reached: the target, of them, in percent. Seconds and generations to it: mean ± deviation, and the median of the
seconds, over the runs that reached it. Failures: the others; their best fitness, and that of the best individual of their last generation, which
is worse where parents do not survive. Final: the same of all runs. Deviation: of the sample (n - 1)."""


def grid(instances: Sequence[RunInstance]) -> Grid:
    """The table for the eye. Behind how many runs reached the target, columns that tell nothing, or nothing beyond the one
    before them, are left out."""
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
