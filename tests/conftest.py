"""Leaves tests that are marked `nightly` to nightly and thorough runs."""
from tests.support.depth import NIGHTLY


def pytest_configure(config):
    config.addinivalue_line("markers", "nightly: runs in tests/nightly.sh and in a thorough run alone")


def pytest_collection_modifyitems(config, items):
    if NIGHTLY:
        return
    left = [item for item in items if item.get_closest_marker("nightly")]
    if left:
        config.hook.pytest_deselected(items=left)
        items[:] = [item for item in items if item not in set(left)]
