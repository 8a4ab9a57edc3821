"""A run depends neither on where its islands are nor on stops: each run of the table leaves, in each layout, the trace that it
leaves on the threads of one process, undisturbed. A change takes some cells, a nightly run all of them."""
import dataclasses
import itertools
import pathlib
import signal
import sys

import pytest

from tests.support.binary import BINARY, OWN_PROGRAM, TREE
from tests.support.depth import deep
from tests.support.experiments import ONEMAX, PARTY, external, settings
from tests.support.journals import config as paid
from tests.support.running import Running, kill
from tests.support.traces import assert_same, everything


@dataclasses.dataclass(frozen=True)
class Run:
    config: str  # a file of configs/, or the text of one
    options: tuple[str, ...] = ()
    islands: int = 4
    generations: int = 25
    program: pathlib.Path = BINARY
    status: int = 0  # 1 where no evaluation succeeds
    past: bool = False  # it starts from the checkpoint of a run of its own configuration


#: Genomes of reals and of parties travel in different ways.
REALS = "paper/islands/rastrigin.toml"
MIGRATION = ["migration.similarity=genotype", "migration.similarity=entropy", "migration.similarity=spectral",
             "migration.similarity=random", "migration.topology=ring", "migration.topology=random", "migration.transfer=copy",
             "migration.deal_at_start=true", "migration.group=2", "migration.transport=gather"]
MAPS = ["migration.similarity=random", "migration.topology=ring", "migration.transfer=copy", "migration.transfer=home",
        "island.cells=centroidal"]
BITS = [("migration.topology=random",), ("migration.topology=torus", "migration.transfer=copy"),
        ("migration.similarity=genotype", "migration.deal_at_start=true")]
OWN = "[island]\npopulation = 20\noffspring = 20\n[migration]\nevery = 5\n"
STAR = ("migration.topology=star", "migration.transfer=copy", "migration.policy=odd", "island.selection=best")
RECORDS = ("trace.populations=epochs", "trace.improvement_genomes=true", "trace.lineage=true")
GENOME = '{ name = "x", kind = "real", size = 3, low = -1.0, high = 2.0 }'
PYTHON = sys.executable
BAD, MEASURING = (TREE / f"tests/support/{name}_worker.py" for name in ("bad", "measuring"))
OBJECTIVES = 'objectives = [{ name = "near", reference = 12.0 }, { name = "far", reference = 12.0 }]'
FEATURES = ('features = [{ name = "first", low = -1.0, high = 2.0, cells = 6 }, '
            '{ name = "second", low = -1.0, high = 2.0, cells = 4 }]')


def outside(*command, **config):
    """A run in which other processes evaluate, and what they have said is not looked up but asked again."""
    text = external(command, GENOME, size=8, every=2, more="[journal]\nkeep = false", **config)
    return Run(text, islands=3, generations=6)


def failing(limit, status=0):
    """A run in which what has a first value above the limit fails."""
    return dataclasses.replace(outside(PYTHON, BAD, "fail", limit, island="restart_after = 5"), status=status)


