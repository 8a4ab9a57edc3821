import re

import numpy as np
import pytest

from skerry.terminal import BRAILLE, Line, Look, plot, sparkline

BLACK = Look(unicode=True, colour=False)
LETTERS = Look(unicode=False, colour=False)
BLUE = "\x1b[38;5;32m"


def dots(drawn):
    """Returns the dots of a plot without its labels, [row, column], True where set."""
    width = len(drawn[0])
    first = max(len(line) - len(line.lstrip(" -.0123456789e+")) for line in drawn)
    cells = [[ord(character) - 0x2800 if "\u2800" <= character <= "\u28ff" else 0 for character in line] for line in drawn]
    assert all(len(line) == width for line in drawn) and first <= width
    bits = np.array(cells)[:, :, None, None] & BRAILLE
    return (bits > 0).transpose(0, 2, 1, 3).reshape(4 * len(drawn), 2 * width)


def test_a_falling_line_falls():
    picture = dots(plot([Line(np.arange(200.0)[::-1], "*")], 60, 10, BLACK))
    rows, columns = np.nonzero(picture)
    assert np.corrcoef(rows, columns)[0, 1] > 0.99
    assert rows.min() == 0 and rows.max() == 39


def test_the_scale_names_lowest_and_highest():
    drawn = plot([Line(np.array([10.0, 250.5, 90.0]), "*")], 40, 6, BLACK)
    assert drawn[0].split()[0] == "250.5" and drawn[-1].split()[0] == "10"
    assert len(drawn) == 6 and {len(line) for line in drawn} == {40}


def test_a_peak_of_one_row_among_many_is_seen():
    values = np.zeros(10_000)
    values[6_000] = 5
    picture = dots(plot([Line(values, "*")], 50, 8, BLACK))
    top, bottom = np.flatnonzero(picture[0]), np.flatnonzero(picture[-1])
    assert len(top) >= 1 and abs((top.mean() - bottom[0]) / (bottom[-1] - bottom[0]) - 0.6) < 0.02
    assert picture[:, top[0]].all(), "the way up is drawn too"


@pytest.mark.parametrize("seed", range(10))
def test_a_line_has_no_hole(seed):
    """Each column has a dot, and its dots touch those of the column before."""
    values = np.cumsum(np.random.default_rng(seed).normal(size=37 + 40 * seed))
    picture = dots(plot([Line(values, "*")], 50, 10, BLACK))
    rows = [np.flatnonzero(picture[:, column]) for column in np.flatnonzero(picture.any(axis=0))]
    assert len(rows) > 70
    for left, right in zip(rows, rows[1:]):
        assert min(abs(left[:, None] - right).ravel()) <= 1


def test_a_gap_stays_empty_at_the_start():
    values = np.r_[np.full(50, np.nan), np.zeros(50)]
    picture = dots(plot([Line(values, "*")], 54, 4, BLACK))
    assert np.flatnonzero(picture.any(axis=0)).min() > 50


def test_the_first_line_lies_on_top():
    lines = [Line(np.zeros(10), "*"), Line(np.zeros(10), ".")]
    assert set("".join(plot(lines, 20, 3, LETTERS))) <= set("* 0.")
    assert "*" in plot(lines, 20, 3, LETTERS)[0] + plot(lines, 20, 3, LETTERS)[-1]


def test_letters_do_where_there_is_no_unicode():
    drawn = plot([Line(np.arange(30.0), "*"), Line(np.arange(30.0)[::-1], ".", every=2)], 40, 8, LETTERS)
    assert "".join(drawn).isascii()
    assert "*" in drawn[0] and "." in drawn[0]


def test_colours_are_used_only_where_they_are_wanted():
    line = Line(np.arange(30.0), "*", colour=BLUE)
    assert "\x1b" not in "".join(plot([line], 40, 8, BLACK))
    painted = plot([line], 40, 8, Look(unicode=True, colour=True))
    assert BLUE in "".join(painted)
    assert [re.sub(r"\x1b\[[0-9;]*m", "", each) for each in painted] == plot([line], 40, 8, BLACK)


def test_nothing_known_is_drawn_as_nothing():
    assert plot([Line(np.full(5, np.nan), "*")], 10, 3, BLACK) == [" " * 10] * 3
    assert sparkline(np.full(5, np.nan), 10, BLACK) == ""


def test_a_sparkline_follows_its_values():
    assert sparkline(np.array([0.0, 1, 2, 3, 4, 5, 6, 7]), 8, BLACK) == "▁▂▃▄▅▆▇█"
    assert sparkline(np.arange(1000.0), 4, LETTERS) == "_-*@"
    assert sparkline(np.ones(3), 8, BLACK) == "▁▁▁"
