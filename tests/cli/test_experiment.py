"""Tests experiments, which are many runs in one description."""
import json

import h5py
import pytest

from tests.support.binary import HandedOver, Skerry, TREE
from tests.support.experiments import write_experiments
from tests.support.traces import assert_same, contents

LAUNCHER = {"SKERRY_LAUNCHER": str(TREE / "jobs/mpirun.sh"), "SKERRY_PROGRESS": "none"}
EXPERIMENT = """title = "Rates"
seeds = 3
published = "rates.csv"
config = "onemax.toml"
variants = [{ name = "alone" }, { name = "three", islands = 3 }]
[grid]
island.gene_rate = [0.01, 0.05]
"""
#: The same without a launcher, whose runs take no time.
ALONE = """seeds = 6
config = "onemax.toml"
variants = [{ name = "alone" }]
[grid]
island.gene_rate = [0.01, 0.05]
"""
NAMES = [f"{name}-gene_rate={rate}-{seed}.h5" for name in ("alone", "three") for rate in ("0.01", "0.05") for seed in (1, 2, 3)]
NAMES_ALONE = [f"alone-gene_rate={rate}-{seed}.h5" for rate in ("0.01", "0.05") for seed in range(1, 7)]


def write(skerry):
    write_experiments(skerry)
    skerry.write("rates.toml", EXPERIMENT)
    skerry.write("alone.toml", ALONE)
    skerry.write("rates.csv", "variant,success_percent\nthree,50\n")


@pytest.fixture(scope="module")
def done(tmp_path_factory):
    """The folder in which rates.toml was run, and what that printed."""
    skerry = HandedOver(tmp_path_factory.mktemp("done"))
    write(skerry)
    return skerry.folder, skerry("experiment", "rates.toml", env=LAUNCHER)


@pytest.fixture
def experiment(skerry):
    write(skerry)

    def call(*options, file="alone.toml", env=None, **how):
        return HandedOver(skerry.folder).done("experiment", file, *options, env=LAUNCHER | (env or {}), **how)
    return call


@pytest.fixture
def finished(skerry, experiment):
    """The traces of alone.toml."""
    experiment()
    return skerry.folder / "results/alone"


def traces(folder):
    return sorted(path.name for path in folder.glob("*.h5"))


@pytest.mark.nightly
def test_every_combination_leaves_a_trace_in_one_folder(done):
    place, result = done
    skerry = Skerry(place)
    assert result.status == 0 and result.err == "", result
    assert result.out.startswith("Rates: 12 of 12 runs are finished (12 now in ") and "traces  results/rates" in result.out
    folder = place / "results/rates"
    assert sorted(path.name for path in folder.iterdir()) == sorted([*NAMES, "experiment.json"])
    with h5py.File(folder / "three-gene_rate=0.05-2.h5") as trace:
        assert (trace.attrs["seed"], trace.attrs["islands"]) == (2, 3)
        assert "gene_rate = 0.05" in trace["config"][()].decode()
    skerry.done("run", "onemax.toml", "--set", "island.gene_rate=0.05", "--seed", 2, "--output", "own.h5", "--quiet", ranks=3)
    assert_same(contents(folder / "three-gene_rate=0.05-2.h5"), contents(skerry.folder / "own.h5"))
    manifest = json.loads((folder / "experiment.json").read_text())
    assert [run for variant in manifest["variants"] for run in variant["runs"]] == NAMES
    assert {variant["instance"] for variant in manifest["variants"]} == {"onemax"}
    assert manifest["variants"][2]["published"] == {"success_percent": 50}


def test_said_again_it_does_only_what_is_missing(finished, experiment):
    missing = (NAMES_ALONE[1], NAMES_ALONE[3], NAMES_ALONE[7])
    before = {name: (finished / name).read_bytes() for name in NAMES_ALONE}
    for name in missing:
        (finished / name).unlink()
    listed = experiment("--list")
    assert listed.out.endswith("12 runs of 2 variants: 9 finished, 0 to go on, 3 to do\n"), listed
    assert [line.split()[0] for line in listed.out.splitlines() if " to do " in line] == ["2", "4", "8"]
    planned = json.loads(experiment("--list", "--json").out)["variants"]
    assert [run for variant in planned for run in variant["runs"]] == NAMES_ALONE
    assert not (finished / NAMES_ALONE[1]).exists()
    report = json.loads(experiment("--json").out)
    assert (report["runs"], report["kept"], report["done"], report["failed"], report["left"]) == (12, 9, 3, 0, 0)
    assert traces(finished) == sorted(NAMES_ALONE)
    assert all((finished / name).read_bytes() == before[name] for name in NAMES_ALONE if name not in missing)


