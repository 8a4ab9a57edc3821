"""Converts tables of a trace into objects of pandas and xarray."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import h5py
import numpy as np
from numpy.typing import NDArray

from .header import plain
from .layout import GENE, ISLAND_GROUPS, TABLES

if TYPE_CHECKING:
    import pandas
    import xarray


def frame(
    table: str, rows: NDArray[Any], values: Mapping[str, NDArray[Any]], islands: NDArray[Any]
) -> pandas.DataFrame:
    """Makes a frame of columns [row, island] or [row], indexed by row or by row and island. Columns [row] repeat by island;
    those of genomes, [row, gene], become a column for each gene.
    """
    import pandas as pd

    index = pd.Index(rows, name=TABLES[table])
    if table not in ISLAND_GROUPS:
        wide = [
            pd.DataFrame(column, index=index, columns=[f"{name}_{gene}" for gene in range(column.shape[1])])
            if column.ndim == 2
            else pd.Series(column, index=index, name=name)
            for name, column in values.items()
        ]
        return pd.concat(wide, axis="columns") if wide else pd.DataFrame(index=index)
    flat = {
        name: column.reshape(-1) if column.ndim == 2 else np.repeat(column, len(islands))
        for name, column in values.items()
    }
    return pd.DataFrame(flat, index=pd.MultiIndex.from_product([index, islands], names=[TABLES[table], "island"]))


def dataset(
    table: str,
    rows: NDArray[Any],
    values: Mapping[str, NDArray[Any]],
    islands: NDArray[Any],
    about: Mapping[str, dict[str, Any]],
    attributes: Mapping[str, Any],
) -> xarray.Dataset:
    """Makes the same table in xarray; `about` holds the attributes of each column and coordinate."""
    import xarray as xr

    row = TABLES[table]
    dimensions = {1: (row,), 2: (row, "island" if table in ISLAND_GROUPS else GENE)}
    variables = {name: (dimensions[column.ndim], column, about[name]) for name, column in values.items()}
    coordinates = {row: ((row,), rows, about[row])}
    if table in ISLAND_GROUPS:
        coordinates["island"] = (("island",), islands, about["island"])
    return xr.Dataset(variables, coordinates, dict(attributes))


def description(dataset: h5py.Dataset) -> dict[str, Any]:
    """Returns the `units` and `long_name` of a column, if the file has them."""
    return {name: plain(dataset.attrs[name]) for name in ("units", "long_name") if name in dataset.attrs}
