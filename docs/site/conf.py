"""The site of skerry's pages: docs/site.sh builds it with Sphinx and MyST."""

import re
from pathlib import Path

from sphinx.application import Sphinx

TREE = Path(__file__).resolve().parents[2]
found = re.search(r"project\(skerry VERSION ([0-9.]+)", (TREE / "CMakeLists.txt").read_text())
assert found

project = "skerry"
author = "The skerry developers"
version = release = found[1]
extensions = ["myst_parser"]
html_theme = "furo"
html_title = f"skerry {release}"
myst_heading_anchors = 4
suppress_warnings = ["myst.header"]  # pages of the tree may begin with smaller headings
exclude_patterns = ["site", "api"]
highlight_language = "none"


def name_what_lies_outside(_app: Sphinx, _page: str, source: list[str]) -> None:
    """Leaves of a link to a file of the tree its text: the site has the pages alone."""
    source[0] = re.sub(r"(?<!!)\[([^\]]+)\]\(\.\./[^)]*\)", r"\1", source[0])


def setup(app: Sphinx) -> None:
    app.connect("source-read", name_what_lies_outside)
