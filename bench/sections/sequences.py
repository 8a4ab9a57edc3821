"""Counts the sequences that inference generates for the published 7x7 with each refinement, beside the published counts."""

import json

from measure import BUILD, ROOT, Row, number, run

PUZZLES = ROOT / "configs" / "instances" / "skyscraper" / "post.txt"
SEVEN = 2  # the position of the puzzle in the file
# In long lines skerry uses sets of values instead of sequences. The published program has neither these, pruning nor
# early end.
OURS = {
    "skerry": [],
    "skerry, without sets of values": ["subsets"],
    "skerry, every sequence in full": ["subsets", "pruning", "early_end"],
}

# The settings of inference, the forms that are left out for them, and the published number of sequences.
PUBLISHED = [
    ("lines in plain order", ["sorting", "skipping", "remembering"], 3680),
    ("lines sorted", ["skipping", "remembering"], 2053),
    ("lines sorted, clueless ones skipped", ["remembering"], 1546),
    ("lines sorted, clueless and unchanged ones skipped", [], 1490),
    ("the same without the first form", ["edge_clues"], 12000),  # published as "some 12000"
]


def sequences(without):
    words = [BUILD / "skerry", "solve", "skyscraper", PUZZLES, "--inference-only", "--json"]
    words += [word for form in without for word in ("--without", form)]
    puzzles = [json.loads(line) for line in run(words).splitlines()]
    return next(puzzle["sequences"] for puzzle in puzzles if puzzle["index"] == SEVEN)


def rows(quick):  # repetitions are unnecessary, since the counts are exact
    table = []
    for what, without, published in PUBLISHED:
        counts = {contender: sequences(without + more) for contender, more in OURS.items()} | {"the post": published}
        for contender, count in counts.items():
            lead = f"{number(count / counts['skerry'])} x" if contender != "skerry" else ""
            table.append(Row(f"sequences for a 7x7: {what}", contender, f"{count:,}", lead=lead))
    return table
