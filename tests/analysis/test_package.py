"""The package as a whole: its types, and that it installs."""

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.depth import deep

TREE = Path(__file__).resolve().parents[2]


@pytest.mark.skipif(shutil.which("mypy") is None, reason="mypy is not installed (Debian: mypy)")
def test_types_hold(tmp_path):
    command = ["mypy", "--config-file", TREE / "analysis/pyproject.toml", "--cache-dir", tmp_path, "-p", "skerry"]
    checked = subprocess.run(
        list(map(str, command)),
        env={**os.environ, "MYPYPATH": str(TREE / "analysis")},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr


INSTALLERS = ("pip", "setuptools", "wheel")


@pytest.mark.skipif(
    not all(map(importlib.util.find_spec, INSTALLERS)),
    reason="pip, setuptools or wheel is not installed (Debian: python3-pip, python3-setuptools, python3-wheel)",
)
def test_the_package_installs(tmp_path):
    """From a copy, since setuptools builds beside the sources."""
    source, installed = tmp_path / "analysis", tmp_path / "installed"
    shutil.copytree(TREE / "analysis", source, ignore=shutil.ignore_patterns("__pycache__", "build", "*.egg-info"))
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-build-isolation", "--no-deps", "--no-index"]
    done = subprocess.run([*pip, "--target", str(installed), str(source)], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    assert (installed / "skerry/py.typed").exists()
    program = installed / "bin/skerry-analysis"
    environment = {**os.environ, "PYTHONPATH": str(installed)}
    for command in ("plot", *deep((), ("table", "compare", "ecdf", "export", "report", "follow", "construct"))):
        told = subprocess.run([program, command, "--help"], env=environment, capture_output=True, text=True, timeout=300)
        assert told.returncode == 0, told.stderr
        assert f"skerry-analysis {command} " in told.stdout
    where = subprocess.run(
        [sys.executable, "-c", "import skerry; print(skerry.__file__)"],
        env=environment,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert where.stdout.strip() == str(installed / "skerry/__init__.py")
