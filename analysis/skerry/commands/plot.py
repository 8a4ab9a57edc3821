"""plot: draws convergence, diversity, single islands, the cost of migration, many solutions, or the evaluations of a run."""

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from ..errors import UsageError
from . import Parsers, add_command
from .selection import Selection, add_arguments, baselines_of, read_groups, runs_of, selected

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from ..figures.panels import Panel
    from ..growth import Growth
    from ..trace import Trace

Run = TypeVar("Run")

EPILOG = """\
examples:
  %(prog)s results/type2.h5 --output type2.pdf
      one run: members are its islands
  %(prog)s results/seed*.h5 --output runs.svg
      many runs: members are the runs
  %(prog)s --label islands a*.h5 --label "one population" b*.h5 --width double --output both.pdf
  %(prog)s --instance "type 1" --label islands a1*.h5 --label one b1*.h5 \\
           --instance "type 2" --label islands a2*.h5 --label one b2*.h5 --output all.pdf
  %(prog)s --gap --over evaluations --log --label islands a*.h5 --label one b*.h5 --output gap.pdf
  %(prog)s results/party-islands --output islands.pdf
      the folder of an experiment
  %(prog)s --kind islands results/type2.h5 --log --output islands.svg
  %(prog)s --kind migration results/type2.h5 --output cost.pdf
  %(prog)s --kind column --measure distinct --label a a*.h5 --label b b*.h5 --output distinct.pdf
  %(prog)s --kind map results/arm.h5 --output map.pdf
  %(prog)s --kind map monday.json --output monday.pdf
      the map of a party puzzle, of: skerry map monday.toml --output monday.json
  %(prog)s --kind front --label nsga2 a.h5 --label random b.h5 --output front.svg
  %(prog)s --kind growth --measure hypervolume a.h5 b.h5 --output growth.svg
  %(prog)s --kind gantt results/spring.h5 --output busy.svg
  %(prog)s --kind parameter results/mutation --parameter island.gene_rate --log --output rates.svg
  %(prog)s --kind parameter results/skyscraper --parameter instance --instances '4x4*' --output 4x4.svg
  %(prog)s --kind parameter results/grid --parameter gene_rate --parameter population --measure ert --output map.svg

kinds:
  convergence  above: the median of the best so far of the runs, the range of all of them, or of several groups the middle half
               of each (shaded), up to 12 runs one by one (thin), and the target, if it is known (black); of a single run the
               best of its islands in each generation, and their median (dotted); below: the diversity likewise. --gap draws the distance to the target, or to the best run where there is no target or
               a run is beyond it, on a logarithmic axis; --over draws over evaluations (of all islands) or seconds
  diversity    above: fitness diversity; below: genotype diversity; each as median and range or middle half
  column       a column of /generation that --measure names, of skerry's or of the program's own: median and range of the
               islands of a run, or of the means of many runs, or the middle half of several groups
  islands      best, median and worst individual of each island of one run, on axes whose limits fit best and median; for
               more than 24 islands a map of their best individuals
  migration    by epoch: the bytes sent, the seconds for which an island exchanges individuals and waits for the last one,
               and the share of both in the epoch's time
  map          of one run with a map of solutions: the best of each cell as a colour over two features, a picture for each
               pair of more (--features draws fewer); where fitness is minimised, the gap of each cell to the best;
               --empty marks cells that are proven to have no solution; or of what skerry map --json tells of a party puzzle
  front        of runs with a front: two objectives as a scatter with the trade-offs at the knee, three in pairs, more as
               parallel coordinates, the more transparent the more there are
  growth       of maps and fronts: a quality of what each island keeps, and of the best island, in a small picture of each
               run; of more than 12 runs the median and range of each group
  gantt        of one run that records its evaluations: a line for each worker with a bar for each evaluation, coloured by
               island, and crosses where one failed; of more than 2000 evaluations the share of time for which the worker
               was busy, as the depth of the colour
  durations    the share of evaluations that took at most so long; failures dotted
  scaling      generations to the target over the number of islands, with which a label begins ("8 islands, ring"), and the
               ideal: those of the first group, divided by the islands; `scaling` has the table of it
  parameter    figures of groups of runs over a key of the configuration, or over two keys as a map of colours, with 95 %% intervals
               and published figures as stars; --parameter is a key or its last part, islands, instance, variant (the number in labels
               such as "2 restarts") or evaluations; by default the only key that differs. --measure NAME,... are names of
               figures as of table --columns; by default those that are published, or the median of the final fitness

The fitness diversity of each of many runs is that of all its islands together (islands of equal size). Grey lines are
migrations, drawn where they can be told apart and all runs migrate in the same generations. If there are more than 512 generations, neighbouring ones are drawn as one point: the best of them, and
their whole range, so that no peak is lost. Of a growing trace the whole epochs are drawn. The name of the output
determines its format: .pdf, .svg or .png."""


