"""Waits for a condition, with a limit."""
import time


def wait_for(condition, limit_s, what):
    """Waits until `condition` returns a true value, and returns it; fails with `what()` after the limit."""
    end = time.monotonic() + limit_s
    while not (found := condition()):
        assert time.monotonic() < end, f"not within {limit_s} s: {what() if callable(what) else what}"
        time.sleep(0.05)
    return found
