"""skerry.worker: a function becomes a worker."""
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.binary import TREE

FIRST = {"skerry": "0.2.0", "protocol": 1, "direction": "minimise", "genome": [{"name": "x", "kind": "real", "size": 2}]}


def answers(folder: Path, program: str, *requests: dict, first: dict = FIRST) -> tuple[list[dict], str]:
    """Returns what a worker of this program answers to lines of one request each, the first line's answer included, and its standard
    error.
    """
    lines, errors = spoken(folder, program, *(batch(one) for one in requests), first=first)
    return [lines[0], *(answer for line in lines[1:] for answer in singles(line))], errors


def spoken(folder: Path, program: str, *requests: dict, first: dict = FIRST) -> tuple[list[dict], str]:
    """Returns the lines of a worker, and its standard error."""
    worker = folder / "worker.py"
    worker.write_text("from skerry.worker import serve\n" + program)
    lines = "".join(json.dumps(line) + "\n" for line in (first, *requests))
    done = subprocess.run([sys.executable, worker], input=lines, capture_output=True, text=True, timeout=240,
                          env=os.environ | {"PYTHONPATH": str(TREE / "analysis")})
    assert done.returncode == 0, done
    return [json.loads(line) for line in done.stdout.splitlines()], done.stderr


def request(number: int, x: list[float]) -> dict:
    return {"id": f"0.{number}.0", "genome": {"x": x}, "seed": 10 + number}


def batch(*requests: dict) -> dict:
    return {"batch": [one["id"] for one in requests], "genomes": {"x": [one["genome"]["x"] for one in requests]},
            "seeds": [one["seed"] for one in requests]}


def singles(answer: dict) -> list[dict]:
    """Returns the answers of a line as objects of their own."""
    fail = answer.get("fail", {})
    columns = {key: column for key, column in answer.items() if key not in ("batch", "fail")}
    assert all(len(column) == len(answer["batch"]) for column in columns.values()) and set(fail) <= set(answer["batch"])
    return [{"id": name} | ({"fail": fail[name]} if name in fail else {key: column[i] for key, column in columns.items()})
            for i, name in enumerate(answer["batch"])]


def test_a_function_becomes_a_worker_in_three_lines(tmp_path: Path) -> None:
    found, errors = answers(tmp_path, "def f(x):\n    return sum(x)\nserve(f)\n", request(0, [1.5, 2]), request(1, [0.1, 0.2]))
    assert found == [{"ready": True, "batch": True}, {"id": "0.0.0", "fitness": 3.5}, {"id": "0.1.0", "fitness": 0.1 + 0.2}]
    assert errors == ""


def test_a_pair_is_fitness_and_violation_and_seeds_are_given_where_wanted(tmp_path: Path) -> None:
    found, _ = answers(tmp_path, "def f(x, seed, id):\n    return seed, len(id)\nserve(f)\n", request(3, [0, 0]))
    assert found[1] == {"id": "0.3.0", "fitness": 13.0, "violation": 5.0}


def test_an_exception_fails_one_evaluation(tmp_path: Path) -> None:
    program = "def f(x):\n    return 1 / x[0]\nserve(f)\n"
    found, errors = answers(tmp_path, program, request(0, [0, 1]), request(1, [2, 1]))
    assert found[1] == {"id": "0.0.0", "fail": "ZeroDivisionError: division by zero"} and found[2]["fitness"] == 0.5
    assert "Traceback" in errors


def test_what_is_no_number_is_a_failure(tmp_path: Path) -> None:
    program = "def f(x):\n    return [float('nan'), 'many', None, (1, float('inf')), (1, 2, 3)][int(x[0])]\nserve(f)\n"
    found, _ = answers(tmp_path, program, *(request(i, [i]) for i in range(5)))
    assert [sorted(answer) for answer in found[1:]] == [["fail", "id"]] * 5, found


