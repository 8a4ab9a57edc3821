"""Reads an unfinished trace and prints it pickled. A process of its own, which trace.py stops where HDF5 waits without
end for bytes that were cut off.

    python3 -m skerry.unfinished TRACE
"""

import pickle
import sys
from pathlib import Path

import h5py

from .errors import AnalysisError, DataError
from .trace import one_line, read


def main(path):
    try:
        with h5py.File(path, "r", libver="latest", swmr=True, locking="best-effort") as file:
            trace = read(path, file)
    except AnalysisError as error:
        print(error, file=sys.stderr)
        return error.status
    except (OSError, KeyError, ValueError, IndexError) as error:
        print(f"{path}: the trace is damaged or cut short ({one_line(error)})", file=sys.stderr)
        return DataError.status
    sys.stdout.buffer.write(pickle.dumps(trace))
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
