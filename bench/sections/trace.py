"""Measures the cost of the trace: the type 2 puzzle with and without it, in many alternating pairs."""

import json
import os
import statistics
import subprocess
import tempfile
from pathlib import Path

from measure import BUILD, ROOT, Row, compare, in_turn, run

CONFIG = ROOT / "configs" / "party" / "type2.toml"


def command(generations, trace):
    """Returns the command of the run; `trace` is the file of the trace or None."""
    words = [BUILD / "skerry", "run", CONFIG, "--quiet", "--json", "--set", "stop.at_target=false"]
    words += ["--set", f"stop.generations={generations}"]
    return words + (["--output", trace, "--force"] if trace else ["--set", "trace.enabled=false"])


def wall_s(generations, trace):
    def measure():
        out = run([ROOT / "jobs" / "mpirun.sh", "-n", 5, *command(generations, trace)])
        return json.loads(out.splitlines()[-1])["seconds"]

    return measure


def cpu_s(generations, trace):
    def measure():
        words = [str(word) for word in command(generations, trace)]
        child = subprocess.Popen(words, stdout=subprocess.DEVNULL)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode != 0:
            raise subprocess.CalledProcessError(child.returncode, words)
        return usage.ru_utime + usage.ru_stime

    return measure


def pairs(what, measure, generations, trace, count):
    contenders = {"with the trace": measure(generations, trace), "without": measure(generations, None)}
    figures = in_turn(contenders, count)
    shares = [100 * (on / off - 1) for on, off in zip(figures["with the trace"], figures["without"])]
    cost = f"{statistics.median(shares):.1f} % of the run"
    return [
        *compare(what, figures, "s", lower_is_better=True),
        Row(what, f"cost of the trace, median of {count} pairs", cost),
    ]


def rows(quick):
    generations, count = (100, 1) if quick else (1000, 15)
    with tempfile.TemporaryDirectory() as folder:
        trace = Path(folder) / "trace.h5"
        what = f"type 2, {generations:,} generations"
        return [
            *pairs(f"{what}, 1 island, CPU time of the process", cpu_s, generations, trace, count),
            *pairs(f"{what}, 5 islands, wall time", wall_s, generations, trace, count),
        ]
