"""Runs whose fitness workers compute: what they do right, and everything that they do wrong."""
import json
import shutil
import signal
import subprocess
import sys

import pytest

from tests.support import traces
from tests.support.binary import TREE
from tests.support.depth import nightly
from tests.support.experiments import UNIT, external
from tests.support.running import Running, kill
from tests.support.traces import differences, everything
from tests.waiting import wait_for

WORKER = TREE / "tests/support/bad_worker.py"
PYTHON = sys.executable
#: Only a machine that stands still answers a trivial request that late. Each failing genome of a worker that hangs takes as long.
TIMEOUT_S = 15
#: Few genomes of this course have a first value above the limit.
LIMIT = "0.7"


def config(kind="good", *, limit=None, problem="", size=3, generations=4):
    return external([PYTHON, WORKER, kind, *([limit] if limit else [])], UNIT.replace("size = 3", f"size = {size}"),
                    problem=problem, size=12, every=2, generations=generations)


def write(skerry, *arguments, **options):
    return skerry.write("external.toml", config(*arguments, **options))


def run(skerry, file, trace, *options, ranks=None, env=None, status=0):
    return skerry.done("run", file, "--output", trace, "--force", "--quiet", *options, ranks=ranks, env=env, status=status)


def course(skerry, trace):
    return traces.course(skerry.folder / trace)


@pytest.mark.few(1)
@pytest.mark.parametrize("size", [2, 10])
def test_the_course_is_that_of_the_same_function_in_cpp(skerry, size):
    """Where genome, operators and fitness are alike, so is every generation."""
    text = config(size=size, generations=20).replace("low = 0.0, high = 1.0", "low = -5.12, high = 5.12")
    own = text[:text.index("[problem]")] + f'[problem]\ntype = "real_function"\nfunction = "sphere"\ndimension = {size}\n' + \
        text[text.index("[island]"):] + "at_target = false\n"
    run(skerry, skerry.write("outside.toml", text), "outside.h5", "--islands", 2)
    run(skerry, skerry.write("inside.toml", own), "inside.h5", "--islands", 2)
    outside, inside = everything(skerry.folder / "outside.h5"), everything(skerry.folder / "inside.h5")
    names = [name for name in inside if name.startswith(("generation/", "migration/", "epoch/")) and "@" not in name
             and "checksum" not in name and "bytes" not in name and name in outside]
    assert len(names) > 15 and "generation/best" in names
    assert [name for name in differences(outside, inside) if name in names] == []


POOLS = {"three workers": "workers = 3", "seven requests": "requests = 7", "one request": "requests = 1",
         "both": "workers = 3\nrequests = 7"}


@pytest.mark.few(1)
@pytest.mark.parametrize("pool", POOLS.values(), ids=POOLS)
@pytest.mark.parametrize("kind", ["reverse", *nightly("seed")])
def test_any_number_of_workers_and_requests_leaves_the_same_course(skerry, pids, kind, pool):
    run(skerry, write(skerry, kind), "one.h5", "--islands", 2)
    run(skerry, write(skerry, kind, problem=pool), "pool.h5", "--islands", 2, env={"PIDS": str(pids)})
    assert differences(course(skerry, "one.h5"), course(skerry, "pool.h5")) == []
    # Each island has a pool of its own.
    assert len(list(pids.iterdir())) == (6 if "workers" in pool else 2)
    assert living(pids) == []


def test_another_seed_gives_workers_other_random_numbers(skerry):
    file = write(skerry, "seed", generations=1)
    answers = [json.loads(run(skerry, file, "t.h5", "--json", "--seed", seed).out) for seed in (1, 1, 2)]
    assert answers[0]["best_fitness"] == answers[1]["best_fitness"] != answers[2]["best_fitness"]


KINDS = ["crash", "nan", "infinity", "null", "negative_violation", "no_number", "no_fitness", "garbage", "random_bytes", "unknown_id",
         "number_as_id", "too_long", "endless", "kill", "half_a_line"]
