"""compare: a table of groups of runs, with rank-sum tests."""

import argparse
from pathlib import Path

from ..errors import UsageError
from ..trace import Trace
from ..trace import open as open_trace
from . import Parsers, add_command
from .selection import add_arguments, read_groups, selected

EPILOG = """\
examples:
  %(prog)s --label islands a*.h5 --label "one population" b*.h5
  %(prog)s --evaluations 10000 --label islands a*.h5 --label one b*.h5
  %(prog)s results/party-islands
      the folder of an experiment: on each instance, its variants

Variance is over the runs with a feasible individual. A diversity is a run's minimum or median over its generations, then
the median over the runs. The tests compare every group with the first."""


def add(commands: Parsers) -> None:
    parser = add_command(commands, "compare", "print a table of groups of runs, with rank-sum tests", EPILOG, run)
    add_arguments(parser)
    parser.add_argument("--evaluations", type=int, metavar="N", help="judge each run by its first N evaluations")


def run(arguments: argparse.Namespace) -> None:
    from ..compare import compare
    from ..curves import Group

    if arguments.evaluations is not None and arguments.evaluations < 1:
        raise UsageError(f"--evaluations is {arguments.evaluations}; it is a whole number from 1 up")
    selection = selected(arguments)
    for instance in selection.instances:
        if len(instance.groups) < 2:
            raise UsageError("a comparison takes two groups: --label NAME TRACE... --label NAME TRACE...")
    for number, (instance, groups) in enumerate(read_groups(selection, _finished)):
        if number:
            print()
        if instance.title:
            print(f"## {instance.title}")
        print(compare([Group(group.label, traces) for group, traces in groups], arguments.evaluations))


def _finished(path: Path) -> Trace:
    return open_trace(path, growing=False)
