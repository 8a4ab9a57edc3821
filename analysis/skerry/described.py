"""Describes the run of a trace without its tables."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .header import Header
from .layout import RUNNING, UNNAMED
from .plain_text import cleaned


@dataclass(frozen=True)
class Session:
    """A part of a run: from its start, or from a time at which it was resumed, to its end or to the next such time."""

    began: str  #: ISO 8601, UTC
    processes: int | None  #: 1 where the islands were its threads; None where the trace, of an earlier version, does not tell
    hosts: tuple[str, ...]  #: each once; empty where it does not tell


class Described(ABC):
    """The run as the attributes of its trace describe it; of an unfinished run, up to its last whole epoch."""

    def __init__(self, header: Header) -> None:
        self._header = header

    @property
    def path(self) -> Path:
        return self._header.path

    @property
    def name(self) -> str:
        """Returns the name of the file, without its ending, as figures show it."""
        return cleaned(self.path.stem)

    @property
    def attributes(self) -> dict[str, Any]:
        """Returns the attributes of the file, which docs/trace-format.md lists."""
        return self._header.attributes

    @property
    @abstractmethod
    def config(self) -> str:
        """Returns the effective configuration as TOML."""

    @property
    def problem(self) -> str:
        return str(self.attributes["problem"])

    @property
    def problem_told(self) -> str:
        """Returns the problem as a text for people."""
        return "a problem without a name" if self.problem == UNNAMED else self.problem

    @property
    def sessions(self) -> list[Session]:
        """Returns the parts of the run in their order; one if it was never resumed."""
        began = self.attributes.get("processes")
        hosts = tuple(dict.fromkeys(name for name in str(self.attributes.get("hosts", "")).split(",") if name))
        found = [Session(str(self.attributes.get("started", "")), None if began is None else int(began), hosts)]
        layouts = str(self.attributes.get("resumed_on", "")).split()
        for number, time in enumerate(str(self.attributes.get("resumed", "")).split()):
            processes, told, names = (layouts[number] if number < len(layouts) else "").partition("@")
            found.append(Session(time, int(processes), tuple(names.split(","))) if told else Session(time, None, ()))
        return found

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