@pytest.mark.nightly
def test_parts_make_up_the_whole(skerry, experiment):
    done = []
    for part in ("1/3", "2/3", "3/3"):
        report = json.loads(experiment("--part", part, "--json").out)
        assert report["kept"] == 0 and report["failed"] == 0
        done.append(report["done"])
    assert done == [4, 4, 4] and len(traces(skerry.folder / "results/alone")) == 12
    assert json.loads(experiment("--json").out)["kept"] == 12


@pytest.mark.nightly
def test_values_of_the_command_line_replace_those_of_the_file(skerry, experiment):
    experiment("--set", "stop.generations=7", "--set", "stop.at_target=false", "--output", "results/try")
    with h5py.File(skerry.folder / "results/try/alone-gene_rate=0.05-6.h5") as trace:
        assert trace.attrs["generations"] == 7
    assert "stop.generations" in experiment("--output", "results/try", status=2).err
    for key, told in ("island.gene_rate", "the grid of"), ("run.seed", "its keys islands, seeds and output"), ("stop.gen", "stop.gen"):
        experiment("--set", f"{key}=3", status=2, says=told)


def test_the_program_hands_over_every_option(skerry):
    write(skerry)
    words = ["alone.toml", "--set", "stop.generations=7", "--seeds", 2, "--variants", "*=0.05", "--part", "2/2", "--output", "here",
             "--cores", 1, "--launcher", LAUNCHER["SKERRY_LAUNCHER"], "--quiet"]
    report = skerry.json("experiment", *words)
    assert report["done"] == 1 and traces(skerry.folder / "here") == ["alone-gene_rate=0.05-2.h5"], report
    with h5py.File(skerry.folder / "here/alone-gene_rate=0.05-2.h5") as trace:
        assert trace.attrs["generations"] == 7
    assert "0 finished" in skerry.done("experiment", *words, "--list", "--force").out


@pytest.mark.nightly
def test_a_call_may_choose_variants_and_the_number_of_seeds(skerry, experiment):
    assert json.loads(experiment("--seeds", 2, "--variants", "*=0.05", "--json").out)["runs"] == 2
    assert traces(skerry.folder / "results/alone") == [f"alone-gene_rate=0.05-{seed}.h5" for seed in (1, 2)]
    manifest = json.loads((skerry.folder / "results/alone/experiment.json").read_text())
    assert [len(variant["runs"]) for variant in manifest["variants"]] == [2, 2]
    more = json.loads(experiment("--seeds", 3, "--json").out)
    assert (more["kept"], more["done"]) == (2, 4)
    experiment("--variants", "alone-gene_rate=0.5", status=2, says='did you mean "alone-gene_rate=0.05"?')


def test_paths_start_from_the_experiments_folder(skerry, experiment):
    (skerry.folder / "deep/er").mkdir(parents=True)
    skerry.write("deep/mine.toml", 'configs = ["../party.toml"]\nset.problem.instance = "../puzzle.toml"\n'
                                   'set.stop.generations = 2\n')
    experiment("--output", "out", file="../mine.toml", cwd=skerry.folder / "deep/er")
    assert traces(skerry.folder / "deep/er/out") == ["party-1.h5"]
    manifest = json.loads((skerry.folder / "deep/er/out/experiment.json").read_text())
    assert manifest["variants"][0]["instance"] == "puzzle"


def test_constructions_are_runs_too(skerry, experiment):
    skerry.write("built.toml", 'seeds = 2\nconfig = "party.toml"\nvariants = [\n'
                               '  { name = "guided", construct = { attempts = 40 } },\n'
                               '  { name = "unguided", construct = { attempts = 40, guided = false } },\n]\n')
    assert experiment(file="built.toml").status == 0
    folder = skerry.folder / "results/built"
    assert sorted(path.name for path in folder.iterdir()) == ["experiment.json", "guided-1.csv", "guided-2.csv",
                                                              "unguided-1.csv", "unguided-2.csv"]
    rows = (folder / "unguided-2.csv").read_text().splitlines()
    assert len(rows) == 41 and all(",unguided," in row for row in rows[1:])
    assert (folder / "guided-1.csv").read_text() != (folder / "guided-2.csv").read_text()
    assert json.loads(experiment("--json", file="built.toml").out)["kept"] == 4
    (folder / "guided-1.csv").write_text(rows[0] + "\n")
    experiment(file="built.toml", status=2, says="guided-1.csv has 0 attempts, and this experiment makes 40")


