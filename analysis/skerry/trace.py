"""Loads traces into pandas.

    from skerry.trace import load, load_many, frame
    run = load("results/type2.h5")
    run.generation["best"].unstack("island").plot()
    frame(load_many(glob("results/*.h5"))).groupby("run")["best"].min()
"""

import os
import pickle
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

import h5py
import numpy as np
import pandas as pd

from .checksum import epoch_checksums
from .errors import DataError
from .layout import FORMAT, ISLAND_GROUPS, RUNNING, TABLES, VERSION, whole_rows

#: Seconds that reading an unfinished trace may take: HDF5 may wait without end for what was cut off.
UNFINISHED_TIMEOUT_S = 120


@dataclass
class Trace:
    """One run. Only whole epochs are in it, those the writer had flushed."""

    path: Path
    attributes: dict  #: of the file: seed, islands, direction, stop_reason, ...
    generation: pd.DataFrame = field(repr=False)  #: by (generation, island)
    migration: pd.DataFrame = field(repr=False)  #: by (epoch, island); `generation` repeats for each island
    improvement: pd.DataFrame = field(repr=False)  #: a row for each new best of an island
    epoch: pd.DataFrame = field(repr=False)  #: by epoch: evaluations, best and elapsed_s so far
    config: str = field(repr=False)
    solution: str = field(repr=False)

    @property
    def minimises(self):
        return self.attributes["direction"] == "minimise"

    @property
    def target(self):
        """The known optimum or the fitness aimed at; None without one."""
        return self.attributes.get("target")

    @property
    def islands(self):
        return int(self.attributes["islands"])

    @property
    def finished(self):
        return self.attributes["stop_reason"] != RUNNING

    def values(self, quantity):
        """A quantity of /generation as an array [generation, island]."""
        return self.generation[quantity].to_numpy().reshape(-1, self.islands)


def load(path):
    """Reads a trace: a finished one, one being written, or one a kill left behind. Raises DataError."""
    path = Path(path)
    if path.is_dir():
        raise DataError(f"{path} is a folder; a trace is a file")
    if not path.exists():
        raise DataError(f"{path}: there is no such file")
    if not h5py.is_hdf5(path):
        raise DataError(f"{path} is no HDF5 file, so no trace")
    try:
        with h5py.File(path, "r", locking="best-effort") as file:
            return read(path, file)
    except (OSError, KeyError, ValueError, IndexError) as error:
        if "already open" not in str(error):
            raise DataError(f"{path}: the trace is damaged or cut short ({one_line(error)})") from error
    return _load_unfinished(path)


def load_many(paths):
    return [load(path) for path in paths]


def frame(traces, table="generation"):
    """One table of many traces under each other, by (run, ...); `run` counts from 0."""
    return pd.concat({run: getattr(trace, table) for run, trace in enumerate(traces)}, names=["run"])


def _load_unfinished(path):
    # A child reads it: it can be stopped where HDF5 itself waits for bytes that never come.
    package = Path(__file__).resolve().parent
    environment = dict(os.environ)
    environment["PYTHONPATH"] = os.pathsep.join(
        filter(None, [str(package.parent), environment.get("PYTHONPATH")])
    )
    command = [sys.executable, "-m", f"{package.name}.unfinished", str(path)]
    try:
        child = subprocess.run(command, env=environment, capture_output=True, timeout=UNFINISHED_TIMEOUT_S)
    except subprocess.TimeoutExpired:
        raise DataError(f"{path}: the unfinished trace is cut short or damaged; copy it again") from None
    if child.returncode == DataError.status:
        raise DataError(child.stderr.decode().strip())
    if child.returncode != 0:
        raise DataError(f"{path}: the unfinished trace is damaged (its reader ended with {child.returncode})")
    return pickle.loads(child.stdout)


def read(path, file):
    """The trace in an open HDF5 file."""
    check_format(path, file)
    attributes = {name: _plain(value) for name, value in file.attrs.items()}
    rows = whole_rows(file)
    if attributes["stop_reason"] == RUNNING and rows["epoch"] > 0:
        _fill_totals(attributes, file["epoch"], rows["epoch"])
    columns = {name: _columns(file[name], name, rows[name]) for name in TABLES}
    _check(columns)
    islands = file["generation/island"][()]
    return Trace(
        path=path,
        attributes=attributes,
        config=file["config"][()].decode(),
        solution=file["best/text"][()].tobytes().decode(),
        **{name: _table(columns[name], name, islands) for name in TABLES},
    )


def _columns(group, name, rows):
    """The whole rows of a table as arrays."""
    columns = {}
    for column, dataset in group.items():
        if column == "island" and name in ISLAND_GROUPS:
            continue
        columns[column] = dataset[:rows]
        if len(columns[column]) < rows:
            raise ValueError(f"/{name}/{column} has {len(columns[column])} of {rows} rows")
    return columns


def _check(columns):
    for name, sums in zip(("checksum", "checksum_s"), epoch_checksums(columns), strict=True):
        wrong = np.flatnonzero(sums != columns["epoch"][name])
        if len(wrong):
            raise ValueError(f"epoch {wrong[0]} is not as it was written: its {name} differs")


def _fill_totals(attributes, epoch, count):
    """What the writer would have filled in at the end."""
    for total, column in (("generations", "generation"), ("evaluations", "evaluations"), ("elapsed_s", "elapsed_s")):
        attributes[total] = _plain(epoch[column][count - 1])
    attributes["epochs"] = count


def check_format(path, file):
    name, version = _plain(file.attrs.get("format")), file.attrs.get("format_version")
    if name != FORMAT:
        raise DataError(f"{path}: this HDF5 file is no trace of skerry: its attribute 'format' is not '{FORMAT}'")
    if version != VERSION:
        raise DataError(f"{path}: the trace has format version {version}; this program reads version {VERSION}")


def _table(columns, name, islands):
    coordinate = TABLES[name]
    index = pd.Index(columns[coordinate], name=coordinate)
    if name not in ISLAND_GROUPS:
        return pd.DataFrame({column: values for column, values in columns.items() if column != coordinate}, index=index)
    flat = {
        column: values.reshape(-1) if values.ndim == 2 else np.repeat(values, len(islands))
        for column, values in columns.items()
        if column != coordinate
    }
    return pd.DataFrame(flat, index=pd.MultiIndex.from_product([index, islands], names=[coordinate, "island"]))


def _plain(value):
    if isinstance(value, bytes):
        return value.rstrip(b"\0").decode()
    return value.item() if isinstance(value, np.generic) else value


def one_line(error):
    return " ".join(str(error).split())
