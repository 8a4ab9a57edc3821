"""Tests a full disk: one message, status 1, and what was saved before can be resumed when there is space."""
import errno
import os
import pathlib
import signal
import subprocess

import pytest

from tests.faults.ranks import BOTH, both
from tests.support.running import Running
from tests.support.traces import differences, everything

FAILED = 1
NO_SPACE = "No space left on device"


class Disk:
    """A file system in memory of the size in KiB that a test asks for."""

    def __init__(self, folder):
        self.folder = folder
        self.ballast = folder / "ballast"

    def resize(self, kib):
        subprocess.run(["mount", "-o", f"remount,size={kib}k", self.folder], check=True, timeout=30)

    def free_kib(self):
        state = os.statvfs(self.folder)
        return state.f_bavail * state.f_bsize // 1024

    def leave_free(self, kib):
        """Fills the disk up to that free space; a run that goes on meanwhile may take some of it first."""
        with open(self.ballast, "ab") as file:
            for _ in range(1000):
                try:
                    return os.posix_fallocate(file.fileno(), file.tell(), (self.free_kib() - kib) * 1024)
                except OSError as error:
                    if error.errno != errno.ENOSPC:
                        raise
        raise AssertionError("the disk fills up faster than it can be measured")


@pytest.fixture
def disk(tmp_path):
    if os.geteuid() != 0:
        pytest.skip("a full disk needs root, to mount a small one")
    folder = tmp_path / "disk"
    folder.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64m", "skerry-test", folder], capture_output=True, text=True,
                             timeout=30, check=False)
    if mounted.returncode != 0:
        pytest.skip(f"a full disk needs a small one: {mounted.stderr.strip()}")
    yield Disk(folder)
    subprocess.run(["umount", "--lazy", folder], check=True, timeout=30)


def assert_no_space(result, file):
    assert result.status == FAILED, result
    assert len(result.messages) == 1 and result.err.strip() == result.messages[0], result
    assert file in result.messages[0] and NO_SPACE in result.messages[0], result


def assert_resumes(skerry, trace, ranks, *options, endless=False):
    """Checks that the run can be completed; an endless one goes on for 200 generations."""
    end = []
    if endless:
        end = ["--set", f"stop.generations={skerry.json('inspect', trace, '--json')['generations'] + 200}"]
    done = skerry.done("resume", trace, *end, ranks=ranks, env={"SKERRY_PROGRESS": "none"})
    skerry.done("run", "slow.toml", "--output", "whole.h5", "--quiet", *options, *end, ranks=ranks)
    assert differences(everything(skerry.folder / trace), everything(skerry.folder / "whole.h5")) == []
    assert not list(pathlib.Path(skerry.folder / trace).parent.glob("*.part"))
    return done


@pytest.mark.few(2)
@both("free_kib", [100, 0, 4, 500])
def test_no_room_for_a_new_trace(skerry, disk, ranks, free_kib):
    disk.leave_free(free_kib)
    result = skerry("run", "slow.toml", "--output", "disk/slow.h5", "--quiet", ranks=ranks)
    assert_no_space(result, "disk/slow.h5")
    assert os.listdir(disk.folder) == ["ballast"]


@pytest.mark.few(1)
@BOTH
def test_no_room_for_a_trace_in_the_place_of_another(skerry, disk, ranks):
    command = ["run", "slow.toml", "--output", "disk/slow.h5", "--quiet", "--force"]
    skerry.done(*command, ranks=ranks)
    before = (disk.folder / "slow.h5").read_bytes()
    disk.leave_free(100)
    assert_no_space(skerry(*command, ranks=ranks), "disk/slow.h5")
    assert (disk.folder / "slow.h5").read_bytes() == before


# A run that only a full disk or a signal ends.
ENDLESS = ["--set", "stop.generations=100000000", "--set", "island.offspring=20"]


