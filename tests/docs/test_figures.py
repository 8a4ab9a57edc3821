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


@pytest.mark.parametrize(
    "row", re.findall(r"^\| `((?:buildable/)?type\d)` \| ([\d.]+) \|.*\| ([\d.]+), ([\d.]+) \|$", (TREE / "docs/party.md").read_text(), re.MULTILINE), ids=lambda row: row[0]
)
def test_algorithm_1_reaches_the_synergies_of_the_page(row: tuple[str, ...], tmp_path: Path) -> None:
    puzzle, most_unguided, median, most = row
    for options, figures in ((("--unguided",), {"most": most_unguided}), ((), {"median": median, "most": most})):
        told = subprocess.run(
            [BINARY, "construct", f"configs/party/{puzzle[-5:]}.toml", "--set", f"problem.instance=configs/instances/{puzzle}.toml",
             "--attempts", "5000", *options, "--output", str(tmp_path / "built.csv")],
            cwd=TREE, check=True, capture_output=True, text=True,
        )
        line = next(line for line in (told.stdout + told.stderr).splitlines() if line.startswith("synergy"))
        for name, figure in figures.items():
            found = float(re.search(rf"{name} ([\d.]+)", line).group(1))
            assert f"{found:.2f}".rstrip("0").rstrip(".") == figure.rstrip("0").rstrip(".")
