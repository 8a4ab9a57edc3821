"""export: writes the tables of traces for other programs."""

import argparse
import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import UsageError
from ..layout import GROUPS, SET_MEASURES, TABLES
from ..whole_file import write_whole
from . import Parsers, add_command, whole
from .selection import Selection, add_arguments, read_groups, runs_of, selected

if TYPE_CHECKING:
    import pandas

EPILOG = """\
examples:
  %(prog)s results/type2-*.h5 --output runs.csv
      one row for each run: seed, best, evaluations to the target, ...
  %(prog)s results/type2.h5 --table generation --columns best,mean --output generations.csv
  %(prog)s results/party-islands --table improvement | gzip > improvements.csv.gz
      the folder of an experiment; every row begins with instance, group, trace and seed
  %(prog)s results/zdt1.h5 --table front --output front.csv
  %(prog)s results/type2.h5 --table generation --format jsonl --output generations.jsonl
  %(prog)s results/party-islands --format iohanalyzer --output islands-ioh
      a folder to be zipped and uploaded to IOHanalyzer (https://iohanalyzer.liacs.nl), or read by its R package

tables: runs (default), generation (a row for each island), migration, improvement, epoch, population (of runs that record
it: a row for each individual, with its genes), and of runs that keep one the solutions of their front or archive, a row each
with its values, genome and text; docs/trace-format.md describes their
columns. jsonl has an object a line, and null for NaN and infinity. IOHanalyzer shows the dimension of a problem, which a
trace does not hold; --dimension states it."""


def add(commands: Parsers) -> None:
    parser = add_command(commands, "export", "write tables as CSV, JSON lines or Parquet, or runs for IOHanalyzer", EPILOG, run)
    add_arguments(parser)
    parser.add_argument("--format", choices=("csv", "jsonl", "parquet", "iohanalyzer"), default="csv", help="default: csv; parquet needs pyarrow or fastparquet")
    parser.add_argument("--table", choices=("runs", *TABLES, *GROUPS), default="runs", help="the table to write; default: runs")
    parser.add_argument("--columns", metavar="NAME,...", help="columns of the table; default: all")
    parser.add_argument("--dimension", type=whole, default=1, metavar="N", help="the dimension that IOHanalyzer shows; default: 1")
    parser.add_argument("--output", metavar="PATH", help="a file (of csv and jsonl by default standard output), or a new folder (iohanalyzer)")


def run(arguments: argparse.Namespace) -> None:
    from ..table_export import check_parquet

    selection = selected(arguments)
    if arguments.format == "iohanalyzer":
        _for_iohanalyzer(selection, arguments.output, arguments.dimension)
        return
    columns = arguments.columns.split(",") if arguments.columns else None
    path = None if arguments.output is None else Path(arguments.output)
    if arguments.format == "parquet":
        check_parquet()
        if path is None:
            raise UsageError("--format parquet takes --output FILE")
    frames = _runs(selection, columns) if arguments.table == "runs" else _rows(selection, arguments.table, columns)
    try:
        _write(frames, arguments.format, path)
    except OSError as error:
        if path is None:
            raise
        raise UsageError(f"{path} can't be written: {error.strerror}") from error


def _write(frames: "Iterator[pandas.DataFrame]", form: str, path: Path | None) -> None:
    from ..table_export import write_csv, write_json_lines, write_parquet

    write = write_csv if form == "csv" else write_json_lines
    frames = chain([next(frames)], frames)  # a mistake in the columns is told before a file is opened

    def write_text(part: Path) -> None:
        with part.open("w", encoding="utf-8", errors="backslashreplace") as out:
            write(out, frames)

    if path is None:
        write(sys.stdout, frames)
    elif form == "parquet":
        write_whole(path, lambda part: write_parquet(part, frames))
    else:
        write_whole(path, write_text)


def _rows(selection: Selection, table: str, columns: list[str] | None) -> "Iterator[pandas.DataFrame]":
    from ..instances import told
    from ..table_export import Source, frames_of
    from ..trace import Trace
    from ..trace import open as open_trace

    def read(path: Path) -> Trace:
        return open_trace(path, growing=False)

    found = [
        Source(instance.title, group.label, trace)
        for instance, groups in read_groups(selection, read)
        for group, traces in groups
        for trace in traces
    ]
    names = [told(each.trace.problem, each.trace.instance) for each in found]
    if len(set(names)) > 1:
        found = [replace(each, instance=each.instance or name) for each, name in zip(found, names, strict=True)]
    return frames_of(found, table, columns)


def _runs(selection: Selection, columns: list[str] | None) -> "Iterator[pandas.DataFrame]":
    found = runs_of(selection, parameters=True)
    # Measures of maps and fronts are absent where no run has them.
    absent = [name for name in SET_MEASURES if all(group.runs[name].isna().all() for instance in found for group in instance.groups)]
    for instance in found:
        for group in instance.groups:
            frame = group.runs.drop(columns=[name for name in absent if name not in (columns or [])])
            unknown = [name for name in columns or [] if name not in frame]
            if unknown:
                raise UsageError(f"the table runs has no column '{unknown[0]}'; it has {', '.join(frame)}")
            frame = frame[["path", "seed", *(name for name in columns if name not in ("path", "seed"))]] if columns else frame
            frame.insert(0, "group", group.label)
            frame.insert(0, "instance", instance.title)
            yield frame


def _for_iohanalyzer(selection: Selection, output: str | None, dimension: int) -> None:
    from ..ecdf import Runtime, runtime_of
    from ..instances import check_one_instance
    from ..ioh import Function, file_name, write_function
    from ..trace import open as open_trace

    if output is None:
        raise UsageError("--format iohanalyzer takes --output FOLDER")
    if dimension < 1:
        raise UsageError(f"--dimension is {dimension}; it is a whole number from 1 up")
    folder = Path(output)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise UsageError(f"{folder} exists and is not empty; name a new folder")

    def read(path: Path) -> Runtime:
        return runtime_of(open_trace(path, growing=False))

    names: dict[str, str] = {}
    loaded = read_groups(selection, read)
    for instance, groups in loaded:
        check_one_instance([run.trace for _, runs in groups for run in runs], instance.title)
    for number, (instance, groups) in enumerate(loaded, start=1):
        for group, runs in groups:
            if names.setdefault(file_name(group.label), group.label) != group.label:
                raise UsageError(f"the groups '{names[file_name(group.label)]}' and '{group.label}' would share a folder")
            for path in write_function(folder, Function(number, instance.title, group.label, runs), dimension):
                print(f"analysis: skipped: {path} has no feasible individual", file=sys.stderr)
