import csv
import io
import json

from make_experiment import experiment
from make_trace import sample, write

from skerry.command import main


def rate_traces(folder):
    """Returns the files of two runs with another mutation rate each; the second has a key that the first leaves out."""
    return [
        write(folder / f"{number}.h5", sample(end=50.0 + number), config=f"[island]\nmutation_rate = {rate}\n{more}")
        for number, (rate, more) in enumerate(((0.1, ""), (0.25, "elites = 2\n")))
    ]


def read_csv(capsys):
    return list(csv.DictReader(io.StringIO(capsys.readouterr().out)))


def test_tables_have_keys_of_the_configuration_as_numbers(capsys, tmp_path):
    slow, fast = map(str, rate_traces(tmp_path))
    groups = ["--label", "slow", slow, "--label", "fast", fast]
    assert main(["table", *groups, "--format", "json"]) == 0
    records = json.loads(capsys.readouterr().out)
    assert [(record["island.mutation_rate"], record["island.elites"]) for record in records] == [(0.1, None), (0.25, 2)]
    assert main(["table", *groups, "--format", "csv"]) == 0
    assert [(record["island.mutation_rate"], record["island.elites"]) for record in read_csv(capsys)] == [("0.1", ""), ("0.25", "2")]
    assert main(["export", *groups]) == 0
    assert [(record["island.mutation_rate"], record["island.elites"]) for record in read_csv(capsys)] == [("0.1", ""), ("0.25", "2")]
    assert main(["compare", *groups, "--format", "csv"]) == 0
    for test in read_csv(capsys):
        assert (test["first_island.mutation_rate"], test["second_island.mutation_rate"]) == ("0.25", "0.1")


def settings(folder):
    """Lets the experiment tell a key that is the same in all variants, and so is no column."""
    content = json.loads((folder / "experiment.json").read_text())
    for variant in content["variants"]:
        variant["settings"] = {"island.selection": '"rank"'}
    (folder / "experiment.json").write_text(json.dumps(content))


def test_tables_have_the_keys_that_differ_as_columns(capsys, tmp_path):
    folder = experiment(tmp_path / "e")
    settings(folder)
    assert main(["table", str(folder), "--format", "json"]) == 0
    assert [record["islands"] for record in json.loads(capsys.readouterr().out)] == [5, 1, 5, 1]
    assert main(["compare", str(folder), "--format", "csv"]) == 0
    tests = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert {(test["first_islands"], test["second_islands"]) for test in tests} == {("1", "5")}
