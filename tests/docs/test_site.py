"""The site of the pages is made without a warning: each page is in a table of contents, and each link leads somewhere."""

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.binary import TREE


@pytest.mark.nightly
@pytest.mark.skipif(not all(map(importlib.util.find_spec, ("sphinx", "myst_parser", "furo"))), reason="jobs/setup.sh site installs Sphinx")
def test_the_site_has_no_warning_and_a_search(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-c", TREE / "docs/site", "-b", "html", TREE / "docs", tmp_path]
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=600)
    assert (done.returncode, done.stderr) == (0, "")
    pages = {page.stem for page in (TREE / "docs").glob("*.md")}
    assert pages | {"search"} <= {page.stem for page in tmp_path.glob("*.html")}
