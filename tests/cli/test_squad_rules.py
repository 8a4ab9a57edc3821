"""Tests measures and rules on a column of several values, and rules that ask for heroes of one value."""
import csv
import itertools
import json
import re

import pytest

from tests.support.binary import TREE
from tests.support.depth import nightly
from tests.support.html import Html
from tests.support.svg import SVG, parsed

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


OF_GAMES = re.compile(r"\b(hero|heroes|party|parties)\b", re.IGNORECASE)


def crew(rules="", formation="", nodes=SQUAD):
    return 'words = ["driver", "drivers", "crew"]\n' + nodes.replace("[objective]", formation + "[objective]") + rules


def values(json_of):
    """All texts of a JSON but its keys and the names of its parts."""
    if isinstance(json_of, dict):
        return [text for key, each in json_of.items() if key not in ("answer", "part", "settings") for text in values(each)]
    return [text for each in json_of for text in values(each)] if isinstance(json_of, list) else [json_of] if isinstance(json_of, str) else []


def test_answers_pages_and_pictures_use_the_words_of_the_puzzle(squad):
    synergy = '[synergy]\nat_least = 0.3\ntraits = ["club"]\n'
    squad.write("squad.toml", crew(synergy + rule("share", "club", "at_least = 2")))
    squad.write("later.csv", POOL.replace("dan,Bari,keep,58,4\n", "").replace("hal,Derby,back|wing,62,6", "hal,Derby,back|wing,62,7"))
    squad.write("later.toml", crew(synergy).replace("players.csv", "later.csv"))
    squad.write("mine.toml", RUN.replace("[island]", '[problem.player]\nowned = ["gus", "fay", "hal"]\n[island]'))
    told = [squad.done("validate", *arguments).out for arguments in (["mine.toml"], ["squad.toml", "later.toml"])]
    validated = squad.done("validate", "mine.toml", "squad.toml", "later.toml", "--compare", "--json", "--report", "page.html", "--proofs", "proofs")
    page = Html((squad.folder / "page.html").read_text())
    squad.write("best.txt", validated.answers()[1]["solution"])
    told += [*values(validated.answers()), *page.texts, *(title for each in page.pictures for title in each if isinstance(title, str))]
    told += [squad.done(*arguments).out for arguments in (
        ["draw", "squad.toml", "best.txt", "--text"], ["check", "squad.toml", "best.txt"], ["front", "squad.toml", "--measure", "mean skill"],
        ["check", "squad.toml", "--proof", "proofs/squad.proof.json"], ["construct", "squad.toml", "--attempts", "50"])]
    told += list(parsed(squad.done("draw", "squad.toml", "best.txt").out).itertext())
    assert [text for text in told if OF_GAMES.search(text)] == []
    text = " ".join(told)
    for words in ("What does the cheapest crew cost", "1 driver is gone: dan", "Crews side by side", "of the drivers build a crew", "Drivers of the good teams"):
        assert words in text, words


MISTAKES = [
    (crew(rule("count", "plays", 'value = "goal"\nat_least = 1')), None),
    (crew(rule("average", "skill", "at_least = 90")), None),
    (crew(rule("distinct", "plays", "at_least = 1")), None),
    (crew(rule("share", "club", "at_least = 3\nat_most = 2")), None),
    (crew(formation='[[formation.locked]]\nnode = 0\nhero = "zed"\n'), None),
    (crew(formation='[[formation.locked]]\nnode = 0\nhero = "ann"\n' * 2), None),
    (crew(nodes=SQUAD.replace('"left"', ", ".join(f'"{n}"' for n in range(9)))), None),
    (crew(nodes=SQUAD.replace("players.csv", "twice.csv")), None),
    (crew(nodes=SQUAD.replace("players.csv", "none.csv")), None),
    (crew(), "left: zed\nmiddle: eva\nright: hal\n"),
    (crew(), "left:\nmiddle: eva\nright: hal\n"),
    (crew(), "left: ann\nmiddle: eva\n"),
    (crew(), "left\n"),
]


@pytest.mark.parametrize("puzzle, squad_of", MISTAKES, ids=range(len(MISTAKES)))
def test_messages_use_the_words_of_the_puzzle(squad, puzzle, squad_of):
    squad.write("twice.csv", POOL + "ann,Ajax,wing,71,12\n")
    squad.write("none.csv", POOL.splitlines()[0] + "\n")
    squad.write("squad.toml", puzzle)
    refused = squad("check", "squad.toml", squad.write("bad.txt", squad_of or SQUAD_OF))
    assert refused.status == 3 and len(refused.messages) == 1, refused
    assert not OF_GAMES.search(refused.messages[0]), refused.messages


def test_the_keeper_stands_below_and_the_strikers_above(skerry):
    skerry.done("new", "party", TREE / "configs/instances/formation-pool.csv", "--formation", "4-4-2", "--output", "mine.toml")
    height = {each.text: float(each.get("y")) for each in parsed(skerry.done("draw", "mine.toml").out).iter(SVG + "text")}
    assert height["left striker"] == height["right striker"] < height["left back"] < height["keeper"]
