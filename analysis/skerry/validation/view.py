"""What the page shows of a puzzle, in the order of the page. Numbers are those of the record; this module picks and arranges."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from markupsafe import Markup

from ..pages.frame import first_upper
from ..pages.table import Cell, Table
from . import plots, tables
from .picture import picture
from .records import Alternative, FrontPoint, Naming, Placed, Validation


@dataclass(frozen=True)
class Limits:
    """How much of a long list is shown, so that a page stays light. What is left out is named."""

    pictures: int
    cells: int  #: of a table

    @classmethod
    def of(cls, puzzles: int, share: float) -> "Limits":
        """A page of that many puzzles, with that share of what fits as a rule."""
        return cls(int(min(8, max(2, 60 // puzzles)) * share), int(24_000 // puzzles * share))


@dataclass(frozen=True)
class Drawn:
    """A picture with its heading."""

    heading: Markup
    words: str
    svg: Markup


@dataclass(frozen=True)
class FrontView:
    rule: str
    unit: str
    ends: list[FrontPoint]  #: the first and the last that have a price
    svg: Markup | None
    table: Table


@dataclass(frozen=True)
class PuzzleView:
    told: Validation
    name: str  #: that no other puzzle of the page has, where files are told
    id: str
    pictures: list[Drawn]
    fewer_pictures: int  #: how many parties of the catalogue are not drawn
    all_prices_known: bool  #: whether each rule's price without it is known for sure
    fronts: list[FrontView]
    convergence: Markup | None
    diversity: Markup | None
    tables: dict[str, Table]


def of(validation: Validation, number: int, limits: Limits, unique_name: str) -> PuzzleView:
    identity, name, said = f"p{number}", validation.title, validation.naming
    drawn, left = _pictures(validation, identity, limits.pictures)
    lean, shown, player, compared = validation.lean_on, validation.islands, validation.player, validation.comparison
    made: dict[str, Table | None] = {
        "party": tables.party(validation, f"The {'cheapest' if validation.minimises else 'best'} {said.party} of {name}") if validation.party else None,
        "rules": tables.rules(validation, f"The rules of {name}") if validation.rules else None,
        "catalogue": _catalogue(validation, limits) if validation.catalogue else None,
        "heroes": tables.heroes(lean, said, f"{first_upper(said.heroes)} of the good teams of {name}") if lean and lean.heroes else None,
        "values": tables.values(lean, said, f"Values in the good teams of {name}") if lean and lean.values else None,
        "rule_prices": tables.rule_prices(validation, f"What each rule of {name} costs") if validation.rule_prices else None,
        "owners": tables.owners(player, said, f"Players who own a part of the {said.heroes} of {name}") if player and (player.parts or player.owned) else None,
        "changes": tables.changes(compared, said, f"What changed in {name}") if compared and compared.changes else None,
        "answer_changes": tables.answer_changes(compared, said, f"The answers about {name} before and now") if compared and compared.answers else None,
        "islands": tables.islands(validation, shown, f"The islands of {name}") if shown and (shown.best or shown.diversity) else None,
        "new_bests": tables.new_bests(validation, shown, f"Where new bests of {name} came from") if shown and shown.new_bests else None,
        "migrated": tables.migrated(validation.migrated, f"Who migrated in {name}"),
    }
    return PuzzleView(
        told=validation,
        name=unique_name,
        id=identity,
        pictures=drawn,
        fewer_pictures=left,
        all_prices_known=all(each.without is not None and (each.without.proven or each.without.solvable is False) for each in validation.rule_prices),
        fronts=_fronts(validation, identity, limits),
        convergence=plots.convergence(validation, shown, f"{identity}-best") if shown else None,
        diversity=plots.diversity(shown, f"{identity}-diversity") if shown else None,
        tables={key: table if key == "catalogue" else cut(table, limits.cells) for key, table in made.items() if table},
    )


def cut(table: Table, cells: int) -> Table:
    """The table with as many rows as that many cells allow, and a word of those that are left out."""
    rows = _rows(cells, len(table.header))
    if len(table.rows) <= rows:
        return table
    return replace(table, rows=table.rows[:rows], caption=_first(table.caption, rows, len(table.rows)))


def _rows(cells: int, columns: int) -> int:
    return max(cells // columns, 10)


def _first(caption: str, rows: int, count: int) -> str:
    return f"{caption}: the first {rows:,} of the {count:,} rows of the file"


def _catalogue(validation: Validation, limits: Limits) -> Table:
    """Like cut(), without making the rows that are left out: there may be millions."""
    entries, caption = validation.catalogue, f"Catalogue of {validation.title}"
    rows = _rows(limits.cells, 4 + max(len(entry.party) for entry in entries))
    return tables.catalogue(validation, entries[:rows], caption if len(entries) <= rows else _first(caption, rows, len(entries)))


def _pictures(validation: Validation, identity: str, most: int) -> tuple[list[Drawn], int]:
    """The party found and the first others of the catalogue, side by side; and how many are not drawn."""
    formation = validation.formation
    if formation is None or not formation.nodes:
        return [], 0
    parties = [Alternative(validation.best, validation.synergy, None, [placed.hero for placed in _by_node(validation)],
                           [placed.name for placed in _by_node(validation)], formation.edge_weights)] if validation.party else []
    parties += [entry for entry in validation.catalogue if not parties or entry.party != parties[0].party]
    drawn = []
    for index, entry in enumerate(parties[: most + 1]):
        others = {node for node, hero in enumerate(entry.party) if hero not in parties[0].party}
        title = f"{validation.title}, {validation.naming.party} {index + 1}"
        svg = picture(formation, tables.names_of(entry), entry.edge_weights, f"{identity}-party{index}", title, others)
        drawn.append(Drawn(_heading(validation, entry, index), _difference(validation.naming, entry, others, index == 0), svg))
    return drawn, len(parties) - len(drawn)


def _by_node(validation: Validation) -> Sequence[Placed]:
    """The heroes of the party in the order of the formation's nodes, where they name them."""
    nodes = validation.formation.nodes if validation.formation else []
    named = {placed.node: placed for placed in validation.party}
    if len(named) == len(validation.party) and set(named) == set(nodes):
        return [named[node] for node in nodes]
    return validation.party


def _heading(validation: Validation, entry: Alternative, index: int) -> Markup:
    price = Cell.of(entry.price, validation.unit).shown
    synergy = Markup(", synergy {}").format(Cell.of(entry.synergy).shown) if entry.synergy is not None else ""
    return Markup("{} {}: {}{}").format(first_upper(validation.naming.party), index + 1, price, synergy)


def _difference(said: Naming, entry: Alternative, others: set[int], first: bool) -> str:
    if first:
        return f"The {said.party} of the answers above."
    names = [name for node, name in enumerate(tables.names_of(entry)) if node in others]
    return f"Not in the first {said.party}: {', '.join(names)}." if names else f"The {said.heroes} of the first {said.party} in other places."


def _fronts(validation: Validation, identity: str, limits: Limits) -> list[FrontView]:
    found = []
    for index, shown in enumerate(validation.fronts):
        known = [point for point in shown.points if point.best is not None]
        table = cut(tables.front(validation, index, f"{validation.title}: {shown.rule} and what it costs"), limits.cells)
        ends = [known[0], known[-1]] if len(known) > 1 else known
        found.append(FrontView(shown.rule, shown.unit, ends, plots.front(validation, shown, f"{identity}-front{index}"), table))
    return found
