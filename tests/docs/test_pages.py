"""Checks that the pages agree with the tree: quoted programs, tables of keys, named files, and the version."""
import re
import subprocess
from pathlib import Path

import pytest

from tests.support.binary import BINARY

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted(
    ROOT / name for name in subprocess.check_output(["git", "ls-files", "*.md"], cwd=ROOT, text=True).splitlines()
)


def version() -> str:
    found = re.search(r"project\(skerry VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text())
    assert found
    return found.group(1)


@pytest.mark.parametrize("page", ["README.md", "docs/evolve.md"])
def test_the_first_program_is_the_one_that_the_tests_run(page: str) -> None:
    program = (ROOT / "examples/sphere/sphere.cpp").read_text()
    assert len(program.splitlines()) <= 15
    assert f"```cpp\n{program}```\n" in (ROOT / page).read_text()


def test_what_evolve_md_quotes_of_the_other_examples_stands_there() -> None:
    page = (ROOT / "docs/evolve.md").read_text()
    examples = "".join(file.read_text() for file in ROOT.glob("examples/*/*.cpp"))
    quoted = re.findall(r"<!-- from examples -->\n```cpp\n(.*?)```", page, flags=re.DOTALL)
    assert len(quoted) >= 2
    for text in quoted:
        assert text in examples, text


@pytest.mark.parametrize(("name", "programs"), [("docs/external.md", None), ("docs/python.md", "python")])
def test_what_a_page_quotes_stands_in_the_files(name: str, programs: str | None) -> None:
    page = (ROOT / name).read_text()
    quoted = re.findall(r"<!-- from (\S+) -->\n```\w+\n(.*?)```", page, flags=re.DOTALL)
    assert len(quoted) == (page.count(f"```{programs}") if programs else 5), "every program is a quotation"
    for source, text in quoted:
        assert text in (ROOT / source).read_text(), source


def test_the_site_has_each_table_of_keys_below_its_heading() -> None:
    """docs/site/pages.py puts the tables that the program prints into these places, in their order."""
    printed = subprocess.check_output([BINARY, "keys"], text=True)
    sections = [title.lower() for title in re.findall(r"^(\[\w+\](?:, .*)?)$", printed, flags=re.MULTILINE)]
    page = (ROOT / "docs/configuration.md").read_text().replace("MAP-Elites", "map_elites")
    headings = [re.findall(r"^##+ (.*)$", before, flags=re.MULTILINE)[-1] for before in re.split(r"^\(`skerry keys \w+`\)$", page, flags=re.MULTILINE)[:-1]]
    assert [title.partition(", ")[2] or title for title in sections] == [heading.lower() for heading in headings]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_to_files_and_headings_that_are_there(page: Path) -> None:
    text = re.sub(r"```.*?```", "", page.read_text(), flags=re.DOTALL)
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        file = (page.parent / path).resolve() if path else page
        assert file.exists(), f"{page.name} links to {target}"
        if anchor:
            assert anchor in headings(file), f"{page.name} links to {target}"


def headings(page: Path) -> set[str]:
    """Returns the anchors that GitHub gives to the headings of a page."""
    titles = re.findall(r"^#+ +(.*)$", page.read_text(), flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def test_the_version_is_the_same_everywhere() -> None:
    assert f"version: {version()}\n" in (ROOT / "CITATION.cff").read_text()
    assert f'version = "{version()}"\n' in (ROOT / "pyproject.toml").read_text()
    assert f'__version__ = "{version()}"\n' in (ROOT / "analysis/skerry/__init__.py").read_text()
    newest = re.search(r"^## \[([0-9.]+)\] - \d{4}-\d\d-\d\d$", (ROOT / "CHANGELOG.md").read_text(), flags=re.MULTILINE)
    assert newest and newest.group(1) == version()
