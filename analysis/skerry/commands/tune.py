"""tune: finds better settings for a configuration, as `skerry tune` does."""

import argparse
import sys
from pathlib import Path

from ..grid import json_text, rendered
from ..plain_text import cleaned
from . import Parsers, add_command
from .experiment import add_place

EPILOG = """\
examples:
  %(prog)s my.toml
      tunes by the runs that the file grants; repeated after a kill, it goes on
  %(prog)s my.toml --cores 4 --output /scratch/my --json > my.json
  %(prog)s my.toml --program ./my_program
      a problem of your own

The file is an experiment with a space in place of a grid (docs/experiments.md describes all keys):
  config = "my-algorithm.toml"
  training = [{ name = "a", set.problem.index = 1 }, { name = "b", set.problem.index = 2 }]
  test = [{ name = "c", set.problem.index = 3 }]
  [tune]
  runs = 2000
  evaluations = 200000
  [tune.space]
  island.population = { integer = [20, 400], log = true }
  island.gene_rate = { real = [0.01, 0.3], log = true }"""


def add(commands: Parsers) -> None:
    parser = add_command(commands, "tune", "find better settings for a configuration, and compare them on held-out runs", EPILOG, run)
    parser.add_argument("file", metavar="FILE", help="the tuning, a TOML file")
    add_place(parser, "FILE")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(arguments: argparse.Namespace) -> None:
    from ..experiments.processes import Signals
    from ..experiments.runner import place_of
    from ..tuning import description, outcome, runs, search

    tuning = description.read(Path(arguments.file))
    folder = Path(arguments.output) if arguments.output else tuning.output or Path("results") / tuning.name
    place = place_of(arguments.program, folder, arguments.cores, arguments.launcher)

    def tell(message: str) -> None:
        print(f"analysis: {message}", file=sys.stderr, flush=True)

    def watch(progress: str) -> None:
        if not arguments.quiet:
            print(progress, file=sys.stderr, flush=True)

    with Signals().heard() as signals:
        made = runs.Runs(tuning, place, signals, tell)
        every = [*tuning.training, *(each for each in tuning.test if each not in tuning.training)]
        made.check([runs.START, *search.corners(tuning.space)], every)
        found = search.find(tuning, made, watch)
        rows, overall = outcome.held_out(tuning, made, found.best) if found.best is not runs.START else ([], None)
    ranked = outcome.importances(tuning, found)
    path = outcome.write_configuration(tuning, found.best, made.folder)
    if arguments.json:
        counted = {"runs": made.kept + made.done, "kept": made.kept, "done": made.done, "failed": made.failed, "refused": len(made.refused)}
        told = {"tuning": tuning.name, "folder": str(folder), "configuration": str(folder / path.name)} | counted
        print(json_text(told | outcome.records(tuning, found, ranked, rows, overall)))
        return
    refused = f" ({len(made.refused):,} refused)" if made.refused else ""
    print(f"{tuning.title}: {len(found.judged):,} candidates{refused}, {made.done:,} runs now and {made.kept:,} before\n")
    print(rendered(outcome.settings_grid(tuning, found, ranked), "text"))
    if overall is None:
        print("\nThe starting settings were not beaten on fresh seeds, so they are kept.")
    else:
        print(f"\n{rendered(outcome.held_out_grid(tuning, rows), 'text')}\n\n{outcome.overall_text(overall)}\n\n{outcome.NOTE}")
    print(cleaned(f"\nsettings  {folder / path.name}\ntraces    {folder}"))
