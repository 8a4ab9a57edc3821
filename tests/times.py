"""Tells where the time of a build and its tests went: tests/times.py PHASES BUILD [RESULTS], where PHASES is what jobs/timed.sh
wrote, BUILD the build folder, and RESULTS the file of ctest --output-junit. Ninja's log has the wall seconds of each compilation,
which is their CPU time where no more of them run than there are cores; GNU time has the CPU seconds of each test."""
import collections
import json
import pathlib
import re
import subprocess
import sys
from xml.etree import ElementTree

SLOWEST = 20


def phases(file):
    """Name, wall and CPU seconds of each."""
    rows = [line.split("\t") for line in pathlib.Path(file).read_text().splitlines()]
    return [(name, float(wall), float(cpu)) for name, wall, cpu in rows]


def compilations(build):
    """The seconds that each output of Ninja took when it was made last."""
    log, last = build / ".ninja_log", {}
    for line in log.read_text().splitlines()[1:] if log.exists() else []:
        begin, end, _, output, _ = line.split("\t")
        if not output.endswith(("cmake", "verify_globs")) and (build / output).exists():
            last[output] = (int(end) - int(begin)) / 1000
    return last


def target_of(output):
    """skerry_app for src/CMakeFiles/skerry_app.dir/run.cpp.o; what is linked is summed up."""
    found = re.search(r"CMakeFiles/([^/]*)\.dir/", output)
    return found[1] if found else "links"


def labels_of(build):
    """The first label of each test, by its name."""
    listed = json.loads(subprocess.run(["ctest", "--test-dir", build, "--show-only=json-v1"], capture_output=True, check=True).stdout)
    found = {}
    for test in listed["tests"]:
        labels = [value for item in test.get("properties", []) if item["name"] == "LABELS" for value in item["value"]]
        found[test["name"]] = labels[0] if labels else ""
    return found


def tests(results, build):
    """Name, label, wall and CPU seconds of each; no CPU seconds without GNU time."""
    cpu_file, labels, cpu = build / "tests" / "cpu.tsv", labels_of(build), {}
    if cpu_file.exists():
        for line in cpu_file.read_text().splitlines():
            fields = line.split("\t")
            if len(fields) == 3:
                cpu[fields[0]] = float(fields[1]) + float(fields[2])
    names = [(test.get("name", ""), float(test.get("time", 0))) for test in ElementTree.parse(results).getroot().iter("testcase")]
    return [(name, labels.get(name, ""), wall, cpu.get(name, 0.0)) for name, wall in names]


def table(head, rows):
    """Names to the left, seconds to the right of it."""
    lines = [f"{head:<58}{'wall s':>9}{'CPU s':>9}"]
    for name, wall, cpu in rows:
        lines.append(f"{name[-58:]:<58}{'' if wall is None else f'{wall:9.1f}':>9}{'' if cpu is None else f'{cpu:9.1f}':>9}".rstrip())
    return "\n".join(lines) + "\n"


def main(phases_file, build, results=None):
    build = pathlib.Path(build)
    texts = [table("Phase", phases(phases_file))]
    built = compilations(build)
    targets = collections.Counter()
    for output, seconds in built.items():
        targets[target_of(output)] += seconds
    if built:
        texts.append(table("Build by target", [(name, seconds, None) for name, seconds in targets.most_common(SLOWEST)]))
        slowest = sorted(built.items(), key=lambda item: -item[1])[:SLOWEST]
        texts.append(table("Slowest translation units and links", [(name, seconds, None) for name, seconds in slowest]))
    if results and pathlib.Path(results).exists():
        rows = tests(results, build)
        labels = collections.defaultdict(lambda: [0.0, 0.0])
        for _, label, wall, cpu in rows:
            labels[label][0] += wall
            labels[label][1] += cpu
        by_label = sorted(labels.items(), key=lambda item: -item[1][0])
        texts.append(table("Tests by label", [(name, *seconds) for name, seconds in by_label]))
        rows.sort(key=lambda row: -row[2])
        texts.append(table("Slowest tests", [(name, wall, cpu) for name, _, wall, cpu in rows[:SLOWEST]]))
    print("\n".join(texts), end="")


if __name__ == "__main__":
    main(*sys.argv[1:])
