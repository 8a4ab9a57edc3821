"""The page that compares selected runs: one sentence, the curves, the figures of each group, the tests."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from .. import compare, conclusion, style, summary
from ..batch import frame_of, run_of
from ..errors import UsageError
from ..figures.convergence import draw_convergence
from ..figures.panels import Group, Panel
from ..pages import report
from ..pages.report import Note, Part, Picture
from ..parameters import settings_of
from ..run_series import RunSeries, series_of
from ..summary import RunGroup, RunInstance
from ..trace import open as open_trace

#: More runs than this take longer than anybody waits for a page; `compare` has no such limit.
MOST_RUNS = 400


def page_of(paths: Sequence[Path], key: str) -> str:
    """Compares runs, in groups by the values of a key, or each by itself without one. Raises DataError, or UsageError."""
    if not 2 <= len(paths) <= MOST_RUNS:
        raise UsageError(f"{len(paths)} runs are selected; 2 to {MOST_RUNS} are compared here, and `skerry-analysis compare` takes more")
    groups: dict[str, list[Path]] = {}
    series: dict[str, list[RunSeries]] = {}
    for path in paths:
        trace = open_trace(path)
        label = f"{key}={settings_of(trace).get(key)}" if key else trace.name
        groups.setdefault(label, []).append(path)
        series.setdefault(label, []).append(series_of(trace))
    instance = RunInstance("", [RunGroup(label, frame_of([run_of(open_trace(path, check=False)) for path in group])) for label, group in groups.items()])
    tests = compare.rank_tests([instance]) if len(groups) > 1 else []
    curves = draw_convergence([Panel("", [Group(label, runs) for label, runs in series.items()])])
    parts: list[Part] = [
        Picture(style.printed(curves, "svg"), "Best, median and cover of the groups, and their diversity, by generation"),
        summary.grid(instance, compare.LINES),
    ]
    if tests:
        parts += [compare.grid(tests), Note(compare.budgets([instance])), Note(compare.NOTE)]
    told = conclusion.sentences([instance]) if len(groups) > 1 else "The runs are one group; choose a key that differs among them."
    return report.page(f"{len(paths)} runs compared", parts, lead=told)
