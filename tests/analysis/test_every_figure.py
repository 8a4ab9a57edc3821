"""Kinds of figures by cases: each is drawn without a warning, no label lies on another, and none is cut by the edge.

`python3 tests/analysis/test_every_figure.py FOLDER` writes all of them, to be looked at.
"""

import itertools
import os
import sys
import warnings
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from matplotlib.text import Text

sys.path[:0] = [str(Path(__file__).resolve().parents[folder]) for folder in (0, 2)]

from make_solutions import LEADER, NATIONS, PRICE, SYNERGY, TWO, add_archive, add_front, growing  # noqa: E402
from make_trace import sample, write  # noqa: E402

import skerry  # noqa: E402
from skerry import construct, figures, scaling, style, study  # noqa: E402
from skerry.batch import frame_of, run_of  # noqa: E402
from skerry.evaluation_times import evaluation_times  # noqa: E402
from skerry.figures.forest import draw_forest  # noqa: E402
from skerry.figures.lineage import draw_lineage  # noqa: E402
from skerry.figures.origins import draw_origins  # noqa: E402
from skerry.figures.panels import Group, Panel  # noqa: E402
from skerry.figures.scaling import draw_scaling  # noqa: E402
from skerry.lineage import ancestry, genome_hash, mean_ancestry  # noqa: E402
from skerry.origins import origins_of  # noqa: E402
from skerry.pages.svg import LEAST_SCALE  # noqa: E402
from skerry.summary import RunGroup, RunInstance  # noqa: E402

#: Text that can be read; a page shows a point of a figure as LEAST_SCALE pixels or more, however narrow it is.
LEAST_PX = 9
SCRIPTS = ("Ζυμωτήριο", "Населённый пункт", "Ünïcödé ñandú", "$a_1$ and $b^2$", "100 % <b>&amp;", "Straße\\frac{1}{2}")


@dataclass(frozen=True)
class Case:
    labels: tuple[str, ...] = ("one island", "5 islands")
    runs: int = 3
    start: float = 100.0
    end: float = 50.0
    target: float | None = 60.0
    generations: int = 20
    unit: str = "coin"


CASES = {
    "one group": Case(("5 islands",)),
    "six groups": Case(tuple(f"{count} islands" for count in (2, 3, 4, 5, 6, 7))),
    "target never reached": Case(target=1.0),
    "one run": Case(("5 islands",), runs=1),
    "many runs": Case(runs=25),
    "a thousand runs": Case(("5 islands",), runs=1000),
    "a wide range": Case(start=1e300, end=1e-300, target=1e-290),
    "the largest numbers": Case(start=1e308, end=-1e308, target=-1e307),
    "long names": Case(tuple(f"{count} islands, {'a setting of very many words that nobody would say again'[:48]}" for count in (2, 8)), unit="kilogrammes"),
    "scripts": Case(SCRIPTS, runs=2, unit="$\\pi$"),
}


#: The genotype of the best of a trace that make_trace writes.
WINNER = genome_hash(bytes(4))

#: So many runs of a group are written; further ones repeat them under names of their own.
DIFFERENT = 50


