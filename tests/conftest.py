"""Leaves tests that are marked `nightly`, and most cases of those marked `few`, to nightly and thorough runs. SKERRY_SHARE=2/3
takes the second of three shares of all tests, in their order."""
import os
import signal

from tests.support.depth import NIGHTLY


def pytest_configure(config):
    # What a script starts in the background ignores Ctrl-C, and so would the processes to which tests send it.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    config.addinivalue_line("markers", "nightly: runs in tests/nightly.sh and in a thorough run alone")
    config.addinivalue_line("markers", "few(count): a change takes so many of the cases, a nightly run all of them")


def _of_a_change(items):
    """Without the tests of the night, and with few cases of those that are marked so, evenly spread over all."""
    cases = {}
    for item in (item for item in items if not item.get_closest_marker("nightly")):
        cases.setdefault((item.fspath, getattr(item, "originalname", item.name)), []).append(item)
    for all_cases in cases.values():
        few = all_cases[0].get_closest_marker("few")
        count = min(few.args[0], len(all_cases)) if few else len(all_cases)
        yield from (all_cases[number * len(all_cases) // count] for number in range(count))


def pytest_collection_modifyitems(config, items):
    number, shares = map(int, os.environ.get("SKERRY_SHARE", "1/1").split("/"))
    chosen = items if NIGHTLY else list(_of_a_change(items))
    chosen = chosen[len(chosen) * (number - 1) // shares:len(chosen) * number // shares]
    left = set(items) - set(chosen)
    if left:
        config.hook.pytest_deselected(items=left)
        items[:] = chosen
