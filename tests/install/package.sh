#!/usr/bin/env bash
# Makes a Debian package of a build, judges it by lintian, and works with what it holds as a user without any rights: unpacked
# in some folder, and with SKERRY_THOROUGH=1 also installed in a clean chroot, by the packages that it asks for itself.
#   tests/install/package.sh BUILD_FOLDER
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
build=$(cd "$1" && pwd)
me=tests/install/package.sh
fail() { echo "$me: $*"; exit 1; }
skip() { echo "skipped: $*"; exit 77; }

tools=(dpkg-deb dpkg-shlibdeps lintian help2man)
[ "${SKERRY_THOROUGH:-}" != 1 ] || tools+=(debootstrap unshare)
missing=()
for tool in "${tools[@]}"; do
    command -v "$tool" >/dev/null || missing+=("$tool")
done
[ ${#missing[@]} = 0 ] || skip "no ${missing[*]} here; as root, jobs/setup.sh build package installs what is missing"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
chmod 755 "$work"
cd "$work"

# The weaker compression saves half of the time.
cpack -G DEB --config "$build/CPackConfig.cmake" -B package -D CPACK_DEBIAN_COMPRESSION_TYPE=gzip >log 2>&1 ||
    { cat log; fail "cpack failed"; }
package=$(echo "$work"/package/skerry_*.deb)
depends=$(dpkg-deb --field "$package" Depends)
echo "depends on $depends"
[[ $depends == *libc6* && $depends =~ lib(openmpi|mpich) ]] || fail "the package does not depend on the libraries of its program"
# The tag is about first uploads to Debian itself.
lintian --allow-root --fail-on error --suppress-tags initial-upload-closes-no-bugs "$package" || fail "lintian finds errors"

# As nobody, where root can be somebody else; with an environment that knows nothing of the tree.
if [ "$(id -u)" = 0 ]; then
    anyone=(setpriv --reuid=65534 --regid=65534 --clear-groups)
else
    anyone=()
fi
install -d -m 777 home
unprivileged() { (cd home && env -i HOME="$work/home" PATH=/usr/bin:/bin "${anyone[@]}" "$@"); }

dpkg-deb --extract "$package" elsewhere
usr=$work/elsewhere/usr
if grep -rlE "$root|$build" elsewhere; then fail "these files name the folder of the source or of the build"; fi
for page in skerry skerry-run skerry-generate-sudoku skerry-analysis; do
    zgrep -q '^[.]SH NAME' "$usr/share/man/man1/$page.1.gz"
done
[ -e "$usr/lib/python3/dist-packages/skerry/evolving.py" ] || fail "there is no package where the Python of the system looks"
before=$(cd elsewhere && find . -ls)
unprivileged "$usr/share/skerry/jobs/local.sh" "$usr/share/skerry/configs/onemax.toml" 2 --seed 3
unprivileged "$usr/bin/skerry" inspect results/onemax.h5 >inspected
grep -q onemax inspected
[ -s home/results/onemax.svg ] && [ -s home/results/onemax-islands.svg ]
unprivileged env "SKERRY_LAUNCHER=$usr/share/skerry/jobs/mpirun.sh -n 2" \
    "$usr/share/skerry/jobs/resumable.sh" "$usr/share/skerry/configs/onemax.toml" --output results/again.h5 --seed 3 --quiet
unprivileged "$usr/bin/skerry-analysis" table results/again.h5 | grep 'runs '
unprivileged "$usr/bin/skerry-analysis" report results/again.h5 --html again.html >/dev/null
grep -q '</html>' home/again.html
printf 'title = "two"\nseeds = 2\nislands = 2\nconfigs = ["%s"]\n' "$usr/share/skerry/configs/onemax.toml" >home/two.toml
unprivileged "$usr/share/skerry/jobs/experiment.sh" two.toml >experiment 2>&1 || { cat experiment; fail "the experiment failed"; }
[ -s home/results/two/experiment.json ]
# Nothing is written where skerry is installed.
[ "$before" = "$(cd elsewhere && find . -ls)" ] || fail "files where skerry is installed have changed"

# A program of one's own finds the libraries, rounds as the engine does, and has HDF5 of the kind that it asks for, by default shared.
cp -r "$usr/share/doc/skerry/examples/wing" .
commands_of_wing() {
    cmake -S wing -B wing/build -G Ninja -DCMAKE_PREFIX_PATH="$usr" \
        -DMPI_CXX_COMPILER="$(sed -n 's/^MPI_CXX_COMPILER:[A-Z]*=//p' "$build/CMakeCache.txt")" "$@" >log 2>&1 || { cat log; fail "wing has no skerry"; }
    ninja -C wing/build -t commands wing >commands
}
commands_of_wing
grep -q -- -ffp-contract=off commands || fail "programs of users do without -ffp-contract=off"
if [ -e "$usr/lib/libskerry_trace.a" ]; then
    grep -q 'libhdf5[.]so' commands || fail "a program is not linked with the shared HDF5 by default"
    commands_of_wing -DSKERRY_HDF5=static
    grep -q 'libhdf5[.]a' commands || fail "-DSKERRY_HDF5=static does not choose the static HDF5"
fi

[ "${SKERRY_THOROUGH:-}" = 1 ] || exit 0
[ "$(id -u)" = 0 ] || { echo "$me: only root makes a chroot; the package was not installed in one"; exit 0; }
# shellcheck source=tests/builds/chroot.sh
source "$root/tests/builds/chroot.sh"
suite=$(apt-get indextargets --format '$(CODENAME)' 'Created-By: Packages' 'Component: main' | head -n 1)
started=$SECONDS
make_chroot chroot "$suite" || fail "debootstrap failed"
cp "$package" chroot/tmp/
cat >chroot/tmp/try.sh <<'END'
set -eu
export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8
apt-get -qq -o Dpkg::Use-Pty=0 install -y --no-install-recommends /tmp/skerry_*.deb openmpi-bin >/tmp/log 2>&1 || { tail /tmp/log; exit 1; }
install -d -m 777 /tmp/home
cd /tmp/home
unprivileged() { setpriv --reuid=65534 --regid=65534 --clear-groups env HOME=/tmp/home "$@"; }
unprivileged skerry run /usr/share/skerry/configs/onemax.toml --quiet --output alone.h5
unprivileged /usr/share/skerry/jobs/mpirun.sh -n 2 skerry run /usr/share/skerry/configs/onemax.toml --quiet --output two.h5
unprivileged skerry inspect two.h5
dpkg --remove skerry >/dev/null
! find /usr -name '*skerry*' | grep .
END
mounted chroot chroot chroot /bin/bash /tmp/try.sh || fail "the package does not work in a clean chroot"
echo "$me: installed, used and removed in a clean chroot of $suite ($((SECONDS - started)) s)"
