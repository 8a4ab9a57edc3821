"""The names of a trace, as docs/trace-format.md lays them down."""

FORMAT = "skerry-trace"
VERSION = 1
#: The attribute stop_reason until the end.
RUNNING = "running"

#: Group -> the coordinate of its rows. Groups of ISLAND_GROUPS are [row, island], the others [row].
TABLES = {"generation": "generation", "migration": "epoch", "improvement": "improvement", "epoch": "epoch"}
ISLAND_GROUPS = ("generation", "migration")

#: Group -> the column of /epoch that counts its rows (generations: but one).
COUNTERS = {"generation": "generation", "improvement": "improvements", "migration": "migrations"}

#: What the checksums of an epoch are made of, in that order: of times and other MEASURED columns, and of the rest.
MEASURED = ("bytes_sent", "bytes_received")
CHECKED = {
    "generation": (
        *("best", "median", "mean", "worst", "standard_deviation", "violation", "fitness_diversity"),
        *("genotype_diversity", "distinct", "feasible", "evaluations", "refreshes", "restarts", "evolving_s", "waiting_s"),
    ),
    "improvement": ("generation", "island", "evaluations", "elapsed_s", "violation", "fitness"),
    "migration": ("bytes_sent", "bytes_received", "individuals_sent", "elapsed_s", "waiting_s"),
    "epoch": ("generation", "improvements", "migrations", "evaluations", "violation", "best", "elapsed_s"),
}


def whole_rows(file):
    """The rows of each table that the writer had flushed: /epoch is written last and says how many there are."""
    epoch = file["epoch"]
    epochs = min(len(dataset) for dataset in epoch.values())
    if epochs == 0:
        return dict.fromkeys(TABLES, 0)
    return {
        "generation": int(epoch["generation"][epochs - 1]) + 1,
        "migration": int(epoch["migrations"][epochs - 1]),
        "improvement": int(epoch["improvements"][epochs - 1]),
        "epoch": epochs,
    }
