"""Party puzzles that are put together on a page: their files, and the answers of `skerry validate` as far as they have come."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..errors import DataError, UsageError
from ..experiments.tables import toml
from ..parameters import is_number
from ..plain_text import cleaned
from ..summary import number
from ..validation.page import page
from ..validation.picture import picture
from ..validation.records import Formation as Drawn
from ..validation.records import Validation
from ..validation.records import read as read_validations
from ..whole_file import write_whole
from . import formations, pools
from .formations import Formation
from .gate import Refused
from .jobs import Job
from .pools import Pool

#: What a rule may ask of a column, and whether the column holds numbers.
KINDS = {"average": True, "total": True, "count": False, "distinct": False, "share": False}
BOUNDS = ("at_least", "at_most", "exactly")
MOST_TRAITS = 8
MOST_RULES = 100


class Puzzle:
    """A folder with a pool, what was asked for, and the puzzle file that follows from it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        try:
            self.about: dict[str, Any] = json.loads((folder / "puzzle.json").read_text())
        except (OSError, ValueError):
            raise Refused(404, "there is no such puzzle") from None
        self.pool_path = folder / self.about["pool"]

    @classmethod
    def make(cls, puzzles: Path, name: str, content: bytes) -> Puzzle:
        """Makes a puzzle of a CSV. Raises DataError where it is no pool."""
        title = cleaned(Path(name).stem).strip()[:80] or "puzzle"
        folder = next(each for each in (puzzles / f"{number:04}" for number in range(1, 10_000)) if not each.exists())
        part = folder.with_suffix(".part")
        part.mkdir(parents=True, exist_ok=True)
        pool = f"{slug(title)}.csv"
        (part / pool).write_bytes(content)
        try:
            pools.read(part / pool)
        except DataError:
            (part / pool).unlink()
            part.rmdir()
            raise
        (part / "puzzle.json").write_text(json.dumps({"title": title, "pool": pool, "asked": None}))
        part.rename(folder)
        return cls(folder)

    @property
    def number(self) -> str:
        return self.folder.name

    @property
    def title(self) -> str:
        return str(self.about["title"])

    @property
    def file(self) -> Path:
        return self.folder / f"{self.pool_path.stem}.toml"

    @property
    def answers_file(self) -> Path:
        return self.folder / "answers.json"

    def pool(self) -> Pool:
        return pools.read(self.pool_path)

    def ask(self, asked: Mapping[str, Any], known: Mapping[str, Formation]) -> None:
        """Writes the puzzle file. Raises UsageError for a rule that can't be."""
        pool = self.pool()
        text = puzzle_text(asked, pool, self.pool_path.name, formation_of(asked, known))
        title = cleaned(str(asked.get("title") or self.title)).strip()[:80]
        self.about |= {"asked": dict(asked), "title": title}
        for path, content in ((self.file, text), (self.folder / "puzzle.json", json.dumps(self.about))):
            write_whole(path, content)

    def command(self, program: str, seconds: float) -> list[str]:
        return [program, "validate", str(self.file), "--seconds", f"{seconds:g}", "--keep", str(self.folder / "kept"), "--json", "--quiet"]

    def validation(self, job: Job) -> Validation | None:
        """What the job has told in the end; None if it has not, or could not."""
        if job.state not in ("done", "failed") or not job.text("output").startswith('{"'):
            return None
        try:
            return read_validations([job.folder / "output"])[0]
        except DataError:
            return None

    def page(self, job: Job) -> str:
        found = self.validation(job)
        if found is None:
            raise Refused(404, "the answers are not there yet")
        return page([found])

    def kept(self, job: Job) -> dict[str, Any]:
        """The answers so far by their questions, the latest last."""
        files = sorted((each for each in (self.folder / "kept").glob("*.kept.json")), key=lambda each: each.stat().st_mtime)
        if not files or files[-1].stat().st_mtime < job.made:
            return {}
        try:
            answers = json.loads(files[-1].read_text())["answers"]
            return dict(sorted(answers.items(), key=lambda each: each[1]["seconds"]))
        except (OSError, ValueError, KeyError):
            return {}

    def drawn(self, job: Job) -> str:
        """The best party so far as SVG; empty without one."""
        found = self.validation(job)
        if found and found.formation and found.party:
            by_node = {placed.node: placed for placed in found.party}
            placed = [by_node[node] for node in found.formation.nodes if node in by_node]
            return picture(found.formation, [each.name or each.hero for each in placed], found.formation.edge_weights, "party", found.title)
        party = self.kept(job).get("proof", {}).get("answer", {}).get("party")
        if not party or not self.about["asked"]:
            return ""
        formation = formation_of(self.about["asked"], formations.in_folder(self.folder.parents[2]))
        names = self._names()
        return picture(Drawn(formation.nodes, formation.edges, [], list(formation.layout)), [names.get(hero, hero) for hero in party], [], "party", self.title)

    def _names(self) -> dict[str, str]:
        pool = self.pool()
        header, *rows = pools.heroes(self.pool_path)
        key = header.index(pool.id)
        shown = header.index(pool.name) if pool.name else key
        return {row[key]: row[shown] for row in rows}


