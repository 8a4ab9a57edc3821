"""Formats what `follow` shows of the runs it watches as lines of text."""

import numpy as np

from .terminal import Line, Look, plot, sparkline
from .watching import Epoch, State, Watch

#: Blue and vermilion of Okabe and Ito, approximated in 256 colours.
BEST, MEDIAN = "\x1b[38;5;32m", "\x1b[38;5;166m"
MARKS = {State.WAITING: "waiting", State.RUNNING: "running", State.FINISHED: "done", State.KILLED: "KILLED", State.REPLACED: "resumed"}


def told(watch: Watch, epoch: Epoch) -> str:
    """Returns a line about an epoch in the format of `skerry run`."""
    told = (_standing(watch, epoch), _diversity(epoch), f"{epoch.evaluations_per_s:,.0f} evaluations/s", f"{epoch.elapsed_s:.1f} s")
    return "  ".join(part for part in told if part)


def _standing(watch: Watch, epoch: Epoch) -> str:
    planned = watch.generations_planned
    generation = f"generation {epoch.generation}/{planned}" if planned else f"generation {epoch.generation}"
    if np.isnan(epoch.best):
        return f"{generation}  no fitness yet"
    infeasible = f" (infeasible by {epoch.violation:.4g})" if epoch.violation > 0 else ""
    median = "" if np.isnan(epoch.median) else f"  median {epoch.median:.10g}"
    return f"{generation}  best {epoch.best:.10g}{infeasible}{median}"


def _diversity(epoch: Epoch) -> str:
    """Returns the diversity of fitness; empty where no individual has one."""
    return "" if np.isnan(epoch.diversity) else f"diversity {epoch.diversity:.3f}"


def verdict(watch: Watch) -> str:
    """Returns a line about how a run ended."""
    if watch.state is State.KILLED:
        return "killed: nobody writes the trace any more"
    if watch.stop_reason == "interrupted":
        return "ended: interrupted; `skerry resume` goes on with it"
    return f"ended: {watch.stop_reason}"


def one_run(watch: Watch, width: int, height: int, look: Look) -> list[str]:
    """Returns a plot of best and median by generation, followed by the figures of the last epoch."""
    trace, last = watch.trace, watch.last
    if trace is None or last is None:
        return [f"{watch.path}: no epoch yet"]
    islands = "one population" if trace.islands == 1 else f"{trace.islands} islands"
    head = f"{watch.path}  {trace.problem_told}, {islands}, seed {trace.seed}"
    best, median = _framed(watch.best, watch.median, trace.minimises)
    lines = [Line(best, "*", colour=BEST), Line(median, ".", 3, MEDIAN)]
    keys = [("best ⠒⠒" if look.unicode else "best **", BEST), ("median ⠂ ⠂" if look.unicode else "median . .", MEDIAN)]
    if trace.target is not None:
        lines.append(Line(np.full(len(watch.best), trace.target), "-", 4))
        keys.append((f"target {trace.target:g}", ""))
    unit = f" ({trace.fitness_unit})" if trace.fitness_unit else ""
    speeds = np.diff(watch.evaluations, prepend=0) / np.maximum(np.diff(watch.elapsed_s, prepend=0), 1e-9)
    diversity, speed = _diversity(last), f"speed {last.evaluations_per_s:,.0f} evaluations/s"
    start = max(len(diversity), len(speed)) + 2
    below = [
        _legend(f"fitness{unit} by generation, 0 to {last.generation}:", keys, width, look),
        f"{_standing(watch, last)}  {last.elapsed_s:.1f} s"[:width],
        f"{diversity:<{start}}{sparkline(watch.diversity, width - start, look)}"[:width],
        f"{speed:<{start}}{sparkline(speeds, width - start, look)}"[:width],
    ]
    if watch.ended:
        below.append(verdict(watch)[:width])
    return [head[:width], *plot(lines, width, max(height - len(below) - 2, 4), look), *below]


def _legend(title: str, keys: list[tuple[str, str]], width: int, look: Look) -> str:
    """Returns the title and the keys that fit in the width, each in its colour."""
    shown, room = title[:width], width - len(title)
    for text, colour in keys:
        room -= len(text) + 2
        if room < 0:
            break
        shown += "  " + look.painted(text, colour)
    return shown


def _framed(best: np.ndarray, median: np.ndarray, minimises: bool) -> tuple[np.ndarray, np.ndarray]:
    """Limits both to the 95 % quantile in a long run, so that its start does not compress the rest of the plot."""
    values = np.concatenate([best, median])
    if len(best) < 100 or np.isnan(values).all():
        return best, median
    sign = 1 if minimises else -1
    bound = np.nanquantile(sign * values, 0.95)
    return sign * np.minimum(sign * best, bound), sign * np.minimum(sign * median, bound)


def run_line(watch: Watch, name_width: int, width: int, look: Look) -> str:
    """Returns a line about one of many runs: its state, its progress, and its best fitness over time."""
    name = watch.path.name
    start = f"{name[:name_width]:<{name_width}}  {MARKS[watch.state]:<7}"
    if watch.last is None:
        return start[:width]
    infeasible = " (infeasible)" if watch.last.violation > 0 else ""
    best = "no fitness yet" if np.isnan(watch.last.best) else f"best {watch.last.best:.8g}{infeasible}"
    text = f"{start}  generation {watch.last.generation:>6}  {best}"
    if watch.state is State.RUNNING:
        text += f"  {watch.last.evaluations_per_s:,.0f}/s"
    room = min(width - len(text) - 2, 24)
    return (text + "  " + sparkline(watch.best, room, look))[:width] if room > 3 else text[:width]
