"""Draws convergence and diversity of one run, or of groups of runs side by side."""

from dataclasses import dataclass

import numpy as np
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from . import style
from .curves import DIVERSITIES, check_comparable, common_target, convergence, diversity, ever_feasible, migrations

MARK = {"color": "0.8", "linewidth": 0.8, "linestyle": "--"}
#: More migrations than this would be a grey wall.
MOST_MARKS = 100


@dataclass
class Panel:
    """A column of the picture: groups of runs of one instance."""

    title: str
    groups: list


def draw(panels, measure="fitness"):
    """A figure of two rows: convergence above, diversity below, one column a panel."""
    for panel in panels:
        check_comparable(panel.groups)
    width = 7.5 if len(panels) == 1 else 4.6 * len(panels)
    with style.applied():
        drawing, axes = style.figure(2, len(panels), (width, 7.5))
        for column, panel in enumerate(panels):
            _draw_panel(*axes[:, column], panel, measure, explained=column == 0)
        for row in axes:
            for repeated in row[1:]:
                if repeated.get_ylabel() == row[0].get_ylabel():
                    repeated.set_ylabel("")
    return drawing


def _draw_panel(above, below, panel, measure, explained):
    by_run = any(len(group.traces) > 1 for group in panel.groups)
    handles, keys = _draw_convergence(above, panel, by_run)
    _draw_diversity(below, panel, by_run, measure)
    if _mark_migrations((above, below), panel):
        keys.append(Line2D([], [], **MARK, label="migration"))
    above.set_title(panel.title)
    above.legend(handles=handles + (keys if explained else []), loc="best")
    if explained:
        below.legend(handles=[_key("minimum", "-"), _key("median", ":")], loc="best")
    below.set_xlabel("generation")
    last = max(len(trace.values("best")) for group in panel.groups for trace in group.traces) - 1
    below.set_xlim(0, max(last, 1))


def _key(label, linestyle):
    return Line2D([], [], color="0.3", linestyle=linestyle, label=label)


def _draw_convergence(axes, panel, by_run):
    """Returns the entries of the legend: the groups and the target, and the keys to how they are drawn."""
    feasible = ever_feasible(panel.groups)
    handles = []
    for number, group in enumerate(panel.groups):
        colour = style.colour(number)
        curves = convergence(group, by_run, feasible)
        generations = np.arange(len(curves.best))
        if curves.members > 1:
            axes.fill_between(generations, curves.lowest, curves.highest, color=colour, alpha=0.2, linewidth=0)
        axes.plot(generations, curves.best, color=colour, label=f"{group.label}: best")
        axes.plot(generations, curves.median, color=colour, linestyle=":", label=f"{group.label}: median")
        handles.append(Line2D([], [], color=colour, label=_describe(group, curves, by_run)))
    target = common_target([trace for group in panel.groups for trace in group.traces])
    if feasible and target is not None:
        axes.axhline(target, color="black", linewidth=1.2, label="target")
        handles.append(Line2D([], [], color="black", linewidth=1.2, label=f"target {target:g}"))
    alone = not by_run and curves.members == 1
    alone = not by_run and curves.members == 1
    keys = [_key("best", "-"), _key("median individual" if alone else "median", ":")]
    if not alone:
        keys.append(Patch(color="0.3", alpha=0.2, linewidth=0, label="all runs" if by_run else "all islands"))
    unit = panel.groups[0].traces[0].attributes.get("fitness_unit")
    name = "fitness" + (f" ({unit})" if unit else "")
    axes.set_ylabel(f"{name} of the best" if feasible else "violation of the best (none is feasible)")
    return handles, keys


def _draw_diversity(axes, panel, by_run, measure):
    for number, group in enumerate(panel.groups):
        colour = style.colour(number)
        curves = diversity(group, by_run, measure)
        generations = np.arange(len(curves.best))
        axes.plot(generations, curves.best, color=colour, label=f"{group.label}: minimum")
        axes.plot(generations, curves.median, color=colour, linestyle=":", label=f"{group.label}: median")
    axes.set_ylim(bottom=0)
    axes.set_ylabel(DIVERSITIES[measure])


def _mark_migrations(both, panel):
    generations = np.unique(np.concatenate([migrations(group) for group in panel.groups]))
    if not 0 < len(generations) <= MOST_MARKS:
        return False
    for axes in both:
        for generation in generations:
            axes.axvline(generation, **MARK, zorder=0.5, label="_migration")
    return True


def _describe(group, curves, by_run):
    if by_run:
        islands = sorted({trace.islands for trace in group.traces})
        noun = "run" if len(group.traces) == 1 else "runs"
        shape = "one population" if islands == [1] else f"{' or '.join(map(str, islands))} islands"
        told = group.label == shape
        return f"{group.label} ({curves.members} {noun})" if told else f"{group.label} ({curves.members} {noun}, {shape})"
    return f"{group.label} ({curves.members} island{'' if curves.members == 1 else 's'})"
