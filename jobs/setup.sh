#!/usr/bin/env bash
# Installs the Debian 12 packages that skerry needs. Usage: jobs/setup.sh [build|test|analysis|pip|bench|builds|fuzz|hosts|slurm|package|browser|site]...
# Without an argument it installs build, test, analysis and bench; the others serve the tests of these names. It prints nothing where all are installed.
# Without root or apt it prints the packages to install, and fails only where a tool that every build needs is missing.
set -euo pipefail

declare -A packages=(
    [build]="g++ cmake ninja-build libopenmpi-dev openmpi-bin libboost-serialization-dev libhdf5-openmpi-dev
             coinor-libclp-dev libtomlplusplus-dev libcli11-dev libfmt-dev nlohmann-json3-dev librandom123-dev nettle-dev
             zlib1g-dev libsqlite3-dev libgtest-dev libgmock-dev"
    [test]="time git python3-pytest python3-pip hdf5-tools help2man mypy doxygen sgt-puzzles"
    [analysis]="python3-h5py python3-numpy python3-pandas python3-matplotlib python3-scipy python3-xarray
                python3-netcdf4 python3-jinja2 python3-optuna python3-flask"
    [pip]="python3-venv python3-pip python3-setuptools python3-wheel"
    [bench]="libbenchmark-dev libpagmo-dev python3-deap minisat cadical minizinc flatzinc sgt-puzzles qqwing"
    [builds]="clang lld mpich libmpich-dev libhdf5-mpich-dev"
    [fuzz]="clang libclang-rt-dev llvm"
    [hosts]="iproute2 util-linux"
    [slurm]="slurmctld slurmd slurm-client munge iproute2 util-linux"
    [package]="dpkg-dev help2man file lintian debootstrap util-linux"
    [browser]="chromium-headless-shell"
    [site]="python3-sphinx python3-myst-parser furo python3-breathe doxygen python3-nbsphinx python3-ipykernel pandoc"
)
declare -A tools=(
    [build]="c++ cmake ninja mpirun"
    [test]="/usr/bin/python3"
    [analysis]="python3"
    [pip]="python3"
    [bench]=""
    [builds]=""
    [fuzz]=""
    [hosts]=""
    [slurm]=""
    [package]=""
    [browser]=""
    [site]=""
)

[ $# -gt 0 ] || set -- build test analysis bench
wanted=()
needed=()
for set in "$@"; do
    if [ -z "${packages[$set]+x}" ]; then
        echo "setup: there is no set \"$set\"; the sets are build, test, analysis, pip, bench, builds, fuzz, hosts, slurm, package, browser and site" >&2
        exit 2
    fi
    read -r -d '' -a names <<<"${packages[$set]}" || true
    wanted+=("${names[@]}")
    read -r -a names <<<"${tools[$set]}"
    needed+=("${names[@]}")
done

installed() {
    dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null | grep -q '^installed'
}

missing_tools() {
    local tool
    for tool in "${needed[@]}"; do
        command -v "$tool" >/dev/null || echo "$tool"
    done
}

if command -v dpkg-query >/dev/null; then
    missing=()
    for package in "${wanted[@]}"; do
        installed "$package" || missing+=("$package")
    done
    [ ${#missing[@]} -gt 0 ] || exit 0
else
    missing=("${wanted[@]}")
fi

if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    export DEBIAN_FRONTEND=noninteractive
    echo "setup: installing ${missing[*]}" >&2
    # Recent package lists need no update; old ones name versions that the mirror no longer has.
    install=(apt-get -qq -o DPkg::Lock::Timeout=600 -o Dpkg::Use-Pty=0 install -y --no-install-recommends "${missing[@]}")
    if ! "${install[@]}" >/dev/null 2>&1; then
        apt-get -qq -o DPkg::Lock::Timeout=600 update >&2
        "${install[@]}" >/dev/null
    fi
    exit 0
fi

{
    echo "setup: not root, or no apt here: nothing is installed. skerry is built from these packages of Debian 12:"
    echo "  apt-get install ${missing[*]}"
} >&2
mapfile -t lacking < <(missing_tools)
if [ ${#lacking[@]} -gt 0 ]; then
    echo "setup: can't go on without: ${lacking[*]}" >&2
    exit 1
fi
echo "setup: the tools are here (${needed[*]}); going on, and CMake will name a library that it doesn't find" >&2
