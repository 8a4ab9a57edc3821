"""A worker with objectives and features: measuring_worker.py KIND. A wild one never answers twice the same."""
import json
import os
import sys

KIND = sys.argv[1]
WRONG = {"few": {"objectives": [1.0]}, "text": {"objectives": [1.0, "low"]}, "nan": {"objectives": [1.0, float("nan")]},
         "truth": {"objectives": [1.0, True]}, "flat": {"objectives": 1.0}, "no_features": {"features": None}}


def luck():
    return int.from_bytes(os.urandom(4), "big") / 2**32


def measured(x):
    """Two squares whose front is the line from one centre to the other, and where the point lies."""
    near, far = sum(value**2 for value in x), sum((value - 1)**2 for value in x)
    if KIND == "wild":
        near, far = near + luck(), far + luck()
    return {"objectives": [near, far], "features": [x[0], x[1]]}


def main():
    sys.stdin.readline()
    print('{"ready": true}', flush=True)
    for line in sys.stdin:
        request = json.loads(line)
        answer = {"id": request["id"]} | measured(request["genome"]["x"])
        if KIND in WRONG and request["genome"]["x"][0] > 1:
            answer |= WRONG[KIND]
        if KIND == "map":
            answer |= {"fitness": answer.pop("objectives")[0]}
        print(json.dumps(answer), flush=True)


main()
