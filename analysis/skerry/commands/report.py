"""report: prints the results of an experiment or of a single trace, and draws its figures."""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from .. import experiment
from ..errors import AnalysisError, DataError, UsageError
from ..experiment import Experiment
from ..plain_text import cleaned
from . import Parsers, add_command
from .selection import of_experiment, read_groups

if TYPE_CHECKING:
    import pandas
    from matplotlib.figure import Figure

    from ..experiment_report import ExperimentReport, LoadedInstance, LoadedRun

EPILOG = """\
examples:
  %(prog)s results/party-islands
      tables, tests and the published figures beside ours; figures go to results/party-islands/figures
  %(prog)s results/party-islands --format markdown > islands.md
  %(prog)s results/type2.h5
      a single run: its best, when it was found, convergence, diversity, islands, migration and machine; with figures in
      one page, results/type2.html, that needs no other file
  %(prog)s results/party-islands --html islands.html
      the tables and figures of an experiment in one page, with settings, seeds, versions and the best solutions
  skerry draw configs/sudoku.toml results/sudoku.h5 > sudoku.svg; %(prog)s results/sudoku.h5 --picture sudoku.svg
      the page with a picture of the solution

If there are more than six instances, or more than six settings of one, all share one table; --each adds one for each.
The figures are convergence.pdf and ecdf.pdf with a panel for each instance, convergence-INSTANCE.pdf for single
instances, and construct.pdf and construct-INSTANCE.pdf for constructed solutions. While an experiment is still
running, the report covers the runs that have finished."""


def add(commands: Parsers) -> None:
    parser = add_command(commands, "report", "print the results of an experiment or of a trace, and draw its figures", EPILOG, run)
    parser.add_argument("told", metavar="FOLDER|TRACE", help="a folder made by skerry experiment, or the trace of one run")
    parser.add_argument("--format", choices=("text", "markdown"), default="text", help="default: text")
    parser.add_argument("--each", action="store_true", help="also print a table for each instance if there are more than 6 instances or settings")
    parser.add_argument("--no-figures", action="store_true", help="print only")
    parser.add_argument("--html", metavar="FILE", help="the page about it; default: TRACE with the ending .html, and none about a folder")
    parser.add_argument("--picture", metavar="SVG", action="append", default=[], help="a picture of a solution for the page; may be given again")


def run(arguments: argparse.Namespace) -> None:
    if arguments.no_figures and (arguments.html or arguments.picture):
        raise UsageError("--no-figures prints only; --html and --picture are of the page with figures")
    if Path(arguments.told).is_dir():
        _report_experiment(arguments)
    else:
        _report_trace(arguments)


def _report_trace(arguments: argparse.Namespace) -> None:
    from ..pages.frame import check_name, save
    from ..run_report import page_of, text_of
    from ..trace import open as open_trace

    if arguments.each:
        raise UsageError(f"--each is of an experiment; {arguments.told} is no folder")
    path = Path(arguments.told)
    if not path.exists():
        raise DataError(f"{path}: there is no such file or folder")
    output = Path(arguments.html) if arguments.html else path.with_suffix(".html")
    if not arguments.no_figures:
        check_name(output)
    trace = open_trace(path)
    print(text_of(trace, arguments.format))
    if not arguments.no_figures:
        save(page_of(trace, [Path(name) for name in arguments.picture]), output)
        print(cleaned(f"\npage  {output}"))


def _report_experiment(arguments: argparse.Namespace) -> None:
    from .. import claims
    from ..experiment_report import ExperimentReport
    from ..pages.frame import check_name, save

    if arguments.picture and not arguments.html:
        raise UsageError(f"--picture is of a page, and --html FILE names that about the folder {arguments.told}")
    if arguments.html:
        check_name(Path(arguments.html))
    found = experiment.read(Path(arguments.told))
    claims.check(found)
    attempts = _attempts(found)
    told = ExperimentReport(found, _load(found, bool(attempts)), attempts, arguments.each)
    print(told.text(arguments.format))
    if arguments.no_figures:
        return
    folder = found.folder / "figures"
    figures = _draw(told, folder)
    print(cleaned("\n" + "\n".join(f"figure  {folder / name}" for name in figures)))
    if arguments.html:
        save(told.page(figures, [Path(name) for name in arguments.picture]), Path(arguments.html))
        print(cleaned(f"\npage  {arguments.html}"))


def _load(found: Experiment, else_nothing: bool) -> "list[LoadedInstance]":
    """Loads every finished run. An experiment that only constructs solutions has none."""
    from ..batch import run_of
    from ..ecdf import runtime_of
    from ..experiment_report import LoadedInstance, LoadedRun
    from ..run_series import series_of
    from ..trace import open as open_trace

    def read(path: Path) -> "LoadedRun":
        trace = open_trace(path, growing=False)
        return LoadedRun(run_of(trace), series_of(trace), runtime_of(trace))

    selection = of_experiment(found)
    if not selection.instances:
        return []
    try:
        groups = read_groups(selection, read)
    except DataError as error:
        if not else_nothing:
            raise
        print(f"analysis: {error}", file=sys.stderr)
        return []
    return [LoadedInstance(instance.title, [(group.variant, runs) for group, runs in members if group.variant]) for instance, members in groups]


def _attempts(found: Experiment) -> "dict[str, pandas.DataFrame]":
    """Returns the tables of constructions by variant. Reports those that it can't read, and leaves them out."""
    from .. import construct

    tables = {}
    for variant in found.variants:
        if not variant.construct:
            continue
        there = [path for path in variant.runs if path.exists()]
        if len(there) < len(variant.runs):
            missing = len(variant.runs) - len(there)
            print(f"analysis: skipped: {missing} of the {len(variant.runs)} tables of '{variant.label}', which are not there yet", file=sys.stderr)
        try:
            if there:
                tables[variant.name] = construct.read(there)
        except DataError as error:
            print(f"analysis: skipped: {error}", file=sys.stderr)
    return tables


def _draw(told: "ExperimentReport", folder: Path) -> "dict[str, Figure]":
    """Draws the figures into the folder; returns those that could be drawn, by the names of their files."""
    from .. import style

    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise DataError(f"{folder} can't be made: {error.strerror}") from error
    drawn = {}
    for name, draw in told.figures():
        try:
            figure = draw()
            style.save(figure, folder / name)
            drawn[name] = figure
        except AnalysisError as error:  # the other figures are still drawn
            print(f"analysis: {name} is not drawn: {error}", file=sys.stderr)
    return drawn
