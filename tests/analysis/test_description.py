"""Tests how an experiment's file becomes its runs: what C++ unit tests held while C++ read it."""

import json
import os
import random
import re
import time

import pytest

from skerry.errors import DataError, UsageError
from skerry.experiments.description import file_name, read
from skerry.experiments.tables import complaint, matcher

SIZES = """instances = [{ name = 'small', set.problem.size = 5 },
             { name = 'large', label = 'a large one', set.problem.size = 9, set.stop.generations = 7 }]
variants = [{ name = 'ring', config = 'a.toml', set.migration.topology = 'ring' },
            { name = 'alone', label = 'one island', config = 'b.toml', set.stop.generations = 8 }]
"""


class Lab:
    """Reads texts as the file mine.toml, beside a table mine.csv."""

    def __init__(self, folder):
        self.folder = folder

    def read(self, text, table=None, **changes):
        (self.folder / "mine.toml").write_text(text)
        if table is not None:
            (self.folder / "mine.csv").write_bytes(table if isinstance(table, bytes) else table.encode())
        return read(self.folder / "mine.toml", **changes)

    def variants(self, text):
        return {each.name: each for each in self.read(text).variants}

    def names(self, text):
        return [each.name for each in self.read(text).variants]

    def settings(self, text, name):
        return [f"{key}={value}" for key, value in self.variants(text)[name].settings.items()]

    def mistake(self, text, table=None, error=UsageError):
        with pytest.raises(error) as told:
            self.read(text, table)
        return str(told.value)


@pytest.fixture
def lab(tmp_path):
    return Lab(tmp_path)


def test_a_configuration_is_enough(lab):
    made = lab.read("configs = ['a/ring.toml']\n")
    assert (made.name, made.title, made.output, made.seeds, made.first_seed) == ("mine", "mine", "results/mine", 1, 1)
    (variant,) = made.variants
    assert (variant.name, variant.label, variant.islands, variant.file(7)) == ("ring", "ring", 1, "ring-7.h5")
    assert variant.config == str(lab.folder / "a/ring.toml")


def test_files_that_are_no_text_are_named(tmp_path):
    for content, told in ((b"\x89HDF\r\n", "HDF5, as traces are"), (b"\x1f\x8b\x08\xff", "compressed by gzip"), ("a".encode("utf-16"), "in another encoding")):
        (tmp_path / "a.toml").write_bytes(content)
        with pytest.raises(UsageError, match=f"a.toml can't be read: it is {told}, and no text in UTF-8$"):
            read(tmp_path / "a.toml")
    with pytest.raises(UsageError, match="can't be read: it is a folder$"):
        read(tmp_path)


def test_variants_are_crossed_with_the_grid(lab):
    text = ("islands = 3\nset.stop.generations = 5\nconfigs = ['a.toml']\n[grid]\nisland.mutation_rate = [0.1, 0.2]\n"
            "[[variants]]\nname = 'b'\nlabel = 'ours'\nconfig = 'a.toml'\nislands = 5\nset.stop.generations = 9\n")
    made = lab.variants(text)
    assert list(made) == ["a-mutation_rate=0.1", "a-mutation_rate=0.2", "b-mutation_rate=0.1", "b-mutation_rate=0.2"]
    first, *_, last = made.values()
    assert (first.islands, first.label) == (3, "mutation_rate=0.1")
    assert (last.islands, last.label, last.settings) == (5, "ours, mutation_rate=0.2", {"stop.generations": "9", "island.mutation_rate": "0.2"})


def test_no_shell_minds_the_names_of_files(lab):
    assert lab.names("variants = [{ name = 'a b/../$c', config = 'a.toml' }]\n") == ["a_b_..__c"]
    assert lab.names("configs = ['a.toml']\n[grid]\nproblem.instance = ['x/y.toml', 'ö']\n") == ["a-instance=x_y.toml", "a-instance=__"]
    assert file_name('"1e+16"') == "1e+16"


