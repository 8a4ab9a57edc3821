"""What the trace costs: the type 2 puzzle on five islands with and without it, in many alternating pairs."""

import json
import statistics
import tempfile
from pathlib import Path

from measure import BUILD, ROOT, Row, compare, in_turn, run

GENERATIONS = 2000


def rows(quick):
    with tempfile.TemporaryDirectory() as folder:

        def wall_s(enabled):
            def measure():
                out = run(
                    [
                        ROOT / "jobs" / "mpirun.sh", "-n", 5, BUILD / "skerry", "run",
                        ROOT / "configs" / "party" / "type2.toml", "--quiet", "--json", "--force",
                        "--set", f"stop.generations={GENERATIONS // 20 if quick else GENERATIONS}",
                        "--set", "stop.at_target=false", "--set", f"trace.enabled={enabled}",
                        "--output", Path(folder) / "trace.h5",
                    ]
                )  # fmt: skip
                return json.loads(out.splitlines()[-1])["seconds"]

            return measure

        figures = in_turn({"with the trace": wall_s("true"), "without": wall_s("false")}, 1 if quick else 25)
    what = f"type 2 on 5 islands, {GENERATIONS:,} generations"
    table = compare(what, figures, "s", lower_is_better=True)
    ratios = [on / off for on, off in zip(figures["with the trace"], figures["without"])]
    share = 100 * (statistics.median(ratios) - 1)
    table.append(Row(what, "cost of the trace, median of the pairs", f"{share:.1f} % of the run"))
    return table
