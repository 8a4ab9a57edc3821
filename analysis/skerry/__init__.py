"""Reads the traces of skerry: tables, statistics and figures.

    import skerry
    trace = skerry.open("results/type2.h5")             # see skerry.trace
    traces, skipped = skerry.open_many(paths)
    table, skipped = skerry.runs(paths)                 # one row for each run, see skerry.batch

`skerry-analysis --help` lists the commands.
"""

from .errors import AnalysisError, DataError, UsageError
from .header import Unfinished
from .batch import runs
from .trace import Skipped, Trace, open, open_many

__all__ = ["AnalysisError", "DataError", "Skipped", "Trace", "Unfinished", "UsageError", "open", "open_many", "runs"]
