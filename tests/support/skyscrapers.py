"""Skyscraper puzzles for tests: the published ones, and those of the program `towers`."""
import os
import shutil
import subprocess

from tests.support.binary import TREE

#: The file with the three published puzzles of the post on inference, and their texts.
POST = TREE / "configs/instances/skyscraper/post.txt"
SMALL, SEVEN, HARD = (
    "".join(line + "\n" for line in block.splitlines() if not line.startswith("#"))
    for block in POST.read_text().split("\n\n")[1:]
)

#: The program `towers` of sgt-puzzles; None if it is not installed.
TOWERS = shutil.which("towers") or shutil.which("sgt-towers", path=f"{os.environ.get('PATH', '')}:/usr/games")


def towers(kind: str, count: int = 1, seed: int = 1) -> str:
    """Returns game ids from `towers`, one for each line: "7dh" is hard and 7x7. The same seed gives the same ones."""
    ids = [subprocess.run([TOWERS, "--generate", "1", f"{kind}#{seed + index}"], timeout=120, check=True, text=True,
                          stdout=subprocess.PIPE).stdout for index in range(count)]
    return "".join(ids)
