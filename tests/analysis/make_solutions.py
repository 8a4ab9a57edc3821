"""Adds a front or the archive of a map to small traces with h5py alone, as docs/trace-format.md specifies them."""

import json
import struct
import zlib

import h5py
import numpy as np
from make_trace import sample, write

PRICE = {"name": "price", "unit": "coins", "direction": "minimise", "reference": 200.0}
SYNERGY = {"name": "synergy", "unit": "", "direction": "maximise", "reference": 0.0}
WEIGHT = {"name": "weight", "unit": "kg", "direction": "minimise", "reference": 50.0}
SIZE = {"name": "size", "unit": "", "direction": "maximise", "reference": None}

NATIONS = {"name": "nations", "unit": "", "least": 0.5, "most": 4.5, "cells": 4, "categories": []}
LEADER = {"name": "leader", "unit": "", "least": -0.5, "most": 2.5, "cells": 3, "categories": ["Áine", "Bo <b>", "Cy"]}
ANGLE = {"name": "angle", "unit": "rad", "least": -1.0, "most": 1.0, "cells": 5, "categories": []}

#: Of price and synergy: with a knee at (100, 14), and neighbours at (60, 6) and (180, 16).
TWO = [[40.0, 1.0], [60.0, 6.0], [100.0, 14.0], [180.0, 16.0]]


def growing(generations=20, islands=3, seed=1, **measures):
    """Makes the columns of a run in which each measure rises or falls from the first value to the second."""
    columns = sample(generations, islands, seed)
    rise = np.linspace(0, 1, generations + 1)[:, None] ** np.linspace(0.5, 1, islands)
    return columns | {name: first + (last - first) * rise for name, (first, last) in measures.items()}


def add_front(path, objectives, values, padding=2, **changes):
    """Adds /front with a row for each of these values, [solution, objective]."""
    values = np.array(values, dtype=float).reshape(-1, len(objectives))
    with h5py.File(path, "r+") as file:
        made = _group(file, "front", objectives, len(values), padding, **changes)
        _column(made, "objectives", values, padding)
        made.create_dataset("objective", data=np.arange(len(objectives)))
        _seal(made, len(values))
    return path


def add_archive(path, features, cell, values, fitness=None, cells=None, centroids=None, state=None, padding=2, **changes):
    """Adds /archive with a row for each of these cells and values, [solution, feature]."""
    values = np.array(values, dtype=float).reshape(-1, len(features))
    with h5py.File(path, "r+") as file:
        made = _group(file, "archive", features, len(values), padding, fitness=fitness, **changes)
        _column(made, "cell", np.array(cell, dtype="u8"), padding)
        _column(made, "features", values, padding)
        made.create_dataset("feature", data=np.arange(len(features)))
        made.attrs["cells"] = np.uint64(cells or np.prod([each["cells"] for each in features]))
        if centroids is not None:
            made["centroid"] = np.array(centroids, dtype=float)
            made["centroid"].attrs["checksum"] = zlib.crc32(made["centroid"][()].tobytes())
        if state is not None:
            made["state"] = np.array(state, dtype="u1")
        _seal(made, len(values))
    return path


def _group(file, name, description, count, padding, fitness=None, violation=None, texts=None, generation=20):
    made = file.create_group(name)
    made.attrs["description"] = json.dumps(description)
    made.attrs["generation"] = generation if count else -1
    made.attrs["solutions"] = np.uint64(count)
    texts = [f"Lösung {i}\nof two lines" for i in range(count)] if texts is None else texts
    genomes = [bytes([i % 256]) * (1 + i % 3) for i in range(count)]
    _column(made, "fitness", np.arange(count, dtype=float) if fitness is None else np.array(fitness, dtype=float), padding)
    _column(made, "violation", np.zeros(count) if violation is None else np.array(violation, dtype=float), padding)
    _column(made, "genome_size", np.array([len(each) for each in genomes], dtype="u8"), padding)
    _column(made, "genome", _padded(genomes).view("u1"), padding)
    _column(made, "text", _padded([text.encode() for text in texts]), padding)
    made["text"].attrs["_Encoding"] = "utf-8"
    return made


def _padded(rows):
    width = max(map(len, rows), default=1)
    joined = b"".join(row.ljust(width, b"\0") for row in rows)
    return np.frombuffer(joined, dtype="S1").reshape(len(rows), width)


def _column(group, name, values, padding):
    """Later rows are padding, whose content does not count."""
    whole = np.concatenate([values, np.full((padding, *values.shape[1:]), 77).astype(values.dtype)])
    group.create_dataset(name, data=whole, maxshape=(None, *values.shape[1:]), chunks=True)


def _seal(group, count):
    order = ("cell", "fitness", "violation", "objectives", "features", "genome_size", "genome", "text")
    checksum = zlib.crc32(struct.pack("<q", int(group.attrs["generation"])))
    for name in order:
        if name in group:
            checksum = zlib.crc32(group[name][:count].tobytes(), checksum)
    group.attrs["checksum"] = np.uint64(checksum)


def front(path, objectives=(PRICE, SYNERGY), values=TWO, direction="maximise", **changes):
    """Writes a run of three islands with a front."""
    measures = {"front_size": (1, 4), "hypervolume": (100, 900), "igd_plus": (0.5, 0.01)}
    return add_front(write(path, growing(**measures), direction=direction), list(objectives), values, **changes)


def grid_map(path, direction="maximise", features=(NATIONS, LEADER), cell=(0, 1, 5, 11), fitness=(3, 9, 5, 7), config="", **changes):
    """Writes a run of three islands with a map over a grid; the values are those in the middle of the cells."""
    shape = [each["cells"] for each in features]
    places = np.array(np.unravel_index(np.array(cell, dtype=int), shape)).T
    least, most = (np.array([each[name] for each in features]) for name in ("least", "most"))
    values = least + (most - least) * (places + 0.5) / shape
    made = write(path, growing(coverage=(0.1, 0.4), qd_score=(5, 24)), direction=direction, config=config)
    return add_archive(made, list(features), cell, values, fitness, **changes)


def centroid_map(path, direction="maximise", dimensions=2, cells=40, filled=30):
    """Writes a run with a map of centroids."""
    random = np.random.default_rng(4)
    features = [{**ANGLE, "name": name} for name in ("angle", "turn", "bend")[:dimensions]]
    centroids = random.uniform(-1, 1, (cells, dimensions))
    made = write(path, growing(coverage=(0.1, 0.75), qd_score=(5, 24)), direction=direction)
    cell = np.sort(random.permutation(cells)[:filled])
    return add_archive(made, features, cell, centroids[cell], random.uniform(0, 9, filled), cells, centroids)
