"""Runs as several tests of the analysis want them."""

import itertools

import numpy as np
import pytest
from live_runs import endless  # noqa: F401
from make_trace import sample, write

import skerry


@pytest.fixture
def make_run(tmp_path):
    """Makes a run with these bests, [generation, island], or [generation] of one island. `columns` replace those of a sample."""
    count = itertools.count()

    def make(best, violation=None, columns=None, **options):
        best = np.array(best, dtype=float).reshape(len(best), -1)
        violation = np.zeros(best.shape) if violation is None else np.array(violation, dtype=float).reshape(best.shape)
        number = next(count)
        replaced = {"best": best, "violation": violation} | {name: np.array(values) for name, values in (columns or {}).items()}
        made = sample(generations=len(best) - 1, islands=best.shape[1], seed=number) | replaced
        return skerry.open(write(tmp_path / f"{number}.h5", made, **options))

    return make
