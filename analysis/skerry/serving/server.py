"""Serves the pages of a folder on 127.0.0.1 until it is ended."""

from __future__ import annotations

import html
import os
import secrets
import signal
import socket
import sys
import webbrowser
from pathlib import Path
from typing import Any

from werkzeug.serving import WSGIRequestHandler, make_server

from ..errors import UsageError
from .desk import Desk
from .site import site

HOST = "127.0.0.1"


class Quiet(WSGIRequestHandler):
    """Prints no line for each request: it would show the token."""

    def log(self, type: str, message: str, *args: Any) -> None:
        if type == "error":
            super().log(type, message, *args)


def serve(folder: Path, cores: int, port: int, opened: bool) -> None:
    """Serves until SIGINT or SIGTERM. Raises UsageError where the folder or the port can't be had."""
    desk = Desk(folder, cores)
    token = secrets.token_urlsafe(24)
    with socket.socket() as listening:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((HOST, port))
        except OSError as error:
            desk.stop()
            raise UsageError(f"port {port} of {HOST} can't be had ({error.strerror}); --port names another, and 0 any that is free") from error
        listening.listen()
        port = listening.getsockname()[1]
        server = make_server(HOST, port, site(desk, token, port), threaded=True, request_handler=Quiet, fd=listening.fileno())
    address = f"http://{HOST}:{port}/{token}/"
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    desk.start()
    print(f"serving {folder}, {desk.jobs.cores} cores, at {address}\nCtrl-C ends the server; jobs that have begun go on", flush=True)
    if opened:
        _open(desk, address)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        pass
    finally:
        server.server_close()
        desk.stop()


def _open(desk: Desk, address: str) -> None:
    """Opens the address in a browser, by a file that only its owner may read: other users see the arguments of programs."""
    path = desk.records / "open.html"
    path.unlink(missing_ok=True)
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(f'<!DOCTYPE html><meta charset="utf-8"><meta http-equiv="refresh" content="0; url={html.escape(address)}"><title>skerry</title>\n')
    webbrowser.open(path.as_uri())
