"""Makes what `skerry validate --json` tells of puzzles: solved, impossible, not decided, hardly told, and hostile."""

import json
from pathlib import Path

NODES = ["GK", "LB", "CB1", "CB2", "RB", "left midfield", "CM", "RM", "LW", "ST", "RW"]
LAYOUT = [[0.5, 1], [0, 0.75], [0.33, 0.78], [0.66, 0.78], [1, 0.75], [0, 0.45], [0.5, 0.5], [1, 0.45], [0.1, 0.1], [0.5, 0], [0.9, 0.1]]
EDGES = [[0, 2], [0, 3], [1, 2], [2, 3], [3, 4], [1, 5], [2, 6], [3, 6], [4, 7], [5, 6], [6, 7], [5, 8], [6, 9], [7, 10], [8, 9], [9, 10]]
WEIGHTS = [1, 0.5, 0, 1, 0.5, 0, 1, 1, 0.5, 0.5, 1, 0, 1, 0.5, 0.5, 1]
SCHEMA = "skerry.validation/1"
HOSTILE = "<script>alert(1)</script>"


def verdict(best, bound=None, proven=True, **more):
    return {"solvable": True, "best": best, "bound": best if bound is None else bound, "proven": proven, **more}


def owner(share, heroes, players, solving, feasible):
    attempts = 1 / feasible if feasible else None
    return {"share": share, "heroes": heroes, "players": players, "solving": solving, "constructions": 1000, "synergetic": 0.125,
            "feasible": feasible, "attempts": attempts}


def owners():
    return [owner(0.1, 1781, 10, 0, 0.0), owner(0.3, 5342, 10, 4, 0.032)]


def solved(name="f424", parties=40):
    """A puzzle of which everything was asked and answered."""
    ids = [f"h{number:04d}" for number in range(len(NODES))]
    names = [f"Quin Lund {number}" for number in range(len(NODES))]
    catalogue = [
        {
            "price": 13400 + 50 * index,
            "synergy": 0.8,
            "placements": 1 + index % 3,
            "party": [hero if index == 0 or node % 3 else f"{hero}-{index}" for node, hero in enumerate(ids)],
            "names": names,
            "edge_weights": WEIGHTS,
        }
        for index in range(parties)
    ]
    return {
        "schema": SCHEMA,
        "puzzle": name,
        "file": f"puzzles/{name}.toml",
        "version": "0.3.0",
        "seed": 17,
        "unit": "coins",
        "direction": "minimise",
        **verdict(13400),
        "gap": 0.0,
        "seconds": 12.375,
        "threads": 1,
        "clash": [],
        "relaxations": [],
        "tried": ["islands: 12 s, 40 restarts", "linear bounds up to 13,400"],
        "party": [
            {"node": node, "hero": hero, "name": name, "price": 1218 + place, "values": {"nation": "Fenwold", "roles": ["keeper", "back"], "rating": 81.5}}
            for place, (node, hero, name) in enumerate(zip(NODES, ids, names))
        ],
        "solution": "GK: h0000 (Quin Lund 0)\n",
        "synergy": 0.84,
        "rules": [{"rule": "average rating at least 82", "holds": True, "found": "83.1"}],
        "formation": {"nodes": NODES, "edges": EDGES, "edge_weights": WEIGHTS, "layout": LAYOUT},
        "certificate": f"{name}.proof.json",
        "within": 0.014,
        "solutions": {"teams": 53, "placements": 143, "complete": True},
        "catalogue": catalogue,
        "lean_on": {
            "heroes": [{"hero": "h0007", "name": "Quin Lund 7", "share": 0.98}, {"hero": "h0003", "name": None, "share": 0.9999}],
            "values": [{"property": "league", "value": "Isles", "share": 0.71}],
            "without": {"hero": "h0007", "name": "Quin Lund 7", **verdict(13900)},
        },
        "rule_prices": [
            {"rule": "at most 3 of a club", "without": verdict(13400), "tighter": {"text": "at most 2 of a club", "solvable": False}, "looser": None},
            {
                "rule": "average rating at least 82",
                "without": verdict(7200),
                "tighter": verdict(14650, 14100, False, text="average rating at least 83"),
                "looser": verdict(11650, text="average rating at least 81"),
            },
        ],
        "fronts": [
            {
                "rule": "synergy",
                "unit": "",
                "points": [{"at_least": 0.5, **verdict(6650)}, {"at_least": 0.8, **verdict(7100)}, {"at_least": 0.9, **verdict(7500, 7350, False)}],
            }
        ],
        "player": {"constructions": 1000, "synergetic": 0.31, "feasible": 0.2, "attempts": 5.0, "parts": owners(), "owned": owner(0.0375, 667, 1, 1, 0.011)},
        "islands": {
            "count": 2,
            "generations": list(range(0, 2000, 2)),
            "best": [[None, *(20000 - 6 * step for step in range(999))], [21000 - 7 * step for step in range(1000)]],
            "diversity": [[0.5 / (1 + step) for step in range(1000)] for _ in range(2)],
            "evaluations": 123456,
            "migrants": 320,
            "restarts": 41,
            "new_bests": [{"generation": 0, "island": 1, "best": 20999}, {"generation": 1984, "island": 0, "best": 14008}],
        },
        "settings": "[island]\nrestart_after = 30\n",
        "migrated": None,
        "comparison": {
            "puzzle": "f423",
            "file": "puzzles/f423.toml",
            "changes": [{"part": "rules", "text": "'average rating at least 81' is now 'average rating at least 82', which is tighter"}],
            "answers": [
                {"answer": "cheapest", "before": "11650 coins, proven", "after": "13400 coins, proven", "difference": 1750, "unit": "coins"},
                {"answer": "leans on", "before": "", "after": "Quin Lund 7 in 98 %", "difference": None, "unit": ""},
            ],
        },
    }


def impossible():
    return {
        "schema": SCHEMA,
        "puzzle": "clash",
        "solvable": False,
        "clash": ["average rating at least 88", "total price at most 150,000"],
        "relaxations": [{"rule": "average rating at least 88", "text": "average rating at least 86.2"}],
        "seconds": 0.4,
        "seed": 2,
    }


def undecided():
    return {"schema": SCHEMA, "puzzle": "open", "solvable": None, "bound": 4210, "unit": "gold", "tried": ["islands: 55 s, 40 restarts"], "seconds": 60.1}


def minimal():
    return {"schema": SCHEMA, "puzzle": "bare"}


def hostile():
    """Every text is one that a page must not take for markup, and names that are too long."""

    def changed(value):
        if isinstance(value, dict):
            return {name: kept if name in ("schema", "direction") else changed(kept) for name, kept in value.items()}
        if isinstance(value, list):
            return [changed(each) for each in value]
        return f"{HOSTILE}\"'&<{value}\u202e\x00\ud800{{{{ 7 * 7 }}}}" if isinstance(value, str) else value

    return changed(solved(parties=3))


def write(path: Path, *puzzles) -> Path:
    path.write_text("".join(json.dumps(each) + "\n" for each in puzzles))
    return path


def numbers(value):
    """Returns all numbers in JSON."""
    if isinstance(value, dict):
        return {number for each in value.values() for number in numbers(each)}
    if isinstance(value, list):
        return {number for each in value for number in numbers(each)}
    return {value} if isinstance(value, (int, float)) and not isinstance(value, bool) else set()
