"""What the commands need of their interpreter, and a sentence for the user where it lacks something.

Any Python from 3.6 on can read this file and those that are imported before it, so that an old one says that it is old. The
lists repeat those of pyproject.toml, as a test checks: an interpreter may run the package without it being installed.
"""

import os
import shlex
import sys
from importlib.util import find_spec
from typing import Sequence

LEAST_PYTHON = (3, 11)
#: Modules, which pip knows by the same names, and apt with `python3-` before them.
PACKAGES = ("h5py", "numpy", "pandas", "matplotlib", "scipy", "xarray", "jinja2")
#: Those that one command needs besides. The name of the command is that of the optional dependencies in pyproject.toml.
FURTHER = {"serve": ("flask",), "tune": ("optuna",)}
#: Commands that need no package.
BARE = ("experiment", "new")
#: The interpreter that apt installs packages for.
SYSTEM_PYTHON = "/usr/bin/python3"


def unmet(command: str = "") -> str:
    """What this interpreter lacks for a command and how to install it, in one sentence; empty where it lacks nothing."""
    if sys.version_info < LEAST_PYTHON:
        least = ".".join(map(str, LEAST_PYTHON))
        return (
            f"{sys.executable} is Python {_version()}, and the analysis needs {least} or newer: "
            f"`sudo apt install python3 {_apt(PACKAGES)}` installs one as {SYSTEM_PYTHON} on Debian 12, "
            f"and `{_pip('python' + least, PACKAGES)}` installs the packages for one from elsewhere"
        )
    missing = [name for name in (() if command in BARE else (*PACKAGES, *FURTHER.get(command, ()))) if find_spec(name) is None]
    return f"{sys.executable} (Python {_version()}) lacks {_listed(missing)}: {_cure(missing)}" if missing else ""


def broken(error: ImportError) -> str:
    """The sentence for a package that is there and can't be imported."""
    reason = (str(error).strip() or type(error).__name__).splitlines()[0]
    return f"{sys.executable} (Python {_version()}) can't import what the analysis needs ({reason}): {_cure(PACKAGES)}"


def _cure(packages: Sequence[str]) -> str:
    if os.path.realpath(sys.executable) == os.path.realpath(SYSTEM_PYTHON) and sys.prefix == sys.base_prefix:
        return (
            f"install with `sudo apt install {_apt(packages)}`, "
            f"or with `{_pip('python3', packages)}` in a virtual environment"
        )
    return (
        f"install for {SYSTEM_PYTHON} with `sudo apt install {_apt(packages)}`, "
        f"or for this interpreter with `{_pip(sys.executable, packages)}`"
    )


def _apt(packages: Sequence[str]) -> str:
    return " ".join(f"python3-{name}" for name in packages)


def _pip(python: str, packages: Sequence[str]) -> str:
    return f"{shlex.quote(python)} -m pip install {' '.join(packages)}"


def _listed(names: Sequence[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def _version() -> str:
    return ".".join(map(str, sys.version_info[:3]))
