"""Writes the data format of IOHanalyzer (https://iohprofiler.github.io/IOHanalyzer/data).

Each group of runs, which IOHanalyzer calls an algorithm, has a folder with files for each instance, its function:

    GROUP/IOHprofiler_f1_INSTANCE.info
    GROUP/data_f1_INSTANCE/IOHprofiler_f1_DIM1.dat

Evaluations are those of all islands at whole generations; the fitness is that of the best feasible individual so far.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from .ecdf import Runtime
from .instances import told

#: Columns of the raw data. The last two repeat the ones before, since the function is not transformed.
COLUMNS = ('"function evaluation"', '"current f(x)"', '"best-so-far f(x)"', '"current af(x)+b"', '"best af(x)+b"')


@dataclass(frozen=True)
class Function:
    """The runs of one group on one instance."""

    number: int  #: number of the instance, from 1
    name: str  #: name of the instance
    algorithm: str
    runs: Sequence[Runtime]


def write_function(folder: Path, function: Function, dimension: int) -> list[Path]:
    """Writes one function of one algorithm below `folder`, and returns the files of the runs that were left out.

    It leaves out runs without a feasible individual, because the format requires a value.
    """
    runs = [run for run in function.runs if len(run.steps.fitness)]
    left_out = [run.trace.path for run in function.runs if len(run.steps.fitness) == 0]
    if not runs:
        return left_out
    name = function.name or told(runs[0].trace.problem, runs[0].trace.instance)
    named = f"f{function.number}_{file_name(name)}"
    home = folder / file_name(function.algorithm)
    data = home / f"data_{named}" / f"IOHprofiler_f{function.number}_DIM{dimension}.dat"
    data.parent.mkdir(parents=True, exist_ok=True)
    with data.open("w", encoding="utf-8") as out:
        for run in runs:
            out.write(" ".join(COLUMNS) + "\n")
            out.writelines(f"{evaluations} {' '.join([number(fitness)] * 4)}\n" for evaluations, fitness in _rows(run))
    maximises = "F" if runs[0].trace.minimises else "T"
    about = {
        "suite": "'skerry'",
        "funcId": str(function.number),
        "funcName": f"'{_quoted(name)}'",
        "DIM": str(dimension),
        "maximization": maximises,  # the reader would take a value in quotes for a text
        "algId": f"'{_quoted(function.algorithm)}'",
    }
    ends = [f"1:{evaluations}|{number(fitness)}" for evaluations, fitness in (_rows(run)[-1] for run in runs)]
    (home / f"IOHprofiler_{named}.info").write_text(
        ", ".join(f"{name} = {value}" for name, value in about.items())
        + "\n%\n"
        + ", ".join([data.relative_to(home).as_posix(), *ends])
        + "\n",
        encoding="utf-8",
    )
    return left_out


def _rows(run: Runtime) -> list[tuple[int, float]]:
    """Returns evaluations and best fitness of each improvement. The format requires the end of the run as the last row.
    """
    rows = [(int(e), float(f)) for e, f in zip(run.steps.evaluations, run.steps.fitness, strict=True)]
    end = int(run.ends["evaluations"])
    return rows if rows[-1][0] == end else [*rows, (end, rows[-1][1])]


def number(fitness: float) -> str:
    """Returns all digits of a fitness, so that meta-data and raw data agree."""
    return f"{fitness:+.16e}"


def file_name(label: str) -> str:
    """Returns a label in a form that can be part of a file's name."""
    return re.sub(r"[^A-Za-z0-9.+-]+", "-", label).strip("-.") or "unnamed"


def _quoted(label: str) -> str:
    """Replaces quotes and commas, which IOHanalyzer can't escape, for a text within single quotes."""
    return label.replace("'", "’").replace(",", ";").replace("=", ":")
