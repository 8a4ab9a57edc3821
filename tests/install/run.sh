#!/usr/bin/env bash
# Installs a build, builds the example against what was installed, and solves it alone and on three islands.
#   tests/install/run.sh BUILD_FOLDER
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
build=$(cd "$1" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

cmake --install "$build" --prefix "$work/prefix" >/dev/null
# A copy, so that nothing of the tree can be found from beside it.
cp -r "$root/examples/tour" tour
cmake -S tour -B tour/build -G Ninja -DCMAKE_PREFIX_PATH="$work/prefix" -DCMAKE_CXX_FLAGS="-Wall -Wextra -Werror" >log ||
    { cat log; exit 1; }
cmake --build tour/build

for islands in 1 3; do
    "$root/jobs/mpirun.sh" -n $islands tour/build/tour run tour/tour.toml --seed 1 --quiet --json \
        --output "tour-$islands.h5" | tee result
    grep -q "\"islands\": *${islands}[,}]" result
    grep -q '"target_reached": *true' result
    grep -q '"problem": *"tour"' result
    tour/build/tour inspect "tour-$islands.h5" >/dev/null
done

# A mistake in the problem's own table is refused as one in any other.
status=0
tour/build/tour run tour/tour.toml --set problem.citees=9 2>message || status=$?
cat message
[ "$status" = 2 ]
grep -q 'citees' message
grep -q 'cities' message
