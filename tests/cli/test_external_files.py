"""Runs that start a program for each evaluation, in a directory of its own."""
import json
import re
import subprocess
import sys

import pytest

from tests.support import traces
from tests.support.binary import TREE
from tests.support.depth import nightly
from tests.support.experiments import external
from tests.support.journals import attempts, folder_of
from tests.support.traces import differences

GENOME = ('{ name = "x", kind = "real", size = 2, low = -1.0, high = 1.0 }, '
          '{ name = "n", kind = "integer", size = 1, low = 0, high = 9 }')
#: Reads the parameters and writes the result, as far as it is not told to do something else.
PROGRAM = """
import json, os, sys
request = json.load(open("parameters.json"))
x, n = request["genome"]["x"], request["genome"]["n"]
fitness = x[0] * x[0] + x[1] * x[1] + n[0]
"""
WRITE = 'json.dump({"fitness": fitness, "violation": 0}, open("result.json", "w"))\n'


def write(skerry, program, *, files="", problem="", words=(), command=None):
    skerry.write("program.py", PROGRAM + program)
    return skerry.write("files.toml", external(
        command or [sys.executable, "{{folder}}/program.py", *words], GENOME, size=4, generations=2, seed=2,
        problem=f'mode = "files"\n{problem}\n[problem.files]\n{files}'))


def run(skerry, file, trace="t.h5", *options, ranks=None):
    return skerry.done("run", file, "--output", trace, "--force", "--quiet", *options, ranks=ranks)


def course(skerry, trace):
    return traces.course(skerry.folder / trace)


def folders(skerry):
    return sorted((skerry.folder / "evaluations").iterdir())


@pytest.mark.nightly
def test_a_result_file_and_a_pattern_give_the_same_course(skerry):
    run(skerry, write(skerry, WRITE), "json.h5")
    assert folders(skerry) == []
    run(skerry, write(skerry, 'print("step 1: F = 9 !", "\\nF =", repr(fitness).replace("e", "D"), "!\\nV = 0")',
                      files="fitness_pattern = 'F = (\\S+) !'\nviolation_pattern = 'V = (\\S+)'"), "pattern.h5")
    run(skerry, write(skerry, 'os.mkdir("out"); print("F =", repr(fitness), file=open("out/log", "w"))',
                      files="fitness_pattern = 'F = (\\S+)'\nresult = 'out/log'"), "log.h5")
    first = course(skerry, "json.h5")
    assert differences(first, course(skerry, "pattern.h5")) == differences(first, course(skerry, "log.h5")) == []


def test_a_template_and_words_of_the_command_are_filled_in(skerry):
    skerry.write("deck.txt", "x {{x[1]}} {{x[0]}}\nn {{n}}\n{{seed}} {{id}}\n")
    program = """
deck = open("deck.txt").read().split()
assert [float(deck[2]), float(deck[1]), int(deck[4])] == [*x, *n]
assert deck[5:] == [str(request["seed"]), request["id"]]
assert [float(word) for word in sys.argv[1].split()] == x and sys.argv[2] == "a b;c"
"""
    done = run(skerry, write(skerry, program + WRITE, files='template = "deck.txt"', words=["{{x}}", "a b;c"]))
    assert done.messages == [], done


def test_programs_run_at_once(skerry):
    """Each of the first three waits until all three are there."""
    program = """
import time
open(f"../../{request['id']}", "w").close()
while request["id"] in ("0.0.0", "0.1.0", "0.2.0") and not all(os.path.exists(f"../../0.{i}.0") for i in range(3)):
    time.sleep(0.01)
"""
    done = run(skerry, write(skerry, program + WRITE, problem="workers = 3"))
    assert done.messages == [] and folders(skerry) == []


