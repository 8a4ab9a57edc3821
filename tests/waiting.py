"""Waiting for what must come, within a bound."""
import time


def wait_for(condition, limit_s, what):
    """What `condition` returned once it was true; fails with `what()` after the limit."""
    end = time.monotonic() + limit_s
    while not (found := condition()):
        assert time.monotonic() < end, f"not within {limit_s} s: {what() if callable(what) else what}"
        time.sleep(0.05)
    return found