LATE = ["hang_with_children", "close_output", *nightly("hang")]


@pytest.fixture(scope="module")
def told(tmp_path_factory):
    """The course of a run in which some evaluations fail since the worker says so."""
    from tests.support.binary import Skerry
    skerry = Skerry(tmp_path_factory.mktemp("told"))
    done = run(skerry, write(skerry, "fail", limit=LIMIT), "told.h5")
    assert "an evaluation failed and ranks last: as told, evaluation 0." in done.err
    return course(skerry, "told.h5")


def test_a_failure_changes_the_course(skerry, told):
    run(skerry, write(skerry), "good.h5")
    assert differences(told, course(skerry, "good.h5")) != []


@pytest.mark.few(3)
@pytest.mark.parametrize("kind", KINDS + LATE)
def test_every_failure_ranks_last_and_the_run_goes_on(skerry, pids, told, kind):
    problem = f"timeout_s = {TIMEOUT_S}" if kind in LATE else ""
    done = run(skerry, write(skerry, kind, limit=LIMIT, problem=problem), "bad.h5", env={"PIDS": str(pids)})
    assert differences(told, course(skerry, "bad.h5")) == [], done
    assert len([line for line in done.messages if "island 0: an evaluation failed and ranks last" in line]) >= 1, done
    assert living(pids) == []


@pytest.mark.few(1)
@pytest.mark.parametrize("kind", ["twice", "in_pieces", "ends_after_each", "flood_of_errors", "empty_lines", "leaves_children"])
def test_a_strange_habit_is_no_failure(skerry, pids, kind):
    run(skerry, write(skerry, generations=2), "good.h5")
    done = run(skerry, write(skerry, kind, generations=2), "habit.h5", env={"PIDS": str(pids)})
    assert done.messages == []
    assert differences(course(skerry, "good.h5"), course(skerry, "habit.h5")) == []
    assert living(pids) == []


def test_an_abort_that_is_asked_for_names_the_reason(skerry):
    skerry.refused("run", write(skerry, "crash", limit=LIMIT, problem='on_failure = "abort"'), "--quiet", status=1,
                   says=["the worker ended with status 1", "evaluation 0."])


@pytest.mark.parametrize("ranks", [2, *nightly(None)])
def test_too_many_failures_end_the_run_with_their_reasons(skerry, ranks):
    file = write(skerry, "garbage", limit="0.2", problem="most_failures = 0.5")
    done = skerry.done("run", file, "--quiet", ranks=ranks, status=1)
    assert "more evaluations failed than most_failures = 0.5 allows" in done.err
    assert "without an answer that could be read (\"Traceback: all is lost\" is no answer" in done.err


@pytest.mark.few(2)
@pytest.mark.parametrize(("command", "part"), [
    (["/nowhere/worker"], "cannot start /nowhere/worker: No such file or directory"),
    ([PYTHON, "-c", "raise SystemExit('no licence')"], "the worker ended with status 1: no licence"),
    ([PYTHON, str(WORKER), "unready_text"], "its first line is Loading the model...; it is {\"ready\": true}"),
    ([PYTHON, "-c", "print('{\"fail\": \"no licence\"}')"], "it says: no licence"),
    (["cat"], "its first line is {\"skerry\": \"0.3.0\", \"protocol\": 1"),
    (["true"], "the worker ended with status 0"),
])
def test_a_worker_that_never_starts_ends_the_run(skerry, command, part):
    text = config().replace(json.dumps([PYTHON, str(WORKER), "good"]), json.dumps(command))
    skerry.refused("run", skerry.write("c.toml", text), "--quiet", status=1, says=part)


def test_a_worker_that_is_never_ready_is_given_up(skerry):
    text = config(problem="start_timeout_s = 0.5").replace(json.dumps([PYTHON, str(WORKER), "good"]), '["sleep", "1000"]')
    skerry.refused("run", skerry.write("c.toml", text), "--quiet", status=1, says="it was not ready within 0.5 s")


