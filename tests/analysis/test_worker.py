"""skerry.worker: a function becomes a worker."""
import decimal
import fractions
import io
import json
import os
import subprocess
import sys
import time
from pathlib import Path

import numpy
import pytest

import skerry.worker
from tests.support.binary import TREE

FIRST = {"skerry": "0.3.0", "protocol": 1, "direction": "minimise", "genome": [{"name": "x", "kind": "real", "size": 2}]}
REQUESTS = [{"id": f"0.{i}.0", "x": [i, 0.5], "seed": 10 + i} for i in range(4)]


def lines_to(*batches: list[dict], first: dict = FIRST) -> str:
    """Returns what a run tells a worker: its first line, and a line for each batch of requests."""
    columns = ({name: [one[name] for one in batch] for name in ("id", "x", "seed")} for batch in batches)
    lines = ({"batch": batch["id"], "genomes": {"x": batch["x"]}, "seeds": batch["seed"]} for batch in columns)
    return "".join(json.dumps(line) + "\n" for line in (first, *lines))


def read(text: str) -> list[dict]:
    return [json.loads(line) for line in text.splitlines()]


def singles(lines: list[dict]) -> list[dict]:
    """Returns the answers of these lines as objects of their own."""
    found = []
    for line in lines:
        fail = line.get("fail", {})
        columns = {key: column for key, column in line.items() if key not in ("batch", "fail")}
        assert all(len(column) == len(line["batch"]) for column in columns.values()) and set(fail) <= set(line["batch"])
        found += [{"id": name} | ({"fail": fail[name]} if name in fail else {key: column[i] for key, column in columns.items()})
                  for i, name in enumerate(line["batch"])]
    return found


def spoken(function, *batches: list[dict], first: dict = FIRST, **options) -> list[dict]:
    """Returns the lines with which a worker of this function answers to lines of these requests."""
    written = io.StringIO()
    skerry.worker.serve_streams(function, io.StringIO(lines_to(*batches, first=first)), written, **options)
    return read(written.getvalue())


def answers(function, requests: list[dict] = REQUESTS, **options) -> list[dict]:
    """Returns the answers to one line of requests, each as an object of its own."""
    ready, *lines = spoken(function, requests, **options)
    assert ready == {"ready": True, "batch": True}
    return singles(lines)


def process(folder: Path, program: str) -> tuple[list[dict], str]:
    """Returns what a worker of this program answers to a line for each request, and its standard error."""
    worker = folder / "worker.py"
    worker.write_text("from skerry.worker import serve\n" + program)
    environment = os.environ | {"PYTHONPATH": str(TREE / "analysis")}
    lines = lines_to(*([one] for one in REQUESTS))
    done = subprocess.run([sys.executable, worker], input=lines, capture_output=True, text=True, timeout=240, env=environment)
    assert done.returncode == 0, done
    ready, *lines = read(done.stdout)
    return [ready, *singles(lines)], done.stderr


def test_a_function_becomes_a_worker_in_three_lines(tmp_path: Path) -> None:
    found, errors = process(tmp_path, "def f(x):\n    return sum(x)\nserve(f)\n")
    assert found == [{"ready": True, "batch": True}, *({"id": f"0.{i}.0", "fitness": i + 0.5} for i in range(4))] and errors == ""


@pytest.mark.few(3)
@pytest.mark.parametrize("start", [
    "subprocess.run(['cat'])",
    "subprocess.run(['cat', '/dev/fd/0', '/dev/stdin'], close_fds=False)",
    "os.system('cat')",
    "os.spawnlp(os.P_WAIT, 'cat', 'cat')",
    "print(sys.stdin.read(), sys.stdin.readline(), file=sys.stdout)",
    "subprocess.run(['sh', '-c', 'for fd in /proc/self/fd/*; do [ -p $fd ] && [ ${fd##*/} -gt 2 ] && echo a pipe; done; true'], close_fds=False)",
])
def test_what_a_function_starts_has_no_access_to_requests(tmp_path: Path, start: str) -> None:
    program = f"import os, subprocess, sys\ndef f(x):\n    {start}\n    return x[0]\nserve(f)\n"
    found, errors = process(tmp_path, program)
    assert [answer["fitness"] for answer in found[1:]] == [0, 1, 2, 3] and "genome" not in errors and "pipe" not in errors, errors


