"""Measures checkpoints on the type 2 puzzle: none, one an epoch within the share of time, and one an epoch without limit."""

import json
import statistics
import tempfile
from pathlib import Path

from measure import BUILD, ROOT, Row, compare, in_turn, run

CONFIG = ROOT / "configs" / "party" / "type2.toml"
NONE = "no checkpoints"
BOUNDED = "every epoch, checkpoint.share as it is"
EVERY = "every epoch, checkpoint.share = 1"
SETTINGS = {
    NONE: ["checkpoint.enabled=false"],
    BOUNDED: ["checkpoint.every=1"],
    EVERY: ["checkpoint.every=1", "checkpoint.share=1"],
}


def wall_s(ranks, generations, settings, trace):
    words = [BUILD / "skerry", "run", CONFIG, "--quiet", "--json", "--force", "--output", trace]
    for setting in ["stop.at_target=false", f"stop.generations={generations}", *settings]:
        words += ["--set", setting]

    def measure():
        out = run([ROOT / "jobs" / "mpirun.sh", "-n", ranks, *words])
        return json.loads(out.splitlines()[-1])["seconds"]

    return measure


def group(ranks, generations, rounds, trace):
    what = f"type 2, {generations:,} generations ({generations // 10} epochs), {ranks} rank{'s' if ranks > 1 else ''}, wall time"
    contenders = {name: wall_s(ranks, generations, settings, trace) for name, settings in SETTINGS.items()}
    figures = in_turn(contenders, rounds)
    rows = compare(what, figures, "s", lower_is_better=True)
    for name in (BOUNDED, EVERY):
        shares = [100 * (on / off - 1) for on, off in zip(figures[name], figures[NONE])]
        cost = f"{statistics.median(shares):.1f} % of the run"
        rows.append(Row(what, f"cost: {name}, median of {rounds} pairs", cost))
    return rows


def rows(quick):
    generations, rounds = (50, 1) if quick else (300, 15)
    with tempfile.TemporaryDirectory(dir=ROOT / "build") as folder:  # the folder is on a disk, which /tmp may not be
        trace = Path(folder) / "trace.h5"
        return [row for ranks in (1, 4, 8) for row in group(ranks, generations, rounds, trace)]
