"""The common style of all figures. They are meant for print, can be read without colour, and repeat byte for byte.

The colours are those of Okabe and Ito (Color Universal Design, 2008). Groups also differ in their markers, and in each
group the best is a full line and the median a dotted one, so that a figure can be read in grey. Beyond six groups the lines are
dashed, too. Sizes are meant for print
without scaling, where the text is as large as that of a caption.
"""

import pickle
import textwrap
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any, Iterator, Sequence

import matplotlib
import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.cm import ScalarMappable
from matplotlib.colorbar import Colorbar
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import FuncFormatter, MaxNLocator

from .errors import UsageError
from .whole_file import write_whole

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9")
MARKERS = ("o", "s", "^", "D", "v", "P", "X")
#: Lines and dotted lines of the first six groups, of the next six, and so on.
LINES: tuple[tuple[Any, Any], ...] = (("-", ":"), ((0, (6, 1.5)), (0, (1, 3.5))), ((0, (6, 1.5, 1, 1.5)), (0, (1, 1.2, 1, 4))))
#: Groups beyond this would repeat the colour and the marker of earlier ones.
MOST_GROUPS = len(COLOURS) * len(MARKERS)

#: Inches: a column and the full width of the usual two-column page.
WIDTHS = {"single": 3.5, "double": 7.2}
#: Characters of a title that fit into an inch at its size.
CHARACTERS_PER_INCH = 15
#: Inches that the line of a legend's entry takes, and characters of its text that fit into an inch whatever the letters.
LEGEND_LINE, LEGEND_CHARACTERS = 0.5, 12
#: The formats by the end of a file's name, with the metadata to leave out, since they change from run to run.
METADATA: dict[str, dict[str, None]] = {
    ".pdf": {"CreationDate": None, "ModDate": None},
    ".svg": {"Date": None},
    ".png": {"Software": None},
}

PARAMETERS: dict[str, Any] = {
    "font.family": ["DejaVu Sans", "sans-serif"],
    "font.size": 8,
    "axes.titlesize": 8,
    "axes.labelsize": 8,
    "xtick.labelsize": 7,
    "ytick.labelsize": 7,
    "legend.fontsize": 7,
    "legend.title_fontsize": 8,
    "hatch.linewidth": 0.5,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.linewidth": 0.6,
    "axes.grid": True,
    "axes.grid.axis": "y",
    "axes.axisbelow": True,
    "axes.formatter.useoffset": False,
    "grid.color": "0.9",
    "grid.linewidth": 0.5,
    "xtick.major.width": 0.6,
    "ytick.major.width": 0.6,
    "legend.frameon": False,
    "legend.handlelength": 2.4,
    "lines.linewidth": 1.1,
    "lines.markersize": 3.2,
    "figure.constrained_layout.w_pad": 0.03,
    "figure.constrained_layout.h_pad": 0.03,
    "savefig.dpi": 300,
    # Text stays text: as TrueType in PDF, as characters in SVG. The fixed salt makes the names in an SVG repeat.
    "pdf.fonttype": 42,
    "svg.fonttype": "none",
    "svg.hashsalt": "skerry",
    # Labels are names that users gave, in which a dollar is a dollar.
    "text.parse_math": False,
    # Our own thinning keeps the peaks of a long line; the simplification of matplotlib might not.
    "path.simplify": False,
}


def colour(number: int) -> str:
    return COLOURS[number % len(COLOURS)]


def marker(number: int) -> str:
    return MARKERS[number % len(MARKERS)]


