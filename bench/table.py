"""Prints the measurements of bench/run.sh as one table of markdown: table.py [--quick] [SECTION]..."""

import argparse
import importlib
import os
import platform
import sys

SECTIONS = ["onemax", "reals", "fronts", "maps", "construction", "generation", "migration", "epoch_costs", "trace", "checkpoint",
            "memory", "analysis", "sequences", "solve", "solve_sudoku", "evaluate"]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="each measurement once and briefly")
    parser.add_argument("sections", nargs="*", metavar="SECTION", help=", ".join(SECTIONS))
    arguments = parser.parse_args()
    unknown = [name for name in arguments.sections if name not in SECTIONS]
    if unknown:
        parser.error(f"there is no section {unknown[0]}; the sections are {', '.join(SECTIONS)}")

    print(f"{os.cpu_count()} cores, {platform.system()} {platform.machine()}; medians of interleaved runs\n")
    print("| what | contender | figure | spread | lead of the first |")
    print("| --- | --- | ---: | ---: | ---: |")
    for name in arguments.sections or SECTIONS:
        print(f"bench: {name}", file=sys.stderr)
        for row in importlib.import_module(f"sections.{name}").rows(arguments.quick):
            cells = (row.what, row.contender, row.figure, row.spread, row.lead)
            print("| " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