def slug(text: str) -> str:
    return re.sub(r"[^A-Za-z0-9_-]+", "-", text).strip("-")[:60] or "puzzle"


def formation_of(asked: Mapping[str, Any], known: Mapping[str, Formation]) -> Formation:
    name = str(asked.get("formation", ""))
    return known[name] if name in known else formations.of(name)


def puzzle_text(asked: Mapping[str, Any], pool: Pool, file: str, formation: Formation) -> str:
    """The puzzle file of what was asked for. Raises UsageError."""
    lines = [f"name = {_text(asked.get('title') or Path(file).stem)}", "", "[pool]", f"file = {_text(file)}", f"id = {_text(pool.id)}"]
    lines += [f"name = {_text(pool.name)}"] if pool.name else []
    lines += [f"many = {toml(pool.many)}", f"separator = {_text(pools.SEPARATOR)}"] if pool.many else []
    lines += ["", "[formation]", f"names = {toml(formation.nodes)}", f"edges = {toml(formation.edges)}"]
    lines += [f"positions = {toml(formation.layout)}"] if formation.layout else []
    places = asked.get("places") or []
    if any(places):
        column = _column(asked.get("column"), pool, "the column of places", numeric=False)
        for node, value in enumerate(places[: len(formation.nodes)]):
            if value:
                lines += ["", "[[formation.restriction]]", f"node = {node}", f"property = {_text(column)}", f"value = {_text(value)}"]
    objective = _column(asked.get("objective") or pool.price, pool, "the price", numeric=True)
    direction = asked.get("direction", "minimise")
    if direction not in ("minimise", "maximise"):
        raise UsageError(f"the direction is {direction!r}; it is minimise or maximise")
    lines += ["", "[objective]", f"property = {_text(objective)}", f"direction = {_text(direction)}"]
    lines += [f"unit = {_text(asked['unit'])}"] if asked.get("unit") else []
    lines += _synergy(asked, pool)
    rules = asked.get("rules") or []
    if not isinstance(rules, list) or len(rules) > MOST_RULES or not all(isinstance(rule, dict) for rule in rules):
        raise UsageError(f"rules are a list of up to {MOST_RULES}")
    for place, rule in enumerate(rules, 1):
        lines += _rule(rule, place, pool)
    return "\n".join([*lines, ""])


def _synergy(asked: Mapping[str, Any], pool: Pool) -> list[str]:
    traits = asked.get("traits") or []
    if not traits:
        return []
    if not isinstance(traits, list) or len(traits) > MOST_TRAITS:
        raise UsageError(f"synergy counts up to {MOST_TRAITS} columns")
    names = [_column(each, pool, "a trait", numeric=None) for each in traits]
    least = asked.get("synergy", 0)
    if not is_number(least) or not 0 <= least <= 1:
        raise UsageError(f"the least synergy is {least!r}; it lies in [0, 1]")
    # Two traits in common make a full edge, where there are two.
    return ["", "[synergy]", f"at_least = {toml(least)}", f"traits = {toml(names)}", f"curve = {'[0, 0.5, 1]' if len(names) > 1 else '[0, 1]'}"]


