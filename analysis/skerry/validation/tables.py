"""The tables of a puzzle, and the one of all puzzles."""

from collections.abc import Sequence
from typing import Any

from markupsafe import Markup

from ..pages.frame import amount, percent
from ..pages.table import Cell, Table, worded
from .plots import ends
from .records import Alternative, Comparison, Islands, LeanOn, Naming, Placed, Player, RulePrice, Validation, Verdict

UNKNOWN = Cell("–", unknown=True)
SOLVABLE = {True: "yes", False: "no", None: "not decided"}


def verdict(found: Verdict | None, unit: str) -> Cell:
    """What a party costs under changed rules: a price, an interval, or that there is none."""
    if found is None or (found.solvable is None and found.best is None and found.bound is None):
        return UNKNOWN
    if found.solvable is False:
        return Cell("can't be solved", unknown=True)
    if found.best is None:
        return Cell(Markup("not found; the bound is {}").format(amount(found.bound, unit)), found.bound, found.bound is None)
    if found.proven:
        return Cell.of(found.best, unit)
    if found.bound is None:
        return Cell(Markup("{}, not proven").format(amount(found.best, unit)), found.best)
    return Cell(Markup("{} found, {} the bound").format(amount(found.best, unit), amount(found.bound, unit)), found.best)


def names(validations: Sequence[Validation]) -> list[str]:
    """Their titles; where two have the same, with the file."""
    titles = [each.title for each in validations]
    return [f"{each.title} ({each.file})" if each.file and titles.count(each.title) > 1 else each.title for each in validations]


def overview(validations: Sequence[Validation]) -> Table:
    """A row for each puzzle."""
    header = ["puzzle", "can be solved", "cheapest" if all(each.minimises for each in validations) else "best", "bound", "gap", "good teams",
              "leans most on", "dearest rule", "attempts of a player", "seconds"]
    made = Table("All puzzles", header, left=frozenset({1, 6, 7}), sortable=True, quiet=True)
    for index, (each, name) in enumerate(zip(validations, names(validations)), 1):
        solvable = Cell(Markup('<span class="{}">{}</span>').format({True: "yes", False: "no", None: "open"}[each.solvable], SOLVABLE[each.solvable]))
        teams = each.solutions.teams if each.solutions else None
        counted = amount(teams)
        if each.solutions and teams is not None and not each.solutions.complete:
            counted = Markup("at least {}").format(counted)
        hero = each.lean_on.heroes[0] if each.lean_on and each.lean_on.heroes else None
        leant = Cell(Markup("{} ({})").format(hero.name or hero.hero, percent(hero.share))) if hero else UNKNOWN
        made.rows.append([
            Cell(Markup('<a href="#p{}">{}</a>').format(index, name), name),
            solvable,
            Cell.of(each.best, each.unit),
            Cell.of(each.bound, each.unit),
            Cell.share(each.gap),
            Cell(counted, teams, teams is None),
            leant,
            _rule(each),
            Cell.of(each.player.attempts if each.player else None),
            Cell.of(each.seconds),
        ])
    return made


def _rule(validation: Validation) -> Cell:
    """The rule that makes it dearest, or those that clash."""
    if validation.clash:
        return Cell(f"clash: {'; '.join(validation.clash)}")
    return Cell(validation.dearest.rule) if validation.dearest else UNKNOWN


def catalogue(validation: Validation, entries: Sequence[Alternative], caption: str) -> Table:
    """The parties, cheapest first, a column for each node."""
    count = max(len(entry.party) for entry in entries)
    given = validation.formation.nodes if validation.formation else []
    nodes = [given[node] if node < len(given) else f"node {node}" for node in range(count)]
    made = Table(caption, ["", validation.unit or "objective", "synergy", "placements", *nodes], left=frozenset(range(4, 4 + count)), sortable=True)
    for index, entry in enumerate(entries, 1):
        names = [Cell(name) for name in names_of(entry)]
        made.rows.append(
            [Cell(f"{index}", index), Cell.of(entry.price), Cell.of(entry.synergy), Cell.of(entry.placements), *names, *[UNKNOWN] * (count - len(names))]
        )
    return made


def names_of(entry: Alternative) -> list[str]:
    """The names of its heroes by node, the id where there is none."""
    return [(entry.names[node] if node < len(entry.names) else None) or hero for node, hero in enumerate(entry.party)]


def party(validation: Validation, caption: str) -> Table:
    """The heroes of the party found, with what the rules see of them. A property that is the price is no further column."""
    found = dict.fromkeys(name for placed in validation.party for name in placed.values)
    prices = [name for name in found if all(placed.values.get(name) == placed.price for placed in validation.party)]
    properties = [name for name in found if name not in prices[:1]]
    made = Table(caption, ["node", validation.naming.hero, "id", *(prices[:1] or ["price"]), *properties], left=frozenset({1, 2, *range(4, 4 + len(properties))}), sortable=True)
    for placed in validation.party:
        values = [_value(placed, name) for name in properties]
        made.rows.append([Cell(placed.node), Cell(placed.name or placed.hero), Cell(placed.hero), Cell.of(placed.price, validation.unit), *values])
    return made


