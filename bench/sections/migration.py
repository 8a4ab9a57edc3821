"""Measures a fully connected migration, `direct` and `gather`, beside a bare MPI_Alltoallv of the same genomes."""

import json
import statistics

from measure import ROOT, Must, Row, in_turn, number, program, run, spread

TITLE = "Migration of all individuals"
ABOUT = """A fully connected migration moves every individual to the island that the plan gives it. `direct` and `gather` are skerry's two
transports, in turn with a bare `MPI_Alltoallv` of the same genomes, each timed from a barrier to the end of the last rank; between threads
each island copies its genomes within memory and waits for the others. In brackets is their time as a multiple of that of the bare program, also
in the quickest rounds, one in twenty. The bytes are those that the busiest rank sends and receives. With more ranks than cores the times
depend mostly on the scheduler."""
NOT_ALIKE = [
    "The bare program is told where each genome goes; skerry has to find out, by sorting the keys of all islands.",
    "pagmo2's archipelago moves individuals between threads of one process: each island accepts as many from one neighbour, and the best "
    "of both stay. It plans nothing, and includes the start of a task on each thread.",
]
LIMIT = 1.3


def rows(quick):
    return mpi_rows((1, 2) if quick else (1, 2, 4, 8), quick) + thread_rows(quick) + pagmo_rows(quick)


def page_rows(quick):
    """Returns the rows of the page: without one rank, which has nothing to move, and of threads those beside which pagmo2 is measured."""
    threads = [row for row in thread_rows(quick) if ", 1,000 individuals of 400 bytes" in row.what]
    return mpi_rows((2,) if quick else (2, 4, 8), quick) + threads + pagmo_rows(quick)


def mpi_rows(numbers_of_ranks, quick):
    # A run takes medians over interleaved rounds. Several runs are made, since some conditions are fixed for a
    # process.
    commands = {f"{ranks} ranks": [ROOT / "jobs" / "mpirun.sh", "-n", ranks, program("migration")] for ranks in numbers_of_ranks}
    return rows_of(commands, ("direct", "gather"), quick)


def thread_rows(quick):
    commands = {f"{islands} islands on threads": [program("migration"), islands] for islands in ((2,) if quick else (2, 4, 8))}
    return rows_of(commands, ("direct",), quick)


def rows_of(commands, kinds, quick):
    by_size = {}
    measures = {islands: (lambda command=command: run(command)) for islands, command in commands.items()}
    for islands, outputs in in_turn(measures, 1 if quick else 5).items():
        for result in (json.loads(line) for out in outputs for line in out.splitlines()):
            by_size.setdefault((islands, result["individuals"], result["record_bytes"]), []).append(result)
    table = []
    for (islands, individuals, record), results in by_size.items():
        what = f"migration, {islands}, {individuals:,} individuals of {record:,} bytes an island"
        bare_us = statistics.median(result["bare_us"] for result in results)
        for kind in kinds:
            times = [result[f"{kind}_us"] for result in results]
            moved_kb = results[0][f"busiest_rank_{kind}_bytes"] / 1000
            figure = f"{number(statistics.median(times))} µs, {number(moved_kb)} kB"
            if moved_kb == 0:
                table.append(Row(what, kind, figure, spread(times), "nothing to move"))
                continue
            ratios = [result[f"{kind}_us"] / result["bare_us"] for result in results]
            ratio = statistics.median(ratios)
            beside = f"{number(ratio)} x {spread(ratios)} the {number(bare_us)} µs".replace("  ", " ")
            if kind == "direct":
                beside += f"; {number(statistics.median(result['direct_to_bare_undisturbed'] for result in results))} x quickest"
            table.append(Row(what, kind, figure, spread(times), beside, ratio, statistics.median(times)))
    return table


def pagmo_rows(quick):
    """Returns the times of pagmo2's archipelago, if its program was built."""
    if not (path := program("migration_pagmo")):
        return []
    islands = (2,) if quick else (2, 4, 8)
    measures = {count: (lambda count=count: json.loads(run([path, count, 1000, 400]))["us"]) for count in islands}
    return [Row(f"migration, {count} islands on threads, 1,000 individuals of 400 bytes an island", "pagmo2 archipelago",
                f"{number(statistics.median(times))} µs", spread(times))
            for count, times in in_turn(measures, 1 if quick else 7).items()]


def musts(table):
    by_ranks = {}
    for row in table:
        if row.contender == "direct" and row.ratio and " ranks, " in row.what:
            ranks = row.what.split(", ")[1]
            by_ranks.setdefault(ranks, []).append(row)
    for ranks, found in by_ranks.items():
        ratios = f"{', '.join(number(row.ratio) for row in found)} times"
        yield Must(f"a direct migration of {ranks} takes at most {LIMIT} times a bare MPI_Alltoallv of the same bytes", ratios,
                   all(row.ratio <= LIMIT for row in found))
