"""A trace is drawn without being loaded as a whole: memory does not grow with it, and the figure shows all of it."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from make_big_trace import Columns, write_big

import skerry
from skerry.run_series import series_of

TREE = Path(__file__).resolve().parents[2]
ISLANDS, GENERATIONS = 250, 12_000

MEASURE = """
import resource, sys
from skerry.command import main
status = main(["plot", "--kind", sys.argv[1], sys.argv[2], "--output", sys.argv[3]])
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
sys.exit(status)
"""


@pytest.fixture(scope="module")
def big(tmp_path_factory):
    return write_big(tmp_path_factory.mktemp("big") / "big.h5", GENERATIONS, ISLANDS)


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    return write_big(tmp_path_factory.mktemp("small") / "small.h5", 200, 30)


def peak_bytes(kind, trace, output):
    """Returns the peak memory of a process that draws a trace."""
    environment = {**os.environ, "PYTHONPATH": str(TREE / "analysis")}
    command = [sys.executable, "-c", MEASURE, kind, str(trace), str(output)]
    child = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300, check=True)
    return 1024 * int(child.stdout)


@pytest.mark.parametrize("kind", ["convergence", "diversity", "islands", "migration"])
def test_memory_does_not_grow_with_the_trace(big, small, tmp_path, kind):
    size = big.stat().st_size
    assert size > 350e6
    grown = peak_bytes(kind, big, tmp_path / "a.svg") - peak_bytes(kind, small, tmp_path / "b.svg")
    assert grown < 90e6 < size / 3
    assert (tmp_path / "a.svg").stat().st_size < 300e3


def test_what_is_drawn_is_what_is_in_the_trace(big):
    series = series_of(skerry.open(big, check=False))
    best = Columns(GENERATIONS, ISLANDS).generation(0, GENERATIONS + 1)["best"]
    edges = np.arange(0, GENERATIONS + 1, 32)
    np.testing.assert_array_equal(series.best["lowest"].lowest[:, 0], np.minimum.reduceat(best.min(axis=1), edges))
    np.testing.assert_array_equal(series.best["highest"].highest[:, 0], np.maximum.reduceat(best.max(axis=1), edges))
    middle = np.median(best, axis=1)
    expected = [np.median(middle[edge : edge + 32]) for edge in edges]
    np.testing.assert_array_equal(series.best["median"].median[:, 0], expected)
