"""What a trace says of its run, without its tables."""

from pathlib import Path
from typing import Any

from .header import Header
from .layout import RUNNING


class Described:
    """A run by the attributes of its trace; of an unfinished one, as far as its whole epochs go."""

    def __init__(self, header: Header) -> None:
        self._header = header

    @property
    def path(self) -> Path:
        return self._header.path

    @property
    def attributes(self) -> dict[str, Any]:
        """Of the file, as docs/trace-format.md lists them."""
        return self._header.attributes

    @property
    def problem(self) -> str:
        return str(self.attributes["problem"])

    @property
    def direction(self) -> str:
        """`minimise` or `maximise`."""
        return str(self.attributes["direction"])

    @property
    def minimises(self) -> bool:
        return self.direction == "minimise"

    @property
    def target(self) -> float | None:
        """The known optimum or the fitness aimed at; None without one."""
        target = self.attributes.get("target")
        return None if target is None else float(target)

    @property
    def fitness_unit(self) -> str:
        """May be empty."""
        return str(self.attributes.get("fitness_unit", ""))

    @property
    def seed(self) -> int:
        return int(self.attributes["seed"])

    @property
    def islands(self) -> int:
        return int(self.attributes["islands"])

    @property
    def stop_reason(self) -> str:
        return str(self.attributes["stop_reason"])

    @property
    def finished(self) -> bool:
        return self.stop_reason != RUNNING

    @property
    def epochs(self) -> int:
        """Whole epochs; 0 where a run has only begun, and then all tables are empty."""
        return self._header.rows["epoch"]

    @property
    def generations(self) -> int:
        """The last generation."""
        return max(self._header.rows["generation"] - 1, 0)

    @property
    def evaluations(self) -> int:
        """Of all islands."""
        return int(self.attributes["evaluations"])

    @property
    def elapsed_s(self) -> float:
        return float(self.attributes["elapsed_s"])
