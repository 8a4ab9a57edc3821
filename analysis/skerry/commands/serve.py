"""serve: pages to work in, for one person on this machine."""

import argparse
from pathlib import Path

from ..errors import UsageError
from . import Parsers, add_command, whole

EPILOG = """\
examples:
  %(prog)s results
      prints an address on this machine and opens it in a browser: the runs of the folder, party puzzles and grids
  %(prog)s results --cores 4 --no-browser
      jobs share four cores, the others wait their turn; the address is printed alone

The address holds a token that nobody else knows. Jobs go on when the page or the server is closed; the folder
.skerry-serve keeps their records, and the next server finds them."""


def add(commands: Parsers) -> None:
    parser = add_command(commands, "serve", "serve pages to work in: runs, party puzzles and grids", EPILOG, run)
    parser.add_argument("folder", nargs="?", default=".", metavar="FOLDER", help="the folder of traces and configurations; default: this one")
    parser.add_argument("--cores", type=whole, metavar="N", help="cores that jobs share; default: all")
    parser.add_argument("--port", type=whole, default=0, metavar="PORT", help="port on 127.0.0.1; default: any that is free")
    parser.add_argument("--no-browser", action="store_true", help="print the address and open nothing")


def run(arguments: argparse.Namespace) -> None:
    from ..cores import usable_cores
    from ..serving.server import serve

    folder = Path(arguments.folder)
    if not folder.is_dir():
        raise UsageError(f"{folder} is no folder; serve FOLDER shows the traces in it")
    cores = usable_cores() if arguments.cores is None else arguments.cores
    if not 1 <= cores <= 4096:
        raise UsageError(f"--cores is {cores}; it is 1 to 4096")
    if not 0 <= arguments.port <= 65535:
        raise UsageError(f"--port is {arguments.port}; it is 0 to 65535")
    serve(folder, cores, arguments.port, not arguments.no_browser)
