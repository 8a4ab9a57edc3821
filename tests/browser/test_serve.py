"""The served pages as a person works in them: from a CSV to a proven answer and its page, a run, and a grid, without a terminal."""
import os
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.binary import BINARY, TREE
from tests.waiting import wait_for

WIDTHS = (400, 800, 1200)
LOOKS = (Path(__file__).parent / "looks.js").read_text()
LIMIT_S = 600
PLAYERS = 17_807
ROLES = {"GK": 10, "CB": 18, "LB": 8, "RB": 8, "CM": 20, "LM": 7, "RM": 7, "ST": 14, "LW": 4, "RW": 4}
CONFIG = '[problem]\ntype = "trap"\nblocks = 20\norder = 5\n[island]\npopulation = 100\noffspring = 100\n[stop]\ngenerations = 50\n'


def players(path):
    chance = random.Random(17)
    with open(path, "w") as file:
        file.write("id,name,rating,positions,nation,league,club,price\n")
        for number in range(PLAYERS):
            rating = min(max(round(chance.gauss(66, 7)), 45), 94)
            first, second = chance.choices(list(ROLES), list(ROLES.values()), k=2)
            league = chance.randrange(30)
            price = 50 * round(4 * 1.17 ** (rating - 60) * chance.lognormvariate(0, 0.4) + 4)
            file.write(f'{number},"{chance.choice("ABCDEF")}. Quin {number}",{rating},{first}{";" + second if second != first and number % 3 == 0 else ""},')
            file.write(f"Nation {int(chance.paretovariate(0.6)) % 150},League {league},Club {league}-{chance.randrange(20)},{price}\n")