def test_what_is_printed_is_no_answer(tmp_path: Path) -> None:
    found, errors = process(tmp_path, "import os\ndef f(x):\n    print('hello')\n    os.system('echo shell')\n    return 1\nserve(f)\n")
    assert len(found) == 5 and "hello" in errors and "shell" in errors


def test_a_pair_is_fitness_and_violation_and_seeds_are_given_where_wanted() -> None:
    assert answers(lambda x, seed, id: (seed, len(id)))[3] == {"id": "0.3.0", "fitness": 13.0, "violation": 5.0}


def test_an_exception_fails_one_evaluation(capsys) -> None:
    found = answers(lambda x: 1 / x[0])
    assert found[0] == {"id": "0.0.0", "fail": "ZeroDivisionError: division by zero"} and found[2]["fitness"] == 0.5
    assert "Traceback" in capsys.readouterr().err


@pytest.mark.parametrize("value", [
    float("nan"), "many", None, (1, float("inf")), (1, 2, 3), {}, {"fitnes": 1}, {"violation": 1}, {"objectives": 1}, {"objectives": [1, True]},
    {"objectives": [float("nan")]}, {"fitness": 1, "features": ["2"]}, {"fitness": 1, "features": None},
])
def test_what_is_no_number_and_no_right_dictionary_is_a_failure(value: object) -> None:
    found = answers(lambda x: value if x[0] == 1 else 2.0)
    assert [sorted(answer) for answer in found] == [["fitness", "id"], ["fail", "id"], ["fitness", "id"], ["fitness", "id"]], found


@pytest.mark.parametrize("value", [True, "1.5", b"1", numpy.bool_(True), numpy.array(True), (1, False), (numpy.bool_(False), 0), numpy.array(["1.5"])])
def test_a_truth_value_or_a_text_is_no_number(value: object) -> None:
    failure = answers(lambda x: value)[1]["fail"]
    assert failure.startswith("TypeError: the ") and failure.endswith("; it is a number"), failure


@pytest.mark.parametrize("value", [2, numpy.float32(2), numpy.int64(2), numpy.array(2.0), fractions.Fraction(4, 2), decimal.Decimal(2)])
def test_a_number_may_be_of_any_type(value: object) -> None:
    assert answers(lambda x: (value, 0))[0] == {"id": "0.0.0", "fitness": 2.0, "violation": 0.0}


MEASURED = FIRST | {"objectives": [{"name": "cost", "direction": "minimise"}], "features": [{"name": "kind", "categories": ["a", "b"]}]}


@pytest.mark.parametrize("value, told", [
    (None, "the function returned None; a function returns the fitness, or"), ((1.0,), "returned (1.0,); a function returns"),
    ([1, 2, 3], "returned [1, 2, 3]; a function returns"), (numpy.ones(2), "the fitness is array([1., 1.]); it is a number; a function returns"),
    (numpy.complex128(1 + 2j), "the fitness is (1+2j); it is a number"), (numpy.timedelta64(5, "s"), "; it is a number"),
    ((1, -0.25), "the violation is -0.25; it is at least 0")])
def test_a_wrong_answer_says_what_a_function_returns(value: object, told: str) -> None:
    assert told in answers(lambda x: value)[0]["fail"]


@pytest.mark.parametrize("kind, told", [
    (2, "the feature kind is 2; it is one of a, b, or its index, 0 to 1"), (0.5, "kind is 0.5"), (-1, "kind is -1"), ("c", "kind is 'c'"),
    (float("nan"), "kind is nan; it is finite"), (True, "kind is True"), ("b", 1.0), (0, 0.0), (numpy.int64(1), 1.0)])
def test_a_category_is_a_name_or_an_index(kind: object, told: object) -> None:
    (found,) = singles(spoken(lambda x: {"objectives": [1], "features": [kind]}, REQUESTS[:1], first=MEASURED)[1:])
    assert found.get("features") == [told] if isinstance(told, float) else str(told) in found["fail"]