RUNS = {
    **{f"reals, {option}": Run(REALS, (option,)) for option in (*MIGRATION, "island.restart_after=5", "trace.lineage=true")},
    "a party": Run(PARTY, ("migration.similarity=fitness",)),
    "groups of a node": Run(PARTY, ("migration.group=node",)),
    **{f"bits, {' '.join(options)}": Run(ONEMAX, options) for options in BITS},
    **{f"a map, {option}": Run("benchmarks/arm.toml", (option, "problem.cells=15", "island.centroids=200")) for option in MAPS},
    "a front": Run("benchmarks/zdt1.toml"),
    "a front, dealt out by fronts": Run("benchmarks/zdt1.toml", ("migration.similarity=front",)),
    "a front in boxes": Run("benchmarks/zdt1.toml", ("island.front_epsilon=[0.05]", "migration.topology=ring")),
    "another front": Run("benchmarks/zdt4.toml", ("migration.transport=gather",)),
    "a front in four dimensions": Run("benchmarks/dtlz2.toml", ("problem.objectives=4", "migration.topology=ring")),
    "directions": Run("benchmarks/dtlz2.toml", ("island.niches=directions", "migration.similarity=fitness")),
    **{f"a map of {kind}": Run(f"{kind}/map.toml", islands=2) for kind in ("jump_maze", "sudoku", "skyscraper")},
    **{algorithm: Run(ONEMAX, (f"island.algorithm={algorithm}", "island.climb_steps=31", "island.population=2"))
       for algorithm in ("hill_climbing", "random_restart", "random_walk")},
    **{f"reals by {algorithm}": Run(REALS, (f"island.algorithm={algorithm}", "island.population=8", "island.offspring=30"))
       for algorithm in ("cma_es", "portfolio")},
    "a party by random restarts": Run(PARTY, ("island.algorithm=random_restart", "island.climb_steps=40", "island.offspring=20")),
    "genomes of some epochs": Run(ONEMAX, (*RECORDS, "trace.populations=2")),
    "genomes": Run(ONEMAX, RECORDS),
    "from a table": Run(ONEMAX, ("start.from=ones.csv", "migration.deal_at_start=true")),
    "from a checkpoint": Run(ONEMAX, ("start.from=old.h5.checkpoint", "start.share=0.5"), past=True),
    **{f"a user's {name}": Run(OWN, (f"island.algorithm={algorithm}",), program=OWN_PROGRAM.with_name("knapsack_program"))
       for name, algorithm in (("front", "nsga2"), ("map", "map_elites"))},
    "a user's topology": Run(OWN, STAR, program=OWN_PROGRAM),
    **{f"a user's policy, {option}": Run(OWN, ("migration.policy=odd", option), program=OWN_PROGRAM)
       for option in ("migration.topology=ring", "migration.group=2")},
    "a policy of chance": Run(ONEMAX, ("migration.policy=random", "migration.topology=ring", "migration.migrants=3")),
    "a user's algorithm": Run(OWN, ("island.algorithm=nearer",), program=OWN_PROGRAM),
    "a worker": outside(PYTHON, BAD, "seed"),
    "a worker for what is automatic": outside(PYTHON, BAD, "seed", island='algorithm = "automatic"'),
    "programs": outside("echo", "F = {{x[0]}}", problem='mode = "files"\nfiles = { keep = "none", fitness_pattern = "F = (.+)" }'),
    "a worker for a front": outside(PYTHON, MEASURING, "good", problem=OBJECTIVES, island='algorithm = "nsga2"'),
    "a worker for a map": outside(PYTHON, MEASURING, "map", problem=FEATURES, island='algorithm = "map_elites"'),
    "some evaluations fail": failing(0.5),
    "all evaluations fail": failing(-1.0, status=1),
    "evaluations with a journal": Run(paid(sleep_s=0.01), islands=2, generations=8),
}


class Laid:
    """Makes the run of a row in any layout."""

    def __init__(self, skerry, row):
        self.skerry, self.row, self.env = skerry, row, {"PAID": str(skerry.folder / "paid")}
        skerry.binary = row.program
        self.config = skerry.write("a.toml", row.config) if "\n" in row.config else TREE / "configs" / row.config
        skerry.write("ones.csv", "genome\n" + "".join("1" * ones + "0" * (60 - ones) + "\n" for ones in range(40, 52)))
        if row.past:
            skerry.done("run", self.config, "--output", "old.h5", "--quiet", "--islands", 3)

    def command(self, trace, *options, generations=None):
        given = (*self.row.options, "stop.at_target=false", f"stop.generations={generations or self.row.generations}", *options)
        return ["run", self.config, "--output", trace, "--quiet", "--islands", self.row.islands, *settings(*given)]

    def make(self, trace, *options, generations=None, ranks=None):
        command = self.command(trace, *options, generations=generations)
        self.skerry.done(*command, ranks=ranks, status=self.row.status, env=self.env)

    def resume(self, generations, ranks=None):
        self.skerry.done("resume", "a.h5", "--quiet", "--set", f"stop.generations={generations}", ranks=ranks,
                         status=self.row.status, env=self.env)

    def assert_whole(self, *options, generations=None, differ=()):
        """Compares the trace with that of an undisturbed run on threads."""
        self.make("whole.h5", *options, generations=generations)
        whole, trace = ({name: value for name, value in everything(self.skerry.folder / file).items()
                         if not name.partition("@")[0] in differ} for file in ("whole.h5", "a.h5"))
        assert_same(whole, trace)