@pytest.fixture
def pids(skerry):
    """The folder in which processes sign in."""
    (skerry.folder / "pids").mkdir()
    return skerry.folder / "pids"


def living(folder):
    """Returns the processes that have signed in and live."""
    found = []
    for name in (path.name for path in folder.iterdir()):
        try:
            with open(f"/proc/{name}/stat") as stat:
                if stat.read().rpartition(")")[2].split()[0] != "Z":
                    found.append(int(name))
        except FileNotFoundError:
            pass
    return found


@pytest.mark.few(2)
@pytest.mark.parametrize(("kind", "ranks", "number"), [
    *(("slow", None, number) for number in (signal.SIGKILL, signal.SIGTERM, signal.SIGINT)),
    ("slow", 2, signal.SIGKILL), ("slow", 2, signal.SIGTERM),
    # Other signals let a run end in good order with its generation, which does not come here.
    ("hang_with_children", None, signal.SIGKILL), ("hang_with_children", 2, signal.SIGKILL)])
def test_no_process_outlives_a_run_that_is_killed(skerry, pids, kind, ranks, number, pool=1, strike=Running.signal):
    file = write(skerry, kind, limit="-1", problem=f"workers = {pool}", generations=10**6)
    expected = {"slow": 1, "hang_with_children": 3}[kind] * pool * (ranks or 1)
    options = [] if ranks else ["--islands", 1]
    with Running(skerry, "run", file, "--output", "t.h5", "--quiet", *options, ranks=ranks, env={"PIDS": str(pids)}) as running:
        assert running.wait_until(lambda: len(list(pids.iterdir())) >= expected)
        assert len(living(pids)) >= expected
        strike(running, number)
        wait_for(lambda: not living(pids), 120, lambda: living(pids))


@pytest.mark.nightly
def test_no_worker_of_a_pool_outlives_a_run_that_is_killed(skerry, pids):
    test_no_process_outlives_a_run_that_is_killed(skerry, pids, "hang_with_children", None, signal.SIGKILL, pool=3)


def test_killing_one_rank_leaves_nothing_of_the_others(skerry, pids):
    test_no_process_outlives_a_run_that_is_killed(skerry, pids, "hang_with_children", 2, signal.SIGKILL,
                                                  strike=lambda running, number: kill(running.ranks()[-1], number))


@pytest.mark.nightly
def test_a_run_that_was_killed_goes_on_at_once(skerry):
    """The guard of a worker that does not want to end keeps no lock of the trace."""
    file = write(skerry, "stubborn", generations=60)
    with Running(skerry, "run", file, "--output", "t.h5", "--quiet", "--islands", 2, "--set", "checkpoint.every=1") as running:
        assert running.wait_until(lambda: (skerry.folder / "t.h5.checkpoint").exists())
        running.signal(signal.SIGKILL)
        running.process.wait()
        done = skerry("resume", "t.h5", "--quiet")
    assert done.status == 0, done
    run(skerry, file, "whole.h5", "--islands", 2, "--set", "checkpoint.every=1")
    assert differences(course(skerry, "whole.h5"), course(skerry, "t.h5")) == []


def test_a_worker_that_was_changed_is_refused(skerry):
    shutil.copy(WORKER, skerry.folder / "worker.py")
    text = config("slow", generations=400).replace(str(WORKER), "worker.py")
    file = skerry.write("beside.toml", text)
    with Running(skerry, "run", file, "--output", "t.h5", "--quiet", "--set", "checkpoint.every=1") as running:
        assert running.wait_until(lambda: (skerry.folder / "t.h5.checkpoint").exists())
        running.signal(signal.SIGUSR1)
        assert running.end().status == 75
    (skerry.folder / "worker.py").write_text(WORKER.read_text() + "\n# changed\n")
    skerry.refused("resume", "t.h5", "--quiet", status=3, says="worker.py is not what it was when the run began")
    shutil.copy(WORKER, skerry.folder / "worker.py")
    skerry.done("resume", "t.h5", "--quiet", "--generations", 1 + reached(skerry, "t.h5"))


