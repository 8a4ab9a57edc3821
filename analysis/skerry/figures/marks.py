"""Marks that figures of all kinds share."""

import math
import sys
from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.patches import Patch
from matplotlib.ticker import FixedLocator, Formatter, FuncFormatter, Locator, LogLocator, MaxNLocator, NullFormatter, NullLocator
from matplotlib.ticker import StrMethodFormatter, SymmetricalLogLocator
from numpy.typing import NDArray

from .. import style
from ..members import Curves

MIGRATION: dict[str, Any] = {"color": "0.75", "linewidth": 0.6, "linestyle": (0, (4, 2))}
TARGET: dict[str, Any] = {"color": "black", "linewidth": 0.9}
SHADE: dict[str, Any] = {"alpha": 0.18, "linewidth": 0}
#: Beyond so many decades the margins of an axis reach beyond all numbers, and matplotlib would draw from 1 to 10 in its place.
MOST_DECADES = 100
#: A gap that is smaller by so many decades than the largest is drawn as none: matplotlib computes with the ratio of both.
MOST_GAP_DECADES = 250
MOST_LINEAR = 5  #: times as far as the lowest value the highest is on a linear axis of fitness
#: What the axis of an effort says.
EFFORT_LABELS = {"evaluations": "evaluations, all islands", "seconds": "time (s)", "generations": "generations"}


#: A logarithmic axis that spans less than this has plain numbers for labels, more of them than powers of ten.
SHORT_SPAN = 100
#: With this many labels a short axis can be read.
ENOUGH_LABELS = 4
#: Numbers of islands have room for so many labels.
MOST_ISLANDS = 12
#: The ends of an axis may be past its last label by the rounding of its scale.
ROUNDED = 1 + 1e-9
#: Steps of finer labels in a decade, and the least room that is kept between two labels, in units of the size of their font.
STEPS = (5.0, 2.0, 1.0, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01)
SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
DIGIT_WIDTH, POWER_WIDTH, SPACE, LINE_HEIGHT = 0.64, 2.6, 0.6, 1.5


def shade(axes: Axes, curves: Curves, colour: str, middle: bool, label: str | None = None) -> None:
    """Shades the range of all members, or the middle half of them where the ranges of groups would lie on each other."""
    low, high = (curves.lower, curves.upper) if middle else (curves.lowest, curves.highest)
    axes.fill_between(curves.at, low, high, color=colour, label=label, **SHADE)


def shade_key(members: str, middle: bool) -> Patch:
    return Patch(color="0.3", label=f"middle half of the {members}" if middle else f"all {members}", **SHADE)


class LogTicks(LogLocator):  # type: ignore[misc]  # matplotlib 3.6 comes without types
    """Places the labels of a logarithmic axis: powers of ten, and where these are few numbers between them, as many as have room.

    The locator of matplotlib labels all multiples of the power of ten where an axis spans less than a decade, one on another.
    """

    def __init__(self, linear: float | None = None) -> None:
        """linear: of an axis that is linear from 0 to this value, and has labels at 0 and multiples of this value alone."""
        super().__init__()
        self._linear = linear

    def nonsingular(self, v0: float, v1: float) -> tuple[float, float]:
        found: tuple[float, float] = (Locator.nonsingular if self._linear else LogLocator.nonsingular)(self, v0, v1)
        return found

    def tick_values(self, vmin: float, vmax: float) -> NDArray[np.float64]:
        low, high = min(vmin, vmax), min(max(vmin, vmax), sys.float_info.max / ROUNDED) * ROUNDED
        least = self._linear or (low if low > 0 else self.axis.get_minpos()) / ROUNDED
        if not 0 < least <= high or not np.isfinite([vmin, vmax]).all():
            return np.array([])
        first = [0.0] if self._linear and low <= 0 else []
        decades = np.arange(np.floor(np.log10(least)), np.floor(np.log10(high)) + 1)
        self._short = high / SHORT_SPAN < least
        powers = 10.0**decades
        powers = powers[(powers >= least) & (powers <= high)]
        while first and len(powers) and not self._apart([0.0, powers[0]]):
            powers = powers[1:]
        strides = range(1, max(len(powers), 1) + 1)
        chosen = next(each for stride in strides if self._apart(each := [*first, *powers[::stride]]) or stride == strides[-1])
        if not self._short:
            return np.array(chosen)
        for step in STEPS:
            if len(chosen) >= ENOUGH_LABELS or (self._linear and step < 1):
                break
            with np.errstate(over="ignore"):  # beyond the highest value
                multiples = np.unique(10.0 ** decades[:, None] * step * np.arange(1, round(10 / step)))
            chosen = self._with(chosen, [float(value) for value in multiples if least <= value <= high])
        return np.array(chosen)

    def _with(self, chosen: list[float], others: list[float]) -> list[float]:
        """Returns the labels and those of others that have room beside them; where less than two have, the ends of all."""
        for value in others:
            more = sorted([*chosen, value])
            if not np.isclose(chosen, value, rtol=1e-9, atol=0).any() and self._apart(more):
                chosen = more
        ends = [others[0], others[-1]] if len(others) > 1 else []
        return ends if len(chosen) < 2 and ends and self._apart(ends) else chosen

    def _apart(self, values: list[float]) -> bool:
        """Tells whether the labels of ascending values do not touch."""
        if len(values) < 2:
            return True
        upright = self.axis.axis_name == "y"
        transform = self.axis.get_transform()
        ends = transform.transform(np.array(self.axis.get_view_interval(), dtype=float))
        box, size = self.axis.axes.bbox, style.PARAMETERS[f"{self.axis.axis_name}tick.labelsize"]
        length = (box.height if upright else box.width) / self.axis.figure.dpi * 72 / size
        places = transform.transform(np.array(values, dtype=float)) / abs(ends[1] - ends[0]) * length
        if upright:
            return bool((np.diff(places) >= LINE_HEIGHT).all())
        widths = np.array([self._width(value) for value in values])
        return bool((np.diff(places) >= (widths[1:] + widths[:-1]) / 2 + SPACE).all())

    def _width(self, value: float) -> float:
        if self._linear and value < 1e9:  # larger ones are powers of ten
            return DIGIT_WIDTH * len(f"{value:.0f}")
        return DIGIT_WIDTH * len(plain(value)) if self._short else POWER_WIDTH