def _value(placed: Placed, name: str) -> Cell:
    value: Any = placed.values.get(name)
    if value is None:
        return UNKNOWN
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return Cell.of(value)
    return Cell(", ".join(map(str, value)) if isinstance(value, list) else str(value))


def rules(validation: Validation, caption: str) -> Table:
    held = {True: "holds", False: "broken", None: "–"}
    return worded(caption, ["rule", "found", "verdict"], [[each.rule, each.found or "–", held[each.holds]] for each in validation.rules])


def rule_prices(validation: Validation, caption: str) -> Table:
    """What a party costs as it is, without each rule, and with it a step tighter or looser."""
    made = Table(caption, ["rule", "without it", "a step looser", "a step tighter"], sortable=True)
    for each in validation.rule_prices:
        made.rows.append([Cell(each.rule), verdict(each.without, validation.unit), *(_step(each, name, validation.unit) for name in ("looser", "tighter"))])
    return made


def _step(price: RulePrice, name: str, unit: str) -> Cell:
    changed = price.looser if name == "looser" else price.tighter
    found = verdict(changed, unit)
    if changed is None or not changed.text:
        return found
    return Cell(Markup("{}: {}").format(changed.text, found.shown), found.order, found.unknown)


def heroes(lean_on: LeanOn, said: Naming, caption: str) -> Table:
    rows = [[Cell(each.name or each.hero), Cell(each.hero), Cell.share(each.share)] for each in lean_on.heroes]
    return Table(caption, [said.hero, "id", "in so many of the teams"], rows, frozenset({1}), sortable=True)


def values(lean_on: LeanOn, said: Naming, caption: str) -> Table:
    rows = [[Cell(each.property), Cell(each.value), Cell.share(each.share)] for each in lean_on.values]
    return Table(caption, ["property", "value", f"share of the {said.heroes}"], rows, frozenset({1}), sortable=True)


def front(validation: Validation, number: int, caption: str) -> Table:
    shown = validation.fronts[number]
    rows = [[Cell.of(point.level, shown.unit), verdict(point, validation.unit)] for point in shown.points]
    side = shown.points[0].side if shown.points else "at least"
    return Table(caption, [f"{shown.rule}, {side}", "cheapest" if validation.minimises else "best"], rows, sortable=True)


def owners(player: Player, said: Naming, caption: str) -> Table:
    """How parties come out of a part of the heroes: a random one, and that of the configuration's player."""
    header = ["who", "owns", said.heroes, "players", f"found a {said.party}", "constructions", "meet the synergy", "meet all rules", "attempts"]
    made = Table(caption, header, sortable=True)
    named = [("random players", part) for part in player.parts] + ([("this player", player.owned)] if player.owned else [])
    for name, each in named:
        made.rows.append([
            Cell(name),
            Cell.share(each.share),
            *(Cell.of(number) for number in (each.heroes, each.players, each.solving, each.constructions)),
            Cell.share(each.synergetic),
            Cell.share(each.feasible),
            Cell.of(each.attempts),
        ])
    return made


def changes(comparison: Comparison, said: Naming, caption: str) -> Table:
    """What changed between two puzzles."""
    return worded(caption, ["part", "what changed"], [[said.heroes if each.part == "heroes" else each.part, each.text] for each in comparison.changes or []])


def answer_changes(comparison: Comparison, said: Naming, caption: str) -> Table:
    """The answers before and after, in words."""
    made = Table(caption, ["answer", "before", "now", "difference"], left=frozenset({1, 2}))
    for each in comparison.answers:
        made.rows.append([Cell(said.party if each.answer == "party" else each.answer), Cell(each.before or "–"), Cell(each.after or "–"), Cell.of(each.difference, each.unit)])
    return made


def islands(validation: Validation, shown: Islands, caption: str) -> Table:
    """Where each island began and ended."""
    made = Table(caption, ["island", "first best", "last best", "diversity at the start", "at the end"], sortable=True)
    for island in range(max(len(shown.best), len(shown.diversity))):
        bests = ends(shown.best[island]) if island < len(shown.best) else (None, None)
        spread = ends(shown.diversity[island]) if island < len(shown.diversity) else (None, None)
        made.rows.append([Cell(str(island), island), *(Cell.of(best, validation.unit) for best in bests), *(Cell.of(each) for each in spread)])
    return made


def new_bests(validation: Validation, shown: Islands, caption: str) -> Table:
    """When and where each party was found that was better than all before it."""
    made = Table(caption, ["generation", "island", "best"], sortable=True)
    made.rows.extend([Cell.of(each.generation), Cell(str(each.island), each.island), Cell.of(each.best, validation.unit)] for each in shown.new_bests)
    return made


def migrated(found: Any, caption: str) -> Table | None:
    """Who migrated, where it is told as a list of records."""
    if not isinstance(found, list) or not found or not all(isinstance(each, dict) for each in found):
        return None
    header = list(dict.fromkeys(name for each in found for name in each))
    return worded(caption, header, [[str(each.get(name, "–")) for name in header] for each in found])
