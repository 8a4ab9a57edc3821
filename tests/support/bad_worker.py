"""A worker that minimises the sum of its values, and does something wrong where it is told to: bad_worker.py KIND [LIMIT] does it
for genomes whose first value is above LIMIT. PIDS names a folder in which every process leaves a file with its number."""
import json
import os
import random
import signal
import subprocess
import sys
import time

KIND = sys.argv[1]
LIMIT = float(sys.argv[2]) if len(sys.argv) > 2 else 2.0


def sign_in():
    if folder := os.environ.get("PIDS"):
        open(os.path.join(folder, str(os.getpid())), "w").close()


def say(text):
    # Short texts arrive at once.
    view = memoryview(text if isinstance(text, bytes) else text.encode())
    while view:
        view = view[os.write(1, view):]


def answer(request, **other):
    values = {"id": request["id"], "fitness": sum_of(request["genome"]["x"])} | other
    return json.dumps(values) + "\n"


def sum_of(values):
    total = 0.0
    for value in values:
        total += value * value
    return total


def hang():
    while True:
        time.sleep(1000)


def hang_with_children(_):
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    for daemon in (False, True):
        if os.fork() == 0:
            if daemon:
                os.setsid()
                if os.fork() > 0:
                    os._exit(0)
            sign_in()
            hang()
    hang()


def flood_output():
    while True:
        say(b"x" * 65536)


def wait_then(code):
    time.sleep(0.2)
    os._exit(code)


def random_bytes(request):
    chance = random.Random(request["id"])
    say(bytes(chance.randrange(256) for _ in range(chance.randrange(1, 300))) + b"\n")


def close_output(_):
    os.close(1)
    hang()


FAILURES = {
    "fail": lambda request: say(json.dumps({"id": request["id"], "fail": "as told"}) + "\n"),
    "nan": lambda request: say(answer(request, fitness=float("nan"))),
    "infinity": lambda request: say(answer(request, fitness=float("-inf"))),
    "null": lambda request: say(answer(request, fitness=None)),
    "negative_violation": lambda request: say(answer(request, violation=-1)),
    "no_number": lambda request: say(answer(request, fitness="1.5")),
    "no_fitness": lambda request: say(json.dumps({"id": request["id"]}) + "\n"),
    "garbage": lambda request: say("Traceback: all is lost\n"),
    "random_bytes": random_bytes,
    "unknown_id": lambda request: say(answer(request, id="9.9.9")),
    "number_as_id": lambda request: say(answer(request, id=3)),
    "too_long": lambda request: say(b"x" * 2_000_000 + b"\n"),
    "endless": lambda request: flood_output(),
    "crash": lambda request: os._exit(1),
    "kill": lambda request: os.kill(os.getpid(), signal.SIGKILL),
    "half_a_line": lambda request: (say(answer(request)[:20]), os._exit(0)),
    "close_output": close_output,
    "hang": lambda request: hang(),
    "hang_with_children": hang_with_children,
}

#: What is no failure.
HABITS = {
    "good": lambda request: say(answer(request)),
    "twice": lambda request: say(answer(request) * 2),
    "empty_lines": lambda request: say("\n  \r\n" + answer(request)),
    "in_pieces": lambda request: [(say(letter), time.sleep(0.0001)) for letter in answer(request)],
    "ends_after_each": lambda request: (say(answer(request)), os._exit(3)),
    "flood_of_errors": lambda request: (sys.stderr.write("warning: " * 40_000 + "\n"), say(answer(request)),
                                        sys.stderr.write("warning: " * 4_000 + "\n")),
    "leaves_children": lambda request: (subprocess.Popen(["sleep", "1000"], stdin=subprocess.DEVNULL, start_new_session=True),
                                        say(answer(request)), os._exit(0)),
    "slow": lambda request: (time.sleep(0.02), say(answer(request))),
    "stubborn": lambda request: (time.sleep(0.005), say(answer(request))),
    "seed": lambda request: say(answer(request, fitness=sum_of(request["genome"]["x"]) + random.Random(request["seed"]).random())),
}


def answer_in_reverse():
    """Answers what has come by then, the last first."""
    rest = b""
    while block := os.read(0, 1 << 16):
        *lines, rest = (rest + block).split(b"\n")
        for line in reversed(lines):
            say(answer(json.loads(line)))


def main():
    sign_in()
    if KIND == "reverse":
        # Nothing comes behind the first line before there is an answer to it.
        os.read(0, 1 << 16)
        say('{"ready": true}\n')
        return answer_in_reverse()
    sys.stdin.readline()
    if KIND == "stubborn":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if KIND == "unready_text":
        say("Loading the model...\n")
    say('{"ready": true}\n')
    for line in sys.stdin:
        request = json.loads(line)
        if KIND in FAILURES and request["genome"]["x"][0] > LIMIT:
            FAILURES[KIND](request)
        else:
            HABITS.get(KIND, HABITS["good"])(request)
    if KIND == "stubborn":
        hang()


main()