def traces(folder, case):
    """Writes the runs of a case; returns them by label."""
    found = {}
    for place, label in enumerate(case.labels):
        islands = 1 if label.startswith("one") else int(label.split()[0]) if label[0].isdigit() and "islands" in label else place + 2
        found[label] = []
        for seed in range(case.runs):
            path = folder / f"{place}-{seed}.h5"
            if seed >= DIFFERENT:
                os.link(folder / f"{place}-{seed % DIFFERENT}.h5", path)
                found[label].append(skerry.open(path, check=False))
                continue
            columns = sample(case.generations, islands, seed, case.start, case.end) if abs(case.start) < 1e200 else wide(case, islands, seed)
            columns["distinct"] = columns["distinct"] + seed
            columns["hypervolume"] = columns["evaluations"] * (1 + place + seed % 3 + np.arange(islands) / islands)
            # A line of descent that goes from island to island.
            births = [(row, (row // 4 + seed) % islands, row + 1, row, max(row - 1, min(row, 1)), 1) for row in range(case.generations)]
            births += [(case.generations, 0, WINNER, case.generations, 1, 1)]
            # Each island has a worker of its own, whose evaluations begin when those of the slowest end.
            evaluations = [
                (row, island, row * islands + island, island % 2 and row == 3, 0, 1, 0, island, 0.01 * islands * row, 0.01 * (1 + island))
                for row in range(4)
                for island in range(islands)
            ]
            attributes = {"fitness_unit": case.unit}
            found[label].append(skerry.open(write(path, columns, target=case.target, attributes=attributes, births=births, evaluations=evaluations, config=f"[island]\nrate = {place + 1}\n")))
    return found


def wide(case, islands, seed):
    """The columns of a run whose values span all that a number can hold."""
    columns = sample(case.generations, islands, seed)
    part = np.linspace(0, 1, case.generations + 1)[:, None] * np.ones(islands)
    values = case.start * (1 - part) + case.end * part if case.end < 0 else 10 ** (300 - 600 * part)
    return columns | {name: values for name in ("best", "median", "mean", "worst")}


def table(found):
    rows = {label: [run_of(trace) for trace in own] for label, own in found.items()}
    return [RunGroup(label, frame_of(own)) for label, own in rows.items()]


def forest(found):
    groups = [study.StudyGroup(each.label, len(each.runs), each.runs) for each in table(found)]
    groups = groups if len(groups) > 1 else [*groups, replace(groups[0], label="the same")]
    rows = study.rows_of([study.StudyInstance("an instance", groups, groups[0].label)])
    return draw_forest(rows, study.pooled(rows), groups[0].label)


def over_islands(found):
    groups = table(found)
    return draw_scaling(scaling.rows_of([RunInstance("an instance", groups)], [groups[0].label]))


def parameter(found):
    found = found if len(found) > 1 else found | {"the same": next(iter(found.values()))}
    return figures.plot_parameter(found, ["variant"], ["median"])


def lineage(found):
    return draw_lineage({label: mean_ancestry([ancestry(trace) for trace in own]) for label, own in found.items()})


def origins(found):
    return draw_origins([Panel("", [Group(label, [origins_of(trace) for trace in own]) for label, own in found.items() if own[0].islands > 1])])


def constructions(found):
    """Attempts of both modes, as many as there are generations in the runs of a group, of which some end without a solution."""
    random, tables = np.random.default_rng(1), {}
    for label, own in list(found.items())[:3]:
        count = 20 * len(own)
        synergy = np.concatenate([random.beta(8, 2, count), np.where(random.random(count) < 0.2, np.nan, random.beta(2, 6, count))])
        tables[label] = pd.DataFrame({"mode": np.repeat(["guided", "unguided"], count), "synergy": synergy})
    return construct.draw(tables)


def of_solutions(found, add, draw):
    path = next(iter(found.values()))[0].path.with_suffix(".solutions.h5")
    return draw(skerry.open(add(write(path, growing(coverage=(0.1, 0.5), hypervolume=(1, 9))))))


KINDS = {
    "convergence": figures.plot_convergence,
    "gap": lambda found: figures.plot_convergence(found, gap=True, over="evaluations", log=True),
    "diversity": figures.plot_diversity,
    "column": lambda found: figures.plot_column(found, "distinct"),
    "islands": lambda found: figures.plot_islands(next(iter(found.values()))[0]),
    "migration": figures.plot_migration,
    "ecdf": figures.plot_ecdf,
    "arrived": lambda found: figures.plot_ecdf(found, "generations", "target"),
    "fixed target": figures.plot_fixed_target,
    "fixed budget": figures.plot_fixed_budget,
    "durations": figures.plot_durations,
    "gantt": lambda found: figures.plot_gantt(next(iter(found.values()))[0]),
    "forest": forest,
    "scaling": over_islands,
    "parameter": parameter,
    "front": lambda found: of_solutions(found, lambda path: add_front(path, [PRICE, SYNERGY], TWO), figures.plot_front),
    "growth": lambda found: figures.plot_growth(found, "hypervolume"),
    "lineage": lineage,
    "origins": origins,
    "construct": constructions,
    "map": lambda found: of_solutions(found, lambda path: add_archive(path, [NATIONS, LEADER], [0, 5, 7], [[1, 0], [2, 1], [3, 1]], cells=12), figures.plot_map),
}


def wrong(drawing):
    """Returns what a reader could not read: sentences."""
    with style.applied():
        for axes in drawing.axes:
            style.shrink_if_wide(axes)
        drawing.canvas.draw()
    page, found = drawing.bbox, []
    for axes in drawing.axes:
        gaps = [axis for axis in (axes.xaxis, axes.yaxis) if axis.get_scale() == "symlog"]
        found += [f"the {axis.axis_name} axis has no label" for axis in gaps if not any(label.get_text() for label in _in_view(axis))]
        low, high = sorted(axes.get_ylim())
        for line in axes.get_lines():
            drawable = line.get_xydata()[np.isfinite(line.get_xydata()).all(axis=1), 1]
            if not line.get_label().startswith("_") and ((drawable < low) | (drawable / 1.1 > high)).any():
                found.append(f"'{line.get_label()}' leaves the axis, from {low:g} to {high:g}")
    labels = [label for axes in drawing.axes if axes.axison for axis in (axes.xaxis, axes.yaxis) for label in _in_view(axis)]
    labels += [each for axes in drawing.axes for each in (axes.title, axes.xaxis.label, axes.yaxis.label)]
    labels += [text for legend in drawing.legends for text in legend.get_texts()] + [text for axes in drawing.axes for text in axes.texts]
    extents = [(text.get_text(), text.get_window_extent()) for text in labels if text.get_visible() and text.get_text()]
    for text, extent in extents:
        if extent.x0 < -2 or extent.x1 > page.width + 2 or extent.y0 < -2 or extent.y1 > page.height + 2:
            found.append(f"'{text}' is cut by the edge")
    for (one, first), (other, second) in itertools.combinations(extents, 2):
        width, height = min(first.x1, second.x1) - max(first.x0, second.x0), min(first.y1, second.y1) - max(first.y0, second.y0)
        if width > 1.5 and height > 1.5:
            found.append(f"'{one}' lies on '{other}'")
    for text in drawing.findobj(Text):
        if text.get_visible() and text.get_text().strip() and (text.get_size() * LEAST_SCALE < LEAST_PX or "\\mathdefault" in text.get_text()):
            found.append(f"'{text.get_text()}' is smaller than {LEAST_PX} px in a page, or a formula")
    return found


def _in_view(axis):
    low, high = sorted(axis.get_view_interval())
    margin = 1e-9 * (high / 2 - low / 2)
    return [label for place, label in zip(axis.get_majorticklocs(), axis.get_majorticklabels(), strict=False) if low - margin <= place <= high + margin]


@lru_cache
def runs_of(case, folder):
    made = folder / case.replace(" ", "-")
    made.mkdir(parents=True)
    return traces(made, CASES[case])


def drawn(kind, case, folder):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return KINDS[kind](runs_of(case, folder))


#: Kinds over which groups and names differ most, in all cases; the others with the largest numbers.
IN_ALL_CASES = ("convergence", "gap", "diversity", "column")
PAIRS = [(kind, case) for kind in IN_ALL_CASES for case in CASES] + [("islands", "one run"), ("islands", "scripts")]
PAIRS += [(kind, "the largest numbers") for kind in KINDS if kind not in IN_ALL_CASES]
OF_ONE_RUN = ("islands", "gantt", "front", "map")
PAIRS += [(kind, "a thousand runs") for kind in KINDS if kind not in (*IN_ALL_CASES, *OF_ONE_RUN)]
PAIRS += [(kind, "a wide range") for kind in ("fixed target", "fixed budget", "islands")]
PAIRS += [(kind, "six groups") for kind in ("arrived", "growth", "lineage", "origins", "construct")]
PAIRS += [(kind, case) for kind in ("forest", "parameter") for case in ("long names", "scripts")]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("cases")


@pytest.mark.few(2)
@pytest.mark.parametrize("kind, case", PAIRS)
def test_a_figure_can_be_read(kind, case, folder):
    drawing = drawn(kind, case, folder)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert wrong(drawing) == []
        assert style.printed(drawing, "svg").startswith(b"<?xml")


@pytest.mark.parametrize("kind", ["parameter", "scaling"])
def test_islands_are_the_ticks_of_a_logarithmic_axis(kind, folder):
    axes = drawn(kind, "six groups", folder).axes[0]
    assert (axes.get_xscale(), list(axes.get_xticks())) == ("log", [2, 3, 4, 5, 6, 7])


def test_no_entry_of_a_legend_stands_alone_below_the_others(folder):
    legend = drawn("lineage", "six groups", folder).legends[0]
    assert (legend._ncols, len(legend.get_texts())) == (5, 9)


def test_a_worker_of_the_sample_makes_one_evaluation_at_a_time(folder):
    assert 0 < evaluation_times(runs_of("six groups", folder)["7 islands"][0]).busy_share <= 1


if __name__ == "__main__":
    import traceback

    target = Path(sys.argv[1])
    for kind, case in PAIRS:
        if len(sys.argv) > 2 and not any(word in f"{kind} {case}" for word in sys.argv[2:]):
            continue
        try:
            drawing = drawn(kind, case, target)
            for sentence in wrong(drawing):
                print(f"{kind}, {case}: {sentence}")
            style.save(drawing, target / f"{kind}, {case}.png".replace(" ", "_"))
        except Exception:  # the others are still drawn
            print(f"{kind}, {case}:", traceback.format_exc().splitlines()[-1], *traceback.format_exc().splitlines()[-3:-1])
