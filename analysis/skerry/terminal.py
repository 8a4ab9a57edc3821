"""Draws line plots in a terminal: with braille dots if it shows Unicode, otherwise with letters."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

#: Bits of the dots in a braille character, by row and column (Unicode, block U+2800).
BRAILLE = np.array([[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]])
BLOCKS = "▁▂▃▄▅▆▇█"
LEVELS = "_.-=+*#@"
RESET = "\x1b[0m"


@dataclass(frozen=True)
class Line:
    """A line of a plot over rows 0, 1, ...; NaN leaves a gap."""

    values: np.ndarray
    letter: str  #: the letter that draws it if there is no Unicode
    every: int = 1  #: only every such column of dots is drawn
    colour: str = ""  #: an escape sequence


@dataclass(frozen=True)
class Look:
    """The abilities of a terminal."""

    unicode: bool
    colour: bool

    def painted(self, text: str, colour: str) -> str:
        return f"{colour}{text}{RESET}" if self.colour and colour and text.strip() else text


def plot(lines: Sequence[Line], width: int, height: int, look: Look) -> list[str]:
    """Plots lines over a common axis of rows, the first line on top, with the scale at the left; `height` lines of
    text.

    A column shows the range from the lowest to the highest of its rows, so that no peak is lost.
    """
    finite = np.concatenate([line.values[np.isfinite(line.values)] for line in lines] or [np.empty(0)])
    if len(finite) == 0:
        return [" " * width] * height
    low, high = float(finite.min()), float(finite.max())
    labels = _labels(low, high, height)
    margin = max(map(len, labels)) + 1
    columns = max(width - margin, 2)
    across, down = (2, 4) if look.unicode else (1, 1)
    rows = max(len(line.values) for line in lines)
    shown = np.full((height, columns), " ", dtype=object)
    dots = np.zeros((height, columns), dtype=int)
    for line in reversed(lines):
        drawn = _dots(line, rows, columns * across, height * down, low, high)
        cells = drawn.reshape(height, down, columns, across)
        touched = cells.any(axis=(1, 3))
        dots |= (cells * BRAILLE[None, :, None, :]).sum(axis=(1, 3)) if look.unicode else 0
        for row, column in np.argwhere(touched):
            character = chr(0x2800 + dots[row, column]) if look.unicode else line.letter
            shown[row, column] = look.painted(character, line.colour)
    return [f"{label:>{margin - 1}} {''.join(cells)}" for label, cells in zip(labels, shown, strict=True)]


def sparkline(values: np.ndarray, width: int, look: Look) -> str:
    """Plots a quantity over time in one line of at most `width` characters; each shows the mean of a part."""
    values = values[np.isfinite(values)]
    if len(values) == 0 or width < 1:
        return ""
    parts = np.array([part.mean() for part in np.array_split(values, min(width, len(values)))])
    parts /= 4  # whose differences are numbers
    span = parts.max() - parts.min()
    levels = np.zeros(len(parts)) if span == 0 else (parts - parts.min()) / span
    characters = BLOCKS if look.unicode else LEVELS
    return "".join(characters[int(level * (len(characters) - 1) + 0.5)] for level in levels)


def _labels(low: float, high: float, height: int) -> list[str]:
    labels = [""] * height
    labels[-1] = f"{low:.6g}"
    if height > 2:
        labels[height // 2] = f"{high + (low - high) * (height // 2) / (height - 1):.6g}"
    labels[0] = f"{high:.6g}"
    return labels


def _dots(line: Line, rows: int, across: int, down: int, low: float, high: float) -> np.ndarray:
    """Returns the dots that a line sets, [down, across], with the highest value at the top."""
    drawn = np.zeros((down, across), dtype=bool)
    known = np.flatnonzero(np.isfinite(line.values))
    if len(known) == 0:
        return drawn
    place = known * (across - 1) // max(rows - 1, 1)
    starts = np.flatnonzero(np.diff(place, prepend=-1))
    values = line.values[known]
    present = place[starts]
    columns = np.arange(present[0], present[-1] + 1)
    # Columns without a row are interpolated between their neighbours.
    lowest = np.interp(columns, present, np.minimum.reduceat(values, starts))
    highest = np.interp(columns, present, np.maximum.reduceat(values, starts))
    # A quarter of a value has a difference to any other.
    low, high, lowest, highest = low / 4, high / 4, lowest / 4, highest / 4
    span = (high - low) or 1.0
    top = np.rint((high - highest) / span * (down - 1)).astype(int)
    bottom = np.rint((high - lowest) / span * (down - 1)).astype(int)
    for column, first, last in zip(columns, top, bottom, strict=True):
        if column % line.every == 0:
            drawn[first : last + 1, column] = True
    if line.every == 1:  # connect columns whose dots do not touch
        for index in range(1, len(columns)):
            gap_top, gap_bottom = min(bottom[index - 1], bottom[index]), max(top[index - 1], top[index])
            drawn[gap_top : gap_bottom + 1, columns[index]] |= gap_top < gap_bottom
    return drawn
