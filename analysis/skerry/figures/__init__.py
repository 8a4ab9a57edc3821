"""Figures of traces in one call, for notebooks and scripts; `skerry-analysis plot` draws the same.

    import skerry
    from skerry.figures import plot_convergence, save
    drawing = plot_convergence({"islands": islands, "one population": others}, log=True)
    save(drawing, "convergence.pdf")

What is drawn is one trace, or traces as members of one group, or groups {label: traces}, or panels {title: groups}.
The width is in inches: 3.5, a column of a page, or 7.2, its full width, if not given.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias, TypeVar

from matplotlib.figure import Figure

from ..ecdf import runtime_of
from ..islands import island_lines, island_map
from ..migration_cost import migration_cost
from ..run_series import series_of
from ..style import save
from ..trace import Trace
from .convergence import draw_convergence, draw_diversity
from .islands import MOST_MULTIPLES, draw_lines, draw_map
from .migration import draw_migration
from .panels import Group, Panel
from .runtimes import draw_ecdf

__all__ = ["plot_convergence", "plot_diversity", "plot_ecdf", "plot_islands", "plot_migration", "save"]

Run = TypeVar("Run")
Groups: TypeAlias = Mapping[str, Sequence[Trace]]
Traces: TypeAlias = Trace | Sequence[Trace] | Groups | Mapping[str, Groups]


def plot_convergence(
    traces: Traces, diversity: str = "fitness", width: float | None = None, log: bool = False
) -> Figure:
    """Best, median and cover by generation, with the diversity below: `fitness` or `genotype`. log: the generations."""
    return draw_convergence(_panels(traces, series_of), diversity, width, log)


def plot_diversity(traces: Traces, width: float | None = None, log: bool = False) -> Figure:
    """Fitness diversity above, genotype diversity below: lowest, median and cover by generation."""
    return draw_diversity(_panels(traces, series_of), width, log)


def plot_islands(trace: Trace, width: float | None = None, log: bool = False) -> Figure:
    """Each island of a run in a picture of its own; of many islands a map of their bests."""
    if trace.islands > MOST_MULTIPLES:
        return draw_map(island_map(trace), width, log)
    return draw_lines(island_lines(trace), width, log)


def plot_migration(traces: Traces, width: float | None = None) -> Figure:
    """Bytes, seconds and share of time that migration costs, by epoch."""
    return draw_migration(_panels(traces, migration_cost), width)


def plot_ecdf(
    traces: Traces, axis: str = "evaluations", targets: Sequence[float] = (), width: float | None = None
) -> Figure:
    """Share of pairs of a run and a target reached within so many evaluations, seconds or generations."""
    return draw_ecdf(_panels(traces, runtime_of), axis, targets, width)


def _panels(traces: Traces, reduce: Callable[[Trace], Run]) -> list[Panel[Run]]:
    if isinstance(traces, Trace):
        return [Panel("", [Group(traces.path.stem, [reduce(traces)])])]
    if not isinstance(traces, Mapping):
        return [Panel("", [Group("skerry", [reduce(trace) for trace in traces])])]
    panels: dict[str, Groups] = {}
    for name, members in traces.items():
        if isinstance(members, Mapping):
            panels[name] = members
        else:
            panels[""] = {**panels.get("", {}), name: members}
    return [
        Panel(title, [Group(label, [reduce(trace) for trace in members]) for label, members in groups.items()])
        for title, groups in panels.items()
    ]