def _rule(rule: Mapping[str, Any], place: int, pool: Pool) -> list[str]:
    kind, bound, value = rule.get("kind"), rule.get("bound"), rule.get("value")
    if kind not in KINDS:
        raise UsageError(f"rule {place} asks for {kind!r}; it is one of {', '.join(KINDS)}")
    if bound not in BOUNDS:
        raise UsageError(f"the bound of rule {place} is {bound!r}; it is one of {', '.join(BOUNDS)}")
    if not is_number(value):
        raise UsageError(f"rule {place} has no number as its bound")
    column = _column(rule.get("property"), pool, f"rule {place}", numeric=True if KINDS[kind] else None)
    lines = ["", "[[requirement]]", f"kind = {_text(kind)}", f"property = {_text(column)}", f"{bound} = {toml(value)}"]
    if kind == "count":
        values = [each for each in rule.get("values") or [] if str(each).strip()]
        if not values:
            raise UsageError(f"rule {place} counts heroes of a value of {column}, and names none")
        lines.append(f"values = [{', '.join(map(_text, values))}]")
    return lines


def _column(name: Any, pool: Pool, what: str, numeric: bool | None) -> str:
    found = pool.column(str(name))
    if found is None:
        raise UsageError(f"{what} names the column {str(name)!r}; the pool has {', '.join(each.name for each in pool.columns)}")
    if numeric and not found.numeric:
        raise UsageError(f"{what} takes a column of numbers, and {found.name} holds words")
    return found.name


def _text(value: Any) -> str:
    return json.dumps(cleaned(str(value)).replace("\n", " ").replace("\x7f", ""), ensure_ascii=False)


def told(kept: Mapping[str, Any], rules: list[str], unit: str) -> list[dict[str, str]]:
    """The answers so far in words, in the order in which they came."""
    proven = bool(kept.get("end_of_proof", {}).get("final"))
    found = []
    for question, entry in kept.items():
        answer = entry["answer"]
        if question == "proof" and proven and isinstance(answer.get("bound"), (int, float)) and answer.get("party"):
            words = price_text({"best": answer["bound"], "proven": True}, f" {unit}" if unit else "")
        else:
            words = _words(question, answer, unit)
        if words:
            found.append({"question": _asked(question, rules), "answer": words})
    return found


TITLES = {"clash": "rules that clash", "clash_by_search": "rules that clash by search", "proof": "the price", "player": "players",
          "solutions": "good parties", "without_most_used": "the price without the most used hero"}


def _asked(question: str, rules: list[str]) -> str:
    """The question in words. One about a rule is named without_rule/0 or with_rule/0/at_least/76."""
    name, *about = question.split("/")
    if not about:
        return TITLES.get(name, name)
    rule = rules[int(about[0])] if int(about[0]) < len(rules) else "synergy"
    if about[1:]:
        rule = f"{re.sub(' (at least|at most|exactly) [^ ]*$', '', rule)} {about[1].replace('_', ' ')} {number(float(about[2]), 4)}"
    return f"the price {name.removesuffix('_rule')} “{rule}”"


def _words(question: str, answer: Any, unit: str) -> str:
    after = f" {unit}" if unit else ""
    if not isinstance(answer, dict):
        return "there are none" if question.startswith("clash") and not answer else ""
    if question == "islands":
        bests = [each for series in (answer.get("history") or {}).get("best", []) for each in series if each is not None]
        return f"{answer.get('evaluations', 0):,} parties evaluated" + (f", the last best {number(bests[-1], 10)}{after}" if bests else ", none meets all rules")
    if question == "proof":
        return str(answer.get("claim", ""))
    if question == "player":
        every = answer.get("all") or {}
        return f"{100 * every.get('feasible', 0):.3g} % of {every.get('constructions', 0):,} parties put together node by node meet all rules"
    if question == "solutions":
        listed = answer.get("number") or {}
        least = "" if listed.get("complete") else "at least "
        return f"{least}{listed.get('teams', 0):,} teams"
    if "solvable" in answer:
        return price_text(answer, after)
    return ""


def price_text(answer: Mapping[str, Any], after: str) -> str:
    best, bound = answer.get("best"), answer.get("bound")
    if answer.get("solvable") is False:
        return "no party, proven"
    if best is None:
        return "not decided" if bound is None else f"not decided; no party below {number(bound, 10)}{after}"
    if answer.get("proven"):
        return f"{number(best, 10)}{after}, proven"
    return f"{number(bound, 10)} to {number(best, 10)}{after}" if bound is not None else f"at most {number(best, 10)}{after}"
