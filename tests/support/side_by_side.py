"""Runs tests that mostly wait: all start at once, each in a thread of its own, and pytest collects their results one by one.

A conftest.py makes a SideBySide in a fixture `under_way` of the session, and imports `pytest_pyfunc_call`.
"""
import concurrent.futures
import inspect


class SideBySide:
    """Runs the chosen tests that have an argument `subject`. `make(item)` returns the subject of one test. The other arguments are
    the parameters of the test and the `shared` values."""

    def __init__(self, session, subject, make, **shared):
        items = [item for item in session.items if subject in item.fixturenames]
        self.subjects = {item.nodeid: make(item) for item in items}
        self._pool = concurrent.futures.ThreadPoolExecutor(len(items) or 1)
        self._outcomes = {}
        for item in items:
            given = {subject: self.subjects[item.nodeid], **shared, **parameters(item)}
            names = inspect.signature(item.function).parameters
            self._outcomes[item.nodeid] = self._pool.submit(item.function, **{name: given[name] for name in names})

    def outcome(self, item):
        """Waits for the end of the test, and raises its failure."""
        self._outcomes[item.nodeid].result()
        return True

    def close(self):
        """Starts no further test. Tests that still run fail when their subjects end."""
        self._pool.shutdown(wait=False, cancel_futures=True)


def parameters(item):
    return item.callspec.params if hasattr(item, "callspec") else {}


def pytest_pyfunc_call(pyfuncitem):
    """Stands for the call of a test, which has started before."""
    return pyfuncitem.funcargs["under_way"].outcome(pyfuncitem)
