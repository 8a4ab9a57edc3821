"""Runs that start from a table of genomes, or from the trace or the checkpoint of another run ([start])."""
import csv
import shutil
import signal
import subprocess

import h5py
import pytest

from tests.support.binary import OWN_PROGRAM, TREE, HandedOver, Skerry
from tests.support.depth import deep
from tests.support.experiments import write_experiments
from tests.support.traces import assert_same, everything
from tests.waiting import wait_for

DONE, USAGE, BAD_DATA = 0, 2, 3
RANKS = [2, *deep([], [1, 3, 4, 8])]

#: Every problem, and every algorithm that keeps a set.
CONFIGS = {
    "onemax": "onemax.toml", "party map": "party/type2-map.toml", "skyscraper": "skyscraper/island.toml", "sudoku": "sudoku/island.toml",
    "sudoku_puzzle": "sudoku/map.toml", "qap": "qap/island.toml", "dtlz": "benchmarks/dtlz2.toml", "real_function": "benchmarks/rastrigin.toml",
    "party": "party/type2.toml", "party front": "party/type2-front.toml", "jump_maze": "jump_maze/island.toml",
    "jump_maze map": "jump_maze/map.toml", "skyscraper cells": "skyscraper/classic.toml", "skyscraper_puzzle": "skyscraper/map.toml",
    "sudoku classic": "sudoku/classic.toml", "nk": "benchmarks/nk.toml", "trap": "benchmarks/trap.toml", "zdt": "benchmarks/zdt1.toml",
    "arm": "benchmarks/arm.toml", "local search": "jump_maze/hill_climbing.toml", "centroidal": "benchmarks/arm-centroidal.toml",
}


def run(skerry, config, trace, *settings, options=(), ranks=None):
    words = [word for setting in settings for word in ("--set", setting)]
    done = skerry("run", config, "--output", trace, "--force", *words, *options, ranks=ranks)
    assert done.status in (DONE, 1), done  # 1: no feasible solution in so few generations
    return done


def first_row(trace, column):
    return trace[f"generation/{column}"][0]


def best_of(trace):
    """Returns violation and cost of the best individual of a finished trace."""
    sign = -1 if trace.attrs["direction"] == b"maximise" else 1
    return trace["best"].attrs["violation"], sign * trace["best"].attrs["fitness"]


def bests_at_the_start(trace):
    """Returns violation and cost of the best of each island in generation 0."""
    sign = -1 if trace.attrs["direction"] == b"maximise" else 1
    rows = trace["improvement/generation"][:] == 0
    return list(zip(trace["improvement/violation"][:][rows], sign * trace["improvement/fitness"][:][rows]))


@pytest.fixture
def ones(skerry):
    """Writes genomes of 60 bits, with 40, 41, ..., 51 ones."""
    rows = ["1" * count + "0" * (60 - count) for count in range(40, 52)]
    skerry.write("ones.csv", "genome\n" + "\n".join(rows) + "\n")
    return rows


def test_generation_0_holds_the_individuals_of_a_table(skerry, ones):
    override = "island.override=[{ islands = [1], population = 4 }]"
    done = run(skerry, "onemax.toml", "a.h5", "start.from=ones.csv", "island.population=8", override, options=["--islands", 2])
    assert "starts with 12 of the 12 individuals in ones.csv" in done.err
    with h5py.File(skerry.folder / "a.h5") as trace:
        assert list(first_row(trace, "best")) == [51, 47], "they are dealt in turn until an island is full"
        assert min(first_row(trace, "worst")) == 40
        assert first_row(trace, "mean") @ [8, 4] == sum(range(40, 52))
        assert list(first_row(trace, "evaluations")) == [8, 4], "each is evaluated once"


def test_the_path_is_relative_to_the_configuration(skerry, ones):
    skerry.write("sub/a.toml", (skerry.folder / "onemax.toml").read_text() + '[start]\nfrom = "../ones.csv"\n')
    run(skerry, "sub/a.toml", "a.h5")
    with h5py.File(skerry.folder / "a.h5") as trace:
        assert first_row(trace, "best") == 51
        assert "ones.csv" in trace.attrs["inputs"].decode()


