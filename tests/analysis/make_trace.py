"""Writes small traces with h5py alone, as docs/trace-format.md specifies them."""

import shutil
import zlib
from pathlib import Path

import h5py
import numpy as np

from skerry.checksum import epoch_checksums
from skerry.layout import COUNTERS, OPTIONAL

OF_FITNESS = ("best", "median", "mean", "worst", "standard_deviation", "fitness_diversity")
REALS = (*OF_FITNESS, "violation", "genotype_diversity", "evolving_s", "waiting_s")
#: The time that each generation takes, in seconds.
GENERATION_S = 0.05
BIRTH = ("generation", "island", "child", "mother", "father", "survived")
EVALUATION = ("generation", "island", "number", "failed", "known", "attempts", "rank", "place", "started_s", "duration_s")
COUNTS = ("distinct", "feasible", "evaluations", "immigrations", "restarts")


def sample(generations=20, islands=3, seed=1, start=100.0, end=50.0):
    """Makes the columns, [generation, island], of a run whose islands fall from about `start` to about `end`."""
    random = np.random.default_rng(seed)
    shape = (generations + 1, islands)
    fall = np.exp(-np.arange(generations + 1) / max(generations / 4, 1))[:, None]
    best = end + (start - end) * fall * random.uniform(0.8, 1.2, shape)
    best = np.minimum.accumulate(best, axis=0)
    spread = 10 * fall * random.uniform(0.5, 1.5, shape) + 0.5
    columns = {name: np.zeros(shape) for name in REALS} | {name: np.ones(shape, dtype=int) for name in COUNTS}
    columns |= {"best": best, "median": best + spread, "mean": best + spread, "worst": best + 2 * spread}
    columns |= {"standard_deviation": spread, "fitness_diversity": spread / (best + spread)}
    columns["genotype_diversity"] = 0.9 * fall * np.ones(islands)
    columns["evaluations"] = 10 * (np.arange(generations + 1)[:, None] + 1) * np.ones(islands, dtype=int)
    return columns


