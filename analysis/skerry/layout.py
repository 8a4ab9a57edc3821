"""The names in a trace that a reader needs, as docs/trace-format.md specifies. All other columns are read from the file."""

FORMAT = "skerry-trace"
VERSION = 3
#: The value of the attribute stop_reason until the run ends.
RUNNING = "running"

#: The problem of a run whose problem states no name.
UNNAMED = "problem"

#: Group -> the coordinate of its rows. Groups of ISLAND_GROUPS are [row, island], the others [row].
TABLES = {
    "generation": "generation",
    "migration": "epoch",
    "improvement": "improvement",
    "birth": "birth",
    "evaluation": "evaluation",
    "population": "individual",
    "epoch": "epoch",
}
ISLAND_GROUPS = ("generation", "migration")
#: The column of genomes, [row, gene], that /population has and /improvement may have, the coordinate of its genes, and the dimension of
#: those that are texts.
GENOME, GENE, CHARACTER = "genome", "gene", "character"

#: Group -> the column of /epoch that counts its rows. The one of /generation is the last generation: rows minus 1.
COUNTERS = {"generation": "generation", "improvement": "improvements", "migration": "migrations"}

#: Tables that only some runs have -> the columns of /epoch with the number of their rows and with the checksum of those that
#: an epoch added, and what a trace without the table lacks.
OPTIONAL = {
    "birth": ("births", "checksum_births", "records no births; a run does with lineage = true in its [trace]"),
    "evaluation": (
        "evaluation_rows",
        "checksum_evaluations_s",
        'records no evaluations; a run does whose problem is "external", or whose ranks lend each other evaluations',
    ),
    "population": (
        "population_rows",
        "checksum_populations",
        'records no populations; a run does with populations = "epochs" or "last" in its [trace]',
    ),
}

#: Attributes that every trace must have.
REQUIRED = ("problem", "direction", "seed", "islands", "stop_reason", "evaluations", "elapsed_s")
#: Attributes by what they are.
TEXTS = ("problem", "direction", "stop_reason")
WHOLE_NUMBERS = ("seed", "islands", "processes", "generations", "epochs", "evaluations")
NUMBERS = ("elapsed_s", "target")

#: Attributes that the writer sets at the end -> the column of /epoch whose last row they repeat.
TOTALS = {"generations": "generation", "evaluations": "evaluations", "elapsed_s": "elapsed_s"}

#: Columns of /epoch that hold checksums. The attribute COVERED of each lists the columns which it covers.
CHECKSUMS = ("checksum", "checksum_s")
COVERED = "columns"
#: The attribute of /generation that names the columns which a program added.
OWN_COLUMNS = "own_columns"
#: The groups of solutions that some runs keep -> the column of their values, and the setting that makes a run keep them.
FRONT, ARCHIVE = "front", "archive"
GROUPS = {
    FRONT: ("objectives", 'algorithm = "nsga2"'),
    ARCHIVE: ("features", 'algorithm = "map_elites"'),
}
#: Columns of /generation that measure maps and fronts -> the group that they measure. They are 0 where a run has none.
SET_MEASURES = {"coverage": ARCHIVE, "qd_score": ARCHIVE, "front_size": FRONT, "hypervolume": FRONT, "igd_plus": FRONT}
#: Those of a set that the run keeps, which may be 0.
SIZES = ("coverage", "front_size")
#: The columns whose rows are solutions, in the order in which the checksum takes them; a group has those it needs.
SOLUTION_COLUMNS = ("cell", "fitness", "violation", "objectives", "features", "genome_size", "genome", "text")
