"""Reads and checks the header of a trace: everything except its tables."""

import os
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import h5py
import numpy as np
from numpy.typing import NDArray

from .checksum import epoch_checksums
from .errors import DataError
from .layout import CHECKSUMS, COUNTERS, COVERED, FORMAT, OPTIONAL
from .layout import NUMBERS, REQUIRED, RUNNING, TABLES, TEXTS, TOTALS, VERSION, WHOLE_NUMBERS
from .plain_text import cleaned

#: The tables of a trace up to this size in bytes stay in memory, since the check reads them anyway.
KEPT_BYTES = 1 << 18
#: The most bytes that a deflated byte stands for.
MOST_INFLATION = 1032

Columns = dict[tuple[str, str], NDArray[Any]]


class Unfinished(DataError):
    """The trace is being written, or a kill left it unfinished."""


@dataclass
class Header:
    path: Path
    attributes: dict[str, Any]
    rows: dict[str, int]  #: the number of whole rows of each table
    kept: Columns  #: the whole columns of a small trace that was checked; empty otherwise


@contextmanager
def translated(path: Path) -> Iterator[None]:
    """Turns errors of HDF5 into DataError, or into Unfinished if the file needs SWMR access and was opened without it.
    """
    try:
        yield
    except (OSError, KeyError, ValueError, IndexError, TypeError, AttributeError, RuntimeError, OverflowError) as error:
        if "already open" in str(error):
            raise Unfinished(f"{path} is unfinished: a run is writing it, or was killed") from error
        if number := getattr(error, "errno", None):
            raise DataError(f"{path} cannot be read: {os.strerror(number)}") from error
        message = " ".join(str(error).split())
        raise DataError(f"{path}: the trace is damaged or cut short ({message})") from error


def open_file(path: Path, growing: bool = False) -> h5py.File:
    """Opens the HDF5 file, with SWMR access if it is growing."""
    with translated(path):
        how = {"libver": "latest", "swmr": True} if growing else {}
        # A chunk cache is useless for reading whole columns, and costs a third of the time for small traces.
        return h5py.File(path, "r", locking="best-effort", rdcc_nbytes=0, **how)


def read_header(path: Path, file: h5py.File, check: bool) -> Header:
    """Reads the header. With `check` it also reads all tables, in bounded memory, and compares the checksums of epochs.
    """
    with translated(path):
        return _read_header(path, file, check)


def _read_header(path: Path, file: h5py.File, check: bool) -> Header:
    attributes = {name: plain(value) for name, value in file.attrs.items()}
    _check_format(path, attributes)
    _check_contents(file)
    rows, epoch = _whole_rows(file)
    islands = file["generation/best"].shape[1]
    if attributes["islands"] != islands:
        raise ValueError(f"its attribute 'islands' is {attributes['islands']}, and its columns are of {islands}")
    if attributes["stop_reason"] == RUNNING and rows["epoch"] > 0:
        attributes |= {total: plain(epoch[column][-1]) for total, column in TOTALS.items()}
        attributes["epochs"] = rows["epoch"]
    return Header(
        path=path,
        attributes=attributes,
        rows=rows,
        kept=_check(file, rows, epoch) if check else {},
    )


def read_rows(table: h5py.Group, column: str, first: int, end: int) -> NDArray[Any]:
    """Reads rows [first, end) of a column. Raises ValueError if it has fewer."""
    return _rows_of(h5py.h5d.open(table.id, column.encode()), first, end)


def _rows_of(dataset: h5py.h5d.DatasetID, first: int, end: int) -> NDArray[Any]:
    # The high-level interface of h5py takes twice as long for small traces.
    count, *width = dataset.shape
    if count < end:
        raise ValueError(f"{h5py.h5i.get_name(dataset).decode()} has {count} of {end} rows")
    rows = np.empty((max(end - first, 0), *width), dataset.dtype)
    if len(rows) == count:
        dataset.read(h5py.h5s.ALL, h5py.h5s.ALL, rows)
    elif rows.size > 0:
        file_space, memory_space = dataset.get_space(), h5py.h5s.create_simple(rows.shape)
        file_space.select_hyperslab((first, *(0 for _ in width)), rows.shape)
        dataset.read(memory_space, file_space, rows)
    return rows


def as_text(values: NDArray[Any]) -> NDArray[Any]:
    """Returns characters [row, gene, character] as texts [row, gene]; other values as they are."""
    if values.ndim < 3:
        return values
    return np.char.decode(np.ascontiguousarray(values).view(f"S{values.shape[2]}")[..., 0], "utf-8")


def read_config(file: h5py.File) -> str:
    """Returns the text of /config. Raises ValueError if its checksum differs."""
    text: bytes = file["config"][()]
    _compare(file["config"], "/config", text)
    return text.decode()


def read_solution(file: h5py.File) -> str:
    """Returns the text of /best, which is empty until the end. Raises ValueError if its checksum or the genome's differs."""
    return _read_best(file)[1].decode()


def read_genome(file: h5py.File) -> bytes:
    """Returns the bytes of /best/genome, which are none until the end. Raises ValueError as read_solution() does."""
    return _read_best(file)[0]


def _read_best(file: h5py.File) -> tuple[bytes, bytes]:
    genome: bytes = file["best/genome"][()].tobytes()
    text = b"".join(file["best/text"][:])  # strings of fixed size
    if genome or text:
        _compare(file["best"], "/best", genome + text)
    return genome, text


