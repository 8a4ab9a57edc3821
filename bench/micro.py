"""Runs programs of Google Benchmark with randomly interleaved repetitions, and reads their results."""

import json

from measure import program, run


def figures(name, pattern, quick, key="cpu_time"):
    """Returns {benchmark: [figure of each repetition]} of the program's benchmarks that match the pattern. The figure is the
    CPU time in the unit of the benchmark, or the reported value `key`."""
    command = [program(name), f"--benchmark_filter={pattern}", "--benchmark_format=json"]
    if quick:
        command += ["--benchmark_min_time=0.01"]
    else:
        command += [
            "--benchmark_repetitions=9",
            "--benchmark_enable_random_interleaving=true",
            "--benchmark_min_time=0.2",
        ]
    times = {}
    for entry in json.loads(run(command))["benchmarks"]:
        if "error_message" in entry:
            raise RuntimeError(f"{entry['name']}: {entry['error_message']}")
        if entry["run_type"] == "iteration":
            times.setdefault(entry["run_name"], []).append(entry[key])
    return times
