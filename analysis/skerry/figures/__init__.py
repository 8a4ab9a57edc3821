"""Draws figures of traces in one call, for notebooks and scripts. `skerry-analysis plot` draws the same figures.

    import skerry
    from skerry.figures import plot_convergence, save
    drawing = plot_convergence({"islands": islands, "one population": others}, log=True)
    save(drawing, "convergence.pdf")

Each function draws one trace, or traces as members of one group, or groups {label: traces}, or panels {title: groups}.
The width is in inches; by default it is 3.5 (a column of a page) or 7.2 (its full width), as the figure needs.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias, TypeVar

from matplotlib.figure import Figure

from ..batch import frame_of, run_of
from ..column_series import column_series
from ..ecdf import runtime_of
from ..evaluation_times import evaluation_times
from ..gantt import gantt
from ..islands import island_lines, island_map
from ..migration_cost import migration_cost
from ..parameter_curves import curves_of
from ..parameters import add_columns, settings_of
from ..run_series import series_of
from ..style import save
from ..summary import RunGroup, RunInstance
from ..trace import Trace
from ..growth import Growth, growth_of, usual_measure
from .column import draw_column
from .convergence import draw_convergence, draw_diversity
from .evaluations import draw_durations, draw_gantt
from .fronts import draw_fronts
from .growth import draw_growth
from .islands import MOST_MULTIPLES, draw_lines, draw_map
from .maps import draw_archive
from .migration import draw_migration
from .panels import Group, Panel
from .parameter import draw_parameter
from .runtimes import draw_ecdf, draw_fixed_budget, draw_fixed_target

__all__ = [
    "plot_column",
    "plot_convergence",
    "plot_diversity",
    "plot_durations",
    "plot_ecdf",
    "plot_fixed_budget",
    "plot_fixed_target",
    "plot_front",
    "plot_gantt",
    "plot_growth",
    "plot_islands",
    "plot_map",
    "plot_migration",
    "plot_parameter",
    "save",
]

Run = TypeVar("Run")
Groups: TypeAlias = Mapping[str, Sequence[Trace]]
Traces: TypeAlias = Trace | Sequence[Trace] | Groups | Mapping[str, Groups]


def plot_convergence(
    traces: Traces,
    diversity: str = "fitness",
    width: float | None = None,
    log: bool | None = None,
    gap: bool = False,
    over: str = "generations",
) -> Figure:
    """Draws the median and the range of the runs above (of several groups the middle half), and their `fitness` or `genotype`
    diversity below; of a single run the best of its islands, with their median and range.

    log: a logarithmic axis; by default where most is gained at the start. gap: draws the distance to the target or the best run, on a logarithmic axis. over: generations, evaluations or seconds.
    """
    return draw_convergence(_panels(traces, series_of), diversity, width, log, gap, over)


def plot_diversity(traces: Traces, width: float | None = None, log: bool | None = None, over: str = "generations") -> Figure:
    """Draws fitness diversity above and genotype diversity below: median and range (of several groups the middle half)."""
    return draw_diversity(_panels(traces, series_of), width, log, over)


def plot_column(traces: Traces, column: str, width: float | None = None, log: bool = False) -> Figure:
    """Draws a column of /generation, of skerry's or of the program's own: median and range, of several groups the middle half."""
    return draw_column(_panels(traces, lambda trace: column_series(trace, column)), width, log)


def plot_islands(trace: Trace, width: float | None = None, log: bool = False) -> Figure:
    """Draws a small picture of each island of a run; if there are many, a map of their best individuals."""
    if trace.islands > MOST_MULTIPLES:
        return draw_map(island_map(trace), width, log)
    return draw_lines(island_lines(trace), width, log)


def plot_migration(traces: Traces, width: float | None = None) -> Figure:
    """Draws bytes, seconds and share of time that migration costs, by epoch."""
    return draw_migration(_panels(traces, migration_cost), width)


def plot_ecdf(
    traces: Traces, axis: str = "evaluations", targets: Sequence[float] | str = (), width: float | None = None
) -> Figure:
    """Draws the share of pairs of a run and a target that are reached within an effort; targets="target" is that of the runs."""
    return draw_ecdf(_panels(traces, runtime_of), axis, targets, width)


def plot_fixed_target(
    traces: Traces, axis: str = "evaluations", targets: Sequence[float] = (), width: float | None = None
) -> Figure:
    """Draws the expected running time and the median effort to each target."""
    return draw_fixed_target(_panels(traces, runtime_of), axis, targets, width)


def plot_fixed_budget(traces: Traces, axis: str = "evaluations", width: float | None = None) -> Figure:
    """Draws the median and the middle half of the runs' best fitness so far over the effort."""
    return draw_fixed_budget(_panels(traces, runtime_of), axis, width)


def plot_parameter(
    traces: Traces, parameters: Sequence[str] = (), measures: Sequence[str] = (), width: float | None = None, log: bool = False
) -> Figure:
    """Draws figures of groups of runs over one key of the configuration, or over two as a map.

    parameters: keys or their last parts, or `instance`, `variant` or `evaluations`; by default the only key that differs.
    measures: names of figures as in tables; by default the median of the final fitness.
    """
    panels = _panels(traces, lambda trace: trace)
    members = [trace for panel in panels for group in panel.groups for trace in group.runs]
    table = frame_of([run_of(trace) for trace in members])
    names = add_columns(table, {str(trace.path): settings_of(trace) for trace in members})
    rows = iter(range(len(members)))
    instances = [
        RunInstance(panel.title, [RunGroup(group.label, table.iloc[[next(rows) for _ in group.runs]], {}, names) for group in panel.groups])
        for panel in panels
    ]
    return draw_parameter(curves_of(instances, parameters, measures), width, log)


def plot_map(trace: Trace, features: Sequence[str] = (), empty: Sequence[int] = (), width: float | None = None) -> Figure:
    """Draws the best solution of each cell as a colour over two features, or over each pair of more.

    features: draws their pairs alone. empty: cells that are proven to have no solution.
    """
    return draw_archive(trace.archive(), empty, features, width)


def plot_front(traces: Traces, width: float | None = None) -> Figure:
    """Draws fronts: two objectives as a scatter with the trade-offs at the knee, three in pairs, more as parallel coordinates."""
    return draw_fronts(_panels(traces, Trace.front), width)


def plot_gantt(trace: Trace, width: float | None = None) -> Figure:
    """Draws which worker evaluated for which island when. The run must record its evaluations."""
    return draw_gantt(gantt(trace), width)


def plot_durations(traces: Traces, width: float | None = None) -> Figure:
    """Draws the share of evaluations that took at most so long."""
    return draw_durations(_panels(traces, evaluation_times), width)


def plot_growth(traces: Traces, measure: str | None = None, width: float | None = None, log: bool = False) -> Figure:
    """Draws a quality of maps or fronts by generation: coverage, qd_score, front_size, hypervolume or igd_plus.

    By default it is the one that says most of the first run.
    """

    def read(trace: Trace) -> Growth:
        nonlocal measure
        measure = measure or usual_measure(trace)
        return growth_of(trace, measure)

    return draw_growth(_panels(traces, read), width, log)


def _panels(traces: Traces, reduce: Callable[[Trace], Run]) -> list[Panel[Run]]:
    if isinstance(traces, Trace):
        return [Panel("", [Group(traces.name, [reduce(traces)])])]
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
