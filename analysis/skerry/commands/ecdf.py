"""ecdf: draws runtime distributions over targets."""

import argparse
from contextlib import suppress
from math import isfinite
from pathlib import Path

from ..errors import UsageError
from . import Parsers, add_command
from .selection import add_arguments, read_groups, selected

EPILOG = """\
examples:
  %(prog)s --label islands a*.h5 --label "one population" b*.h5 --output ecdf.pdf
  %(prog)s results/party-islands
      the folder of an experiment: a panel for each instance
  %(prog)s --view fixed-budget results/party-islands --output budget.pdf
  %(prog)s results/party-islands --axis seconds --targets 8300,8250,8200
  %(prog)s --axis generations --targets target --label "one island" a*.h5 --label "20 islands" b*.h5 --output arrived.svg
      the share of the runs that have reached their target, and the medians

A line shows the share of all pairs of a run and a target that a group reached within a number of evaluations (of all
islands, at whole generations), seconds or generations. Without --targets there are 51 targets from the worst first
fitness to the best known one, and their distances to the best known one shrink geometrically.

--view fixed-target draws the expected running time to each target (full line: the effort of all runs, divided by the number
that reached it) and the median one (dotted), --view fixed-budget the median of the best fitness so far with the middle half
of the runs, as IOHanalyzer does."""


def add(commands: Parsers) -> None:
    parser = add_command(commands, "ecdf", "draw runtime distributions over targets", EPILOG, run)
    add_arguments(parser)
    parser.add_argument("--view", choices=("distribution", "fixed-target", "fixed-budget"), default="distribution", help="default: distribution")
    parser.add_argument(
        "--axis", choices=("evaluations", "seconds", "generations"), default="evaluations", help="default: evaluations"
    )
    parser.add_argument("--targets", metavar="FITNESS,...", help="fitness values, or `target`: that of the runs; default: 51 for each instance")
    parser.add_argument("--width", metavar="WIDTH", help="single (3.5 in), double (7.2 in) or inches; default: by what is drawn")
    parser.add_argument("--output", default="ecdf.pdf", metavar="FILE", help="default: ecdf.pdf")


def run(arguments: argparse.Namespace) -> None:
    from .. import style
    from ..ecdf import Runtime, runtime_of
    from ..figures.panels import Group, Panel
    from ..figures.runtimes import OWN_TARGET, draw_ecdf, draw_fixed_budget, draw_fixed_target
    from ..trace import open as open_trace

    style.check_name(arguments.output)
    width = None if arguments.width is None else style.width_inches(arguments.width)
    if arguments.targets and arguments.view == "fixed-budget":
        raise UsageError("--targets is of the distribution and --view fixed-target; a budget has no target")
    own = arguments.targets == OWN_TARGET
    if own and arguments.view != "distribution":
        raise UsageError("--targets target is of the distribution; --view fixed-target takes numbers")
    targets = () if own or not arguments.targets else _targets(arguments.targets)

    def read(path: Path) -> Runtime:
        return runtime_of(open_trace(path, growing=False))

    panels = [
        Panel(instance.title, [Group(group.label, runs) for group, runs in groups])
        for instance, groups in read_groups(selected(arguments), read)
    ]
    if arguments.view == "fixed-target":
        drawing = draw_fixed_target(panels, arguments.axis, targets, width)
    elif arguments.view == "fixed-budget":
        drawing = draw_fixed_budget(panels, arguments.axis, width)
    else:
        drawing = draw_ecdf(panels, arguments.axis, OWN_TARGET if own else targets, width)
    style.save(drawing, arguments.output)


def _targets(text: str) -> tuple[float, ...]:
    with suppress(ValueError):
        targets = tuple(map(float, text.split(",")))
        if all(map(isfinite, targets)):
            return targets
    raise UsageError(f"--targets is '{text}'; it is numbers separated by commas, or target")
