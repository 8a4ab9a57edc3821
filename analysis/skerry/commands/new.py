"""new: makes the file or folder to begin with, as `skerry new` does."""

import argparse
import errno
import os
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from ..errors import AnalysisError, UsageError
from ..experiments.tables import toml
from ..party_file import FORMATIONS, puzzle_text
from ..whole_file import write_whole
from . import Parsers, add_command

EPILOG = """\
examples:
  %(prog)s
      lists what can be made
  %(prog)s party players.csv --formation 4-4-2
      players.toml, a puzzle for the players of that table: skerry run players.toml
  %(prog)s configuration qap --output mine.toml
  %(prog)s script; python3 script.py"""

#: The configurations to begin with, by the name of the problem.
CONFIGURATIONS = {
    "party": "party/designer.toml",
    "sudoku": "sudoku/island.toml",
    "skyscraper": "skyscraper/island.toml",
    "qap": "qap/island.toml",
    "jump_maze": "jump_maze/island.toml",
    "onemax": "onemax.toml",
    "external": "external/sphere.toml",
    **{name: f"benchmarks/{name}.toml" for name in ("trap", "nk", "sphere", "rastrigin", "rosenbrock", "zdt1", "dtlz2", "arm")},
}
EXPERIMENT = """\
# How does one key change a configuration? `skerry experiment {name}` carries out a run for each seed and value of the grid;
# `skerry-analysis report results/{stem}` compares them (docs/experiments.md).
title = "How many individuals does an island want?"
seeds = 5
islands = 2
config = {config}

[grid]
island.population = [20, 50, 100]
"""
KINDS = {
    "party": "a party puzzle from a table of players (CSV), with --formation",
    "configuration": f"a configuration with comments, of a problem: {', '.join(CONFIGURATIONS)}",
    "project": "a folder with a problem in C++ and its CMakeLists.txt",
    "script": "a script that evolves a function in Python",
    "experiment": "an experiment with a configuration: many runs, and what their settings change",
    "job": "a job for SLURM that goes on by itself after its time limit",
}


def add(commands: Parsers) -> None:
    parser = add_command(commands, "new", "make a puzzle, a configuration, a project, a script, an experiment or a job to begin with", EPILOG, run)
    parser.add_argument("kind", nargs="?", metavar="KIND", help=", ".join(KINDS))
    parser.add_argument("subject", nargs="?", metavar="SUBJECT", help="of a party the table, of a configuration the problem, of an experiment the configuration")
    parser.add_argument("--formation", help=f"the lines of a party from the back: {', '.join(FORMATIONS)}, or of another sport, such as 2-1-2")
    parser.add_argument("--price", default="", metavar="COLUMN", help="the column whose sum is to be small (default: one that is named price, cost, ...)")
    parser.add_argument("--roles", default="", metavar="COLUMN", help="the column of who may stand where (default: one that is named roles, position, ...)")
    parser.add_argument("--output", metavar="PATH", help="what is made (default: named after SUBJECT or KIND, here)")
    parser.add_argument("--force", action="store_true", help="overwrite it")
    parser.set_defaults(speaker="skerry")


def run(arguments: argparse.Namespace) -> None:
    if arguments.kind is None:
        width = max(map(len, KINDS))
        print("skerry new KIND [SUBJECT] makes:", *(f"  {kind:{width}}  {what}" for kind, what in KINDS.items()), sep="\n")
        return
    if arguments.kind not in KINDS:
        raise UsageError(f"new makes no {arguments.kind}; it makes {', '.join(KINDS)}")
    subject = arguments.subject
    needed = {"party": "players.csv", "configuration": "qap", "experiment": "my.toml"}.get(arguments.kind)
    if (subject is None) != (needed is None):
        raise UsageError(f"new {arguments.kind} takes {'one word more, such as ' + needed if needed else f'no {subject}'}")
    output, then = _made(arguments)
    print(f"made {output}; next: {then}")


def _made(arguments: argparse.Namespace) -> tuple[Path, str]:
    """Makes what is asked for. Returns where it is, and a command that uses it."""
    kind, subject = arguments.kind, arguments.subject
    if kind == "party":
        if arguments.formation is None:
            raise UsageError(f"new party has no --formation; it is {', '.join(FORMATIONS)} or such lines of another sport")
        output = _free(arguments, Path(subject).stem + ".toml")
        _write(output, puzzle_text(Path(subject), output, arguments.formation, arguments.price, arguments.roles))
        return output, f"skerry run {output}"
    if kind == "configuration":
        if subject not in CONFIGURATIONS:
            raise UsageError(f"there is no problem {subject}; problems are {', '.join(CONFIGURATIONS)}")
        source = _shipped(f"configs/{CONFIGURATIONS[subject]}")
        output = _free(arguments, subject + ".toml")
        _write(output, _with_whole_paths(source.read_text(), source.parent))
        return output, f"skerry run {output}"
    if kind == "project":
        source = _shipped("examples/sphere")
        output = _free(arguments, "sphere")
        output.mkdir(parents=True, exist_ok=True)
        for name in ("sphere.cpp", "CMakeLists.txt"):
            _write(output / name, (source / name).read_text())
        return output, f"cmake -S {output} -B {output}/build -DCMAKE_BUILD_TYPE=Release && cmake --build {output}/build && {output}/build/sphere"
    if kind == "script":
        output = _free(arguments, "script.py")
        _write(output, _shipped("examples/python/sphere.py").read_text().replace("sphere.py", output.name))
        return output, f"python3 {output}"
    if kind == "experiment":
        if not Path(subject).is_file():
            raise UsageError(f"there is no configuration {subject}")
        output = _free(arguments, Path(subject).stem + "-experiment.toml")
        config = os.path.relpath(subject, output.parent)
        _write(output, EXPERIMENT.format(name=output.name, stem=output.stem, config=toml(config)))
        return output, f"skerry experiment {output}"
    output = _free(arguments, "job.sbatch")
    _write(output, _shipped("jobs/run.sbatch").read_text())
    return output, f"sbatch -n 8 {output} CONFIG"


def _free(arguments: argparse.Namespace, usual: str) -> Path:
    output = Path(arguments.output or usual)
    if os.path.lexists(output) and not arguments.force:
        raise UsageError(f"{output} exists; --force overwrites it, --output names another")
    return output


def _write(output: Path, text: str) -> None:
    try:
        write_whole(output, text)
    except OSError as error:
        if error.errno in (errno.ENOENT, errno.ENOTDIR, errno.EACCES, errno.EROFS, errno.EISDIR):
            raise UsageError(f"{output} can't be written: {error.strerror}") from None
        raise


def _places() -> Iterator[Path]:
    """Where the tree, an installation or a wheel have what is shipped with the package."""
    home = Path(__file__).resolve().parents[3]
    yield from (home, home.parent.parent / "share/skerry", Path(sys.prefix) / "share/skerry")
    if program := shutil.which("skerry"):
        yield Path(program).resolve().parents[1] / "share/skerry"


def _shipped(name: str) -> Path:
    for place in _places():
        if (place / name).exists():
            return place / name
    raise AnalysisError(f"there is no {name} beside this package: it is installed without the program (docs/installing.md)")


def _with_whole_paths(text: str, folder: Path) -> str:
    """Returns a configuration whose files are named from the root, so that it may stand anywhere."""

    def whole(found: re.Match[str]) -> str:
        path = (folder / found[2]).resolve()
        return found[0] if not path.exists() else f"{found[1]}{toml(str(path))}"

    return re.sub(r'(= \[?|, )"([^"\n]*/[^"\n]*)"', whole, text)
