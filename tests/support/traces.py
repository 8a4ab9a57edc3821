"""Compares the contents of traces of the same run."""
import zlib

import h5py
import numpy

#: Attributes that may differ between executions of the same run.
OCCASION = {"started", "ended", "resumed", "resumed_on", "elapsed_s", "command", "hosts", "processes", "builds"}
#: Columns that tell who made an evaluation, which differs like a time.
CHANCE = {f"evaluation/{name}" for name in ("rank", "place", "attempts", "known")}
#: Attributes that hold references within the file.
SCALES = {"DIMENSION_LIST", "REFERENCE_LIST"}


def contents(file, also_differ=()):
    """Returns every dataset of a trace, without times and without those that differ by design."""
    return {name: value for name, value in everything(file).items()
            if "@" not in name and name not in ("config", *also_differ)}


def everything(file, occasion=OCCASION):
    """Returns every dataset (name) and attribute (name@attribute) that must repeat; times and the like are left out."""
    found = {}

    def visit(name, item):
        for key, value in item.attrs.items():
            if key not in occasion | SCALES:
                found[f"{name}@{key}"] = numpy.asarray(value)
        if isinstance(item, h5py.Dataset) and not name.endswith("_s") and name not in CHANCE:
            found[name] = numpy.asarray(item[()])

    with h5py.File(file) as trace:
        visit("", trace)
        trace.visititems(visit)
    assert "generation/best" in found and "best/genome" in found
    return found


def course(file):
    """Returns everything that must repeat but the configuration and the names of input files."""
    return {name: value for name, value in everything(file).items()
            if not name.startswith(("config", "input")) and "@config" not in name and "@input" not in name}


def differences(first, second):
    """Returns the names in which two such dictionaries differ."""

    def same(a, b):
        return a.dtype == b.dtype and numpy.array_equal(a, b, equal_nan=a.dtype.kind == "f")

    return sorted(name for name in first.keys() | second.keys()
                  if name not in first or name not in second or not same(first[name], second[name]))


def assert_same(first, second):
    assert differences(first, second) == []


def change_columns(trace, add=None, remove=()):
    """Changes a finished trace as if another version had written it: adds columns to /generation (name -> [generation,
    island]), removes others, and corrects the checksums.
    """
    with h5py.File(trace, "r+") as file:
        group, epoch = file["generation"], file["epoch"]
        for name in remove:
            del group[name]
        for name, values in (add or {}).items():
            group[name] = values
        gone = [f"generation/{name}" for name in remove]
        for name in ("checksum", "checksum_s"):
            checksum = epoch[name]
            covered = [path for path in checksum.attrs["columns"].decode().split() if path not in gone]
            if name == "checksum":
                covered[5:5] = [f"generation/{added}" for added in add or {}]
            checksum.attrs["columns"] = numpy.bytes_(" ".join(covered).encode())
            checksum[...] = _checksums(file, covered)


def _checksums(file, covered):
    epoch = file["epoch"]
    ends = {"generation": epoch["generation"][:] + 1, "improvement": epoch["improvements"][:],
            "migration": epoch["migrations"][:], "epoch": numpy.arange(len(epoch["generation"])) + 1}
    sums = [0] * len(ends["epoch"])
    for table, name in (path.split("/") for path in covered):
        for number, end in enumerate(ends[table]):
            first = ends[table][number - 1] if number else 0
            sums[number] = zlib.crc32(file[table][name][first:end].tobytes(), sums[number])
    return sums
