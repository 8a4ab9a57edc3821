"""Draws how much synergy constructed solutions reach, guided and unguided."""

from collections.abc import Sequence
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
    """The tables of `skerry construct`, under each other."""
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
    wrong = table["synergy"].dropna()
    wrong = wrong[(wrong < 0) | (wrong > 1)]
    if not wrong.empty:
        raise DataError(f"{path}:{wrong.index[0] + 2}: synergy is {wrong.iloc[0]:g}; it lies in [0, 1]")
    return table


def histogram(synergies: NDArray[np.float64], attempts: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Percentage of all attempts in each bin of synergy, [bin], and the edges of the bins.

    Attempts without a solution are in none.
    """
    edges = np.linspace(0, 1, round(1 / BIN_WIDTH) + 1)
    # A tiny shift keeps values like 0.8, which floating point puts just below their edge, in the bin they begin.
    counts, _ = np.histogram(np.minimum(synergies + 1e-9, 1), bins=edges)
    return 100 * counts / attempts, edges


def draw(table: pd.DataFrame, width: float = style.WIDTHS["single"]) -> Figure:
    with style.applied():
        drawing, ((axes,),) = style.figure(1, 1, (width, 0.68 * width))
        handles = []
        for number, mode in enumerate(MODES):
            rows = table[table["mode"] == mode]
            if not rows.empty:
                handles.append(_draw_mode(axes, mode, rows, number))
        axes.set_xlim(0, 1)
        axes.set_ylim(bottom=0)
        axes.set_xticks(np.linspace(0, 1, 11))
        axes.set_xlabel("synergy")
        axes.set_ylabel(f"share of attempts (%), in bins of {BIN_WIDTH:g}")
        style.legend_above(drawing, handles)
    return drawing


def _draw_mode(axes: Axes, mode: str, rows: pd.DataFrame, number: int) -> Line2D:
    colour, dash = style.colour(number), ("-", "--")[number]
    synergies = rows["synergy"].dropna()
    shares, edges = histogram(synergies.to_numpy(), len(rows))
    label = f"{mode} ({len(rows):,} attempts"
    if len(synergies) < len(rows):
        label += f", {len(rows) - len(synergies):,} without a solution"
    axes.stairs(shares, edges, fill=True, color=colour, alpha=0.35, label="_fill")
    axes.stairs(shares, edges, color=colour, linestyle=dash, label=label + ")")
    return style.key(label + ")", color=colour, linestyle=dash)


def summary(table: pd.DataFrame) -> str:
    """A line for each mode."""
    lines = [f"{'mode':<10}{'attempts':>10}{'built':>10}{'feasible':>10}{'synergy median':>16}{'max':>8}{'seconds each':>14}"]
    for mode in MODES:
        rows = table[table["mode"] == mode]
        if rows.empty:
            continue
        built = rows["synergy"].dropna()
        feasible = rows["feasible"].astype(str).str.lower().isin(("1", "true", "yes")).sum()
        lines.append(
            f"{mode:<10}{len(rows):>10}{len(built):>10}{feasible:>10}{built.median():>16.3f}{built.max():>8.3f}"
            f"{rows['seconds'].mean():>14.2e}"
        )
    return "\n".join(lines)