def reached(skerry, trace):
    return len(everything(skerry.folder / trace)["generation/best"]) - 1


@pytest.mark.few(8)
@pytest.mark.parametrize(("old", "new", "part"), [
    ('name = "x"', 'name = "2x"', '"2x" is no name of a part'),
    ('name = "x"', 'name = "seed"', '"seed" is no name of a part'),
    ("high = 1.0", "high = -0.5", "low is 0 and high is -0.5; low is at most high"),
    ('kind = "real"', 'kind = "float"', "one of real, integer, bit, permutation"),
    ("size = 3", "size = 0", "size"),
    ("size = 3, ", "", "size"),
    ('type = "external"', 'type = "external"\nmode = "file"', "one of worker, files"),
    ('type = "external"', 'type = "external"\ninputs = ["none.dat"]', "there is no file"),
    ('type = "external"', 'type = "external"\ntimeout_s = -1', "timeout_s"),
    ('type = "external"', 'type = "external"\nretry = 1', "retries"),
    ('type = "external"', 'type = "external"\nworkers = 0', "workers"),
    ('type = "external"', 'type = "external"\nworkers = 1025', "workers"),
    ('type = "external"', 'type = "external"\nrequests = -1', "requests"),
    ('type = "external"', 'type = "external"\nmode = "files"\nrequests = 2', "requests"),
    ("[island]", '[island]\ncrossover = "pmx"', "pmx"),
    ("[island]", '[island]\ncrossover = "sbx, blx_alpha"', 'part 0 may take "sbx" or "blx_alpha"'),
    ("[island]", '[problem.files]\nkeep = "all"\n[island]', "files"),
])
def test_mistakes_in_the_declaration_get_one_message(skerry, old, new, part):
    text = config(generations=1)
    assert old in text
    text = text.replace(old, new, 1)
    skerry.refused("run", skerry.write("c.toml", text), "--quiet", "--output", "t.h5", says=part)


def test_a_command_that_is_empty_is_refused(skerry):
    skerry.refused("run", skerry.write("c.toml", '[problem]\ntype = "external"\ncommand = []\n'
                                      'genome = [{ name = "b", kind = "bit", size = 4 }]\n'), "--quiet", says="command is empty")


def test_check_evaluates_a_solution(skerry):
    file = write(skerry)
    answer = json.loads(run(skerry, file, "t.h5", "--json").out)
    assert "feasible" in skerry.done("check", file, "-", stdin=answer["solution"]).out
    skerry.refused("check", file, "-", stdin='{"x": [1, 2]}', status=3, says="part x is not a list of 3 values")


MIXED = ('[{ name = "x", kind = "real", size = 2, low = -1.0, high = 1.0 }, { name = "n", kind = "integer", size = 2, low = 4, high = 4 }, '
         '{ name = "b", kind = "bit", size = 6 }]')


@pytest.mark.nightly
def test_lists_of_tables_and_of_operators_are_set_on_the_command_line(skerry):
    """Each part takes its own operator, and a gene between equal bounds is fixed."""
    file = write(skerry, generations=3)
    settings = ["--set", f"problem.genome={MIXED}", "--set", "island.crossover_rate=1"]
    solutions = set()
    for crossover in ('""', "uniform,uniform,one_point", "sbx, uniform, two_point", "blx_alpha,,", "uniform , blx_alpha"):
        done = run(skerry, file, "t.h5", "--json", *settings, "--set", f"island.crossover={crossover}", "--set", "island.mutation=gaussian,creep")
        solutions.add(json.loads(done.out)["solution"])
        assert json.loads(json.loads(done.out)["solution"])["n"] == [4, 4] and done.messages == []
    assert len(solutions) > 2, "other operators make other children"
    skerry.done("resume", "t.h5", "--generations", 5, "--quiet")
    skerry.refused("run", file, "--set", "problem.genome=" + MIXED.replace("low = 4", "low = 5"),
                   says="low is 5 and high is 4; low is at most high (--set problem.genome=[")
    skerry.refused("run", file, "--set", "problem.genome=3", says=["problem.genome", "list of tables"])


