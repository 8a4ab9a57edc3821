"""Runs of the binary that go on in the background, for what follows them."""
import os
import subprocess

import pytest

from tests import slow_run
from tests.support.binary import OWN_PROGRAM, TIME_LIMIT_S
from tests.waiting import wait_for

#: Its evaluations sleep: a run that nobody waits for takes no time of the processor.
CONFIG = slow_run.CONFIG.replace("generations = 600", "generations = 100000000")


def start(path, *arguments, evaluation_ms=1):
    """Starts a run in the background, and waits for its trace."""
    config = path.with_suffix(".toml")
    config.write_text(CONFIG)
    command = [str(part) for part in (OWN_PROGRAM, "run", config, *arguments, "--output", path, "--quiet")]
    environment = {**os.environ, "EVALUATION_MS": str(evaluation_ms)}
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    wait_for(lambda: path.exists() or process.poll() is not None, TIME_LIMIT_S, "the trace")
    return process


@pytest.fixture
def endless(tmp_path):
    """Starts a run that goes on until it is killed; returns its trace and its process."""
    path = tmp_path / "live.h5"
    process = start(path)
    yield path, process
    process.kill()
    process.wait()
