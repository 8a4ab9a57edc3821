"""How many cores this process may use."""

import math
import os
from pathlib import Path

CGROUPS = Path("/sys/fs/cgroup")


def usable_cores(cgroups: Path = CGROUPS, own: Path = Path("/proc/self/cgroup")) -> int:
    """Returns the cores that the process is bound to, or fewer where a container's quota grants less time than that (--cpus 2 on
    64 cores), at least 1."""
    cores = len(os.sched_getaffinity(0))
    return max(1, min([cores, *_quotas(cgroups, own)]))


def _quotas(cgroups: Path, own: Path) -> list[int]:
    """Of this process's group and those above it: cpu.max of version 2 holds "QUOTA PERIOD" or "max PERIOD", and version 1 has a
    file for each, in which a negative quota is none."""
    found = []
    for line in _text(own).splitlines():
        _, controllers, name = line.split(":", 2)
        root = cgroups if not controllers else cgroups / controllers
        if controllers and "cpu" not in controllers.split(","):
            continue
        group = root / name.lstrip("/")
        for folder in (group, *group.parents):
            if not folder.is_relative_to(cgroups):
                break
            words = _text(folder / "cpu.max").split() or [_text(folder / f"cpu.cfs_{file}_us").strip() for file in ("quota", "period")]
            quota, period = ([int(word) for word in words] if all(word.isdigit() for word in words) and len(words) == 2 else (0, 0))
            if quota > 0 and period > 0:
                found.append(math.ceil(quota / period))
    return found


def _text(file: Path) -> str:
    try:
        return file.read_text()
    except OSError:
        return ""