@pytest.mark.few(1)
@pytest.mark.parametrize(("name", "key", "best"), [
    ("onemax", "problem.retries=1", 30), ("beam-front", "stop.generations=20", None), ("sphere", "problem.timeout_s=60", None),
    ("beam-map", "stop.generations=20", None), ("decay", "problem.requests=3", None)])
def test_the_examples_run(skerry, name, key, best):
    done = skerry("run", TREE / f"configs/external/{name}.toml", "--json", "--quiet", "--output", "t.h5", "--set", key,
                  env={"PYTHONPATH": ""})
    assert done.status == 0 and done.messages == [], done
    answer = json.loads(done.out)
    assert best is None or answer["best_fitness"] == best, answer


@pytest.mark.few(1)
@pytest.mark.parametrize("theirs", [None, "", "mine", "mine:other"])
def test_a_worker_finds_the_package_of_skerry_behind_what_the_user_names(skerry, theirs):
    skerry.write("mine/helper.py", "def fitness(x):\n    return x[0]\n")
    skerry.write("worker.py", "import os\nfrom skerry.worker import serve\n" + ("from helper import fitness\n" if theirs else "fitness = max\n") +
                 "open('path', 'w').write(os.environ['PYTHONPATH'])\nserve(lambda x: fitness(x))\n")
    text = config(generations=1).replace(json.dumps([PYTHON, str(WORKER), "good"]), json.dumps([PYTHON, "worker.py"]))
    path = theirs and ":".join(str(skerry.folder / part) for part in theirs.split(":"))
    environment = {} if path is None else {"PYTHONPATH": path}
    run(skerry, skerry.write("c.toml", text), "t.h5", env=environment)
    begin = path if path is not None else skerry.environment().get("PYTHONPATH", "")
    assert (skerry.folder / "path").read_text() == f"{begin}:{TREE}/analysis".lstrip(":")


@pytest.mark.few(1)
@pytest.mark.parametrize(("program", "how"), [
    (["cat"], "stdout=subprocess.DEVNULL"),
    ([PYTHON, "-c", "import sys; sys.stdin.read(); print('{}')"], ""),
    (["sh", "-c", "read line; echo '{\"id\": \"0.0.0\", \"fitness\": -5}'; ls /proc/self/fd >&2"], "close_fds=False"),
])
def test_a_program_that_a_worker_starts_has_no_access_to_its_requests(skerry, program, how):
    """Neither does it take requests away, nor is what it prints an answer."""
    skerry.write("worker.py", f"""import subprocess
from skerry.worker import serve
def fitness(x):
    subprocess.run({program!r}, {how})
    return sum(x)
serve(fitness)
""")
    text = config(generations=1, problem="requests = 4").replace(json.dumps([PYTHON, str(WORKER), "good"]), json.dumps([PYTHON, "worker.py"]))
    done = run(skerry, skerry.write("c.toml", text), "t.h5", "--json")
    assert done.messages == [] and json.loads(done.out)["best_fitness"] > 0, done


@pytest.mark.nightly
@pytest.mark.parametrize(("problem", "key"), [("external", "population"), *nightly(
    ("onemax", "offspring"), ("external", "offspring"), ("onemax", "population"))])
def test_out_of_memory_names_the_key_that_asked_for_it(skerry, problem, key):
    """In 3 GB, which the individuals of neither problem fit in."""
    text = config() if problem == "external" else '[problem]\ntype = "onemax"\nbits = 1000\n'
    file = skerry.write("c.toml", text)
    words = skerry.command("run", file, "--quiet", "--set", f"island.{key}=100000000", "--set", "island.replacement=plus")
    done = subprocess.run(["bash", "-c", 'ulimit -v 3000000 && exec "$@"', "bash", *words], cwd=skerry.folder, env=skerry.environment(),
                          capture_output=True, text=True)
    assert done.returncode == 1 and f"out of memory: {key} is 100000000" in done.stderr, done