class LogLabels(Formatter):  # type: ignore[misc]
    """Shows powers of ten as such, and the numbers of an axis that spans less than two decades as they are."""

    def __init__(self, linear: float | None = None) -> None:
        super().__init__()
        self._linear = linear

    def __call__(self, x: float, pos: int | None = None) -> str:
        low, high = sorted(self.axis.get_view_interval())
        low = self._linear or low
        return plain(x) if low <= 0 or high / SHORT_SPAN < low else power(x)


def power(value: float) -> str:
    """Returns a power of ten, the largest and the smallest as such; other numbers in few digits."""
    exponent = round(np.log10(abs(value))) if value else 0
    if -3 < exponent < 4 or not np.isclose(abs(value), 10.0**exponent, rtol=1e-9, atol=0):
        return plain(value)
    return f"{'-' if value < 0 else ''}10{str(exponent).translate(SUPERSCRIPTS)}"


def plain(value: float) -> str:
    """Returns a number in few digits, with separators of thousands."""
    return f"{value:,.9g}" if value >= 10000 else f"{value:.9g}"


def _plain_tick(value: float, _: int | None = None) -> str:
    return plain(value)


def scale_log(axis: Axis, linear: float | None = None) -> None:
    """Labels an axis whose scale is logarithmic, or linear from 0 to `linear` and logarithmic beyond."""
    axis.set_major_locator(LogTicks(linear))
    axis.set_major_formatter(LogLabels(linear))
    axis.set_minor_formatter(NullFormatter())


def scale_islands(axes: Axes, islands: Sequence[float]) -> None:
    """Draws numbers of islands on a logarithmic axis, with these as its ticks where there is room for their labels."""
    axes.set_xscale("log", base=2)
    room = math.log(max(islands) / min(islands)) / MOST_ISLANDS
    ticks = list(islands[:1])
    ticks += [one for one in islands[1:] if math.log(one / ticks[-1]) >= room]
    axes.xaxis.set_major_locator(FixedLocator(ticks))
    axes.xaxis.set_minor_locator(NullLocator())
    axes.xaxis.set_major_formatter(StrMethodFormatter("{x:.0f}"))


def scale_fitness(axes: Axes, values: np.ndarray) -> None:
    """Draws a logarithmic axis where the values differ by a factor, since the last steps to a target would vanish beside the first."""
    known = values[np.isfinite(values)]
    style.shrink_if_wide(axes)
    if len(known) == 0 or known.min() <= 0 or known.max() < MOST_LINEAR * known.min():
        return
    axes.set_yscale("log")
    scale_log(axes.yaxis)
    _keep_to_numbers(axes.yaxis, known)


def _keep_to_numbers(axis: Axis, values: NDArray[np.float64]) -> None:
    if values.max() > style.WIDE or np.log10(values.max()) - np.log10(values.min()) > MOST_DECADES:
        axis.axes.margins(**{axis.axis_name: 0})


def scale_gap(axis: Axis, gaps: NDArray[np.float64]) -> None:
    """Draws gaps on a logarithmic axis, which is linear below the smallest gap so that it shows 0, too."""
    found = gaps[np.isfinite(gaps) & (gaps > 0)]
    if len(found) == 0:
        return
    linear = 10.0 ** np.floor(np.log10(max(found.min(), found.max() / 10.0**MOST_GAP_DECADES)))
    name = axis.axis_name
    getattr(axis.axes, f"set_{name}scale")("symlog", linthresh=linear, linscale=0.4)
    scale_log(axis, linear)
    _keep_to_numbers(axis, found)
    getattr(axis.axes, f"set_{name}lim")(-0.15 * linear, None)  # the line at 0 is not hidden by the edge


def scale_effort(axes: Axes, over: str, last: float, log: bool) -> None:
    """Sets an axis of generations, evaluations or seconds, up to the last."""
    if over == "generations":
        scale_generations(axes, int(last), log)
        return
    axes.set_xlabel(EFFORT_LABELS[over])
    if log:
        axes.set_xscale("log", nonpositive="mask")
        scale_log(axes.xaxis)
        axes.set_xlim(right=last or 1)
    else:
        axes.xaxis.set_major_locator(MaxNLocator(4))
        axes.xaxis.set_major_formatter(FuncFormatter(_plain_tick))
        axes.set_xlim(0, last or 1)


def scale_generations(axes: Axes, last: int, log: bool) -> None:
    """Sets an axis of generations from 0 to the last; a logarithmic axis is linear from 0 to 1."""
    axes.set_xlabel("generation")
    if log:
        axes.set_xscale("symlog", linthresh=1, linscale=0.3)
        axes.xaxis.set_major_locator(LogTicks(linear=1.0))
        axes.xaxis.set_major_formatter(StrMethodFormatter("{x:.0f}"))
        axes.xaxis.set_minor_locator(SymmetricalLogLocator(base=10, linthresh=1, subs=np.arange(2, 10)))
    else:
        axes.xaxis.set_major_locator(MaxNLocator(5, integer=True))
    axes.set_xlim(0, max(last, 1))
