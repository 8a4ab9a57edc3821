"""What is asked wrongly of a command is told in one sentence, and nothing is printed or drawn."""

import shlex

import pytest
from commands import refused
from make_experiment import experiment
from make_solutions import PRICE, SYNERGY, WEIGHT, front, grid_map
from make_trace import sample, write
from make_validation import minimal
from make_validation import write as write_puzzle

TWICE = "--label a e/easy-5-1.h5 --label a e/easy-5-1.h5"
PAIR = "--label a 1.h5 --label b 2.h5"
WIDTHS = "it is single (3.5 in), double (7.2 in) or 1 to 40 inches"
APART = "--instance x --label a {} --instance y --label b three.h5"
MISTAKES = {
    "": [
        (2, "", "COMMAND"),
        (2, "frobnicate", "frobnicate"),
        (2, "table 1.h5 --evaluatoins 3", "unrecognized arguments: --evaluatoins 3; did you mean --evaluations?"),
        *((2, f"table 1.h5 --evaluations {word}", f"argument --evaluations: '{word}' is no whole number") for word in ("1e3", "nan", "1_000", "9" * 19)),
        (2, "experiment a.toml --cores 0", "argument --cores: 0 is not from 1 to 1000000"),
    ],
    "plot": [
        (2, "", "name at least one trace"),
        (2, "--instance empty", "the instance 'empty' has no group"),
        (2, "--label alone", "the label 'alone' has no trace"),
        (2, "1.h5 --output none/a.png", "none/a.png can't be written: there is no folder"),
        (2, "1.h5 --output a.gif", "ends in .pdf, .svg or .png"),
        *((2, f"1.h5 --width={width}", f"the width is '{width}'; {WIDTHS}") for width in ("wide", "0", "nan", "-3", "100")),
        (2, "1.h5 --kind islands --gap", "--gap is of --kind convergence; --kind islands is drawn"),
        (2, "1.h5 --kind map --over seconds", "--over is of --kind convergence and diversity"),
        (2, "1.h5 2.h5 --kind islands", "--kind islands draws one run; 2 are named"),
        (3, "still.h5 --kind migration", "holds no migration"),
        (3, "none.h5", "none.h5: there is no such file"),
        (3, "text.h5", "text.h5 is no HDF5 file"),
        (2, "map.h5 map.h5 --kind map", "--kind map draws one run; 2 are named"),
        (3, "front.h5 --kind map", "front.h5 keeps no map of solutions"),
        (2, "map.h5 --kind map --features nations,leeder", "no feature 'leeder'; did you mean 'leader'"),
        (3, "map.h5 --kind map --empty cells.json", "names the cell 99; the map has the cells 0 to 11"),
        (2, "map.h5 --kind map --empty none.json", "none.json can't be read: No such file"),
        (2, "front.h5 --kind front --empty cells.json", "--empty is of --kind map; --kind front is drawn"),
        (3, "front.h5 skill.h5 --kind front", "have different objectives; compare fronts of one problem"),
        (3, "--kind front " + APART.format("front.h5"), "the fronts have 2 and 3 objectives"),
        (3, "--kind front " + APART.format("three.h5"), "are drawn of one instance; 2 are named"),
        (2, "front.h5 --kind growth --measure size", "there is no measure 'size'"),
        (2, "front.h5 --measure coverage", "--measure is of --kind column and growth and parameter; --kind convergence is drawn"),
        (2, "own.h5 --kind column", "--kind column takes --measure NAME"),
        (3, "own.h5 --kind column --measure raduis", "did you mean 'radius'?"),
        (2, "e --kind parameter --parameter instance --instances none", "there is no instance 'none'"),
    ],
    "table": [
        (2, "1.h5 --columns sucesses", "no figure 'sucesses'; did you mean 'successes'"),
        (2, "own.h5 --columns column.raduis", "did you mean 'column.radius'?"),
        (2, "1.h5 --evaluations 0", "--evaluations is 0"),
        (3, "1.h5 --evaluations 3", "holds no generation within 3 evaluations"),
        (2, "e --variants '5 island'", "there is no variant '5 island'; did you mean '5 islands'"),
        (2, "e --instances easy --variants hard-5", "no instance of --instances has a variant of --variants"),
        (2, "1.h5 --variants 5", "--instances and --variants choose among those of an experiment; name its folder"),
    ],
    "compare": [
        (2, "--label a 1.h5", "two groups"),
        (2, f"{PAIR} --measure bets", "'best'"),
        (2, f"{PAIR} --measure evaluations_to_taget", "no measure 'evaluations_to_taget'; did you mean 'evaluations_to_target'"),
        (3, f"{PAIR} --measure coverage", "no instance has two groups with runs that have coverage"),
        (2, f"{PAIR} --evaluations 0", "--evaluations is 0"),
        (3, "--label a 1.h5 --label b other.h5", "'direction'"),
        (2, "e e/easy-5-1.h5", "given alone"),
    ],
    "study": [
        (2, "e --baseline '6 islands'", "did you mean '5 islands'?"),
        (2, "e --diversity fitness_diversty", "did you mean 'fitness_diversity'?"),
        (2, "e --output a.xyz", "ends in .pdf, .svg or .png"),
        (2, TWICE, "two groups are called 'a'"),
    ],
    "power": [
        (2, "", "name an experiment, or its --runs and --tests"),
        (2, "--runs 50", "name an experiment"),
        (2, "--runs 50 --tests 0", "the number of tests is 0; it is a whole number from 1 up"),
        (2, "--runs 0 --tests 1", "the number of runs is 0; it is a whole number from 1 up"),
        (2, "--runs 50 --tests 1 --power 1", "power is 1; it lies between 0 and 1"),
        (2, "--runs 50 --tests 1 --alpha 0", "alpha is 0; it lies"),
        (2, "e --runs 0", "the number of runs is 0"),
        (2, "e --measures 0", "--measures is 0"),
        (2, "e --baseline 'one populaton'", "did you mean 'one population'?"),
    ],
    "origins": [
        (2, "e --from-generation 0", "--from-generation is 0"),
        (3, "e/easy-1-1.h5", "is a run of one island"),
    ],
    "ecdf": [
        *((2, f"1.h5 --targets '{targets}'", f"--targets is '{targets}'") for targets in ("60;50", "nan", "5,inf", "1e400")),
        (2, "1.h5 --view fixed-budget --targets 8", "a budget has no target"),
    ],
    "export": [
        (2, "1.h5 --format iohanalyzer", "takes --output FOLDER"),
        (2, "1.h5 --format iohanalyzer --output full", "is not empty"),
        (2, "1.h5 --format iohanalyzer --output b --dimension 0", "--dimension is 0"),
        (2, "1.h5 --columns bets --output bets.csv", "no column 'bets'"),
        (2, "1.h5 --output none/a.csv", "can't be written"),
        (2, "map.h5 --table archive --columns cel", "has no column 'cel'; did you mean 'cell'"),
        (3, "map.h5 --table front", "map.h5 keeps no front"),
    ],
    "report": [
        (2, "1.h5 --html=", "--html: the value is empty"),
        (2, "1.h5 --each", "--each is of an experiment"),
        (2, "1.h5 --html a.pdf", "the name of a page ends in .html"),
        (2, "1.h5 --html none/a.html", "there is no folder"),
        (2, "1.h5 --html a.html --no-figures", "--no-figures prints only"),
        (2, "e --html a.pdf", "the name of a page ends in .html"),
        (2, "e --picture 1.h5", "--html FILE names that about the folder"),
        *((3, name, f"{name}: there is no such file or folder") for name in ("none.h5", "none", "none/folder")),
        (3, "full", "holds no experiment.json"),
    ],
    "construct": [
        (2, "e a.csv", "given alone"),
        (2, "e --width wide", "the width is 'wide'"),
        (2, "none.csv --output a.gif", "ends in .pdf, .svg or .png"),
        (3, "none.csv", "none.csv"),
        (3, "e", "holds no table of constructions"),
    ],
    "validation": [
        (2, "puzzle.json puzzle.json", "2 files make one page; --output PAGE names it"),
        (2, "puzzle.json --output a.pdf", "the name of a page ends in .html"),
        (3, "none.json", "can't be read"),
    ],
    "follow": [
        (3, "none.h5", "none.h5: there is no such file"),
        (2, "none.h5 --interval 0", "--interval is 0; it is from 0.01 to 3600 seconds"),
        (3, "text.h5", "text.h5 is no HDF5 file"),
    ],
    "tune": [
        (3, "none.toml", "none.toml: there is no such file"),
    ],
}


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """A folder with an experiment and with runs and other files of all kinds, in which every name of a mistake stands."""
    folder = experiment(tmp_path_factory.mktemp("place") / "e", runs=1).parent
    columns = sample()
    write(folder / "1.h5", columns, target=50)
    write(folder / "2.h5", sample(seed=2), target=50)
    write(folder / "other.h5", columns, direction="maximise")
    write(folder / "own.h5", columns, own={"radius": (columns["mean"], "mm", "largest distance of an individual")})
    write(folder / "still.h5", sample(generations=5))
    front(folder / "front.h5")
    front(folder / "skill.h5", (PRICE, {**SYNERGY, "name": "skill"}))
    front(folder / "three.h5", (PRICE, SYNERGY, WEIGHT), [[1, 2, 3], [3, 2, 1]])
    grid_map(folder / "map.h5")
    write_puzzle(folder / "puzzle.json", minimal())
    (folder / "full").mkdir()
    for name, text in (("text.h5", "text"), ("cells.json", '{"empty": [99]}'), ("full/a", "")):
        (folder / name).write_text(text)
    return folder


@pytest.mark.parametrize(
    "command, status, arguments, message", [(command, *mistake) for command, mistakes in MISTAKES.items() for mistake in mistakes]
)
def test_a_mistake_is_told_in_one_sentence(place, monkeypatch, capsys, command, status, arguments, message):
    monkeypatch.chdir(place)
    before = sorted(place.rglob("*"))
    assert message in refused(capsys, status, *shlex.split(f"{command} {arguments}"))
    assert sorted(place.rglob("*")) == before
