"""The page of grids: sudoku and skyscrapers that are typed or pasted, and what the program says of them."""

from __future__ import annotations

import secrets

from flask import Blueprint, Response, jsonify, render_template

from ..plain_text import cleaned
from .desk import Desk
from .gate import Refused, sent_object

PUZZLES = ("sudoku", "skyscraper")
#: What can be asked, with the words of the command.
QUESTIONS = {
    "solve": ["solve", "{}"],
    "hint": ["solve", "{}", "--hint"],
    "explain": ["solve", "{}", "--explain"],
    "rate": ["rate", "{}"],
    "mend": ["solve", "{}", "--mend"],
}
#: The most letters of a grid; 25x25 with blanks are some thousand.
MOST_LETTERS = 20_000


def add(pages: Blueprint, desk: Desk) -> None:
    @pages.get("/grids")
    def grids() -> str:
        return render_template("grids.html.j2", page="grids", title="Sudoku and skyscrapers", puzzles=PUZZLES, questions=list(QUESTIONS))

    @pages.post("/grids")
    def ask_grid() -> Response:
        asked = sent_object()
        puzzle, question, text = (str(asked.get(name, "")) for name in ("puzzle", "question", "text"))
        if puzzle not in PUZZLES or question not in QUESTIONS:
            raise Refused(400, f"{puzzle!r} and {question!r}; a grid is of {' or '.join(PUZZLES)}, and asked to {', '.join(QUESTIONS)}")
        if not text.strip() or len(text) > MOST_LETTERS:
            raise Refused(400, f"the grid has {len(text.strip()):,} letters; it has 1 to {MOST_LETTERS:,}")
        folder = desk.records / "grids"
        folder.mkdir(exist_ok=True)
        grid = folder / f"{secrets.token_hex(6)}.txt"
        grid.write_text(cleaned(text) + "\n", encoding="utf-8")
        words = [word.format(puzzle) for word in QUESTIONS[question]]
        job = desk.jobs.add(question, f"{question} {puzzle}", [desk.program, *words, str(grid)], 1, {"grid": str(grid)})
        return jsonify(number=job.number)

    @pages.get("/grids/<int:number>.json")
    def answer(number: int) -> Response:
        job = desk.jobs.get(number)
        name = str(job.about.get("grid"))
        shown = [cleaned(job.text(each)).replace(name, "the grid") for each in ("output", "errors")]
        return jsonify(state=job.state, output=shown[0], message=shown[1].strip().removeprefix("skerry: "))
