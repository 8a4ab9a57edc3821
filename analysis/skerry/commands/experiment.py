"""experiment: carries out many runs that a file describes, as `skerry experiment` does."""

import argparse
import re
import sys
import time
from pathlib import Path

from ..errors import AnalysisError, UsageError
from . import Parsers, add_command, whole

EPILOG = """\
examples:
  %(prog)s my.toml --program ./my_program
      carries out all its runs by that program, into results/my; repeated, it goes on
  %(prog)s my.toml --list
      lists the runs and carries out none

docs/experiments.md describes the file."""


INTERRUPTED = 75


def count(text: str) -> int:
    number = whole(text)
    if not 1 <= number <= 1_000_000:
        raise argparse.ArgumentTypeError(f"{text} is not from 1 to 1000000")
    return number


def add_place(parser: argparse.ArgumentParser, file: str) -> None:
    parser.add_argument("--output", metavar="FOLDER", help=f"the folder of the traces; default: results/<{file}>")
    parser.add_argument("--cores", metavar="N", type=count, help="cores that runs may keep busy; default: all, or those of the job")
    parser.add_argument("--launcher", metavar="COMMAND", help="the command that starts a rank for each island; default: islands are threads")
    parser.add_argument("--program", default="skerry", metavar="FILE", help="the program that runs; default: skerry")
    parser.add_argument("--quiet", action="store_true", help="show no progress")


def add(commands: Parsers) -> None:
    parser = add_command(commands, "experiment", "carry out many runs, described in one file", EPILOG, run)
    parser.add_argument("file", metavar="EXPERIMENT", help="the experiment, a TOML file")
    parser.add_argument("--set", metavar="KEY=VALUE", action="append", default=[], help="another value for a key of all configurations")
    parser.add_argument("--seeds", metavar="N", type=count, help="number of seeds of each variant, in place of that of the experiment")
    parser.add_argument("--variants", metavar="NAME", action="append", default=[], help="the variants of these names alone; * stands for any characters; may be repeated")
    add_place(parser, "EXPERIMENT")
    parser.add_argument("--part", metavar="I/N", default="1/1", help="one of N shares of the runs")
    parser.add_argument("--force", action="store_true", help="begin all runs anew")
    parser.add_argument("--list", action="store_true", help="show the runs with their status, and carry out none")
    parser.add_argument("--json", action="store_true", help="print one JSON object; with --list, the plan as experiment.json has it")
    parser.set_defaults(speaker="skerry")


def run(arguments: argparse.Namespace) -> int:
    from ..experiments import description, report, runner
    from ..experiments.plans import OtherRun, Part
    from ..experiments.processes import Signals
    from ..experiments.session import Session

    began = time.monotonic()
    line = report.StatusLine(arguments.quiet or arguments.list)

    def tell(message: str) -> None:
        line.leave()
        print(f"skerry: {message}", file=sys.stderr, flush=True)

    def watch(progress: runner.Progress, more: str) -> None:
        line.show(report.progress_text(progress) + more)

    with Signals().heard() as signals:
        experiment = description.read(Path(arguments.file), dict(map(_override, arguments.set)), arguments.seeds, arguments.variants)
        folder = arguments.output or experiment.output
        place = runner.place_of(arguments.program, Path(folder), arguments.cores, arguments.launcher, arguments.force)
        session = Session(experiment, place, signals, tell, watch, Part(*_part(arguments.part)))
        try:
            found = session.look(arguments.force)
        except OtherRun as error:
            raise UsageError(f"{error}; --force begins it anew, --output names another") from None
        if arguments.list:
            print(report.json_line(experiment.manifest()) if arguments.json else report.list_text(experiment, found, folder), flush=True)
            session.tell_of(found)
            return AnalysisError.status if found.unreadable else 0
        ending = session.carry_out(found)
        line.finish()
        told = (experiment, session.progress, folder, time.monotonic() - began)
        print(report.json_line(report.experiment_record(*told)) if arguments.json else report.experiment_text(*told), flush=True)
        if ending == "interrupted":
            tell(f"interrupted with {session.progress.left:,} runs left; the same command goes on")
            return INTERRUPTED
        if ending == "ended":
            tell(f"the machine ended {runner.MOST_ENDED_IN_A_ROW} runs in a row, so {session.progress.left:,} others were not tried; the same command goes on")
        if ending == "hopeless":
            tell(f"the first {session.progress.failed} runs failed, so {session.progress.left:,} others were not tried")
        return AnalysisError.status if session.progress.failed else 0


def _override(text: str) -> tuple[str, str]:
    key, _, value = text.partition("=")
    if not value:
        raise UsageError(f"--set {text} has no value; it is --set TABLE.KEY=VALUE")
    return key, value


def _part(text: str) -> tuple[int, int]:
    found = re.fullmatch(r"(\d{1,9})/(\d{1,9})", text, re.ASCII)
    if not found or not 1 <= int(found[1]) <= int(found[2]):
        raise UsageError(f"--part is {text}; it is I/N, the I-th of N shares, such as 3/20")
    return int(found[1]), int(found[2])
