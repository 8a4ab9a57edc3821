"""Follows traces until their runs have ended, for the command `follow`."""

import os
import shlex
import shutil
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ..errors import AnalysisError, DataError
from ..live import one_run, run_line, told, verdict
from ..terminal import Look
from ..watching import Epoch, State, Watch

#: Fewer lines than this hold no plot.
LEAST_LINES = 8


def follow(paths: Sequence[Path], interval_s: float) -> None:
    """Shows the runs until they end. Raises AnalysisError, with the command that goes on, where one was killed."""
    screen = Screen() if sys.stdout.isatty() and os.environ.get("TERM") != "dumb" else None
    try:
        killed = _follow([Watch(path) for path in paths], interval_s, screen)
    except KeyboardInterrupt:
        return
    if killed:
        raise AnalysisError(_killed(killed))


def _follow(watches: list[Watch], interval_s: float, screen: "Screen | None") -> list[Watch]:
    """Watches the traces until their runs have ended; returns those that were killed."""
    alone = len(watches) == 1
    reported: set[Path] = set()
    while True:
        unreadable = []
        for number, watch in enumerate(watches):
            if watch.state is State.REPLACED:
                watch = watches[number] = Watch(watch.path)
            try:
                known = watch.last is not None
                fresh = watch.poll()
            except DataError as error:
                if alone:
                    raise
                print(f"analysis: skipped: {error}", file=sys.stderr)
                unreadable.append(watch)
                continue
            if screen is None:
                _print_lines(watch, fresh if known else fresh[-1:], "" if alone else f"{watch.path.name}: ", reported)
        watches = [watch for watch in watches if watch not in unreadable]
        if not watches:
            raise DataError("no trace is left to work with")
        if screen is not None:
            screen.show(watches)
        if all(watch.ended and watch.state is not State.REPLACED for watch in watches):
            return [watch for watch in watches if watch.state is State.KILLED]
        time.sleep(interval_s)


def _print_lines(watch: Watch, fresh: list[Epoch], prefix: str, reported: set[Path]) -> None:
    for epoch in fresh:
        print(prefix + told(watch, epoch))
    if watch.state in (State.FINISHED, State.KILLED) and watch.path not in reported:
        reported.add(watch.path)
        print(prefix + verdict(watch))
    sys.stdout.flush()


def _killed(watches: list[Watch]) -> str:
    first = watches[0]
    others = f" (and so were {len(watches) - 1} others)" if len(watches) > 1 else ""
    return (
        f"{first.path}: the run was killed{others}: nobody writes its trace any more; "
        f"go on with: {_resuming(first)}"
    )


def _resuming(watch: Watch) -> str:
    """Returns the command that goes on with a run as it last ran: its islands as threads, or on as many ranks."""
    command = f"skerry resume {shlex.quote(str(watch.path))}"
    if watch.trace is None:
        return command
    processes, islands = watch.trace.sessions[-1].processes, watch.trace.islands
    if processes is None and islands > 1:  # a trace of an earlier version, which does not tell
        return f"{command} (or, if each island was a rank: mpirun -n {islands} {command})"
    return f"mpirun -n {processes} {command}" if processes is not None and processes > 1 else command


@dataclass
class Screen:
    """A part of the terminal that is drawn again and again."""

    look: Look = field(
        default_factory=lambda: Look(
            unicode=(sys.stdout.encoding or "").lower().startswith("utf"), colour=not os.environ.get("NO_COLOR")
        )
    )
    _lines: int = 0

    def show(self, watches: list[Watch]) -> None:
        width, height = shutil.get_terminal_size()
        if len(watches) == 1:
            lines = one_run(watches[0], width - 1, max(height - 1, LEAST_LINES), self.look)
        else:
            lines = _table(watches, width - 1, max(height - 1, LEAST_LINES), self.look)
        back = f"\x1b[{self._lines}F" if self._lines else ""
        sys.stdout.write(back + "".join(f"{line}\x1b[K\n" for line in lines) + "\x1b[J")
        sys.stdout.flush()
        self._lines = len(lines)


def _table(watches: list[Watch], width: int, height: int, look: Look) -> list[str]:
    """Returns one line for each run. If there are more runs than lines, those that are running come first."""
    counts = {state: sum(watch.state is state for watch in watches) for state in State}
    summary = ", ".join(f"{count} {state.value}" for state, count in counts.items() if count)
    order = {State.RUNNING: 0, State.KILLED: 1}
    shown = watches
    if len(watches) > height - 1:
        shown = sorted(watches, key=lambda watch: order.get(watch.state, 2))[: height - 2]
    name_width = min(max(len(watch.path.name) for watch in shown), max(width // 3, 12))
    lines = [f"{len(watches)} runs: {summary}"] + [run_line(watch, name_width, width, look) for watch in shown]
    if len(shown) < len(watches):
        lines.append(f"... and {len(watches) - len(shown)} more")
    return lines
