"""Tests the properties of all figures: size in print, legibility without colour, text as text, repeatable bytes."""

import itertools
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import numpy as np
import pytest

from matplotlib.figure import Figure

from skerry import style
from skerry.figures.marks import scale_generations, scale_log

# The matrices are from Machado, Oliveira and Fernandes 2009, doi 10.1109/TVCG.2009.113, severity 1.0, for linear RGB.
MACHADO = {
    "normal": np.eye(3),
    "protanopia": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "deuteranopia": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
}
# The matrix is from IEC 61966-2-1: linear sRGB to XYZ, white D65.
XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])


def linear(colour: str) -> np.ndarray:
    values = np.array([int(colour[at : at + 2], 16) for at in (1, 3, 5)]) / 255
    return np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)


def lab(rgb: np.ndarray) -> np.ndarray:
    """Converts linear RGB to CIELAB."""
    ratio = XYZ @ np.clip(rgb, 0, 1) / XYZ.sum(axis=1)
    curve = np.where(ratio > (6 / 29) ** 3, np.cbrt(ratio), ratio / (3 * (6 / 29) ** 2) + 4 / 29)
    return np.array([116 * curve[1] - 16, 500 * (curve[0] - curve[1]), 200 * (curve[1] - curve[2])])


def picture(groups: int = 3, width: float = 3.5) -> Figure:
    with style.applied():
        drawing, axes = style.figure(1, 1, (width, 2.4))
        generations = np.arange(50)
        for number in range(groups):
            axes[0, 0].plot(generations, np.exp(-generations / (9 + number)), gid=f"best{number}", **style.line(number, groups))
            axes[0, 0].plot(
                generations, np.exp(-generations / (14 + number)), gid=f"median{number}", **style.line(number, groups, dotted=True)
            )
        axes[0, 0].set_xlabel("generation")
        style.legend_above(drawing, [style.key(f"group {number}", **style.line(number, groups)) for number in range(groups)])
    return drawing


def test_lab_is_right_about_known_colours():
    np.testing.assert_allclose(lab(linear("#ffffff")), [100, 0, 0], atol=0.05)
    np.testing.assert_allclose(lab(linear("#ff0000")), [53.24, 80.09, 67.20], atol=0.1)


@pytest.mark.parametrize("eyes", MACHADO)
def test_colours_stay_apart_for_the_colour_blind(eyes):
    """A distance of 2.3 is just noticeable in CIE76; at 10 colours are told apart easily."""
    seen = [lab(np.asarray(MACHADO[eyes]) @ linear(colour)) for colour in style.COLOURS]
    nearest = min(np.linalg.norm(a - b) for a, b in itertools.combinations(seen, 2))
    assert nearest > 10


@pytest.mark.parametrize("eyes", ["protanopia", "deuteranopia"])
def test_the_simulation_brings_red_and_green_together(eyes):
    red, green = linear("#a83c1c"), linear("#5c6f1c")
    assert np.linalg.norm(lab(red) - lab(green)) > 60
    assert np.linalg.norm(lab(np.asarray(MACHADO[eyes]) @ red) - lab(np.asarray(MACHADO[eyes]) @ green)) < 20


def test_without_colour_lines_still_differ():
    looks = [style.line(number, 6, dotted) for number in range(6) for dotted in (False, True)]
    assert len({(look["marker"], look["linestyle"], look["markerfacecolor"] == "white") for look in looks}) == 12


def test_more_groups_than_colours_still_differ():
    assert len({(style.colour(number), style.marker(number)) for number in range(style.MOST_GROUPS)}) == style.MOST_GROUPS == 42
    looks = [style.line(number, 18, dotted) for number in range(18) for dotted in (False, True)]
    assert len({(look["color"], look["linestyle"]) for look in looks}) == 36, "lines differ without their markers, too"


def expect_legend_above(drawing):
    """Checks that the legend lies within the page and off the axes."""
    drawing.canvas.draw()
    (legend,) = drawing.legends
    extent = legend.get_window_extent()
    assert extent.x0 >= 0 and extent.x1 <= drawing.bbox.width
    assert drawing.axes[0].get_window_extent().y1 <= extent.y0


def test_a_long_label_is_wrapped_within_the_page():
    drawing = picture()
    drawing.legends[0].remove()
    style.legend_above(drawing, [style.key("an island of many words " * 6, **style.line(0, 1))])
    expect_legend_above(drawing)


@pytest.fixture(scope="module")
def svg(tmp_path_factory):
    path = tmp_path_factory.mktemp("svg") / "a.svg"
    style.save(picture(), path)
    return ElementTree.parse(path).getroot()


SVG = "{http://www.w3.org/2000/svg}"


def test_an_svg_keeps_its_text_and_size(svg):
    assert {"generation", "group 0", "group 1", "group 2"} <= {"".join(text.itertext()) for text in svg.iter(f"{SVG}text")}
    assert svg.get("width") == "252pt"
    sizes = [float(size) for size in re.findall(r"font(?:-size)?: ([\d.]+)px", ElementTree.tostring(svg).decode())]
    assert min(sizes) >= 7


def test_lines_of_an_svg_bear_the_colours_and_dashes_of_their_groups(svg):
    for number in range(3):
        for name in ("best", "median"):
            (line,) = [group for group in svg.iter(f"{SVG}g") if group.get("id") == f"{name}{number}"]
            look = line.find(f"{SVG}path").get("style")
            assert f"stroke: {style.COLOURS[number].lower()}" in look
            assert ("stroke-dasharray" in look) == (name == "median")
            assert len(list(line.iter(f"{SVG}use"))) >= 2, "the markers"


