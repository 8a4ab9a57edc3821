"""What `skerry.evolve` makes of the cores: the evaluations at a time of a function that takes a millisecond, and the evaluations a second of
one that takes ten microseconds, with the processor time that each needs in all processes. Usage: SKERRY=PROGRAM PYTHONPATH=analysis python3 bench/external/evolve.py [ISLANDS] [ROUNDS]"""
import os
import sys
import tempfile
import time

import skerry


def busy(seconds):
    """Returns a function that computes for so long."""

    def evaluate(x):
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            pass
        return sum(value * value for value in x)

    return evaluate


def main(islands=2, rounds=3):
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(rounds):
            for seconds, evaluations in ((1e-3, 10_000), (10e-6, 100_000)):
                before = os.times()
                result = skerry.evolve(
                    busy(seconds), {"x": skerry.real(10, -5.12, 5.12)}, islands=islands, generations=evaluations // 100 // islands - 1,
                    trace=os.path.join(folder, "bench.h5"), force=True, progress=False, settings={"island": {"population": 100, "offspring": 100}})
                after = os.times()
                used_s = after.children_user + after.children_system - before.children_user - before.children_system
                trace = result.open()
                rows = trace.frame("evaluation")
                paid = int((rows["known"] == 0).sum())
                print(f"{seconds * 1e6:5,.0f} us: {rows['duration_s'][rows['known'] == 0].sum() / trace.elapsed_s:5.2f} evaluations at a time, "
                      f"{paid / trace.elapsed_s:7,.0f} a second made, {result.evaluations / trace.elapsed_s:7,.0f} counted, in {trace.elapsed_s:.2f} s; "
                      f"{used_s / paid * 1e6:5,.0f} us of processor time each", flush=True)


main(*map(int, sys.argv[1:]))
