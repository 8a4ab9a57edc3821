"""Reads a page with examples: a block that begins with # NAME is a file, a block with $ COMMAND a session."""
import re
import subprocess
from pathlib import Path

from tests.support.binary import BINARY, TREE


class Page:
    def __init__(self, name: str, folder: str = "docs") -> None:
        text = (TREE / folder / name).read_text()
        fenced = re.findall(r"^```(\w*)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
        self.blocks = [block for language, block in fenced if not language]
        self.files = {re.match(r"# ([\w-]+\.txt)", block)[1]: block
                      for block in self.blocks if re.match(r"# [\w-]+\.txt", block)}
        #: For each session, its commands with their expected output.
        self.sessions = [[part.split("\n", 1) for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]]
                         for block in self.blocks if block.startswith("$ ")]

    def names(self) -> list[str]:
        """Returns the first command of each session."""
        return [session[0][0] for session in self.sessions]

    def block_with(self, part: str) -> str:
        return next(block for block in self.blocks if part in block)

    def lay_out(self, folder: Path) -> Path:
        """Makes a folder like the tree, with the page's files and the binary in it."""
        (folder / "docs").mkdir()
        (folder / "bin").mkdir()
        (folder / "configs").symlink_to(TREE / "configs")
        (folder / "bin/skerry").symlink_to(BINARY)
        for name, text in self.files.items():
            (folder / name).write_text(text)
        return folder


def shell(place: Path, command: str) -> str:
    """Returns the output of a command that a reader of the page would type."""
    done = subprocess.run(["bash", "-c", f'PATH="{place}/bin:$PATH"; exec 2>&1; {command}'], cwd=place, timeout=120,
                          stdout=subprocess.PIPE, text=True, check=False)
    return done.stdout


def timeless(text: str) -> str:
    return re.sub(r"[\d.e+-]+ (ms|s)\b", r"TIME \1", text)
