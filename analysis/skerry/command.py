"""The command line: python3 -m analysis COMMAND."""

import argparse
import sys
from pathlib import Path

from .errors import AnalysisError, UsageError

EXAMPLES = {
    "convergence": """\
examples:
  python3 -m analysis convergence results/type2.h5 --output type2.png
      one run: members are its islands
  python3 -m analysis convergence results/seed*.h5 --output runs.png
      many runs: members are the runs
  python3 -m analysis convergence --label islands a*.h5 --label "one population" b*.h5 --output both.png
  python3 -m analysis convergence --panel "type 1" --label islands a1*.h5 --label one b1*.h5 \\
                                  --panel "type 2" --label islands a2*.h5 --label one b2*.h5 --output all.png

Above: solid the best, dotted the median, shaded the cover of all members, black the target where one is known.
Below: diversity, solid the minimum, dotted the median. Of many runs the fitness diversity is that of all islands
together (islands of equal size). Grey lines are migrations.""",
    "construct": """\
examples:
  skerry construct configs/party/type2.toml --attempts 5000 --output guided.csv
  skerry construct configs/party/type2.toml --attempts 5000 --unguided --output unguided.csv
  python3 -m analysis construct guided.csv unguided.csv --output synergy.png""",
    "compare": """\
examples:
  python3 -m analysis compare --label islands a*.h5 --label "one population" b*.h5
  python3 -m analysis compare --evaluations 10000 --label islands a*.h5 --label one b*.h5

Variance is over the runs with a feasible individual. A diversity is a run's minimum or median over its generations, then
the median over the runs. The tests compare every group with the first.""",
}


class _Parser(argparse.ArgumentParser):
    def error(self, message):
        raise UsageError(f"{message} (see {self.prog} --help)")


class _Ordered(argparse.Action):
    """Keeps --panel and --label in the order they were typed."""

    def __call__(self, parser, namespace, values, option_string=None):
        kept = list(getattr(namespace, "ordered", None) or [])
        namespace.ordered = [*kept, (option_string, values)]


def _parser():
    parser = _Parser(prog="python3 -m analysis", description="Reads the traces of skerry and draws what they tell.")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True, parser_class=_Parser)

    def command(name, summary):
        return commands.add_parser(
            name,
            help=summary,
            description=summary[0].upper() + summary[1:] + ".",
            epilog=EXAMPLES[name],
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )

    convergence = command("convergence", "draw convergence and diversity of one run or of groups of runs")
    convergence.add_argument("traces", nargs="*", metavar="TRACE", help="runs of one group")
    convergence.add_argument("--label", nargs="+", action=_Ordered, metavar=("NAME", "TRACE"), help="a named group")
    convergence.add_argument("--panel", action=_Ordered, metavar="TITLE", help="the labels after it share a column")
    convergence.add_argument("--diversity", choices=("fitness", "genotype"), default="fitness", help="default: fitness")
    convergence.add_argument("--output", default="convergence.png", metavar="PNG", help="default: convergence.png")

    construct = command("construct", "draw the synergy that constructed solutions reach")
    construct.add_argument("files", nargs="+", metavar="FILE", help="output of skerry construct")
    construct.add_argument("--output", default="construct.png", metavar="PNG", help="default: construct.png")

    compare = command("compare", "print a table of groups of runs, with rank-sum tests")
    compare.add_argument("--label", nargs="+", action=_Ordered, metavar=("NAME", "TRACE"), help="a named group")
    compare.add_argument("--evaluations", type=int, metavar="N", help="judge each run by its first N evaluations")
    return parser


def _run_convergence(arguments):
    from . import style
    from .convergence import Panel, draw
    from .curves import Group
    from .trace import load_many

    panels = []
    if arguments.traces:
        label = Path(arguments.traces[0]).stem if len(arguments.traces) == 1 else "skerry"
        panels.append(Panel("", [Group(label, load_many(arguments.traces))]))
    for option, value in arguments.ordered:
        if option == "--panel":
            panels.append(Panel(value, []))
            continue
        if not panels:
            panels.append(Panel("", []))
        panels[-1].groups.append(_group(value))
    if not panels:
        raise UsageError("name at least one trace (see python3 -m analysis convergence --help)")
    for panel in panels:
        if not panel.groups:
            raise UsageError(f"the panel '{panel.title}' has no group; --label NAME TRACE... follows it")
        _require_rows(panel.groups)
    style.save(draw(panels, arguments.diversity), arguments.output)


def _run_construct(arguments):
    from . import construct, style

    table = construct.read(arguments.files)
    print(construct.summary(table))
    style.save(construct.draw(table), arguments.output)


def _run_compare(arguments):
    from .compare import compare

    if arguments.evaluations is not None and arguments.evaluations < 1:
        raise UsageError(f"--evaluations is {arguments.evaluations}; it is a whole number from 1 up")
    groups = [_group(value) for _, value in arguments.ordered]
    if len(groups) < 2:
        raise UsageError("a comparison takes two groups: --label NAME TRACE... --label NAME TRACE...")
    _require_rows(groups)
    print(compare(groups, arguments.evaluations))


def _group(value):
    from .curves import Group
    from .trace import load_many

    label, *paths = value
    if not paths:
        raise UsageError(f"the label '{label}' has no trace; write --label NAME TRACE...")
    return Group(label, load_many(paths))


def _require_rows(groups):
    from .errors import DataError

    for group in groups:
        for trace in group.traces:
            if len(trace.epoch) == 0:
                raise DataError(f"{trace.path} holds no epoch yet")


def main(arguments=None):
    try:
        parsed = _parser().parse_args(arguments, argparse.Namespace(ordered=[]))
        run = {
            "convergence": _run_convergence,
            "construct": _run_construct,
            "compare": _run_compare,
        }
        run[parsed.command](parsed)
    except AnalysisError as error:
        print(f"analysis: {error}", file=sys.stderr)
        return error.status
    return 0
