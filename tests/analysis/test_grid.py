import csv
import io
import json

from skerry.grid import Grid, csv_text, json_text, latex, markdown, text


def test_text_is_aligned():
    lines = text(Grid("t", ["", "a", "b"], [["first", "1", "22"], ["x", "333", "4"]])).splitlines()
    assert lines == ["## t", "         a   b", "first    1  22", "x      333   4"]


def test_text_wraps_whole_groups_of_columns():
    names = [f"group {number} " + "x" * 30 for number in range(5)]
    header = ["", *(cell for name in names for cell in (name, "n"))]
    grid = Grid("", header, [["label", *["1", "(2)"] * 5]], span=2)
    blocks = text(grid).split("\n\n")
    assert len(blocks) == 3
    assert all(len(line) <= 120 for block in blocks for line in block.splitlines())
    assert all(block.splitlines()[1].startswith("label  ") for block in blocks)
    for name in names:
        assert sum(name in block for block in blocks) == 1
    assert blocks[0].splitlines()[1].split() == ["label", "1", "(2)", "1", "(2)"]


def test_a_group_wider_than_the_page_stands_alone():
    grid = Grid("", ["", "x" * 200, "y"], [["label", "1", "2"]])
    assert [block.split() for block in text(grid).split("\n\n")] == [["x" * 200, "label", "1"], ["y", "label", "2"]]


def test_markdown_and_latex_escape():
    grid = Grid("50 %", ["", "a|b", "c_d & e"], [["mean ± deviation", "∞", "100 %"]])
    assert markdown(grid).splitlines() == [
        "### 50 %",
        "",
        "|  | a\\|b | c_d & e |",
        "| --- | ---: | ---: |",
        "| mean ± deviation | ∞ | 100 % |",
    ]
    made = latex(grid)
    assert r"mean $\pm$ deviation & $\infty$ & 100 \% \\" in made
    assert r" & a|b & c\_d \& e \\" in made
    assert made.splitlines()[1] == r"\begin{tabular}{lrr}"


def test_csv_and_json_hold_what_is_known():
    records = [{"a": 1.5, "b": float("nan")}, {"a": None, "c": "x, y"}]
    assert list(csv.DictReader(io.StringIO(csv_text(records)))) == [
        {"a": "1.5", "b": "", "c": ""},
        {"a": "", "b": "", "c": "x, y"},
    ]
    assert json.loads(json_text([{"a": float("inf"), "b": [float("nan"), 2]}])) == [{"a": None, "b": [None, 2]}]


def test_blocks_repeat_what_names_a_row():
    grid = Grid("", ["a", "b", "x" * 60, "y" * 60], [["1", "2", "3", "4"]], keys=2)
    first, second = text(grid).split("\n\n")
    assert first.split() == ["a", "b", "x" * 60, "1", "2", "3"]
    assert second.split() == ["a", "b", "y" * 60, "1", "2", "4"]
    assert first.splitlines()[1].startswith("1  2  ")
