"""plot: draws convergence and diversity."""

import argparse
from pathlib import Path

from ..errors import DataError
from ..trace import Trace
from ..trace import open as open_trace
from . import Parsers, add_command
from .selection import add_arguments, read_groups, selected

EPILOG = """\
examples:
  %(prog)s results/type2.h5 --output type2.png
      one run: members are its islands
  %(prog)s results/seed*.h5 --output runs.png
      many runs: members are the runs
  %(prog)s --label islands a*.h5 --label "one population" b*.h5 --output both.png
  %(prog)s --instance "type 1" --label islands a1*.h5 --label one b1*.h5 \\
           --instance "type 2" --label islands a2*.h5 --label one b2*.h5 --output all.png
  %(prog)s results/party-islands --output islands.png
      the folder of an experiment

Above: solid the best, dotted the median, shaded the cover of all members, black the target where one is known.
Below: diversity, solid the minimum, dotted the median. Of many runs the fitness diversity is that of all islands
together (islands of equal size). Grey lines are migrations."""


def add(commands: Parsers) -> None:
    parser = add_command(commands, "plot", "draw convergence and diversity of one run or of groups of runs", EPILOG, run)
    add_arguments(parser)
    parser.add_argument("--diversity", choices=("fitness", "genotype"), default="fitness", help="default: fitness")
    parser.add_argument("--output", default="convergence.png", metavar="FILE", help="default: convergence.png")


def run(arguments: argparse.Namespace) -> None:
    from .. import style
    from ..convergence import Panel, draw
    from ..curves import Group

    panels = [
        Panel(instance.title, [Group(group.label, traces) for group, traces in groups])
        for instance, groups in read_groups(selected(arguments), _whole_epochs)
    ]
    style.save(draw(panels, arguments.diversity), arguments.output)


def _whole_epochs(path: Path) -> Trace:
    trace = open_trace(path)
    if trace.epochs == 0:
        raise DataError(f"{path} holds no epoch yet")
    return trace
