"""What `skerry validate --json` tells of a puzzle, key by key. What was not asked for, or not reached in time, is None or empty."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from ..errors import DataError
from .decode import decoded, objects

SCHEMA = "skerry.validation/1"

Number: TypeAlias = int | float


@dataclass(frozen=True)
class Verdict:
    """An answer about the puzzle, or about one whose rules differ a little."""

    solvable: bool | None = None
    best: Number | None = None  #: the objective of the best party known
    bound: Number | None = None  #: no party has a better one, as is proven
    proven: bool | None = None  #: whether best and bound are the same


@dataclass(frozen=True)
class Naming:
    """What the puzzle calls a hero, heroes, a party and parties."""

    hero: str = "hero"
    heroes: str = "heroes"
    party: str = "party"
    parties: str = "parties"


@dataclass(frozen=True)
class Relaxation:
    """How much one of the clashing rules has to give at least, the others as they are; it may not be enough."""

    rule: str = ""
    text: str = ""


@dataclass(frozen=True)
class Placed:
    """A hero on a node."""

    hero: str
    node: str = ""
    name: str | None = None
    price: Number | None = None
    values: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Rule:
    rule: str
    holds: bool | None = None
    found: str | None = None


@dataclass(frozen=True)
class Formation:
    nodes: list[str] = field(default_factory=list)
    edges: list[list[int]] = field(default_factory=list)
    edge_weights: list[Number] = field(default_factory=list)  #: of the best party
    layout: list[list[Number]] = field(default_factory=list)  #: x and y of each node in [0, 1], y down


@dataclass(frozen=True)
class Solutions:
    teams: int | None = None
    placements: int | None = None
    complete: bool | None = None  #: otherwise the numbers are lower bounds
    cut: str | None = None  #: why it is not complete
    catalogue_cut: str | None = None  #: why the catalogue has fewer parties than it might


@dataclass(frozen=True)
class Alternative:
    """A party of the catalogue; heroes, names and weights by node and edge."""

    price: Number | None = None
    synergy: Number | None = None
    placements: int | None = None
    party: list[str] = field(default_factory=list)
    names: list[str | None] = field(default_factory=list)
    edge_weights: list[Number] = field(default_factory=list)


@dataclass(frozen=True)
class HeroShare:
    hero: str
    name: str | None = None
    share: Number | None = None


@dataclass(frozen=True)
class ValueShare:
    property: str
    value: str
    share: Number | None = None


@dataclass(frozen=True)
class Without(Verdict):
    hero: str | None = None
    name: str | None = None


@dataclass(frozen=True)
class LeanOn:
    heroes: list[HeroShare] = field(default_factory=list)
    values: list[ValueShare] = field(default_factory=list)
    without: Without | None = None


@dataclass(frozen=True)
class Changed(Verdict):
    """The puzzle with one rule changed by a step."""

    text: str | None = None


@dataclass(frozen=True)
class RulePrice:
    rule: str
    without: Verdict | None = None
    tighter: Changed | None = None
    looser: Changed | None = None


@dataclass(frozen=True)
class FrontPoint(Verdict):
    """The cheapest party with another bound of the front's rule."""

    at_least: Number = 0
    at_most: Number | None = None

    @property
    def level(self) -> Number:
        return self.at_least if self.at_most is None else self.at_most

    @property
    def side(self) -> str:
        return "at least" if self.at_most is None else "at most"


@dataclass(frozen=True)
class Front:
    rule: str
    unit: str = ""
    points: list[FrontPoint] = field(default_factory=list)


@dataclass(frozen=True)
class Owned:
    """Players who own a part of the pool, and the parties that they built of it."""

    share: Number | None = None  #: of the pool that each of them owns
    heroes: int | None = None
    players: int | None = None
    solving: int | None = None  #: players who built a party that meets every rule
    constructions: int | None = None
    synergetic: Number | None = None
    feasible: Number | None = None
    attempts: Number | None = None


