"""Counts what an epoch costs the busiest rank in messages, bytes and serial work, with a node for each rank."""

import json

from measure import Row, number, program, run

CONTENDERS = {"direct": "keys to all", "distributed": "distributed", "gather": "gather"}
PARTS = {"votes": "votes of an epoch", "trace": "trace of an epoch"}


def rows(quick):
    # Of the forms, only the distributed one is made for more ranks; the others take P^2 memory on each, or take long.
    runs = [("direct,distributed,gather,epoch", (2, 8, 32) if quick else (2, 4, 8, 16, 32, 64, 128))]
    if not quick:
        runs.append(("distributed,epoch", (256, 512, 1024)))
    table = []
    for forms, ranks in runs:
        for counted in map(json.loads, run([program("epoch_costs"), forms, *ranks]).splitlines()):
            form = counted["form"]
            if form in PARTS and counted["individuals"] != 100:
                continue  # they do not depend on the individuals
            where = f"{counted['ranks']:,} ranks"
            if form in CONTENDERS:
                where += f", {counted['individuals']:,} individuals of {counted['record_bytes']} bytes an island"
            figure = f"{number(counted['bytes'] / 1000)} kB in {counted['messages']:,} messages"
            work = f"{number(counted['compared'])} compared, {number(counted['moved'])} moved"
            what = f"{PARTS.get(form, 'migration')}, {where}"
            table.append(Row(what, CONTENDERS.get(form, "all"), figure, "exact", work))
    return table
