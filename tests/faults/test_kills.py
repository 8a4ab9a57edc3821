"""Kills one rank, all ranks or mpirun at random moments: the files that are left can be read, and the resumed run ends with
the trace of an undisturbed one. SKERRY_KILLS_SEED repeats the random choices, SKERRY_KILLS sets the number of kills."""
import ctypes
import os
import random
import shutil
import signal
import time

import pytest

from tests.faults.killing import CHECKPOINT, LONE_RANK, NOTHING, TRACE, VICTIMS, Campaign, Setting, Tally, in_turn
from tests.support.binary import OWN_PROGRAM, TREE
from tests.support.depth import deep
from tests.support.running import Running
from tests.support.traces import differences, everything

SEED = int(os.environ.get("SKERRY_KILLS_SEED", random.randrange(10**6)))
KNAPSACK_PROGRAM = OWN_PROGRAM.with_name("knapsack_program")
LEAST_KILLS = int(os.environ.get("SKERRY_KILLS", deep(21, 700)))

COURSE = """[migration]
every = 4
[stop]
generations = 600
at_target = false
"""
ONEMAX = """[problem]
type = "onemax"
bits = 400
[island]
population = 40
offspring = 40
gene_rate = 0.005
""" + COURSE
PARTY = """[problem]
type = "party"
instance = "formation.toml"
[island]
population = 20
offspring = 20
immigrants_below = 0.05
""" + COURSE.replace("600", "300")
ARM = """[problem]
type = "arm"
joints = 8
cells = 20
[island]
algorithm = "map_elites"
crossover = "line"
worst_fitness = 10
""" + COURSE
#: Survivors by reference directions, whose scale is part of the state, and an archive that grows.
FRONTS = """[problem]
type = "dtlz"
objectives = 4
[island]
algorithm = "nsga2"
population = 40
offspring = 40
""" + COURSE.replace("600", "300")
# The rows of a front and of a map are written over those before at each checkpoint.
KNAPSACK = """[island]
population = 40
offspring = 40
""" + COURSE
EACH_EPOCH = ("checkpoint.every=1", "checkpoint.share=1")
OFTEN = ("checkpoint.seconds=0.05",)
# An epoch takes about a second, of which little is spent on checkpoints.
LONG_EPOCHS = ("problem.bits=1024", "island.offspring=200", "migration.every=40", "stop.generations=4000")

SETTINGS = {
    "onemax alone, by time": Setting("onemax.toml", None, (*LONG_EPOCHS, *OFTEN)),
    "party alone": Setting("party.toml", None, (*EACH_EPOCH, "stop.evaluations=30000", "stop.generations=100000")),
    "onemax on 2, a ring": Setting("onemax.toml", 2, (*LONG_EPOCHS, *OFTEN, "migration.topology=ring")),
    "a front on 2": Setting("knapsack.toml", 2, (*EACH_EPOCH, "island.algorithm=nsga2"), KNAPSACK_PROGRAM),
    "arm on 3, home": Setting("arm.toml", 3, (*EACH_EPOCH, "migration.transfer=home")),
    "onemax alone": Setting("onemax.toml", None, EACH_EPOCH),
    "party on 2": Setting("party.toml", 2, EACH_EPOCH),
    "onemax on 4": Setting("onemax.toml", 4, EACH_EPOCH),
    "onemax on 4, groups of 2": Setting("onemax.toml", 4, (*LONG_EPOCHS, *OFTEN, "migration.group=2", "migration.links.every=2")),
    "fronts on 3": Setting("fronts.toml", 3, EACH_EPOCH),
    "party on 4, at random": Setting("party.toml", 4, ("migration.topology=random", "migration.every=30", "stop.generations=400",
                                                        "checkpoint.seconds=0.2")),
    "onemax on seven, anyhow": Setting("onemax.toml", None, (*EACH_EPOCH, "run.islands=7"), layouts=(None, 1, 2, 3, 5, 7)),
}
total = Tally()
victims = in_turn(random.Random(SEED), VICTIMS)
ran = []


@pytest.fixture
def experiments(skerry):
    skerry.write("onemax.toml", ONEMAX)
    skerry.write("party.toml", PARTY)
    skerry.write("knapsack.toml", KNAPSACK)
    skerry.write("arm.toml", ARM)
    skerry.write("fronts.toml", FRONTS)
    for name in ("formation.toml", "formation-pool.csv"):
        shutil.copy(TREE / "configs/instances" / name, skerry.folder)
    return skerry


