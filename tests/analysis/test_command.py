import csv
import io
import json
import subprocess
import sys
from dataclasses import dataclass

import pytest
from make_trace import sample, write
from matplotlib.image import imread

from skerry.command import main


@dataclass
class Result:
    returncode: int
    stdout: str
    stderr: str


@pytest.fixture
def run(capsys):
    def call(*arguments):
        try:
            status = main([str(argument) for argument in arguments])
        except SystemExit as end:  # argparse exits after --help
            status = end.code
        return Result(status, *capsys.readouterr())

    return call


@pytest.fixture
def traces(tmp_path):
    return [write(tmp_path / f"{seed}.h5", sample(seed=seed), target=50) for seed in range(4)]


def test_plot_draws_one_many_and_groups(run, traces, tmp_path):
    output = tmp_path / "picture.png"
    for arguments in (
        traces[:1],
        traces,
        ["--label", "a", *traces[:2], "--label", "b", *traces[2:]],
        ["--instance", "one", "--label", "a", *traces[:2], "--instance", "two", "--label", "b", *traces[2:]],
    ):
        output.unlink(missing_ok=True)
        result = run("plot", *arguments, "--output", output)
        assert (result.returncode, result.stderr) == (0, "")
        height, width, _ = imread(output).shape
        assert height > 900 and width > 1000


def test_plot_reads_a_run_in_progress(run, tmp_path):
    path = write(tmp_path / "a.h5", sample(), unfinished=True)
    assert run("plot", path, "--output", tmp_path / "a.png").returncode == 0
    assert (tmp_path / "a.png").stat().st_size > 10000


def test_compare_prints_a_table(run, traces):
    result = run("compare", "--label", "a", *traces[:2], "--label", "b", *traces[2:])
    assert result.returncode == 0
    assert "reached the target" in result.stdout and "variance" in result.stdout
    assert "b : a       final fitness      2 : 2" in result.stdout


def test_table_has_every_format(run, traces):
    groups = ["--label", "a", *traces[:2], "--label", "b", *traces[2:]]
    text = run("table", *groups).stdout
    assert text.startswith("## target 50 coin\n") and "Hansen" in text
    rows = list(csv.DictReader(io.StringIO(run("table", *groups, "--format", "csv").stdout)))
    assert [(row["group"], row["runs"]) for row in rows] == [("a", "2"), ("b", "2")]
    assert json.loads(run("table", *groups, "--format", "json").stdout)[1]["median"] == float(rows[1]["median"])
    assert run("table", *groups, "--format", "markdown").stdout.startswith("### target 50 coin\n\n| ")
    assert run("table", *groups, "--format", "latex").stdout.rstrip().endswith(r"\end{tabular}")
    chosen = run("table", *groups, "--columns", "ert,best").stdout.splitlines()
    assert [line.split()[0] for line in chosen[2:4]] == ["ert", "best"]
    assert run("table", *groups, "--columns", "all").returncode == 0


def test_compare_has_every_format(run, traces):
    groups = ["--label", "a", *traces[:2], "--label", "b", *traces[2:], "--measure", "best"]
    (test,) = csv.DictReader(io.StringIO(run("compare", *groups, "--format", "csv").stdout))
    assert (test["first"], test["second"], test["first_runs"]) == ("b", "a", "2")
    (same,) = json.loads(run("compare", *groups, "--format", "json").stdout)
    assert same["p"] == float(test["p"])
    assert "| b : a | final fitness |" in run("compare", *groups, "--format", "markdown").stdout


def test_runs_are_judged_within_a_budget(run, traces):
    whole, early = (run("table", *traces, "--format", "json", *more).stdout for more in ([], ["--evaluations", 300]))
    assert json.loads(early)[0]["best"] > json.loads(whole)[0]["best"]


def test_construct_draws_and_sums_up(run, tmp_path):
    table = tmp_path / "a.csv"
    table.write_text(
        "attempt,mode,synergy,feasible,objective,seconds,failed_requirement\n"
        "0,guided,0.8,1,10,0.1,\n1,unguided,0.2,0,9,0.1,\n"
    )
    result = run("construct", table, "--output", tmp_path / "a.png")
    assert result.returncode == 0
    assert "unguided" in result.stdout
    assert (tmp_path / "a.png").stat().st_size > 10000


@pytest.mark.parametrize("command", ["plot", "table", "compare", "study", "power", "origins", "ecdf", "export", "report", "construct", "tune"])
def test_help_teaches_by_example(run, command):
    result = run(command, "--help")
    assert result.returncode == 0
    assert f"python3 -m analysis {command}" in result.stdout.split("example")[1]


def test_the_package_runs_as_a_program(tmp_path):
    command = [sys.executable, "-m", "analysis", "plot", str(tmp_path / "none.h5")]
    result = subprocess.run(command, capture_output=True, text=True)
    assert (result.returncode, result.stdout) == (3, "")
    assert result.stderr == f"analysis: {tmp_path / 'none.h5'}: there is no such file\n"


def test_bad_traces_are_named_and_skipped(run, traces, tmp_path):
    (tmp_path / "text.h5").write_text("text")
    growing = write(tmp_path / "growing.h5", sample(), unfinished=True)
    result = run("compare", "--label", "a", traces[0], tmp_path / "text.h5", "--label", "b", growing, *traces[1:])
    assert result.returncode == 0
    first, second = result.stderr.splitlines()
    assert first == f"analysis: skipped: {tmp_path / 'text.h5'} is no HDF5 file, so no trace"
    assert second == f"analysis: skipped: {growing} is unfinished: a run is writing it, or was killed"
    assert result.stdout.splitlines()[2].split() == ["runs", "1", "(1)", "3", "(3)"]


def test_where_nothing_is_left_a_command_fails(run, tmp_path):
    for name in ("a.h5", "b.h5"):
        (tmp_path / name).write_text("text")
    result = run("plot", tmp_path / "a.h5", tmp_path / "b.h5", "--output", tmp_path / "a.png")
    assert result.returncode == 3
    assert result.stderr.count("analysis: skipped: ") == 2
    assert result.stderr.endswith("analysis: no trace is left to work with\n")


def test_ecdf_draws(run, traces, tmp_path):
    output = tmp_path / "ecdf.pdf"
    for more in ([], ["--axis", "seconds"], ["--targets", "60,55.5"]):
        output.unlink(missing_ok=True)
        assert run("ecdf", *traces, "--output", output, *more).stderr == ""
        assert output.read_bytes().startswith(b"%PDF")


def test_a_reader_that_has_enough_is_no_error(traces):
    command = [sys.executable, "-m", "analysis", "export", *map(str, traces), "--table", "generation"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline().startswith("instance,group,trace,seed,generation,island,")
        process.stdout.close()
        assert (process.wait(60), process.stderr.read()) == (0, "")
