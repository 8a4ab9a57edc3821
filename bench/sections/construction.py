"""Measures the construction of one party by Algorithm 1: by the index, and by the plain scan that makes equal choices.
"""

import re

import micro
from measure import compare, number


def rows(quick):
    groups = {}
    for name, values in micro.figures("party", "^construction", quick).items():
        heroes, kind, indexed = re.search(r"heroes:(\d+)/type:(\d)/indexed:(\d)", name).groups()
        group = groups.setdefault((int(kind), int(heroes)), {})
        group["indexed" if indexed == "1" else "plain scan"] = values
    table = []
    for (kind, heroes), figures in sorted(groups.items()):
        figures = {name: figures[name] for name in ("indexed", "plain scan")}
        what = f"construction of a party, type {kind}, {number(heroes)} heroes"
        table += compare(what, figures, "µs", lower_is_better=True)
    return table
