"""construct: draws the synergy of constructed solutions."""

import argparse
from pathlib import Path

from .. import experiment
from ..errors import DataError
from . import Parsers, add_command

EPILOG = """\
examples:
  skerry construct configs/party/type2.toml --attempts 5000 --output guided.csv
  skerry construct configs/party/type2.toml --attempts 5000 --unguided --output unguided.csv
  %(prog)s guided.csv unguided.csv --output synergy.png
  %(prog)s results/party-construction --output synergy.png
      the folder of an experiment"""


def add(commands: Parsers) -> None:
    parser = add_command(commands, "construct", "draw the synergy that constructed solutions reach", EPILOG, run)
    parser.add_argument(
        "files", nargs="+", metavar="FILE", help="output of skerry construct, or the folder of an experiment"
    )
    parser.add_argument("--output", default="construct.png", metavar="FILE", help="default: construct.png")


def run(arguments: argparse.Namespace) -> None:
    from .. import construct, style

    table = construct.read([path for named in arguments.files for path in _files(Path(named))])
    print(construct.summary(table))
    style.save(construct.draw(table), arguments.output)


def _files(named: Path) -> list[Path]:
    if not named.is_dir():
        return [named]
    variants = [variant for variant in experiment.read(named).variants if variant.construct]
    paths = [path for variant in variants for path in variant.runs if path.exists()]
    if not paths:
        raise DataError(f"{named} holds no table of constructions")
    return paths
