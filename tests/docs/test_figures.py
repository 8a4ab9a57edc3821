"""Finds the figures that a page says a command of it prints, and carries the command out."""

import json
import re
import subprocess
from pathlib import Path

import pytest

from tests.support.binary import BINARY, TREE

MAP = re.compile(r"The first command fills (\d+) % of ([\d,]+) cells[^.]*? with\s+([\d,]+) evaluations")
PAGES = [page for page in sorted((TREE / "docs").glob("*.md")) if MAP.search(page.read_text())]


def whole(text: str) -> int:
    return int(text.replace(",", ""))


@pytest.mark.nightly
@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.stem))
def test_a_map_is_filled_as_the_page_says(page: Path, tmp_path: Path) -> None:
    before, percent, cells, evaluations = re.split(MAP, page.read_text())[:4]
    command = re.findall(r"^skerry (run configs/\S*map\.toml .*)$", before, flags=re.MULTILINE)
    first = [line for line in command if "--set" not in line][-1]
    run = subprocess.run(
        [BINARY, *first.split(), "--json", "--quiet", "--output", str(tmp_path / "map.h5")],
        cwd=TREE, check=True, capture_output=True, text=True,
    )
    found = json.loads(run.stdout)
    assert (round(100 * found["map"]["coverage"]), found["map"]["cells"], found["evaluations"]) == (
        int(percent), whole(cells), whole(evaluations),
    )


def test_all_three_maps_are_found() -> None:
    assert [page.stem for page in PAGES] == ["jump_maze", "skyscraper", "sudoku"]
