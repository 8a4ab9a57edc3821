"""Runs the commands and the Python code of docs/analysis.md, in their order, on traces of the binary."""

import glob
import os
import re
import shlex
import subprocess
import sys

import pytest
from commands import texts

from skerry.command import COMMANDS, main
from skerry.quantities import QUANTITIES
from skerry.stats import MAGNITUDES
from tests.support.binary import BINARY, TREE
from tests.support.depth import deep

PAGE = (TREE / "docs/analysis.md").read_text()
#: The largest size in bytes of a figure in the tree.
MOST_BYTES = 150_000


def blocks(text, language):
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """Makes a folder like the tree with a build in it, and with the runs with which the page begins."""
    folder = tmp_path_factory.mktemp("place")
    for name in ("jobs", "configs", "examples", "analysis"):
        (folder / name).symlink_to(TREE / name)
    (folder / "build/release").mkdir(parents=True)
    (folder / "build/release/skerry").symlink_to(BINARY)
    (folder / "bin").mkdir()
    (folder / "bin/python3").symlink_to(sys.executable)
    commands = re.findall(r"^```\n((?:^(?:build|jobs)/.*\n)+)^```$", PAGE, re.MULTILINE)
    made = [block for block in commands if "--repeat" in block or "trace.populations" in block]
    assert len(made) == 3
    for runs in made:
        shell(folder, re.sub("--repeat [0-9]", f"--repeat {deep(2, 5)}", runs))
    shell(folder, "build/release/skerry run configs/external/sphere.toml --islands 2 --set stop.generations=9 --quiet")
    (folder / "results/type2.h5").symlink_to(folder / "results/islands-1.h5")
    return folder


def environment(folder):
    variables = {name: value for name, value in os.environ.items() if not name.startswith("SKERRY")}
    return variables | {"PATH": f"{folder / 'bin'}:{os.environ['PATH']}", "PYTHONPATH": str(TREE / "analysis"), "MPLBACKEND": "Agg"}


def shell(folder, text):
    command = ["bash", "-euo", "pipefail", "-c", text]
    done = subprocess.run(command, cwd=folder, env=environment(folder), capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, f"{text}\n{done.stdout}{done.stderr}"
    return done.stdout


@pytest.mark.nightly
@pytest.mark.parametrize("block", blocks(PAGE, "sh"))
def test_the_commands_do_what_they_say(place, block, monkeypatch, capsys):
    """Within this process, as if a shell had split the line."""
    monkeypatch.chdir(place)
    for line in block.splitlines():
        words = [name for word in shlex.split(line) for name in sorted(glob.glob(word)) or [word]]
        assert words[:3] == ["python3", "-m", "analysis"]
        assert main(words[3:]) == 0
        written = re.findall(r"--output (\S+)", line)
        assert all((place / name).stat().st_size > 5000 for name in written)
        assert written or capsys.readouterr().out


@pytest.mark.nightly
def test_a_command_is_understood_by_a_shell(place):
    line = next(line for block in blocks(PAGE, "sh") for line in block.splitlines() if " table " in line)
    assert "islands" in shell(place, line)


@pytest.mark.nightly
def test_the_python_runs_from_top_to_bottom(place):
    (place / "page.py").write_text("\n".join(blocks(PAGE, "python")))
    assert shell(place, "python3 page.py").splitlines()[-1] == "results/none.h5: there is no such file"


@pytest.mark.nightly
def test_the_trace_format_in_short_runs(place):
    (place / "short.py").write_text(blocks((TREE / "docs/trace-format.md").read_text(), "python")[0])
    shell(place, "python3 short.py")


def test_every_command_is_in_the_table():
    named = set(re.findall(r"^\| `(\w+)` \|", PAGE, re.MULTILINE))
    assert named == set(COMMANDS)


def test_what_the_page_says_of_effects_is_so():
    for distance, word in MAGNITUDES:
        assert f"{0.5 + distance:.2f}" in PAGE and word in PAGE
    assert "success_low" in QUANTITIES and "ert" in QUANTITIES


def words(path):
    """Without numbers, whose last digits may differ with the compiler."""
    return [text for text in texts(path) if not re.search(r"\d", text)]


@pytest.mark.nightly
def test_the_figures_of_the_pages_are_made_by_their_script(tmp_path):
    command = ["bash", TREE / "analysis/figures.sh", BINARY, tmp_path]
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    shown = re.findall(r"\(docs/([\w-]+\.svg)\)", (TREE / "README.md").read_text())
    assert shown == ["islands-ranks-skyscraper.svg"]  # docs/islands.sh makes it, from an experiment
    name = "skyscraper-islands.svg"
    assert f"({name})" in (TREE / "docs/islands.md").read_text()
    assert (TREE / "docs" / name).stat().st_size < MOST_BYTES
    assert texts(tmp_path / name) == texts(TREE / "docs" / name)
    shown = re.findall(r"\(([\w-]+\.svg)\)", PAGE)
    assert len(shown) == 3
    for name in shown:
        assert (TREE / "docs" / name).stat().st_size < MOST_BYTES
        assert words(tmp_path / name) == words(TREE / "docs" / name)
