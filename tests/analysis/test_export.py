import importlib.util
import json
import re

import h5py
import numpy as np
import pandas
import pytest
from commands import output_of, refused
from make_experiment import experiment
from make_solutions import PRICE, SYNERGY, TWO, add_front, growing
from make_trace import improvements, sample, write

import skerry
from skerry.command import main
from skerry.ioh import file_name
from skerry.set_quality import SET_QUALITIES


@pytest.fixture
def traces(tmp_path):
    return [write(tmp_path / f"{seed}.h5", sample(seed=seed), target=50) for seed in range(3)]


def export(*arguments):
    assert main(["export", *map(str, arguments)]) == 0


def test_runs_are_a_row_each(traces, tmp_path):
    export(*traces, "--output", tmp_path / "runs.csv")
    table = pandas.read_csv(tmp_path / "runs.csv")
    expected, _ = skerry.runs(traces)
    assert list(table.columns) == ["instance", "group", *(name for name in expected if name not in SET_QUALITIES)]
    np.testing.assert_array_equal(table["best"], expected["best"])
    export(*traces, "--columns", "best,reached", "--output", tmp_path / "runs.csv")
    assert list(pandas.read_csv(tmp_path / "runs.csv").columns) == ["instance", "group", "path", "seed", "best", "reached"]


