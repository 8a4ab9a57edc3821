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

#: Attributes without which a run can't be told.
REQUIRED = ("problem", "direction", "seed", "islands", "stop_reason", "evaluations", "elapsed_s")

#: Attributes that the writer fills in at the end -> the column of /epoch whose last row they repeat.
TOTALS = {"generations": "generation", "evaluations": "evaluations", "elapsed_s": "elapsed_s"}

#: What the checksums of an epoch are made of, in that order: of times and other MEASURED columns, and of the rest.
MEASURED = ("bytes_sent", "bytes_received")
CHECKED = {
    "generation": (
        *("best", "median", "mean", "worst", "standard_deviation", "violation", "fitness_diversity"),
        *("genotype_diversity", "distinct", "feasible", "evaluations", "immigrations", "restarts", "evolving_s", "waiting_s"),
    ),
    "improvement": ("generation", "island", "evaluations", "elapsed_s", "violation", "fitness"),
    "migration": ("bytes_sent", "bytes_received", "individuals_sent", "elapsed_s", "waiting_s"),
    "epoch": ("generation", "improvements", "migrations", "evaluations", "violation", "best", "elapsed_s"),
}
