"""The page of one puzzle or of several."""

from collections.abc import Sequence

from ..pages.frame import MOST_BYTES, render
from . import tables, view
from .records import Validation


def page(validations: Sequence[Validation]) -> str:
    """The text of the page. Long lists are cut, with a word, as far as it takes to keep it below MOST_BYTES."""
    names = tables.names(validations)
    for share in (1.0, 0.5, 0.2, 0.05, 0.0):
        limits = view.Limits.of(len(validations), share)
        puzzles = [view.of(each, number, limits, name) for number, (each, name) in enumerate(zip(validations, names), 1)]
        text = render("validation.html.j2", _title(validations), puzzles=puzzles, overview=tables.overview(validations) if len(puzzles) > 1 else None)
        if len(text.encode()) < MOST_BYTES:
            break
    return text


def _title(validations: Sequence[Validation]) -> str:
    if len(validations) == 1:
        return f"Validation of {validations[0].title}"
    return f"Validation of {len(validations)} puzzles"
