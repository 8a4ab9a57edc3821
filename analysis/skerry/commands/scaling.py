"""scaling: tells how much sooner more islands reach the target."""

import argparse
from dataclasses import asdict

from ..grid import FORMATS, csv_text, json_text, rendered
from . import Parsers, add_command
from .selection import add_arguments, baselines_of, runs_of, selected

EPILOG = """\
examples:
  %(prog)s results/islands-ranks-skyscraper --output ranks.svg
      the folder of an experiment: a line for each instance, migration and number of islands; the first line of an instance, its
      baseline, is the one that the others are compared with
  %(prog)s --label "one island" a*.h5 --label "8 islands, ring" b*.h5 --format markdown

A label begins with the number of islands ("20 islands, copies in a ring"), or is a point of a grid (islands=20); the rest names a
line of the picture."""


def add(commands: Parsers) -> None:
    parser = add_command(commands, "scaling", "tell how much sooner more islands reach the target", EPILOG, run)
    add_arguments(parser)
    parser.add_argument("--baseline", metavar="NAME", help="the variant that the others are compared with, by its label or name")
    parser.add_argument("--format", choices=FORMATS, default="text", help="default: text")
    parser.add_argument("--width", metavar="WIDTH", help="of the picture: single (3.5 in), double (7.2 in) or inches; default: by what is drawn")
    parser.add_argument("--output", metavar="FILE", help="also draw generations to the target against the number of islands")


def run(arguments: argparse.Namespace) -> None:
    from .. import scaling, style
    from ..effects import flat
    from ..figures.scaling import draw_scaling

    if arguments.output:
        style.check_name(arguments.output)
    width = None if arguments.width is None else style.width_inches(arguments.width)
    selection = selected(arguments)
    chosen = baselines_of(selection, arguments.baseline)
    labels = {instance.title: group.label for instance, group in zip(selection.instances, chosen, strict=True) if group}
    instances = runs_of(selection)
    rows = scaling.rows_of(instances, [labels.get(instance.title) for instance in instances])
    if arguments.format in ("csv", "json"):
        records = [flat(asdict(row) | {"generations": row.generations.value, "evaluations": row.evaluations.value}) for row in rows]
        print(csv_text(records) if arguments.format == "csv" else json_text(records))
    else:
        parts = ["\n".join(scaling.told(rows))] if arguments.format == "text" and len(instances) == 1 else []
        parts.append(rendered(scaling.grid(rows), arguments.format))
        if len(instances) > 1:
            parts.append(rendered(scaling.over_instances_grid(scaling.over_instances(rows)), arguments.format))
        if arguments.format != "latex":
            parts.append(scaling.NOTE)
        print("\n\n".join(filter(None, parts)))
    if arguments.output:
        style.save(draw_scaling(rows, width), arguments.output)
