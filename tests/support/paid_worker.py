"""A worker that notes each evaluation it begins, and fails by a rule or by luck: paid_worker.py KIND [SLEEP_S]. PAID names the file
of its notes, a line each: the number of the session (SESSION), the id and the genome. PIDS names a folder in which it leaves a file
with its number."""
import json
import os
import random
import sys
import time

KIND = sys.argv[1]
SLEEP_S = float(sys.argv[2]) if len(sys.argv) > 2 else 0
chance = random.Random()


def note(request):
    line = json.dumps([int(os.environ.get("SESSION", "0")), request["id"], request["genome"]["x"]]) + "\n"
    file = os.open(os.environ["PAID"], os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    os.write(file, line.encode())
    os.close(file)


def answer(request):
    values = request["genome"]["x"]
    luck = chance.random() if KIND != "rule" else 1
    if KIND == "wild" and luck < 0.04:
        os._exit(1)
    if KIND == "wild" and luck < 0.08:
        time.sleep(1000)
    if luck < 0.3 or (KIND == "rule" and sum(values) % 4 == 0):
        return {"id": request["id"], "fail": "as told"}
    noise = chance.random() if KIND != "rule" else 0
    return {"id": request["id"], "fitness": sum(value * value for value in values) + noise, "violation": float(values[0] > 7)}


if folder := os.environ.get("PIDS"):
    open(os.path.join(folder, str(os.getpid())), "w").close()
sys.stdin.readline()
print('{"ready": true}', flush=True)
for text in sys.stdin:
    asked = json.loads(text)
    note(asked)
    time.sleep(SLEEP_S)
    print(json.dumps(answer(asked)), flush=True)