@pytest.mark.parametrize(("text", "told"), [
    ("", "nothing to run"),
    ("config = 'a.toml'\nseed = 3\n", "unknown key 'seed'; did you mean 'seeds'?"),
    ("config = 'a.toml'\nseed = 3\n", "mine.toml:2)"),
    ("configs = ['a.toml', 'b/a.toml']\n", "two variants are called a"),
    ("configs = ['a.toml', 'b.toml']\nseeds = 500001\n", "the experiment has 1000002 runs; 1000000 at most ("),
    ("config = 'a.toml'\nfirst_seed = -1\n", "first_seed is -1; it is a whole number from 0 to 2^64 - 1, in quotes if it is 2^63 or larger"),
    ("config = 'a.toml'\nfirst_seed = '7'\n", 'first_seed is "7"; it is a whole number from 0 to 2^64 - 1, in quotes if it is 2^63 or larger'),
    (f"config = 'a.toml'\nfirst_seed = {2**63}\n", "in quotes if it is 2^63 or larger"),
    (f"config = 'a.toml'\nfirst_seed = '{2**64}'\n", "it is a whole number from 0 to 2^64 - 1"),
    (f"config = 'a.toml'\nfirst_seed = '{2**64 - 1}'\nseeds = 2\n", "2 seeds from first_seed = 18446744073709551615 on are beyond 2^64 - 1"),
    ("config = 'a.toml'\nseeds = 0\n", "seeds is 0; it is a whole number from 1 to 1000000"),
    ("[[variants]]\nname = 'a'\n", "variants 1: config is missing"),
    ("[[variants]]\nname = 'a'\nconfg = 'a.toml'\n", "variants 1: config is missing; 'confg' looks like it; it is a text in quotes ("),
    ("config = 'a.toml'\nconfigs = ['b.toml']\n", "there is no such variant beside configs"),
    ("config = '{instance}.toml'\n", "{instance}.toml has {instance} in it, and the experiment no instances"),
    ("config = 'a.toml'\ninstances = [{ label = 'a' }]\n", "instances 1: name is missing"),
    ("config = 'a.toml'\ninstances = [{ name = '' }]\n", "name is empty"),
    ("config = 'a.toml'\ninstances = [{ name = 'a' }, { name = 'a' }]\n", "two variants are called a"),
    ("config = 'a.toml'\ninstances = ['a']\n", "it is a list of tables"),
    ("instances = [{ name = 'a' }]\n", "nothing to run"),
    ("[[variant]]\nconfig = 'a.toml'\n", "variant is called variants now"),
    ("config = 'a.toml'\n[[published]]\nwhat = 'w'\n", "is called claims"),
    ("config = 'a.toml'\nbaseline = 'u'\n", 'there is no variant "u"'),
    ("config = 'a.toml'\nbaseline = '*'\n", "the name of one variant, without a *"),
    ("config", "is no TOML"),
    ("a = " + "[" * 5000, "is no TOML"),
    (SIZES + "exceptions = [{ leave_out = true }]", "the exceptions leave out all that there is to run"),
    (SIZES + "exceptions = [{ instances = 'smal', leave_out = true }]", 'exceptions 1: there is no instance "smal"; did you mean "small"?'),
    (SIZES + "exceptions = [{ variants = 'a*x', islands = 2 }]", 'there is no variant "a*x"'),
    (SIZES + "exceptions = [{ variants = 'alone' }]", "an exception needs one of these keys"),
    (SIZES + "exceptions = [{ variants = 'alone', unset = 'stop.second' }]", "unset names stop.second, which is set nowhere here"),
    (SIZES + "exceptions = [{ islands = 2, leaveout = true }]", "'leave_out'?"),
    ("config = 'a.toml'\n[grid]\nisland.mutation_rate = 0.1\n", "island.mutation_rate is 0.1; in [grid] it is a list of values"),
    ("config = 'a.toml'\n[grid]\nisland.mutation_rate = 0.1\n", "mine.toml:3)"),
    ("config = 'a.toml'\n[grid]\nisland.mutation_rate = []\n", "is []; in [grid]"),
    ("config = 'a.toml'\n[grid]\nislands = [1, 0]\n", "islands has 0; numbers of islands are whole"),
    ("config = 'a.toml'\n[grid]\nislands = [1.5]\n", "islands has 1.5"),
    ("config = 'a.toml'\n[grid]\na.b = [1, 2, 1]\n", "the same value twice"),
    (f"config = 'a.toml'\n[grid]\na.x = {list(range(1001))}\na.y = {list(range(1001))}\n", "more than 100000 points"),
])
def test_a_mistake_is_told(lab, text, told):
    assert told in lab.mistake(text)


def test_a_seed_has_64_bits(lab):
    assert lab.read(f"config = 'a.toml'\nfirst_seed = {2**63 - 1}\nseeds = 2\n").manifest()["variants"][0]["runs"] == [f"a-{2**63 - 1}.h5", f"a-{2**63}.h5"]
    assert lab.read(f"config = 'a.toml'\nfirst_seed = '{2**64 - 1}'\n").first_seed == 2**64 - 1


def test_a_line_is_named_where_only_one_has_the_key(lab):
    assert "(" + str(lab.folder / "mine.toml") + ")" in lab.mistake("config = 'a.toml'\nseeds = 'a' # seeds = 3\nset.seeds = 3\n")