def write(path, columns, every=10, unfinished=False, direction="minimise", target=None, attributes=None, births=None, evaluations=None, config="", own=None):
    """Writes a trace. An unfinished one is what another process finds while the writer is at work, or after a kill.

    births: rows (generation, island, child, mother, father, survived) in the order of generations.
    evaluations: rows of EVALUATION likewise.
    config: lines of the configuration after the first.
    own: the columns that the program added, name -> (values, [generation, island], unit, meaning).
    """
    path = Path(path)
    made = path.with_suffix(".making")
    rows, islands = columns["best"].shape
    file = h5py.File(made, "w", libver="latest")
    about = {"format": "skerry-trace", "format_version": 3, "problem": "party", "direction": direction, "fitness_unit": "coin"}
    about |= {"seed": np.uint64(7), "islands": islands} | ({} if target is None else {"target": float(target)})
    about |= attributes or {}
    about["stop_reason"] = np.bytes_(b"running" if unfinished else b"generations")
    totals = {"generations": rows - 1, "epochs": -(-(rows - 1) // every), "evaluations": columns["evaluations"][-1].sum()}
    totals["elapsed_s"] = GENERATION_S * (rows - 1)
    file.attrs.update(about | {name: type(total)(0) if unfinished else total for name, total in totals.items()})
    written = f'problem = "party"\n{config}'.encode()
    file["config"] = np.bytes_(written)
    file["config"].attrs["checksum"] = zlib.crc32(written)
    best = file.create_group("best")
    text = b"" if unfinished else "Jörg".encode()
    best["text"] = np.array([text] if text else [], dtype="S16384")
    best["genome"] = np.zeros(0 if unfinished else 4, dtype="u1")
    best.attrs["island"] = -1 if unfinished else 0
    best.attrs["checksum"] = zlib.crc32(best["genome"][()].tobytes() + text)
    columns = columns | {name: values for name, (values, _, _) in (own or {}).items()}
    tables = _tables(file, columns, rows, islands, every, direction, {"birth": births, "evaluation": evaluations})
    for name, (_, unit, meaning) in (own or {}).items():
        file["generation"][name].attrs.update(units=unit, long_name=meaning)
    if own:
        file["generation"].attrs["own_columns"] = " ".join(own)
    if unfinished:
        file.swmr_mode = True
    for dataset, values in tables:
        dataset.resize(len(values), axis=0)
        dataset[...] = values
        dataset.flush()
    if unfinished:
        shutil.copy(made, path)
        file.close()
        made.unlink()
    else:
        file.close()
        made.rename(path)
    return path


def improvements(columns, direction="minimise"):
    """Returns the columns of /improvement that belong to these columns of /generation."""
    sign = 1 if direction == "minimise" else -1
    least = np.full((2, columns["best"].shape[1]), np.inf)
    found = []
    for generation, (violation, fitness) in enumerate(zip(columns["violation"], sign * columns["best"])):
        better = (violation < least[0]) | ((violation == least[0]) & (fitness < least[1]))
        least[:, better] = violation[better], fitness[better]
        found += [(generation, island) for island in np.flatnonzero(better)]
    generation, island = np.array(found, dtype="i8").reshape(-1, 2).T
    taken = {new: columns[name][generation, island] for new, name in (("violation", "violation"), ("fitness", "best"))}
    spent = columns["evaluations"][generation, island].astype("i8")
    return {"generation": generation, "island": island, "evaluations": spent, "elapsed_s": GENERATION_S * generation, **taken}


def _tables(file, columns, rows, islands, every, direction, optional):
    """Makes the datasets without values, and returns the rows that each is to hold."""
    ends = [*range(every, rows - 1, every), rows - 1]
    moved = ends[:-1]
    evaluations = columns["evaluations"].sum(axis=1)
    filled = []

    def table(group, coordinate, coordinates, contents, width):
        made = file.create_group(group)
        scales = [_dataset(made, coordinate, np.asarray(coordinates, dtype="i8"))]
        filled.append((scales[0], np.asarray(coordinates, dtype="i8")))
        if width:
            scales.append(made.create_dataset("island", data=np.arange(islands)))
        for scale in scales:
            scale.make_scale(scale.name.split("/")[-1])
        for name, values in contents.items():
            dataset = _dataset(made, name, values)
            for dimension in range(dataset.ndim):
                dataset.dims[dimension].attach_scale(scales[dimension])
            filled.append((dataset, values))

    table("generation", "generation", np.arange(rows), columns, True)
    cost = {name: np.ones((len(moved), islands), dtype="i8") for name in ("bytes_sent", "bytes_received")}
    cost["individuals_sent"] = np.ones((len(moved), islands), dtype="i8")
    cost |= {name: np.zeros((len(moved), islands)) for name in ("elapsed_s", "waiting_s")}
    cost["generation"] = np.array(moved, dtype="i8")
    table("migration", "epoch", np.arange(len(moved)), cost, True)
    improvement = improvements(columns, direction)
    table("improvement", "improvement", np.arange(len(improvement["island"])), improvement, False)
    epoch = {
        "generation": np.array(ends, dtype="i8"),
        "improvements": np.searchsorted(improvement["generation"], ends, side="right"),
        "migrations": np.array([min(i + 1, len(moved)) for i in range(len(ends))], dtype="i8"),
        "evaluations": evaluations[ends],
        "violation": columns["violation"].min(axis=1)[ends],
        "best": np.fmin.reduce(columns["best"], axis=1)[ends],
        "elapsed_s": GENERATION_S * np.array(ends, dtype=float),
    }
    tables = {"generation": columns, "migration": cost, "improvement": improvement, "epoch": epoch}
    counters = {name: epoch[column] for name, column in COUNTERS.items()}
    covered = covered_columns(tables)
    for name, columns in covered.items():
        epoch[name] = epoch_checksums(columns, counters, lambda table, column, *rows: tables[table][column][slice(*rows)])
    for group, names in (("birth", BIRTH), ("evaluation", EVALUATION)):
        if optional[group] is None:
            continue
        rows_of = zip(*optional[group]) if optional[group] else [()] * len(names)
        made = {name: np.array(values, dtype="f8" if name.endswith("_s") else "i8") for name, values in zip(names, rows_of)}
        table(group, group, np.arange(len(optional[group])), made, False)
        counter, checksum, _ = OPTIONAL[group]
        epoch[counter] = np.searchsorted(made["generation"], ends, side="right")
        covered[checksum] = [(group, name) for name in names]
        epoch[checksum] = epoch_checksums(
            covered[checksum], counters | {group: epoch[counter]}, lambda _, column, *rows, made=made: made[column][slice(*rows)]
        )
    table("epoch", "epoch", np.arange(len(ends)), epoch, False)
    for name, columns in covered.items():
        file["epoch"][name].attrs["columns"] = np.bytes_(" ".join(map("/".join, columns)).encode())
    return filled


def covered_columns(tables):
    """Returns the columns (table, column) that each checksum covers: `checksum_s` those of times and bytes."""
    measured = {
        (table, name)
        for table, columns in tables.items()
        for name in columns
        if name.endswith("_s") or name.startswith("bytes_")
    }
    of_rows = {("migration", "generation"), ("epoch", "checksum"), ("epoch", "checksum_s")}
    all_columns = [(table, name) for table in tables for name in tables[table] if (table, name) not in of_rows]
    return {
        "checksum": [column for column in all_columns if column not in measured],
        "checksum_s": [column for column in all_columns if column in measured],
    }


def _dataset(group, name, values):
    shape = (0, *values.shape[1:])
    return group.create_dataset(name, shape, values.dtype, maxshape=(None, *values.shape[1:]), chunks=True)
