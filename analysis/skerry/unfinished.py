"""Reads the header of an unfinished trace, checks all its rows, and prints the header pickled.

It runs as a process of its own that can be stopped, because HDF5 waits without end if bytes of the file were cut off.

    python3 -m skerry.unfinished TRACE
"""

import os
import pickle
import subprocess
import sys
from pathlib import Path

from .errors import DataError
from .header import Header, open_file, read_header

#: The time in seconds that checking an unfinished trace may take: this, plus a time for each byte.
TIMEOUT_S = 60.0
TIMEOUT_S_PER_BYTE = 1 / 20e6


def checked_header(path: Path) -> Header:
    """Returns the header of an unfinished trace whose whole epochs can be read. Raises DataError, in bounded time."""
    package = Path(__file__).resolve().parent
    environment = dict(os.environ)
    search = [str(package.parent), environment.get("PYTHONPATH", "")]
    environment["PYTHONPATH"] = os.pathsep.join(filter(None, search))
    command = [sys.executable, "-m", f"{package.name}.unfinished", str(path)]
    timeout_s = TIMEOUT_S + TIMEOUT_S_PER_BYTE * path.stat().st_size
    try:
        child = subprocess.run(command, env=environment, capture_output=True, timeout=timeout_s)
    except subprocess.TimeoutExpired:
        raise DataError(f"{path}: the unfinished trace is cut short or damaged; copy it again") from None
    if child.returncode == DataError.status:
        raise DataError(child.stderr.decode().strip())
    if child.returncode != 0:
        raise DataError(f"{path}: the unfinished trace is damaged (its reader ended with {child.returncode})")
    header: Header = pickle.loads(child.stdout)
    return header


def main(path: Path) -> int:
    try:
        with open_file(path, growing=True) as file:
            header = read_header(path, file, check=True)
    except DataError as error:
        print(error, file=sys.stderr)
        return error.status
    sys.stdout.buffer.write(pickle.dumps(header))
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
