"""Tests measures and rules on a column of several values, and rules that ask for heroes of one value."""
import csv
import itertools
import json

import pytest

from tests.support.depth import nightly

POOL = """id,club,plays,skill,wage
ann,Ajax,wing,71,12
ben,Ajax,wing|back,64,9
cem,Bari,back,80,21
dan,Bari,keep,58,4
eva,Bari,wing|keep|back,77,25
fay,Como,keep,69,8
gus,Como,wing,75,17
hal,Derby,back|wing,62,6
"""
HEROES = [{**row, "plays": set(row["plays"].split("|")), "wage": int(row["wage"])}
          for row in csv.DictReader(POOL.splitlines())]

SQUAD = """[pool]
file = "players.csv"
many = ["plays"]
separator = "|"
[formation]
names = ["left", "middle", "right"]
edges = [[0, 1], [1, 2]]
[objective]
property = "wage"
"""

RUN = """[problem]
type = "party"
instance = "squad.toml"
[island]
population = 8
offspring = 8
improve_rate = 0.5
[stop]
generations = 30
"""

SQUAD_OF = "left: ann\nmiddle: eva\nright: hal\n"


def rule(kind, column, bounds):
    return f'[[requirement]]\nkind = "{kind}"\nproperty = "{column}"\n{bounds}\n'


def teams():
    return itertools.combinations(HEROES, 3)


def wages(team):
    return sum(hero["wage"] for hero in team)


def playing(team, *places):
    return sum(bool(hero["plays"] & set(places)) for hero in team)


def alike(team):
    clubs = [hero["club"] for hero in team]
    return max(map(clubs.count, clubs))


def cheapest(meets):
    return min((wages(team) for team in teams() if meets(team)), default=None)


@pytest.fixture
def squad(skerry):
    skerry.write("players.csv", POOL)
    skerry.write("squad.toml", SQUAD)
    skerry.write("run.toml", RUN)
    skerry.write("squad.txt", SQUAD_OF)
    return skerry


def with_features(squad, *features):
    squad.write("squad.toml", f"features = {json.dumps(features)}\n{SQUAD}")


def validated(squad, *arguments, ranks=None):
    return squad.done("validate", *arguments, "--json", ranks=ranks).answers()


def run_best(squad, *options, ranks=None):
    return squad.json("run", "run.toml", "--quiet", *options, ranks=ranks)


@pytest.mark.parametrize("ranks", [None, *nightly(2)])
@pytest.mark.parametrize("algorithm", ["map_elites", "nsga2", "genetic"])
def test_runs_measure_a_column_that_nothing_else_reads(squad, algorithm, ranks):
    report = run_best(squad, "--set", f"island.algorithm={algorithm}", "--set", 'problem.features=["count plays=wing"]',
                      "--set", 'problem.objectives=["wage", "maximise count plays=back"]', ranks=ranks)
    assert report["best_fitness"] == cheapest(lambda team: True)


@pytest.mark.parametrize("features", [["count plays=keep"], ["share plays=wing", "distinct club"],
                                      ["mean skill in 3 cells", "count plays=back"]])
def test_every_command_bears_a_measure_of_several_values(squad, features):
    with_features(squad, *features)
    assert "43, feasible" in squad.done("check", "run.toml", "squad.txt").out
    assert "eva" in squad.done("draw", "run.toml", "squad.txt").out
    assert "attempts" in squad.done("construct", "squad.toml", "--attempts", "20").out
    [answer] = validated(squad, "squad.toml")
    assert answer["best"] == cheapest(lambda team: True) and answer["proven"]
    squad.write("tighter.toml", SQUAD + rule("count", "plays", 'value = "back"\nat_least = 1'))
    [_, second] = validated(squad, "squad.toml", "tighter.toml")
    assert second["comparison"]["changes"] == [{"part": "rules", "text": "'at least 1 heroes with plays back' is new"}]


def test_a_request_counts_several_values(squad):
    squad.write("request.toml", 'features = ["count plays=wing"]\n' + SQUAD
                + rule("count", "plays", 'value = "wing"\nat_least = [1, 3]') + "[wanted]\nprice = [25, 30]\nsolutions = 1\n")
    squad.done("generate", "party", "--request", "request.toml", "--output", "made.toml")
    possible = {k: cheapest(lambda team, k=k: playing(team, "wing") >= k) for k in (1, 2, 3)}
    assert any(25 <= price <= 30 for price in possible.values())
    [answer] = validated(squad, "made.toml")
    assert 25 <= answer["best"] <= 30
    assert 'features = ["count plays=wing"]' in (squad.folder / "made.toml").read_text()


RULES = [
    (rule("share", "club", "at_least = 3"), lambda team: alike(team) >= 3),
    (rule("share", "club", "at_least = 2"), lambda team: alike(team) >= 2),
    (rule("share", "club", "exactly = 2"), lambda team: alike(team) == 2),
    (rule("share", "club", "at_least = 2\nat_most = 2") + rule("average", "skill", "at_least = 72"),
     lambda team: alike(team) == 2 and sum(int(hero["skill"]) for hero in team) >= 216),
    (rule("count", "plays", 'value = "keep"\nat_least = 2'), lambda team: playing(team, "keep") >= 2),
    (rule("count", "plays", 'values = ["back", "keep"]\nat_most = 1'), lambda team: playing(team, "back", "keep") <= 1),
    (rule("count", "plays", 'value = "wing"\nexactly = 3') + rule("share", "club", "at_least = 2"),
     lambda team: playing(team, "wing") == 3 and alike(team) >= 2),
]


@pytest.mark.few(1)
@pytest.mark.parametrize("rules, meets, ranks", [*((*rule, None) for rule in RULES), *((*rule, 2) for rule in RULES)])
def test_rules_cost_what_enumeration_says(squad, rules, meets, ranks):
    squad.write("squad.toml", SQUAD + rules)
    [answer] = validated(squad, "squad.toml", "--proofs", "proofs", ranks=ranks)
    assert (answer["best"], answer["bound"], answer["proven"]) == (cheapest(meets),) * 2 + (True,)
    assert all(held["holds"] for held in answer["rules"])
    within = cheapest(meets) * 1.02
    if answer["solutions"]["complete"]:
        assert answer["solutions"]["teams"] == sum(meets(team) and wages(team) <= within for team in teams())
    assert "that is the optimum" in squad.done("check", "squad.toml", "--proof", "proofs/squad.proof.json").out
    report = run_best(squad, ranks=ranks)
    assert report["best_fitness"] == cheapest(meets)
    squad.write("best.txt", report["solution"])
    assert "feasible" in squad.done("check", "run.toml", "best.txt").out


def test_rules_that_clash_are_named(squad):
    squad.write("squad.toml", SQUAD + rule("share", "club", "at_least = 3")
                + rule("count", "plays", 'value = "wing"\nat_least = 2'))
    [answer] = squad("validate", "squad.toml", "--json").answers()
    assert (answer["solvable"], answer["best"]) == (False, None)
    assert set(answer["clash"]) == {"at least 3 heroes with the same club", "at least 2 heroes with plays wing"}, answer


def test_a_player_without_the_heroes_of_a_club_pays_for_another(squad):
    squad.write("squad.toml", SQUAD + rule("share", "club", "at_least = 2"))
    squad.write("run.toml", RUN.replace("[island]", '[problem.player]\nbanned = ["dan"]\nowned = ["gus"]\n[island]'))
    report = run_best(squad)
    assert report["best_fitness"] == 0 + 8 + 6  # gus, whom they own, fay of the same club, and hal
