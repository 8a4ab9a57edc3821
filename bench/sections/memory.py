"""Measures the memory of runs on a pool of 100,000 heroes: the peak over time of the sum of all processes."""

import subprocess
import tempfile
import time
from pathlib import Path

from measure import BUILD, ROOT, Row, number, run

HEROES = 100_000
#: Soon an island has used all that it has for its search.
ISLANDS = ["island.improve_rate=0.5", "island.improve_budget=1000", "stop.generations=2", "stop.at_target=false"]


def processes_below(parent):
    """Returns the process ids below `parent`, at any depth."""
    below = []
    for listing in Path(f"/proc/{parent}/task").glob("*/children"):
        for child in map(int, listing.read_text().split()):
            below += [child, *processes_below(child)]
    return below


def held_kb(pid):
    """Returns the proportional set size, in which pages shared by n processes count 1/n; 0 for other programs."""
    if Path(f"/proc/{pid}/comm").read_text().strip() != "skerry":
        return 0
    rollup = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return next(int(line.split()[1]) for line in rollup if line.startswith("Pss:"))


def peak_mb(command):
    """Runs a command and returns the peak of what it and all that it starts hold together."""
    peak_kb = 0
    with subprocess.Popen([str(word) for word in command], stdout=subprocess.DEVNULL) as launcher:
        while launcher.poll() is None:
            held = 0
            try:
                for pid in [launcher.pid, *processes_below(launcher.pid)]:
                    held += held_kb(pid)
            except (FileNotFoundError, ProcessLookupError, PermissionError, StopIteration):
                pass  # a process has ended meanwhile
            peak_kb = max(peak_kb, held)
            time.sleep(0.05)
    if launcher.returncode != 0 or peak_kb == 0:
        raise RuntimeError(f"{command} ended with {launcher.returncode}")
    return peak_kb / 1000


def rows(quick):
    with tempfile.TemporaryDirectory() as folder:
        puzzle = Path(folder) / "puzzle.toml"
        skerry = BUILD / "skerry"
        run([skerry, "generate", "party", "--heroes", HEROES, "--type", 2, "--binding", 0, "--output", puzzle])
        command = [skerry, "run", ROOT / "configs" / "party" / "type2.toml", "--output", Path(folder) / "trace.h5", "--force", "--quiet"]
        for setting in [f"problem.instance={puzzle}", *ISLANDS]:
            command += ["--set", setting]
        what = f"memory of a run in all, {HEROES:,} heroes"
        one = None
        for islands in (1, 8) if quick else (1, 8, 64):
            threads = peak_mb([*command, "--islands", islands])
            one = one or threads
            yield row(what, f"{islands} island{'s as threads' if islands > 1 else ''}", threads, one)
            if islands > 1:
                ranks = peak_mb([ROOT / "jobs" / "mpirun.sh", "-n", islands, *command])
                yield row(what, f"{islands} ranks", ranks, one)


def row(what, contender, held_mb, one_mb):
    factor = held_mb / one_mb
    return Row(what, contender, f"{number(held_mb)} MB", "", "" if factor == 1 else f"{number(factor)} x", factor, held_mb)
