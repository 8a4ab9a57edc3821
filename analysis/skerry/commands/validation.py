"""validation: makes a page of what skerry validate tells of one puzzle or of many."""

import argparse
from pathlib import Path

from ..errors import UsageError
from ..plain_text import cleaned
from . import Parsers, add_command

EPILOG = """\
examples:
  skerry validate puzzles/f424.toml --json > f424.json
  %(prog)s f424.json
      a page, f424.html: the answers in words, the parties as pictures, the catalogue, the front and the islands
  %(prog)s monday.json tuesday.json --output week.html
      a table of all puzzles, and a section for each

The page is one file below 2 MB that needs no other and fetches nothing. Its numbers are those of the file."""


def add(commands: Parsers) -> None:
    parser = add_command(commands, "validation", "make a page of HTML of what skerry validate tells of puzzles", EPILOG, run)
    parser.add_argument("files", nargs="+", metavar="FILE", help="what skerry validate --json printed: a JSON object for each puzzle")
    parser.add_argument("--output", metavar="PAGE", help="default: FILE with the ending .html, where there is one FILE")


def run(arguments: argparse.Namespace) -> None:
    from ..pages.frame import check_name, save
    from ..validation.page import page
    from ..validation.records import read

    paths = [Path(name) for name in arguments.files]
    if arguments.output is None and len(paths) > 1:
        raise UsageError(f"{len(paths)} files make one page; --output PAGE names it")
    output = Path(arguments.output) if arguments.output else paths[0].with_suffix(".html")
    check_name(output)
    save(page(read(paths)), output)
    print(cleaned(f"page  {output}"))