#: The kinds that take an option.
OPTIONS = {
    "measure": ("column", "growth", "parameter"),
    "parameter": ("parameter",),
    "features": ("map",),
    "empty": ("map",),
    "gap": ("convergence",),
    "over": ("convergence", "diversity"),
}


def add(commands: Parsers) -> None:
    parser = add_command(
        commands, "plot", "draw convergence, diversity, columns, islands, the cost of migration, maps, fronts or evaluations, ready for print", EPILOG, run
    )
    add_arguments(parser)
    parser.add_argument("--kind", choices=tuple(KINDS), default="convergence", help="default: convergence")
    parser.add_argument(
        "--diversity", choices=("fitness", "genotype"), default="fitness", help="the diversity below the convergence; default: fitness"
    )
    parser.add_argument(
        "--log",
        action=argparse.BooleanOptionalAction,
        help="draw a logarithmic axis of generations, which spreads the first ones, or of a parameter; default: of convergence and diversity where most is gained at the start",
    )
    parser.add_argument("--gap", action="store_true", default=None, help="of the convergence: draw the distance to the target, or to the best run")
    parser.add_argument("--over", choices=("generations", "evaluations", "seconds"), help="the axis of convergence and diversity; default: generations")
    parser.add_argument(
        "--measure",
        metavar="NAME",
        help="of the column: its name; of the growth: coverage, qd_score, front_size, hypervolume or igd_plus; default: by the first run; over parameters: NAME,...",
    )
    parser.add_argument("--parameter", action="append", metavar="KEY", help="of figures over one or two parameters; default: the only one that differs")
    parser.add_argument("--features", metavar="NAME,...", help="of the map: draw the pairs of these features; default: of all")
    parser.add_argument("--empty", metavar="FILE", help='of the map: JSON {"empty": [cell, ...]} with cells that are proven empty')
    parser.add_argument(
        "--width", metavar="WIDTH", help="single (3.5 in), double (7.2 in) or inches; default: by what is drawn"
    )
    parser.add_argument("--output", metavar="FILE", help="default: the kind, as PDF: convergence.pdf")


def run(arguments: argparse.Namespace) -> None:
    from .. import style

    _check_options(arguments)
    output = arguments.output or f"{arguments.kind}.pdf"
    style.check_name(output)
    width = None if arguments.width is None else style.width_inches(arguments.width)
    style.save(KINDS[arguments.kind](arguments, selected(arguments), width), output)


def _check_options(arguments: argparse.Namespace) -> None:
    for option, kinds in OPTIONS.items():
        if getattr(arguments, option) is not None and arguments.kind not in kinds:
            raise UsageError(f"--{option} is of --kind {' and '.join(kinds)}; --kind {arguments.kind} is drawn")


def _convergence(arguments: argparse.Namespace, selection: Selection, width: float | None) -> "Figure":
    from ..run_series import series_of
    from ..figures.convergence import draw_convergence

    return draw_convergence(_panels(selection, series_of), arguments.diversity, width, arguments.log, bool(arguments.gap), arguments.over or "generations")


def _diversity(arguments: argparse.Namespace, selection: Selection, width: float | None) -> "Figure":
    from ..run_series import series_of
    from ..figures.convergence import draw_diversity

    return draw_diversity(_panels(selection, series_of), width, arguments.log, arguments.over or "generations")


def _column(arguments: argparse.Namespace, selection: Selection, width: float | None) -> "Figure":
    from ..column_series import ColumnSeries, column_series
    from ..figures.column import draw_column

    name: str | None = arguments.measure
    if name is None:
        raise UsageError("--kind column takes --measure NAME, the name of a column of /generation")

    def read(trace: "Trace") -> ColumnSeries:
        return column_series(trace, str(name))

    return draw_column(_panels(selection, read), width, bool(arguments.log))


def _migration(arguments: argparse.Namespace, selection: Selection, width: float | None) -> "Figure":
    from ..figures.migration import draw_migration
    from ..migration_cost import migration_cost

    return draw_migration(_panels(selection, migration_cost), width)