def test_declared_measures_are_named() -> None:
    def failure(value: object) -> str:
        return singles(spoken(lambda x: value, REQUESTS[:1], first=MEASURED | {"features": []})[1:])[0]["fail"]

    assert failure(1.0).endswith("the objectives are missing; they are a list of 1 finite number: cost")
    assert failure({"objectives": [float("nan")]}).endswith("the objective cost is nan; it is finite")


def test_start_gets_the_declaration() -> None:
    seen: list[dict] = []
    assert answers(lambda x: len(seen[0]["genome"]), start=seen.append)[0]["fitness"] == 1.0


def test_another_protocol_is_refused() -> None:
    assert spoken(lambda x: 0, first=FIRST | {"protocol": 2}) == [{"fail": "the run speaks protocol 2, and this worker 1"}]


def test_a_dictionary_has_objectives_and_features() -> None:
    found = answers(lambda x: {"objectives": [x[0], 2], "features": (x[1],), "violation": x[0] - 1} if x[0] else 7.0)
    # A line has the columns of its answers, and a machine that stands still for a while divides the answers into lines.
    told = [{key: value for key, value in each.items() if value is not None} for each in found]
    assert told[0] == {"id": "0.0.0", "fitness": 7.0} | ({"violation": 0.0} if "violation" in told[0] else {})
    assert told[2] == {"id": "0.2.0", "violation": 1.0, "objectives": [2.0, 2.0], "features": [0.5]}


AT_ONCE = {
    "list": lambda x: [sum(row) for row in x],
    "tuple": lambda x: tuple(sum(row) for row in x),
    "pair": lambda x: ([sum(row) for row in x], [0] * len(x)),
    "dictionary": lambda x: {"fitness": [sum(row) for row in x]},
    "array": lambda x: numpy.array(x).sum(axis=1),
}


@pytest.mark.parametrize("function", AT_ONCE.values(), ids=AT_ONCE)
def test_a_function_may_get_all_at_once(function) -> None:
    assert [(answer["id"], answer["fitness"]) for answer in answers(function, batch=True)] == [(f"0.{i}.0", i + 0.5) for i in range(4)]


def test_arrays_are_given_where_wanted() -> None:
    def all_at_once(x, seed, id):
        assert x.shape == (4, 2) and id[3] == "0.3.0"
        return {"fitness": x[:, 0] + seed, "objectives": x}

    found = answers(all_at_once, batch=True, arrays=True)
    assert [answer["fitness"] for answer in found] == [10, 12, 14, 16] and found[3]["objectives"] == [3, 0.5]
    assert [answer["fitness"] for answer in answers(lambda x: x.sum(), arrays=True)] == [0.5, 1.5, 2.5, 3.5]


@pytest.mark.parametrize("wrong", [lambda: 1 / 0, lambda: None, lambda: float("inf"), lambda: "no"])
def test_one_that_fails_leaves_the_others_of_its_batch(wrong) -> None:
    found = answers(lambda x: [row[0] or wrong() for row in x], batch=True)
    assert [answer["id"] for answer in found] == [f"0.{i}.0" for i in range(4)]
    assert "fail" in found[0] and all("fitness" in answer for answer in found[1:]), found


@pytest.mark.parametrize("value", [[1.0], 1.0, "abcd", {"fitness": [1.0] * 4, "violation": [0]}])
def test_what_is_no_list_for_each_genome_is_a_failure(value: object) -> None:
    found = answers(lambda x: value if len(x) > 1 else "one", batch=True)
    assert all("it is a list with an element for each" in answer["fail"] for answer in found) and len(found) == 4


def test_answers_keep_to_the_length_of_a_line(monkeypatch) -> None:
    monkeypatch.setattr("skerry.worker.MOST_BYTES", 300)
    requests = [{"id": f"0.{i}.0", "x": [i, 0], "seed": 1} for i in range(50)]
    _, *lines = spoken(lambda x: [float(row[0]) for row in x], requests, batch=True)
    assert len(lines) > 2 and all(len(json.dumps(line)) < 300 for line in lines)
    assert [answer["fitness"] for answer in singles(lines)] == list(range(50))


def test_slow_answers_do_not_wait_for_each_other() -> None:
    _, *lines = spoken(lambda x: time.sleep(0.01) or 1.0, REQUESTS)
    assert [line["batch"] for line in lines] == [[one["id"]] for one in REQUESTS]
