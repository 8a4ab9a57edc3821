"""Runs the examples of docs/skyscraper.md, docs/sudoku.md, docs/jump_maze.md and docs/party.md, and those of sessions/."""
import pytest

from tests.support.binary import TREE
from tests.support.page import Page, shell, timeless

PAGES = {name: Page(f"{name}.md") for name in ("skyscraper", "sudoku", "jump_maze", "party")}
MORE = [Page(file.name, "tests/cli/sessions") for file in sorted((TREE / "tests/cli/sessions").glob("*.md"))]
SESSIONS = [
    pytest.param(page, session, id=shown)
    for page in (*PAGES.values(), *MORE)
    for session, shown in zip(page.sessions, page.names())
]


@pytest.mark.few(10)
@pytest.mark.parametrize(("page", "session"), SESSIONS)
def test_commands_print_what_is_shown(tmp_path, page, session):
    place = page.lay_out(tmp_path)
    for command, output in session:
        assert timeless(shell(place, command)) == timeless(output)


@pytest.mark.parametrize("name", PAGES)
def test_the_picture_is_the_one_its_command_makes(tmp_path, name):
    place = PAGES[name].lay_out(tmp_path)
    assert shell(place, PAGES[name].block_with(f"--output docs/{name}.svg")) == ""
    assert (place / f"docs/{name}.svg").read_text() == (TREE / f"docs/{name}.svg").read_text()


def test_sudoku_evolve_as_shown(tmp_path):
    place = PAGES["sudoku"].lay_out(tmp_path)
    (place / "puzzles.txt").write_text((place / "puzzle.txt").read_text() * 3)
    commands = PAGES["sudoku"].block_with("problem.inference=prepare").splitlines()
    for command in (command for command in commands if command.startswith("skerry run")):
        said = shell(place, command)
        assert "target reached" in said and "BROKEN" not in said
