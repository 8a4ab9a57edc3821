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
    """Returns what a worker of this program answers, the first line's answer included, and its standard error."""
    worker = folder / "worker.py"
    worker.write_text("from skerry.worker import serve\n" + program)
    lines = "".join(json.dumps(line) + "\n" for line in (first, *requests))
    done = subprocess.run([sys.executable, worker], input=lines, capture_output=True, text=True, timeout=240,
                          env=os.environ | {"PYTHONPATH": str(TREE / "analysis")})
    assert done.returncode == 0, done
    return [json.loads(line) for line in done.stdout.splitlines()], done.stderr


def request(number: int, x: list[float]) -> dict:
    return {"id": f"0.{number}.0", "genome": {"x": x}, "seed": 10 + number}


def test_a_function_becomes_a_worker_in_three_lines(tmp_path: Path) -> None:
    found, errors = answers(tmp_path, "def f(x):\n    return sum(x)\nserve(f)\n", request(0, [1.5, 2]), request(1, [0.1, 0.2]))
    assert found == [{"ready": True}, {"id": "0.0.0", "fitness": 3.5, "violation": 0.0},
                     {"id": "0.1.0", "fitness": 0.1 + 0.2, "violation": 0.0}]
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
