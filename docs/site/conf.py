"""The site of skerry's pages: docs/site.sh lays out its sources and builds it with Sphinx and MyST."""

import os
import re
from pathlib import Path

from sphinx.application import Sphinx

TREE = Path(__file__).resolve().parents[2]
found = re.search(r"project\(skerry VERSION ([0-9.]+)", (TREE / "CMakeLists.txt").read_text())
assert found

project = "skerry"
author = "The skerry developers"
version = release = found[1]
extensions = ["myst_parser", "sphinx.ext.autodoc", "breathe", "nbsphinx"]
html_theme = "furo"
html_title = f"skerry {release}"
myst_heading_anchors = 4
suppress_warnings = ["myst.header"]  # pages of the tree may begin with smaller headings
exclude_patterns = ["api"]
highlight_language = "none"
breathe_projects = {"skerry": os.environ["SKERRY_API"]}
breathe_default_project = "skerry"
nbsphinx_execute = "always"
autodoc_typehints = "description"


def name_what_lies_outside(app: Sphinx, page: str, source: list[str]) -> None:
    """Leaves of a link to a file of the tree its text: the site has the pages alone."""
    folder = Path(app.srcdir) / Path(page).parent

    def text_or_link(link: re.Match[str]) -> str:
        return link[0] if (folder / link[2].partition("#")[0]).resolve().is_relative_to(app.srcdir) else link[1]

    source[0] = re.sub(r"(?<!!)\[([^\]]+)\]\((\.\./[^)]*)\)", text_or_link, source[0])


def as_restructured_text(_app: Sphinx, _what: str, _name: str, _of: object, _options: object, lines: list[str]) -> None:
    """Turns arguments with their meanings into a list, indented lines into code, and single marks of code into those of reStructuredText."""
    made: list[str] = []
    within = "text"
    for line in lines:
        argument = re.match(r"([a-z_]+(?:, [a-z_]+)*): (.+)", line) if made else None
        indented = line.startswith("    ") and not line.isspace()
        if argument:
            made += ([] if within == "list" else [""]) + [f"- **{argument[1]}**: {argument[2]}"]
            within = "list"
        elif indented and within == "list":
            made.append(f"  {line.strip()}")
        elif indented:
            made += [line] if within == "code" else ["", "::", "", line]
            within = "code"
        else:
            made += ["", line] if within != "text" and line else [line]
            within = "code" if within == "code" and not line else "text"
    lines[:] = [re.sub(r"(?<!`)`([^`]+)`(?!`)", r"``\1``", line) if not line.startswith("    ") else line for line in made]


def setup(app: Sphinx) -> None:
    app.connect("source-read", name_what_lies_outside)
    app.connect("autodoc-process-docstring", as_restructured_text)
