#!/usr/bin/env bash
# Installs a build, builds the examples with the installed files, and runs them alone and on several islands.
#   tests/install/run.sh BUILD_FOLDER
# SKERRY_THOROUGH=1: all examples are compiled with all optimisation, and each runs alone, too.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
build=$(cd "$1" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cmake --install "$build" --prefix "$work/prefix" >/dev/null

optimisation=("-DCMAKE_CXX_FLAGS_RELEASE=-O1 -DNDEBUG")
islands_of_most=4
if [ "${SKERRY_THOROUGH:-}" = 1 ]; then
    optimisation=()
    islands_of_most="1 4"
fi

# build SOURCE [OPTION]... builds a copy of an example, so that it can't find files of the tree beside it.
build() {
    cmake -S "$1" -B "$1/build" -G Ninja -DCMAKE_PREFIX_PATH="$work/prefix" -DCMAKE_CXX_FLAGS="-Wall -Wextra -Werror" "${@:2}" \
        >log 2>&1 || { cat log; exit 1; }
    cmake --build "$1/build"
}
on_islands() {
    local islands=$1
    shift
    "$root/jobs/mpirun.sh" -n "$islands" "$@"
}
# expect FILE PATTERN checks that a line of the file matches.
expect() {
    grep -Eq "$2" "$1" || { echo "tests/install/run.sh: nothing like '$2' in:"; cat "$1"; exit 1; }
}
# refuse FILE PATTERN checks that no line of the file matches.
refuse() {
    if grep -Ei "$2" "$1"; then echo "tests/install/run.sh: '$2' is not to be in $1"; exit 1; fi
}
cp -r "$root"/examples/* .

# A worker in Python finds the package of the installation, whatever PYTHONPATH the user has.
mkdir user
echo 'from skerry.worker import serve' >user/mine.py
printf '%s\n' 'import mine' "serve = mine.serve if '$work/prefix/' in mine.serve.__code__.co_filename else None" \
    'serve(lambda x: sum(x))' >user/worker.py
for path in "" "$work/nowhere"; do
    printf '%s\n' '[problem]' 'type = "external"' "command = [\"python3\", \"$work/user/worker.py\"]" \
        'genome = [{ name = "x", kind = "real", size = 2, low = 0.0, high = 1.0 }]' '[stop]' 'generations = 1' >worker.toml
    PYTHONPATH=$path PYTHONDONTWRITEBYTECODE=1 prefix/bin/skerry run worker.toml --json --quiet --force --output worker.h5 | tee result
    expect result '"evaluations": *[1-9]'
done

# So does a Python that looks where installations have their packages, and the package finds the program.
PYTHONPATH=$(echo prefix/lib/python3*/site-packages) PYTHONDONTWRITEBYTECODE=1 /usr/bin/python3 -c \
    'import skerry; print("evolved", skerry.evolve(sum, [(0, 1)] * 2, generations=1).generations)' | tee result
expect result '^evolved 1$'

# The first program has fifteen lines, and needs and links only the libraries of the engine.
[ "$(wc -l <sphere/sphere.cpp)" -le 15 ]
build sphere
refuse log 'CMAKE_BUILD_TYPE'
cmake -S sphere -B slow -G Ninja -DCMAKE_PREFIX_PATH="$work/prefix" -DCMAKE_BUILD_TYPE= >log 2>&1
expect log 'CMAKE_BUILD_TYPE is not set, so that the program is not optimised'
foreign='hdf5|toml|cli11|nlohmann|libfmt|nettle|libz|sqlite'
ninja -C sphere/build -t commands sphere >commands
refuse commands "$foreign"
refuse sphere/build/CMakeCache.txt "$foreign"
for islands in 1 4; do
    on_islands $islands sphere/build/sphere | tee result
    expect result "^[0-9.]+e-0?[0-9]+ in generation [0-9]+ of $islands$"
done

# The others are built as one project.
mkdir started
sed 's/[.]seed = 7/&, .start = {Sphere::Genome{}}/' sphere/sphere.cpp >started/sphere.cpp
cp sphere/CMakeLists.txt started
printf '%s\n' 'cmake_minimum_required(VERSION 3.25)' 'project(examples LANGUAGES C CXX)' 'add_subdirectory(started)' \
    'add_subdirectory(tour)' 'add_subdirectory(wing)' 'add_subdirectory(mixture)' 'add_subdirectory(knapsack)' \
    'add_subdirectory(peaks)' >CMakeLists.txt
build . "${optimisation[@]}"

# The first program, given the optimum to start from, has nothing left to do.
for islands in $islands_of_most; do
    on_islands $islands build/started/sphere | tee result
    expect result "^0 in generation 0 of $islands$"
done

# A front and a map.
for islands in 1 3; do
    on_islands $islands build/knapsack/knapsack | tee result
    expect result "^[0-9]+ packings; islands: $islands$"
    expect result "^[0-9]+ kg for [0-9]+ coins$"
    on_islands $islands build/knapsack/knapsack --map | tee result
    expect result "^[0-9]+ items: fitness [-0-9.]+$"
done

# Parts of a program's own.
for islands in 1 4; do
    on_islands $islands build/peaks/peaks | tee result
    expect result "^64 of 64 in generation [0-9]+ on $islands islands$"
done

# A problem with a stock genome under skerry::main: configuration, trace, resume and inspect come with it.
for islands in 1 3; do
    on_islands $islands build/tour/tour run tour/tour.toml --seed 1 --quiet --json --output "tour-$islands.h5" |
        tee result
    expect result "\"islands\": *${islands}[,}]"
    expect result '"target_reached": *true'
    expect result '"problem": *"tour"'
    build/tour/tour inspect "tour-$islands.h5" >/dev/null
done
build/tour/tour run --help >help
build/tour/tour --help >>help
expect help '^Problem: tour$'
expect help ' build/tour/tour run tour[.]toml --islands 5'
refuse help 'part(y|ies)'
# Operators that do not belong to the genome and unknown keys are refused, and the message states what would be right.
refused() {
    local status=0
    build/tour/tour run tour/tour.toml --set "$1" 2>message || status=$?
    cat message
    [ "$status" = 2 ]
    expect message "$2"
}
refused 'island.crossover="sbx"' 'erx'
refused problem.cities=9 'cities'

# This program has its own main and a trace: the second run finds that the first one ended, and gives its result.
for islands in $islands_of_most; do
    mkdir "wing-$islands"
    (cd "wing-$islands" && on_islands $islands ../build/wing/wing) | tee result
    expect result '^drag 303[.0-9]* N, violation 0: .*[(]target[)]$'
    (cd "wing-$islands" && on_islands $islands ../build/wing/wing) >again
    cmp result again
    prefix/bin/skerry inspect --json "wing-$islands/wing.h5" >trace
    expect trace '"problem": *"wing"'
done

# Where it fails on every rank, all end, and its message is printed once.
mkdir wing-fails
echo 'no trace' >wing-fails/wing.h5
for islands in 1 4; do
    status=0
    (cd wing-fails && on_islands $islands ../build/wing/wing) >result 2>&1 || status=$?
    cat result
    [ "$status" = 1 ]
    [ "$(grep -c '^wing: .*wing[.]h5' result)" = 1 ]
done

# This program runs three algorithms on a topology of its own.
for islands in $islands_of_most; do
    on_islands $islands build/mixture/mixture | tee result
    expect result "on island [0-9] of $islands after [0-9]+ evaluations [(]target[)]$"
done