def test_tables_are_tidy(traces, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("skerry.table_export.PIECE_BYTES", 100)
    export("--label", "a", *traces[:2], "--label", "b", traces[2], "--table", "generation", "--columns", "best,mean")
    path = tmp_path / "table.csv"
    path.write_text(capsys.readouterr().out)
    table = pandas.read_csv(path)
    assert list(table.columns) == ["instance", "group", "trace", "seed", "generation", "island", "best", "mean"]
    assert len(table) == 3 * 21 * 3
    assert list(table["group"].unique()) == ["a", "b"]
    last = table[table["trace"] == str(traces[2])]
    np.testing.assert_allclose(last["best"].to_numpy().reshape(21, 3), sample(seed=2)["best"])
    export(*traces, "--table", "improvement", "--output", path)
    table = pandas.read_csv(path)
    assert len(table) == sum(len(improvements(sample(seed=seed))["fitness"]) for seed in range(3))
    for name in ("migration", "epoch"):
        export(traces[0], "--table", name, "--output", path)
        assert len(pandas.read_csv(path)) == len(skerry.open(traces[0]).frame(name))


@pytest.mark.few(1)
@pytest.mark.parametrize("table", ["runs", "generation", "improvement"])
def test_json_lines_hold_what_the_csv_holds(traces, tmp_path, table, monkeypatch):
    monkeypatch.setattr("skerry.table_export.PIECE_BYTES", 100)
    export("--label", "ä, b", *traces, "--table", table, "--output", tmp_path / "a.csv")
    export("--label", "ä, b", *traces, "--table", table, "--format", "jsonl", "--output", tmp_path / "a.jsonl")
    lines = [json.loads(line) for line in (tmp_path / "a.jsonl").read_text().splitlines()]
    expected = pandas.read_csv(tmp_path / "a.csv", float_precision="round_trip")
    assert [list(line) for line in lines] == [list(expected)] * len(expected)
    for name in expected:
        for line, value in zip(lines, expected[name], strict=True):
            assert line[name] == value or (not line[name] and pandas.isna(value)), name
    assert type(lines[0]["seed"]) is int and lines[0]["group"] == "ä, b"


def test_json_lines_have_null_for_what_is_no_number(tmp_path, capsys):
    columns = sample(generations=2, islands=1)
    columns["best"][0], columns["violation"][0] = np.nan, np.inf
    path = write(tmp_path / "a.h5", columns)
    export(path, "--table", "generation", "--columns", "best,violation", "--format", "jsonl")
    first, *others = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert first["best"] is None and first["violation"] is None
    assert [line["best"] for line in others] == list(columns["best"][1:, 0])


def test_parquet_is_written_or_the_lack_of_a_package_is_told(traces, tmp_path, capsys):
    path = tmp_path / "a.parquet"
    if importlib.util.find_spec("pyarrow") is None and importlib.util.find_spec("fastparquet") is None:
        message = refused(capsys, 2, "export", *traces, "--format", "parquet", "--output", path)
        assert "needs the Python package pyarrow or fastparquet" in message and not path.exists()
        return
    export(*traces, "--table", "generation", "--format", "parquet", "--output", path)
    export(*traces, "--table", "generation", "--output", tmp_path / "a.csv")
    found, expected = pandas.read_parquet(path), pandas.read_csv(tmp_path / "a.csv", float_precision="round_trip")
    pandas.testing.assert_frame_equal(found.fillna({"instance": ""}), expected.fillna({"instance": ""}), check_dtype=False)
    assert "--format parquet takes --output FILE" in refused(capsys, 2, "export", *traces, "--format", "parquet")


def read_iohprofiler(info):
    """A .info file and its data, by the rules of https://iohprofiler.github.io/IOHanalyzer/data.

    Three lines: pairs NAME = VALUE, texts in single quotes; a comment that starts with %; the path of the data from the
    folder of the file and, for each run, INSTANCE:EVALUATIONS|BEST. In the data a line that starts with
    "function evaluation" begins each run; columns are separated by one space.
    """
    head, comment, record = info.read_text().splitlines()
    assert comment.startswith("%")
    about = {name: value.strip("'") for name, value in (pair.split(" = ") for pair in head.split(", "))}
    path, *ends = record.split(", ")
    runs = []
    for line in (info.parent / path).read_text().splitlines():
        if line.startswith('"function evaluation"'):
            assert re.findall('"[^"]+"', line)[2] == '"best-so-far f(x)"'
            runs.append([])
        else:
            runs[-1].append([float(cell) for cell in line.split(" ")])
    ends = [re.fullmatch(r"(\d+):(\d+)\|(\S+)", end).groups() for end in ends]
    return about, [np.array(run) for run in runs], [(int(i), int(e), float(f)) for i, e, f in ends]


def test_iohanalyzer_gets_what_it_documents(tmp_path):
    folder = experiment(tmp_path / "e")
    export(folder, "--format", "iohanalyzer", "--dimension", 10, "--output", tmp_path / "ioh")
    infos = sorted(path.relative_to(tmp_path / "ioh").as_posix() for path in (tmp_path / "ioh").rglob("*.info"))
    assert infos == [
        "5-islands/IOHprofiler_f1_easy.info",
        "5-islands/IOHprofiler_f2_hard.info",
        "one-population/IOHprofiler_f1_easy.info",
        "one-population/IOHprofiler_f2_hard.info",
    ]
    about, runs, ends = read_iohprofiler(tmp_path / "ioh" / infos[1])
    assert {"funcId": "2", "DIM": "10", "algId": "5 islands", "maximization": "F"}.items() <= about.items()
    table, _ = skerry.runs([folder / f"hard-5-{seed}.h5" for seed in (1, 2, 3)])
    assert [(instance, evaluations) for instance, evaluations, _ in ends] == [(1, spent) for spent in table["evaluations"]]
    assert [best for *_, best in ends] == list(table["best"])
    for run, (_, evaluations, best) in zip(runs, ends, strict=True):
        assert run.shape[1] == 5
        assert (np.diff(run[:, 0]) > 0).all() and (np.diff(run[:, 2]) <= 0).all()
        assert (run[-1, 0], run[-1, 2]) == (evaluations, best)


def instance(path, problem="qap", digest="a" * 64, name="a.dat", **others):
    """Writes a run on the instance in a file."""
    about = {"problem": problem, "configuration_file": "/c/qap/run.toml", "inputs": f"{'0' * 64}  qap/run.toml\n{digest}  qap/../{name}\n"}
    return write(path, sample(generations=2), attributes=about | others)


def test_runs_are_of_one_instance(tmp_path, capsys):
    one, copy, other, problem = (
        instance(tmp_path / name, **about)
        for name, about in (("1.h5", {}), ("2.h5", {"name": "copy.dat"}), ("3.h5", {"digest": "b" * 64, "name": "b.dat"}), ("4.h5", {"problem": "nk"}))
    )
    assert skerry.open(one).instance.endswith(" a.dat") and skerry.open(one).instance != skerry.open(other).instance
    calls = [
        ["export", "--format", "iohanalyzer", "--output", tmp_path / "ioh"], ["table"], ["compare"], ["ecdf", "--output", tmp_path / "a.pdf"],
        ["plot", "--output", tmp_path / "a.pdf"], ["study"],
    ]
    for words in calls:
        for differing, told in ((other, "differ in 'instance' ("), (problem, "differ in 'problem' (nk, qap)")):
            assert told in refused(capsys, 3, *words, "--label", "a", one, "--label", "b", differing), words
    assert not (tmp_path / "ioh").exists()
    assert main(["compare", "--label", "a", str(one), "--label", "b", str(copy)]) == 0, "the same file under another name"
    capsys.readouterr()
    export(one, other, "--table", "epoch", "--columns", "best")
    assert {line.partition(",")[0] for line in capsys.readouterr().out.splitlines()[1:]} == {"qap a", "qap b"}


def test_the_start_and_programs_that_evaluate_belong_to_no_instance(tmp_path):
    files = "".join(f"{digit * 64}  {name}\n" for digit, name in (("1", "work/run.toml"), ("2", "/w/start.csv"), ("3", "./solve.py"), ("4", "wing.dat")))
    about = {"problem": "external", "configuration_file": "/home/work/run.toml", "inputs": files}
    config = '[start]\nfrom = "/w/start.csv"\n'
    path = write(tmp_path / "a.h5", sample(generations=2), attributes=about, config=config)
    assert skerry.open(path).instance.split(" ")[1:] == ["solve.py", "wing.dat"]
    with h5py.File(path, "a") as file:
        del file["config"]
        file["config"] = np.bytes_(config + '[problem]\ncommand = ["python3", "solve.py"]\nindex = 3\n')
    assert skerry.open(path).instance.split(" ")[1:] == ["wing.dat", "index=3"]


def test_runs_without_a_value_are_left_out_for_iohanalyzer(traces, tmp_path, capsys):
    columns = sample()
    columns["violation"][:] = 1
    barren = write(tmp_path / "barren.h5", columns)
    export("--label", "it's, a=b", *traces, barren, "--format", "iohanalyzer", "--output", tmp_path / "ioh")
    assert capsys.readouterr().err == f"analysis: skipped: {barren} has no feasible individual\n"
    (info,) = (tmp_path / "ioh").rglob("*.info")
    about, runs, ends = read_iohprofiler(info)
    assert len(runs) == len(ends) == 3
    assert info.parent.name == file_name("it's, a=b") == "it-s-a-b"


def test_labels_that_would_share_a_folder_are_refused(traces, tmp_path, capsys):
    groups = ["--label", "a b", traces[0], "--label", "a_b", traces[1]]
    assert "would share a folder" in refused(capsys, 2, "export", *groups, "--format", "iohanalyzer", "--output", tmp_path / "c")


def test_measures_that_a_run_has_not_are_no_columns(tmp_path, capsys):
    """Seen: an IGD+ of 0, that of a perfect front, in the table of a plain genetic algorithm."""
    none = dict.fromkeys(("coverage", "qd_score", "front_size", "hypervolume", "igd_plus"), (0.0, 0.0))
    plain = write(tmp_path / "plain.h5", growing(**none))
    of_front = write(tmp_path / "front.h5", growing(**none | {"front_size": (1, 9), "hypervolume": (1.0, 5.0)}))
    add_front(of_front, [PRICE, SYNERGY], TWO)
    assert not set(none) & set(skerry.open(plain).columns()) and not set(none) & set(skerry.open(plain).frame("generation"))
    assert not set(none) & set(skerry.open(plain).dataset("generation"))
    assert set(none) & set(skerry.open(of_front).columns()) == {"front_size", "hypervolume"}
    for table in ("runs", "generation"):
        assert not set(none) & set(records_of_export(capsys, plain, table))
        assert "hypervolume" in records_of_export(capsys, of_front, table)
    assert skerry.open(plain).values("igd_plus").max() == 0, "the trace as it is"


def records_of_export(capsys, path, table):
    return output_of(capsys, "export", path, "--table", table).splitlines()[0].split(",")
