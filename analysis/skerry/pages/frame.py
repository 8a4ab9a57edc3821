"""The frame of all pages: one template, one style, one script, and a policy by which a browser runs and fetches nothing else."""

import json
from base64 import b64encode
from decimal import Decimal
from functools import lru_cache
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from ..errors import UsageError
from ..summary import number
from ..whole_file import write_whole

FOLDER = Path(__file__).parent / "templates"
#: A page that is to be mailed stays below 2 MB; what would make it heavier is left out, and the page says so.
MOST_BYTES = 2_000_000


def render(template: str, title: str, **shown: Any) -> str:
    """The text of a page. Whatever is no Markup is escaped; equal values give equal bytes."""
    script, style = (Markup((FOLDER / name).read_text(encoding="utf-8")) for name in ("sort.js", "style.css"))
    digest = b64encode(sha256(script.encode()).digest()).decode()
    policy = f"default-src 'none'; script-src 'sha256-{digest}'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"
    made = _environment().get_template(template)
    return made.render(title=title, policy=policy, script=script, style=style, made_by=_program(), **shown)


@lru_cache(maxsize=1)
def _environment() -> Environment:
    made = Environment(loader=FileSystemLoader(FOLDER), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    made.filters |= {"amount": amount, "percent": percent, "first_upper": first_upper}
    return made


def first_upper(text: str) -> str:
    return text[:1].upper() + text[1:]


def amount(value: int | float | None, unit: str = "") -> Markup:
    """A number for people, with its exact value for programs; a dash where there is none."""
    if value is None:
        return Markup("–")
    text = f"{int(value):,}" if value == int(value) and abs(value) < 1e15 else number(value, 6)
    return Markup('<data value="{}">{}</data>').format(json.dumps(value), f"{text}\N{NO-BREAK SPACE}{unit}" if unit else text)


def percent(value: int | float | None) -> Markup:
    """A share as a percentage. It is rounded only where it has more than six digits, and then never to 0 or 100 %."""
    if value is None:
        return Markup("–")
    exact = Decimal(str(value)) * 100
    digits = next(text for text in (f"{exact:.{size}g}" for size in (4, 6, 9, 17)) if Decimal(text) == exact or Decimal(text) not in (0, 100))
    shown = Decimal(digits)
    return Markup('<data value="{}">{}\N{NO-BREAK SPACE}%</data>').format(json.dumps(value), f"{shown.normalize():,f}" if shown else "0")


def _program() -> str:
    try:
        return f"skerry-analysis {version('skerry')}"
    except PackageNotFoundError:  # run from the tree
        return "skerry-analysis"


def check_name(path: Path) -> None:
    """Raises UsageError where no page of this name can be written, before anything is computed for it."""
    if path.suffix.lower() not in (".html", ".htm"):
        raise UsageError(f"{path} can't be written: the name of a page ends in .html")
    if not path.parent.is_dir():
        raise UsageError(f"{path} can't be written: there is no folder {path.parent}")


def save(text: str, path: Path) -> None:
    """Writes a page. Raises UsageError."""
    try:
        write_whole(path, text)
    except OSError as error:
        raise UsageError(f"{path} can't be written: {error.strerror}") from error