@pytest.mark.few(1)
@pytest.mark.parametrize("name", SETTINGS)
def test_a_killed_run_ends_in_the_trace_it_would_have_had(experiments, name):
    print(f"SKERRY_KILLS_SEED={SEED}")
    experiments.binary = SETTINGS[name].program or experiments.binary
    campaign = Campaign(experiments, SETTINGS[name], random.Random(f"{SEED} {name}"), victims)
    print(f"undisturbed it takes {campaign.duration_s:.1f} s")
    quota = -(-LEAST_KILLS // len(SETTINGS))
    for number in range(5 * quota):
        if campaign.tally.kills() >= quota:
            break
        campaign.chain(f"{number}.h5", most_kills=4)
    print(campaign.tally)
    assert campaign.tally.kills() >= quota, "the runs end before they can be killed"
    total.add(campaign.tally)
    ran.append(name)


@pytest.mark.nightly
def test_a_run_does_not_wait_for_what_a_killed_one_left(experiments):
    """MPI-IO of Open MPI takes a semaphore that is named after the file, and a rank that is killed there leaves it taken."""
    left = [f"/OMPIO_{name}" for name in ("left.h5.checkpoint.part", "left.h5.checkpoint", "left.h5")]
    libc = ctypes.CDLL(None, use_errno=True)
    libc.sem_open.restype = ctypes.c_void_p  # an int would hold half of the address
    for name in left:
        assert libc.sem_open(name.encode(), os.O_CREAT, 0o600, 0) is not None, os.strerror(ctypes.get_errno())
    try:
        experiments.done("run", "onemax.toml", "--set", "stop.generations=40", "--output", "left.h5", "--quiet", ranks=2)
        experiments.done("resume", "left.h5", "--set", "stop.generations=80", ranks=2)
    finally:
        for name in left:
            libc.sem_unlink(name.encode())


@pytest.mark.nightly
def test_a_killed_repair_costs_nothing(experiments):
    """A completed repair is tested as well: the repaired trace can be resumed."""
    print(f"SKERRY_KILLS_SEED={SEED}")
    chance = random.Random(f"{SEED} repair")
    options = [word for option in (*LONG_EPOCHS, *OFTEN) for word in ("--set", option)]
    trace = experiments.folder / "a.h5"
    with Running(experiments, "run", "onemax.toml", *options, "--output", "a.h5", "--quiet") as running:
        assert running.wait_until(lambda: trace.exists() and trace.stat().st_size > 400_000)
        running.signal(signal.SIGKILL)
    # The run left a checkpoint that the kill cut short; repair does not remove it.
    left_by_the_run = set(experiments.folder.glob("*.part"))
    shutil.copy(trace, experiments.folder / "b.h5")
    started = time.monotonic()
    experiments.done("repair", "b.h5")
    duration_s = time.monotonic() - started

    def epochs():
        return experiments.json("inspect", "a.h5")["epochs"]

    before = epochs()
    kills = tries = 0
    while tries < deep(6, 20) or kills < deep(2, 5):
        tries += 1
        assert tries <= 200, f"{kills} killed"
        with Running(experiments, "repair", "a.h5") as running:
            running.lasts(chance.uniform(0, duration_s))
            running.signal(signal.SIGKILL)
            kills += running.end().status == -signal.SIGKILL
        assert epochs() == before
    print(f"{kills} of {tries} killed within {duration_s:.2f} s")
    assert experiments("repair", "a.h5").status == 0 and epochs() == before
    assert set(experiments.folder.glob("*.part")) == left_by_the_run
    experiments.done("resume", "a.h5", "--quiet")
    experiments.done("run", "onemax.toml", *options, "--output", "whole.h5", "--quiet")
    assert differences(everything(trace), everything(experiments.folder / "whole.h5")) == []


def test_the_kills_hit_every_phase(experiments):
    """Checks that there was each kind of kill, and adds kills where chance has left one out."""
    if ran != list(SETTINGS):
        pytest.skip(f"not every setting passed: {ran}")
    least = deep(1, 3)

    def lacking():
        phases = [phase for phase in (NOTHING, TRACE, CHECKPOINT) if total.found[phase] < least]
        return [*phases, *({LONE_RANK, *VICTIMS} - set(total.victims)), *({".checkpoint.part"} - set(total.leftovers))]

    if lacking():
        campaign = Campaign(experiments, SETTINGS["onemax on 2, a ring"], random.Random(f"{SEED} more"), victims)
        campaign.tally = total
        for number in range(50):
            if not lacking():
                break
            campaign.chain(f"{number}.h5", most_kills=4)
    print(total)
    assert total.kills() >= LEAST_KILLS and not lacking(), (lacking(), SEED)
