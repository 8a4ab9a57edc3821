"""Copies a trace that is being written, or that a kill left behind, into a clean file that every HDF5 tool opens."""

from pathlib import Path

import h5py

from .errors import DataError, UsageError
from .layout import ISLAND_GROUPS, TABLES, whole_rows
from .trace import check_format


def recover(source, target, overwrite=False):
    """Copies the epochs that were flushed. The source is left as it is."""
    source, target = Path(source), Path(target)
    if not source.is_file() or not h5py.is_hdf5(source):
        raise DataError(f"{source} is no HDF5 file, so no trace")
    if target.exists() and not overwrite:
        raise UsageError(f"{target} exists and is not overwritten; choose another name, or ask for it with --force")
    try:
        with _open(source) as file:
            check_format(source, file)
            rows = whole_rows(file)
            try:
                with h5py.File(target, "w") as copy:
                    _copy(file, copy, rows)
            except Exception:
                target.unlink(missing_ok=True)
                raise
    except (OSError, KeyError, IndexError) as error:
        raise DataError(f"{source}: the trace is damaged or cut short ({' '.join(str(error).split())})") from error
    return rows["epoch"]


def _open(path):
    try:
        return h5py.File(path, "r", locking="best-effort")
    except OSError:
        return h5py.File(path, "r", libver="latest", swmr=True, locking="best-effort")


def _copy(file, copy, rows):
    copy.attrs.update(file.attrs)
    if rows["epoch"] > 0 and file.attrs["stop_reason"] in (b"running", "running"):
        last = rows["epoch"] - 1
        copy.attrs["generations"] = file["epoch/generation"][last]
        copy.attrs["epochs"] = rows["epoch"]
        copy.attrs["evaluations"] = file["epoch/evaluations"][last]
        copy.attrs["elapsed_s"] = file["epoch/elapsed_s"][last]
    for name, coordinate in TABLES.items():
        _copy_table(file[name], copy.create_group(name), coordinate, rows[name])
    _copy_dataset(file["config"], copy, "config", file["config"][()])
    best = copy.create_group("best")
    best.attrs.update(file["best"].attrs)
    for name, dataset in file["best"].items():
        _copy_dataset(dataset, best, name, dataset[()])


def _copy_table(group, copy, coordinate, rows):
    islands = group.name[1:] in ISLAND_GROUPS
    for name, dataset in group.items():
        fixed = islands and name == "island"
        _copy_dataset(dataset, copy, name, dataset[()] if fixed else dataset[:rows])
    scales = [coordinate, "island"] if islands else [coordinate]
    for scale in scales:
        copy[scale].make_scale(scale)
    for name, dataset in copy.items():
        if name not in scales:
            for dimension in range(dataset.ndim):
                dataset.dims[dimension].attach_scale(copy[scales[dimension]])


def _copy_dataset(dataset, group, name, values):
    made = group.create_dataset(name, data=values, dtype=dataset.dtype)
    for attribute in ("units", "long_name", "_Encoding"):
        if attribute in dataset.attrs:
            made.attrs[attribute] = dataset.attrs[attribute]
