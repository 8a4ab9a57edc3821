"""Arranges panels side by side, and gives each group its colour and its entry in the legend."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import numpy as np
from matplotlib.figure import Figure

from .. import style
from ..described import Described
from ..errors import DataError
from ..instances import check_one_instance
from ..trace import Trace

Run = TypeVar("Run")

#: More groups than this take the full width of a page.
MOST_IN_SINGLE = 4
#: More columns than this would be too narrow to read; further panels go below.
MOST_COLUMNS = 4
#: Inches of a panel with an axis of its own, at least.
LEAST_WIDTH = 1.7


@dataclass(frozen=True)
class Group(Generic[Run]):
    """Runs under one label."""

    label: str
    runs: Sequence[Run]


@dataclass(frozen=True)
class Panel(Generic[Run]):
    """Groups of runs of one instance."""

    title: str
    groups: Sequence[Group[Run]]


def traces_of(panel: Panel[Any]) -> list[Trace]:
    return [run.trace for group in panel.groups for run in group.runs]


def check_comparable(panel: Panel[Any]) -> None:
    """Raises DataError if the runs are not of one instance."""
    traces = traces_of(panel)
    check_one_instance(traces, panel.title)
    common_target(traces)


def common_target(traces: Sequence[Trace]) -> float | None:
    targets = sorted({trace.target for trace in traces if trace.target is not None})
    if len(targets) > 1:
        shown = ", ".join(f"{target:g}" for target in targets)
        raise DataError(f"the traces have different targets ({shown}), so they are of different instances")
    return targets[0] if targets else None


def by_run(panel: Panel[Any]) -> bool:
    """Tells whether the members of the curves are runs; otherwise each group is one run, and its members are the islands."""
    return any(len(group.runs) > 1 for group in panel.groups)


def fitness_label(trace: Described) -> str:
    return f"fitness ({trace.fitness_unit})" if trace.fitness_unit else "fitness"


@dataclass(frozen=True)
class Labels:
    """The groups of all panels by label; a label has the same colour and marker in all panels."""

    names: list[str]

    def __post_init__(self) -> None:
        if len(self.names) > style.MOST_GROUPS:
            raise DataError(f"{len(self.names)} groups can't be told apart in one figure; name at most {style.MOST_GROUPS}")

    @classmethod
    def of(cls, panels: Sequence[Panel[Any]]) -> "Labels":
        return cls(list(dict.fromkeys(group.label for panel in panels for group in panel.groups)))

    def look(self, label: str, dotted: bool = False, points: int = 0) -> dict[str, Any]:
        return style.line(self.names.index(label), len(self.names), dotted, points)

    def colour(self, label: str) -> str:
        return style.colour(self.names.index(label))

    def handles(self, panels: Sequence[Panel[Any]]) -> list[Any]:
        """Returns a handle for each label. Its text includes the number of runs, unless that is the same for many labels."""
        about = [self._about(name, panels) for name in self.names]
        if len(about) > 2 and len(set(about)) == 1 and about[0]:
            handles = [style.key(name, **self.look(name)) for name in self.names]
            return [*handles, style.key(f"({about[0]} each)", linestyle="none")]
        texts = [f"{name} ({told})" if told else name for name, told in zip(self.names, about, strict=True)]
        return [style.key(text, **self.look(name)) for text, name in zip(texts, self.names, strict=True)]

    @staticmethod
    def _about(label: str, panels: Sequence[Panel[Any]]) -> str:
        """Returns the number of runs and islands of a label, as far as the label itself does not state it."""
        groups = [(panel, group) for panel in panels for group in panel.groups if group.label == label]
        islands = [run.trace.islands for _, group in groups for run in group.runs]
        single = set(islands) == {1}
        shape = "one population" if single else f"{_span(islands)} islands"
        counts = [len(group.runs) for _, group in groups]
        told = [f"{_span(counts)} run{'' if set(counts) == {1} else 's'}"] if any(by_run(panel) for panel, _ in groups) else []
        said = ("population" in label or "one island" in label) if single else shape in label
        if not said and f"islands={_span(islands)}" not in label:
            told.append(shape)
        return ", ".join(told)


def _span(numbers: Sequence[int]) -> str:
    least, most = min(numbers), max(numbers)
    return str(least) if least == most else f"{least} to {most}"


def draw_panels(
    panels: Sequence[Panel[Run]],
    rows: int,
    width: float | None,
    draw: Callable[[Panel[Run], Labels, np.ndarray], list[Any]],
) -> Figure:
    """Makes a figure with `rows` axes for each panel, one above the other, and the panels side by side.

    `draw` fills the axes of one panel, [row], and returns the legend entries that explain what it drew.
    """
    for panel in panels:
        check_comparable(panel)
    columns = style.columns(len(panels), MOST_COLUMNS if len(panels) <= MOST_COLUMNS else MOST_COLUMNS - 1, width, LEAST_WIDTH)
    blocks = -(-len(panels) // columns)
    labels = Labels.of(panels)
    if width is None:
        width = style.WIDTHS["single" if columns == 1 and len(labels.names) <= MOST_IN_SINGLE else "double"]
    height = 0.3 + blocks * rows * 1.65
    keys: dict[str, Any] = {}
    with style.applied():
        drawing, axes = style.figure(blocks * rows, columns, (width, height), sharex="none")
        for place in range(blocks * columns):
            block, column = divmod(place, columns)
            own = axes[block * rows : (block + 1) * rows, column]
            if place >= len(panels):
                for spare in own:
                    spare.set_axis_off()
                continue
            _join(own)
            keys |= {key.get_label(): key for key in draw(panels[place], labels, own)}
            own[0].set_title(panels[place].title)
            if column:
                _unlabel(own, axes[block * rows : (block + 1) * rows, 0])
        style.legend_above(drawing, [*labels.handles(panels), *keys.values()])
    return drawing


def _join(own: np.ndarray) -> None:
    """Gives the axes of a panel one axis of generations, with numbers at the lower edge."""
    for upper in own[:-1]:
        upper.sharex(own[-1])
        upper.tick_params(labelbottom=False)


def _unlabel(own: np.ndarray, first: np.ndarray) -> None:
    for mine, leftmost in zip(own, first, strict=True):
        if mine.get_ylabel() == leftmost.get_ylabel():
            mine.set_ylabel("")
