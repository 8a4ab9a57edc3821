"""The report on an experiment: its tables and figures, as text and as a page."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import claims, compare, conclusion, construct, overview, style, summary
from .batch import Run, frame_of
from .ecdf import Runtime
from .experiment import Experiment, Variant
from .figures.convergence import draw_convergence
from .figures.panels import Group, Panel
from .figures.runtimes import draw_ecdf
from .grid import Grid
from .ioh import file_name
from .pages import report
from .pages.report import Listing, Note, Part, Picture
from .run_series import RunSeries
from .summary import RunGroup, RunInstance

if TYPE_CHECKING:
    import pandas
    from matplotlib.figure import Figure

#: If there are more instances than this, or more settings of one, all instances share one table.
FEW = 6


@dataclass(frozen=True)
class LoadedRun:
    """A trace, read once for everything that is reported of it."""

    row: Run
    series: RunSeries
    runtime: Runtime


@dataclass(frozen=True)
class LoadedInstance:
    """The finished runs of an instance, by variant."""

    title: str
    groups: Sequence[tuple[Variant, Sequence[LoadedRun]]]


@dataclass(frozen=True)
class ExperimentReport:
    found: Experiment
    loaded: Sequence[LoadedInstance]
    attempts: Mapping[str, pandas.DataFrame]  #: tables of constructions by variant
    each: bool = False  #: whether each instance has a table even where they share one

    def text(self, form: str) -> str:
        heading = f"# {self.found.title}" + (f"\n{self.found.source}" if self.found.source else "")
        return "\n\n".join([heading, *filter(None, [self._lead]), *report.text(self._parts, form)])

    def page(self, figures: Mapping[str, Figure], drawings: Sequence[Path] = ()) -> str:
        """The same as a page, with the figures, drawings of solutions, how the runs were made, and the best solution of each instance."""
        pictures: list[Part] = [
            Picture(style.printed(drawing, "svg"), self._words(name), title=self._heading(name))
            for name, drawing in figures.items()
        ]
        named: list[Part] = [replace(part, title="Tests") if isinstance(part, Grid) and not part.title else part for part in self._parts]
        return report.page(self.found.title, [*named, *pictures, *map(report.drawing, drawings), *self._made()], self.found.source, self._lead)

    def figures(self) -> Iterator[tuple[str, Callable[[], Any]]]:
        """Yields each figure's name of file and how it is drawn."""
        if self.loaded:
            yield "convergence.pdf", partial(draw_convergence, self._panels(lambda run: run.series, self.loaded))
            yield "ecdf.pdf", partial(draw_ecdf, self._panels(lambda run: run.runtime, self.loaded))
        for each in self.loaded if len(self.loaded) > 1 else []:
            alone = self._panels(lambda run: run.series, [each])
            yield f"convergence-{file_name(each.title)}.pdf", partial(draw_convergence, alone)
        if len(self._constructions) > 1:
            yield "construct.pdf", partial(construct.draw, self._constructions)
        for title, table in self._constructions.items():
            yield f"construct-{file_name(title)}.pdf", partial(construct.draw, table)

    @staticmethod
    def _panels(pick: Callable[[LoadedRun], Any], chosen: Sequence[LoadedInstance]) -> list[Panel[Any]]:
        return [Panel(each.title, [Group(variant.label, [pick(run) for run in runs]) for variant, runs in each.groups]) for each in chosen]

    @staticmethod
    def _heading(name: str) -> str:
        kinds = {"convergence": "Convergence", "ecdf": "Targets reached", "construct": "Constructions"}
        kind, _, instance = name.removesuffix(".pdf").partition("-")
        return f"{kinds[kind]}: {instance}" if instance else kinds[kind]

    @staticmethod
    def _words(name: str) -> str:
        kinds = {
            "convergence": "Median and range of the runs by generation, and their diversity",
            "ecdf": "Share of runs and targets reached, by evaluations",
            "construct": "Synergy of constructed solutions",
        }
        kind, _, instance = name.removesuffix(".pdf").partition("-")
        return f"{kinds[kind]}, of {instance}" if instance else kinds[kind]

    @cached_property
    def _frames(self) -> dict[str, pandas.DataFrame]:
        return {variant.name: frame_of([run.row for run in runs]) for each in self.loaded for variant, runs in each.groups}

    @cached_property
    def _constructions(self) -> dict[str, pandas.DataFrame]:
        """The tables of constructions by instance."""
        import pandas as pd

        tables = {}
        for title, variants in self.found.instances.items():
            members = [self.attempts[variant.name] for variant in variants if variant.name in self.attempts]
            if members:
                tables[title] = pd.concat(members, ignore_index=True)
        return tables

    @cached_property
    def _instances(self) -> list[RunInstance]:
        return [
            RunInstance(each.title, [RunGroup(variant.label, self._frames[variant.name], variant.published) for variant, _ in each.groups])
            for each in self.loaded
        ]

    @cached_property
    def _lead(self) -> str:
        """The result in a sentence, against the baseline that the experiment names, or the first variant of each instance."""
        named = [next((variant.label for variant, _ in each.groups if variant.baseline), None) for each in self.loaded]
        return conclusion.sentences(self._instances, named if any(named) else None)

    @cached_property
    def _parts(self) -> list[Part]:
        instances = self._instances
        parts: list[Part] = []
        many = max([len(instances), *(len(instance.groups) for instance in instances)]) > FEW
        if many:
            parts += [overview.grid(instances), Note(overview.NOTE)]
        if instances and (self.each or not many):
            parts += [*(summary.grid(instance) for instance in instances), Note(summary.NOTE)]
        tests = compare.rank_tests(instances)
        parts += [compare.grid(tests), Note(compare.budgets(instances)), Note(compare.NOTE)] if tests else []
        parts += [Listing(f"{title}: constructions", construct.summary(table)) for title, table in self._constructions.items()]
        answers = claims.answers(self.found, self._frames, self.attempts)
        return [*parts, claims.grid(answers)] if answers else parts

    def _made(self) -> list[Part]:
        """How the runs were made: seeds, versions, settings; and what was found."""
        made = Grid("Seeds and versions", ["instance", "variant", "islands", "runs", "seeds", "program"], keys=2, texts=frozenset({4, 5}))
        settings, solutions = [], []
        for each in self.loaded:
            runs = [(run.row, run.series.trace) for _, members in each.groups for run in members]
            sign = 1 if runs[0][0].direction == "minimise" else -1
            feasible = [(row, trace) for row, trace in runs if row.feasible]
            if feasible:
                row, trace = min(feasible, key=lambda run: sign * run[0].best)
                solutions.append(Listing(f"Best solution of {each.title or self.found.name} (seed {row.seed})", trace.solution, folded=True))
            for variant, members in each.groups:
                seeds = ", ".join(str(seed) for seed in sorted(run.row.seed for run in members))
                programs = dict.fromkeys(str(run.series.trace.attributes.get("source", "not told")) for run in members)
                made.rows.append([each.title, variant.label, str(variant.islands), str(len(members)), seeds, ", ".join(programs)])
                title = f"Settings of {variant.label}" + (f" on {each.title}" if each.title else "")
                settings.append(Listing(title, members[0].series.trace.config, folded=True))
        return [*([made] if made.rows else []), *solutions, *settings]
