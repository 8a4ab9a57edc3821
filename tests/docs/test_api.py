"""Checks that Doxygen gives no warning, and that each class for users has a comment.

Functions and members need none if their names say all.
"""
import subprocess
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
COMPOUNDS = ("class", "struct", "concept")


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("api")
    made = subprocess.run([ROOT / "docs/api.sh", folder], capture_output=True, text=True)
    assert made.returncode == 0 and made.stderr == "", made.stdout + made.stderr
    return folder


def has_comment(element: ElementTree.Element) -> bool:
    parts = (element.find("briefdescription"), element.find("detaileddescription"))
    return any("".join(part.itertext()).strip() for part in parts if part is not None)


def place(element: ElementTree.Element, name: str) -> str:
    location = element.find("location")
    assert location is not None
    return f"{location.get('file')}:{location.get('line')}: {name}"


def for_users(element: ElementTree.Element) -> bool:
    location = element.find("location")
    return location is not None and "/detail/" not in location.get("file", "")


@pytest.mark.nightly
def test_every_class_has_a_comment(pages: Path) -> None:
    seen = 0
    missing: list[str] = []
    for file in (pages / "xml").glob("*.xml"):
        compound = ElementTree.parse(file).getroot().find("compounddef")
        if compound is None or compound.get("kind") not in COMPOUNDS or compound.get("prot") == "private":
            continue
        name = compound.findtext("compoundname", "")
        # A specialisation has the same members as its template.
        if not name.startswith("skerry") or "<" in name:
            continue
        seen += 1
        if for_users(compound) and not has_comment(compound):
            missing.append(place(compound, name))
    assert seen > 60
    assert not missing, "\n".join(sorted(missing))


def test_the_first_page_is_the_readme(pages: Path) -> None:
    assert "Two commands" in (pages / "html/index.html").read_text()
