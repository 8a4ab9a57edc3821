"""skerry.evolve in processes of its own: killed, told to end, on ranks, and with functions that fail."""
import os
import shutil
import signal
import subprocess
import sys

import pytest
from evolved_calls import ISLAND, VARIABLES, assert_same, counted, evolved, expect_nothing_left_in, here  # noqa: F401

import skerry

from tests.support.binary import TIME_LIMIT_S, Skerry
from tests.support.depth import nightly
from tests.waiting import wait_for

SCRIPT = """
import os, sys, time
import skerry
def f(x):
    with open("count", "a") as file:
        file.write("once\\n")
    time.sleep(float(os.environ.get("SLOW", "0")))
    return sum(value * value for value in x)
result = skerry.evolve(f, {"x": skerry.real(4, -5.12, 5.12)}, islands=2, generations=20, trace=sys.argv[1], progress=False,
                       settings={"island": {"population": 12, "offspring": 12}, "migration.every": 2, "checkpoint.every": 1})
print(result.fitness)
"""


launched = pytest.mark.skipif(not (shutil.which("mpirun") or os.environ.get("SKERRY_MPIRUN")), reason="there is no mpirun (Debian: openmpi-bin)")


def script(folder, *arguments, seconds_each=0.0):
    (folder / "script.py").write_text(SCRIPT)
    environment = Skerry.environment(VARIABLES | {"TMPDIR": str(folder / "temporary"), "SLOW": str(seconds_each)})
    return subprocess.Popen([sys.executable, "script.py", *arguments], cwd=folder, env=environment, start_new_session=True,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def wait_for_evaluations(folder, number):
    wait_for(lambda: counted(folder) >= number, TIME_LIMIT_S, lambda: f"{number} evaluations, but {counted(folder)}")


def finished(process):
    out, errors = process.communicate(timeout=TIME_LIMIT_S)
    assert process.returncode == 0, errors
    return out


@pytest.mark.nightly
@pytest.mark.parametrize("evaluations", [60, *nightly(1, 150)])
def test_killed_at_any_time_the_same_call_goes_on(tmp_path, evaluations):
    killed = script(tmp_path, "a.h5", seconds_each=0.03)
    wait_for_evaluations(tmp_path, evaluations)
    os.killpg(killed.pid, signal.SIGKILL)
    killed.communicate()
    expect_nothing_left_in(tmp_path)
    before = counted(tmp_path)
    fitness = finished(script(tmp_path, "a.h5"))
    assert finished(script(tmp_path, "a.h5")) == fitness
    paid = counted(tmp_path)
    (tmp_path / "count").unlink()
    finished(script(tmp_path, "whole.h5"))
    assert_same("a-1.h5", "whole-1.h5")
    # It does not pay again for what was known; islands pay twice for what was under way, or what both had at the same time.
    assert before >= evaluations and (evaluations == 1 or paid - before <= counted(tmp_path) - evaluations // 2)


@pytest.mark.few(1)
@pytest.mark.parametrize("number, raised", [
    (signal.SIGINT, "KeyboardInterrupt"), (signal.SIGTERM, "skerry.evolving.Interrupted"), (signal.SIGUSR1, "skerry.evolving.Interrupted")])
def test_a_signal_ends_it_in_good_order(tmp_path, number, raised):
    ended = script(tmp_path, "a.h5", seconds_each=0.03)
    wait_for_evaluations(tmp_path, 40)
    ended.send_signal(number)
    _, errors = ended.communicate(timeout=TIME_LIMIT_S)
    last = errors.splitlines()[-1]
    assert ended.returncode != 0 and last.startswith(f"{raised}: a-1.h5") and last.endswith("the same call goes on"), errors
    assert skerry.open("a-1.h5").stop_reason == "interrupted"
    finished(script(tmp_path, "a.h5"))
    assert_same("a-1.h5", evolved(generations=20).trace)


def on_ranks(folder, text):
    (folder / "script.py").write_text(text)
    return Skerry(folder, binary=sys.executable)("script.py", "a.h5", ranks=2, env=VARIABLES)


@launched
def test_ranks_make_the_run_of_one_process(tmp_path):
    names = ["first", *nightly("again")]
    for name in names:
        text = SCRIPT.replace("islands=2, ", "") + f"import os\nopen(f'{name}-{{os.getpid()}}', 'w').write(repr(result))\n"
        done = on_ranks(tmp_path, text)
        assert done.status == 0, done
    told = [file.read_text() for name in names for file in tmp_path.glob(f"{name}-*")]
    assert len(told) == 2 * len(names) and len(set(told)) == 1
    assert_same("a-1.h5", evolved(generations=20).trace)


@pytest.mark.nightly
@launched
@pytest.mark.parametrize("text, told", [
    (SCRIPT + SCRIPT.replace("generations=20", "generations=21"), "a program that a launcher of MPI has started makes one run"),
    (SCRIPT.replace('"population"', '"poplation"'), "unknown key 'poplation'"),
], ids=["two runs", "unknown key"])
def test_a_mistake_on_ranks_is_told_by_the_first(tmp_path, text, told):
    done = on_ranks(tmp_path, text)
    assert done.status != 0 and f"skerry.errors.UsageError: {told}" in done.err, done


@pytest.mark.nightly
@launched
def test_a_call_on_one_rank_alone_is_told_and_ends_with_the_others(tmp_path):
    text = """
import os, sys, time
import skerry, skerry.invocation, skerry.keeper
skerry.keeper.PATIENCE_S = 0.2
def told(text):
    if "waiting for the other ranks: all 2 make this call" in text:
        open("told", "w").close()
if skerry.invocation.is_first():
    skerry.evolve(lambda x: sum(x), {"x": skerry.real(4, -5.12, 5.12)}, trace=sys.argv[1], progress=told)
while not os.path.exists("told"):
    time.sleep(0.01)
"""
    done = on_ranks(tmp_path, text)
    assert done.status == 1 and "skerry.errors.UsageError: other ranks have ended without this call: all 2 make this call" in done.err, done


def test_exceptions_fail_evaluations_and_are_shown(capfd):
    def inverse(x):
        return 1 / 0 if x[0] < 0 else x[0]

    result = evolved(inverse)
    assert result.fitness >= 0 and skerry.open(result.trace).values("failed", "evaluation").any()
    assert "an evaluation failed and ranks last: ZeroDivisionError: division by zero" in capfd.readouterr().err


def test_without_any_fitness_the_call_fails_and_the_infeasible_have_a_violation():
    with pytest.raises(skerry.errors.AnalysisError, match="none of its .* evaluations gave a fitness.*ZeroDivisionError: division by zero"):
        evolved(lambda x: 1 / 0)
    assert evolved(lambda x: (x[0], 2)).violation == 2


@pytest.mark.nightly
@pytest.mark.parametrize("way, told", [
    ("sys.exit('bye')", "the worker ended with status 1: SystemExit: bye"), ("os._exit(3)", "the worker ended with status 3"),
    ("os.kill(os.getpid(), 9)", "the worker was killed by signal 9")])
def test_how_a_function_ends_its_process_is_told(capfd, way, told):
    ending = compile(way, "ending", "eval")
    evolved(lambda x: eval(ending) if x[0] < -3 else x[0])
    assert f"an evaluation failed and ranks last: {told}" in capfd.readouterr().err


@pytest.mark.nightly
def test_what_hangs_is_ended_with_all_that_it_started(tmp_path):
    def hang(x):
        if x[0] < -4:
            (tmp_path / "hung").touch()
            subprocess.run(["sleep", "100000"])
        return x[0]

    evolved(hang, settings=ISLAND | {"problem.timeout_s": 0.3})
    assert (tmp_path / "hung").exists()  # the fixture looks for the program