@pytest.mark.few(1)
@BOTH
def test_the_disk_fills_up_as_the_trace_grows(skerry, disk, ranks):
    once = [*ENDLESS, "--set", "checkpoint.seconds=0.1", "--set", "checkpoint.share=1e-4"]
    with Running(skerry, "run", "slow.toml", "--output", "disk/slow.h5", "--quiet", *once, ranks=ranks) as running:
        assert running.wait_until((disk.folder / "slow.h5.checkpoint").exists)
        with running.paused():
            saved = (disk.folder / "slow.h5.checkpoint").read_bytes()
            disk.leave_free(16)
        assert_no_space(running.end(), "the trace disk/slow.h5 can't be written")
    assert (disk.folder / "slow.h5.checkpoint").read_bytes() == saved
    skerry.done("inspect", "disk/slow.h5")
    disk.ballast.unlink()
    assert "goes on from generation" in assert_resumes(skerry, "disk/slow.h5", ranks, *once, endless=True).err


# Genomes have 128 bytes, so an island has 650 KiB.
LARGE = ["--set", "island.population=5000", "--set", "stop.generations=20", "--set", "migration.every=2"]
EACH_EPOCH = ["--set", "checkpoint.every=1", "--set", "checkpoint.share=1"]


@pytest.mark.few(1)
@both("checkpoints", [1, 0])
def test_the_disk_is_too_small_for_a_checkpoint(skerry, disk, ranks, checkpoints):
    islands = ranks or 1
    disk.resize(700 + 650 * islands * checkpoints)  # the trace needs 512 for a moment, and 100 later
    result = skerry("run", "slow.toml", "--output", "disk/slow.h5", "--quiet", *LARGE, *EACH_EPOCH, ranks=ranks)
    assert_no_space(result, "the checkpoint disk/slow.h5.checkpoint can't be written")
    assert ("the one before it is whole" in result.messages[0]) == bool(checkpoints)
    assert sorted(os.listdir(disk.folder)) == ["slow.h5", "slow.h5.checkpoint"][:1 + checkpoints]
    disk.resize(65536)
    done = assert_resumes(skerry, "disk/slow.h5", ranks, *LARGE, *EACH_EPOCH)
    assert ("goes on from generation" if checkpoints else "starts over") in done.err


@pytest.mark.few(1)
@both("how", ["interrupted", "ended"])
def test_no_room_for_the_last_checkpoint(skerry, disk, ranks, how):
    large = [*LARGE, "--set", "checkpoint.seconds=1000"]
    if how == "interrupted":
        large += ["--set", "stop.generations=100000000"]
    else:
        disk.leave_free(700)
    with Running(skerry, "run", "slow.toml", "--output", "disk/slow.h5", "--quiet", *large, ranks=ranks) as running:
        if how == "interrupted":
            assert running.wait_until((disk.folder / "slow.h5").exists)
            with running.paused():
                disk.leave_free(400)
            running.signal(signal.SIGUSR1)
        assert_no_space(running.end(), "the checkpoint disk/slow.h5.checkpoint can't be written")
    assert sorted(os.listdir(disk.folder)) == ["ballast", "slow.h5"]
    if how == "ended":
        disk.ballast.unlink()
        assert_resumes(skerry, "disk/slow.h5", ranks, *large)


@pytest.mark.few(1)
@both("free_kib", [700, 0, 300])
def test_no_room_to_resume(skerry, disk, ranks, free_kib):
    """A resumed run needs space for its trace twice for a moment; 700 KiB are used up during that time."""
    often = [*ENDLESS, *EACH_EPOCH]
    with Running(skerry, "run", "slow.toml", "--output", "disk/slow.h5", "--quiet", *often, ranks=ranks) as running:
        trace = disk.folder / "slow.h5"
        assert running.wait_until(lambda: trace.exists() and trace.stat().st_size > 900 * 1024)
        running.signal(signal.SIGUSR1)
        assert running.end().status == 75
    before = {name: (disk.folder / name).read_bytes() for name in os.listdir(disk.folder)}
    assert set(before) == {"slow.h5", "slow.h5.checkpoint"}
    disk.leave_free(free_kib)
    assert_no_space(skerry("resume", "disk/slow.h5", "--quiet", ranks=ranks), "disk/slow.h5")
    disk.ballast.unlink()
    assert {name: (disk.folder / name).read_bytes() for name in os.listdir(disk.folder)} == before
    assert_resumes(skerry, "disk/slow.h5", ranks, *often, endless=True)
