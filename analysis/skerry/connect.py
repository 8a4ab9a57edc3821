"""The program that a run of `skerry.evolve` starts as its worker. It hands its standard streams to the process that keeps the run,
which forks a worker that uses them, and ends as that worker does; if it is killed, so is the worker.

It starts without the package, in some milliseconds: `python3 -I -S connect.py`.
"""

import os
import signal
import socket
import sys

#: Names the socket of the process that keeps the run.
PLACE = "SKERRY_KEEPER"


def main() -> None:
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(os.environ[PLACE])
        socket.send_fds(connection, [b"worker"], [0, 1, 2])
        status = int(connection.recv(16) or 1)
    if status < 0:
        signal.signal(signal.SIGQUIT, signal.SIG_DFL)
        os.kill(os.getpid(), -status)
    sys.exit(status)


if __name__ == "__main__":
    main()
