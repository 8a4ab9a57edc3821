"""Tests quadratic assignment: generated instances run and are checked, and the shipped ones are made again."""
import json

import pytest

from tests.support.binary import TREE

ISLAND = TREE / "configs/qap/island.toml"
TABU = TREE / "configs/qap/tabu.toml"
SHIPPED = TREE / "configs/instances/qap"


@pytest.mark.parametrize("line", [line for line in (TREE / "configs/instances/make.sh").read_text().splitlines() if " qap " in line])
def test_the_shipped_instances_are_made_again(skerry, line):
    options = line.split(" generate qap ")[1].split()
    name = options.pop().removeprefix("qap/")
    made = skerry("generate", "qap", *options, name)
    assert made.status == 0 and made.out == f"{options[1]} facilities  {name}\n", made
    assert (skerry.folder / name).read_bytes() == (SHIPPED / name).read_bytes()
    printed = skerry("generate", "qap", *options[:-1])
    assert printed.out.encode() == (SHIPPED / name).read_bytes()


@pytest.mark.parametrize(("ranks", "config", "search"), [
    (None, ISLAND, "best_improvement"), (2, ISLAND, "first_improvement"), (None, TABU, "robust_tabu"), (2, TABU, "robust_tabu"),
])
def test_islands_find_the_published_least_cost(skerry, ranks, config, search):
    settings = ("--set", f"problem.instance={SHIPPED}/tai12a.dat", "--set", "problem.best_known=224416",
                "--set", f"problem.local_search={search}")
    found = skerry("run", config, *settings, "--json", "--quiet", ranks=ranks)
    assert found.status == 0, found
    answer = json.loads(found.out)
    assert answer["target_reached"] and answer["best_fitness"] == 224416, answer
    checked = skerry("check", config, "-", *settings, stdin=answer["solution"])
    assert checked.status == 0 and "224416" in checked.out.replace(",", ""), checked


@pytest.mark.parametrize(("config", "setting", "part"), [
    (TABU, "problem.tabu_iterations=0", "tabu_iterations is 0; it lies in [1, 1000000000]"),
    (TABU, "problem.local_search=robust", "robust_tabu"),
    (ISLAND, "problem.tabu_iterations=5", "tabu_iterations"),
])
@pytest.mark.parametrize("ranks", [None, 2])
def test_a_wrong_key_of_tabu_search_gives_one_message(skerry, config, setting, part, ranks):
    result = skerry("run", config, "--set", setting, ranks=ranks)
    assert result.status == 2 and len(result.messages) == 1 and part in result.messages[0], result


def test_the_same_seed_gives_the_same_tabu_searches(skerry):
    def lone(seed):
        found = skerry("run", TABU, "--seed", seed, "--islands", 2, "--set", "problem.tabu_iterations=50", "--set",
                       "stop.generations=5", "--set", "trace.enabled=false", "--json", "--quiet")
        answer = json.loads(found.out)
        assert answer.pop("seconds") >= 0
        return answer

    assert lone(1) == lone(1)
    assert lone(1)["evaluations"] == 2 * (15 + 5 * 15 * (1 + 50 * 190))
    assert lone(1) != lone(2)


@pytest.mark.parametrize(("text", "part"), [
    ("3\n0 1 2\n1 0 x\n", "'x' stands where an entry should; it is an integer (mine.dat:3:5)"),
    ("2\n0 1 1 0\n", "the file ends after 0 of the 4 entries of the second matrix"),
])
@pytest.mark.parametrize("ranks", [None, 2])
def test_a_mistake_in_the_file_gives_one_message(skerry, text, part, ranks):
    skerry.write("mine.dat", text)
    result = skerry("run", ISLAND, "--set", "problem.instance=mine.dat", ranks=ranks)
    assert result.status == 3 and len(result.messages) == 1 and part in result.messages[0], result


@pytest.mark.parametrize("options", [["--size", 1], ["--size", 1001], ["--seed", 0], ["--second-seed", 2147483647]])
def test_refuses_what_it_cannot_generate(skerry, options):
    result = skerry("generate", "qap", *options)
    assert result.status == 2 and result.out == "" and len(result.messages) == 1 and options[0] in result.messages[0], result