def test_what_is_printed_is_no_answer(tmp_path: Path) -> None:
    program = "import os\ndef f(x):\n    print('hello')\n    os.system('echo shell')\n    return 1\nserve(f)\n"
    found, errors = answers(tmp_path, program, request(0, [0]))
    assert len(found) == 2 and "hello" in errors and "shell" in errors


def test_start_gets_the_declaration(tmp_path: Path) -> None:
    program = "seen = []\nserve(lambda x: len(seen[0]['genome']), start=seen.append)\n"
    assert answers(tmp_path, program, request(0, [0]))[0][1]["fitness"] == 1.0


def test_another_protocol_is_refused(tmp_path: Path) -> None:
    found, _ = answers(tmp_path, "serve(lambda x: 0)\n", first=FIRST | {"protocol": 2})
    assert found == [{"fail": "the run speaks protocol 2, and this worker 1"}]


@pytest.mark.parametrize("value", ["True", "x[0] < 1", "'1.5'", "b'1'", "numpy.bool_(True)", "numpy.array(True)", "(1, False)", "(numpy.bool_(False), 0)"])
def test_a_truth_value_or_a_text_is_no_number(tmp_path: Path, value: str) -> None:
    found, _ = answers(tmp_path, f"import numpy\nserve(lambda x: {value})\n", request(0, [0.5]))
    assert found[1]["fail"].startswith("TypeError: the ") and found[1]["fail"].endswith("; it is a number"), found


@pytest.mark.parametrize("value", ["2", "numpy.float32(2)", "numpy.int64(2)", "numpy.array(2.0)", "fractions.Fraction(4, 2)", "decimal.Decimal(2)"])
def test_a_number_may_be_of_any_type(tmp_path: Path, value: str) -> None:
    found, _ = answers(tmp_path, f"import decimal, fractions, numpy\nserve(lambda x: ({value}, 0))\n", request(0, [0.5]))
    assert found[1] == {"id": "0.0.0", "fitness": 2.0, "violation": 0.0}


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
    found, errors = answers(tmp_path, program, *(request(i, [i]) for i in range(3)))
    assert [answer["fitness"] for answer in found[1:]] == [0, 1, 2] and "genome" not in errors and "pipe" not in errors, errors


REQUESTS = [request(i, [i, 0.5]) for i in range(4)]


def lines_of(folder: Path, program: str, requests: list[dict] = REQUESTS) -> list[dict]:
    """Returns the answers to one line of requests."""
    lines, _ = spoken(folder, program, batch(*requests))
    return [answer for line in lines[1:] for answer in singles(line)]


def test_a_dictionary_has_objectives_and_features(tmp_path: Path) -> None:
    program = "serve(lambda x: {'objectives': [x[0], 2], 'features': (x[1],), 'violation': x[0] - 1} if x[0] else 7.0)\n"
    found = lines_of(tmp_path, program, REQUESTS[:3])
    assert found[0] == {"id": "0.0.0", "fitness": 7.0, "violation": 0.0, "objectives": None, "features": None}
    assert found[2] == {"id": "0.2.0", "fitness": None, "violation": 1.0, "objectives": [2.0, 2.0], "features": [0.5]}


@pytest.mark.parametrize("value", ["{}", "None", "{'fitnes': 1}", "{'violation': 1}", "{'objectives': [1, True]}", "{'objectives': 1}",
                                   "{'fitness': 1, 'features': ['2']}", "{'fitness': 1, 'features': None}", "{'objectives': [float('nan')]}"])
def test_a_dictionary_that_is_wrong_is_a_failure(tmp_path: Path, value: str) -> None:
    found = lines_of(tmp_path, f"serve(lambda x: {value} if x[0] == 1 else 2.0)\n")
    assert [sorted(answer) for answer in found] == [["fitness", "id"], ["fail", "id"], ["fitness", "id"], ["fitness", "id"]], found