def test_mistakes_come_before_the_first_run(skerry, experiment):
    def refusal(text, status=2):
        skerry.write("bad.toml", text)
        result = experiment(file="bad.toml", status=status, says=[])
        assert not (skerry.folder / "results/bad").exists()
        return result.messages[0]

    assert "unknown key 'sead'" in refusal('configs = ["onemax.toml"]\nsead = 3\n')
    assert "did you mean 'gene_rate'?" in refusal('configs = ["onemax.toml"]\n[grid]\nisland.gene_rat = [0.1]\n')
    assert "leave traces" in refusal('configs = ["onemax.toml"]\nset.trace.enabled = false\n')
    assert "nowhere.toml" in refusal('configs = ["party.toml"]\nset.problem.instance = "nowhere.toml"\n', status=3)
    assert "--part is 4/3" in experiment("--part", "4/3", status=2).messages[0]
    assert "without mpirun" in skerry("experiment", "rates.toml", ranks=2).messages[0]


def test_an_experiment_that_has_changed_is_refused(skerry, experiment):
    assert experiment("--seeds", 1).status == 0
    skerry.write("alone.toml", ALONE.replace("seeds = 6", "seeds = 1\nset.stop.generations = 9"))
    experiment(status=2, says="stop.generations was 25 and is 9; --force begins it anew")
    assert experiment("--force").status == 0


@pytest.mark.nightly
def test_a_puzzle_that_has_changed_is_told_once(skerry, experiment):
    skerry.write("puzzles.toml", 'configs = ["party.toml"]\nseeds = 20\n')
    assert experiment(file="puzzles.toml").status == 0
    skerry.write("heroes.csv", (skerry.folder / "heroes.csv").read_text().replace("500", "501"))
    experiment(file="puzzles.toml", status=2, says=["party-1.h5 is of another run: ", "heroes.csv is not what it was"])


@pytest.mark.nightly
def test_what_can_not_be_read_is_named_and_the_rest_is_done(finished, experiment):
    (finished / NAMES_ALONE[4]).write_bytes(b"precious")
    (finished / NAMES_ALONE[5]).unlink()
    (finished / NAMES_ALONE[9]).unlink()
    result = experiment("--json", status=1)
    assert len(result.messages) == 1 and result.messages[0].startswith("skerry: alone-gene_rate=0.01, seed 5: "), result
    report = json.loads(result.out)
    assert (report["kept"], report["done"], report["failed"]) == (9, 2, 1)
    for name in NAMES_ALONE:
        (finished / name).write_bytes(b"precious")
    many = experiment(status=1)
    assert len(many.messages) == 11 and "2 more traces can't be read" in many.messages[-1], many
    assert (finished / NAMES_ALONE[4]).read_bytes() == b"precious"


@pytest.mark.nightly
def test_a_launcher_that_never_starts_anything_is_given_up_soon(skerry, experiment):
    assert HandedOver(skerry.folder)("experiment", "rates.toml", "--launcher", "false", "--json", "--cores", 3).status in (0, 1)
    skerry.write("many.toml", 'configs = ["onemax.toml"]\nislands = 2\nseeds = 200\n')
    result = experiment("--launcher", "/nowhere/mpirun", file="many.toml", status=1)
    assert all("cannot start /nowhere/mpirun" in line for line in result.messages[:-1])
    assert "others were not tried" in result.messages[-1] and len(result.messages) <= 5


@pytest.mark.nightly
def test_runs_without_a_feasible_solution_are_results(skerry, experiment):
    skerry.write("puzzle.toml", (skerry.folder / "puzzle.toml").read_text().replace("at_least = 0.5", "at_least = 1"))
    skerry.write("hard.toml", 'configs = ["party.toml"]\nseeds = 2\n')
    assert "2 now without a feasible solution" in experiment(file="hard.toml").out


@pytest.mark.nightly
def test_progress_names_runs_and_what_is_left(experiment):
    result = experiment(env={"SKERRY_PROGRESS": "lines"})
    lines = result.err.splitlines()
    assert lines[0].startswith("run 0/12  alone-gene_rate=0.01 seed"), result
    assert lines[-1].startswith("run 12/12")
    bar = experiment("--force", env={"SKERRY_PROGRESS": "bar", "COLUMNS": "60"})
    assert bar.err.startswith("\rrun 0/12") and bar.err.endswith("\n") and " left" in bar.err
