"""Marks that figures of all kinds share."""

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator, ScalarFormatter, SymmetricalLogLocator

MIGRATION: dict[str, Any] = {"color": "0.75", "linewidth": 0.6, "linestyle": (0, (4, 2))}
TARGET: dict[str, Any] = {"color": "black", "linewidth": 0.9}
SHADE: dict[str, Any] = {"alpha": 0.18, "linewidth": 0}


def scale_generations(axes: Axes, last: int, log: bool) -> None:
    """Sets an axis of generations from 0 to the last; a logarithmic axis is linear from 0 to 1."""
    axes.set_xlabel("generation")
    if log:
        axes.set_xscale("symlog", linthresh=1, linscale=0.3)
        axes.xaxis.set_major_formatter(ScalarFormatter())
        axes.xaxis.set_minor_locator(SymmetricalLogLocator(base=10, linthresh=1, subs=np.arange(2, 10)))
    else:
        axes.xaxis.set_major_locator(MaxNLocator(5, integer=True))
    axes.set_xlim(0, max(last, 1))
