"""What the report on a single run tells of the map or the front that it keeps: tables, pictures and texts."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from . import set_quality, style
from .figures.fronts import draw_fronts
from .figures.growth import draw_growth
from .figures.maps import draw_archive
from .figures.panels import Group, Panel
from .grid import Grid
from .growth import QUALITIES, growth_of, measures
from .layout import ARCHIVE, FRONT
from .map_planes import order_of
from .pages.report import Listing, Part, Picture
from .pages.svg import tooltips
from .solution_sets import Archive, Front, SolutionSet
from .summary import NOT_KNOWN, number
from .trace import Trace
from .trade_offs import ordered, point, step

MAP_TITLE, FRONT_TITLE, SOLUTIONS_TITLE = "Map of solutions", "Front", "Solutions"
#: Solutions that a table names at most.
MOST_ROWS = 20
#: Characters of a solution's text where the pointer is.
MOST_TOOLTIP = 400


def grids(trace: Trace) -> list[Grid]:
    """The tables of the sets that a run keeps; none where it keeps none, or no solution of it is feasible."""
    found: list[Grid] = []
    for kept in _sets(trace):
        found += [_of_archive(kept) if isinstance(kept, Archive) else _of_front(trace, kept), _solutions(kept)]
    return found


def parts(trace: Trace) -> list[Part]:
    """The same for a page, with pictures that name each solution, their texts on demand, and how the sets grew."""
    found: list[Part] = []
    for kept in _sets(trace):
        if isinstance(kept, Archive):
            found += [_of_archive(kept), _picture(kept, "The best solution of each cell of the map")]
        else:
            found += [_of_front(trace, kept), _picture(kept, "The front: solutions none of which another dominates")]
        found += [_solutions(kept), *_texts(kept), *_growth(trace, kept)]
    return found


def _sets(trace: Trace) -> list[Archive | Front]:
    names = trace.kept
    found: list[Archive | Front] = []
    if ARCHIVE in names:
        found.append(trace.archive())
    if FRONT in names:
        found.append(trace.front())
    return [kept for kept in found if (kept.violation == 0).any()]


def _of_archive(archive: Archive) -> Grid:
    made = Grid(MAP_TITLE, ["", "of all islands together"], texts=frozenset({1}))
    filled = int(round(archive.coverage * archive.cells))
    made.rows.append(["cells filled", f"{number(filled)} of {number(archive.cells)}, {100 * archive.coverage:.3g} %"])
    if len(archive.proven_empty):
        made.rows.append(["cells proven empty", number(len(archive.proven_empty))])
    made.rows.append(["cells", "of a grid" if archive.centroids is None else "around centroids"])
    for feature in archive.features:
        told = ", ".join(feature.categories)
        made.rows.append([feature.label, told or f"{_end(feature.least, feature.whole, 0.5)} to {_end(feature.most, feature.whole, -0.5)}"])
    score = set_quality.qd_score(archive)
    made.rows.append(["QD-score", number(score, 6) if score == score else f"{NOT_KNOWN} (worst_fitness is not set)"])
    made.rows.append(["kept up to generation", number(archive.generation)])
    return made


def _end(bound: float, whole: bool, inward: float) -> str:
    return number(bound + inward if whole else bound)


def _of_front(trace: Trace, front: Front) -> Grid:
    made = Grid(FRONT_TITLE, ["", "of all islands together"], texts=frozenset({1}))
    found = front.feasible
    made.rows.append(["solutions", number(len(found))])
    for place, objective in enumerate(front.objectives):
        values = front.values[found, place]
        best, worst = (values.min(), values.max()) if objective.minimises else (values.max(), values.min())
        made.rows.append([f"{objective.label}, {objective.direction}d", f"{number(float(best))} at best, {number(float(worst))} at worst"])
    measured = set_quality.of_run(trace)
    for name in ("hypervolume", "igd_plus"):
        if measured[name] == measured[name]:
            of = " of the best island" if name == "igd_plus" else ""
            made.rows.append([QUALITIES[name].label + of, number(measured[name], 6)])
    made.rows.append(["kept up to generation", number(front.generation)])
    return made


def _listed(kept: SolutionSet) -> NDArray[np.int64]:
    """All feasible solutions: of a map from the best on, of a front in its order."""
    if isinstance(kept, Archive):
        return order_of(kept)
    if isinstance(kept, Front) and len(kept.objectives) == 2:
        return ordered(kept)
    return kept.feasible


def _solutions(kept: Archive | Front) -> Grid:
    """The best cells of a map; of a front solutions evenly over it, with what a step to the next one costs."""
    listed = _listed(kept)
    count = min(len(listed), MOST_ROWS)
    if isinstance(kept, Archive):
        chosen = listed[:count]
        made = Grid(f"{SOLUTIONS_TITLE}: the best {count} of {number(len(listed))} cells", ["cell", *(each.label for each in kept.features), "fitness"])
        for solution in chosen:
            values = zip(kept.features, kept.values[solution], strict=True)
            cells = [each.told(float(value)) for each, value in values]
            made.rows.append([str(kept.cell[solution]), *cells, number(float(kept.fitness[solution]), 6)])
        return made
    chosen = listed[np.unique(np.linspace(0, len(listed) - 1, count).round().astype(int))]
    steps = ["the next one"] if len(kept.objectives) == 2 and count > 1 else []
    header = ["solution", *(each.label for each in kept.objectives), *steps]
    made = Grid(f"{SOLUTIONS_TITLE}: {count} of the {number(len(listed))} on the front", header, texts=frozenset({len(header) - 1} if steps else ()))
    for place, solution in enumerate(chosen):
        told = str(step(kept, solution, chosen[place + 1])) if steps and place + 1 < len(chosen) else ""
        made.rows.append([str(solution), *(number(float(value), 6) for value in kept.values[solution]), *([told] if steps else [])])
    return made


def _headline(kept: SolutionSet, solution: int) -> str:
    if isinstance(kept, Front):
        return f"solution {solution}: {point(kept, solution)}"
    assert isinstance(kept, Archive)
    values = zip(kept.features, kept.values[solution], strict=True)
    unit = f" {kept.trace.fitness_unit}" if kept.trace.fitness_unit else ""
    shown = ", ".join(f"{each.name} {each.told(float(value))}{' ' + each.unit if each.unit else ''}" for each, value in values)
    return f"cell {kept.cell[solution]}: {shown}; fitness {number(float(kept.fitness[solution]), 6)}{unit}"


def _picture(kept: Archive | Front, words: str) -> Picture:
    if isinstance(kept, Archive):
        drawing = draw_archive(kept, named=True)
    else:
        drawing = draw_fronts([Panel("", [Group(kept.trace.name, [kept])])], named=True)
    texts = {f"solution{solution}": _tooltip(kept, int(solution)) for solution in kept.feasible}
    return Picture(tooltips(style.printed(drawing, "svg"), texts), words)


def _tooltip(kept: SolutionSet, solution: int) -> str:
    text = kept.texts[solution].strip()
    cut = text if len(text) <= MOST_TOOLTIP else f"{text[:MOST_TOOLTIP]} ..."
    return f"{_headline(kept, solution)}\n{cut}".strip()


def _texts(kept: Archive | Front) -> Sequence[Part]:
    if not any(kept.texts):
        return []
    told = "\n\n".join(f"{_headline(kept, int(solution))}\n{kept.texts[solution].rstrip()}" for solution in _listed(kept))
    return [Listing(f"{'Map' if isinstance(kept, Archive) else 'Front'}: every solution", told, folded=True)]


def _growth(trace: Trace, kept: Archive | Front) -> Sequence[Part]:
    kind = ARCHIVE if isinstance(kept, Archive) else FRONT
    found: list[Part] = []
    for name, quality in QUALITIES.items():
        if quality.kind != kind or not measures(trace, name):
            continue
        drawing = draw_growth([Panel("", [Group(trace.name, [growth_of(trace, name)])])])
        found.append(Picture(style.printed(drawing, "svg"), f"{quality.label[0].upper()}{quality.label[1:]} of each island, and of the best one, by generation"))
    return found
