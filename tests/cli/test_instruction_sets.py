"""Runs use the vector instructions of the machine, and leave the same traces with fewer of them (SKERRY_VECTORS)."""
import pathlib

import pytest

from tests.support.binary import TREE
from tests.support.depth import deep, nightly
from tests.support.traces import assert_same, everything

SETS = {"baseline": set(), "avx2": {"avx2"}, "avx512": {"avx2", "avx512f", "avx512bw", "avx512dq", "avx512vl", "avx512_vpopcntdq"}}
FEW = ["onemax.toml", "sudoku/classic.toml", "skyscraper/island.toml", "benchmarks/rastrigin.toml"]
MORE = ["party/type1.toml", "benchmarks/nk.toml", "benchmarks/trap.toml", "benchmarks/zdt1.toml", "benchmarks/arm.toml", "sudoku/island.toml",
        "skyscraper/classic.toml"]


def sets_of_this_machine():
    cpu = pathlib.Path("/proc/cpuinfo")
    lines = [line for line in (cpu.read_text().splitlines() if cpu.exists() else []) if line.startswith("flags")]
    flags = set(lines[0].split()) if lines else set()
    return [name for name, needed in SETS.items() if needed <= flags]


def vectors(name):
    return {"SKERRY_VECTORS": name, "SKERRY_PROGRESS": "none"}


@pytest.mark.few(1)
@pytest.mark.parametrize("config", deep(FEW, FEW + MORE))
def test_every_set_leaves_the_same_trace(skerry, config):
    run = ["run", TREE / "configs" / config, "--islands", 2, "--set", "stop.generations=60", "--set", "stop.at_target=false", "--quiet"]
    traces = {}
    for name in ["", *sets_of_this_machine()]:
        skerry.done(*run, "--output", f"{name}.h5", env=vectors(name))
        traces[name] = everything(skerry.folder / f"{name}.h5")
    for name, trace in traces.items():
        assert_same(traces["baseline"], trace)


@pytest.mark.parametrize("ranks", [None, *nightly(2)])
def test_a_name_of_no_set_is_refused(skerry, ranks):
    result = skerry.refused("run", "onemax.toml", ranks=ranks, env=vectors("sse9"))
    assert result.messages[0] == 'skerry: SKERRY_VECTORS is "sse9" in the environment; it is baseline, avx2 or avx512'
    assert not list(skerry.folder.rglob("*.h5"))


@pytest.mark.skipif("avx512" in sets_of_this_machine(), reason="this machine has every set")
def test_a_set_that_the_machine_lacks_is_refused(skerry):
    skerry.refused("run", "onemax.toml", env=vectors("avx512"), says="which this machine lacks")
