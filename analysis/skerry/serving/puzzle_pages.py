"""The pages of party puzzles: a CSV, a formation, rules, and the answers as they come."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from flask import Blueprint, Response, jsonify, render_template, request

from ..errors import UsageError
from ..plain_text import cleaned
from ..parameters import is_number
from . import formations, party
from .desk import Desk
from .gate import Refused, framed, sent_object
from .jobs import Job
from .party import Puzzle
from .pools import Pool

LEAST_S, MOST_S, USUAL_S = 1, 3600, 60


def add(pages: Blueprint, desk: Desk) -> None:
    def found(number: int) -> Puzzle:
        return Puzzle(desk.puzzles / f"{number:04}")

    @pages.get("/puzzles")
    def puzzles() -> str:
        folders = sorted(desk.puzzles.glob("[0-9]*[0-9]"), reverse=True)
        return render_template("puzzles.html.j2", page="puzzles", title="Party puzzles", puzzles=[Puzzle(each) for each in folders])

    @pages.post("/puzzles")
    def make() -> Response:
        """Takes a CSV, whose name is in the address since it may hold any letter."""
        puzzle = Puzzle.make(desk.puzzles, request.args.get("name", ""), request.get_data())
        return jsonify(address=f"puzzle/{int(puzzle.number)}")

    @pages.get("/puzzle/<int:number>")
    def puzzle(number: int) -> str:
        shown = found(number)
        pool, known = shown.pool(), formations.in_folder(desk.folder)
        names = [*known, *formations.USUAL]
        about = {"pool": _told(pool), "formations": names, "asked": shown.about["asked"], "number": number, "title": shown.title}
        return render_template("puzzle.html.j2", page="puzzle", title=f"Puzzle {shown.title}", puzzle=shown, pool=pool, about=json.dumps(about), seconds=USUAL_S)

    @pages.get("/formation.json")
    def formation() -> Response:
        """A formation by its name, and which value of each column its places are called by."""
        shown = party.formation_of({"formation": request.args.get("name", "")}, formations.in_folder(desk.folder))
        pool = found(int(request.args.get("puzzle", "0"))).pool()
        return jsonify(asdict(shown) | {"likely": {each.name: shown.likely(each.values) for each in pool.columns if each.values}})

    @pages.post("/puzzle/<int:number>/ask")
    def ask(number: int) -> Response:
        """Writes the puzzle file and asks for the answers; those to an earlier form of it are given up."""
        asked, puzzle_ = sent_object(), found(number)
        seconds = asked.get("seconds", USUAL_S)
        if not is_number(seconds) or not LEAST_S <= seconds <= MOST_S:
            raise UsageError(f"the answers take {seconds!r} seconds; it is {LEAST_S} to {MOST_S}")
        puzzle_.ask(asked, formations.in_folder(desk.folder))
        for job in desk.jobs.all():
            if job.about.get("puzzle") == number and job.state in ("waiting", "running"):
                desk.jobs.end(job.number)
        about = {"puzzle": number, "seconds": seconds}
        return jsonify(desk.jobs.add("validate", f"answers about {puzzle_.title}", puzzle_.command(desk.program, seconds), 1, about).summary())

    @pages.get("/puzzle/<int:number>/answers.json")
    def answers(number: int) -> Response:
        shown = found(number)
        job = desk.jobs.latest(puzzle=number)
        if job is None:
            return jsonify(state="none", answers=[])
        return jsonify(_answers(shown, job))

    @pages.get("/puzzle/<int:number>/<name>")
    def file(number: int, name: str) -> Response:
        """The puzzle file, its pool, or the page with all answers."""
        shown = found(number)
        if name == shown.file.name and shown.file.exists():
            return _attached(shown.file.read_bytes(), name, "application/toml")
        if name == shown.pool_path.name:
            return _attached(shown.pool_path.read_bytes(), name, "text/csv")
        job = desk.jobs.latest(puzzle=number)
        if name in ("page.html", f"{shown.file.stem}.html") and job:
            text = shown.page(job)
            return framed(text) if name == "page.html" else _attached(text.encode(), name, "text/html")
        raise Refused(404, f"this puzzle has no file {name!r}")


def _told(pool: Pool) -> dict[str, Any]:
    return {"heroes": pool.heroes, "columns": [asdict(each) for each in pool.columns], "id": pool.id, "name": pool.name, "price": pool.price}


def _attached(content: bytes, name: str, kind: str) -> Response:
    response = Response(content, mimetype=kind)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'  # of letters, digits and dots alone
    return response


def _answers(puzzle: Puzzle, job: Job) -> dict[str, Any]:
    asked: Mapping[str, Any] = puzzle.about["asked"] or {}
    rules = [_rule_text(rule) for rule in asked.get("rules") or []]
    state = job.state
    found = puzzle.validation(job)
    told: dict[str, Any] = {"state": state, "job": job.number, "limit": job.about["seconds"], "passed": _passed(job), "answers": party.told(puzzle.kept(job), rules, str(asked.get("unit") or ""))}
    told["picture"] = puzzle.drawn(job)
    told["ended"] = found is not None
    told["sentence"] = _sentence(found, str(asked.get("unit") or "")) if found else ""
    told["message"] = "" if found or state in ("waiting", "running") else cleaned(_message(job))
    return told


def _passed(job: Job) -> float:
    """Seconds since the job began."""
    try:
        began = (job.folder / "pid").stat().st_mtime
    except OSError:
        return 0.0
    try:
        return (job.folder / "status").stat().st_mtime - began
    except OSError:
        return time.time() - began


def _rule_text(rule: Mapping[str, Any]) -> str:
    of = f" of {' or '.join(map(str, rule.get('values') or []))}" if rule.get("kind") == "count" else ""
    return f"{rule.get('kind')} {rule.get('property')}{of} {str(rule.get('bound')).replace('_', ' ')} {rule.get('value')}"


def _sentence(found: Any, unit: str) -> str:
    if found.solvable is False:
        return "It can't be solved: " + (f"these rules clash: {', '.join(found.clash)}." if found.clash else "no party meets all rules.")
    if found.best is None:
        return "It is not decided whether it can be solved."
    told = party.price_text({"best": found.best, "bound": found.bound, "proven": found.proven, "solvable": found.solvable}, f" {unit}" if unit else "")
    return f"It can be solved, and the {'cheapest' if found.minimises else 'best'} party costs {told}."


def _message(job: Job) -> str:
    """Why a job has no answers."""
    if job.state == "lost":
        return "the answers were cut short by the end of the machine, or by force; ask again to go on"
    lines = job.text("errors").strip().splitlines()
    return lines[-1].removeprefix("skerry: ") if lines else f"the job is {job.state}; ask again to go on"
