"""Runs one configuration with many seeds."""
import json
import os
import pathlib
import subprocess

from tests.support.binary import Skerry, TREE


def run_seeds(config: str, *settings: str, seeds: int = 50, ranks: int = 2) -> list[dict]:
    """Returns the results of `run --json` for seeds from 1 up, without traces. `settings` are those of --set."""
    command = [TREE / "jobs/mpirun.sh", "-n", str(ranks), os.environ["SKERRY"], "run", TREE / "configs" / config, "--repeat",
               str(seeds), "--json", "--quiet"]
    for setting in ("trace.enabled=false", *settings):
        command += ["--set", setting]
    done = subprocess.run(command, env=Skerry.environment(), capture_output=True, text=True, timeout=300, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def seeds_that_missed(config: str, puzzles: pathlib.Path, index: int, *settings: str, **runs: int) -> list[int]:
    """Returns the seeds with which a puzzle of a file was not solved."""
    told = run_seeds(config, f"problem.instance={puzzles}", f"problem.index={index}", *settings, **runs)
    assert len(told) == runs.get("seeds", 50)
    return [run["seed"] for run in told if not run["target_reached"]]
