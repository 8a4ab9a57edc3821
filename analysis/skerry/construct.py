"""Draws the synergy that constructed solutions reach, guided and unguided."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from numpy.typing import NDArray

from . import style
from .errors import DataError

COLUMNS = ["attempt", "mode", "synergy", "feasible", "objective", "seconds", "failed_requirement"]
MODES = ("guided", "unguided")
BIN_WIDTH = 0.05


def read(paths: Sequence[str | Path]) -> pd.DataFrame:
    """Reads the tables of `skerry construct` and joins them."""
    return pd.concat([_read_one(path) for path in paths], ignore_index=True)


def _read_one(path: str | Path) -> pd.DataFrame:
    try:
        table = pd.read_csv(path)
    except (OSError, ValueError) as error:
        raise DataError(f"{path} can't be read as a table: {error}") from error
    missing = [name for name in COLUMNS if name not in table.columns]
    if missing:
        raise DataError(f"{path} lacks the column '{missing[0]}'; `skerry construct --output` writes {','.join(COLUMNS)}")
    if table.empty:
        raise DataError(f"{path} holds no attempts")
    unknown = sorted(set(table["mode"].astype(str)) - set(MODES))
    if unknown:
        raise DataError(f"{path}: mode '{unknown[0]}' is unknown; it is guided or unguided")
    table["synergy"] = pd.to_numeric(table["synergy"], errors="coerce")
    table["feasible"] = table["feasible"].astype(str).str.lower().isin(("1", "true", "yes"))
    wrong = table["synergy"].dropna()
    wrong = wrong[(wrong < 0) | (wrong > 1)]
    if not wrong.empty:
        raise DataError(f"{path}:{wrong.index[0] + 2}: synergy is {wrong.iloc[0]:g}; it lies in [0, 1]")
    return table


def histogram(synergies: NDArray[np.float64], attempts: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Returns the percentage of all attempts in each bin of synergy, [bin], and the edges of the bins.

    Attempts without a solution are in no bin.
    """
    edges = np.linspace(0, 1, round(1 / BIN_WIDTH) + 1)
    # Values on an edge, such as 0.8, may be just below it in floating point; the shift puts them into the bin above.
    counts, _ = np.histogram(np.minimum(synergies + 1e-9, 1), bins=edges)
    return 100 * counts / attempts, edges


def draw(tables: pd.DataFrame | Mapping[str, pd.DataFrame], width: float | None = None) -> Figure:
    """Draws histograms of synergy, both modes in the same axes: of one table, or a panel for each of {title: table}.

    width: inches; if not given, a column of the page for one panel and its full width for more.
    """
    panels = {"": tables} if isinstance(tables, pd.DataFrame) else tables
    if width is None:
        width = style.WIDTHS["single" if len(panels) == 1 else "double"]
    every = pd.concat(panels.values())
    modes = [mode for mode in MODES if (every["mode"] == mode).any()]
    with style.applied():
        drawing, axes = style.figure(1, len(panels), (width, 2.2), sharey="row")
        for own, (title, table) in zip(axes[0], panels.items(), strict=True):
            for mode in modes:
                _draw_mode(own, mode, table[table["mode"] == mode])
            own.set_title(title)
            own.set_xlim(0, 1)
            own.set_xticks(np.linspace(0, 1, 11 if len(panels) == 1 else 6))
            own.set_xlabel("synergy")
        axes[0, 0].set_ylim(bottom=0)  # after the last drawing, because it ends the automatic scaling of the shared axis
        axes[0, 0].set_ylabel(f"share of attempts (%),\nin bins of {BIN_WIDTH:g}")
        style.legend_above(drawing, [_key(mode, every[every["mode"] == mode]) for mode in modes])
    return drawing


def _look(mode: str) -> dict[str, str]:
    number = MODES.index(mode)
    return {"color": style.colour(number), "linestyle": ("-", "--")[number]}


def _draw_mode(axes: Axes, mode: str, rows: pd.DataFrame) -> None:
    if rows.empty:
        return
    shares, edges = histogram(rows["synergy"].dropna().to_numpy(), len(rows))
    axes.stairs(shares, edges, fill=True, color=_look(mode)["color"], alpha=0.35, label="_fill")
    axes.stairs(shares, edges, label=mode, **_look(mode))


def _key(mode: str, rows: pd.DataFrame) -> Line2D:
    unsolved = int(rows["synergy"].isna().sum())
    told = f", {unsolved:,} without a solution" if unsolved else ""
    return style.key(f"{mode} ({len(rows):,} attempts{told})", **_look(mode))


def summary(table: pd.DataFrame) -> str:
    """Returns one line for each mode."""
    lines = [f"{'mode':<10}{'attempts':>10}{'built':>10}{'feasible':>10}{'synergy median':>16}{'max':>8}{'seconds each':>14}"]
    for mode in MODES:
        rows = table[table["mode"] == mode]
        if rows.empty:
            continue
        built = rows["synergy"].dropna()
        feasible = rows["feasible"].sum()
        lines.append(
            f"{mode:<10}{len(rows):>10}{len(built):>10}{feasible:>10}{built.median():>16.3f}{built.max():>8.3f}"
            f"{rows['seconds'].mean():>14.2e}"
        )
    return "\n".join(lines)