def test_the_baseline_is_marked_in_every_instance(lab):
    text = "config = 'x.toml'\ninstances = [{ name = 'a' }, { name = 'b' }]\nvariants = [{ name = 'v' }, { name = 'w' }]\nbaseline = 'w'\n"
    made = lab.read(text)
    assert [each.name for each in made.variants if each.baseline] == ["a-w", "b-w"]
    first, second, *_ = made.manifest()["variants"]
    assert "baseline" not in first and second["baseline"] is True


def test_the_manifest_tells_what_the_folder_holds(lab):
    made = lab.read(
        "title = 'T'\nsource = 'S'\nseeds = 2\nfirst_seed = 5\nconfig = 'a.toml'\npublished = 'mine.csv'\n"
        "[[variants]]\nname = 'a'\nlabel = 'l'\nislands = 4\nset.island.mutation_rate = 0.1\n"
        "[[variants]]\nname = 'b'\nconstruct = { attempts = 10, guided = false }\n"
        "[[claims]]\nwhat = 'w'\npublished = 'at least 2'\nfigure = 'f'\nvariants = ['a', 'b']\n",
        "variant,success_percent,seconds\na,88,about 600\n")
    made.write_manifest(lab.folder)
    manifest = json.loads((lab.folder / "experiment.json").read_text())
    assert (manifest["format"], manifest["version"], manifest["title"], manifest["source"]) == ("skerry-experiment", 1, "T", "S")
    assert manifest["seeds"] == {"first": 5, "count": 2} and manifest["file"] == str(lab.folder / "mine.toml")
    a, b = manifest["variants"]
    assert (a["runs"], a["settings"]) == (["a-5.h5", "a-6.h5"], {"island.mutation_rate": "0.1"})
    assert a["published"] == {"success_percent": 88, "seconds": "about 600"}
    assert (b["construct"], b["runs"]) == ({"attempts": 10, "guided": False}, ["b-5.csv", "b-6.csv"])
    assert manifest["published"] == [{"what": "w", "published": "at least 2", "figure": "f", "variants": ["a", "b"]}]
    assert not list(lab.folder.glob("*.part"))


def test_every_variant_runs_on_every_instance(lab):
    made = lab.variants(SIZES)
    assert list(made) == ["small-ring", "small-alone", "large-ring", "large-alone"]
    assert (made["small-ring"].instance, made["small-ring"].label) == ("small", "ring")
    assert (made["large-alone"].instance, made["large-alone"].label) == ("a large one", "one island")
    assert made["large-alone"].config == str(lab.folder / "b.toml")


def test_a_variant_overrides_its_instance_and_both_the_experiment(lab):
    text = SIZES + "set.stop.generations = 6\n"
    assert lab.settings(text, "small-ring") == ["stop.generations=6", "problem.size=5", 'migration.topology="ring"']
    assert lab.settings(text, "large-ring") == ["stop.generations=7", "problem.size=9", 'migration.topology="ring"']
    assert lab.settings(text, "large-alone") == ["stop.generations=8", "problem.size=9"]


def test_configurations_may_name_the_instance(lab):
    made = lab.variants("config = '{instance}/{instance}.toml'\ninstances = [{ name = 'a' }, { name = 'b' }]\n")
    assert list(made) == ["a", "b"]
    assert (made["b"].config, made["b"].label) == (str(lab.folder / "b/b.toml"), "b")


def test_a_variant_without_a_configuration_has_that_of_the_experiment(lab):
    made = lab.variants("config = 'a.toml'\nvariants = [{ name = 'x' }, { name = 'y', config = 'b.toml' }]\n")
    assert [os.path.basename(each.config) for each in made.values()] == ["a.toml", "b.toml"]


def test_exceptions_leave_pairs_out(lab):
    assert lab.names(SIZES + "exceptions = [{ instances = 'large', variants = 'alone', leave_out = true }]") == ["small-ring", "small-alone", "large-ring"]
    assert lab.names(SIZES + "exceptions = [{ variants = ['r*'], leave_out = true }]") == ["small-alone", "large-alone"]


def test_the_last_exception_wins(lab):
    text = SIZES + """exceptions = [{ instances = ['*'], set.stop.generations = 1, islands = 3 },
        { variants = 'alone', set.stop.generations = 2 },
        { instances = 'small', variants = 'ring', unset = 'problem.size' }]"""
    assert lab.settings(text, "small-ring") == ['migration.topology="ring"', "stop.generations=1"]
    assert lab.settings(text, "large-alone") == ["problem.size=9", "stop.generations=2"]
    assert lab.variants(text)["small-ring"].islands == 3