def _compare(holder: h5py.Group | h5py.Dataset, name: str, content: bytes) -> None:
    if "checksum" in holder.attrs and holder.attrs["checksum"] != zlib.crc32(content):
        raise ValueError(f"{name} is not as it was written: its checksum differs")


def plain(value: Any) -> Any:
    """Converts an attribute to Python's own type."""
    if isinstance(value, str):
        return cleaned(value)
    if isinstance(value, bytes):
        return cleaned(value.rstrip(b"\0").decode(errors="replace"))
    return value.item() if isinstance(value, np.generic) else value


def _check_format(path: Path, attributes: dict[str, Any]) -> None:
    name, version = attributes.get("format"), attributes.get("format_version")
    if name != FORMAT:
        raise DataError(f"{path}: this HDF5 file is no trace of skerry: its attribute 'format' is not '{FORMAT}'")
    if version != VERSION:
        source = f", written by {attributes['source']}" if "source" in attributes else ""
        raise DataError(f"{path}: the trace has format version {version}{source}; this program reads version {VERSION}")
    for needed in REQUIRED:
        if needed not in attributes:
            raise ValueError(f"its attribute '{needed}' is missing")
    for names, kind, words in ((TEXTS, str, "a text"), (WHOLE_NUMBERS, int, "a whole number"), (NUMBERS, float, "a number")):
        for name in names:
            if name in attributes and type(attributes[name]) is not kind:
                raise ValueError(f"its attribute '{name}' is not {words}")


def _check_contents(file: h5py.File) -> None:
    """Raises ValueError for what lies in another file, which may be a pipe that stays silent, and for sizes that can't be."""

    def look(name: bytes, link: h5py.h5l.LinkInfo) -> str | None:
        try:
            return _fault_of(file, name, link)
        except (OSError, KeyError, ValueError, TypeError, RuntimeError):  # which would get lost; it is told where it matters
            return None

    fault = file.id.links.visit(look, info=True)
    if fault is not None:
        raise ValueError(fault)


def _fault_of(file: h5py.File, name: bytes, link: h5py.h5l.LinkInfo) -> str | None:
    shown = f"/{name.decode(errors='replace')}"
    if link.type != h5py.h5l.TYPE_HARD:
        return f"{shown} is a link"
    found = h5py.h5o.open(file.id, name)
    if not isinstance(found, h5py.h5d.DatasetID):
        return None
    creation = found.get_create_plist()
    if creation.get_layout() == h5py.h5d.VIRTUAL or creation.get_external_count() > 0:
        return f"{shown} has its values in another file"
    size, room = found.get_space().get_simple_extent_npoints() * found.get_type().get_size(), file.id.get_filesize()
    if size > room * (MOST_INFLATION if creation.get_nfilters() > 0 else 1):
        return f"{shown} cannot have {size} bytes in a file of {room}"
    return None


def covered_columns(file: h5py.File, checksum: str) -> list[tuple[str, str]]:
    """Returns the columns (table, column) that one of CHECKSUMS covers, in its order."""
    paths = plain(file["epoch"][checksum].attrs[COVERED])
    return [(table, column) for table, column in (path.split("/") for path in paths.split())]


def _whole_rows(file: h5py.File) -> tuple[dict[str, int], dict[str, NDArray[Any]]]:
    """Returns the number of rows that the writer flushed, and the table /epoch, which counts them and is written last.
    """
    table = file["epoch"]
    columns = {name: h5py.h5d.open(table.id, name.encode()) for name in table}
    count = min(dataset.shape[0] for dataset in columns.values())
    epoch = {name: _rows_of(dataset, 0, count) for name, dataset in columns.items()}
    rows = dict.fromkeys(TABLES, 0)
    if count > 0:
        rows |= {name: int(epoch[column][-1]) for name, column in _counters(epoch).items()}
        rows["generation"] += 1
        rows["epoch"] = count
    for name, column in _counters(epoch).items():
        if count > 0 and ((np.diff(epoch[column]) < 0).any() or epoch[column][0] < 0):
            raise ValueError(f"/epoch/{column} falls")
    return rows, epoch


def _counters(epoch: dict[str, NDArray[Any]]) -> dict[str, str]:
    """Returns the columns of /epoch that count the rows of the other tables, by table."""
    return COUNTERS | {table: counter for table, (counter, _, _) in OPTIONAL.items() if counter in epoch}


def _check(file: h5py.File, rows: dict[str, int], epoch: dict[str, NDArray[Any]]) -> Columns:
    kept: Columns = {("epoch", name): values for name, values in epoch.items()}
    size = sum(values.nbytes for values in kept.values())
    tables = {name: file[name] for name in TABLES if name not in OPTIONAL or name in file}

    def read(table: str, column: str, first: int, end: int) -> NDArray[Any]:
        nonlocal size
        if table == "epoch":
            return epoch[column][first:end]
        values = read_rows(tables[table], column, first, end)
        size += values.nbytes
        if size <= KEPT_BYTES and len(values) == rows[table]:
            values.flags.writeable = False  # readers get this array itself, not a copy
            kept[table, column] = values
        return values

    counters = {name: epoch[column] for name, column in _counters(epoch).items()}
    for name in (*CHECKSUMS, *(name for _, name, _ in OPTIONAL.values() if name in epoch)):
        wrong = np.flatnonzero(epoch_checksums(covered_columns(file, name), counters, read) != epoch[name])
        if len(wrong):
            raise ValueError(f"epoch {wrong[0]} is not as it was written: its {name} differs")
    return kept if size <= KEPT_BYTES else {}
