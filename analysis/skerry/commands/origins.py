"""origins: tells where new bests are found, by island and by the time since a migration."""

import argparse
from pathlib import Path

from ..errors import UsageError
from ..grid import FORMATS, csv_text, json_text, rendered
from . import Parsers, add_command, whole
from .selection import Instance, Selection, add_arguments, read_groups, selected

EPILOG = """\
examples:
  %(prog)s results/islands-*.h5
  %(prog)s results/islands --output origins.svg
      the folder of an experiment; runs of one island are left out
  %(prog)s --from-generation 20 --label sorted a*.h5 --label ring b*.h5 --format csv

The picture shows the share of each island in the new bests over the share that it would have if all islands were alike."""


def add(commands: Parsers) -> None:
    parser = add_command(commands, "origins", "print on which islands new bests are found", EPILOG, run)
    add_arguments(parser)
    parser.add_argument("--from-generation", type=whole, default=1, metavar="N", help="count new bests from this generation on; default: 1")
    parser.add_argument("--format", choices=FORMATS, default="text", help="default: text")
    parser.add_argument("--width", metavar="WIDTH", help="of the picture: single (3.5 in), double (7.2 in) or inches; default: by what is drawn")
    parser.add_argument("--output", metavar="FILE", help="also draw the shares by island")


def run(arguments: argparse.Namespace) -> None:
    from .. import origins, style
    from ..figures.origins import draw_origins
    from ..figures.panels import Group, Panel
    from ..instances import check_one_instance
    from ..trace import open as open_trace

    if arguments.from_generation < 1:
        raise UsageError(f"--from-generation is {arguments.from_generation}; it is a whole number from 1 up")
    if arguments.output:
        style.check_name(arguments.output)
    width = None if arguments.width is None else style.width_inches(arguments.width)

    def read(path: Path) -> origins.Origins:
        return origins.origins_of(open_trace(path, growing=False), arguments.from_generation)

    loaded = read_groups(_several_islands(selected(arguments)), read)
    for instance, groups in loaded:
        check_one_instance([run.trace for _, runs in groups for run in runs], instance.title)
    rows = [row for instance, groups in loaded for group, runs in groups for row in origins.rows_of(instance.title, group.label, runs)]
    if arguments.format in ("csv", "json"):
        records = [origins.record(row) for row in rows]
        print(csv_text(records) if arguments.format == "csv" else json_text(records))
    else:
        print(rendered(origins.grid(rows), arguments.format))
        if arguments.format != "latex":
            print(f"\n{origins.NOTE}")
    if arguments.output:
        panels = [Panel(instance.title, [Group(group.label, runs) for group, runs in groups]) for instance, groups in loaded]
        style.save(draw_origins(panels, width), arguments.output)


def _several_islands(selection: Selection) -> Selection:
    """Leaves out the variants of an experiment that run on one island; nobody asks where such a run finds its bests."""
    instances = [
        Instance(instance.title, tuple(group for group in instance.groups if not group.variant or group.variant.islands > 1))
        for instance in selection.instances
    ]
    return Selection(tuple(instance for instance in instances if instance.groups), selection.experiment)
