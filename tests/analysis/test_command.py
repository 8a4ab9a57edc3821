import json
import subprocess
import sys

import pytest
from commands import output_of, plot, records_of, refused
from make_trace import sample, write

from skerry.command import main


@pytest.fixture
def traces(tmp_path):
    return [write(tmp_path / f"{seed}.h5", sample(seed=seed), target=50) for seed in range(4)]


@pytest.fixture
def groups(traces):
    return ["--label", "a", *traces[:2], "--label", "b", *traces[2:]]


def test_table_has_every_format(capsys, groups):
    text = output_of(capsys, "table", *groups)
    assert text.startswith("## target 50 coin\n") and "Hansen" in text
    rows = records_of(capsys, "table", *groups)
    assert [(row["group"], row["runs"]) for row in rows] == [("a", "2"), ("b", "2")]
    assert json.loads(output_of(capsys, "table", *groups, "--format", "json"))[1]["median"] == float(rows[1]["median"])
    assert output_of(capsys, "table", *groups, "--format", "markdown").startswith("### target 50 coin\n\n| ")
    assert output_of(capsys, "table", *groups, "--format", "latex").rstrip().endswith(r"\end{tabular}")
    chosen = output_of(capsys, "table", *groups, "--columns", "ert,best").splitlines()
    assert [line.split()[0] for line in chosen[2:4]] == ["ert", "best"]
    assert output_of(capsys, "table", *groups, "--columns", "all")


def test_compare_has_every_format(capsys, groups):
    text = output_of(capsys, "compare", *groups)
    assert "reached the target" in text and "variance" in text and "b : a       final fitness      2 : 2" in text
    (test,) = records_of(capsys, "compare", *groups, "--measure", "best")
    assert (test["first"], test["second"], test["first_runs"]) == ("b", "a", "2")
    (same,) = json.loads(output_of(capsys, "compare", *groups, "--measure", "best", "--format", "json"))
    assert same["p"] == float(test["p"])
    assert "| b : a | final fitness |" in output_of(capsys, "compare", *groups, "--measure", "best", "--format", "markdown")


def test_runs_are_judged_within_a_budget(capsys, traces):
    whole, early = (records_of(capsys, "table", *traces, *more)[0] for more in ([], ["--evaluations", 300]))
    assert float(early["best"]) > float(whole["best"])


def test_construct_draws_and_sums_up(capsys, tmp_path):
    table = tmp_path / "a.csv"
    table.write_text(
        "attempt,mode,synergy,feasible,objective,seconds,failed_requirement\n"
        "0,guided,0.8,1,10,0.1,\n1,unguided,0.2,0,9,0.1,\n"
    )
    assert "unguided" in output_of(capsys, "construct", table, "--output", tmp_path / "a.png")
    assert (tmp_path / "a.png").stat().st_size > 10000


@pytest.mark.parametrize("command", ["plot", "table", "compare", "study", "power", "origins", "ecdf", "export", "report", "construct", "tune"])
def test_help_teaches_by_example(capsys, command):
    with pytest.raises(SystemExit) as end:
        main([command, "--help"])
    assert end.value.code == 0
    assert f"python3 -m analysis {command}" in capsys.readouterr().out.split("example")[1]


@pytest.mark.parametrize(("words", "told"), [(["--output", ""], "--output"), ([""], "an argument"), (["--evaluations="], "--evaluations")])
def test_an_empty_word_is_refused(capsys, words, told):
    assert f"{told}: the value is empty" in refused(capsys, 2, "table", "a.h5", *words)


def test_bad_traces_are_named_and_skipped(capsys, traces, tmp_path):
    (tmp_path / "text.h5").write_text("text")
    growing = write(tmp_path / "growing.h5", sample(), unfinished=True)
    arguments = ["--label", "a", traces[0], tmp_path / "text.h5", "--label", "b", growing, *traces[1:]]
    assert main(["compare", *map(str, arguments)]) == 0
    out, err = capsys.readouterr()
    assert err.splitlines() == [
        f"analysis: skipped: {tmp_path / 'text.h5'} is no HDF5 file, so no trace",
        f"analysis: skipped: {growing} is unfinished: a run is writing it, or was killed",
    ]
    assert ["runs", "1", "(1)", "3", "(3)"] in [line.split() for line in out.splitlines()]


def test_where_nothing_is_left_a_command_fails(capsys, tmp_path):
    for name in ("a.h5", "b.h5"):
        (tmp_path / name).write_text("text")
    status, errors = plot(capsys, tmp_path / "a.h5", tmp_path / "b.h5", "--output", tmp_path / "a.png")
    assert status == 3 and errors.count("analysis: skipped: ") == 2
    assert errors.endswith("analysis: no trace is left to work with\n")


def test_ecdf_draws(capsys, traces, tmp_path):
    output = tmp_path / "ecdf.pdf"
    for more in ([], ["--axis", "seconds"], ["--targets", "60,55.5"]):
        output.unlink(missing_ok=True)
        output_of(capsys, "ecdf", *traces, "--output", output, *more)
        assert output.read_bytes().startswith(b"%PDF")


def test_a_reader_that_has_enough_is_no_error(traces):
    command = [sys.executable, "-m", "analysis", "export", *map(str, traces), "--table", "generation"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline().startswith("instance,group,trace,seed,generation,island,")
        process.stdout.close()
        assert (process.wait(240), process.stderr.read()) == (0, "")
