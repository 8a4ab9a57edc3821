"""Leaves tests that are marked `nightly` to nightly and thorough runs. SKERRY_SHARE=2/3 takes the second of three shares of
all tests, in their order."""
import os

from tests.support.depth import NIGHTLY


def pytest_configure(config):
    config.addinivalue_line("markers", "nightly: runs in tests/nightly.sh and in a thorough run alone")


def pytest_collection_modifyitems(config, items):
    number, shares = map(int, os.environ.get("SKERRY_SHARE", "1/1").split("/"))
    chosen = [item for item in items if NIGHTLY or not item.get_closest_marker("nightly")]
    chosen = chosen[len(chosen) * (number - 1) // shares:len(chosen) * number // shares]
    left = set(items) - set(chosen)
    if left:
        config.hook.pytest_deselected(items=left)
        items[:] = chosen
