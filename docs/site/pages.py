"""Lays out the sources of the site: the pages of docs/, and those that are made from the program, the headers, the Python package and the notebook.

python3 docs/site/pages.py PROGRAM FOLDER; docs/site.sh calls it.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

TREE = Path(__file__).resolve().parents[2]
#: What a page has in place of a table of keys.
PLACE = re.compile(r"^\(`skerry keys \w+`\)$", re.MULTILINE)
REFERENCE = """
```{toctree}
:caption: Reference
:maxdepth: 1

commands
python-api
cpp-api
notebook
```
"""
PYTHON = """# The Python package
```{eval-rst}
.. automodule:: skerry
   :members:
   :imported-members:
```
"""
CPP = """# The API of C++
The types of a program that calls [`skerry::evolve`](evolve.md). `docs/api.sh` makes pages of all headers.
"""
#: What a user of skerry/evolve.hpp names.
CPP_NAMES = {
    "doxygenclass": ["skerry::Mpi", "skerry::Random"],
    "doxygenstruct": ["skerry::EvolveSettings", "skerry::Genetic", "skerry::DifferentialEvolution", "skerry::CmaEs", "skerry::LocalSearch",
                      "skerry::Nsga2", "skerry::MapElites", "skerry::StopRule", "skerry::Score", "skerry::Objective", "skerry::Feature"],
}


def output(*command: str | Path) -> str:
    environment = os.environ | {"PYTHONPATH": str(TREE / "analysis"), "COLUMNS": "100"}
    return subprocess.run(list(map(str, command)), check=True, capture_output=True, text=True, cwd=TREE, env=environment).stdout


def with_keys(page: str, tables: list[str]) -> str:
    """Returns the page of configurations with the program's tables in their places."""
    parts = PLACE.split(page)
    assert len(parts) == len(tables) + 1, f"{len(parts) - 1} places for {len(tables)} tables"
    return "".join(f"{part}{table.strip()}" for part, table in zip(parts, tables)) + parts[-1]


def helps(words: list[str | Path], name: str, level: int = 2) -> str:
    """Returns a section of the help of a command, and of those below it."""
    text = output(*words, "--help")
    section = f"\n{'#' * level} {name}\n```\n{text.strip()}\n```\n"
    listed = re.search(r"^(?:Subcommands:|positional arguments:\n  COMMAND)\n(.*?)(?:\n\n|\Z)", text, re.MULTILINE | re.DOTALL)
    for below in re.findall(r"^ {2,4}([a-z]\w*)(?: {2}|$)", listed[1], re.MULTILINE) if listed else []:
        section += helps([*words, below], f"{name} {below}", min(level + 1, 4))
    return section


def main() -> None:
    program, folder = Path(sys.argv[1]).resolve(), Path(sys.argv[2])
    shutil.copytree(TREE / "docs", folder, ignore=shutil.ignore_patterns("site", "*.sh", "Doxyfile"), dirs_exist_ok=True)
    shutil.copy(TREE / "examples/python/rastrigin.ipynb", folder / "notebook.ipynb")
    configuration = folder / "configuration.md"
    configuration.write_text(with_keys(configuration.read_text(), output(program, "keys", "--markdown").split("\n\n")))
    with (folder / "index.md").open("a") as index:
        index.write(REFERENCE)
    (folder / "commands.md").write_text(
        "# The commands\nWhat `--help` says of each.\n" + helps([program], "skerry") + helps([sys.executable, "-m", "skerry"], "skerry-analysis")
    )
    (folder / "python-api.md").write_text(PYTHON)
    directives = "".join(f"\n.. {kind}:: {name}\n   :members:\n" for kind, names in CPP_NAMES.items() for name in names)
    (folder / "cpp-api.md").write_text(f"{CPP}```{{eval-rst}}{directives}```\n")


if __name__ == "__main__":
    main()
