"""Carries out the blocks of the pages that a stranger reads first, in their order, as they stand there."""

import os
import re
import subprocess
from pathlib import Path

import pytest

from tests.support.binary import BINARY, TREE


def blocks(page: str) -> list[tuple[str, str]]:
    return re.findall(r"```(\w*)\n(.*?)```", (TREE / page).read_text(), flags=re.DOTALL)


@pytest.fixture
def user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in which skerry is installed, as far as a user sees."""
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin/skerry").symlink_to(BINARY)
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:{TREE / 'jobs'}:{os.environ['PATH']}")
    monkeypatch.setenv("SKERRY", str(BINARY))
    monkeypatch.setenv("PYTHONPATH", str(TREE / "analysis"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def sh(script: str) -> str:
    done = subprocess.run(["bash", "-eu"], input=script, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, script + done.stdout + done.stderr
    return done.stdout


@pytest.mark.nightly
def test_each_step_of_the_tutorial(user: Path) -> None:
    page = (TREE / "docs/tutorial.md").read_text()
    named = iter(re.findall(r"Write this(?: one)? to `([\w.]+)`", page))
    for language, text in blocks("docs/tutorial.md"):
        if language == "sh":
            sh(text.replace("python3 ", "/usr/bin/python3 "))
        else:
            (user / next(named)).write_text(text)
    assert next(named, None) is None
    assert {f"{name}.svg" for name in ("trap", "islands", "often")} <= {path.name for path in (user / "results").iterdir()}
    assert 1000 <= len(page.split()) <= 1400


def test_the_six_lines_of_python_in_the_readme(user: Path, capsys: pytest.CaptureFixture[str]) -> None:
    [program] = [text for language, text in blocks("README.md") if language == "python"]
    assert sum(1 for line in program.splitlines() if line) <= 6
    exec(compile(program, "readme.py", "exec"), {"__name__": "readme"})  # noqa: S102
    fitness = float(capsys.readouterr().out.split()[0])
    assert fitness < 1 and list((user / "results").glob("*.h5"))


def test_the_commands_of_the_readme_name_what_is_there() -> None:
    """Other tests carry them out: tests/install does pip's and CMake's, and who runs this one has called tests/run.sh."""
    words = " ".join(text for language, text in blocks("README.md") if not language).split()
    for word in words:
        if "/" in word and not word.startswith(("~", "build/", "results/", "-")):
            assert (TREE / word).exists(), word
