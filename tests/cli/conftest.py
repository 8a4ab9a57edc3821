"""Every test gets a folder of its own with experiments in it."""
import pytest

from tests.support.binary import Skerry
from tests.support.experiments import write_experiments


@pytest.fixture
def skerry(tmp_path):
    """A folder with experiments: onemax.toml, slow.toml, party.toml."""
    skerry = Skerry(tmp_path)
    write_experiments(skerry)
    return skerry