def _islands(arguments: argparse.Namespace, selection: Selection, width: float | None) -> "Figure":
    from ..figures.islands import MOST_MULTIPLES, draw_lines, draw_map
    from ..islands import island_lines, island_map
    from ..trace import open as open_trace

    trace = open_trace(_only_path(selection, "islands"))
    if trace.islands > MOST_MULTIPLES:
        return draw_map(island_map(trace), width, bool(arguments.log))
    return draw_lines(island_lines(trace), width, bool(arguments.log))


def _only_path(selection: Selection, kind: str) -> Path:
    paths = [path for instance in selection.instances for group in instance.groups for path in group.paths]
    if len(paths) != 1:
        raise UsageError(f"--kind {kind} draws one run; {len(paths)} are named")
    return paths[0]


def _map(arguments: argparse.Namespace, selection: Selection, width: float | None) -> "Figure":
    from .. import map_answers
    from ..figures.maps import draw_archive
    from ..solution_sets import empty_cells
    from ..trace import open as open_trace

    path = _only_path(selection, "map")
    archive = map_answers.read(path) if path.suffix == ".json" else open_trace(path).archive()
    features = arguments.features.split(",") if arguments.features else ()
    empty = [] if arguments.empty is None else list(empty_cells(_text_of(Path(arguments.empty)), arguments.empty, archive.cells))
    return draw_archive(archive, empty, features, width)


def _text_of(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{path} can't be read: {getattr(error, 'strerror', None) or error}") from error


def _front(arguments: argparse.Namespace, selection: Selection, width: float | None) -> "Figure":
    from ..figures.fronts import draw_fronts
    from ..trace import Trace

    return draw_fronts(_panels(selection, Trace.front), width)


def _growth(arguments: argparse.Namespace, selection: Selection, width: float | None) -> "Figure":
    from ..figures.growth import draw_growth
    from ..growth import growth_of, quality_of, usual_measure

    measure: str | None = arguments.measure
    if measure is not None:
        quality_of(measure)

    def read(trace: "Trace") -> "Growth":
        nonlocal measure
        measure = measure or usual_measure(trace)
        return growth_of(trace, measure)

    return draw_growth(_panels(selection, read), width, bool(arguments.log))


def _gantt(arguments: argparse.Namespace, selection: Selection, width: float | None) -> "Figure":
    from ..figures.evaluations import draw_gantt
    from ..gantt import gantt
    from ..trace import open as open_trace

    return draw_gantt(gantt(open_trace(_only_path(selection, "gantt"))), width)


def _durations(arguments: argparse.Namespace, selection: Selection, width: float | None) -> "Figure":
    from ..evaluation_times import evaluation_times
    from ..figures.evaluations import draw_durations

    return draw_durations(_panels(selection, evaluation_times), width)


def _scaling(arguments: argparse.Namespace, selection: Selection, width: float | None) -> "Figure":
    from ..figures.scaling import draw_scaling
    from ..scaling import rows_of

    chosen = baselines_of(selection, None)
    labels = {instance.title: group.label for instance, group in zip(selection.instances, chosen, strict=True) if group}
    instances = runs_of(selection)
    return draw_scaling(rows_of(instances, [labels.get(instance.title) for instance in instances]), width)


def _parameter(arguments: argparse.Namespace, selection: Selection, width: float | None) -> "Figure":
    from ..figures.parameter import draw_parameter
    from ..parameter_curves import curves_of

    measures = arguments.measure.split(",") if arguments.measure else ()
    found = curves_of(runs_of(selection, parameters=True), arguments.parameter or (), measures)
    return draw_parameter(found, width, bool(arguments.log))


KINDS: dict[str, Callable[[argparse.Namespace, Selection, float | None], "Figure"]] = {
    "convergence": _convergence,
    "diversity": _diversity,
    "column": _column,
    "islands": _islands,
    "migration": _migration,
    "map": _map,
    "front": _front,
    "growth": _growth,
    "gantt": _gantt,
    "durations": _durations,
    "scaling": _scaling,
    "parameter": _parameter,
}


def _panels(selection: Selection, reduce: "Callable[[Trace], Run]") -> "list[Panel[Run]]":
    """Opens and reduces every run of a selection. Reports the runs that it can't read, and leaves them out."""
    from ..figures.panels import Group, Panel
    from ..trace import open as open_trace

    def read(path: Path) -> Run:
        return reduce(open_trace(path))

    return [
        Panel(instance.title, [Group(group.label, runs) for group, runs in groups])
        for instance, groups in read_groups(selection, read)
    ]