class Person:
    """What somebody does on a page."""

    def __init__(self, browser, address):
        self.browser, self.address = browser, address

    def open(self, page, width=1200, scheme="light"):
        self.browser.open(self.address + page, width, scheme)

    def value(self, expression):
        return self.browser.value(expression)

    def see(self, expression, what):
        return wait_for(lambda: self.value(expression), LIMIT_S, lambda: f"{what}: {self.value('document.body.innerText')[:3000]}", every_s=0.3)

    def press(self, name):
        self.value(f"Array.from(document.querySelectorAll('button')).find((each) => each.textContent.trim() === {name!r} && each.checkVisibility()).click()")

    def choose(self, place, text):
        self.value(f"(() => {{ const field = document.querySelector({place!r}); field.value = {str(text)!r}; "
                   "for (const kind of ['input', 'change']) field.dispatchEvent(new Event(kind, {bubbles: true})); })()")

    def take(self, file):
        found = self.browser.call("Runtime.evaluate", expression="document.getElementById('file')")["result"]["objectId"]
        self.browser.call("DOM.setFileInputFiles", files=[str(file)], objectId=found)


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    folder = tmp_path_factory.mktemp("served")
    (folder / "trap.toml").write_text(CONFIG)
    command = [sys.executable, "-m", "skerry", "serve", str(folder), "--no-browser", "--cores", "2"]
    variables = {**os.environ, "SKERRY": str(BINARY), "PYTHONPATH": f"{TREE / 'analysis'}"}
    server = subprocess.Popen(command, env=variables, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    yield folder, re.search(r"http://\S+", server.stdout.readline())[0]
    server.terminate()  # a session in the background passes SIGINT over
    assert (server.wait(60), server.stderr.read()) == (0, "")


@pytest.fixture
def person(browser, served):
    return Person(browser, served[1])


def test_a_csv_is_dropped_onto_the_page(person, tmp_path):
    """The browser itself makes the events, as of a file that is dragged from a file manager."""
    (tmp_path / "dropped.csv").write_text("id,rating,price\n" + "".join(f"{number},{60 + number % 7},{10 * (number % 9)}\n" for number in range(20)))
    person.open("puzzles")
    x, y = person.value("(({left, top, width, height}) => [left + width / 2, top + height / 2])(document.getElementById('drop').getBoundingClientRect())")
    dragged = {"items": [], "files": [str(tmp_path / "dropped.csv")], "dragOperationsMask": 1}
    for kind in ("dragEnter", "dragOver"):
        person.browser.call("Input.dispatchDragEvent", type=kind, x=x, y=y, data=dragged)
    person.see("document.getElementById('drop').classList.contains('over')", "that it can be dropped here")
    person.browser.call("Input.dispatchDragEvent", type="drop", x=x, y=y, data=dragged)
    person.see("/[/]puzzle[/][0-9]+$/.test(location.pathname) && document.body.innerText.includes('20 heroes')", "the puzzle")
    assert person.value("document.body.innerText.includes('dropped')") and person.browser.complaints() == []


SENTENCE = "document.getElementById('sentence').textContent"
ANSWERS = "document.querySelectorAll('#found dt').length"


@pytest.mark.skipif(os.environ.get("SKERRY_DESIGNER") == "OFF", reason="the program was built without the designer")
def test_from_a_csv_to_a_proven_answer_and_its_page(person, served, tmp_path):
    players(tmp_path / "players.csv")
    person.open("puzzles")
    person.take(tmp_path / "players.csv")
    person.see("/[/]puzzle[/][0-9]+$/.test(location.pathname) && document.querySelectorAll('#places select').length === 11", "the formation")
    page = "puzzle/" + person.value("location.pathname").rsplit("/", 1)[1]
    assert f"{PLAYERS:,} heroes" in person.value("document.body.innerText")
    person.choose("#formation", "4-3-3")
    person.see("document.querySelector('#places select[aria-label=\"right wing\"]')?.value === 'RW'", "places by the positions of the pool")
    assert person.value("document.getElementById('column').value") == "positions"
    for trait in ("nation", "league", "club"):
        person.value(f"document.querySelector('#traits input[value={trait}]').click()")
    person.choose("#synergy", "0.3")
    person.choose("#unit", "coins")
    person.press("Add a rule")
    person.choose("#rules [aria-label=column]", "rating")
    person.choose("#rules [aria-label='what of it']", "average")
    person.choose("#rules [aria-label=number]", "74")
    person.choose("#seconds", "540")  # far more than the proof takes: a busy machine has it as well
    person.press("Ask for the answers")
    person.see(f"{ANSWERS} > 0", "the first answer")
    person.browser.open("about:blank", 1200)  # what was begun goes on, and is found again
    person.open(page)
    person.see(f"{ANSWERS} > 2", "further answers")
    told = person.see(f"{SENTENCE}.startsWith('It can') && {SENTENCE}", "the last answer")
    assert re.fullmatch(r"It can be solved, and the cheapest party costs [\d,]+ coins, proven\.", told)
    assert person.value("document.querySelectorAll('#picture svg circle').length") == 11
    person.see("document.getElementById('page').contentDocument?.querySelector('h1')?.textContent.startsWith('Validation of')", "the page")
    saved = "fetch(Array.from(document.querySelectorAll('#saves a')).find((each) => each.textContent.includes({!r})).href).then((each) => each.text())"
    assert 'at_least = 74' in person.value(saved.format("puzzle file")) and "<!DOCTYPE html>" in person.value(saved.format("page"))
    assert person.value(saved.format("pool")) == (tmp_path / "players.csv").read_text()
    for width in WIDTHS:
        for scheme in ("light", "dark"):
            check_looks(person, page, width, scheme, f"{ANSWERS} > 2")
    person.choose("#rules [aria-label=number]", "94.5")
    person.press("Ask for the answers")
    assert "can't be solved" in person.see(f"{SENTENCE} !== {told!r} && {SENTENCE}.startsWith('It can') && {SENTENCE}", "the answer to another rule")
    assert person.browser.complaints() == []


def check_looks(person, page, width, scheme, ready):
    person.open(page, width, scheme)
    person.see(ready, page)
    wide = person.value("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
    assert wide[0] <= wide[1], f"at {width} px {page} is {wide[0]} px wide"
    assert [each for each in person.value(LOOKS) if not each.startswith("only ")] == []
    assert person.browser.complaints() == [] and all(each.startswith(("data:", person.address)) for each in person.browser.requests())


def test_a_run_is_begun_and_looked_at(person):
    person.open("")
    person.choose("#begin [name=islands]", "2")
    person.press("Begin")
    person.see("document.querySelector('#runs tbody tr td.left')?.textContent === 'ended'", "the run")
    person.choose("#begin [name=seed]", "2")
    person.press("Begin")
    person.see("Array.from(document.querySelectorAll('#runs tbody tr')).filter((each) => each.textContent.includes('ended')).length === 2", "the second run")
    for width in WIDTHS:
        check_looks(person, "", width, "light", "document.querySelectorAll('#runs tbody tr').length === 2")
    person.value("document.querySelector('#runs tbody a').click()")
    person.see("document.getElementById('state')?.textContent === 'ended' && document.querySelectorAll('#curves polyline').length === 2", "the curves")
    person.see("document.getElementById('report').contentDocument?.querySelectorAll('h2').length > 3", "the report")
    assert person.value("document.getElementById('command').textContent").startswith("skerry run trap.toml --islands 2 --seed 1 --output ")
    check_looks(person, "run?path=trap-2x1.h5", 400, "dark", "document.querySelectorAll('#curves polyline').length === 2")
    person.open("")
    person.see("document.querySelectorAll('#runs tbody tr').length === 2", "the list")
    person.value("document.getElementById('all').click()")
    person.press("Compare")
    person.see("document.querySelector('p.lead')?.textContent.includes('no difference')", "the comparison")


def test_a_grid_is_typed_and_asked_about(person):
    person.open("grids")
    person.choose("#text", "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    person.press("Hint")
    person.see("document.getElementById('answer').textContent.includes('only r1c6 in box 2 can be 8')", "a hint")
    person.press("Rate")
    person.see("document.getElementById('answer').textContent.includes('1.2')", "a rating")
    person.choose("#text", "53<b>")
    person.press("Solve")
    person.see("document.getElementById('answer').textContent.includes('the grid:')", "a message")
    check_looks(person, "grids", 400, "light", "true")
