"""compare: prints rank-sum tests between groups of runs."""

import argparse

from ..errors import DataError, UsageError
from ..grid import FORMATS, csv_text, json_text, rendered
from . import Parsers, add_command, whole
from .selection import add_arguments, runs_of, selected

EPILOG = """\
examples:
  %(prog)s --label islands a*.h5 --label "one population" b*.h5
  %(prog)s --evaluations 10000 --label islands a*.h5 --label one b*.h5
      judges each run by its first 10,000 evaluations
  %(prog)s results/party-islands
      the folder of an experiment: compares the variants of each instance with the first one
  %(prog)s results/party-islands --all-pairs --measure best --measure evaluations_to_target
  %(prog)s results/party-islands --format csv > tests.csv

measures: best (final fitness), evaluations_to_target, seconds_to_target, generations_to_target, fitness_diversity (of
all islands as one population), island_fitness_diversity, genotype_diversity. A diversity is the median over the
generations of a run; with _minimum at the end of the name it is the minimum. coverage, qd_score, front_size and
hypervolume are of the map or front of all islands together at the end of a run, igd_plus of its best island."""


def add(commands: Parsers) -> None:
    parser = add_command(commands, "compare", "compare groups of runs by rank-sum tests", EPILOG, run)
    add_arguments(parser)
    parser.add_argument("--all-pairs", action="store_true", help="test all pairs, not just each group against the first")
    parser.add_argument("--measure", action="append", metavar="NAME", help="default: best, or the cost of the target where runs stop at it, and fitness_diversity; of maps and fronts coverage, qd_score and hypervolume")
    parser.add_argument("--evaluations", type=whole, metavar="N", help="judge each run by its first N evaluations")
    parser.add_argument("--format", choices=FORMATS, default="text", help="default: text")


def run(arguments: argparse.Namespace) -> None:
    from .. import compare, conclusion, summary

    measures = arguments.measure or []
    for name in measures:
        compare.measure(name)
    selection = selected(arguments)
    if all(len(instance.groups) < 2 for instance in selection.instances):
        raise UsageError("a comparison takes two groups: --label NAME TRACE... --label NAME TRACE...")
    instances = runs_of(selection, arguments.evaluations, parameters=arguments.format in ("csv", "json"))
    found = compare.rank_tests(instances, measures, arguments.all_pairs)
    if arguments.format in ("csv", "json"):
        records = compare.records(found, instances)
        print(csv_text(records) if arguments.format == "csv" else json_text(records))
        return
    parts = [] if measures or arguments.format == "latex" else [conclusion.sentences(instances)]
    parts += [rendered(summary.grid(instance, compare.LINES), arguments.format) for instance in instances]
    if not found:
        of = f" that have {' or '.join(measures)}" if measures else ""
        raise DataError(f"nothing can be compared: no instance has two groups with runs{of}")
    parts.append(rendered(compare.grid(found), arguments.format))
    if arguments.format != "latex":
        parts += [compare.budgets(instances, measures), compare.NOTE]
    print("\n\n".join(parts))
