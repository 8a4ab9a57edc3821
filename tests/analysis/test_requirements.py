"""Interpreters that lack something are told of in one sentence, never in a traceback."""

import ast
import json
import os
import re
import subprocess
import sys
import tomllib

import pytest

from skerry import requirements
from skerry.command import main
from tests.support.binary import BINARY, TREE

#: Without its site-packages any interpreter is one without h5py and the others.
BARE = (sys.executable, "-S")
PROJECT = tomllib.loads((TREE / "pyproject.toml").read_text())["project"]


def run(*command, **environment):
    variables = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PYTHON")}
    variables |= environment
    return subprocess.run(list(map(str, command)), cwd=TREE, env=variables, capture_output=True, text=True, timeout=300)


def one_sentence(done, *texts):
    assert (done.returncode, done.stdout) == (1, ""), done.stdout + done.stderr
    assert done.stderr.startswith("analysis: ") and done.stderr.count("\n") == 1
    for text in texts:
        assert text in done.stderr


def test_an_interpreter_without_packages():
    one_sentence(
        run(*BARE, "-m", "analysis", "report", "results/type2.h5"),
        "lacks h5py, numpy, pandas, matplotlib, scipy, xarray and jinja2: ",
        "`sudo apt install python3-h5py python3-numpy python3-pandas python3-matplotlib python3-scipy python3-xarray python3-jinja2`",
        "-m pip install h5py numpy pandas matplotlib scipy xarray jinja2`",
    )


def test_experiments_need_no_package(tmp_path):
    (tmp_path / "a.toml").write_text("config = 'none.toml'\n")
    done = run(*BARE, "-m", "analysis", "experiment", tmp_path / "a.toml", "--program", BINARY, "--list")
    assert (done.returncode, done.stdout) == (2, "") and "none.toml" in done.stderr and done.stderr.startswith("skerry: ")
    done = run(TREE / "jobs/analysis.sh", "experiment", "none.toml", "--json", PYTHON=sys.executable)
    assert done.returncode == 2 and done.stderr.endswith("none.toml: there is no such file\n")
    assert json.loads(done.stdout)["error"]["status"] == 2


@pytest.mark.parametrize("arguments", [["--help"], ["report", "--help"], ["follow", "--help"]])
def test_help_asks_for_no_package(arguments):
    done = run(*BARE, "-m", "analysis", *arguments)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("usage: python3 -m analysis")


def test_a_mistake_in_the_command_line_is_told_first():
    done = run(*BARE, "-m", "analysis", "raport")
    assert done.returncode == 2 and "raport" in done.stderr


@pytest.mark.parametrize("name", requirements.PACKAGES)
def test_each_package_is_missed(name, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, name, None)
    assert main(["table", "none.h5"]) == 1
    told = capsys.readouterr().err
    assert f" lacks {name}: " in told and f"python3-{name}`" in told and told.count("\n") == 1


def test_a_package_that_can_not_be_imported(tmp_path):
    (tmp_path / "h5py.py").write_text("raise ImportError('libhdf5.so.103: cannot open\\nmore')\n")
    one_sentence(
        run(sys.executable, "-m", "analysis", "table", "none.h5", PYTHONPATH=str(tmp_path)),
        "can't import what the analysis needs (libhdf5.so.103: cannot open): ",
        "python3-h5py",
    )


def test_an_old_python():
    pretend = "import runpy, sys; sys.version_info = (3, 9, 18, 'final', 0); runpy.run_module('analysis', run_name='__main__')"
    one_sentence(run(sys.executable, "-c", pretend), " is Python 3.9.18, and the analysis needs 3.11 or newer: ", "sudo apt install python3 ")


@pytest.mark.parametrize("name", ["__main__.py", "skerry/__init__.py", "skerry/__main__.py", "skerry/requirements.py"])
def test_an_old_python_can_read_what_tells_it(name):
    ast.parse((TREE / "analysis" / name).read_text(), feature_version=(3, 6))


def test_what_is_asked_for_is_what_the_package_declares():
    names = [re.split("[>=]", each)[0] for each in PROJECT["dependencies"]]
    assert tuple(names) == requirements.PACKAGES
    assert PROJECT["requires-python"] == ">=" + ".".join(map(str, requirements.LEAST_PYTHON))
    installed = re.search(r'\[analysis\]="([^"]*)"', (TREE / "jobs/setup.sh").read_text())[1].split()
    assert {f"python3-{name}" for name in names} <= set(installed)


def test_what_one_command_needs_is_an_optional_dependency_of_its_name():
    for command, names in requirements.FURTHER.items():
        declared = PROJECT["optional-dependencies"][command]
        assert tuple(re.split("[>=]", each)[0] for each in declared) == names
        assert all(f"python3-{name}" in (TREE / "jobs/setup.sh").read_text() for name in names)


def interpreter(path, *command):
    """A program that stands for an interpreter, and says so on stderr when it runs the analysis."""
    path.parent.mkdir(parents=True, exist_ok=True)
    starts = " ".join(map(str, command))
    path.write_text(f'#!/bin/sh\n[ "$1" = -c ] || echo "by {path.parent.name}" >&2\nexec {starts} "$@"\n')
    path.chmod(0o755)
    return path


@pytest.fixture
def scripted(tmp_path):
    """jobs/analysis.sh with an interpreter of our own for the system's: scripted(chosen, on the path, the system's)."""
    (tmp_path / "analysis").symlink_to(TREE / "analysis")
    (tmp_path / "jobs").mkdir()
    script = (TREE / "jobs/analysis.sh").read_text()
    assert script.count("python3 /usr/bin/python3;") == 1

    def call(chosen, on_path, system):
        programs = {
            name: interpreter(tmp_path / name / "python3", *command)
            for name, command in (("chosen", chosen), ("path", on_path), ("system", system))
            if command
        }
        (tmp_path / "jobs/analysis.sh").write_text(script.replace(" /usr/bin/python3;", f" {programs['system']};"))
        environment = {"PATH": f"{tmp_path / 'path'}:{os.environ['PATH']}"}
        if chosen:
            environment["PYTHON"] = str(programs["chosen"])
        return run("bash", tmp_path / "jobs/analysis.sh", "table", "none.h5", **environment)

    return call


WHOLE = (sys.executable,)


@pytest.mark.few(1)
@pytest.mark.parametrize(
    "chosen, on_path, system, taken",
    [(WHOLE, WHOLE, WHOLE, "chosen"), (None, WHOLE, WHOLE, "path"), (None, BARE, WHOLE, "system"), (BARE, WHOLE, BARE, "path")],
)
def test_the_scripts_take_the_first_interpreter_with_the_packages(scripted, chosen, on_path, system, taken):
    done = scripted(chosen, on_path, system)
    assert done.returncode == 3
    *before, by, refusal = done.stderr.splitlines()
    assert (by, refusal) == (f"by {taken}", "analysis: none.h5: there is no such file")
    assert [line.startswith("analysis: $PYTHON is passed over: ") for line in before] == [True] * (chosen == BARE)


def test_where_no_interpreter_has_them_the_scripts_say_what_to_install(scripted):
    one_sentence(scripted(None, BARE, BARE), "lacks h5py, ", "sudo apt install python3-h5py ")


def test_the_scripts_name_no_interpreter_themselves():
    for script in (*TREE.glob("jobs/*.sh"), *TREE.glob("jobs/*.sbatch"), TREE / "analysis/figures.sh"):
        assert script.name == "analysis.sh" or "python3 -m analysis" not in script.read_text(), script
