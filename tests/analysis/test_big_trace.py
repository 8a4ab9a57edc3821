"""A trace is drawn without being loaded as a whole: memory does not grow with it, and the figure shows all of it."""

import os
import subprocess
import sys

import numpy as np
import pytest
from make_trace import sample, write

import skerry
from skerry.run_series import series_of
from skerry.thinning import bin_width
from tests.support.binary import TREE
from tests.support.depth import deep

ISLANDS, GENERATIONS = 250, deep(6_000, 12_000)

KINDS = ["islands", "convergence", "diversity", "migration"]
#: What is imported is so once; each figure is drawn by a child of its own, whose memory begins with that.
MEASURE = """
import os, resource, sys
from skerry.command import main
from skerry.figures import convergence, islands, migration
for number in range(1, len(sys.argv), 3):
    kind, trace, output = sys.argv[number : number + 3]
    child = os.fork()
    if child == 0:
        status = main(["plot", "--kind", kind, trace, "--output", output])
        print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, flush=True)
        os._exit(status)
    if os.waitpid(child, 0)[1] != 0:
        sys.exit(1)
"""


@pytest.fixture(scope="module")
def columns():
    """Of the big trace: fitness falls with noise in whole numbers, so that few generations have a new best."""
    made = sample(GENERATIONS, ISLANDS)
    return made | {"best": np.floor(made["best"]) + np.random.default_rng(1).integers(0, 9, made["best"].shape)}


@pytest.fixture(scope="module")
def big(columns, tmp_path_factory):
    return write(tmp_path_factory.mktemp("big") / "big.h5", columns, every=100)


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    return write(tmp_path_factory.mktemp("small") / "small.h5", sample(200, 30), every=100)


@pytest.fixture(scope="module")
def drawn(big, small, tmp_path_factory):
    """(kind, trace) -> the most memory that it takes to draw the trace so, in bytes, and the figure."""
    folder = tmp_path_factory.mktemp("drawn")
    wanted = {(kind, trace): folder / f"{kind}-{trace.stem}.svg" for kind in KINDS for trace in (big, small)}
    words = [str(word) for (kind, trace), output in wanted.items() for word in (kind, trace, output)]
    environment = {**os.environ, "PYTHONPATH": str(TREE / "analysis")}
    told = subprocess.run([sys.executable, "-c", MEASURE, *words], env=environment, capture_output=True, text=True, timeout=600)
    assert told.returncode == 0, told.stderr
    return {key: (1024 * int(kilobytes), wanted[key]) for key, kilobytes in zip(wanted, told.stdout.split(), strict=True)}


@pytest.mark.nightly
@pytest.mark.parametrize("kind", KINDS)
def test_memory_does_not_grow_with_the_trace(big, small, drawn, kind):
    size = big.stat().st_size
    assert size > GENERATIONS * ISLANDS * 100
    grown = drawn[kind, big][0] - drawn[kind, small][0]
    assert grown < size / 4
    assert drawn[kind, big][1].stat().st_size < 300e3


@pytest.mark.nightly
def test_what_is_drawn_is_what_is_in_the_trace(big, columns):
    series = series_of(skerry.open(big, check=False))
    best = columns["best"]
    width = bin_width(GENERATIONS + 1, 512)
    edges = np.arange(0, GENERATIONS + 1, width)
    np.testing.assert_array_equal(series.best["lowest"].lowest[:, 0], np.minimum.reduceat(best.min(axis=1), edges))
    np.testing.assert_array_equal(series.best["highest"].highest[:, 0], np.maximum.reduceat(best.max(axis=1), edges))
    middle = np.median(best, axis=1)
    expected = [np.median(middle[edge : edge + width]) for edge in edges]
    np.testing.assert_array_equal(series.best["median"].median[:, 0], expected)
