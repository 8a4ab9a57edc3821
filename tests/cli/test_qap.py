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
    assert skerry.done("generate", "qap", *options, name).out == f"{options[1]} facilities  {name}\n"
    assert (skerry.folder / name).read_bytes() == (SHIPPED / name).read_bytes()
    printed = skerry("generate", "qap", *options[:-1])
    assert printed.out.encode() == (SHIPPED / name).read_bytes()


@pytest.mark.few(1)
@pytest.mark.parametrize(("ranks", "config", "search"), [
    (None, ISLAND, "best_improvement"), (2, ISLAND, "first_improvement"), (None, TABU, "robust_tabu"), (2, TABU, "robust_tabu"),
])
def test_islands_find_the_published_least_cost(skerry, ranks, config, search):
    settings = ("--set", f"problem.instance={SHIPPED}/tai12a.dat", "--set", "problem.best_known=224416",
                "--set", f"problem.local_search={search}")
    answer = skerry.json("run", config, *settings, "--quiet", ranks=ranks)
    assert answer["target_reached"] and answer["best_fitness"] == 224416, answer
    assert "224416" in skerry.done("check", config, "-", *settings, stdin=answer["solution"]).out.replace(",", "")


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


#: Two matrices of four facilities.
SMALL = "0 3 1 2\n3 0 4 1\n1 4 0 5\n2 1 5 0\n\n0 7 2 9\n7 0 6 1\n2 6 0 8\n9 1 8 0\n"


@pytest.mark.parametrize(("solution", "status", "part"), [
    ("4 {cost}\n2 1 4 3\n", 0, "met      the cost is {cost}, as the file states  it is {cost}"),
    ("4 7\n2 1 4 3\n", 1, "BROKEN   the cost is 7, as the file states  it is {cost}"),
    ("1 0 3 2\n", 0, "fitness  {cost}, feasible"),
])
def test_solution_files_are_checked_with_their_cost(skerry, solution, status, part):
    skerry.write("small.dat", "4\n" + SMALL)
    cost = 224
    checked = skerry("check", ISLAND, skerry.write("small.sln", solution.format(cost=cost)), "--set", "problem.instance=small.dat")
    assert checked.status == status and part.format(cost=cost) in checked.out and f"fitness  {cost}" in checked.out, checked


def test_a_cost_of_the_inverse_permutation_is_told(skerry):
    skerry.write("turned.dat", "3\n0 1 2\n3 0 4\n5 6 0\n0 7 1\n2 0 3\n9 4 0\n")

    def cost(order):
        a, b = [[0, 1, 2], [3, 0, 4], [5, 6, 0]], [[0, 7, 1], [2, 0, 3], [9, 4, 0]]
        return sum(a[i][j] * b[order[i]][order[j]] for i in range(3) for j in range(3))

    assert cost([1, 2, 0]) != cost([2, 0, 1])
    checked = skerry("check", ISLAND, "-", "--set", "problem.instance=turned.dat", stdin=f"3 {cost([2, 0, 1])}\n2 3 1\n")
    assert checked.status == 1 and f"it is {cost([1, 2, 0])}; the inverse permutation has the stated cost" in checked.out, checked
