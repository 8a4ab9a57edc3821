"""Writes a trace of any size in the layout of skerry, epoch by epoch, with little memory.

    PYTHONPATH=analysis python3 tests/analysis/make_big_trace.py /tmp/big.h5 --islands 1000 --generations 100000    # 12 GB
    python3 -m analysis plot /tmp/big.h5 --output big.pdf
"""

import argparse
import zlib
from pathlib import Path

import h5py
import numpy as np

COUNTS = ("distinct", "feasible", "evaluations", "immigrations", "restarts", "bytes_sent", "bytes_received", "individuals_sent")
#: The size of a chunk in bytes, as in skerry; a longer row is a chunk of its own.
CHUNK_BYTES = 4096


class Columns:
    """Makes all columns row by row. The fitness of each island falls from 200 towards 100 at its own rate, with noise."""

    def __init__(self, generations: int, islands: int, seed: int = 1) -> None:
        random = np.random.default_rng(seed)
        self._scale = max(generations / 8, 1) * random.uniform(0.5, 2, islands)
        self._noise = random.random((257, islands))
        self._islands = islands

    def generation(self, first: int, end: int) -> dict[str, np.ndarray]:
        """Returns the columns of /generation, rows [first, end)."""
        rows = np.arange(first, end)[:, None]
        noise = self._noise[rows[:, 0] % len(self._noise)]
        best = 100 + 100 * np.exp(-rows / self._scale) + noise
        spread = 1 + 10 * noise
        columns = {"best": best, "median": best + spread, "mean": best + spread, "worst": best + 3 * spread}
        columns |= {"standard_deviation": spread, "violation": np.zeros_like(best)}
        columns |= {"fitness_diversity": spread / (best + spread), "genotype_diversity": noise}
        columns |= {name: np.full(best.shape, 10, dtype="i8") for name in ("distinct", "feasible")}
        columns["evaluations"] = np.broadcast_to(20 * (rows + 1), best.shape).astype("i8")
        columns |= {name: np.zeros(best.shape, dtype="i8") for name in ("immigrations", "restarts")}
        columns |= {"evolving_s": noise / 1000, "waiting_s": np.zeros_like(best)}
        return columns

    def migration(self, epoch: int) -> dict[str, np.ndarray]:
        """Returns the row of /migration that ends an epoch."""
        noise = self._noise[epoch % len(self._noise)][None]
        columns = {name: np.full(noise.shape, 1000, dtype="i8") for name in ("bytes_sent", "bytes_received")}
        columns["individuals_sent"] = np.full(noise.shape, 9, dtype="i8")
        return columns | {"elapsed_s": noise / 100, "waiting_s": noise / 10}


#: Table -> its columns, without coordinates and checksums.
COLUMNS = {
    "generation": tuple(Columns(1, 1).generation(0, 1)),
    "improvement": ("generation", "island", "evaluations", "elapsed_s", "violation", "fitness"),
    "migration": tuple(Columns(1, 1).migration(0)),
    "epoch": ("generation", "improvements", "migrations", "evaluations", "violation", "best", "elapsed_s"),
}
PATHS = [f"{table}/{name}" for table, names in COLUMNS.items() for name in names]
MEASURED = [path for path in PATHS if path.endswith("_s") or "/bytes_" in path]
COVERED = {"checksum": [path for path in PATHS if path not in MEASURED], "checksum_s": MEASURED}


