"""Opens traces lazily: the tables stay in the file until they are requested, as a whole or in pieces.

    import skerry
    trace = skerry.open("results/type2.h5")
    trace.seed, trace.islands, trace.target, trace.finished
    trace.frame("generation", columns=["best"])["best"].unstack("island").plot()        # pandas
    trace.dataset("generation", generations=slice(0, 100)).best.min("island").plot()    # xarray
    for piece in trace.pieces("generation", columns=["best"]):                          # of any size, in bounded memory
        print(piece.generation[-1].item(), piece.best.min().item())
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import h5py
import numpy as np
from numpy.typing import NDArray

from . import solution_sets, tables, unfinished
from .described import Described
from .errors import DataError, UsageError
from .file_lock import patiently
from .instances import instance_of
from .header import Header, Unfinished, as_text, open_file, plain, read_config, read_genome, read_header, read_rows, read_solution, translated
from .layout import CHARACTER, GENE, GENOME, ISLAND_GROUPS, OPTIONAL, OWN_COLUMNS, SET_MEASURES, SIZES, TABLES
from .solution_sets import Archive, Front

if TYPE_CHECKING:
    import pandas
    import xarray

#: The largest size of a piece of a table in bytes.
PIECE_BYTES = 1 << 26

EVERY_ROW = slice(None)

Kept = TypeVar("Kept", Front, Archive)


def open(path: str | Path, *, check: bool = True, growing: bool = True) -> Trace:
    """Opens a trace that is finished, is being written, or was left by a kill.

    check: compares the checksums of all epochs, which reads the whole trace once, in bounded memory. An unfinished trace
        is always checked, in bounded time.
    growing: accepts an unfinished trace and reads its whole epochs; otherwise it raises Unfinished, a DataError.
    Raises DataError if the file is no trace, or damaged.
    """
    file = Path(path)
    if file.is_dir():
        raise DataError(f"{path} is a folder; a trace is a file")
    if not file.exists():
        raise DataError(f"{path}: there is no such file")
    with translated(file):
        is_hdf5 = h5py.is_hdf5(file)
    if not is_hdf5:
        raise DataError(f"{path} is no HDF5 file, so no trace")
    return patiently(file, lambda: _opened(file, check, growing))


def _opened(path: Path, check: bool, growing: bool) -> Trace:
    try:
        with open_file(path) as file:
            return Trace(read_header(path, file, check))
    except Unfinished:
        if not growing:
            raise
    return Trace(unfinished.checked_header(path))


@dataclass(frozen=True)
class Skipped:
    """A file that could not be used, and the reason in one line that names the file."""

    path: Path
    reason: str


def open_many(paths: Sequence[str | Path], *, growing: bool = True) -> tuple[list[Trace], list[Skipped]]:
    """Returns the traces that can be opened, and the other files."""
    traces, skipped = [], []
    for path in paths:
        try:
            traces.append(open(path, growing=growing))
        except DataError as error:
            skipped.append(Skipped(Path(path), str(error)))
    return traces, skipped


class Trace(Described):
    """One run. If the trace is unfinished, it holds the epochs that were whole when it was opened."""

    def __init__(self, header: Header) -> None:
        super().__init__(header)
        self._file: h5py.File | None = None

    def __repr__(self) -> str:
        return f"<skerry trace {self.path}: seed {self.seed}, {self.islands} islands, {self.generations} generations>"

    @property
    def config(self) -> str:
        """Returns the effective configuration as TOML. Raises DataError if its checksum differs."""
        with self._opened() as file, translated(self.path):
            return read_config(file)

    @property
    def instance(self) -> str:
        """Returns what tells the instances of a problem apart (instances.py); empty where the trace holds nothing of it."""
        return instance_of(self)

    @property
    def solution(self) -> str:
        """Returns the best solution as text; empty until the end, or if there is none. Raises DataError if a checksum
        differs.
        """
        with self._opened() as file, translated(self.path):
            return read_solution(file)

    @property
    def genome(self) -> bytes:
        """Returns the best genome as skerry packs it; empty until the end. Raises DataError if a checksum differs."""
        with self._opened() as file, translated(self.path):
            return read_genome(file)

    @property
    def kept(self) -> tuple[str, ...]:
        """Returns which sets of solutions the run keeps, `front` or `archive`, as far as they have at least one."""
        with self._opened() as file, translated(self.path):
            return solution_sets.kept(file)

    def front(self) -> Front:
        """Returns the solutions none of which another dominates. Raises DataError if there are none, or a checksum differs."""
        return self._set(solution_sets.front_of)

    def archive(self) -> Archive:
        """Returns the best solution of each cell of a map. Raises DataError if there are none, or a checksum differs."""
        return self._set(solution_sets.archive_of)

    @property
    def score(self) -> tuple[float, float]:
        """Returns fitness and violation of the best solution; NaN until the end."""
        with self._opened() as file:
            return float(file["best"].attrs["fitness"]), float(file["best"].attrs["violation"])

    @property
    def best_island(self) -> int:
        """Returns the island that found the best genome; -1 until the end."""
        with self._opened() as file, translated(self.path):
            return int(file["best"].attrs["island"])

    def rows(self, table: str = "generation") -> int:
        """Returns the number of whole rows of a table."""
        return self._header.rows[_known(table)]

    def columns(self, table: str = "generation") -> list[str]:
        """Returns the names of a table's columns, without its coordinates, and without measures of maps and fronts that the run has not:
        a trace holds them as 0, which would be the IGD+ of a perfect front.
        """
        left_out = {TABLES[_known(table)], *(["island"] if table in ISLAND_GROUPS else [GENE, CHARACTER])}
        with self._opened() as file:
            with translated(self.path):
                names = [name for name in self._group(file, table) if name not in left_out]
            if table != "generation":
                return names
            return [name for name in names if name not in SET_MEASURES or self._measured(name)]

    def _measured(self, name: str) -> bool:
        """Tells whether a run measures its maps or fronts by this: a column that is not 0 at the end, or the size of a set that it keeps."""
        last = self.rows() - 1
        return (SET_MEASURES[name] in self.kept and name in SIZES) or (last >= 0 and bool(self.values(name, rows=slice(last, last + 1)).any()))

    def values(self, column: str, table: str = "generation", rows: slice = EVERY_ROW) -> NDArray[Any]:
        """Returns rows of a column: [row, island] in /generation and /migration (except its `generation`), otherwise [row],
        and [row, gene] of genomes.
        """
        first, end, step = rows.indices(self.rows(table))
        if step < 1:
            raise UsageError(f"rows are read in ascending order, but the step is {step}")
        kept = self._header.kept.get((table, column))
        if kept is not None:
            return as_text(kept[rows])
        with self._opened() as file:
            stored = self._group(file, table)
            if column not in stored:
                raise DataError(f"{self.path}: /{table} has no column '{column}'; it has {', '.join(stored)}")
            with translated(self.path):
                return as_text(read_rows(file[table], column, first, max(first, end))[::step])

    def about(self, column: str, table: str = "generation") -> dict[str, Any]:
        """Returns the `units` and the `long_name` of a column, as far as the file tells them."""
        with self._opened() as file, translated(self.path):
            stored = self._group(file, table)
            if column in stored:
                return tables.description(stored[column])
        raise DataError(f"{self.path}: /{table} has no column '{column}'")

    @property
    def own_columns(self) -> list[str]:
        """Returns the columns of /generation that the problem and the observers of a program added."""
        with self._opened() as file, translated(self.path):
            return str(plain(file["generation"].attrs.get(OWN_COLUMNS, ""))).split()

    def frame(
        self,
        table: str = "generation",
        columns: Sequence[str] | None = None,
        generations: slice = EVERY_ROW,
    ) -> pandas.DataFrame:
        """Returns a table in pandas, indexed by (generation, island), (epoch, island), improvement or epoch.

        columns: by default all; genes are genome_0, genome_1, ... generations: the generations to read; `slice(100, 200)`
        means 100 to 199.
        """
        rows, values = self._read(table, columns, self._rows_of(table, generations))
        return tables.frame(table, rows, values, np.arange(self.islands))

    def dataset(
        self,
        table: str = "generation",
        columns: Sequence[str] | None = None,
        generations: slice = EVERY_ROW,
    ) -> xarray.Dataset:
        """Returns a table in xarray, with `units` and `long_name` of each column, and the attributes of the trace."""
        return self._dataset(table, columns, self._rows_of(table, generations))

    def pieces(
        self,
        table: str = "generation",
        columns: Sequence[str] | None = None,
        size_bytes: int = PIECE_BYTES,
    ) -> Iterator[xarray.Dataset]:
        """Yields a table in pieces, each of at most `size_bytes`, or of one row if that is larger."""
        names = self.columns(table) if columns is None else list(columns)
        with self._opened():
            for rows in self.spans(table, len(names), size_bytes):
                yield self._dataset(table, names, rows)

    def spans(self, table: str = "generation", columns: int = 1, size_bytes: int = PIECE_BYTES) -> Iterator[slice]:
        """Yields slices of rows of which that many columns take at most `size_bytes`, or of one row if that is larger.
        """
        row_bytes = 8 * max(columns, 1) * (self.islands if table in ISLAND_GROUPS else 1) + self._genome_bytes(table)
        height = max(size_bytes // row_bytes, 1)
        for first in range(0, self.rows(table), height):
            yield slice(first, min(first + height, self.rows(table)))

    def __enter__(self) -> Trace:
        """Keeps the file open until the end of the block, which makes many small reads faster."""
        self._kept_open = self._opened()
        self._kept_open.__enter__()
        return self

    def __exit__(self, *error: Any) -> None:
        self._kept_open.__exit__(*error)

    @contextmanager
    def _opened(self) -> Iterator[h5py.File]:
        if self._file is not None:
            yield self._file
            return
        with open_file(self.path, growing=not self.finished) as file:
            self._file = file
            try:
                yield file
            finally:
                self._file = None

    def _genome_bytes(self, table: str) -> int:
        with self._opened() as file:
            genomes = file.get(table, {}).get(GENOME)
            if genomes is None:
                return 0
            return int(genomes.shape[1]) * (4 * int(genomes.shape[2]) if genomes.ndim == 3 else 8)

    def _set(self, read: Callable[[Trace, h5py.File], Kept]) -> Kept:
        """Tries again where the run may just be replacing the rows."""

        def once() -> Kept:
            with self._opened() as file, translated(self.path):
                return read(self, file)

        return once() if self.finished else patiently(self.path, once)

    def _group(self, file: h5py.File, table: str) -> h5py.Group:
        if table in OPTIONAL and table not in file:
            raise DataError(f"{self.path} {OPTIONAL[table][2]}")
        return file[table]

    def _rows_of(self, table: str, generations: slice) -> slice:
        if generations == EVERY_ROW or _known(table) == "generation":
            return generations
        first, end, step = generations.indices(self.generations + 1)
        if step != 1:
            raise UsageError(f"/{table} is read in consecutive generations, but the step is {step}")
        begin, stop = np.searchsorted(self.values("generation", table), [first, end])
        return slice(int(begin), int(stop))

    def _read(
        self, table: str, columns: Sequence[str] | None, rows: slice
    ) -> tuple[NDArray[Any], dict[str, NDArray[Any]]]:
        with self._opened():
            names = self.columns(table) if columns is None else columns
            values = {name: self.values(name, table, rows) for name in names}
        return np.arange(self.rows(table))[rows], values

    def _dataset(self, table: str, columns: Sequence[str] | None, rows: slice) -> xarray.Dataset:
        with self._opened() as file:
            coordinate, values = self._read(table, columns, rows)
            with translated(self.path):
                about = {name: tables.description(column) for name, column in file[table].items()}
        return tables.dataset(table, coordinate, values, np.arange(self.islands), about, self.attributes)


def _known(table: str) -> str:
    if table not in TABLES:
        raise UsageError(f"there is no table '{table}'; the tables are {', '.join(TABLES)}")
    return table