def test_a_pdf_embeds_its_font_and_has_its_size(tmp_path):
    style.save(picture(width=7.2), tmp_path / "a.pdf")
    written = (tmp_path / "a.pdf").read_bytes()
    assert b"/MediaBox [ 0 0 518.4 " in written
    assert b"/FontFile2" in written and b"/Type3" not in written
    assert b"Date" not in written


SAVE = """
import sys
sys.path.insert(0, sys.argv[1])
from test_style import picture
from skerry import style
for path in sys.argv[2:]:
    style.save(picture(), path)
"""


@pytest.mark.nightly
def test_the_same_figure_is_the_same_bytes_another_time(tmp_path):
    written = []
    for turn in ("1", "2"):
        paths = [tmp_path / f"{turn}.{ending}" for ending in ("svg", "pdf", "png")]
        command = [sys.executable, "-c", SAVE, Path(__file__).parent, *paths]
        environment = {**os.environ, "PYTHONHASHSEED": turn}
        subprocess.run(list(map(str, command)), check=True, timeout=120, env=environment)
        written.append([path.read_bytes() for path in paths])
    assert written[0] == written[1]
    assert not any(re.search(rb"20\d\d-\d\d-\d\d|D:20\d\d", each) for each in written[0]), "a figure tells the day"


@pytest.mark.parametrize("groups", [1, 6, 12])
def test_the_legend_stays_within_the_page_and_off_the_axes(groups):
    expect_legend_above(picture(groups))


def test_a_notebook_is_shown_the_svg_that_is_saved(tmp_path):
    drawing = picture()
    shown = drawing._repr_svg_()
    style.save(drawing, tmp_path / "a.svg")
    assert shown == (tmp_path / "a.svg").read_text()


def test_a_long_legend_takes_nothing_from_the_axes():
    heights = []
    for groups in (2, 14):
        drawing = picture(groups)
        drawing.canvas.draw()
        heights.append(drawing.axes[0].get_window_extent().height)
    assert heights[0] == pytest.approx(heights[1], rel=0.02)


def labels(axis):
    return [label.get_text() for label in (*axis.get_ticklabels(), *axis.get_ticklabels(minor=True)) if label.get_text()]


def touching(drawing: Figure) -> list[tuple[str, str]]:
    """Draws the figure, and returns the labels of ticks that lie on each other."""
    drawing.canvas.draw()
    found = []
    for axis in (each for axes in drawing.axes for each in (axes.xaxis, axes.yaxis)):
        shown = [label for label in (*axis.get_ticklabels(), *axis.get_ticklabels(minor=True)) if label.get_text() and label.get_visible()]
        for one, other in itertools.combinations(shown, 2):
            if one.get_window_extent().overlaps(other.get_window_extent()):
                found.append((one.get_text(), other.get_text()))
    return found


def scaled(width, columns, x, y, scale) -> Figure:
    """Makes a figure of equal panels whose axes `scale` sets."""
    with style.applied():
        drawing, axes = style.figure(1, columns, (width, 1.95))
        for own in axes.flat:
            own.plot(x, y)
            scale(own)
    return drawing


def log_across(own):
    own.set_xscale("log")
    scale_log(own.xaxis)


def log_upwards(own):
    own.set_yscale("log")
    scale_log(own.yaxis)


@pytest.mark.few(1)
@pytest.mark.parametrize("width, columns", [(3.5, 1), (7.2, 4)])
@pytest.mark.parametrize("low, decades", [(0.0021, 0.02), (0.00031, 0.6), (12000, 0.5), (0.2, 1.2), (1e-6, 9)])
def test_labels_of_a_logarithmic_axis_do_not_touch(width, columns, low, decades):
    ends = [low, low * 10**decades]
    across, upwards = scaled(width, columns, ends, [0, 1], log_across), scaled(width, columns, [0, 1], ends, log_upwards)
    for drawing, name in ((across, "xaxis"), (upwards, "yaxis")):
        assert touching(drawing) == []
        for own in drawing.axes:
            axis = getattr(own, name)
            least, most = axis.get_view_interval()
            shown = [text for text, place in zip(labels(axis), axis.get_majorticklocs()) if least <= place <= most]
            assert len(shown) >= 2 and len(set(shown)) == len(shown), f"nothing can be read off {shown}"


def test_a_short_logarithmic_axis_has_plain_numbers():
    def shown(*ends):
        drawing = scaled(3.5, 1, ends, [0, 1], log_across)
        drawing.canvas.draw()
        return labels(drawing.axes[0].xaxis)

    assert "0.002" in shown(0.002, 0.009) and all(float(text) > 0 for text in shown(0.002, 0.009))
    assert "0.1" in shown(0.002, 900)


@pytest.mark.few(2)
@pytest.mark.parametrize("width, columns", [(3.5, 1), (7.2, 4)])
@pytest.mark.parametrize("last", [1, 9, 100_000])
def test_labels_of_logarithmic_generations_do_not_touch(width, columns, last):
    drawing = scaled(width, columns, [0, last], [0, 1], lambda own: scale_generations(own, last, log=True))
    assert touching(drawing) == []
    shown = labels(drawing.axes[0].xaxis)
    assert shown[0] == "0" and len(shown) >= 2 and all(text.isdigit() for text in shown)
    assert last < 2 or float(shown[-1]) >= last / 100
