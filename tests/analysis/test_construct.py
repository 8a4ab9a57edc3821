import json

import numpy as np
import pandas as pd
import pytest
from commands import output_of, texts
from make_experiment import experiment

from skerry import construct
from skerry.errors import DataError

HEADER = "attempt,mode,synergy,feasible,objective,seconds,failed_requirement\n"


def write(path, rows):
    path.write_text(HEADER + "".join(f"{row}\n" for row in rows))
    return path


@pytest.fixture
def both(tmp_path):
    guided = [f"{i},guided,{0.7 + 0.002 * i},1,1000,0.0005," for i in range(100)]
    unguided = [f"{i},unguided,{0.003 * i},0,900,0.0001," for i in range(75)]
    unguided += [f"{i},unguided,,0,,0.0001,\"at least 8 elves\"" for i in range(75, 100)]
    return [write(tmp_path / "guided.csv", guided), write(tmp_path / "unguided.csv", unguided)]


def test_shares_are_percentages_of_all_attempts():
    shares, edges = construct.histogram(np.array([0.0, 0.04, 0.05, 0.8, 1.0]), attempts=10)
    assert shares.sum() == pytest.approx(50)
    assert shares[0] == pytest.approx(20)
    assert shares[1] == pytest.approx(10)
    assert shares[-1] == pytest.approx(10)
    assert shares[16] == pytest.approx(10) and edges[16] == pytest.approx(0.8)


def test_every_value_falls_into_the_bin_it_begins():
    for number in range(20):
        shares, _ = construct.histogram(np.array([number / 20]), attempts=1)
        assert np.argmax(shares) == number


def test_both_modes_lie_over_each_other(both):
    axes = construct.draw(construct.read(both)).axes[0]
    assert axes.get_xlabel() == "synergy"
    assert "%" in axes.get_ylabel()
    labels = [text.get_text() for text in axes.figure.legends[0].get_texts()]
    assert labels == ["guided (100 attempts)", "unguided (100 attempts, 25 without a solution)"]
    outlines = [patch for patch in axes.patches if not patch.get_label().startswith("_")]
    guided, unguided = (patch.get_data() for patch in outlines)
    assert guided.values.sum() == pytest.approx(100)
    assert unguided.values.sum() == pytest.approx(75)
    assert guided.values[:14].sum() == 0
    assert unguided.values[5:].sum() == 0
    assert outlines[0].get_edgecolor() != outlines[1].get_edgecolor()


def test_one_file_may_hold_both_modes(both, tmp_path):
    joined = tmp_path / "both.csv"
    pd.concat([pd.read_csv(path) for path in both]).to_csv(joined, index=False)
    pd.testing.assert_frame_equal(construct.read([joined]), construct.read(both))


def test_the_summary_counts(both):
    lines = construct.summary(construct.read(both)).splitlines()
    assert lines[1].split() == ["guided", "100", "100", "100", "0.799", "0.898", "5.00e-04"]
    assert lines[2].split()[:4] == ["unguided", "100", "75", "0"]


@pytest.mark.parametrize(
    "content, message",
    [
        ("", "can't be read as a table"),
        ("attempt,mode\n1,guided\n", "lacks the column 'synergy'"),
        (HEADER, "holds no attempts"),
        (HEADER + "0,clever,0.5,1,1,1,\n", "mode 'clever' is unknown"),
        (HEADER + "0,guided,0.5,1,1,1,\n1,guided,1.4,1,1,1,\n", ":3: synergy is 1.4; it lies in [0, 1]"),
    ],
)
def test_bad_tables_are_refused(tmp_path, content, message):
    path = tmp_path / "bad.csv"
    path.write_text(content)
    with pytest.raises(DataError) as caught:
        construct.read([path])
    assert message in str(caught.value)


def test_an_experiment_has_a_panel_for_each_instance(tmp_path, capsys):
    folder = experiment(tmp_path / "e", runs=1)
    content = json.loads((folder / "experiment.json").read_text())
    for instance in ("easy", "hard"):
        for number, mode in enumerate(("guided", "unguided")):
            rows = [f"{attempt},{mode},{0.8 if mode == 'guided' else 0.1},1,10,0.1," for attempt in range(10)]
            (folder / f"{instance}-{mode}.csv").write_text(HEADER + "\n".join(rows) + "\n")
            variant = {"name": f"{instance}-{mode}", "instance": instance, "label": mode, "runs": [f"{instance}-{mode}.csv"]}
            content["variants"].append(variant | {"construct": {"guided": number == 0}})
    (folder / "experiment.json").write_text(json.dumps(content))
    printed = output_of(capsys, "construct", folder, "--output", tmp_path / "a.svg")
    assert printed.startswith("## easy\n") and "\n\n## hard\n" in printed and printed.count("unguided") == 2
    assert {"easy", "hard", "guided (20 attempts)", "unguided (20 attempts)"} <= set(texts(tmp_path / "a.svg"))


def test_no_panel_is_higher_than_the_axis_they_share():
    rows = {"mode": "guided", "synergy": [0.1, 0.3, 0.5, 0.7], "feasible": 1, "seconds": 0.1}
    drawing = construct.draw({"flat": pd.DataFrame(rows), "high": pd.DataFrame(rows | {"synergy": [0.5] * 4})})
    assert {axes.get_ylim()[0] for axes in drawing.axes} == {0}
    assert all(axes.get_ylim()[1] > 100 for axes in drawing.axes)