def test_a_grid_has_every_combination_the_last_key_fastest(lab):
    grid = "[grid]\nmigration.topology = ['ring', 'none']\nislands = [1, 4]\n"
    made = list(lab.variants(f"configs = ['a.toml']\n{grid}").values())
    assert [each.name for each in made] == [f"a-topology={name}-islands={islands}" for name in ("ring", "none") for islands in (1, 4)]
    assert (made[3].settings, made[3].islands) == ({"migration.topology": '"none"'}, 4)


def test_keys_of_a_grid_whose_ends_are_the_same_are_named_in_full(lab):
    grid = "[grid]\nstop.seconds = [1]\ncheckpoint.seconds = [2]\nisland.sizes = [[1, 2]]\n"
    (made,) = lab.read(f"configs = ['a.toml']\n{grid}").variants
    assert made.name == "a-stop.seconds=1-checkpoint.seconds=2-sizes=_1__2_" and made.settings["island.sizes"] == "[1, 2]"


def test_numbers_are_written_as_briefly_as_they_can(lab):
    assert lab.names("configs = ['a.toml']\n[grid]\na.b = [0.10, 1e-5, 1.0, 1e16, 100000.0, true]\n") == [
        f"a-b={value}" for value in ("0.1", "1e-05", "1.0", "1e+16", "100000.0", "true")]


@pytest.mark.parametrize(("pattern", "name", "fits"), [
    ("ring", "ring", True), ("", "", True), ("ring", "rings", False), ("rings", "ring", False), ("", "ring", False),
    ("*", "", True), ("*", "ring", True), ("one-cell*", "one-cell", True), ("one-cell*", "one-cell-plus", True),
    ("*-plus", "one-cell-plus-plus", True), ("a*b**c", "a-b-bc", True), ("*-plus", "one-cell-plus-elite", False),
    ("a*b*c", "acb", False), ("one-cell*", "four-one-cell", False), ("a*a", "a", False),
])
def test_a_star_stands_for_any_characters(pattern, name, fits):
    assert matcher([pattern])(name) is fits


def test_many_stars_are_answered_soon():
    began = time.monotonic()
    assert not matcher(["*a" * 500 + "b"])("a" * 2000)
    assert time.monotonic() - began < 5


def test_a_pattern_without_a_match_is_complained_of():
    assert complaint("variant", "r*", ["ring", "torus"]) == ""
    assert complaint("variant", "rong", ["ring", "torus"]) == 'there is no variant "rong"; did you mean "ring"?'
    assert complaint("instance", "x*", ["ring", "torus"]) == 'there is no instance "x*"'


PUBLISHED = """published = 'mine.csv'
instances = [{ name = 'easy_1' }, { name = 'easy_2' }, { name = 'hard' }]
variants = [{ name = 'ours', config = 'a.toml' }, { label = 'theirs', config = 'b.toml' }]
"""


def figures(lab, table, text=PUBLISHED):
    return [each.published for each in lab.read(text, table).variants]


def test_published_figures_stand_in_a_table(lab):
    found = figures(lab, 'instance,variant,success_percent,seconds_mean\neasy_1,theirs,100,"about 1,000"\nhard,ours,,-2.50\n')
    assert found[:2] == [{}, {"success_percent": 100, "seconds_mean": "about 1,000"}]
    assert len(found) == 6 and found[4] == {"seconds_mean": -2.5}


def test_a_row_is_of_all_that_it_describes(lab):
    assert figures(lab, "variant,instance,best_mean\ntheirs,easy_*,7\n") == [{}, {"best_mean": 7}, {}, {"best_mean": 7}, {}, {}]
    assert figures(lab, "\ufeffinstance,best_mean\r\n\r\n*,1") == [{"best_mean": 1}] * 6
    assert figures(lab, 'instance,a\n*,"say ""so"""\n')[0] == {"a": 'say "so"'}
    assert figures(lab, "variant,best_mean\na,1\n", "configs = ['a.toml']\npublished = 'mine.csv'\n[grid]\nislands = [1, 2]\n") == [{"best_mean": 1}] * 2


