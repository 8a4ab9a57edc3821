"""Tests `generate party`: the puzzles it makes validate, and bad requests are refused with one message."""
import json

import pytest

from tests.support.binary import TREE
from tests.support.experiments import PUZZLE

REQUEST = PUZZLE.replace("at_least = 70", "at_least = [62, 80]").replace("at_least = 0.5", "at_least = [0.25, 1, 0.25]")
WANTED = """
[wanted]
price = [1150, 1300]
solutions = 2
within = "10%"
"""
OWN_POOL = """[pool]
heroes = 400
[formation]
names = ["front", "left", "right", "back"]
edges = [[0, 1], [0, 2], [1, 3], [2, 3]]
[objective]
property = "price"
unit = "coins"
[synergy]
at_least = [0.25, 0.75, 0.125]
traits = ["race", "religion"]
[[requirement]]
kind = "average"
property = "level"
at_least = [70, 90]
[[requirement]]
kind = "count"
property = "rarity"
values = ["common"]
at_most = [0, 4]
[wanted]
price = [3400, 3600]
solutions = 2
within = 0.05
"""


def make(skerry, request, *options, **how):
    skerry.write("request.toml", request)
    return skerry.done("generate", "party", "--request", "request.toml", *options, **how)


def validated(skerry, file, within):
    return skerry.json("validate", file, "--within", within)


@pytest.mark.parametrize("seed", [1, 2])
def test_the_puzzle_validates(skerry, seed):
    made = make(skerry, REQUEST + WANTED, "--seed", seed, "--output", "mine.toml")
    answer = validated(skerry, "mine.toml", "10%")
    assert 1150 <= answer["best"] <= 1300 and answer["proven"]
    assert answer["solutions"]["teams"] >= 2
    text = (skerry.folder / "mine.toml").read_text()
    assert f'# Made by: skerry generate party --request "request.toml" --seed {seed}\n' in text
    assert f"fitness = {answer['best']:.0f}\n" in text
    assert f"the cheapest party costs {answer['best']:.0f} coins, and {answer['solutions']['teams']} teams" in made.out


@pytest.mark.nightly
def test_a_pool_of_its_own_is_written_beside_the_puzzle(skerry):
    (skerry.folder / "new").mkdir()
    make(skerry, OWN_POOL, "--output", "new/mine.toml", "--seed", 3)
    answer = validated(skerry, "new/mine.toml", "5%")
    assert 3400 <= answer["best"] <= 3600 and answer["solutions"]["teams"] >= 2
    assert (skerry.folder / "new/mine-pool.csv").read_text().startswith("id,name,race")
    first = (skerry.folder / "new/mine.toml").read_text()
    assert make(skerry, OWN_POOL, "--output", "new/mine.toml", "--seed", 3).status == 0
    assert (skerry.folder / "new/mine.toml").read_text() == first


def test_a_pool_of_the_designer_is_named_from_the_new_folder(skerry):
    (skerry.folder / "new").mkdir()
    assert make(skerry, REQUEST + WANTED, "--output", "new/mine.toml").status == 0
    assert 'file = "../heroes.csv"' in (skerry.folder / "new/mine.toml").read_text()
    assert validated(skerry, "new/mine.toml", "10%")["proven"]


def planted_rules():
    rules = OWN_POOL[: OWN_POOL.index("[wanted]")]
    return rules.replace("[0.25, 0.75, 0.125]", "0.5").replace("[70, 90]", "76").replace("[0, 4]", "1")


def test_a_planted_optimum_is_what_validate_proves(skerry):
    made = make(skerry, planted_rules(), "--planted", "--output", "mine.toml")
    text = (skerry.folder / "mine.toml").read_text()
    fitness = float(text.split("fitness = ")[1].split()[0])
    answer = validated(skerry, "mine.toml", "2%")
    assert answer["proven"] and answer["best"] == fitness
    assert f"the cheapest party costs {fitness:.0f} coins" in made.out
    assert '--planted\n# Proven: ' in text


def test_where_nothing_is_found_the_nearest_is_told(skerry):
    make(skerry, REQUEST + WANTED.replace("1150, 1300", "300, 400"), "--output", "mine.toml", status=1,
         says="even the loosest bounds are too tight; the nearest asks")
    assert not (skerry.folder / "mine.toml").exists()


@pytest.mark.parametrize("options, part", [
    (("--type", 1), "--type"),
    (("--heroes", 200), "--heroes"),
    (("--output", "none/mine.toml"), "cannot write none/mine.toml: its folder does not exist"),
    (("--output", "request.toml"), "--output request.toml is the request itself"),
    (("--output", "heroes.csv"), "--output heroes.csv is the pool itself"),
])
def test_mistakes_of_usage(skerry, options, part):
    make(skerry, REQUEST + WANTED, *options, status=2, says=part)


