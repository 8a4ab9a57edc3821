"""Measures a fully connected migration, `direct` and `gather`, beside a bare MPI_Alltoallv of the same genomes."""

import json
import statistics

from measure import ROOT, Row, number, program, run, spread


def rows(quick):
    table = []
    for ranks in (1, 2) if quick else (1, 2, 4, 8):
        # A run takes medians over interleaved rounds. Several runs are made, since some conditions are fixed for a
        # process.
        by_size = {}
        for _ in range(1 if quick else 3):
            out = run([ROOT / "jobs" / "mpirun.sh", "-n", ranks, program("migration")])
            for result in map(json.loads, out.splitlines()):
                size = result["individuals"], result["record_bytes"]
                by_size.setdefault(size, []).append(result)
        for (individuals, record), results in by_size.items():
            what = f"migration, {ranks} ranks, {individuals:,} individuals of {record:,} bytes an island"
            bare_us = statistics.median(result["bare_us"] for result in results)
            for kind in ("direct", "gather"):
                times = [result[f"{kind}_us"] for result in results]
                moved_kb = results[0][f"busiest_rank_{kind}_bytes"] / 1000
                figure = f"{number(statistics.median(times))} µs, busiest rank {number(moved_kb)} kB"
                ratio = statistics.median(result[f"{kind}_us"] / result["bare_us"] for result in results)
                beside = f"{number(ratio)} x the {number(bare_us)} µs of a bare MPI_Alltoallv"
                table.append(Row(what, kind, figure, spread(times), beside if moved_kb > 0 else "nothing to move"))
    return table