def write_big(path: Path, generations: int, islands: int, every: int = 100) -> Path:
    """Writes a finished trace with generations 0 to `generations` and a migration after every `every` of them."""
    made = Columns(generations, islands)
    ends = [*range(every, generations, every), generations]
    with h5py.File(path, "w", libver="latest") as file:
        _attributes(file, generations, islands, ends)
        first_bests = made.generation(0, 1)["best"][0]
        tables = _tables(file, generations + 1, islands, ends)
        improvement = {"generation": np.zeros(islands, "i8"), "island": np.arange(islands), "evaluations": np.full(islands, 20)}
        improvement |= {"elapsed_s": np.zeros(islands), "violation": np.zeros(islands), "fitness": first_bests}
        best, begin = np.inf, 0
        for epoch, last in enumerate(ends):
            rows = made.generation(begin, last + 1)
            best = min(best, float(rows["best"].min()))
            moved = made.migration(epoch) if last < generations else {}
            moved |= {"generation": np.array([last])} if moved else {}
            row = {"generation": last, "improvements": islands, "migrations": min(epoch + 1, len(ends) - 1)}
            row |= {"evaluations": 20 * (last + 1) * islands, "violation": 0.0, "best": best, "elapsed_s": 0.5 * (epoch + 1)}
            parts = {"generation": rows, "improvement": improvement if epoch == 0 else {}, "migration": moved}
            parts["epoch"] = {name: np.array([value]) for name, value in row.items()}
            parts["epoch"] |= _checksums(parts)
            starts = {"generation": begin, "improvement": 0, "migration": epoch, "epoch": epoch}
            for table, columns in parts.items():
                for name, values in columns.items():
                    tables[table][name][starts[table] : starts[table] + len(values)] = values
            begin = last + 1
    return path


def _attributes(file: h5py.File, generations: int, islands: int, ends: list[int]) -> None:
    texts = {"format": "skerry-trace", "problem": "party", "direction": "minimise", "fitness_unit": "coin"}
    texts["stop_reason"] = "generations"
    for name, text in texts.items():
        file.attrs[name] = np.bytes_(text.encode())
    file.attrs["format_version"] = 3
    file.attrs["seed"] = np.uint64(1)
    file.attrs["islands"] = islands
    file.attrs["generations"] = generations
    file.attrs["epochs"] = len(ends)
    file.attrs["evaluations"] = 20 * (generations + 1) * islands
    file.attrs["elapsed_s"] = 0.5 * len(ends)
    file["config"] = np.bytes_(b"[island]\npopulation = 10\n")
    file["best/text"] = np.array([b"x"], dtype="S16384")
    file["best/genome"] = np.zeros(1, dtype="u1")


def _tables(file: h5py.File, rows: int, islands: int, ends: list[int]) -> dict[str, h5py.Group]:
    """Makes the groups with their coordinates, and datasets of full length without values."""
    lengths = {"generation": rows, "migration": len(ends) - 1, "improvement": islands, "epoch": len(ends)}
    coordinates = {"generation": "generation", "migration": "epoch", "improvement": "improvement", "epoch": "epoch"}
    groups = {}
    for table, columns in COLUMNS.items():
        group = groups[table] = file.create_group(table)
        wide = table in ("generation", "migration")
        group[coordinates[table]] = np.arange(lengths[table])
        if wide:
            group["island"] = np.arange(islands)
        for name in columns:
            shape = (lengths[table], islands) if wide else (lengths[table],)
            height = max(CHUNK_BYTES // (8 * islands), 1) if wide else CHUNK_BYTES // 8
            kind = "i8" if name in COUNTS or name in ("generation", "island", "improvements", "migrations") else "f8"
            group.create_dataset(name, shape, kind, maxshape=(None, *shape[1:]), chunks=(height, *shape[1:]))
    groups["migration"].create_dataset("generation", (len(ends) - 1,), "i8", maxshape=(None,), chunks=(512,))
    for name, paths in COVERED.items():
        checksums = groups["epoch"].create_dataset(name, (len(ends),), "i8", maxshape=(None,), chunks=(512,))
        checksums.attrs["columns"] = np.bytes_(" ".join(paths).encode())
    return groups


def _checksums(parts: dict[str, dict[str, np.ndarray]]) -> dict[str, np.ndarray]:
    """Returns the checksums of one epoch's rows, as docs/trace-format.md specifies them."""
    sums = dict.fromkeys(COVERED, 0)
    for checksum, paths in COVERED.items():
        for table, name in (path.split("/") for path in paths):
            if name in parts[table]:
                sums[checksum] = zlib.crc32(np.ascontiguousarray(parts[table][name]), sums[checksum])
    return {name: np.array([value]) for name, value in sums.items()}


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("path", type=Path)
    parser.add_argument("--islands", type=int, default=1000)
    parser.add_argument("--generations", type=int, default=100_000)
    parser.add_argument("--every", type=int, default=100)
    arguments = parser.parse_args()
    write_big(arguments.path, arguments.generations, arguments.islands, arguments.every)
