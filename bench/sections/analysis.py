"""Measures a table of many traces: 1,000 runs of 5 islands by 100 generations. The limits are 10 s and 1 GB."""

import resource
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

from measure import BUILD, PYTHON, ROOT, Row, number, run, spread
from sections.memory import children_of, held_kb

TRACES = 1000
CONFIG = ROOT / "configs" / "party" / "type1-paper.toml"


def copies(folder):
    """Copies the trace of one run under a thousand names."""
    first = folder / "run-1.h5"
    run([ROOT / "jobs" / "mpirun.sh", "-n", 5, BUILD / "skerry", "run", CONFIG, "--quiet", "--output", first])
    for number_of_run in range(2, TRACES + 1):
        (folder / f"run-{number_of_run}.h5").write_bytes(first.read_bytes())
    return sorted(folder.glob("run-*.h5"))


def cpu_s():
    """Returns the CPU time of all child processes that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def table(traces):
    """Returns wall and CPU seconds, and the peak of megabytes that the command and its processes hold together."""
    started, spent_before_s = time.monotonic(), cpu_s()
    peak_kb = 0
    command = [PYTHON, "-m", "analysis", "table", *map(str, traces)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL) as process:
        while process.poll() is None:
            held_now_kb = 0
            for pid in [process.pid, *children_of(process.pid)]:
                try:
                    held_now_kb += held_kb(pid)[0]
                except (FileNotFoundError, ProcessLookupError, PermissionError):
                    continue  # the process has ended meanwhile
            peak_kb = max(peak_kb, held_now_kb)
            time.sleep(0.2)
    if process.returncode != 0:
        raise subprocess.CalledProcessError(process.returncode, command[:4])
    return time.monotonic() - started, cpu_s() - spent_before_s, peak_kb / 1000


def rows(quick):
    with tempfile.TemporaryDirectory() as folder:
        traces = copies(Path(folder))
        figures = [table(traces) for _ in range(1 if quick else 5)]
    seconds, cpu_seconds, megabytes = zip(*figures)
    what = f"table of {TRACES:,} traces, 5 islands, 100 generations"
    return [
        Row(what, "wall time (limit: 10 s)", f"{number(statistics.median(seconds))} s", spread(seconds)),
        Row(what, "CPU time", f"{number(statistics.median(cpu_seconds))} s", spread(cpu_seconds)),
        Row(what, "peak of memory (limit: 1,000 MB)", f"{number(max(megabytes))} MB"),
    ]
