import fcntl
import os
import struct

import pytest
from make_trace import sample, write

import skerry
from skerry.file_lock import LOCK_OFFSET, TRIES, is_written, patiently


@pytest.fixture
def locked(tmp_path):
    """Makes a trace on which a writer holds the lock through its own descriptor."""
    path = write(tmp_path / "a.h5", sample())
    descriptor = os.open(path, os.O_RDWR)
    fcntl.fcntl(descriptor, fcntl.F_OFD_SETLK, struct.pack("hhqqi4x", fcntl.F_WRLCK, os.SEEK_SET, LOCK_OFFSET, 1, 0))
    yield path, descriptor
    os.close(descriptor)


def refusing(times, error=skerry.DataError("cut short")):
    """Raises the error for the first `times` calls, as for a trace that is cut short."""
    calls = []

    def opened():
        calls.append(1)
        if len(calls) <= times:
            raise error
        return "opened"

    return opened, calls


def test_the_lock_is_seen_and_left_alone(locked):
    path, descriptor = locked
    assert is_written(path) is True
    fcntl.fcntl(descriptor, fcntl.F_OFD_SETLK, struct.pack("hhqqi4x", fcntl.F_UNLCK, os.SEEK_SET, LOCK_OFFSET, 1, 0))
    assert is_written(path) is False
    assert is_written(path.with_name("none.h5")) is None


def test_a_trace_that_is_being_closed_is_opened_again(locked, monkeypatch):
    monkeypatch.setattr("skerry.file_lock.PAUSE_S", 0.0)
    opened, calls = refusing(3)
    assert patiently(locked[0], opened) == "opened" and len(calls) == 4
    opened, calls = refusing(100)
    with pytest.raises(skerry.DataError, match="cut short"):
        patiently(locked[0], opened)
    assert len(calls) == TRIES + 1


def test_a_trace_that_nobody_writes_is_refused_at_once(tmp_path):
    path = write(tmp_path / "a.h5", sample())
    opened, calls = refusing(100)
    with pytest.raises(skerry.DataError):
        patiently(path, opened)
    assert len(calls) == 1


def test_an_unfinished_trace_is_not_waited_for(locked):
    opened, calls = refusing(100, skerry.Unfinished("a run is writing it"))
    with pytest.raises(skerry.Unfinished):
        patiently(locked[0], opened)
    assert len(calls) == 1
