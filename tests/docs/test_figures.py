"""Each table of figures and each picture of a page stands beside the command that prints it; here cheap commands are carried out, and by
night dearer ones. tests/cli/test_puzzle_pages.py does so with sessions.

  python3 -m tests.docs.test_figures       lists the tables and pictures that have no command
"""

import json
import re
import subprocess
from pathlib import Path
from statistics import median

import pytest

from tests.support.binary import BINARY, TREE

EXPERIMENTS = {file.stem for file in (TREE / "configs/paper").glob("*.toml")}
COMMAND = re.compile(r"(?:skerry(?:-analysis)? [a-z]+ |python3 (?:-m|\S+/)|(?:jobs|bench|docs|tests|configs)/[\w/.-]+\.(?:sh|py)\b|configs/paper/[\w-]+\.toml|mpirun )")
MAP = re.compile(r"The first command fills (\d+) % of ([\d,]+) cells[^.]*? with\s+([\d,]+) evaluations")
PAGES = [page for page in sorted((TREE / "docs").glob("*.md")) if MAP.search(page.read_text())]


def whole(text: str) -> int:
    return int(text.replace(",", ""))


def answer(*words: str | Path, puzzles: str | None = None) -> str:
    return subprocess.run([BINARY, *words], input=puzzles, cwd=TREE, check=True, capture_output=True, text=True).stdout


def sections(page: Path) -> list[tuple[str, str]]:
    """Returns headings and what is below them; a page that one command writes is a single section."""
    text = page.read_text()
    if "One command measures all of this page" in text:
        return [("", text)]
    headings = re.split(r"^(#+ .*)$", re.sub(r"^```.*?^```$", lambda block: block[0].replace("\n#", "\n "), text, flags=re.MULTILINE | re.DOTALL), flags=re.MULTILINE)
    return list(zip(["", *headings[1::2]], headings[::2]))


def holds_figures(table: str) -> bool:
    """Tells whether most cells of the rows are numbers, with few words."""
    cells = [cell.strip() for row in table.splitlines()[2:] for cell in row.strip("| ").split("|")[1:]]
    numbers = [cell for cell in cells if re.match(r"[*<>(±-]*\.?\d", cell) and len(re.findall("[a-z]{4,}", cell)) < 3]
    return len(numbers) >= 0.4 * max(1, len(list(filter(None, cells))))


def without_command(page: Path) -> list[str]:
    found = []
    for heading, text in sections(page):
        if COMMAND.search(text) or EXPERIMENTS & set(re.findall(r"`([\w-]+)`", text)):
            continue
        tables = [table.splitlines()[0] for table in re.findall(r"(?:^\|.*\n?)+", text, re.MULTILINE) if holds_figures(table)]
        found += [f"{page.relative_to(TREE)}, {heading}: {shown}" for shown in tables + re.findall(r"!\[[^\]]*\]\(\S*\)", text)]
    return found


ALL = [TREE / "README.md", *sorted((TREE / "docs").rglob("*.md"))]


def test_each_table_and_picture_has_a_command() -> None:
    assert [shown for page in ALL for shown in without_command(page)] == []
    assert [page.stem for page in PAGES] == ["jump_maze", "skyscraper", "sudoku"], "pages with a map"


@pytest.mark.nightly
@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.stem))
def test_a_map_is_filled_as_the_page_says(page: Path, tmp_path: Path) -> None:
    before, percent, cells, evaluations = re.split(MAP, page.read_text())[:4]
    first = [line for line in re.findall(r"^skerry (run configs/\S*map\.toml .*)$", before, flags=re.MULTILINE) if "--set" not in line][-1]
    found = json.loads(answer(*first.split(), "--json", "--quiet", "--output", tmp_path / "map.h5"))
    assert (round(100 * found["map"]["coverage"]), found["map"]["cells"], found["evaluations"]) == (int(percent), whole(cells), whole(evaluations))


@pytest.mark.parametrize(
    "row", re.findall(r"^\| `((?:buildable/)?type\d)` \| ([\d.]+) \|.*\| ([\d.]+), ([\d.]+) \|$", (TREE / "docs/party.md").read_text(), re.MULTILINE), ids=lambda row: row[0]
)
def test_algorithm_1_reaches_the_synergies_of_the_page(row: tuple[str, ...], tmp_path: Path) -> None:
    puzzle, most_unguided, median, most = row
    for options, figures in ((("--unguided",), {"most": most_unguided}), ((), {"median": median, "most": most})):
        told = answer("construct", f"configs/party/{puzzle[-5:]}.toml", "--set", f"problem.instance=configs/instances/{puzzle}.toml",
                      "--attempts", "5000", *options, "--output", tmp_path / "built.csv")
        line = next(line for line in told.splitlines() if line.startswith("synergy"))
        for name, figure in figures.items():
            assert round(float(re.search(rf"{name} ([\d.]+)", line)[1]), 2) == float(figure)


