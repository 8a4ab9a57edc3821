"""The traces below a folder as rows of a list. A file is read again only when its size or time has changed."""

from __future__ import annotations

import json
import math
import os
import threading
import time
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

import h5py
import numpy as np
from numpy.typing import NDArray

from ..errors import DataError
from ..header import Unfinished, open_file, plain, translated
from ..layout import FORMAT, RUNNING
from ..parameters import ISLANDS, NO_PARAMETERS, differing, flat
from ..plain_text import cleaned
from ..watching import State, Watch

#: A key with more values than this is no filter.
MOST_VALUES = 40
#: A watch that nobody has asked for so long is closed, in seconds.
IDLE_S = 60.0
SHOWN = {State.WAITING: "running", State.RUNNING: "running", State.REPLACED: "running", State.KILLED: "interrupted", State.FINISHED: "ended"}


@dataclass
class Row:
    """A trace as the list shows it."""

    path: str  #: from the folder
    state: str  #: running, ended, interrupted or damaged
    problem: str = ""
    islands: int | None = None
    seed: int | None = None
    best: float | None = None
    violation: float = 0
    unit: str = ""
    target: float | None = None
    generations: int | None = None
    seconds: float | None = None
    told: str = ""  #: how it ended, or what is wrong with it
    settings: dict[str, Any] = field(default_factory=dict)


@dataclass
class _Followed:
    watch: Watch
    lock: threading.Lock = field(default_factory=threading.Lock)
    asked: float = field(default_factory=time.monotonic)
    ended: tuple[int, int] = (0, 0)  #: size and time of the file when its run had ended


