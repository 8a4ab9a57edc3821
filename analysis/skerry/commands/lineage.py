"""lineage: shows on which islands the ancestors of the best individuals lived."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..grid import FORMATS, Grid, csv_text, json_text, rendered
from . import Parsers, add_command
from .selection import add_arguments, read_groups, selected

if TYPE_CHECKING:
    from ..lineage import Ancestry, MeanAncestry

EPILOG = """\
examples:
  skerry run configs/party/type2.toml --set trace.lineage=true --repeat 5 --output results/lines.h5
  %(prog)s results/lines-*.h5
  %(prog)s --label deal a*.h5 --label ring b*.h5 --format csv
  %(prog)s results/lines-*.h5 --output lineage.pdf

The traces are of runs with `lineage = true` in [trace]. The best individual of each run is followed back; each parent
counts one half. A row shows the mean share of these lines of descent that was on each island in an epoch. `resting` are
lines whose individual was neither born nor bred in that epoch, so that its island is unknown, and `later` those that begin
after it with a random immigrant. The row `all` is of the lines whose island is known, over all epochs."""


def add(commands: Parsers) -> None:
    parser = add_command(commands, "lineage", "show on which islands the ancestors of the best lived", EPILOG, run)
    add_arguments(parser)
    parser.add_argument("--format", choices=FORMATS, default="text", help="default: text")
    parser.add_argument("--width", metavar="WIDTH", help="of the figure: single (3.5 in), double (7.2 in) or inches")
    parser.add_argument("--output", metavar="FILE", help="also draw the shares, to this file")


def run(arguments: argparse.Namespace) -> None:
    from .. import style
    from ..figures.lineage import draw_lineage
    from ..instances import check_one_instance
    from ..lineage import ancestry, mean_ancestry
    from ..trace import open as open_trace

    if arguments.output is not None:
        style.check_name(arguments.output)
    width = None if arguments.width is None else style.width_inches(arguments.width)

    def read(path: Path) -> "Ancestry":
        return ancestry(open_trace(path, growing=False))

    loaded = read_groups(selected(arguments), read)
    for instance, groups in loaded:
        check_one_instance([run.trace for _, runs in groups for run in runs], instance.title)
    found = [
        (instance.title, group.label, runs, mean_ancestry(runs))
        for instance, groups in loaded
        for group, runs in groups
    ]
    if arguments.format in ("csv", "json"):
        records = [record for title, label, _, mean in found for record in _records(title, label, mean)]
        print(csv_text(records) if arguments.format == "csv" else json_text(records))
    else:
        print("\n\n".join(_shown(": ".join(filter(None, [title, label])), runs, mean, arguments.format) for title, label, runs, mean in found))
    if arguments.output is not None:
        drawn = {": ".join(filter(None, [title, label])): mean for title, label, _, mean in found}
        style.save(draw_lineage(drawn, width), arguments.output)


def _records(title: str, label: str, mean: "MeanAncestry") -> list[dict[str, Any]]:
    def record(epoch: int | str, runs: int, islands: Any, **others: Any) -> dict[str, Any]:
        shares = {f"island_{island}": float(share) for island, share in enumerate(islands)}
        return {"instance": title, "group": label, "epoch": epoch, "runs": runs, **shares, **others}

    rows = [
        record(epoch, int(runs), mean.islands[epoch], resting=float(mean.resting[epoch]), later=float(mean.later[epoch]))
        for epoch, runs in enumerate(mean.runs)
    ]
    ends = {"born": mean.born, "all": mean.overall}
    begun = {"initial": mean.initial, "immigrants": mean.immigrants}
    return [*rows, *(record(name, int(mean.runs[0]), shares, **begun) for name, shares in ends.items())]


def _shown(label: str, runs: "list[Ancestry]", mean: "MeanAncestry", style: str) -> str:
    islands = mean.islands.shape[1]
    grid = Grid(label, ["epoch", "runs", *(f"island {island}" for island in range(islands)), "resting", "later"], keys=2)
    for epoch, count in enumerate(mean.runs):
        shares = [*mean.islands[epoch], mean.resting[epoch], mean.later[epoch]]
        grid.rows.append([str(epoch), str(count), *map(_percent, shares)])
    grid.rows.append(["all", str(len(runs)), *map(_percent, mean.overall), "", ""])
    grid.rows.append(["best born", str(len(runs)), *map(_percent, mean.born), "", ""])
    told = (
        f"Of the lines of descent {_percent(mean.initial)} begin in the initial population and {_percent(mean.immigrants)} "
        f"with random immigrants; a best individual has {sum(run.ancestors for run in runs) / len(runs) - 1:.0f} ancestors "
        "on average."
    )
    return rendered(grid, style) + ("" if style == "latex" else f"\n\n{told}")


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"