@pytest.mark.parametrize("row", re.findall(r"^\| `((?:hard/)?type\d)` \| ([\d,]+) \|(.*)\| ([\d.]+) \|$", (TREE / "docs/party.md").read_text(), re.MULTILINE), ids=lambda row: row[0])
def test_rules_cost_what_the_puzzle_files_say(row: tuple[str, ...]) -> None:
    puzzle, price, percents, lower = row
    text = (TREE / f"configs/instances/{puzzle}.toml").read_text()
    assert f"costs {whole(price)} coins, proven" in text
    assert re.findall(r"#   without .* ([\d.]+) % less", text) == re.findall(r"[\d.]+", percents)
    best = int(re.findall(r"synergy lower by 0.1: .*?(\d+) coins", text)[0])
    assert f"{100 * (1 - best / whole(price)):.1f}" == lower


@pytest.mark.parametrize(("size", "jumps"), re.findall(r"^\| (\d+)x\1 \|.*\| \**(\d+)\** \|$", (TREE / "docs/jump_maze.md").read_text(), re.MULTILINE))
def test_the_mazes_take_as_many_jumps_as_the_page_says(size: str, jumps: str) -> None:
    maze = TREE / f"configs/instances/jump_maze/{int(size):02}.txt"
    assert answer("check", "configs/jump_maze/island.toml", maze, "--set", f"problem.size={size}").startswith(f"fitness  {jumps}, feasible")


LEVELS = ("easy", "hard", "unreasonable")
SKYSCRAPER = (TREE / "docs/skyscraper.md").read_text()


def skyscrapers(*options: str) -> str:
    return answer("generate", "skyscraper", *options)


def test_the_errata_tell_what_their_commands_print() -> None:
    text = (TREE / "docs/errata.md").read_text()
    solve = re.search(r"`skerry (solve skyscraper .*? --json)`\s+solves each puzzle with at most ([\d,]+) guesses", text)
    assert max(json.loads(line)["guesses"] for line in answer(*solve[1].split()).splitlines()) == whole(solve[2])
    counts = [answer("count", "skyscraper", "-", puzzles=skyscrapers("--size", size, "--count", "200")) for size in "567"]
    fewer, more = re.search(r"Of 600 puzzles.* (\d+) take fewer, (\d+) more; in plain order none takes fewer", text, re.DOTALL).groups()
    for order, figures in (("sorting", (int(fewer), int(more))), ("plain", (0,))):
        found = [re.search(rf"^{order} .* clues (\d+) take fewer .* (\d+) more$", count, re.MULTILINE).groups() for count in counts]
        assert tuple(sum(map(int, numbers)) for numbers in zip(*found, strict=True))[: len(figures)] == figures


@pytest.mark.nightly
@pytest.mark.parametrize("row", re.findall(r"^\| (\d+)x\1, (\d+) attempts? \| (.*) \|$", SKYSCRAPER, re.MULTILINE), ids="x".join)
def test_generated_puzzles_have_as_many_hints_as_the_page_says(row: tuple[str, str, str]) -> None:
    size, attempts, cells = row
    for level, cell in zip(LEVELS, cells.split(" | "), strict=True):
        puzzles = skyscrapers("--size", size, "--difficulty", level, "--count", "10", "--seed", "1", "--attempts", attempts)
        hints = re.findall(r"(\d+) clues?, (\d+) givens?$", puzzles, re.MULTILINE)
        assert " + ".join(f"{sum(map(int, kind)) / 10:.1f}" for kind in zip(*hints, strict=True)) == cell and len(hints) == 10


@pytest.mark.nightly
@pytest.mark.parametrize("row", re.findall(r"^\| (\d)x\1 \| (.*\(.* to .*\)) \|$", SKYSCRAPER, re.MULTILINE), ids=lambda row: row[0])
def test_generated_puzzles_are_as_hard_as_the_page_says(row: tuple[str, str]) -> None:
    size, cells = row
    for level, cell in zip(LEVELS, cells.split(" | "), strict=True):
        count = "100" if (size, level) == ("9", "unreasonable") else "200"
        told = answer("rate", "skyscraper", "-", puzzles=skyscrapers("--size", size, "--difficulty", level, "--count", count))
        ratings = list(map(float, re.findall(r"^puzzle \d+: ([\d.]+)", told, re.MULTILINE)))
        assert f"{median(ratings):.1f} ({min(ratings)} to {max(ratings)})" == cell and len(ratings) == int(count)


if __name__ == "__main__":
    print(*(shown for page in ALL for shown in without_command(page)), sep="\n")
