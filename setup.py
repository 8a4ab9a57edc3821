"""Adds to the Python package what CMake builds and installs: the program, its configurations and its job scripts.

They go where an installation has them, bin/skerry and share/ of the environment, so that each part finds the others. The environment:
    CMAKE_ARGS      further options of CMake, for example -DMPI_CXX_COMPILER=mpicxx.mpich
    SKERRY_BUILD    a folder in which CMake has built the program; or "none", and the wheel has the package without the program
"""

import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

from setuptools import Command, setup
from setuptools.command.build import build

TREE = Path(__file__).resolve().parent
BUILD = TREE / "build/wheel"


def run(*command: "str | Path") -> None:
    status = subprocess.run(list(map(str, command)), check=False).returncode
    if status:
        sys.exit(f"skerry: {shlex.join(map(str, command))} failed with status {status}; `jobs/setup.sh build` names the packages it needs")


class BuildProgram(Command):
    description = "build the program with CMake"
    user_options: "list[tuple[str, str, str]]" = []
    editable_mode = False

    def initialize_options(self) -> None:
        pass

    def finalize_options(self) -> None:
        pass

    def run(self) -> None:
        given = os.environ.get("SKERRY_BUILD", "")
        if given == "none":
            return
        if shutil.which("cmake") is None:
            sys.exit("skerry: there is no cmake to build the program; `jobs/setup.sh build` installs it, and SKERRY_BUILD=none leaves the program out")
        if not given:
            os.environ.setdefault("CMAKE_BUILD_PARALLEL_LEVEL", str(len(os.sched_getaffinity(0))))
            if shutil.which("ninja"):
                os.environ.setdefault("CMAKE_GENERATOR", "Ninja")
            options = shlex.split(os.environ.get("CMAKE_ARGS", ""))
            run("cmake", "-S", TREE, "-B", BUILD, "-DCMAKE_BUILD_TYPE=Release", "-DSKERRY_TESTS=OFF", *options)
            run("cmake", "--build", BUILD, "--target", "skerry_binary")
        stage = Path(self.get_finalized_command("build").build_temp).resolve() / "installed"
        shutil.rmtree(stage, ignore_errors=True)
        run("cmake", "--install", given or BUILD, "--prefix", stage, "--component", "program")
        folders = (folder for folder in stage.rglob("*") if folder.is_dir())
        files = {folder: [str(file) for file in folder.iterdir() if file.is_file()] for folder in folders}
        self.distribution.data_files = [(str(folder.relative_to(stage)), found) for folder, found in files.items() if found]

    def get_source_files(self) -> "list[str]":
        return []


class Build(build):
    sub_commands = [*build.sub_commands, ("build_program", None)]


# Any Python runs the package, and one machine the program.
platform = "any" if os.environ.get("SKERRY_BUILD") == "none" else sysconfig.get_platform()
setup(cmdclass={"build": Build, "build_program": BuildProgram}, options={"bdist_wheel": {"plat_name": platform}})
