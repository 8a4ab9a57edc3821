"""Compares the ratings of `skerry rate sudoku` with published ones: python3 bench/sudoku_ratings.py FILE

Each line of FILE has a puzzle of 81 characters and, as the last word, its published rating. Prints the rank correlation
(Spearman), and how far the ratings lie apart. SKERRY names another binary than build/release/skerry.
"""
import json
import os
import pathlib
import re
import statistics
import subprocess
import sys

BINARY = os.environ.get("SKERRY", pathlib.Path(__file__).resolve().parents[1] / "build/release/skerry")


def ranks(values):
    """Returns the rank of each value, the mean of their ranks for equal ones."""
    order = sorted(range(len(values)), key=values.__getitem__)
    found = [0.0] * len(values)
    start = 0
    for end in range(1, len(order) + 1):
        if end < len(order) and values[order[end]] == values[order[start]]:
            continue
        for at in order[start:end]:
            found[at] = (start + end - 1) / 2
        start = end
    return found


def correlation(one, other):
    mean = statistics.mean(one), statistics.mean(other)
    product = sum((a - mean[0]) * (b - mean[1]) for a, b in zip(one, other))
    return product / (sum((a - mean[0])**2 for a in one) * sum((b - mean[1])**2 for b in other))**0.5


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    pairs = []
    for line in pathlib.Path(sys.argv[1]).read_text().splitlines():
        puzzle = re.search(r"[0-9.]{81}", line)
        if puzzle:
            pairs.append((puzzle[0], float(line.split()[-1])))
    told = subprocess.run([BINARY, "rate", "sudoku", "-", "--json"], input="".join(f"{puzzle}\n" for puzzle, _ in pairs),
                          capture_output=True, text=True, check=False)
    rated = [json.loads(line)["rating"] for line in told.stdout.splitlines()]
    both = [(published, ours) for (_, published), ours in zip(pairs, rated, strict=True) if ours is not None]
    published, ours = (list(side) for side in zip(*both))
    apart = [abs(a - b) for a, b in both]
    print(f"{len(pairs)} puzzles, {len(both)} rated: rank correlation {correlation(ranks(published), ranks(ours)):.3f}")
    print(f"equal {sum(gap < 0.05 for gap in apart)}, within 0.3 {sum(gap < 0.35 for gap in apart)}, median difference {statistics.median(apart):.1f}")


if __name__ == "__main__":
    main()
