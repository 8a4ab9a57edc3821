"""Who may ask what: the token and the host of an address, the origin of a change, and the files of the folder."""

from __future__ import annotations

import hmac
from pathlib import Path
from typing import Any

from flask import Flask, Response, request
from werkzeug.exceptions import HTTPException

from ..errors import AnalysisError

#: The most bytes that a page may send, a CSV with it.
MOST_UPLOADED = 64_000_000
#: What the served pages may do: load scripts, styles and data from here alone.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; "
    "frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


class Refused(AnalysisError):
    """A request that is not carried out, with the status of HTTP that says so."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code


def guard(app: Flask, token: str, port: int) -> None:
    """Has the app answer only requests that name this host and the token, and carry out changes only from its own pages."""
    hosts = {f"127.0.0.1:{port}", f"localhost:{port}"}

    @app.before_request
    def check() -> Response | None:
        # A name of another site that leads here is refused, too.
        if request.host not in hosts:
            return _told(403, "this server answers to 127.0.0.1 alone")
        given = request.path.split("/")[1]
        if not hmac.compare_digest(given.encode(), token.encode()):
            return _told(403, "the address lacks the token that `serve` has printed")
        if request.method not in ("GET", "HEAD", "OPTIONS") and request.headers.get("Origin") != f"http://{request.host}":
            return _told(403, "changes are taken from the pages of this server alone")
        if (request.content_length or 0) > MOST_UPLOADED or "Transfer-Encoding" in request.headers:  # of a size that is not told
            return _told(413, f"a file of at most {MOST_UPLOADED // 1_000_000} MB is taken")
        return None

    @app.after_request
    def seal(response: Response) -> Response:
        response.headers.setdefault("Content-Security-Policy", POLICY)
        response.headers["Referrer-Policy"] = "same-origin"
        response.headers["X-Content-Type-Options"] = "nosniff"
        response.headers["Cache-Control"] = "no-store"
        return response

    @app.errorhandler(AnalysisError)
    def refuse(error: AnalysisError) -> Response:
        return _told(error.code if isinstance(error, Refused) else 400, str(error))

    @app.errorhandler(HTTPException)
    def fail(error: HTTPException) -> Response:
        return _told(error.code or 500, "there is no such page" if error.code == 404 else f"the request failed: {error.name}")


def _told(code: int, message: str) -> Response:
    return Response(message + "\n", code, mimetype="text/plain")


def sent_object() -> dict[str, Any]:
    """The JSON object that a page has sent."""
    found = request.get_json(force=True, silent=True)
    if not isinstance(found, dict):
        raise Refused(400, "the request holds no JSON object")
    return found


def framed(text: str) -> Response:
    """A page of the analysis, which holds its own policy, for a frame of ours."""
    response = Response(text, mimetype="text/html")
    response.headers["Content-Security-Policy"] = "frame-ancestors 'self'"
    return response


def inside(folder: Path, name: str, ending: str) -> Path:
    """Returns a file of the folder by its name from there. Raises Refused for others, links to elsewhere among them."""
    try:
        found = (folder / name).resolve()
        hidden = any(part.startswith(".") for part in found.relative_to(folder.resolve()).parts)
        if not hidden and found.suffix == ending and found.is_file():
            return found
    except (ValueError, OSError):
        pass
    raise Refused(404, f"the folder has no file {name!r} that ends in {ending}")
