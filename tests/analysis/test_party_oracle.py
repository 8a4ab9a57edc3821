"""Checks the prices that `validate` proves against an integer program of the whole puzzle, solved by HiGHS."""

import json
import subprocess
import tomllib

import pytest
from bench import party_milp

from tests.support.binary import BINARY

SECONDS = 20
PUZZLE = """name = "small"
[pool]
file = "heroes.csv"
[formation]
nodes = 4
edges = [[0, 1], [1, 2], [2, 3], [3, 0]]
[objective]
property = "price"
[synergy]
at_least = 0.75
traits = ["race", "nation", "hometown"]
curve = [0, 0.5, 1]
[[requirement]]
kind = "average"
property = "level"
at_least = 72
[[requirement]]
kind = "distinct"
property = "religion"
at_least = 3
[[requirement]]
kind = "share"
property = "religion"
at_most = 2
[[requirement]]
kind = "count"
property = "rarity"
value = "common"
at_most = 2
"""

def skerry(*arguments, cwd):
    return subprocess.run([str(part) for part in (BINARY, *arguments)], cwd=cwd, capture_output=True, text=True, timeout=300, check=True)


@pytest.mark.nightly
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_validate_proves_the_price_that_highs_finds(tmp_path, seed):
    skerry("generate", "party", "--type", 1, "--heroes", 120, "--binding", 0, "--seed", seed, "--set", "nations=6", "--pool", "heroes.csv",
           cwd=tmp_path)  # fmt: skip
    (tmp_path / "small.toml").write_text(PUZZLE)
    answer = json.loads(skerry("validate", "small.toml", "--json", cwd=tmp_path).stdout)
    assert answer["proven"], answer
    with (tmp_path / "heroes.csv").open() as file:
        found = party_milp.cheapest(tomllib.loads(PUZZLE), file, SECONDS, answer["best"])
    if found.status == 1:
        pytest.skip(f"HiGHS needs more than {SECONDS} s for seed {seed}")
    assert found.status == 0, found.message
    assert round(found.fun) == answer["best"]
