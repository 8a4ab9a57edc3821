"""table: prints the results of groups of runs, their success rates and costs."""

import argparse

from ..grid import FORMATS, csv_text, json_text, rendered
from . import Parsers, add_command, whole
from .selection import add_arguments, runs_of, selected

EPILOG = """\
examples:
  %(prog)s results/type2-*.h5
  %(prog)s --label islands a*.h5 --label "one population" b*.h5
  %(prog)s results/party-islands
      the folder of an experiment: a table for each instance, published figures beside ours
  %(prog)s results/party-islands --format latex > islands.tex
  %(prog)s results/party-islands --format csv > islands.csv
      csv and json hold all figures
  %(prog)s results/type2-*.h5 --columns success_percent,ert,fitness_diversity
      only these figures; `--columns all` shows all figures, and column.NAME the median of a program's own column NAME, as
      the mean of the islands in the last generation"""


def add(commands: Parsers) -> None:
    parser = add_command(commands, "table", "print success rates, costs and fitness of groups of runs", EPILOG, run)
    add_arguments(parser)
    parser.add_argument("--format", choices=FORMATS, default="text", help="default: text")
    parser.add_argument("--columns", metavar="NAMES", help="the figures to show, separated by commas")
    parser.add_argument("--evaluations", type=whole, metavar="N", help="judge each run by its first N evaluations")


def run(arguments: argparse.Namespace) -> None:
    from .. import summary

    instances = runs_of(selected(arguments), arguments.evaluations, parameters=arguments.format in ("csv", "json"))
    lines = summary.lines_of(arguments.columns.split(","), instances) if arguments.columns else summary.DEFAULT
    if arguments.format in ("csv", "json"):
        records = [record for instance in instances for record in summary.records(instance)]
        print(csv_text(records) if arguments.format == "csv" else json_text(records))
        return
    print("\n\n".join(rendered(summary.grid(instance, lines), arguments.format) for instance in instances))
    if arguments.format != "latex":
        print(f"\n{summary.NOTE}")
