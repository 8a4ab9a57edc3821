"""Prints the measurements of bench/run.sh as one table of markdown, or writes the page of docs/:
table.py [--quick] [--page FILE | SECTION...]"""

import argparse
import importlib
import os
import platform
import sys
from pathlib import Path

import page
from measure import HEADING

SECTIONS = ["onemax", "sudoku_ga", "qap_ga", "reals", "box", "strangers", "orders", "real_ga", "fronts", "maps", "party", "construction", "generation", "migration",
            "epoch_costs", "trace", "checkpoint", "memory", "analysis", "sequences", "solve", "solve_sudoku", "evaluate"]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="each measurement once and briefly")
    parser.add_argument("--page", metavar="FILE", help="measures what docs/studies/performance.md has, and writes it to this file")
    parser.add_argument("sections", nargs="*", metavar="SECTION", help=", ".join(SECTIONS))
    arguments = parser.parse_args()
    unknown = [name for name in arguments.sections if name not in SECTIONS]
    if unknown:
        parser.error(f"there is no section {unknown[0]}; the sections are {', '.join(SECTIONS)}")
    if arguments.page:
        if arguments.sections:
            parser.error(f"--page has sections of its own; {arguments.sections[0]} can't be measured with it")
        if not Path(arguments.page).resolve().parent.is_dir():
            parser.error(f"there is no folder for {arguments.page}")
        page.write(arguments.page, arguments.quick)
        return

    print(f"{os.cpu_count()} cores, {platform.system()} {platform.machine()}; medians of interleaved runs\n")
    print(HEADING)
    for name in arguments.sections or SECTIONS:
        print(f"bench: {name}", file=sys.stderr)
        for row in importlib.import_module(f"sections.{name}").rows(arguments.quick):
            print(row.line(), flush=True)


if __name__ == "__main__":
    main()
