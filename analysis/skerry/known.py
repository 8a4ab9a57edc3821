"""Results that were paid for before a run, so that none of them is paid for again."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from .encoding import Encoding
from .errors import UsageError
from .worker import COLUMNS, check_declared, results_of, row_of

#: What a function returned for a genome.
Results = Iterable[tuple[Any, Any]]
Declared = Sequence[Mapping[str, Any]]


class Known:
    """What a function returned, by genomes. Of several results of a genome the last one counts."""

    def __init__(self, results: Results, encoding: Encoding, direction: str, objectives: Declared, features: Declared) -> None:
        self._names = [part["name"] for part in encoding.genome]
        self._minimises = direction == "minimise"
        opening = {"direction": direction, "objectives": [{"direction": direction} | dict(one) for one in objectives], "features": list(features)}
        self._found: dict[tuple[Any, ...], tuple[dict[str, Any], tuple[Any, ...]]] = {}
        if isinstance(results, (str, Mapping)) or not isinstance(results, Iterable):
            raise UsageError(f"known is {results!r}; it is a list of pairs, as [({{'x': [...]}}, 1.5)]")
        for place, pair in enumerate(results):
            if not isinstance(pair, Sequence) or isinstance(pair, str) or len(pair) != 2:
                raise UsageError(f"known[{place}] is {pair!r}; it is a pair of a genome and what the function returned for it")
            genome = encoding.encoded(f"known[{place}]", pair[0])
            if missing := set(self._names) - set(genome):
                raise UsageError(f"known[{place}] lacks {', '.join(sorted(missing))}; its parts are {', '.join(self._names)}")
            try:
                row = row_of(pair[1], opening)
                check_declared(pair[1], opening)
            except Exception as error:  # whatever a result of the caller's raises that is none
                raise UsageError(f"known[{place}]: {error}") from None
            self._found[self._key(genome)] = genome, row

    def __bool__(self) -> bool:
        return bool(self._found)

    def best_first(self) -> list[tuple[dict[str, Any], tuple[Any, ...]]]:
        """Returns the genomes, each with its fitness, violation, objectives and features."""

        def rank(found: tuple[dict[str, Any], tuple[Any, ...]]) -> tuple[float, float]:
            fitness, violation, objectives, _ = found[1]
            value = objectives[0] if fitness is None else fitness
            return violation or 0.0, value if self._minimises else -value

        return sorted(self._found.values(), key=rank)

    def row(self, genes: Mapping[str, Any]) -> tuple[Any, ...] | None:
        """Returns fitness, violation, objectives and features of a genome that is known."""
        found = self._found.get(self._key(genes))
        return found[1] if found else None

    def _key(self, genes: Mapping[str, Any]) -> tuple[Any, ...]:
        return tuple(tuple(genes[name]) for name in self._names)

    def asked_first(self, call: Callable[..., Any], batch: bool) -> Callable[..., Any]:
        """Returns a function that calls another one for the genomes alone that are not known."""
        if not self:
            return call

        @functools.wraps(call)
        def one(**genes: Any) -> Any:
            row = self.row(genes)
            return call(**genes) if row is None else _answer(row)

        @functools.wraps(call)
        def many(**columns: Any) -> Any:
            rows = [self.row(dict(zip(columns, genes))) for genes in zip(*columns.values())]
            wanted = [place for place, row in enumerate(rows) if row is None]
            if len(wanted) == len(rows):
                return call(**columns)
            found: dict[int, Any] = {}
            if wanted:
                rest = {name: column[wanted] if hasattr(column, "tolist") else [column[place] for place in wanted] for name, column in columns.items()}
                found = dict(zip(wanted, results_of(call(**rest), len(wanted))))
            return [found[place] if row is None else _answer(row) for place, row in enumerate(rows)]

        return many if batch else one


def _answer(row: tuple[Any, ...]) -> dict[str, Any]:
    return {key: value for key, value in zip(COLUMNS, row) if value is not None}
