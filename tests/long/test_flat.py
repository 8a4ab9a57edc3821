"""A run that goes on and on holds no more and gets no slower. Tiny populations make as many generations in minutes as others in a day."""
import pathlib
import sys

import h5py
import pytest

from tests.support.binary import Skerry
from tests.support.depth import deep
from tests.support.experiments import external
from tests.support.running import Running

WORKER = """
import json, sys
sys.stdin.readline()
print('{"ready": true}', flush=True)
for line in sys.stdin:
    asked = json.loads(line)
    print(json.dumps({"id": asked["id"], "fitness": sum(asked["genome"]["x"])}), flush=True)
"""
#: Each with its generations.
RUNS = {
    "onemax": ('[problem]\ntype = "onemax"\nbits = 16\n[island]\npopulation = 2\noffspring = 2\n', 3_000_000),
    "external": (external([sys.executable, "worker.py"], '{ name = "x", kind = "real", size = 2, low = 0, high = 1 }', size=2), 200_000),
}
KEYS = ("stop.generations=1000000000", "stop.at_target=false", "migration.every=10", "checkpoint.seconds=1")


@pytest.mark.nightly
@pytest.mark.parametrize("name", RUNS)
def test_memory_and_speed_stay(tmp_path, name):
    skerry = Skerry(tmp_path)
    config, generations = RUNS[name]
    skerry.write("a.toml", config)
    skerry.write("worker.py", WORKER)
    trace = tmp_path / "a.h5"

    def reached():
        with h5py.File(trace, "r", libver="latest", swmr=True) as file:
            return len(file["generation/generation"])

    looks = []
    options = [word for key in KEYS for word in ("--set", key)]
    with Running(skerry, "run", "a.toml", *options, "--islands", 2, "--quiet", "--output", "a.h5") as running:
        assert running.wait_until(trace.exists)
        process = pathlib.Path(f"/proc/{running.process.pid}")
        for quarter in range(1, 5):
            assert running.wait_until(lambda q=quarter: reached() >= q * generations * deep(1, 10) / 4, limit_s=6 * 3600, every_s=0.2)
            rss_mb = next(int(line.split()[1]) for line in (process / "status").read_text().splitlines() if line.startswith("VmRSS")) / 1024
            ticks = (process / "stat").read_text().rpartition(")")[2].split()[11:13]
            looks.append((rss_mb, sum(map(int, ticks)) / 100, reached(), trace.stat().st_size / 2**20))
            print("{:.1f} MB, {:.1f} s of a core, {} generations, a trace of {:.0f} MB".format(*looks[-1]))
    trace.unlink()
    _, middle, third, last = looks
    speeds = [(end[2] - begin[2]) / (end[1] - begin[1]) for begin, end in ((middle, third), (third, last))]
    assert last[0] - middle[0] < 5 + 0.01 * (last[3] - middle[3]), looks
    assert speeds[1] > 0.6 * speeds[0], speeds
