"""Configurations for tests: a string of few bits, one of many, and a puzzle of six heroes for three nodes."""
import json

ONEMAX = """[problem]
type = "onemax"
bits = 60
[island]
population = 12
offspring = 12
gene_rate = 0.02
[migration]
every = 5
[stop]
generations = 25
at_target = false
"""

PUZZLE = """name = "small"
[pool]
file = "heroes.csv"
name = "name"
[formation]
names = ["front", "middle", "back"]
edges = [[0, 1], [1, 2]]
[objective]
property = "price"
unit = "coins"
[synergy]
at_least = 0.5
traits = ["race", "faith"]
curve = [0, 0.5, 1]
[[requirement]]
kind = "average"
property = "level"
at_least = 70
[[requirement]]
kind = "count"
property = "race"
value = "elf"
at_least = 2
"""

POOL = """id,name,race,faith,level,price
a,Ada,elf,sun,80,500
b,Bo,elf,moon,70,300
c,Cy,orc,sun,60,200
d,Di,orc,moon,90,700
e,Ed,elf,sun,75,400
f,Fi,gnome,sea,65,250
"""

PARTY = """[problem]
type = "party"
instance = "puzzle.toml"
[island]
population = 6
offspring = 6
[migration]
every = 2
[stop]
generations = 6
"""

# This run takes at least a quarter of a second.
SLOW = """[problem]
type = "onemax"
bits = 1024
[island]
population = 100
offspring = 200
gene_rate = 0.002
[migration]
every = 40
[stop]
generations = 3000
at_target = false
"""


def write_experiments(skerry):
    """Writes onemax.toml, slow.toml, and party.toml with its puzzle."""
    skerry.write("slow.toml", SLOW)
    skerry.write("onemax.toml", ONEMAX)
    skerry.write("party.toml", PARTY)
    skerry.write("puzzle.toml", PUZZLE)
    skerry.write("heroes.csv", POOL)


#: The genome of a problem that others evaluate.
UNIT = '{ name = "x", kind = "real", size = 3, low = 0.0, high = 1.0 }'


def external(command, genome, *, problem="", island="", size=10, every=4, generations=8, seed=4, more=""):
    """Returns the configuration of a problem whose fitness a command computes. An island has `size` individuals and children,
    and is genetic unless `island` names an algorithm."""
    if "algorithm" not in island:
        island += '\nalgorithm = "genetic"'
    return f"""[run]
seed = {seed}
[problem]
type = "external"
command = {json.dumps([str(word) for word in command])}
genome = [{genome}]
{problem}
[island]
population = {size}
offspring = {size}
{island}
[migration]
every = {every}
[stop]
generations = {generations}
{more}
"""


def settings(*values):
    """Returns the words of a command that set keys of the configuration, such as run.seed=3."""
    return [word for value in values for word in ("--set", value)]
