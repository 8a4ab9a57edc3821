"""Evolves Python functions, and reads the traces of skerry: tables, statistics and figures.

    import skerry
    result = skerry.evolve(function, {"x": skerry.real(10, -5, 5)})      # see skerry.evolving
    trace = skerry.open("results/type2.h5")             # see skerry.trace
    traces, skipped = skerry.open_many(paths)
    table, skipped = skerry.runs(paths)                 # one row for each run, see skerry.batch

`skerry-analysis --help` lists the commands.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .ask_tell import Asking, Request, asking
    from .callback import Epoch
    from .encoding import bits, choice, integer, permutation, real
    from .errors import AnalysisError, DataError, UsageError
    from .evolving import Interrupted, Result, evolve
    from .header import Unfinished
    from .batch import runs
    from .trace import Skipped, Trace, open, open_many

__version__ = "0.3.0"

__all__ = [
    "AnalysisError",
    "Asking",
    "DataError",
    "Epoch",
    "Interrupted",
    "Request",
    "Result",
    "Skipped",
    "Trace",
    "Unfinished",
    "UsageError",
    "asking",
    "bits",
    "choice",
    "evolve",
    "integer",
    "open",
    "open_many",
    "permutation",
    "real",
    "runs",
]

_MODULES = {
    "ask_tell": ("Asking", "Request", "asking"),
    "callback": ("Epoch",),
    "encoding": ("bits", "choice", "integer", "permutation", "real"),
    "errors": ("AnalysisError", "DataError", "UsageError"),
    "evolving": ("Interrupted", "Result", "evolve"),
    "header": ("Unfinished",),
    "batch": ("runs",),
    "trace": ("Skipped", "Trace", "open", "open_many"),
}


def __getattr__(name: str) -> object:
    # These names are imported when they are first used: the command line must start where h5py is missing, to say so.
    for module, names in _MODULES.items():
        if name in names:
            found: object = getattr(import_module("." + module, __name__), name)
            globals()[name] = found
            return found
    raise AttributeError(f"module '{__name__}' has no attribute '{name}'")


def __dir__() -> "list[str]":
    return sorted({*globals(), *__all__})
