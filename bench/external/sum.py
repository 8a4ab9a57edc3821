"""The same without skerry.worker."""
import json
import sys

sys.stdin.readline()
print('{"ready": true}', flush=True)
for line in sys.stdin:
    request = json.loads(line)
    print(json.dumps({"id": request["id"], "fitness": sum(value * value for value in request["genome"]["x"])}), flush=True)
