"""Calls of skerry.evolve by tests, each in a folder of its own."""
import os
from pathlib import Path

import pandas
import pytest

import skerry

from tests.support.binary import BINARY, TIME_LIMIT_S, TREE
from tests.waiting import wait_for

SPACE = {"x": skerry.real(4, -5.12, 5.12)}
ISLAND = {"island": {"population": 12, "offspring": 12}, "migration.every": 2}


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    """Each test has a folder of its own, for temporary files too, in which it leaves none and after which no process is left."""
    (tmp_path / "temporary").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SKERRY", str(BINARY))
    monkeypatch.setenv("SKERRY_TEST_FOLDER", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "temporary"))
    yield
    expect_nothing_left_in(tmp_path)


def left_in(folder):
    """Returns the processes that were started for a test, by its mark in their environment, or forked, by their folder."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            is_marked = f"SKERRY_TEST_FOLDER={folder}\0".encode() in (process / "environ").read_bytes()
            if (is_marked or os.readlink(process / "cwd") == str(folder)) and int(process.name) != os.getpid():
                found.append((process.name, (process / "cmdline").read_bytes()))
        except OSError:  # it has ended, or is another user's
            continue
    return found


def expect_nothing_left_in(folder):
    wait_for(lambda: not left_in(folder), TIME_LIMIT_S, lambda: left_in(folder))
    assert list((folder / "temporary").iterdir()) == []


def sphere(x):
    return sum(value * value for value in x)


def evolved(function=sphere, space=SPACE, **more):
    return skerry.evolve(function, space, **{"islands": 2, "generations": 6, "settings": ISLAND, "progress": False} | more)


def history(trace):
    return skerry.open(trace).frame("generation").drop(columns=["evolving_s", "waiting_s"])


def assert_same(first, second):
    pandas.testing.assert_frame_equal(history(first), history(second), check_exact=True)


def counted(folder):
    return len((folder / "count").read_text().splitlines()) if (folder / "count").exists() else 0


def counting(folder, function=sphere):
    def count(x):
        with open(folder / "count", "a", encoding="utf-8") as file:
            file.write("once\n")
        return function(x)

    return count


VARIABLES = {"PYTHONPATH": str(TREE / "analysis")}