@pytest.mark.few(3)
@pytest.mark.parametrize("name", CONFIGS)
def test_every_problem_starts_from_a_past_run(skerry, name, tmp_path):
    config = TREE / "configs" / CONFIGS[name]
    short = ["stop.generations=3", "stop.at_target=false", "migration.every=2", "run.islands=2"]
    if name not in ("local search", "nk", "trap", "sudoku classic"):
        short.append("island.population=20")
    if name == "centroidal":
        short.append("island.centroids=100")
    if name in ("party", "party front", "jump_maze"):
        short.append("island.improve_budget=1000")
    run(skerry, config, "old.h5", *short)
    with h5py.File(tmp_path / "old.h5") as old:
        best, text = best_of(old), b"".join(old["best/text"]).decode()
    with open(tmp_path / "best.csv", "w", encoding="utf-8") as file:
        csv.writer(file).writerows([["genome"], [text]])
    for start in ("old.h5", "old.h5.checkpoint", "best.csv"):
        run(skerry, config, "new.h5", *short, f"start.from={start}", "run.seed=7")
        with h5py.File(tmp_path / "new.h5") as new:
            assert min(bests_at_the_start(new)) <= best, start


def test_a_checkpoint_holds_whole_populations(skerry):
    run(skerry, "onemax.toml", "old.h5", options=["--islands", 3])
    run(skerry, "onemax.toml", "new.h5", "start.from=old.h5.checkpoint", options=["--islands", 3])
    with h5py.File(skerry.folder / "old.h5") as old, h5py.File(skerry.folder / "new.h5") as new:
        assert first_row(new, "mean").sum() == pytest.approx(old["generation/mean"][-1].sum())
        assert first_row(new, "worst").min() == old["generation/worst"][-1].min()
        spread = first_row(new, "best").max() - first_row(new, "best").min()
        assert spread <= 1, "each island gets some of the best"


class TestResume:
    """A run that goes on needs the file only where it starts over."""

    SETTINGS = ["start.from=start.csv"]

    @pytest.fixture
    def whole(self, skerry, ones):
        shutil.move(skerry.folder / "ones.csv", skerry.folder / "start.csv")
        run(skerry, "onemax.toml", "whole.h5", *self.SETTINGS, options=["--islands", 2])
        return everything(skerry.folder / "whole.h5")

    @pytest.fixture
    def part(self, skerry, whole):
        run(skerry, "onemax.toml", "part.h5", *self.SETTINGS, "stop.generations=10", options=["--islands", 2])

    def resumed(self, skerry, *options):
        skerry.done("resume", "part.h5", "--generations", 25, *options, status=DONE)
        return everything(skerry.folder / "part.h5")

    def test_from_a_checkpoint_it_needs_no_file(self, skerry, whole, part):
        (skerry.folder / "start.csv").unlink()
        assert_same(self.resumed(skerry), whole)

    def test_without_one_it_starts_over_from_the_same_file(self, skerry, whole, part):
        (skerry.folder / "part.h5.checkpoint").unlink()
        assert_same(self.resumed(skerry), whole)

    @pytest.mark.parametrize("ranks", [None, 2])
    def test_and_from_no_other(self, skerry, part, ranks):
        (skerry.folder / "part.h5.checkpoint").unlink()
        skerry.write("start.csv", "genome\n" + "1" * 60 + "\n")
        skerry.refused("resume", "part.h5", "--generations", 25, ranks=ranks, status=BAD_DATA,
                       says="start.csv is not the file that start.sha256 names")

    def test_a_checkpoint_of_another_start_is_refused(self, skerry, part):
        run(skerry, "onemax.toml", "other.h5", *self.SETTINGS, "start.share=0.5", "stop.generations=10",
            options=["--islands", 2])
        shutil.copy(skerry.folder / "other.h5.checkpoint", skerry.folder / "part.h5.checkpoint")
        skerry.refused("resume", "part.h5", "--generations", 25, status=BAD_DATA, says="the checkpoint is of another run")

    def test_a_series_goes_on_with_the_same_file_alone(self, skerry, whole):
        series = ["run", "onemax.toml", "--output", "s.h5", "--repeat", 2, "--quiet", "--set", "start.from=start.csv"]
        skerry.done(*series)
        before = [(skerry.folder / f"s-{seed}.h5").stat().st_mtime_ns for seed in (1, 2)]
        skerry.done(*series)
        assert [(skerry.folder / f"s-{seed}.h5").stat().st_mtime_ns for seed in (1, 2)] == before
        skerry.write("start.csv", "genome\n" + "1" * 60 + "\n")
        skerry.refused(*series, says="s-1.h5 is of another run: start.sha256 was")