@pytest.mark.nightly
def test_directories_are_kept_as_asked(skerry):
    some_fail = "sys.exit('out of memory') if x[0] > 0.3 else None\n" + WRITE
    for keep in ("failures", "all", "none"):
        run(skerry, write(skerry, some_fail, files=f'keep = "{keep}"\ndirectory = "{keep}"'), f"{keep}.h5")
    kept = {keep: list((skerry.folder / keep).iterdir()) for keep in ("failures", "all", "none")}
    # Equal children of a generation share an evaluation.
    assert kept["none"] == [] and 0 < len(kept["failures"]) < len(kept["all"]) <= 12
    for folder in kept["failures"]:
        assert json.loads((folder / "parameters.json").read_text())["genome"]["x"][0] > 0.3
        assert not (folder / "result.json").exists()
    assert differences(course(skerry, "failures.h5"), course(skerry, "all.h5")) == []


@pytest.mark.few(1)
@pytest.mark.parametrize(("program", "reason"), [
    ("sys.exit('out of memory')", "the program ended with status 1: out of memory"),
    ("os.kill(os.getpid(), 11)", "the program ended with status 139"),
    ("pass", "there is no file result.json that could be read"),
    ("open('result.json', 'w').write('none')", "\"none\" is no JSON object"),
    ("json.dump({'fitness': float('nan')}, open('result.json', 'w'))", "the fitness is no finite number"),
    ("json.dump({'fail': 'not converged'}, open('result.json', 'w'))", "not converged"),
    ("json.dump({'fitness': True, 'fail': None}, open('result.json', 'w'))", "the fitness is true; it is a number"),
    ("json.dump({'fitness': 1, 'violation': [0]}, open('result.json', 'w'))", "the violation is [0]; it is a number"),
    ("open('result.json', 'w').write(' ' * 2_000_000)", "result.json is too long"),
    # A result can't come from elsewhere.
    ("json.dump({'fitness': 1}, open('../other.json', 'w')); os.symlink('../other.json', 'result.json')",
     "there is no file result.json that could be read"),
    ("os.mkfifo('result.json')", "there is no file result.json that could be read"),
    ("os.mkdir('result.json')", "there is no file result.json that could be read"),
    ("print('F = none')", "no line of the output has a fitness"),
])
def test_a_failure_is_told_with_its_directory(skerry, program, reason):
    pattern = "\nfitness_pattern = 'F = (\\S+)'" if "F = " in program else ""
    file = write(skerry, program, files='keep = "all"' + pattern)
    done = skerry.done("run", file, "--output", "t.h5", "--quiet", status=1)
    assert f"{reason}, see {skerry.folder}/evaluations/0.0.0-" in done.err
    assert "4 of 4 evaluations failed" in done.out + done.err


@pytest.mark.nightly
def test_a_program_that_hangs_is_ended(skerry):
    file = write(skerry, "while True: pass", problem="timeout_s = 0.5\nretries = 1")
    done = skerry.done("run", file, "--output", "t.h5", "--quiet", "--set", "stop.generations=1", status=1)
    assert "not done within 0.5 s" in done.err
    assert len(folders(skerry)) == len(attempts(folder_of(skerry.folder / "t.h5"))) == 2 * 4


def program_that(skerry, fault):
    """Makes a program that can't be started for this reason, and returns the words of a command."""
    if fault == "is missing":
        return ["./program"]
    if fault == "is no name":
        return ["no-such-program-of-anybody"]
    if fault == "is a folder":
        (skerry.folder / "program").mkdir()
    elif fault == "lies beside":
        skerry.write("program-beside", "")
        return ["program-beside"]
    elif fault == "is for a shell":
        return ["sh", "-c", "no-such-program-of-anybody {{seed}}"]
    else:
        skerry.write("program", "#!/no/interpreter\n" if fault == "has no interpreter" else "#!/bin/sh\n")
        (skerry.folder / "program").chmod(0o755 if fault == "has no interpreter" else 0o644)
    return ["./program", "{{x}}"]