class RunList:
    """The rows of a folder. A thread of its own follows the traces that runs are writing, whose first reading takes a while."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._rows: dict[str, tuple[tuple[int, int], Row]] = {}
        self._unfinished: dict[str, Row] = {}
        self._watches: dict[str, _Followed] = {}
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        self._thread = threading.Thread(target=self._follow_all, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._stop.set()
        if self._thread:
            self._thread.join()
        for followed in self._watches.values():
            followed.watch.close()

    def rows(self) -> list[Row]:
        """Returns a row for each trace, in the order of their names."""
        found = {name: self._row(name, about) for name, about in self._files()}
        with self._lock:
            for gone in self._rows.keys() - found.keys():
                del self._rows[gone]
            for gone in self._unfinished.keys() - found.keys():
                del self._unfinished[gone]
        return [found[name] for name in sorted(found)]

    def table(self) -> dict[str, Any]:
        """Returns the rows for a page, with the keys that differ among them."""
        rows = self.rows()
        settings = [row.settings for row in rows if row.settings]
        keys = {}
        for key in differing(settings):
            values = list(dict.fromkeys(str(each[key]) for each in settings if key in each))
            if 1 < len(values) <= MOST_VALUES:
                keys[key] = sorted(values)
        shown = []
        for row in rows:
            told = dict(vars(row))
            told["settings"] = {key: str(row.settings[key]) for key in keys if key in row.settings}
            shown.append({name: _finite(value) for name, value in told.items()})
        return {"runs": shown, "keys": keys}

    def follow(self, name: str) -> Watch:
        """Returns the watch of a trace after it has read what is new. Raises DataError."""
        with self._lock:
            followed = self._watches.get(name)
            if followed is None:
                followed = self._watches[name] = _Followed(Watch(self.folder / name))
        with followed.lock:
            followed.asked = time.monotonic()
            # What has ended may go on, by a file of the same name or by another one.
            if followed.watch.ended and self._key(name) != followed.ended:
                followed.watch.close()
                followed.watch = Watch(self.folder / name)
            followed.watch.poll()
            if followed.watch.ended:
                followed.ended = self._key(name)
            return followed.watch

    def _key(self, name: str) -> tuple[int, int]:
        try:
            about = os.stat(self.folder / name)
        except OSError:
            return (0, 0)
        return about.st_size, about.st_mtime_ns

    def _files(self) -> Iterator[tuple[str, os.stat_result]]:
        for folder, folders, names in os.walk(self.folder):
            folders[:] = sorted(each for each in folders if not each.startswith("."))
            for name in names:
                path = os.path.join(folder, name)
                if name.endswith(".h5") and not name.startswith(".") and not os.path.islink(path):
                    try:
                        yield os.path.relpath(path, self.folder), os.stat(path)
                    except OSError:
                        continue  # it has just gone

    def _row(self, name: str, about: os.stat_result) -> Row:
        key = about.st_size, about.st_mtime_ns
        with self._lock:
            known = self._rows.get(name)
            if known and known[0] == key:
                return known[1]
        try:
            row = _read(self.folder / name, name)
        except Unfinished:
            with self._lock:
                return self._unfinished.setdefault(name, Row(name, "running", told="being read"))
        except DataError as error:
            row = Row(name, "damaged", told=cleaned(str(error)))
        with self._lock:
            self._rows[name] = key, row
            self._unfinished.pop(name, None)
        return row

    def _follow_all(self) -> None:
        while not self._stop.wait(0.5):
            with self._lock:
                names = list(self._unfinished)
            for name in names:
                if self._stop.is_set():
                    return
                key = self._key(name)
                try:
                    watch = self.follow(name)
                    row = _row_of(watch, name)
                except (DataError, OSError) as error:
                    watch, row = None, Row(name, "damaged", told=cleaned(str(error)))
                with self._lock:
                    if row.state in ("interrupted", "damaged"):
                        self._rows[name] = key, row
                        self._unfinished.pop(name, None)
                        if watch is None:
                            self._watches.pop(name, None)
                    else:
                        self._unfinished[name] = row
            self._close_idle()

    def _close_idle(self) -> None:
        with self._lock:
            idle = [name for name, each in self._watches.items() if time.monotonic() - each.asked > IDLE_S and not each.lock.locked()]
            for name in idle:
                self._watches.pop(name).watch.close()


def _read(path: Path, name: str) -> Row:
    """Reads the attributes of a finished trace alone: its tables are checked when somebody looks at the run."""
    with open_file(path) as file, translated(path):
        if not _has(file, b"format") or _text(file, b"format") != FORMAT:
            raise DataError(f"{path}: this HDF5 file is no trace of skerry")
        told = _text(file, b"stop_reason")
        if told == RUNNING:  # it could be opened because its watch has it open as growing
            raise Unfinished(f"{path} is unfinished")
        islands = _number(file, b"islands", INT)
        return Row(
            name,
            "interrupted" if told == "interrupted" else "ended",
            _text(file, b"problem"),
            islands,
            _number(file, b"seed", UINT),
            _number(file, b"fitness", REAL, b"best") if _has(file, b"fitness", b"best") else None,
            _number(file, b"violation", REAL, b"best") if _has(file, b"violation", b"best") else 0.0,
            _text(file, b"fitness_unit") if _has(file, b"fitness_unit") else "",
            _number(file, b"target", REAL) if _has(file, b"target") else None,
            _number(file, b"generations", INT),
            _number(file, b"elapsed_s", REAL),
            told,
            {ISLANDS: islands} | _settings(_config(file)),
        )


# The low-level interface of h5py: its dictionaries take more than twice as long, which a list of thousands feels.
INT, UINT, REAL = (h5py.h5t.NATIVE_INT64, np.dtype(np.int64)), (h5py.h5t.NATIVE_UINT64, np.dtype(np.uint64)), (h5py.h5t.NATIVE_DOUBLE, np.dtype(np.float64))


def _has(file: h5py.File, name: bytes, of: bytes = b".") -> bool:
    return bool(h5py.h5a.exists(file.id, name, obj_name=of))


def _number(file: h5py.File, name: bytes, kind: tuple[h5py.h5t.TypeID, np.dtype[Any]], of: bytes = b".") -> Any:
    held = h5py.h5a.open(file.id, name, obj_name=of)
    value = _room(held, kind[1])
    held.read(value, kind[0])
    return value.item()


def _text(file: h5py.File, name: bytes) -> str:
    held = h5py.h5a.open(file.id, name)
    value = _room(held, held.dtype)
    held.read(value)
    return str(plain(value[()]))


def _config(file: h5py.File) -> str:
    held = h5py.h5d.open(file.id, b"config")
    value = _room(held, held.dtype)
    held.read(h5py.h5s.ALL, h5py.h5s.ALL, value)
    text: bytes = value.item()
    return text.decode(errors="replace")


def _room(held: h5py.h5a.AttrID | h5py.h5d.DatasetID, kind: np.dtype[Any]) -> NDArray[Any]:
    if held.shape != ():
        raise ValueError("it holds several values where one is to be")
    return np.zeros((), kind)


def _row_of(watch: Watch, name: str) -> Row:
    """Returns the row of a trace that a run is writing, or was."""
    row = Row(name, SHOWN[watch.state], told="" if watch.state is not State.KILLED else "killed")
    trace, last = watch.trace, watch.last
    if trace is not None:
        row.problem, row.islands, row.seed, row.unit, row.target = trace.problem, trace.islands, trace.seed, trace.fitness_unit, trace.target
        row.settings = {ISLANDS: trace.islands} | _settings(trace.config)
    if last is not None:
        row.best, row.violation, row.generations, row.seconds = last.best, last.violation, last.generation, last.elapsed_s
    return row


def _settings(config: str) -> dict[str, Any]:
    """The keys of a configuration. Runs of an experiment differ in [run], which tells no setting."""
    kept, inside = [], False
    for line in config.splitlines():
        if line.startswith("["):
            inside = line.startswith("[run]")
        if not inside:
            kept.append(line)
    return _parsed("\n".join(kept))


@lru_cache(maxsize=512)
def _parsed(config: str) -> dict[str, Any]:
    try:
        values = flat(tomllib.loads(config))
        return {key: json.dumps(value, default=str) if isinstance(value, list) else value for key, value in values if not key.startswith(NO_PARAMETERS)}
    except tomllib.TOMLDecodeError:
        return {}


def _finite(value: Any) -> Any:
    return None if isinstance(value, float) and not math.isfinite(value) else value
