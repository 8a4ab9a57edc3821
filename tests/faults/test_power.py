"""A power failure at any moment of a run: what the run did not wait for may have reached the disk or not, page by page. The command that
goes on after a kill completes the run, and its trace is that of an undisturbed one."""
import random
import shutil

import pytest

from tests.faults.power import MODES, failures
from tests.support.binary import OWN_PROGRAM, Skerry
from tests.support.depth import NIGHTLY, deep
from tests.support.journals import config as external
from tests.support.traces import differences, everything

RECORDS = OWN_PROGRAM.with_name("librecords.so")
OFTEN = "[checkpoint]\nevery = 3\nshare = 1.0\nseconds = 1000\n"


def real(problem, island, more=""):
    return f"""[problem]
{problem}
[island]
population = 12
offspring = 12
mutation = "polynomial"
{island}
[migration]
every = 5
[stop]
generations = 60
at_target = false
{more}
{OFTEN}"""


BITS = f"""[problem]
type = "onemax"
bits = 60
[island]
population = 10
offspring = 10
[migration]
every = 5
[stop]
generations = 100
at_target = false
{OFTEN}"""
CONFIGS = {
    "islands": BITS,
    "two ranks": BITS,
    "lineage": BITS + "[trace]\nlineage = true\n",
    "map": real('type = "real_function"\nfunction = "rastrigin"\ndimension = 3\nfeatures = "genes"\ncells = 8',
                'algorithm = "map_elites"\nworst_fitness = 139', "[trace]\npopulations = 5"),
    "front": real('type = "zdt"\nfunction = "zdt1"\ndimension = 5', 'algorithm = "nsga2"\ncrossover = "sbx"').replace(
        "at_target = false", ""),
    "external": external(generations=12, more=OFTEN.replace("every = 3", "every = 1")),
}


class Recorded:
    """An undisturbed run in a folder of its own, and the record of its writes."""

    def __init__(self, folder, config):
        self.folder, self.ranks = folder, 2 if config == "two ranks" else None
        self.log = folder / "records"
        self.env = {"SKERRY_PROGRESS": "none", "PAID": str(folder / "paid")}
        (folder / "run").mkdir()
        skerry = Skerry(folder / "run")
        (folder / "a.toml").write_text(CONFIGS[config])
        skerry.done(*self.begin(), ranks=self.ranks, env=self.env | {"LD_PRELOAD": str(RECORDS), "RECORDS_OF": str(skerry.folder),
                                                                     "RECORDS_TO": str(self.log)})
        self.whole = everything(skerry.folder / "a.h5")

    def begin(self):
        return ["run", self.folder / "a.toml", "--output", "a.h5", "--quiet", "--islands", 2]

    def assert_completed(self, folder):
        trace = folder / "a.h5"
        skerry = Skerry(folder)
        done = skerry(*(["resume", trace, "--quiet"] if trace.exists() else self.begin()), env=self.env)
        assert done.status == 0, done
        assert differences(everything(trace), self.whole) == [], done
        assert [path.name for path in folder.rglob("*") if path.suffix in (".part", ".structure")] == [], done


@pytest.fixture(scope="module")
def recorded(tmp_path_factory):
    made = {}

    def of(config):
        if config not in made:
            made[config] = Recorded(tmp_path_factory.mktemp("recorded"), config)
        return made[config]

    return of


@pytest.mark.few(1)
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("config", CONFIGS)
def test_the_run_is_completed(recorded, tmp_path, config, mode):
    run = recorded(config)
    seed = random.randrange(1000)
    most = 0 if NIGHTLY and mode == "pages" else deep(60 if NIGHTLY else 12, 0)  # 0 is all
    for number, folder in failures(run.log, mode, tmp_path, most, seed):
        try:
            run.assert_completed(folder)
        except AssertionError as error:
            raise AssertionError(f"{config}, mode {mode}, record {number}, seed {seed}") from error
        shutil.rmtree(folder)


@pytest.mark.nightly
def test_a_torn_trace_is_repaired(recorded, tmp_path):
    """What `repair` makes can be resumed; with --output it leaves the torn trace as it is."""
    run = recorded("islands")
    for _number, folder in failures(run.log, "pages", tmp_path, 20, random.randrange(1000)):
        if not (folder / "a.h5").exists():
            continue
        torn = (folder / "a.h5").read_bytes()
        skerry = Skerry(folder)
        skerry.done("repair", "a.h5", "--output", "b.h5")
        assert (folder / "a.h5").read_bytes() == torn
        if (folder / "b.h5").exists():  # there was something to repair
            skerry.done("inspect", "b.h5")
        skerry.done("repair", "a.h5")
        run.assert_completed(folder)