AT_ONCE = {
    "list": "lambda x: [sum(row) for row in x]",
    "tuple": "lambda x: tuple(sum(row) for row in x)",
    "pair": "lambda x: ([sum(row) for row in x], [0] * len(x))",
    "dictionary": "lambda x: {'fitness': [sum(row) for row in x]}",
    "array": "lambda x: numpy.array(x).sum(axis=1)",
}


@pytest.mark.parametrize("function", AT_ONCE.values(), ids=AT_ONCE)
def test_a_function_may_get_all_at_once(tmp_path: Path, function: str) -> None:
    found = lines_of(tmp_path, f"import numpy\nserve({function}, batch=True)\n")
    assert [(answer["id"], answer["fitness"]) for answer in found] == [(f"0.{i}.0", i + 0.5) for i in range(4)]


def test_arrays_are_given_where_wanted(tmp_path: Path) -> None:
    all_at_once = "def f(x, seed, id):\n    assert x.shape == (4, 2) and id[3] == '0.3.0'\n    return {'fitness': x[:, 0] + seed, 'objectives': x}\n"
    found = lines_of(tmp_path, all_at_once + "serve(f, batch=True, arrays=True)\n")
    assert [answer["fitness"] for answer in found] == [10, 12, 14, 16] and found[3]["objectives"] == [3, 0.5]
    assert [answer["fitness"] for answer in lines_of(tmp_path, "serve(lambda x: x.sum(), arrays=True)\n")] == [0.5, 1.5, 2.5, 3.5]


@pytest.mark.parametrize("function", ["lambda x: [1 / row[0] for row in x]", "lambda x: [row[0] or None for row in x]",
                                      "lambda x: [row[0] or float('inf') for row in x]", "lambda x: [row[0] or 'no' for row in x]"])
def test_one_that_fails_leaves_the_others_of_its_batch(tmp_path: Path, function: str) -> None:
    found = lines_of(tmp_path, f"serve({function}, batch=True)\n")
    assert [answer["id"] for answer in found] == [f"0.{i}.0" for i in range(4)]
    assert "fail" in found[0] and all("fitness" in answer for answer in found[1:]), found


@pytest.mark.parametrize("value", ["[1.0]", "1.0", "'abcd'", "{'fitness': [1.0] * 4, 'violation': [0]}"])
def test_what_is_no_list_for_each_genome_is_a_failure(tmp_path: Path, value: str) -> None:
    found = lines_of(tmp_path, f"serve(lambda x: {value} if len(x) > 1 else 'one', batch=True)\n")
    assert all("it is a list with an element for each" in answer["fail"] for answer in found) and len(found) == 4


def test_answers_keep_to_the_length_of_a_line(tmp_path: Path) -> None:
    program = "import skerry.worker\nskerry.worker.MOST_BYTES = 300\nserve(lambda x: [float(row[0]) for row in x], batch=True)\n"
    requests = [request(i, [i, 0]) for i in range(50)]
    lines, _ = spoken(tmp_path, program, batch(*requests))
    assert len(lines) > 3 and all(len(json.dumps(line)) < 300 for line in lines[1:])
    assert [answer["fitness"] for line in lines[1:] for answer in singles(line)] == list(range(50))


def test_slow_answers_do_not_wait_for_each_other(tmp_path: Path) -> None:
    lines, _ = spoken(tmp_path, "import time\nserve(lambda x: time.sleep(0.01) or 1.0)\n", batch(*REQUESTS))
    assert [line["batch"] for line in lines[1:]] == [[one["id"]] for one in REQUESTS]


def test_streams_may_be_any(tmp_path: Path) -> None:
    import io

    from skerry.worker import serve_streams

    written = io.StringIO()
    serve_streams(lambda x: sum(x), io.StringIO("".join(json.dumps(line) + "\n" for line in (FIRST, batch(*REQUESTS)))), written)
    assert [json.loads(line) for line in written.getvalue().splitlines()] == [
        {"ready": True, "batch": True}, {"batch": ["0.0.0", "0.1.0", "0.2.0", "0.3.0"], "fitness": [0.5, 1.5, 2.5, 3.5]}]
