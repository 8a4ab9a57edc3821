"""How deep the tests go. A change runs what finds most, tests/nightly.sh everything, and tests/run.sh --thorough also all seeds,
all kills and ten times the fuzzing."""
import os

THOROUGH = os.environ.get("SKERRY_THOROUGH") == "1"
NIGHTLY = THOROUGH or os.environ.get("SKERRY_NIGHTLY") == "1"


def deep(normal, thorough):
    """The second value in a thorough run, the first otherwise."""
    return thorough if THOROUGH else normal


def nightly(*values):
    """The values, for a test that takes them only in a nightly or thorough run; none otherwise."""
    return list(values) if NIGHTLY else []