@dataclass(frozen=True)
class Player:
    constructions: int | None = None
    synergetic: Number | None = None
    feasible: Number | None = None
    attempts: Number | None = None
    parts: list[Owned] = field(default_factory=list)  #: players who own a random part
    owned: Owned | None = None  #: the player of the configuration


@dataclass(frozen=True)
class NewBest:
    """A party that was better than all before it on any island."""

    generation: int
    island: int
    best: Number


@dataclass(frozen=True)
class Islands:
    """Series by island, each with a value for each of `generations`."""

    count: int | None = None
    generations: list[Number] = field(default_factory=list)
    best: list[list[Number | None]] = field(default_factory=list)
    diversity: list[list[Number | None]] = field(default_factory=list)
    evaluations: int | None = None
    migrants: int | None = None
    restarts: int | None = None
    new_bests: list[NewBest] = field(default_factory=list)


@dataclass(frozen=True)
class Change:
    """A difference between two puzzles, in words."""

    text: str
    part: str = ""


@dataclass(frozen=True)
class AnswerChange:
    """An answer about two puzzles, in words."""

    answer: str
    before: str | None = None
    after: str | None = None
    difference: Number | None = None
    unit: str = ""


@dataclass(frozen=True)
class Comparison:
    """What changed since the puzzle before, and what it did to each answer."""

    puzzle: str = ""
    file: str | None = None
    changes: list[Change] | None = None
    answers: list[AnswerChange] = field(default_factory=list)


@dataclass(frozen=True)
class Validation(Verdict):
    """All that is told of one puzzle."""

    schema: str = ""
    puzzle: str = ""
    file: str | None = None
    version: str | None = None
    seed: int | None = None
    unit: str = ""
    direction: str = "minimise"
    naming: Naming = field(default_factory=Naming)
    gap: Number | None = None
    seconds: Number | None = None
    threads: int | None = None
    clash: list[str] = field(default_factory=list)
    relaxations: list[Relaxation] = field(default_factory=list)
    tried: list[str] = field(default_factory=list)
    party: list[Placed] = field(default_factory=list)
    solution: str | None = None
    synergy: Number | None = None
    rules: list[Rule] = field(default_factory=list)
    formation: Formation | None = None
    certificate: str | None = None
    within: Number | None = None
    solutions: Solutions | None = None
    catalogue: list[Alternative] = field(default_factory=list)
    lean_on: LeanOn | None = None
    rule_prices: list[RulePrice] = field(default_factory=list)
    fronts: list[Front] = field(default_factory=list)
    player: Player | None = None
    islands: Islands | None = None
    settings: str | None = None
    migrated: Any = None
    comparison: Comparison | None = None

    @property
    def minimises(self) -> bool:
        return self.direction != "maximise"

    @property
    def title(self) -> str:
        return self.puzzle or self.file or "a puzzle"

    @property
    def dearest(self) -> RulePrice | None:
        """The rule without which a party costs least, where that is less than with it."""
        found, least = None, self.best
        for each in self.rule_prices:
            price = each.without.best if each.without else None
            if price is not None and least is not None and (price < least if self.minimises else price > least):
                found, least = each, price
        return found


def read(paths: Sequence[Path]) -> list[Validation]:
    """Returns the puzzles of the files in their order. Raises DataError where a file can't be read, or holds something else."""
    found = []
    for path in paths:
        try:
            text = path.read_text(encoding="utf-8-sig")
        except (OSError, UnicodeDecodeError) as error:
            raise DataError(f"{path} can't be read: {error}") from error
        found += [_validation(value, place) for place, value in objects(text, str(path))]
    if not found:
        raise DataError(f"{', '.join(map(str, paths))} holds no puzzle; `skerry validate PUZZLE --json` writes a line for each")
    return found


def _validation(value: Any, place: str) -> Validation:
    schema = value.get("schema") if isinstance(value, dict) else None
    if schema != SCHEMA:
        raise DataError(f"{place} is not what `skerry validate --json` writes: its schema is {schema!r}, and this program reads '{SCHEMA}'")
    return decoded(Validation, value, place)
