"""Checks that former words (docs/glossary.md) are not used."""
import re

import pytest

from tests.support.binary import TREE

FOLDERS = ("include", "src", "configs", "docs", "bench", "examples", "jobs")
SUFFIXES = {".hpp", ".cpp", ".h", ".cmake", ".txt", ".md", ".toml", ".in", ".sh", ".sbatch"}

#: Former keys and values, and private metaphors, with the words to use instead.
RETIRED = {
    r"heal(s|ed|ing)?": "repair",
    r"refresh(es|ed|ing)?": "random immigrants",
    r"refresh_\w+": "immigrants_below, immigrants_share",
    r"uncrossed": "clone, without crossover",
    r"linear_rank": "linear_ranking",
    r"voyages?": "run",
    r"sail(s|ed|ing)?": "run",
    r"surroundings": "neighbours",
    r"parcels?": "buffer, packed genome",
    r"essence": "identity",
    r"standing": "position, state",
    r"stretch(es)?": "range, segment",
    r"newcomers?": "immigrant, child",
}
WORDS = re.compile(rf"(?<![A-Za-z0-9_])(?:{'|'.join(RETIRED)})(?![A-Za-z0-9_])", re.IGNORECASE)
#: A former word inside a name in camel case, such as ParcelSize.
NAMES = re.compile(r"(?<![A-Z])(?:Heal|Refresh|Uncrossed|Voyage|Surroundings|Parcel|Essence|Standing|Stretch)(?:s|es)?(?=[A-Z])")

#: The files that state the renaming itself.
EXEMPT = {
    "docs/glossary.md",
    "include/skerry/problem_members.hpp",
    "docs/decisions.md",
    "docs/trace-format.md",
    "src/app/config/node.cpp",
    "src/trace/trace_columns.cpp",
}


def files():
    return [
        path
        for folder in FOLDERS
        for path in sorted((TREE / folder).rglob("*"))
        if path.suffix in SUFFIXES and str(path.relative_to(TREE)) not in EXEMPT
    ]


def found_in(text):
    return [match.group() for pattern in (WORDS, NAMES) for match in pattern.finditer(text)]


def test_retired_words_do_not_occur():
    assert files()
    found = [
        f"{path.relative_to(TREE)}:{number}: '{word}'"
        for path in files()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        for word in found_in(line)
    ]
    assert not found, "retired words; docs/glossary.md has those to use:\n" + "\n".join(found)


@pytest.mark.parametrize("text", ["to heal it", "island.refresh_below", "a Stretch of rows", "ParcelSize", "linear_rank"])
def test_retired_words_are_recognised(text):
    assert found_in(text)


@pytest.mark.parametrize("text", ["a healer", "linear_ranking", "healthy", "understanding", "outstanding"])
def test_other_words_are_not(text):
    assert not found_in(text)
