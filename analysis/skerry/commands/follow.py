"""follow: shows a running trace live in the terminal."""

import argparse

from ..errors import DataError, UsageError
from . import Parsers, add_command
from .selection import selected

EPILOG = """\
examples:
  %(prog)s results/type2.h5
      one run: a plot of its best and median, and its diversity and speed
  %(prog)s results/*.h5
      many runs: one line for each
  %(prog)s results/party-islands
      the folder of an experiment: the runs that exist, and those that start later
  %(prog)s results/type2.h5 | tee progress.txt
      without a terminal: a line for each new epoch

The runs are not affected, and go on if you end the program by Ctrl-C. It ends when all runs have ended. The exit
status is then 0, or 1 if a run was killed; a message states the command that resumes that run. NO_COLOR in the
environment switches colours off."""


def add(commands: Parsers) -> None:
    parser = add_command(commands, "follow", "show a running trace, or many, live in the terminal", EPILOG, run)
    parser.add_argument("traces", nargs="+", metavar="TRACE", help="traces of runs, or the folder of an experiment")
    parser.add_argument(
        "--interval", type=float, default=1.0, metavar="SECONDS", help="time between two readings of the traces; default: 1"
    )
    parser.set_defaults(ordered=[], instances=None, variants=None)


def run(arguments: argparse.Namespace) -> None:
    from .following import follow

    if not 0.01 <= arguments.interval <= 3600:
        raise UsageError(f"--interval is {arguments.interval:g}; it is from 0.01 to 3600 seconds")
    selection = selected(arguments)
    paths = [path for instance in selection.instances for group in instance.groups for path in group.paths]
    if selection.experiment is None:
        missing = [path for path in paths if not path.exists()]
        if missing:
            raise DataError(f"{missing[0]}: there is no such file")
    follow(paths, arguments.interval)
