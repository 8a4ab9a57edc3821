"""Measures the memory of a run of 8 ranks on a pool of 100,000 heroes: the peak over time of the sum of all ranks."""

import subprocess
import tempfile
import time
from pathlib import Path

from measure import BUILD, ROOT, Row, number, run

RANKS = 8
HEROES = 100_000
LIMIT_MB = 1000


def children_of(parent):
    """Returns the process ids below `parent`, at any depth."""
    below = []
    for listing in Path(f"/proc/{parent}/task").glob("*/children"):
        for child in map(int, listing.read_text().split()):
            below += [child, *children_of(child)]
    return below


def held_kb(pid):
    """Returns (proportional set size, resident set size); in the first, pages shared by n processes count 1/n."""
    sizes = {"Pss": 0, "Rss": 0}
    for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
        name, _, rest = line.partition(":")
        if name in sizes:
            sizes[name] = int(rest.split()[0])
    return sizes["Pss"], sizes["Rss"]


def ranks_hold_kb(launcher):
    """Returns the same, summed over the ranks that `launcher` started."""
    pss = rss = 0
    for pid in children_of(launcher):
        try:
            if Path(f"/proc/{pid}/comm").read_text().strip() == "skerry":
                own = held_kb(pid)
                pss, rss = pss + own[0], rss + own[1]
        except (FileNotFoundError, ProcessLookupError, PermissionError):
            continue  # the process has ended meanwhile
    return pss, rss


def rows(quick):
    with tempfile.TemporaryDirectory() as folder:
        instance = Path(folder) / "puzzle.toml"
        skerry = BUILD / "skerry"
        run([skerry, "generate", "party", "--heroes", HEROES, "--type", 2, "--binding", 0, "--output", instance])
        command = [
            ROOT / "jobs" / "mpirun.sh", "-n", RANKS, skerry, "run", ROOT / "configs" / "party" / "type2.toml",
            "--set", f"problem.instance={instance}", "--set", "stop.generations=50",
            "--set", "stop.at_target=false", "--output", Path(folder) / "trace.h5", "--json", "--quiet",
        ]  # fmt: skip
        peak_pss = peak_rss = 0
        with subprocess.Popen([str(word) for word in command], stdout=subprocess.DEVNULL) as launcher:
            while launcher.poll() is None:
                pss, rss = ranks_hold_kb(launcher.pid)
                peak_pss, peak_rss = max(peak_pss, pss), max(peak_rss, rss)
                time.sleep(0.02)
        if launcher.returncode != 0 or peak_pss == 0:
            raise RuntimeError(f"the run of {RANKS} ranks ended with {launcher.returncode}")
    what = f"memory of {RANKS} ranks in all, {HEROES:,} heroes (limit: {LIMIT_MB:,} MB)"
    return [
        Row(what, "peak, shared pages counted once", f"{number(peak_pss / 1000)} MB"),
        Row(what, "peak, shared pages counted for every rank", f"{number(peak_rss / 1000)} MB"),
    ]
