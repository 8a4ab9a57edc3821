"""What two traces of the same run have in common."""
import h5py
import numpy

#: Attributes that tell of the occasion and not of the run.
OCCASION = {"started", "ended", "resumed", "elapsed_s", "command", "hosts"}
#: References within the file.
SCALES = {"DIMENSION_LIST", "REFERENCE_LIST"}


def contents(file, also_differ=()):
    """Every dataset of a trace, times and what differs by design aside."""
    return {name: value for name, value in everything(file).items()
            if "@" not in name and name not in ("config", *also_differ)}


def everything(file, occasion=OCCASION):
    """Every dataset (name) and attribute (name@attribute) that a run decides; its times are its own."""
    found = {}

    def visit(name, item):
        for key, value in item.attrs.items():
            if key not in occasion | SCALES:
                found[f"{name}@{key}"] = numpy.asarray(value)
        if isinstance(item, h5py.Dataset) and not name.endswith("_s"):
            found[name] = numpy.asarray(item[()])

    with h5py.File(file) as trace:
        visit("", trace)
        trace.visititems(visit)
    assert "generation/best" in found and "best/genome" in found
    return found


def differences(first, second):
    """Names of what two such dictionaries do not share."""

    def same(a, b):
        return a.dtype == b.dtype and numpy.array_equal(a, b, equal_nan=a.dtype.kind == "f")

    return sorted(name for name in first.keys() | second.keys()
                  if name not in first or name not in second or not same(first[name], second[name]))


def assert_same(first, second):
    assert differences(first, second) == []