def found_without(skerry, part, target):
    """Whether islands find a party that costs the target or less where a part of the puzzle is taken out."""
    text = (skerry.folder / "mine.toml").read_text()
    assert part in text
    skerry.write("less.toml", text[: text.index("[optimum]")].replace(part, ""))
    skerry.write("less-run.toml", '[problem]\ntype = "party"\ninstance = "less.toml"\nlocal_search = "annealing"\n'
                 '[island]\npopulation = 10\nimprove_rate = 0.2\nimprove_budget = 100000\n[stop]\ngenerations = 300\n')  # fmt: skip
    run = skerry("run", "less-run.toml", "--set", f"stop.target={target}", "--json", "--quiet", "--force")
    return run.status == 0 and json.loads(run.out)["best_fitness"] <= target


@pytest.mark.nightly
def test_each_rule_of_a_market_costs_what_the_puzzle_says(skerry):
    options = ("--type", 1, "--heroes", 1000, "--seed", 1, "--binding", "5%")
    made = skerry.done("generate", "party", *options, "--output", "mine.toml")
    text = (skerry.folder / "mine.toml").read_text()
    price = float(text.split("[optimum]\nfitness = ")[1])
    assert f"the cheapest party costs {price:.0f} coins, proven" in made.out
    check = skerry("check", "mine.toml", "--proof", "mine.proof.json")
    assert check.status == 0 and f"a party at {price:.0f} meets every rule, and that is the optimum" in check.out, check
    level = '\n[[requirement]]\nkind = "average"\nproperty = "level"\nat_least = 84\n'
    assert found_without(skerry, level, 0.95 * price)
    assert found_without(skerry, "at_least = 0.8\n", 0.95 * price)
    skerry.done("generate", "party", *options, "--pool", "shared.csv", "--output", "again.toml")
    assert (skerry.folder / "shared.csv").read_bytes() == (skerry.folder / "mine-pool.csv").read_bytes()
    assert (skerry.folder / "again.toml").read_text() == text.replace("mine-pool", "shared")
    assert (skerry.folder / "again.proof.json").read_bytes() == (skerry.folder / "mine.proof.json").read_bytes()


def test_puzzles_of_all_types_share_a_pool(skerry):
    for kind in (1, 2, 3):
        skerry.done("generate", "party", "--type", kind, "--heroes", 200, "--binding", 0, "--set", "growth=0.1",
                    "--set", "nations=12", "--output", f"type{kind}.toml")
        assert "--market fashion --set growth=0.1 --set nations=12 --binding 0\n" in (skerry.folder / f"type{kind}.toml").read_text()
    assert len({(skerry.folder / f"type{kind}-pool.csv").read_bytes() for kind in (1, 2, 3)}) == 1


def test_a_pool_that_other_puzzles_share_is_not_replaced(skerry):
    options = ("--heroes", 200, "--binding", 0, "--pool", "shared.csv")
    skerry.done("generate", "party", "--type", 1, *options, "--output", "one.toml")
    skerry.done("generate", "party", "--type", 3, *options, "--output", "three.toml")
    before = (skerry.folder / "shared.csv").read_bytes()
    skerry.refused("generate", "party", "--type", 2, *options, "--seed", 2, "--output", "two.toml",
                   says="--pool shared.csv is there and has other heroes")
    assert (skerry.folder / "shared.csv").read_bytes() == before and not (skerry.folder / "two.toml").exists()


@pytest.mark.few(1)
@pytest.mark.parametrize("kind", [1, 2, 3])
def test_the_price_of_the_shipped_puzzles_is_proven(skerry, kind):
    puzzle = TREE / f"configs/instances/type{kind}.toml"
    price = puzzle.read_text().split("[optimum]\nfitness = ")[1].strip()
    check = skerry("check", puzzle, "--proof", puzzle.with_suffix(".proof.json"))
    assert check.status == 0 and f"a party at {price} meets every rule, and that is the optimum" in check.out, check


@pytest.mark.nightly
def test_where_no_pool_binds_nothing_is_written(skerry):
    skerry.refused("generate", "party", "--type", 1, "--heroes", 100, "--binding", "99.9%", "--output", "mine.toml", status=1,
                   says="none on which each rule costs 99.9 % or more")
    assert not list(skerry.folder.glob("mine*"))


@pytest.mark.parametrize("options, part", [
    (("--planted", "--market", "steep"), "they go without --planted and --request"),
    (("--binding", "2%", "--request", "request.toml"), "they go without --planted and --request"),
    (("--without-class",), "--traits-together and --without-class go with --planted"),
    (("--market", "steep", "--traits-together", "0.3"), "--traits-together"),
    (("--set", "growht=0.1"), "did you mean 'growth'?"),
    (("--set", "growth"), "--set growth has no value"),
    (("--set", "growth=3"), "growth is 3; it lies in [0, 0.3]"),
    (("--set", "religion_of_all=0.9"), "are more than 1 together"),
    (("--binding", "120%"), '--binding is "120%"; it is a part of the price'),
    (("--buildable", "120%"), '--buildable is "120%"; it is a part of all constructions'),
    (("--buildable", "5%", "--binding", 0), "--buildable goes with rules that bind"),
])
def test_mistakes_about_markets(skerry, options, part):
    skerry.write("request.toml", REQUEST + WANTED)
    skerry.refused("generate", "party", *options, says=part)
