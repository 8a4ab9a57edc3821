"""The page that compares selected runs: one sentence, the curves, the figures of each group, the tests."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from .. import compare, style, summary
from ..batch import frame_of, run_of
from ..errors import UsageError
from ..figures.convergence import draw_convergence
from ..figures.panels import Group, Panel
from ..pages import report
from ..pages.report import Note, Part, Picture
from ..parameters import settings_of
from ..run_series import RunSeries, series_of
from ..summary import RunGroup, RunInstance, number
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
        parts += [compare.grid(tests), Note(compare.fairness(compare.largest_spread([instance]))), Note(compare.NOTE)]
    return report.page(f"{len(paths)} runs compared", parts, sentence(instance))


def sentence(instance: RunInstance) -> str:
    """What the comparison shows in one sentence: the costs to the target where there is one, otherwise the final fitness."""
    first, *others = instance.groups
    if not others:
        return "The runs are one group; choose a key that differs among them."
    by_cost = instance.target is not None and any(group.runs["reached"].any() for group in instance.groups)
    name = "evaluations_to_target" if by_cost else "best"
    told = f"of {name.replace('_', ' ')}" if by_cost else "of the final fitness"
    if min(len(group.runs) for group in instance.groups) < 2:
        return f"A single run shows no difference; the medians {told} are {_medians(instance, name)}."
    shown = [test for test in compare.rank_tests([instance], [name]) if test.verdict != "equal"]
    if not shown:
        return f"No difference is shown; the medians {told} are {_medians(instance, name)}."
    best = min(shown, key=lambda test: test.p_holm)
    word = "better" if best.verdict == "better" else "worse"
    return f"{best.first} is {word} than {best.second} (p = {best.p_holm:.2g} after Holm); the medians {told} are {_medians(instance, name)}."


def _medians(instance: RunInstance, name: str) -> str:
    if len(instance.groups) > 6:
        return "below"
    reached = [f" ({int(group.runs['reached'].sum())} of {len(group.runs)} reached it)" if name != "best" else "" for group in instance.groups]
    return ", ".join(f"{number(float(group.runs[name].median()), 6)} for {group.label}{note}" for group, note in zip(instance.groups, reached, strict=True))
