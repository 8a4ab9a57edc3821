"""How deep the tests go: tests/run.sh --thorough asks for all seeds, all kills and ten times the fuzzing."""
import os

THOROUGH = os.environ.get("SKERRY_THOROUGH") == "1"


def deep(normal, thorough):
    """The second value in a thorough run, the first otherwise."""
    return thorough if THOROUGH else normal
