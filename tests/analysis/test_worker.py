"""skerry.worker: a function becomes a worker."""
import json
import os
import subprocess
import sys
from pathlib import Path

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
