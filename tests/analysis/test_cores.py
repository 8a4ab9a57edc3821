"""Tests how many cores a process may use."""
import os

import pytest

from skerry.cores import usable_cores

CORES = len(os.sched_getaffinity(0))


@pytest.mark.parametrize(("own", "files", "expected"), [
    ("0::/a/b\n", {"a/b/cpu.max": "max 100000\n", "a/cpu.max": "100000 100000\n"}, 1),
    ("0::/\n", {"cpu.max": "150000 100000\n"}, min(CORES, 2)),
    ("0::/\n", {"cpu.max": "1000 100000\n"}, 1),
    ("2:cpu,cpuacct:/a\n0::/\n", {"cpu,cpuacct/a/cpu.cfs_quota_us": "50000\n", "cpu,cpuacct/a/cpu.cfs_period_us": "100000\n"}, 1),
    ("2:cpu:/a\n", {"cpu/a/cpu.cfs_quota_us": "-1\n", "cpu/a/cpu.cfs_period_us": "100000\n"}, CORES),
    ("4:memory:/a\n0::/gone\n", {}, CORES),
    ("", {}, CORES),
])
def test_a_quota_counts_where_it_is_less_than_the_cores(tmp_path, own, files, expected):
    for name, text in files.items():
        file = tmp_path / "cgroup" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    (tmp_path / "own").write_text(own)
    assert usable_cores(tmp_path / "cgroup", tmp_path / "own") == expected
    assert usable_cores(tmp_path / "cgroup", tmp_path / "none") == CORES