def on_ranks(laid, ranks=None):
    laid.make("a.h5", ranks=ranks or laid.row.islands)
    laid.assert_whole()


def on_threads_of_ranks(laid):
    """As many on each, or not."""
    on_ranks(laid, ranks=laid.row.islands - 1)


def gathered(laid):
    """All that travels goes through the first rank, and is as much in other parcels."""
    laid.make("a.h5", "migration.transport=gather", ranks=2)
    laid.assert_whole(differ=("config", "migration/bytes_sent", "migration/bytes_received"))


def granted_more(laid):
    """It ends with an epoch, within one and with one again, and goes on elsewhere each time."""
    whole = laid.row.generations
    first, *others = sorted({whole * part // 20 for part in (8, 10, 12)})
    laid.make("a.h5", generations=first)
    for generations, ranks in zip([*others, whole], (2, None, 2)):
        laid.resume(generations, ranks)
    laid.assert_whole()


def stopped(laid, number, ranks=None):
    """The run is stopped as soon as it can go on, whatever it has come to by then."""
    often = ("checkpoint.every=1", "checkpoint.share=1")
    with Running(laid.skerry, *laid.command("a.h5", *often, generations=10**8), ranks=ranks, env=laid.env) as running:
        assert running.wait_until((laid.skerry.folder / "a.h5.checkpoint").exists)
        for pid in running.processes() if number == signal.SIGKILL else [running.process.pid]:
            kill(pid, number)
        ended = running.end()
    assert ended.status == (75 if number == signal.SIGUSR1 else -number), ended
    generations = laid.skerry.json("inspect", "a.h5")["generations"] + laid.row.generations
    laid.resume(generations)
    laid.assert_whole(*often, generations=generations)


def interrupted(laid):
    stopped(laid, signal.SIGUSR1)


def interrupted_on_ranks(laid):
    stopped(laid, signal.SIGUSR1, ranks=2)


def killed(laid):
    stopped(laid, signal.SIGKILL)


LAYOUTS = (on_ranks, killed, gathered, interrupted, on_threads_of_ranks, granted_more, interrupted_on_ranks)


@pytest.mark.few(10)
@pytest.mark.parametrize("name, layout", itertools.product(RUNS, LAYOUTS), ids=lambda value: getattr(value, "__name__", value))
def test_a_run_leaves_the_same_trace(skerry, name, layout):
    layout(Laid(skerry, RUNS[name]))


@pytest.mark.few(1)
@pytest.mark.parametrize("islands, ranks", deep([(7, 3), (17, 4), (5, 2)], [(islands, ranks) for islands in range(2, 18)
                                                                   for ranks in range(1, min(islands, 5))]))
@pytest.mark.parametrize("option", deep(["migration.topology=ring"], MIGRATION))
def test_islands_are_shared_out_to_any_number_of_ranks(skerry, option, islands, ranks):
    on_ranks(Laid(skerry, Run(REALS, (option,), islands)), ranks)


@pytest.mark.nightly
@pytest.mark.parametrize("option", ["migration.similarity=genotype", "migration.group=4", "migration.similarity=fitness",
                                    "migration.topology=ring"])
def test_many_islands_plan_together_what_the_first_one_deals_out(skerry, option):
    """From 24 islands on, no rank sees the keys of all."""
    for config in ("benchmarks/trap.toml", REALS):
        gathered(Laid(skerry, Run(config, (option, "island.population=40"), islands=30, generations=15)))
        (skerry.folder / "a.h5").unlink()
        (skerry.folder / "whole.h5").unlink()
