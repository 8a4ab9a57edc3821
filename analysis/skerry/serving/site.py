"""The served pages: their addresses, all below the token."""

from __future__ import annotations

from pathlib import Path

from flask import Blueprint, Flask, Response, send_from_directory
from jinja2 import StrictUndefined

from ..pages import frame
from . import grid_pages, puzzle_pages, run_pages
from .desk import Desk
from .gate import guard

HERE = Path(__file__).parent


def site(desk: Desk, token: str, port: int) -> Flask:
    app = Flask(__name__, static_folder=None, template_folder=str(HERE / "templates"))
    app.jinja_env.autoescape = True  # Flask goes by the end of a template's name, and ours is .j2
    app.jinja_env.undefined = StrictUndefined
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    guard(app, token, port)
    pages = Blueprint("pages", __name__, url_prefix=f"/{token}", template_folder=str(HERE / "templates"))

    @pages.get("/static/<name>")
    def static(name: str) -> Response:
        return send_from_directory(frame.FOLDER if name in ("style.css", "sort.js") else HERE / "static", name)

    for part in (run_pages, puzzle_pages, grid_pages):
        part.add(pages, desk)
    app.register_blueprint(pages)
    return app
