"""Fixtures for runs that are killed, interrupted, lack disk space, or read damaged files."""
import pytest

from tests.support.binary import Skerry
from tests.support.experiments import write_experiments


@pytest.fixture
def skerry(tmp_path):
    """Makes a folder with the experiments onemax.toml, slow.toml and party.toml."""
    skerry = Skerry(tmp_path)
    write_experiments(skerry)
    return skerry
