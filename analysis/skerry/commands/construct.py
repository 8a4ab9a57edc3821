"""construct: draws the synergy of constructed solutions."""

import argparse
from pathlib import Path

from .. import experiment
from ..errors import DataError, UsageError
from . import Parsers, add_command

EPILOG = """\
examples:
  skerry construct configs/party/type2.toml --attempts 5000 --output guided.csv
  skerry construct configs/party/type2.toml --attempts 5000 --unguided --output unguided.csv
  %(prog)s guided.csv unguided.csv --output synergy.pdf
  %(prog)s results/party-construction --output synergy.pdf
      the folder of an experiment: a panel for each instance"""


def add(commands: Parsers) -> None:
    parser = add_command(commands, "construct", "draw the synergy that constructed solutions reach", EPILOG, run)
    parser.add_argument(
        "files", nargs="+", metavar="FILE", help="output of skerry construct, or the folder of an experiment"
    )
    parser.add_argument("--width", metavar="WIDTH", help="single (3.5 in), double (7.2 in) or inches; default: by what is drawn")
    parser.add_argument("--output", default="construct.pdf", metavar="FILE", help="default: construct.pdf")


def run(arguments: argparse.Namespace) -> None:
    from .. import construct, style

    style.check_name(arguments.output)
    width = None if arguments.width is None else style.width_inches(arguments.width)
    tables = {title: construct.read(paths) for title, paths in _files([Path(named) for named in arguments.files]).items()}
    for number, (title, table) in enumerate(tables.items()):
        print("\n" * (number > 0) + (f"## {title}\n" if title else "") + construct.summary(table))
    style.save(construct.draw(tables, width), arguments.output)


def _files(named: list[Path]) -> dict[str, list[Path]]:
    """Returns tables of constructions by instance; files that the user named are one table without a title."""
    folders = [path for path in named if path.is_dir()]
    if not folders:
        return {"": named}
    if len(named) > 1:
        raise UsageError(f"{folders[0]} is a folder; the folder of an experiment is given alone")
    found: dict[str, list[Path]] = {}
    for title, variants in experiment.read(folders[0]).instances.items():
        paths = [path for variant in variants if variant.construct for path in variant.runs if path.exists()]
        if paths:
            found[title] = paths
    if not found:
        raise DataError(f"{folders[0]} holds no table of constructions")
    return found
