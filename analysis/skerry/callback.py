"""A rule of the caller's own, which is asked at the end of each epoch whether the run ends."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .encoding import Encoding


@dataclass(frozen=True)
class Epoch:
    """What a run has come to."""

    generation: int  #: the last one
    evaluations: int  #: of all islands
    elapsed_s: float
    fitness: float  #: of the best; NaN if no evaluation gave one
    violation: float  #: 0 if the best is feasible
    _best: Callable[[], dict[str, Any] | None] = field(repr=False, compare=False)

    @property
    def best(self) -> dict[str, Any] | None:
        """Returns the values of a solution of this fitness, from the journal; none without a journal or a fitness."""
        return self._best()


#: Ends the run by returning something true, or by StopIteration.
Callback = Callable[[Epoch], object]


class CallbackRule:
    """Asks a callback what the program asks."""

    def __init__(self, callback: Callback, trace: Path, encoding: Encoding) -> None:
        self._callback = callback
        self._journal = Path(f"{trace}.journal")
        self._encoding = encoding
        self._read: dict[Path, int] = {}
        self._best: tuple[Any, Any, dict[str, Any]] | None = None  # fitness, violation and genome

    def __call__(self, told: bytes) -> bool:
        epoch = json.loads(told)
        score = (math.nan, math.inf) if epoch["fitness"] is None else (epoch["fitness"], epoch["violation"])
        try:
            return bool(self._callback(Epoch(epoch["generation"], epoch["evaluations"], epoch["elapsed_s"], *score, lambda: self._found(score))))
        except StopIteration:
            return True

    def _found(self, score: tuple[float, float]) -> dict[str, Any] | None:
        """Looks through what the journal has got since it was read last: the islands wait, and a best is in a new line or was found before."""
        for file in self._journal.glob("island-*.jsonl"):
            with open(file, "rb") as lines:
                lines.seek(self._read.get(file, 0))
                for text in lines:
                    with suppress(ValueError):  # a damaged line, which the run leaves out, too
                        line = json.loads(text)
                        if (line.get("fitness"), line.get("violation")) == score:
                            self._best = *score, line["genome"]
                self._read[file] = lines.tell()
        return self._encoding.decoded(self._best[2]) if self._best and self._best[:2] == score else None
