"""Reads the journals of runs, and what the workers of tests/support/paid_worker.py note of their evaluations."""
import json
import pathlib
import shutil
import sys

from tests.support.binary import TREE
from tests.support.experiments import external

WORKER = TREE / "tests/support/paid_worker.py"


def config(kind="rule", *, problem="", sleep_s=0, high=9, generations=8, more=""):
    """A configuration whose genomes are so few that islands meet them again."""
    genome = f'{{ name = "x", kind = "integer", size = 3, low = 0, high = {high} }}'
    return external([sys.executable, WORKER, kind, sleep_s], genome, problem=problem, island="mutation_rate = 0.2",
                    generations=generations, more=more)


def folder_of(trace):
    return trace.with_name(trace.name + ".journal")


def entries(folder):
    """Returns the entries of each island by its number; a last line that is not whole is none."""
    found = {}
    for file in sorted(folder.glob("*island-*.jsonl")):
        lines = file.read_text().split("\n")[:-1]
        found[int(file.stem.rpartition("-")[2])] = [json.loads(line) for line in lines[1:]]
    return found


def attempts(folder, *, fails=()):
    """Returns what was paid for: (island, genome, attempt); with `fails` only what failed in one of these ways."""
    return {(island, tuple(entry["genome"]["x"]), entry["attempt"]) for island, own in entries(folder).items() for entry in own
            if "taken" not in entry and (not fails or entry.get("fail") in fails)}  # fmt: skip


def noted(file):
    """Returns what workers began: (session, (island, genome, attempt)) in the order of their notes."""
    found = []
    for line in file.read_text().splitlines() if file.exists() else []:
        session, name, genome = json.loads(line)
        island, _, attempt = (int(word) for word in name.split("."))
        found.append((session, (island, tuple(genome), attempt)))
    return found


def replay(skerry, trace, generations, copy="replay.h5", ranks=None, env=None):
    """Makes a finished run again from generation 0 by its journal, and returns the new trace."""
    target = skerry.folder / copy
    shutil.copy(trace, target)
    shutil.rmtree(folder_of(target), ignore_errors=True)
    shutil.copytree(folder_of(trace), folder_of(target))
    pathlib.Path(f"{target}.checkpoint").unlink(missing_ok=True)
    done = skerry("resume", copy, "--generations", generations, ranks=ranks, env=env)
    assert done.status == 0 and "starts over from generation 0" in done.err, done
    return target
