"""The data format of IOHanalyzer (https://iohprofiler.github.io/IOHanalyzer/data), for its tables and pictures.

A folder for each group of runs, which IOHanalyzer calls an algorithm, and in it for each instance, its function:

    GROUP/IOHprofiler_f1_INSTANCE.info
    GROUP/data_f1_INSTANCE/IOHprofiler_f1_DIM1.dat

Evaluations are those of all islands at whole generations, fitness that of the best feasible individual so far.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from .ecdf import Runtime

#: Columns of the raw data; without transformations of the function the last two repeat the ones before.
COLUMNS = ('"function evaluation"', '"current f(x)"', '"best-so-far f(x)"', '"current af(x)+b"', '"best af(x)+b"')


@dataclass(frozen=True)
class Function:
    """Runs of one group on one instance."""

    number: int  #: of the instance, from 1
    name: str  #: of the instance
    algorithm: str
    runs: Sequence[Runtime]


def write_function(folder: Path, function: Function, dimension: int) -> list[Path]:
    """Writes one function of one algorithm below `folder`, and returns the files of runs that it had to leave out.

    Left out are runs without a feasible individual: the format knows no run without a value.
    """
    runs = [run for run in function.runs if len(run.steps.fitness)]
    left_out = [run.trace.path for run in function.runs if len(run.steps.fitness) == 0]
    if not runs:
        return left_out
    named = f"f{function.number}_{file_name(function.name or runs[0].trace.problem)}"
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
        "funcName": f"'{_quoted(function.name or runs[0].trace.problem)}'",
        "DIM": str(dimension),
        "maximization": maximises,  # without quotes, or its reader takes it for a text
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
    """Evaluations and best of each improvement; the last row is the end of the run, as the format asks."""
    rows = [(int(e), float(f)) for e, f in zip(run.steps.evaluations, run.steps.fitness, strict=True)]
    end = int(run.ends["evaluations"])
    return rows if rows[-1][0] == end else [*rows, (end, rows[-1][1])]


def number(fitness: float) -> str:
    """All its digits, so that meta-data and raw data agree."""
    return f"{fitness:+.16e}"


def file_name(label: str) -> str:
    """A label as part of a file's name."""
    return re.sub(r"[^A-Za-z0-9.+-]+", "-", label).strip("-.") or "unnamed"


def _quoted(label: str) -> str:
    """Within single quotes, in a list separated by commas: IOHanalyzer knows no way to write either."""
    return label.replace("'", "’").replace(",", ";").replace("=", ":")
