"""The report on a single run: tables as text, and a page of them with figures."""

from collections.abc import Sequence
from pathlib import Path

from . import run_solutions, run_tables, style
from .batch import run_of
from .column_series import ColumnSeries, column_series
from .errors import DataError
from .evaluation_times import EvaluationTimes, evaluation_times
from .figures.column import draw_column
from .figures.convergence import draw_convergence, draw_diversity
from .figures.evaluations import caption, draw_durations, draw_gantt
from .figures.islands import MOST_MULTIPLES, draw_lines, draw_map
from .figures.migration import draw_migration
from .figures.panels import Group, Panel
from .gantt import gantt
from .grid import Grid
from .islands import island_lines, island_map
from .migration_cost import migration_cost
from .pages import report
from .pages.report import Listing, Note, Part, Picture
from .progress import progress
from .run_series import series_of
from .trace import Trace

NOTE = """\
Evaluations are those of all islands up to and with that generation, seconds are since the start. Fitness diversity: s / max(|m|, s).
Genotype diversity: mean distance of two genomes. Both lie in [0, 1]."""


def text_of(trace: Trace, form: str = "text") -> str:
    """All that a trace tells, in the form `text` or `markdown`. Raises DataError where it holds no generation."""
    result, *others = _grids(trace)
    return "\n\n".join([f"# {_title(trace)}", _lead(trace), *report.text([result, *run_solutions.grids(trace), *others], form), NOTE])


def page_of(trace: Trace, drawings: Sequence[Path] = ()) -> str:
    """The same as a page of HTML, with figures, solution and configuration.

    drawings: SVGs of the solution, as `skerry draw` writes them. Raises DataError likewise, or where one is no SVG.
    """
    pictures = _pictures(trace)
    parts: list[Part] = []
    for grid in _grids(trace):
        parts += [grid, *pictures.get(grid.title, [])]
        if grid.title == run_tables.RESULT:
            parts += run_solutions.parts(trace)
    parts.append(Note(NOTE))
    parts += map(report.drawing, drawings)
    if trace.solution:
        parts.append(Listing("Solution", trace.solution))
    parts.append(Listing("Configuration", trace.config))
    return report.page(_title(trace), parts, lead=_lead(trace))


def _title(trace: Trace) -> str:
    shape = "one population" if trace.islands == 1 else f"{trace.islands} islands"
    return f"{trace.name}: {trace.problem_told}, seed {trace.seed}, {shape}"


def _lead(trace: Trace) -> str:
    return run_tables.sentence(trace, run_of(trace), progress(trace))


def _grids(trace: Trace) -> list[Grid]:
    run, steps = run_of(trace), progress(trace)
    return [
        run_tables.result(trace, run, steps),
        *([run_tables.convergence(trace, steps)] if run.feasible else []),
        run_tables.diversity(trace, run),
        *([run_tables.columns(own)] if (own := _own_columns(trace)) else []),
        run_tables.islands(trace),
        *([run_tables.migration(trace)] if trace.rows("migration") else []),
        *([run_tables.evaluations(times)] if (times := _evaluation_times(trace)) else []),
        run_tables.machine(trace),
    ]


def _own_columns(trace: Trace) -> list[ColumnSeries]:
    return [column_series(trace, name) for name in trace.own_columns]


def _evaluation_times(trace: Trace) -> EvaluationTimes | None:
    """None where the run recorded no evaluation, or made none since all were known."""
    try:
        return evaluation_times(trace) if trace.rows("evaluation") else None
    except DataError:
        return None


def _pictures(trace: Trace) -> dict[str, list[Picture]]:
    """The figures, by the title of the table that they follow."""
    series = [Panel("", [Group(trace.name, [series_of(trace)])])]
    best = Picture(style.printed(draw_convergence(series), "svg"), "Best, median and cover of the islands, and their diversity, by generation")
    spread = Picture(style.printed(draw_diversity(series), "svg"), "Diversity of fitness and of genotypes by generation")
    # A run without a feasible individual has no table of convergence; its violation is drawn with the result.
    feasible = series[0].groups[0].runs[0].feasible
    found = {run_tables.CONVERGENCE if feasible else run_tables.RESULT: [best], run_tables.DIVERSITY: [spread]}
    found[run_tables.COLUMNS] = [
        Picture(style.printed(draw_column([Panel("", [Group(trace.name, [own])])]), "svg"), f"{own.label} by generation")
        for own in _own_columns(trace)
    ]
    if trace.islands > 1:
        drawing = draw_map(island_map(trace)) if trace.islands > MOST_MULTIPLES else draw_lines(island_lines(trace))
        found[run_tables.ISLANDS] = [Picture(style.printed(drawing, "svg"), "The islands one by one, by generation")]
    if trace.rows("migration"):
        cost = draw_migration([Panel("", [Group(trace.name, [migration_cost(trace)])])])
        found[run_tables.MIGRATION] = [Picture(style.printed(cost, "svg"), "Bytes, seconds and share of time that migration costs, by epoch")]
    if _evaluation_times(trace):
        chart = gantt(trace)
        durations = draw_durations([Panel("", [Group(trace.name, [chart.times])])])
        found[run_tables.EVALUATIONS] = [
            Picture(style.printed(draw_gantt(chart), "svg"), f"Who evaluated for which island, and when: {caption(chart.times)}"),
            Picture(style.printed(durations, "svg"), "The share of evaluations that took at most so long"),
        ]
    return found
