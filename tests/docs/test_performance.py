"""Checks how docs/studies/performance.md is computed: failures, what must hold, and the page in the tree."""
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bench"))

import contest  # noqa: E402
import page  # noqa: E402
from measure import PER_CPU_SECOND, Row, compare  # noqa: E402
from sections import epoch_costs, migration, onemax, sudoku_ga  # noqa: E402

SPEEDS = {"skerry": [300.0] * 7, "plain C++ loop": [100.0] * 7, "pagmo2 sga": [2.0] * 7, "bare kernel by hand": [600.0] * 7}


def test_a_failure_costs_what_it_took(monkeypatch: pytest.MonkeyPatch) -> None:
    runs = {"skerry": iter(["100 0.001 0", "300 0.003 0"]), "other": iter(["500 0.004 7", "200 0.004 0"]), "never": iter(["9 1 1"] * 2)}
    monkeypatch.setattr(contest, "run", lambda command, _environment: next(runs[command[0]]))
    entries = [contest.Contender(name, [name], 1) for name in runs]
    rows = list(contest.to_target("work", entries, [], 0, 10, quick=True))
    assert [row.figure for row in rows[:3]] == ["2 ms, 0 of 2 failed", "8 ms, 1 of 2 failed", "not reached in 1,000 ms, 2 of 2 failed"]
    assert rows[1].lead == "4 x" and rows[2].lead == ""
    assert [row.figure for row in rows[3:5]] == ["200, 0 of 2 failed", "700, 1 of 2 failed"]


def test_what_must_hold_is_judged_by_the_rows() -> None:
    rows = compare(f"OneMax, {PER_CPU_SECOND}", SPEEDS, "/s")
    assert [must.held for must in onemax.musts(rows)] == [False, False]
    assert [must.held for must in sudoku_ga.musts(rows)] == [True]
    moved = [Row(f"migration, {ranks} ranks, 10 individuals", "direct", "", ratio=ratio) for ranks, ratio in [(2, 1.1), (2, 1.4), (8, 1.3)]]
    assert [must.held for must in migration.musts(moved)] == [False, True]
    counted = [Row("migration, 8 ranks, x", "keys to all", "", value=100), Row("migration, 64 ranks, x", "distributed", "", value=121)]
    assert [must.held for must in epoch_costs.musts(counted)] == [False]


def test_a_table_of_the_page_has_a_cell_for_each_row() -> None:
    rows = [Row("w, time", "a", "2 ms, 0 of 20 failed", "±1 %"), Row("w, time", "b", "4 ms, 1 of 20 failed", "±2 %", "2 x"), Row("w, size", "a", "1 kB", "exact")]
    assert list(page.matrix(rows[:2])) == ["| contender | w, time |", "|---|---:|", "| a | 2 ms ±1 % |", "| b | 4 ms, 1 of 20 failed ±2 % (2 x) |"]
    assert list(page.matrix(rows)) == ["| what | a | b |", "|---|---:|---:|", "| time | 2 ms ±1 % | 4 ms, 1 of 20 failed ±2 % (2 x) |", "| size | 1 kB |  |"]


def test_the_page_is_a_full_measurement_of_its_sections() -> None:
    text = (ROOT / "docs/studies/performance.md").read_text(encoding="utf-8")
    assert "--quick" not in text
    for title in ["OneMax", "Sudoku", "Quadratic assignment", "Rastrigin's function", "A party generation", migration.TITLE, epoch_costs.TITLE]:
        assert f"\n## {title}\n" in text