@pytest.mark.few(3)
@pytest.mark.parametrize(("fault", "part", "ranks"), [
    ("is missing", "program: No such file or directory", None),
    ("is missing", "program: No such file or directory", 2),
    ("is no name", "cannot start no-such-program-of-anybody: No such file or directory", None),
    ("is a folder", "program: it is a folder", None),
    ("is not executable", "program: it is not executable", None),
    ("has no interpreter", "program: the interpreter that its first line or its header names is missing", None),
    ("lies beside", '; the one beside the configuration is "./program-beside"', None),
    ("is for a shell", "the program ended with status 127", None),
])
def test_a_program_that_cannot_be_started_ends_the_run_at_once(skerry, fault, part, ranks):
    file = write(skerry, WRITE, problem="workers = 2\nretries = 3", command=program_that(skerry, fault))
    done = skerry.refused("run", file, "--output", "t.h5", "--quiet", *([] if ranks else ["--islands", 2]), ranks=ranks, status=1)
    assert done.messages[0].startswith('skerry: the program "') and "can't be used: " in done.messages[0] and part in done.messages[0], done
    assert len(folders(skerry)) <= 4, "each of the two programs of an island is started at most once"


def test_a_program_that_vanishes_fails_its_evaluations(skerry):
    file = write(skerry, "os.rename('../../program', '../../gone') if request['id'] == '0.3.0' else None\n" + WRITE,
                 command=["./program"])
    program = skerry.folder / "program"
    program.write_text(f"#!/bin/sh\nexec {sys.executable} {skerry.folder}/program.py\n")
    program.chmod(0o755)
    done = skerry("run", file, "--output", "t.h5", "--quiet", "--set", "stop.generations=1")
    assert done.status == 0 and len(done.messages) == 1, done
    assert re.search(r"program: No such file or directory, evaluation 0\.[4-7]\.0$", done.messages[0]), done
    assert folders(skerry) == []


@pytest.mark.parametrize(("files", "part"), [
    ('result = "../result.json"', "relative and without . or .."),
    ('result = "a/../../b"', "relative and without . or .."),
    ('result = "/etc/passwd"', "relative and without . or .."),
    ('parameters = "../p.json"', "without /"),
    ('parameters = ".."', "without /"),
    ('template = "none.txt"', "none.txt"),
    ('template = "bad.txt"', "{{y}}"),
    ('template = "good.txt"\ninput = "/tmp/x"', "without /"),
    ('template = "good.txt"\ninput = "parameters.json"', "the name of the parameters, too"),
    ("fitness_pattern = '('", "no regular expression"),
    ("fitness_pattern = 'F'", "has 0 groups"),
    ('keep = "some"', "one of failures, all, none"),
    ('kept = "all"', "keep"),
])
def test_mistakes_get_one_message(skerry, files, part):
    skerry.write("bad.txt", "{{y}}")
    skerry.write("good.txt", "{{x}}")
    done = skerry("run", write(skerry, WRITE, files=files), "--quiet")
    assert done.status in (2, 3) and len(done.messages) == 1 and part in done.messages[0], done


@pytest.mark.nightly
@pytest.mark.parametrize("ranks", [None, *nightly(2)])
def test_a_program_may_use_mpi_by_its_launcher(skerry, ranks):
    # One rank prints, since a launcher may mix the lines of several.
    program = """
rank, size = (os.environ.get(f"OMPI_COMM_WORLD_{name}", os.environ.get(f"PMI_{name}")) for name in ("RANK", "SIZE"))
print("F = 1" if (rank, size) == ("0", "3") else f"this is {rank} of {size}" if size != "3" else "")
"""
    launched = [TREE / "jobs/mpirun.sh", "-n", 3, sys.executable, "{{folder}}/program.py"]
    file = write(skerry, program, files="fitness_pattern = 'F = (\\S+)'", command=launched)
    done = run(skerry, file, "t.h5", "--set", "stop.generations=1", "--set", "island.offspring=1", ranks=ranks)
    assert done.messages == [], done


@pytest.mark.nightly
def test_the_example_in_c_runs(skerry):
    for name in ("spring.c", "spring.in"):
        skerry.write(f"examples/external/{name}", (TREE / "examples/external" / name).read_text())
    place = skerry.folder / "examples/external"
    subprocess.run(["cc", "-O2", "-o", place / "spring", place / "spring.c"], check=True)
    file = skerry.write("configs/external/spring.toml", (TREE / "configs/external/spring.toml").read_text())
    done = run(skerry, file, "t.h5", "--json", "--set", "stop.generations=3")
    answer = json.loads(done.out)
    assert done.messages == [] and set(json.loads(answer["solution"])) == {"wire", "coil", "turns"}, done
