#!/usr/bin/python3
"""Runs each shipped configuration briefly by two programs, and compares their traces bit for bit, times aside.

    tests/same_runs.py OLD NEW [CONFIG...]
        OLD and NEW are two builds of skerry; without CONFIG all of configs/ but experiments and puzzles are run

It is for changes that are to change no run: keep the program of the commit before (`cp build/release/skerry /tmp/old`), and compare. The status is 1
where traces differ. Each configuration runs on one island and on three, on threads."""

import argparse
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

TREE = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(TREE))
from tests.support.traces import OCCASION, differences, everything  # noqa: E402

#: What tells of the program and not of the run.
PROGRAM = {"commit", "compiler", "version", "build", "program"}
#: Folders of configs/ that hold experiments, their parts, and puzzles.
OTHERS = {"paper", "instances"}
BRIEF = ["stop.generations=12", "stop.at_target=false", "stop.evaluations=3000000"]


def shipped():
    return sorted(file for file in (TREE / "configs").rglob("*.toml") if not OTHERS & set(file.relative_to(TREE / "configs").parts))


def run(program, config, islands, trace):
    changes = [word for change in BRIEF for word in ("--set", change)]
    words = [program, "run", config, "--islands", islands, "--seed", 7, "--output", trace, "--quiet", *changes]
    return subprocess.run([str(word) for word in words], cwd=TREE, capture_output=True, text=True, check=False)


def compared(old, new, config, islands):
    """Returns what differs, as text; empty where nothing does."""
    with tempfile.TemporaryDirectory() as folder:
        traces = [Path(folder) / name for name in ("old.h5", "new.h5")]
        done = [run(program, config, islands, trace) for program, trace in zip((old, new), traces, strict=True)]
        if done[0].returncode != done[1].returncode:
            return f"status {done[0].returncode} and {done[1].returncode}: {done[1].stderr.strip()}"
        if not all(trace.exists() for trace in traces):
            return "" if done[0].stderr == done[1].stderr else f"{done[0].stderr.strip()} and {done[1].stderr.strip()}"
        return ", ".join(differences(*(everything(trace, OCCASION | PROGRAM) for trace in traces)))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old", metavar="OLD", type=Path)
    parser.add_argument("new", metavar="NEW", type=Path)
    parser.add_argument("configs", metavar="CONFIG", type=Path, nargs="*")
    arguments = parser.parse_args()
    cases = [(config.resolve(), islands) for config in arguments.configs or shipped() for islands in (1, 3)]
    differ = 0
    with ThreadPoolExecutor(2) as pool:
        found = pool.map(lambda case: compared(arguments.old.resolve(), arguments.new.resolve(), *case), cases)
        for (config, islands), text in zip(cases, found, strict=True):
            name = config.relative_to(TREE) if config.is_relative_to(TREE) else config
            print(f"{name}, {islands} islands: {f'differs in {text}' if text else 'the same'}", flush=True)
            differ += bool(text)
    print(f"{len(cases) - differ} of {len(cases)} runs are the same")
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
