"""Describes the run of a trace without its tables."""

from pathlib import Path
from typing import Any

from .header import Header
from .layout import RUNNING


class Described:
    """The run as the attributes of its trace describe it; of an unfinished run, up to its last whole epoch."""

    def __init__(self, header: Header) -> None:
        self._header = header

    @property
    def path(self) -> Path:
        return self._header.path

    @property
    def attributes(self) -> dict[str, Any]:
        """Returns the attributes of the file, which docs/trace-format.md lists."""
        return self._header.attributes

    @property
    def problem(self) -> str:
        return str(self.attributes["problem"])

    @property
    def direction(self) -> str:
        """Returns `minimise` or `maximise`."""
        return str(self.attributes["direction"])

    @property
    def minimises(self) -> bool:
        return self.direction == "minimise"

    @property
    def target(self) -> float | None:
        """Returns the known optimum or the fitness at which the run stops; None if there is neither."""
        target = self.attributes.get("target")
        return None if target is None else float(target)

    @property
    def fitness_unit(self) -> str:
        """Returns the unit of the fitness, which may be empty."""
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
        """Returns the number of whole epochs. If it is 0, the run has only begun and all tables are empty."""
        return self._header.rows["epoch"]

    @property
    def generations(self) -> int:
        """Returns the number of the last generation."""
        return max(self._header.rows["generation"] - 1, 0)

    @property
    def evaluations(self) -> int:
        """Returns the evaluations of all islands."""
        return int(self.attributes["evaluations"])

    @property
    def elapsed_s(self) -> float:
        return float(self.attributes["elapsed_s"])
