"""Tests follow with runs of the binary: it shows them, does not affect them, and ends when they do."""

import fcntl
import os
import pty
import re
import signal
import socket
import struct
import subprocess
import sys
import termios
import threading
import time

import h5py
import numpy as np
import pytest
from live_runs import start
from make_experiment import experiment
from make_trace import sample, write

import skerry
from skerry.command import main
from skerry.commands.following import _killed as killed
from skerry.watching import GRACE_S, State, Watch
from tests.support.binary import TIME_LIMIT_S, TREE
from tests.waiting import wait_for

def command(*arguments):
    return [sys.executable, "-m", "analysis", "follow", *map(str, arguments)]


def watched(path, *options):
    """Starts follow, whose output is read."""
    return subprocess.Popen(command(path, *options), cwd=TREE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_a_run_is_told_line_by_line_until_it_ends(endless):
    path, process = endless
    watcher = watched(path, "--interval", 0.1)
    first = "".join(watcher.stdout.readline() for _ in range(15))
    process.send_signal(signal.SIGTERM)
    rest, errors = watcher.stdout.read(), watcher.stderr.read()
    assert (watcher.wait(timeout=TIME_LIMIT_S), errors) == (0, "")
    process.wait(timeout=TIME_LIMIT_S)
    *lines, last = (first + rest).splitlines()
    assert last == "ended: interrupted; `skerry resume` goes on with it"
    told = [re.fullmatch(r"generation (\d+)/100000000  best (\d+)  median \d+  diversity [\d.]+  [\d,]+ evaluations/s  [\d.]+ s", line) for line in lines]
    assert len(told) > 10 and all(told)
    generations = [int(match[1]) for match in told]
    trace = skerry.open(path)
    ends = trace.values("generation", "epoch")
    assert generations == list(ends[-len(generations) :]), "each epoch once, to the last"
    assert int(told[-1][2]) == trace.values("best", "epoch")[-1]


@pytest.mark.nightly
def test_the_run_is_the_same_whether_it_is_followed_or_not(tmp_path):
    stops = ("--set", "stop.generations=300", "--seed", 3)
    files = []
    for name, followed in (("a", True), ("b", False)):
        path = tmp_path / f"{name}.h5"
        process = start(path, *stops, evaluation_ms=1 if followed else 0)
        watchers = [subprocess.Popen(command(path, "--interval", 0.02), cwd=TREE, stdout=subprocess.DEVNULL) for _ in range(2 * followed)]
        assert process.wait(timeout=TIME_LIMIT_S) == 0, process.stderr.read()
        assert [watcher.wait(timeout=TIME_LIMIT_S) for watcher in watchers] == [0, 0][: len(watchers)]
        files.append(path)
    with h5py.File(files[0]) as followed, h5py.File(files[1]) as alone:
        for name in ("generation/best", "generation/genotype_diversity", "improvement/fitness", "epoch/checksum", "best/genome"):
            np.testing.assert_array_equal(followed[name][()], alone[name][()])


def test_a_killed_run_is_told_with_what_goes_on_with_it(endless):
    path, process = endless
    watcher = watched(path, "--interval", 0.2)
    watcher.stdout.readline()
    process.kill()
    output, errors = watcher.communicate(timeout=TIME_LIMIT_S)
    assert watcher.returncode == 1
    assert output.splitlines()[-1] == "killed: nobody writes the trace any more"
    assert errors == f"analysis: {path}: the run was killed: nobody writes its trace any more; go on with: skerry resume {path}\n"


@pytest.mark.few(4)
@pytest.mark.parametrize(
    "islands, attributes, command",
    [
        (3, {"processes": 1}, "skerry resume {path}"),
        (3, {"processes": 3}, "mpirun -n 3 skerry resume {path}"),
        (3, {"processes": 4}, "mpirun -n 4 skerry resume {path}"),
        (1, {"processes": 1}, "skerry resume {path}"),
        (1, {}, "skerry resume {path}"),
        (1, {"processes": 2}, "mpirun -n 2 skerry resume {path}"),
        (3, {}, "skerry resume {path} (or, if each island was a rank: mpirun -n 3 skerry resume {path})"),
        (3, {"processes": 3, "resumed": b"2026-01-02T03:04:05Z", "resumed_on": b"1@vm"}, "skerry resume {path}"),
        (3, {"processes": 1, "resumed": b"2026-01-02T03:04:05Z", "resumed_on": b"3@a,b"}, "mpirun -n 3 skerry resume {path}"),
        (3, {"resumed": b"2026-01-02T03:04:05Z", "resumed_on": b"1@vm"}, "skerry resume {path}"),
    ],
)
def test_a_killed_run_goes_on_as_it_last_ran(tmp_path, islands, attributes, command):
    watch = Watch(write(tmp_path / "a.h5", sample(islands=islands), unfinished=True, attributes=attributes))
    watch.poll()
    assert killed([watch]).endswith("go on with: " + command.format(path=watch.path))
    watch.close()


@pytest.mark.few(2)
@pytest.mark.parametrize(
    "attributes, here",
    [({"hosts": "HERE,HERE,HERE"}, True), ({"hosts": "far,far,far"}, False),
     ({"hosts": "far,far,far", "resumed": "2026-01-02T03:04:05Z", "resumed_on": "1@HERE"}, True),
     ({"hosts": "HERE,HERE,HERE", "resumed": "2026-01-02T03:04:05Z", "resumed_on": "3@far"}, False)],
)  # fmt: skip
def test_the_host_that_writes_is_that_of_the_last_session(tmp_path, attributes, here):
    named = {name: np.bytes_(text.replace("HERE", socket.gethostname()).encode()) for name, text in attributes.items()}
    watch = Watch(write(tmp_path / "a.h5", sample(), unfinished=True, attributes=named))
    watch.poll()
    assert (watch._grace_s() == GRACE_S) == here
    watch.close()


WAYS_TO_LEAVE = {"ctrl-c": lambda watcher: watcher.send_signal(signal.SIGINT), "closed pipe": lambda watcher: watcher.stdout.close()}


@pytest.mark.parametrize("leave", WAYS_TO_LEAVE.values(), ids=WAYS_TO_LEAVE)
def test_a_reader_leaves_and_the_run_goes_on(endless, leave):
    path, process = endless
    watcher = watched(path, "--interval", 0.05)
    watcher.stdout.readline()
    leave(watcher)
    assert (watcher.wait(timeout=TIME_LIMIT_S), watcher.stderr.read()) == (0, "")
    assert process.poll() is None


def in_a_terminal(arguments, columns, lines, then=lambda: None, **environment):
    """Runs follow in a terminal of that size; returns its output and exit status. It calls `then` after five pictures."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
    variables = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES", "NO_COLOR")}
    variables |= {"TERM": "xterm", "PYTHONIOENCODING": "utf-8", **environment}
    process = subprocess.Popen(command(*arguments), cwd=TREE, stdout=slave, stderr=slave, env=variables)
    os.close(slave)
    written = bytearray()

    def read():
        waiting = True
        try:
            while data := os.read(master, 65536):
                written.extend(data)
                if waiting and written.count(b"\x1b[J") >= 5:
                    waiting = False
                    then()
        except OSError:  # the other end is closed
            pass

    reader = threading.Thread(target=read)
    reader.start()
    status = process.wait(timeout=TIME_LIMIT_S)
    reader.join(timeout=TIME_LIMIT_S)
    os.close(master)
    return status, written.decode()


def frames(written):
    """Returns each picture as lines without escape sequences."""
    return [re.sub(r"\x1b\[[0-9;]*[a-zA-Z]", "", frame).splitlines() for frame in written.split("\x1b[J")]


@pytest.mark.few(1)
@pytest.mark.parametrize("columns, lines", [(80, 24), (40, 12)])
def test_in_a_terminal_the_run_is_drawn_to_its_size(endless, columns, lines):
    path, process = endless
    status, written = in_a_terminal([path, "--interval", 0.2], columns, lines, lambda: process.send_signal(signal.SIGTERM))
    assert status == 0
    pictures = [frame for frame in frames(written) if len(frame) > 5]
    assert len(pictures) > 1
    for picture in pictures:
        assert len(picture) <= lines
        assert all(len(line) < columns for line in picture)
    assert any("\u2800" < character <= "\u28ff" for line in pictures[-1] for character in line)
    assert pictures[-1][-1].startswith("ended: interrupted")
    assert any(line.startswith("diversity 0.") for line in pictures[-1])
    assert any(re.match(r"speed [\d,]+ evaluations/s", line) for line in pictures[-1])
    assert "\x1b[38;5;32m" in written


def test_no_color_and_ascii_are_respected(tmp_path):
    path = write(tmp_path / "a.h5", sample(generations=200), target=40)
    status, written = in_a_terminal([path], 80, 24, NO_COLOR="1", PYTHONIOENCODING="ascii")
    assert status == 0 and "\x1b[38" not in written
    assert written.isascii() and "*" in written


def test_many_runs_have_a_line_each(tmp_path, endless):
    live, process = endless
    done = [write(tmp_path / f"{seed}.h5", sample(seed=seed), target=50) for seed in (1, 2)]
    (tmp_path / "text.h5").write_text("text")
    status, written = in_a_terminal([live, *done, tmp_path / "text.h5", "--interval", 0.3], 100, 24, process.kill)
    assert status == 1 and "live.h5: the run was killed" in written
    assert "text.h5 is no HDF5 file, so no trace" in written
    table = [frame for frame in frames(written) if any(line.startswith("3 runs: ") for line in frame)][-1]
    assert [line.split()[:2] for line in table[-3:]] == [["live.h5", "KILLED"], ["1.h5", "done"], ["2.h5", "done"]]


def test_an_experiment_is_followed_to_its_last_run(tmp_path, capsys):
    folder = experiment(tmp_path / "e", runs=1)
    late = folder / "hard-1-1.h5"
    hidden = late.rename(tmp_path / "late.h5")
    began = time.monotonic()
    threading.Timer(1.0, lambda: hidden.rename(late)).start()
    assert main(["follow", str(folder), "--interval", "0.1"]) == 0
    assert time.monotonic() - began > 0.9
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1] == "hard-1-1.h5: ended: generations"
    assert sum(line.endswith("ended: generations") for line in lines) == 4


def test_a_resumed_run_is_followed_on(tmp_path):
    """`skerry resume` replaces the old trace by another one."""
    path = tmp_path / "a.h5"
    process = start(path)
    watch = Watch(path)
    wait_for(lambda: watch.poll(), TIME_LIMIT_S, "an epoch")
    process.kill()
    process.wait()
    write(tmp_path / "new.h5", sample()).rename(path)
    wait_for(lambda: watch.poll() or watch.state is State.REPLACED, TIME_LIMIT_S, "the new trace")
    watch.close()
    again = Watch(path)
    assert len(again.poll()) == 2
    assert again.state is State.FINISHED and again.stop_reason == "generations"


@pytest.mark.few(1)
@pytest.mark.parametrize("host, lock", [("elsewhere.cluster", False), (None, None)])
def test_a_silent_run_is_not_called_dead_where_its_lock_may_not_be_seen(tmp_path, monkeypatch, host, lock):
    """The run may be on another host, or the file system may have no locks."""
    monkeypatch.setattr("skerry.watching.GRACE_S", 0.0)
    monkeypatch.setattr("skerry.watching.is_written", lambda path: lock)
    hosts = {"hosts": np.bytes_((host or socket.gethostname()).encode())}
    watch = Watch(write(tmp_path / "a.h5", sample(), unfinished=True, attributes=hosts))
    assert len(watch.poll()) == 2
    time.sleep(0.1)
    assert watch.poll() == [] and watch.state is State.RUNNING
    monkeypatch.setattr("skerry.watching.AWAY_GRACE_S", 0.0)
    monkeypatch.setattr("skerry.watching.is_written", lambda path: False)
    wait_for(lambda: watch.poll() or watch.state is State.KILLED, TIME_LIMIT_S, "the verdict")
    watch.close()


def test_a_trace_that_is_removed_is_told(endless):
    path, process = endless
    watch = Watch(path)
    wait_for(lambda: watch.poll(), TIME_LIMIT_S, "an epoch")
    path.unlink()
    process.kill()
    with pytest.raises(skerry.DataError, match="no longer there"):
        wait_for(lambda: watch.poll() and False, TIME_LIMIT_S, "the error")


def test_what_is_watched_is_what_is_in_the_trace(tmp_path):
    columns = sample(generations=25, islands=4)
    columns["violation"][:5] = 1
    watch = Watch(write(tmp_path / "a.h5", columns))
    epochs = watch.poll()
    assert [epoch.generation for epoch in epochs] == [10, 20, 25]
    np.testing.assert_array_equal(watch.best[5:], columns["best"][5:].min(axis=1))
    assert np.isnan(watch.best[:5]).all()
    np.testing.assert_array_equal(watch.median, np.sort(columns["median"], axis=1)[:, 1])
    np.testing.assert_array_equal(watch.diversity, columns["fitness_diversity"].mean(axis=1))
    assert epochs[-1].evaluations == columns["evaluations"][-1].sum()
    spent = np.diff([0, *(epoch.evaluations for epoch in epochs)]) / np.diff([0, *(epoch.elapsed_s for epoch in epochs)])
    assert spent.min() <= epochs[-1].evaluations_per_s <= spent.max()
    assert watch.poll() == []
