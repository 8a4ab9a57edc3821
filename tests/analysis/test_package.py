"""Tests the types of the package, and its installation."""

import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from make_trace import sample, write

from skerry.command import COMMANDS

from tests.support.binary import BINARY, TREE
from tests.support.depth import deep


@pytest.mark.nightly
@pytest.mark.skipif(shutil.which("mypy") is None, reason="mypy is not installed (Debian: mypy)")
def test_types_hold(tmp_path):
    command = ["mypy", "--config-file", TREE / "pyproject.toml", "--cache-dir", tmp_path, "-p", "skerry"]
    environment = {**os.environ, "MYPYPATH": str(TREE / "analysis")}
    checked = subprocess.run(list(map(str, command)), env=environment, capture_output=True, text=True, timeout=300)
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_every_folder_of_the_sources_is_installed():
    named = tomllib.loads((TREE / "pyproject.toml").read_text())["tool"]["setuptools"]["packages"]
    sources = (TREE / "analysis").glob("skerry/**/*.py")
    assert sorted(named) == sorted({".".join(path.parent.relative_to(TREE / "analysis").parts) for path in sources})


def test_every_file_beside_the_sources_is_installed():
    patterns = tomllib.loads((TREE / "pyproject.toml").read_text())["tool"]["setuptools"]["package-data"]
    named = {path for package, globs in patterns.items() for glob in globs for path in (TREE / "analysis" / package.replace(".", "/")).glob(glob)}
    found = {path for path in (TREE / "analysis/skerry").rglob("*") if path.is_file() and path.suffix not in (".py", ".pyc")}
    assert named == found
    copied = re.search(r"install\(DIRECTORY analysis/skerry.*?\)", (TREE / "cmake/Install.cmake").read_text(), re.DOTALL)[0]
    assert all(f"PATTERN {path.name} " in copied or f"PATTERN *{path.suffix} " in copied for path in found)


INSTALLERS = ("pip", "setuptools", "wheel")
needs_installers = pytest.mark.skipif(
    sys.prefix != sys.base_prefix or not all(map(importlib.util.find_spec, INSTALLERS)),
    reason="pip, setuptools or wheel is not the system's (Debian: python3-pip, python3-setuptools, python3-wheel, python3-venv)",
)


def installed(folder, build, *options):
    """An environment of its own, as its user makes it, with the package installed. It sees the system's packages, so nothing is downloaded."""
    source, environment = folder / "source", folder / "venv"
    shutil.copytree(TREE / "analysis", source / "analysis", ignore=shutil.ignore_patterns("__pycache__", "build", "*.egg-info"))
    for name in ("pyproject.toml", "setup.py", "README.md"):
        shutil.copy(TREE / name, source)
    run(folder, sys.executable, "-m", "venv", "--without-pip", "--system-site-packages", environment)
    offline = ("--no-build-isolation", "--no-deps", "--no-index")
    run(folder, "env", f"SKERRY_BUILD={build}", environment / "bin/python3", "-m", "pip", "install", "--quiet", *offline, *options, source)
    return environment / "bin"


def run(folder, *command):
    variables = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PYTHONDONTWRITEBYTECODE", "SKERRY")}
    done = subprocess.run(list(map(str, command)), cwd=folder, env=variables, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.nightly
@needs_installers
@pytest.mark.parametrize("options", [[], ["--editable"]], ids=["copied", "editable"])
def test_the_package_installs_in_a_fresh_environment(tmp_path, options):
    programs = installed(tmp_path, "none", *options)
    assert not (programs / "skerry").exists()
    for command in COMMANDS[: deep(1, None)]:
        assert f"skerry-analysis {command} " in run(tmp_path, programs / "skerry-analysis", command, "--help")
    tell = "import importlib.metadata, skerry; print(skerry.__file__); print(importlib.metadata.version('skerry'))"
    place, version = map(str.strip, run(tmp_path, programs / "python3", "-c", tell).splitlines())
    home = Path(place).parent
    assert home == tmp_path / "source/analysis/skerry" if options else home.is_relative_to(tmp_path / "venv")
    assert (home / "py.typed").exists()
    assert f"VERSION {version} " in (TREE / "CMakeLists.txt").read_text()
    trace = write(tmp_path / "one.h5", sample())
    assert run(tmp_path, programs / "skerry-analysis", "report", trace).startswith("# one: party, seed 7, 3 islands\n")
    assert (tmp_path / "one.html").exists()
    assert "one.h5" in run(tmp_path, programs / "python3", "-m", "skerry", "export", trace)


@pytest.mark.nightly
@needs_installers
def test_one_installation_brings_the_program_too(tmp_path):
    programs = installed(tmp_path, BINARY.resolve().parent)
    (tmp_path / "home").mkdir()
    alone = ("env", "-i", f"--chdir={tmp_path / 'home'}", f"HOME={tmp_path}", "PATH=/usr/bin:/bin")
    evolve = "import skerry; print(skerry.evolve(sum, [(0, 1)] * 3, generations=2).generations, skerry.__version__)"
    generations, version = run(tmp_path, *alone, programs / "python3", "-c", evolve).split()
    assert generations == "2" and run(tmp_path, *alone, programs / "skerry", "--version") == f"skerry {version}\n"
    share = tmp_path / "venv/share/skerry"
    assert "onemax.svg" in run(tmp_path, *alone, share / "jobs/local.sh", share / "configs/onemax.toml", "1", "--quiet")