# name: (the settings, exit status, text that the message must contain)
CASES = {
    "a missing file": (["start.from=none.csv"], BAD_DATA, "cannot read none.csv: No such file"),
    "a folder": (["start.from=."], BAD_DATA, "it is no ordinary file"),
    "a share of nothing": (["start.share=0.5"], USAGE, "from"),
    "an unknown key": (["start.from=ones.csv", "start.form=1"], USAGE,
                       "unknown key 'form' in [start]; did you mean 'from'?"),
    "another file than meant": (["start.from=ones.csv", "start.sha256=" + "0" * 63 + "a"], BAD_DATA,
                                "ones.csv is not the file that start.sha256 names"),
    "no digest": (["start.from=ones.csv", "start.sha256=abc"], USAGE, "sha256 has 64 characters"),
    "a trace of another problem": (["start.from=party.h5"], BAD_DATA,
                                   "party.h5 is a run of problem party, and this one is of onemax"),
    "a trace of another instance": (["start.from=longer.h5"], BAD_DATA,
                                    "longer.h5 is a run with problem.bits = 200, which is 60 here"),
    "genomes of another instance": (["start.from=longer.h5", "start.other_instance=true"], BAD_DATA,
                                    "longer.h5 holds individuals that are no genomes of this problem"),
    "a checkpoint of another instance": (["start.from=longer.h5.checkpoint"], BAD_DATA,
                                         "longer.h5 is a run with problem.bits = 200"),
    "a checkpoint alone": (["start.from=alone.checkpoint"], BAD_DATA,
                           "alone.checkpoint is a checkpoint without its trace"),
    "a checkpoint that is gone": (["start.from=fresh.h5.checkpoint"], BAD_DATA,
                                  "there is no fresh.h5.checkpoint; a run that reached its target leaves no"),
    "a damaged trace": (["start.from=cut.h5"], BAD_DATA, "cut.h5"),
    "a damaged checkpoint": (["start.from=cut.h5.checkpoint"], BAD_DATA, "cut.h5"),
    "its own trace": (["start.from=old.h5", "run.output=old.h5"], USAGE,
                      "the run starts from old.h5, and its trace old.h5 would take the place of that file"),
}


@pytest.fixture(scope="module")
def bad(tmp_path_factory):
    """Makes files from which no run of onemax.toml may start."""
    skerry = Skerry(tmp_path_factory.mktemp("bad"))
    write_experiments(skerry)
    skerry.write("ones.csv", "genome\n" + "1" * 60 + "\n")
    run(skerry, "party.toml", "party.h5", "stop.at_target=false")
    run(skerry, "onemax.toml", "longer.h5", "problem.bits=200")
    run(skerry, "onemax.toml", "old.h5")
    shutil.copy(skerry.folder / "old.h5.checkpoint", skerry.folder / "alone.checkpoint")
    shutil.copy(skerry.folder / "old.h5", skerry.folder / "fresh.h5")
    (skerry.folder / "cut.h5").write_bytes((skerry.folder / "old.h5").read_bytes()[:3000])
    (skerry.folder / "cut.h5.checkpoint").write_bytes((skerry.folder / "old.h5.checkpoint").read_bytes()[:-100])
    return skerry


#: What the first rank finds, what each finds, and what is found when islands are made.
ON_RANKS = deep(["another file than meant", "an unknown key", "genomes of another instance", "a damaged checkpoint"], list(CASES))


@pytest.mark.few(8)
@pytest.mark.parametrize("name, ranks", [*((name, None) for name in CASES), *((name, ranks) for name in ON_RANKS for ranks in RANKS)])
def test_a_bad_start_gives_one_message(bad, name, ranks):
    settings, status, text = CASES[name]
    output = [] if any("run.output" in setting for setting in settings) else ["--output", "new.h5"]
    words = [word for setting in settings for word in ("--set", setting)]
    bad.refused("run", "onemax.toml", *output, "--force", "--quiet", *words, ranks=ranks, status=status, says=text)
    assert not (bad.folder / "new.h5").exists()


