"""report: prints the results of an experiment or of a single trace, and draws its figures."""

import argparse
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .. import experiment
from ..errors import AnalysisError, DataError, UsageError
from ..experiment import Experiment
from . import Parsers, add_command
from .selection import Group, Instance, of_experiment, read_groups

if TYPE_CHECKING:
    import pandas

    from ..batch import Run
    from ..run_series import RunSeries
    from ..ecdf import Runtime

EPILOG = """\
examples:
  %(prog)s results/party-islands
      tables, tests and the published figures beside ours; figures go to results/party-islands/figures
  %(prog)s results/party-islands --format markdown > islands.md
  %(prog)s results/type2.h5
      a single run: its best, when it was found, convergence, diversity, islands, migration and machine; with figures in
      one page, results/type2.html, that needs no other file

If there are more than six instances, or more than six settings of one, all share one table; --each adds one for each.
The figures are convergence.pdf and ecdf.pdf with a panel for each instance, convergence-INSTANCE.pdf for single
instances, and construct.pdf and construct-INSTANCE.pdf for constructed solutions. While an experiment is still
running, the report covers the runs that have finished."""

#: If there are more instances than this, or more settings of one, all instances share one table.
FEW = 6

Loaded = list[tuple[Instance, list[tuple[Group, list["_Run"]]]]]


@dataclass
class _Run:
    """A trace, read once for everything that is reported of it."""

    row: "Run"
    series: "RunSeries"
    runtime: "Runtime"


def add(commands: Parsers) -> None:
    parser = add_command(commands, "report", "print the results of an experiment or of a trace, and draw its figures", EPILOG, run)
    parser.add_argument("told", metavar="FOLDER|TRACE", help="a folder made by skerry experiment, or the trace of one run")
    parser.add_argument("--format", choices=("text", "markdown"), default="text", help="default: text")
    parser.add_argument("--each", action="store_true", help=f"also print a table for each instance if there are more than {FEW} instances or settings")
    parser.add_argument("--no-figures", action="store_true", help="print only")
    parser.add_argument("--output", metavar="FILE", help="the page about a trace; default: TRACE with the ending .html")


def run(arguments: argparse.Namespace) -> None:
    if not Path(arguments.told).is_dir():
        _report_trace(arguments)
    elif arguments.output is None:
        _report_experiment(arguments)
    else:
        raise UsageError(f"--output names the page about a trace; {arguments.told} is a folder, and keeps its figures in itself")


def _report_trace(arguments: argparse.Namespace) -> None:
    from ..page import check_name, save
    from ..run_report import page_of, text_of
    from ..trace import open as open_trace

    if arguments.each:
        raise UsageError(f"--each is of an experiment; {arguments.told} is no folder")
    path = Path(arguments.told)
    output = Path(arguments.output) if arguments.output else path.with_suffix(".html")
    if not arguments.no_figures:
        check_name(output)
    trace = open_trace(path)
    print(text_of(trace, arguments.format))
    if not arguments.no_figures:
        save(page_of(trace), output)
        print(f"\npage  {output}")


def _report_experiment(arguments: argparse.Namespace) -> None:
    from .. import claims, compare, construct, overview, summary
    from ..batch import frame_of
    from ..grid import rendered
    from ..summary import RunGroup, RunInstance

    found = experiment.read(Path(arguments.told))
    claims.check(found)
    attempts = _attempts(found)
    loaded = _load(found, bool(attempts))
    frames = {
        group.variant.name: frame_of([each.row for each in runs])
        for _, groups in loaded
        for group, runs in groups
        if group.variant
    }
    instances = [
        RunInstance(
            instance.title,
            [RunGroup(group.label, frames[group.variant.name], group.variant.published) for group, _ in groups if group.variant],
        )
        for instance, groups in loaded
    ]
    parts = [f"# {found.title}" + (f"\n{found.source}" if found.source else "")]
    many = max([len(instances), *(len(instance.groups) for instance in instances)]) > FEW
    if many:
        parts += [rendered(overview.grid(instances), arguments.format), overview.NOTE]
    if instances and (arguments.each or not many):
        parts += [rendered(summary.grid(instance), arguments.format) for instance in instances]
        parts += [summary.NOTE]
    tests = compare.rank_tests(instances)
    parts += [rendered(compare.grid(tests), arguments.format), compare.NOTE] if tests else []
    for title, table in _by_instance(found, attempts).items():
        told = construct.summary(table)
        parts.append(f"## {title}: constructions\n" + (f"```\n{told}\n```" if arguments.format == "markdown" else told))
    answers = claims.answers(found, frames, attempts)
    parts += [rendered(claims.grid(answers), arguments.format)] if answers else []
    print("\n\n".join(parts))
    if not arguments.no_figures:
        written = _draw(found, loaded, _by_instance(found, attempts))
        print("\n" + "\n".join(f"figure  {path}" for path in written))


def _load(found: Experiment, else_nothing: bool) -> Loaded:
    """Loads every finished run. An experiment that only constructs solutions has none."""
    from ..batch import run_of
    from ..run_series import series_of
    from ..ecdf import runtime_of
    from ..trace import open as open_trace

    def read(path: Path) -> _Run:
        trace = open_trace(path, growing=False)
        return _Run(run_of(trace), series_of(trace), runtime_of(trace))

    selection = of_experiment(found)
    if not selection.instances:
        return []
    try:
        return read_groups(selection, read)
    except DataError as error:
        if not else_nothing:
            raise
        print(f"analysis: {error}", file=sys.stderr)
        return []


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


def _by_instance(found: Experiment, attempts: "dict[str, pandas.DataFrame]") -> "dict[str, pandas.DataFrame]":
    import pandas as pd

    tables = {}
    for title, variants in found.instances.items():
        members = [attempts[variant.name] for variant in variants if variant.name in attempts]
        if members:
            tables[title] = pd.concat(members, ignore_index=True)
    return tables


def _draw(found: Experiment, loaded: Loaded, constructions: "dict[str, pandas.DataFrame]") -> list[Path]:
    from .. import construct, style
    from ..figures.convergence import draw_convergence
    from ..figures.panels import Group as Drawn
    from ..figures.panels import Panel
    from ..figures.runtimes import draw_ecdf
    from ..ioh import file_name

    folder = found.folder / "figures"
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise DataError(f"{folder} can't be made: {error.strerror}") from error
    written: list[Path] = []

    def save(name: str, draw: Callable[[], Any]) -> None:
        try:
            style.save(draw(), folder / name)
            written.append(folder / name)
        except AnalysisError as error:  # the other figures are still drawn
            print(f"analysis: {name} is not drawn: {error}", file=sys.stderr)

    def panels(pick: Callable[[_Run], Any], chosen: Sequence[Any]) -> list[Panel[Any]]:
        return [
            Panel(instance.title, [Drawn(group.label, [pick(run) for run in runs]) for group, runs in groups])
            for instance, groups in chosen
        ]

    if loaded:
        save("convergence.pdf", partial(draw_convergence, panels(lambda run: run.series, loaded)))
        save("ecdf.pdf", partial(draw_ecdf, panels(lambda run: run.runtime, loaded)))
    for each in loaded if len(loaded) > 1 else []:
        alone = panels(lambda run: run.series, [each])
        save(f"convergence-{file_name(each[0].title)}.pdf", partial(draw_convergence, alone))
    if len(constructions) > 1:
        save("construct.pdf", partial(construct.draw, constructions))
    for title, table in constructions.items():
        save(f"construct-{file_name(title)}.pdf", partial(construct.draw, table))
    return written
