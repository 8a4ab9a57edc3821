"""Checks that Doxygen gives no warning, and that everything which users may call has a comment."""
import subprocess
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Iterator

import pytest

ROOT = Path(__file__).resolve().parents[2]
COMPOUNDS = ("class", "struct", "concept")
# These members and those that the compiler makes are clear without a comment.
PLAIN = ("operator==", "operator<=>", "~")
MADE = ("=default", "=delete")


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


def members_without_comment(compound: ElementTree.Element, name: str) -> Iterator[str]:
    for member in compound.iter("memberdef"):
        called = member.findtext("name", "")
        expected = (
            member.get("kind") in ("function", "enum")
            and member.get("prot") != "private"
            and member.find("reimplements") is None  # the comment of the base class serves
            and not called.startswith(PLAIN)
            and not member.findtext("argsstring", "").endswith(MADE)
        )
        if expected and not has_comment(member):
            yield place(member, f"{name}::{called}")


def test_everything_public_has_a_comment(pages: Path) -> None:
    seen = 0
    missing: list[str] = []
    for file in (pages / "xml").glob("*.xml"):
        compound = ElementTree.parse(file).getroot().find("compounddef")
        if compound is None or compound.get("kind") not in (*COMPOUNDS, "namespace") or compound.get("prot") == "private":
            continue
        name = compound.findtext("compoundname", "")
        # A specialisation has the same members as its template.
        if not name.startswith("skerry") or "<" in name:
            continue
        seen += 1
        if compound.get("kind") in COMPOUNDS and not has_comment(compound):
            missing.append(place(compound, name))
        missing += members_without_comment(compound, name)
    assert seen > 100
    assert not missing, "\n".join(sorted(missing))


def test_the_first_page_is_the_readme(pages: Path) -> None:
    assert "fifteen lines" in (pages / "html/index.html").read_text()
