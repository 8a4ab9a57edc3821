"""How all pictures look: headless, legible on paper, and told apart by the colour-blind (Okabe and Ito's colours)."""

import matplotlib

matplotlib.use("Agg")

import matplotlib.pyplot as plt  # noqa: E402  (the back end is chosen before)

from .errors import UsageError  # noqa: E402

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9")

PARAMETERS = {
    "font.size": 11,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlesize": 12,
    "axes.grid": True,
    "axes.grid.axis": "y",
    "axes.axisbelow": True,
    "grid.color": "0.92",
    "legend.frameon": True,
    "legend.framealpha": 0.85,
    "legend.edgecolor": "none",
    "legend.fontsize": 9.5,
    "lines.linewidth": 1.8,
    "figure.dpi": 100,
    "savefig.dpi": 150,
}


def colour(number):
    return COLOURS[number % len(COLOURS)]


def applied():
    """A context in which figures are drawn."""
    return plt.rc_context(PARAMETERS)


def figure(rows, columns, size):
    return plt.subplots(rows, columns, figsize=size, squeeze=False, layout="constrained", sharex="col")


def save(drawing, path):
    try:
        with applied():
            drawing.savefig(path)
    except (OSError, ValueError) as error:
        raise UsageError(f"{path} can't be written: {error}") from error
    finally:
        plt.close(drawing)
