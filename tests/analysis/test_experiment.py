import json

import pytest
from commands import output_of
from make_experiment import experiment

from skerry.command import main
from skerry.errors import DataError
from skerry.experiment import read


def test_variants_are_told_by_instance(tmp_path):
    found = read(experiment(tmp_path / "e"))
    assert (found.title, found.source) == ("Islands against one population", "a paper")
    assert {name: [each.label for each in variants] for name, variants in found.instances.items()} == {
        "easy": ["5 islands", "one population"],
        "hard": ["5 islands", "one population"],
    }
    assert found.variant("hard-1").runs[0] == tmp_path / "e" / "hard-1-1.h5"
    assert found.variant("hard-1").runs[0].exists()


def refusal(folder):
    with pytest.raises(DataError) as caught:
        read(folder)
    return str(caught.value)


def test_what_is_no_experiment_is_refused(tmp_path):
    assert "holds no experiment.json" in refusal(tmp_path)
    path = tmp_path / "experiment.json"
    path.write_text("{")
    assert "can't be read" in refusal(tmp_path)
    path.write_text('{"format": "other"}')
    assert "its 'format' is not 'skerry-experiment'" in refusal(tmp_path)
    path.write_text('{"format": "skerry-experiment", "version": 9}')
    assert "has version 9; this program reads version 1" in refusal(tmp_path)
    path.write_text('{"format": "skerry-experiment", "version": 1, "name": "a"}')
    assert "lacks 'variants'" in refusal(tmp_path)


def test_a_claim_of_an_unknown_variant_is_refused(tmp_path):
    claim = {"what": "w", "published": 2, "figure": "p_value", "variants": ["easy-5", "easy-2"]}
    folder = experiment(tmp_path, runs=1, published=[claim])
    assert "has no variant 'easy-2'; it has easy-5, easy-1, hard-5, hard-1" in refusal(folder)
    content = json.loads((folder / "experiment.json").read_text())
    content["published"][0]["variants"] = []
    (folder / "experiment.json").write_text(json.dumps(content))
    assert "'w' names 0 variants; a claim names one or two" in refusal(folder)


def test_a_folder_is_taken_by_instances(tmp_path, capsys):
    folder = experiment(tmp_path / "e")
    assert main(["plot", str(folder), "--output", str(tmp_path / "a.png")]) == 0
    printed = output_of(capsys, "compare", folder)
    assert printed.count("one population : 5 islands  final fitness") == 2
    assert "## easy (target 50 coin)" in printed and "## hard (target 60 coin)" in printed


def test_a_table_of_an_experiment_has_published_figures(tmp_path, capsys):
    folder = experiment(tmp_path / "e")
    content = json.loads((folder / "experiment.json").read_text())
    content["variants"][0]["published"] = {"success_percent": 88}
    (folder / "experiment.json").write_text(json.dumps(content))
    easy, hard = output_of(capsys, "table", folder).split("## hard")
    assert "published" in easy and "88" in easy and "published" not in hard


def test_runs_that_are_not_there_yet_are_counted(tmp_path, capsys):
    folder = experiment(tmp_path / "e")
    (folder / "easy-5-2.h5").unlink()
    assert main(["compare", str(folder)]) == 0
    assert "skipped: 1 of the 3 runs of '5 islands', which are not there yet\n" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (["--variants", "one*"], [("easy", "one population"), ("hard", "one population")]),
        (["--variants", "5", "--instances", "hard"], [("hard", "5 islands")]),
        (["--instances", "e*", "--instances", "hard", "--variants", "easy-1"], [("easy", "one population")]),
    ],
)
def test_patterns_choose_instances_and_variants(capsys, tmp_path, options, expected):
    folder = experiment(tmp_path / "e")
    assert main(["table", str(folder), *options, "--format", "json"]) == 0
    assert [(record["instance"], record["group"]) for record in json.loads(capsys.readouterr().out)] == expected
