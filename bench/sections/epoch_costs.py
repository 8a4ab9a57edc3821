"""Counts what an epoch costs the busiest rank in messages, bytes and serial work, with a node for each rank."""

import json

from measure import Must, Row, number, program, run

TITLE = "The busiest rank"
ABOUT = """What a migration and the end of an epoch cost the busiest rank in kB, messages and, in brackets, what it compares and moves,
counted exactly on threads, with a node for each rank and random islands. `direct` has keys to all below 24 islands, and is distributed from
there on. Groups are of four islands, with one copy from each to an island of the next group."""
NOT_ALIKE = ["No other program is measured: none has a migration between processes whose messages could be counted."]
LIMIT = 1.2
GROUPED_LIMIT = 1.2  # copies are sent besides, and the busiest of many groups is busier than one group

CONTENDERS = {"direct": "keys to all", "distributed": "distributed", "gather": "gather", "grouped": "groups of four"}
PARTS = {"votes": "votes of an epoch", "trace": "trace of an epoch"}


def page_rows(_quick):
    """Returns the rows that the page needs."""
    return counted([("direct,distributed,gather,grouped,epoch", (4, 8, 64))])


def rows(quick):
    # Of the forms, only the distributed one is made for more ranks; the others take P^2 memory on each, or take long.
    runs = [("direct,distributed,gather,grouped,epoch", (2, 8, 32) if quick else (2, 4, 8, 16, 32, 64, 128))]
    if not quick:
        runs.append(("distributed,grouped,epoch", (256, 512, 1024)))
    return counted(runs)


def counted(runs):
    """Returns a row for each of what the program counts, for every (forms, numbers of ranks)."""
    table = []
    for forms, ranks in runs:
        for counts in map(json.loads, run([program("epoch_costs"), forms, *ranks]).splitlines()):
            form = counts["form"]
            if form in PARTS and counts["individuals"] != 100:
                continue  # they do not depend on the individuals
            where = f"{counts['ranks']:,} ranks"
            if form in CONTENDERS:
                where += f", {counts['individuals']:,} individuals of {counts['record_bytes']} bytes an island"
            figure = f"{number(counts['bytes'] / 1000)} kB in {counts['messages']:,} messages"
            work = f"{number(counts['compared'])} compared, {number(counts['moved'])} moved"
            what = f"{PARTS.get(form, 'migration')}, {where}"
            table.append(Row(what, CONTENDERS.get(form, "all"), figure, "exact", work, value=counts["bytes"]))
    return table


def musts(table):
    few = {row.what.partition("ranks, ")[2]: row for row in table if row.contender == "keys to all" and " 8 ranks" in row.what}
    for row in table:
        islands = row.what.partition("ranks, ")[2]
        if row.contender == "groups of four" and not any(each in row.what for each in (" 2 ranks", " 4 ranks")):
            pool = next(other for other in table if other.contender == "keys to all" and " 4 ranks" in other.what and other.what.endswith(islands))
            ratio = row.value / pool.value
            yield Must(f"{row.what.partition(', ')[2].partition(' ranks')[0]} islands in groups of four move at most {GROUPED_LIMIT} times the bytes of one pool of four ({islands})",
                       f"{number(ratio, 3)} times", ratio <= GROUPED_LIMIT)
        if row.contender == "distributed" and " 64 ranks" in row.what:
            ratio = row.value / few[islands].value
            yield Must(f"at 64 ranks the busiest rank moves at most {LIMIT} times the bytes of that at 8 ({islands})",
                       f"{number(ratio)} times", ratio <= LIMIT)
