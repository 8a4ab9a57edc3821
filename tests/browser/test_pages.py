"""The pages in a headless Chromium: at three widths, dark and light, by keyboard, on paper and without scripts."""
import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

WIDTHS = (360, 400, 800, 1200)
NAMES = ("one", "many", "run", "experiment")
LOOKS = (Path(__file__).parent / "looks.js").read_text()
#: The version of axe-core that the pages are tried with.
AXE = "axe-core@4.14.1"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", NAMES)
def test_a_page_fits_and_is_legible(browser, pages, name, scheme):
    for width in WIDTHS:
        browser.open(pages[name], width, scheme)
        wide = browser.value("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
        assert wide[0] <= wide[1], f"at {width} px the page is {wide[0]} px wide"
        assert browser.value(LOOKS) == []
        assert browser.complaints() == []
        assert browser.requests() == [pages[name].resolve().as_uri()]
    ground = browser.value("getComputedStyle(document.body).backgroundColor")
    assert (sum(map(int, re.findall(r"\d+", ground))) < 200) == (scheme == "dark")


MEASURED = (Path(__file__).parent / "measured.js").read_text()
#: The smallest text of each figure in pixels, as it is drawn.
SIZES = """Array.from(document.querySelectorAll("svg:not(.foreign)"), (figure) => Math.min(...Array.from(figure.querySelectorAll("text"), (text) =>
  parseFloat(getComputedStyle(text).fontSize) * Math.hypot(text.getScreenCTM().a, text.getScreenCTM().b))))"""


@pytest.mark.parametrize("name", ["one", "run", "experiment"])
def test_nothing_is_cut_small_or_on_another(browser, pages, name):
    """A table that goes on beyond its box says so, on a narrow page a row is a card, and on a wide one figures stand beside each other."""
    for width in WIDTHS:
        browser.open(pages[name], width)
        assert browser.value(MEASURED) == [], f"at {width} px"
        assert browser.value("getComputedStyle(document.querySelector('.cards tbody tr')).display") == ("block" if width < 600 else "table-row")
    if name in ("run", "experiment"):
        beside = "Array.from(document.querySelectorAll('.beside'), (box) => getComputedStyle(box).gridTemplateColumns.split(' ').length)"
        browser.open(pages[name], 1200)
        assert max(browser.value(beside)) == 2
        browser.open(pages[name], 800)
        assert max(browser.value(beside)) == 1


@pytest.mark.parametrize("width", [400, 800, 1200])
def test_texts_of_every_kind_of_figure_can_be_read(browser, figures, width):
    page, count = figures
    browser.open(page, width)
    assert browser.value("document.querySelectorAll('svg:not(.foreign)').length") == count
    assert browser.value(MEASURED) == []
    sizes = browser.value(SIZES)
    assert len(sizes) == count and 9 <= min(sizes), sizes


COLUMN = "Array.from(document.querySelector('table.sortable').tBodies[0].rows, (row) => row.cells[{}].textContent)"
SORTED = "Array.from(document.querySelectorAll('table.sortable')[0].tHead.rows[0].cells, (cell) => cell.getAttribute('aria-sort'))"
BUTTON = "document.querySelectorAll('table.sortable')[0].tHead.rows[0].cells[{}].querySelector('button').focus()"


def test_tables_sort_by_keyboard(browser, pages):
    browser.open(pages["many"], 768)
    names = browser.value(COLUMN.format(0))
    assert names[:4] == ["f424", "clash", "open", "bare"]
    browser.value(BUTTON.format(0))
    browser.press("Enter", 13, "\r")
    assert browser.value(SORTED)[:2] == ["ascending", "none"] and browser.value(COLUMN.format(0)) == sorted(names, key=str.lower)
    browser.press(" ", 32, " ")
    assert browser.value(SORTED)[:2] == ["descending", "none"] and browser.value(COLUMN.format(0)) == sorted(names, key=str.lower, reverse=True)
    browser.value(BUTTON.format(3))
    for order in ("ascending", "descending"):
        browser.press("Enter", 13, "\r")
        assert browser.value(SORTED)[3] == order
        bounds = browser.value(COLUMN.format(3))
        known = [float(re.match(r"[\d,.]+", each)[0].replace(",", "")) for each in bounds if each != "–"]
        assert known == sorted(known, reverse=order == "descending") and len(set(known)) == 2
        assert bounds[len(known):] == ["–", "–"], "what is not known comes last"
    assert browser.complaints() == []


def test_the_first_tab_leads_to_the_content(browser, pages):
    browser.open(pages["one"], 360)
    browser.press("Tab", 9)
    assert browser.value("document.activeElement.className") == "skip"
    assert browser.value("document.activeElement.getBoundingClientRect().top") >= 0
    assert browser.value("parseFloat(getComputedStyle(document.activeElement).outlineWidth)") >= 2
    browser.press("Enter", 13, "\r")
    assert browser.value("document.activeElement.id") == "content"


def test_all_is_there_without_scripts(browser, pages):
    content = "document.querySelector('main').innerText.length"
    browser.open(pages["one"], 1280)
    whole = browser.value(content)
    browser.call("Emulation.setScriptExecutionDisabled", value=True)
    try:
        browser.open(pages["one"], 1280)
        assert browser.value(content) == whole > 3000
        assert browser.value("document.querySelectorAll('th button').length") == 0
    finally:
        browser.call("Emulation.setScriptExecutionDisabled", value=False)


def test_paper_is_light_and_holds_whole_tables(browser, pages):
    browser.open(pages["one"], 768, "dark", media="print")
    assert browser.value("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert browser.value("getComputedStyle(document.querySelector('.scroll')).overflowX") == "visible"
    assert browser.value("getComputedStyle(document.querySelector('.skip')).display") == "none"
    assert len(browser.call("Page.printToPDF")["data"]) > 10_000


def test_hostile_names_run_nothing(browser, pages):
    browser.open(pages["many"], 768)
    assert browser.value("document.querySelectorAll('script').length") == 1
    assert "<script>alert(1)</script>" in browser.value("document.querySelector('#p5').innerText")
    assert not any(event["method"] == "Page.javascriptDialogOpening" for event in browser.events)


def test_screen_readers_are_told_names_and_roles(browser, pages):
    browser.open(pages["many"], 768)
    nodes = browser.call("Accessibility.getFullAXTree")["nodes"]
    told = [(node["role"]["value"], node.get("name", {}).get("value", "")) for node in nodes if not node["ignored"]]
    roles = [role for role, _ in told]
    assert roles.count("main") == 1 and roles.count("banner") == 1 and roles.count("contentinfo") == 1 and roles.count("navigation") == 1
    for role in ("image", "table", "button", "link", "heading"):
        assert role in roles and all(name for each, name in told if each == role), role
    assert ("button", "seconds") in told


@pytest.fixture(scope="session")
def axe(tmp_path_factory):
    """The source of axe-core: $SKERRY_AXE, or from npm. It is no part of the tree."""
    if os.environ.get("SKERRY_AXE"):
        return Path(os.environ["SKERRY_AXE"]).read_text()
    if shutil.which("npm") is None:
        pytest.skip(f"no npm here, which would bring {AXE}")
    folder = tmp_path_factory.mktemp("axe")
    commands = (["npm", "pack", AXE, "--silent"], ["tar", "-xzf", AXE.replace("@", "-") + ".tgz"])
    for command in commands:
        try:
            done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120)
        except subprocess.TimeoutExpired:
            pytest.skip(f"{' '.join(command)} takes too long")
        if done.returncode:
            pytest.skip(f"{' '.join(command)} fails: {done.stderr.strip()[:200]}")
    return (folder / "package/axe.min.js").read_text()


@pytest.mark.parametrize("name", NAMES)
def test_axe_finds_nothing(browser, pages, axe, name):
    for width, scheme in ((360, "dark"), (1280, "light")):
        browser.open(pages[name], width, scheme)
        browser.value(axe + "; 0")
        found = json.loads(browser.value("axe.run().then((found) => JSON.stringify(found.violations))"))
        assert [(each["id"], each["help"], [node["html"][:200] for node in each["nodes"][:3]]) for each in found] == []