def line(number: int, of: int, dotted: bool = False, points: int = 0) -> dict[str, Any]:
    """Returns the style of line `number` of `of`. The median of a group is dotted and has hollow markers.

    points: the number of points of the line, of which about seven get a marker. A single point would be invisible without one.
    """
    chosen: dict[str, Any] = {"color": colour(number), "linestyle": LINES[number // len(COLOURS) % len(LINES)][dotted]}
    if of > 1 or points == 1:
        # Markers of different groups are placed side by side.
        every = max(points // 7, 1)
        first = int(every * (number + 0.5 + (0.5 if dotted else 0)) / (of + 0.5))
        chosen |= {"marker": marker(number), "markevery": (first, every), "markeredgewidth": 0.7}
        chosen["markerfacecolor"] = "white" if dotted else colour(number)
    return chosen


@contextmanager
def applied() -> Iterator[None]:
    """A context in which figures are drawn. Margins of very large values, which matplotlib leaves out, are beyond all numbers."""
    with matplotlib.rc_context(PARAMETERS), np.errstate(over="ignore", invalid="ignore"):
        yield


def width_inches(text: str) -> float:
    """Returns the width in inches that `single`, `double` or a number means. Raises UsageError."""
    if text in WIDTHS:
        return WIDTHS[text]
    try:
        width = float(text)
    except ValueError:
        width = 0.0
    if not 1 <= width <= 40:
        raise UsageError(f"the width is '{text}'; it is single ({WIDTHS['single']} in), double ({WIDTHS['double']} in) or 1 to 40 inches")
    return width


class PrintFigure(Figure):  # type: ignore[misc]  # matplotlib 3.6 comes without types
    """A figure that notebooks show as SVG. It is independent of pyplot, so it does not change its settings."""

    def _repr_svg_(self) -> str:
        return printed(self, "svg").decode()


def figure(rows: int, columns: int, size: tuple[float, float], sharex: str = "col", sharey: str = "none") -> tuple[Figure, np.ndarray]:
    """Makes a figure of that size in inches; returns it and its axes, [row, column]."""
    made = PrintFigure(figsize=size, layout="constrained")
    FigureCanvasAgg(made)
    return made, made.subplots(rows, columns, squeeze=False, sharex=sharex, sharey=sharey)


def columns(count: int, usual: int, width: float | None, least: float) -> int:
    """Returns how many pictures stand side by side: as many as usual, but fewer where each would be narrower than `least` inches."""
    fitting = usual if width is None else max(int(width / least + 1e-9), 1)
    return min(count, usual, fitting)


def legend_above(drawing: Figure, handles: Sequence[Artist], title: str = "") -> None:
    """Adds a legend at the top in as few rows as the width allows, and makes the figure higher by its height.

    title: stands above its entries, wrapped to the width.
    """
    if not handles and not title:
        return
    width, height = drawing.get_size_inches() * drawing.dpi
    title = "\n".join(textwrap.fill(each, int(CHARACTERS_PER_INCH * width / drawing.dpi)) for each in title.splitlines())
    count = max(len(handles), 1)
    for columns in sorted({-(-count // rows) for rows in range(1, count + 1)}, reverse=True):  # those that fill their rows
        legend = drawing.legend(
            handles=list(handles), loc="upper center", ncol=columns, borderaxespad=0.2, columnspacing=1.4, title=title or None
        )
        legend.get_title().set_multialignment("center")
        if columns == 1 and legend.get_window_extent(drawing.canvas.get_renderer()).width > width:
            for text in legend.get_texts():
                text.set_text(textwrap.fill(text.get_text(), max(int(LEGEND_CHARACTERS * (width / drawing.dpi - LEGEND_LINE)), 8)))
        extent = legend.get_window_extent(drawing.canvas.get_renderer())
        if extent.width <= width or columns == 1:
            break
        legend.remove()
    band = extent.height + 4
    drawing.set_size_inches(width / drawing.dpi, (height + band) / drawing.dpi)
    drawing.get_layout_engine().set(rect=(0, 0, 1, height / (height + band)))


def key(label: str, **look: Any) -> Line2D:
    """Returns a legend entry that explains a style of line, independent of the group."""
    return Line2D([], [], **{"color": "0.3", "label": label, **look})


def check_name(path: str | Path) -> None:
    """Raises UsageError if a figure of this name can't be written, before anything is computed for it."""
    path = Path(path)
    if path.suffix.lower() not in METADATA:
        raise UsageError(f"{path} can't be written: the name of a figure ends in .pdf, .svg or .png")
    if not path.parent.is_dir():
        raise UsageError(f"{path} can't be written: there is no folder {path.parent}")


def save(drawing: Figure, path: str | Path) -> None:
    """Writes a figure in the format of its file name. Raises UsageError."""
    check_name(path)
    try:
        write_whole(Path(path), printed(drawing, Path(path).suffix.lower()[1:]))
    except OSError as error:
        raise UsageError(f"{path} can't be written: {error}") from error


#: Beyond these limits matplotlib computes with differences that are beyond all numbers; it gets values divided by a power of ten.
WIDE, SHRUNK = 1e300, 1e-6


class WideTicks(MaxNLocator):  # type: ignore[misc]
    def tick_values(self, vmin: float, vmax: float) -> np.ndarray:
        ticks = np.asarray(super().tick_values(vmin * SHRUNK, vmax * SHRUNK)) / SHRUNK
        return ticks[np.isfinite(ticks)]

    def nonsingular(self, v0: float, v1: float) -> tuple[float, float]:
        return v0, v1


def _shrunk(value: Any) -> Any:
    return value * SHRUNK


def _widened(value: Any) -> Any:
    return value / SHRUNK


def _wide_tick(value: float, _: int | None = None) -> str:
    return f"{value:.3g}"


def shrinking(low: float, high: float) -> float:
    """Returns the factor of values that colours between two limits show, which is other than 1 where these are far apart."""
    return SHRUNK**2 if max(abs(low), abs(high)) > WIDE else 1.0


def _shrunk_tick(value: float, _: int | None = None) -> str:
    return _wide_tick(value / SHRUNK**2)


def add_colours(drawing: Figure, shown: ScalarMappable, factor: float, **place: Any) -> Colorbar:
    """Adds the scale of the colours; `factor` is that of shrinking()."""
    return drawing.colorbar(shown, format=None if factor == 1 else FuncFormatter(_shrunk_tick), **place)


def shrink_if_wide(axes: Axes) -> None:
    for name, axis in (("x", axes.xaxis), ("y", axes.yaxis)):
        if axis.get_scale() == "linear" and np.abs(axis.get_view_interval()).max() > WIDE:
            getattr(axes, f"set_{name}scale")("function", functions=(_shrunk, _widened))
            axis.set_major_locator(WideTicks(5))
            axis.set_major_formatter(FuncFormatter(_wide_tick))


def printed(drawing: Figure, ending: str) -> bytes:
    """Returns the content of a figure's file (svg, pdf or png): the same bytes, however often it was drawn before."""
    # Each drawing changes the layout, so a copy is drawn.
    drawing = pickle.loads(pickle.dumps(drawing))
    written = BytesIO()
    with applied():
        for axes in drawing.axes:
            shrink_if_wide(axes)
        drawing.savefig(written, format=ending, metadata=METADATA[f".{ending}"])
    return written.getvalue()