def test_another_instance_is_taken_if_that_is_asked_for(skerry):
    """A puzzle of which a rule has changed since."""
    run(skerry, "party.toml", "old.h5", "stop.at_target=false")
    puzzle = (skerry.folder / "puzzle.toml").read_text()
    skerry.write("puzzle.toml", puzzle.replace("at_least = 70", "at_least = 71"))
    skerry.refused("run", "party.toml", "--output", "new.h5", "--set", "start.from=old.h5", status=BAD_DATA,
                   says="old.h5 is a run without the file puzzle.toml of this run")
    run(skerry, "party.toml", "new.h5", "start.from=old.h5", "start.other_instance=true")


def test_a_run_that_has_not_ended_has_a_checkpoint_at_best(skerry):
    command = skerry.command("run", "onemax.toml", "--output", "old.h5", "--quiet",
                             "--set", "stop.generations=100000000", "--set", "checkpoint.every=1")
    with subprocess.Popen(command, cwd=skerry.folder, env=skerry.environment(), stdin=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL) as process:
        wait_for((skerry.folder / "old.h5.checkpoint").exists, 120, lambda: "no checkpoint")
        process.send_signal(signal.SIGUSR1)
        assert process.wait(120) == 75
    skerry.refused("run", "onemax.toml", "--output", "new.h5", "--set", "start.from=old.h5", status=BAD_DATA,
                   says='start.from = "old.h5.checkpoint"')
    run(skerry, "onemax.toml", "new.h5", "start.from=old.h5.checkpoint")


def test_an_experiment_keeps_its_runs_as_long_as_the_file_is_the_same(skerry, ones):
    skerry.write("warm.toml", """seeds = 2
config = "onemax.toml"
variants = [{ name = "cold" }, { name = "warm", set.start.from = "ones.csv" }]
""")
    conducted, command = HandedOver(skerry.folder), ["experiment", "warm.toml", "--quiet"]
    conducted.done(*command, status=DONE)
    traces = sorted((skerry.folder / "results/warm").glob("*.h5"))
    with h5py.File(traces[-1]) as trace:
        assert first_row(trace, "best") == 51
    before = [trace.stat().st_mtime_ns for trace in traces]
    conducted.done(*command)
    assert [trace.stat().st_mtime_ns for trace in traces] == before
    skerry.write("ones.csv", "genome\n" + "1" * 60 + "\n")
    conducted.refused(*command, says="is of another run: start.sha256 was")


def test_a_problem_of_ones_own_starts_from_its_past_run(tmp_path):
    own = Skerry(tmp_path, OWN_PROGRAM)
    own.write("own.toml", "[stop]\ngenerations = 5\n")
    run(own, "own.toml", "old.h5")
    run(own, "own.toml", "new.h5", "start.from=old.h5.checkpoint", "run.seed=2")
    with h5py.File(tmp_path / "old.h5") as old, h5py.File(tmp_path / "new.h5") as new:
        assert min(bests_at_the_start(new)) <= best_of(old)
    own.write("a.csv", "genome\n7\n")
    own.refused("run", "own.toml", "--output", "b.h5", "--set", "start.from=a.csv",
                says="no text form that could be read (a.csv)")


def test_columns_of_genes_are_found_by_their_names(skerry):
    """In any order; tests/unit/app/start/table_test.cpp has those of the parts of an external genome."""
    function = skerry.write("sphere.toml", '[problem]\ntype = "real_function"\nfunction = "sphere"\ndimension = 3\n'
                            '[island]\npopulation = 4\noffspring = 4\n[stop]\ngenerations = 1\n')
    skerry.write("reals.csv", "x3,x1,id,x2\n0.3,0.1,7,0.2\n")
    done = run(skerry, function, "a.h5", "start.from=reals.csv")
    assert "starts with 1 of the 1 individuals in reals.csv; its column id is no gene" in done.err
    with h5py.File(skerry.folder / "a.h5") as reals:
        assert first_row(reals, "best") <= 0.14 + 1e-12
