"""The figures of a puzzle: its fronts, and how the islands converged."""

from collections.abc import Sequence

from markupsafe import Markup

from ..pages.charts import Chart, Gap, Line, drawn
from ..summary import number
from .records import Front, Islands, Number, Validation


def objective(validation: Validation) -> str:
    """What the axis of the objective is called, with its unit."""
    name = f"{'cheapest' if validation.minimises else 'best'} {validation.naming.party}"
    return f"{name} ({validation.unit})" if validation.unit else name


def front(validation: Validation, shown: Front, identity: str) -> Markup | None:
    """The best objective over what the rule asks, and the interval of each that is not proven; None without a price."""
    known = [point for point in shown.points if point.best is not None]
    if not known:
        return None
    side = known[0].side
    rule = f"{shown.rule}, {side} ({shown.unit})" if shown.unit else f"{shown.rule}, {side}"
    points = [(float(point.level), float(point.best or 0)) for point in known]
    open_ = [place for place, point in enumerate(known) if not point.proven]
    gaps = [
        Gap(float(point.level), *sorted((float(point.bound), float(point.best or 0))))
        for point in known
        if not point.proven and point.bound is not None
    ]
    told = ", ".join(f"{number(y, 6)} at {number(x, 6)}" for x, y in points)
    chart = Chart(
        f"{objective(validation)} against {rule}",
        f"{told}." + (" A hollow mark is not proven; the bar behind it reaches to the proven bound." if open_ else ""),
        rule,
        objective(validation),
        [Line(shown.rule, points, marked=True, hollow=open_)],
        gaps,
    )
    return drawn(chart, identity)


def convergence(validation: Validation, islands: Islands, identity: str) -> Markup | None:
    unit = f" ({validation.unit})" if validation.unit else ""
    return _series(islands, islands.best, "Best of each island by generation", f"best{unit}", identity)


def diversity(islands: Islands, identity: str) -> Markup | None:
    return _series(islands, islands.diversity, "Diversity of each island by generation", "diversity, 0 to 1", identity)


def ends(series: Sequence[Number | None]) -> tuple[Number | None, Number | None]:
    """The first and the last value that are known."""
    known = [value for value in series if value is not None]
    return (known[0], known[-1]) if known else (None, None)


def _series(islands: Islands, series: Sequence[Sequence[Number | None]], title: str, label: str, identity: str) -> Markup | None:
    lines = []
    for island, values in enumerate(series):
        points = [(float(x), float(y)) for x, y in zip(islands.generations, values) if y is not None]
        if points:
            lines.append(Line(f"island {island}", points))
    if not lines:
        return None
    told = [f"{line.label}: from {number(line.points[0][1], 6)} to {number(line.points[-1][1], 6)}" for line in lines[:8]]
    more = f"; and {len(lines) - 8} further islands" if len(lines) > 8 else ""
    chart = Chart(title, "; ".join(told) + more + ".", "generation", label, lines, group=f"each of {len(lines)} islands")
    return drawn(chart, identity)