@pytest.mark.parametrize(("table", "told"), [
    ("", "is empty (mine.csv:1:1)"),
    (b"variant,a\nours,\xff\n", "not UTF-8 (mine.csv:2:6)"),
    ("best_mean\n3\n", "has a column instance, a column variant, or both"),
    ("variant,a,a\n", "two columns are called a (mine.csv:1:11)"),
    ("variant,,a\n", "a column has no name (mine.csv:1:9)"),
    ("variant,a\nours,1,2\n", "the row has 3 fields; the header has 2 (mine.csv:2:1)"),
    ("instance,variant,a\nhard,ous,1\n", 'there is no variant "ous"; did you mean "ours"? (mine.csv:2:6)'),
    ("instance,a\nhrd,1\n", 'there is no instance "hrd"'),
    ("instance,a\nhard,1\nh*,2\n", "a of hard-ours is given twice (mine.csv:3:4)"),
    ('instance,a\n"hard,1\n', "a quote is opened and never closed (mine.csv:2:1)"),
    ('instance,a\n"hard"x,1\n', "text follows a closing quote"),
])
def test_a_mistake_in_published_figures_is_told_with_its_place(lab, table, told):
    assert told in lab.mistake(PUBLISHED, table, DataError).replace(f"{lab.folder}/", "")


def test_published_figures_are_not_of_pairs_that_are_left_out(lab):
    less = PUBLISHED + "exceptions = [{ instances = 'hard', variants = 'ours', leave_out = true }]\n"
    told = lab.mistake(less, "instance,variant,a\nhard,ours,1\n", DataError)
    assert "the exceptions leave out variant ours of instance hard (" in told and "mine.csv:2:1)" in told


def test_claims_are_made_for_every_instance(lab):
    claims = lab.read(
        "instances = [{ name = 'a', label = 'type 1' }, { name = 'b' }]\n"
        "variants = [{ name = 'x', config = 'x.toml' }, { label = 'y', config = 'y.toml' }]\n"
        "[[claims]]\nwhat = 'p'\npublished = 'not given'\nfigure = 'p_value'\nvariants = ['x', 'y']\n"
        "[[claims]]\nwhat = 'worst'\npublished = 'low'\nfigure = 'worst'\nvariants = 'y'\n").claims
    assert claims[0] == {"what": "type 1: p", "published": "not given", "figure": "p_value", "variants": ["a-x", "a"]}
    assert [(each["what"], each["variants"]) for each in claims[1:]] == [("type 1: worst", ["a"]), ("b: p", ["b-x", "b"]), ("b: worst", ["b"])]


def test_claims_name_points_of_the_grid_and_skip_what_is_left_out(lab):
    head = "config = 'x.toml'\ninstances = [{ name = 'a' }, { name = 'b' }]\nvariants = [{ name = 'v' }, { name = 'w' }]\n"
    some = head + "exceptions = [{ instances = 'a', variants = 'w', leave_out = true }]\n[grid]\nislands = [1, 2]\n"
    claim = "[[claims]]\nwhat = 'w'\npublished = 'p'\nfigure = 'f'\nvariants = "
    (made,) = lab.read(f"{some}{claim}['w-islands=2', 'v-islands=1']\n").claims
    assert made["variants"] == ["b-w-islands=2", "b-v-islands=1"]
    assert 'there is no variant "w"' in lab.mistake(f"{some}{claim}['w']\n")
    assert "a claim is about one variant or two" in lab.mistake(f"{some}{claim}[]\n")
    apart = head + ("exceptions = [{ instances = 'a', variants = 'w', leave_out = true }, "
                    "{ instances = 'b', variants = 'v', leave_out = true }]\n")
    assert "no instance has both of these variants" in lab.mistake(f"{apart}{claim}['v', 'w']\n")


@pytest.mark.parametrize("seed", range(20))
def test_whatever_a_file_holds_its_names_are_safe_and_its_mistakes_are_told(lab, seed):
    draw = random.Random(seed)
    words = ["'", '"', "[", "]", "{", "}", "=", ",", ".", "\n", "\0", "ö", "*", "9" * 30, "nan", "true", "name", "islands", "grid", "$(x)", "{instance}"]
    for _ in range(30):
        text = PUBLISHED + "[grid]\na.b = [1, 2]\n"
        table = "instance,variant,a\neasy_*,ours,1\n"
        for _ in range(draw.randint(1, 4)):
            at = draw.randrange(len(text))
            text = text[:at] + draw.choice(words) + text[at + draw.randint(0, 3):]
            at = draw.randrange(len(table))
            table = table[:at] + draw.choice(words) + table[at:]
        try:
            made = lab.read(text, table)
        except (UsageError, DataError):
            continue
        names = [each.name for each in made.variants]
        assert names and len(set(names)) == len(names) and all(re.fullmatch(r"[\w.=+-]+", name, re.ASCII) for name in names)
        assert all(each.label and each.islands > 0 for each in made.variants)
        assert json.loads(json.dumps(made.manifest())) == made.manifest()
