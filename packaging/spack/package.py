# Copyright The skerry developers
#
# SPDX-License-Identifier: Apache-2.0

# ../README.md says how this recipe is used, and how far it was tried.
from spack_repo.builtin.build_systems.cmake import CMakePackage

from spack.package import *


class Skerry(CMakePackage):
    """Distributed island-model genetic algorithms on MPI: one rank evolves one island. Every run leaves an HDF5 trace, the same seed gives
    the same trace, and a killed run goes on where it was."""

    # `spack dev-build skerry@0.3.0` builds the source tree in the working folder. The recipe names no place to fetch a release from.
    homepage = "https://doi.org/10.48550/arXiv.2302.09040"

    license("Apache-2.0")

    version("0.3.0")

    variant("shared", default=True, description="Build shared libraries for programs of one's own")
    variant("analysis", default=True, description="Bring what skerry-analysis needs to draw and compare traces")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("cmake@3.25:", type="build")
    depends_on("help2man", type="build")

    depends_on("mpi@3:")
    depends_on("hdf5@1.10:+hl+mpi")
    depends_on("boost@1.74:+serialization")
    depends_on("fmt@9:")
    depends_on("tomlplusplus@3.3:")
    depends_on("cli11@2.3:")
    depends_on("nlohmann-json@3.11:")
    depends_on("random123")
    depends_on("clp@1.17:")
    depends_on("nettle@3.8:")
    depends_on("zlib-api")
    depends_on("sqlite@3.31:")

    depends_on("python@3.11:", type="run")  # for experiments
    with when("+analysis"):
        depends_on("py-h5py@3.7:", type="run")
        depends_on("py-numpy@1.24:", type="run")
        depends_on("py-pandas@1.5:", type="run")
        depends_on("py-matplotlib@3.6:", type="run")
        depends_on("py-scipy@1.10:", type="run")
        depends_on("py-xarray@2023.1:", type="run")
        depends_on("py-jinja2@3.1:", type="run")
        depends_on("py-flask@2.2:", type="run")

    conflicts("%gcc@:11")

    def cmake_args(self):
        return [
            self.define("SKERRY_TESTS", False),
            # Spack's compiler wrappers say for which machine to compile.
            self.define("SKERRY_ARCH", "none"),
            self.define("SKERRY_HDF5", "shared" if self.spec.satisfies("^hdf5+shared") else "static"),
            self.define_from_variant("BUILD_SHARED_LIBS", "shared"),
        ]

    @run_after("install")
    @on_package_attributes(run_tests=True)
    def run_one_max(self):
        with working_dir("spack-test", create=True):
            config = join_path(self.prefix.share, "skerry", "configs", "onemax.toml")
            Executable(self.prefix.bin.skerry)("run", config, "--quiet", "--output", "onemax.h5")
            Executable(self.prefix.bin.skerry)("inspect", "onemax.h5")
