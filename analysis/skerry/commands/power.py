"""power: tells how large a difference an experiment will find, before any of it has run."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from .. import experiment
from ..errors import UsageError
from ..grid import FORMATS, csv_text, json_text, rendered
from . import Parsers, add_command, whole
from .selection import Selection, baselines_of, of_experiment

if TYPE_CHECKING:
    from ..power import Plan

EPILOG = """\
examples:
  build/release/skerry experiment my.toml --list --json > plan.json
  %(prog)s plan.json
      an experiment that has not begun: each variant will be tested against the baseline of its instance
  %(prog)s results/islands --baseline one_population
      the folder of an experiment; how many of its runs are done makes no difference
  %(prog)s --runs 50 --tests 18
      an experiment that is not written yet
  %(prog)s plan.json --measures 2 --power 0.9
      final fitness and diversity are tested, with a power of 90 %%"""


def add(commands: Parsers) -> None:
    parser = add_command(commands, "power", "print the smallest effect that an experiment will find, before it runs", EPILOG, run)
    parser.add_argument("planned", nargs="?", metavar="EXPERIMENT", help="its folder, its experiment.json, or what --list --json printed")
    parser.add_argument("--baseline", metavar="NAME", help="the variant that the others are compared with, by its label or name")
    parser.add_argument("--runs", type=whole, metavar="N", help="the runs of each group; default: those of the experiment")
    parser.add_argument("--tests", type=whole, metavar="N", help="the tests of one table; default: those of the experiment")
    parser.add_argument("--measures", type=whole, default=1, metavar="N", help="the measures that are tested in one table; default: 1")
    parser.add_argument("--power", type=float, default=0.8, metavar="SHARE", help="default: 0.8")
    parser.add_argument("--alpha", type=float, default=0.05, metavar="LEVEL", help="default: 0.05")
    parser.add_argument("--format", choices=FORMATS, default="text", help="default: text")


def run(arguments: argparse.Namespace) -> None:
    from .. import power

    plan = _plan(arguments)
    found = power.detectable(plan, arguments.alpha, arguments.power)
    if arguments.format in ("csv", "json"):
        records = power.records(plan, found, arguments.power)
        print(csv_text(records) if arguments.format == "csv" else json_text(records))
        return
    print(rendered(power.grid(plan, found, arguments.power), arguments.format))
    if arguments.format != "latex":
        print(f"\n{power.NOTE}")


def _plan(arguments: argparse.Namespace) -> "Plan":
    from ..power import Plan

    if arguments.measures < 1:
        raise UsageError(f"--measures is {arguments.measures}; it is a whole number from 1 up")
    runs, tests = arguments.runs, arguments.tests
    if arguments.planned is not None:
        selection = of_experiment(experiment.read(Path(arguments.planned)))
        runs = _runs(selection) if runs is None else runs
        tests = arguments.measures * _tests(selection, arguments.baseline) if tests is None else tests
    if runs is None or tests is None:
        raise UsageError("name an experiment, or its --runs and --tests")
    return Plan(runs, tests)


def _runs(selection: Selection) -> int:
    """Returns the runs of the smallest group that is planned."""
    return min((len(group.paths) for instance in selection.instances for group in instance.groups), default=0)


def _tests(selection: Selection, baseline: str | None) -> int:
    """Returns the number of groups that have a baseline to be tested against."""
    baselines = baselines_of(selection, baseline)
    found = sum(len(instance.groups) - 1 for instance, group in zip(selection.instances, baselines, strict=True) if group)
    if found == 0:
        raise UsageError("nothing will be tested: no instance has a variant beside its baseline")
    return found
