"""study: compares variants with a baseline, instance by instance and over all instances."""

import argparse
from typing import TYPE_CHECKING

from ..errors import UsageError, nearest
from ..grid import FORMATS, csv_text, json_text, rendered
from . import Parsers, add_command, whole
from .selection import Instance, Selection, add_arguments, baselines_of, runs_of, selected

if TYPE_CHECKING:
    from ..study import StudyInstance

EPILOG = """\
examples:
  %(prog)s results/islands --baseline one_population
      the folder of an experiment: a row for each instance and variant, and one for each variant over all instances
  %(prog)s results/islands --format markdown --output forest.svg
      without --baseline it is that of the experiment, or else the first variant of each instance
  %(prog)s --label islands a*.h5 --label "one population" b*.h5 --baseline "one population"
  %(prog)s results/islands --diversity genotype_diversity --format csv > study.csv
      csv and json hold all figures; --pooled writes those over all instances instead

The picture shows A12 with its 95 %% interval by instance; the grey lines are a small, medium and large effect. Where runs stop at
the target, variants are compared by the evaluations that it cost."""


def add(commands: Parsers) -> None:
    parser = add_command(commands, "study", "compare variants with a baseline by effect sizes with intervals", EPILOG, run)
    add_arguments(parser)
    parser.add_argument("--baseline", metavar="NAME", help="the variant that the others are compared with, by its label or name")
    parser.add_argument(
        "--diversity", metavar="NAME", default="fitness_diversity", help="the diversity that is compared; default: fitness_diversity"
    )
    parser.add_argument("--evaluations", type=whole, metavar="N", help="judge each run by its first N evaluations")
    parser.add_argument("--format", choices=FORMATS, default="text", help="default: text")
    parser.add_argument("--pooled", action="store_true", help="csv and json of the variants over all instances")
    parser.add_argument("--width", metavar="WIDTH", help="of the picture: single (3.5 in), double (7.2 in) or inches; default: single")
    parser.add_argument("--output", metavar="FILE", help="also draw A12 with its intervals")


def run(arguments: argparse.Namespace) -> None:
    from .. import conclusion, study, study_tables, style
    from ..batch import DIVERSITIES
    from ..figures.forest import draw_forest

    if arguments.diversity not in DIVERSITIES:
        raise UsageError(f"there is no diversity '{arguments.diversity}'; {nearest(arguments.diversity, DIVERSITIES)}")
    if arguments.output:
        style.check_name(arguments.output)
    width = None if arguments.width is None else style.width_inches(arguments.width)
    selection = selected(arguments)
    instances = _instances(selection, arguments)
    rows = study.rows_of(instances, arguments.diversity)
    study.require_comparison(rows)
    pooled = study.pooled(rows)
    baseline = _told(instances)
    if arguments.format in ("csv", "json"):
        records = study_tables.pooled_records(pooled) if arguments.pooled else study_tables.records(rows)
        print(csv_text(records) if arguments.format == "csv" else json_text(records))
    else:
        shown = [] if arguments.format == "latex" else [conclusion.sentences(*study.run_instances(instances))]
        grids = [study_tables.grid(rows, baseline, arguments.diversity)]
        grids += [study_tables.pooled_grid(pooled)] if len(instances) > 1 else []
        parts = shown + [rendered(grid, arguments.format) for grid in grids]
        told = [study.budgets(rows), *study_tables.gaps(rows)]
        if arguments.format != "latex":
            parts += [*told, study_tables.NOTE] + ([study_tables.POOLED_NOTE] if len(instances) > 1 else [])
        print("\n\n".join(parts))
    if arguments.output:
        style.save(draw_forest(rows, pooled, baseline, width), arguments.output)


def _instances(selection: Selection, arguments: argparse.Namespace) -> "list[StudyInstance]":
    """Returns the groups of each instance with what was planned of them, those without any run too."""
    from ..study import StudyGroup, StudyInstance

    for instance in selection.instances:
        labels = [group.label for group in instance.groups]
        for label in labels:
            if labels.count(label) > 1:
                raise UsageError(f"two groups are called '{label}'; a study tells variants apart by their labels")
    baselines = baselines_of(selection, arguments.baseline)
    found = {
        (instance.title, group.label): group.runs for instance in runs_of(selection, arguments.evaluations) for group in instance.groups
    }

    def groups(instance: Instance) -> list[StudyGroup]:
        return [
            StudyGroup(group.label, len(group.paths), found.get((instance.title, group.label))) for group in instance.groups
        ]

    return [
        StudyInstance(instance.title, groups(instance), group.label if group else None)
        for instance, group in zip(selection.instances, baselines, strict=True)
    ]


def _told(instances: "list[StudyInstance]") -> str:
    """Returns the label of the baseline, or of all baselines where the instances have different ones."""
    return ", ".join(dict.fromkeys(instance.baseline for instance in instances if instance.baseline))
