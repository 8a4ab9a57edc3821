"""The site of the pages is made without a warning: each page is in a table of contents, and each link leads somewhere."""

import importlib.util
import os
import subprocess
from pathlib import Path

import pytest

from tests.support.binary import BINARY, TREE


@pytest.mark.nightly
@pytest.mark.skipif(not all(map(importlib.util.find_spec, ("sphinx", "myst_parser", "furo", "breathe", "nbsphinx"))), reason="jobs/setup.sh site installs Sphinx")
def test_the_site_has_no_warning_and_a_search(tmp_path: Path) -> None:
    done = subprocess.run([TREE / "docs/site.sh", tmp_path], env=os.environ | {"SKERRY": str(BINARY)}, capture_output=True, text=True, timeout=3600)
    assert (done.returncode, done.stderr) == (0, "")
    pages = {page.relative_to(TREE / "docs").with_suffix("") for page in (TREE / "docs").rglob("*.md")}
    made = {Path(name) for name in ("search", "commands", "python-api", "cpp-api", "notebook")}
    assert pages | made <= {page.relative_to(tmp_path).with_suffix("") for page in tmp_path.rglob("*.html")}
    assert "individuals on an island" in (tmp_path / "configuration.html").read_text()
