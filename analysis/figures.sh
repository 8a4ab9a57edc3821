#!/usr/bin/env bash
# Draws the figures of docs/analysis.md and one of docs/islands.md again, from runs of its own: analysis/figures.sh [PROGRAM [FOLDER]]
# PROGRAM is the skerry to run, build/release/skerry by default, FOLDER where the figures go, docs by default.
# The same program gives the same figures, byte for byte.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
program=${1:-build/release/skerry}
folder=${2:-docs}
if [ ! -x "$program" ]; then
    echo "figures: there is no program $program; build it: jobs/build.sh release skerry_binary" >&2
    exit 2
fi
traces=$(mktemp -d)
trap 'rm -rf "$traces"' EXIT

run() { # NAME ISLANDS CONFIG [OPTION]...
    "$program" run "$3" --islands "$2" --output "$traces/$1.h5" --quiet "${@:4}" >/dev/null
}
draw() { jobs/analysis.sh plot "$@"; }

# Status 1 is a run that has not solved the puzzle within its evaluations.
for seed in 1 2 3 4 5; do
    run "one-$seed" 1 configs/skyscraper/classic-islands.toml --seed "$seed" || [ $? = 1 ]
    run "twenty-$seed" 20 configs/skyscraper/classic-islands.toml --seed "$seed" || [ $? = 1 ]
done
jobs/analysis.sh ecdf --label "one island" "$traces"/one-*.h5 --label "20 islands" "$traces"/twenty-*.h5 --axis generations --targets target \
    --output "$folder/skyscraper-islands.svg"
run zdt1 4 configs/benchmarks/zdt1.toml
draw --kind front "$traces/zdt1.h5" --output "$folder/zdt1-front.svg"
draw --kind growth "$traces/zdt1.h5" --log --output "$folder/zdt1-growth.svg"
run arm 4 configs/benchmarks/arm.toml
draw --kind map "$traces/arm.h5" --output "$folder/arm-map.svg"
ls -l "$folder"/{skyscraper-islands,zdt1-front,zdt1-growth,arm-map}.svg
