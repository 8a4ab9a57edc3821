#!/usr/bin/env bash
# Islands against one population at equal evaluations, as in the paper's Fig. 5: for each type the settings of Table I,
# five islands (-paper) beside one population (-vanilla), and our best settings.
#   bench/islands.sh [SEEDS] [FOLDER]         default: 50 seeds, results/islands
# Prints one table a type with rank-sum tests, how often each reached the proven optimum, and draws FOLDER/islands.png.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
case "${1:-}" in -h | --help) sed -n '2,5s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; exit 0 ;; esac
seeds=${1:-50}
folder=$(realpath -m -- "${2:-$root/results/islands}")

"$root/jobs/setup.sh" build analysis
cd "$root"
jobs/build.sh release skerry_binary
mkdir -p "$folder"

run() { # run ISLANDS NAME [options]...
    local islands=$1 name=$2
    shift 2
    jobs/mpirun.sh -n "$islands" build/release/skerry run "configs/party/$name.toml" --repeat "$seeds" --quiet --force \
        --output "$folder/$name.h5" "$@" >"$folder/$name.txt"
}

picture=()
for type in 1 2 3; do
    run 5 "type$type-paper"
    run 1 "type$type-vanilla"
    run 5 "type$type"
    groups=(--label "5 islands" "$folder/type$type-paper"-*.h5 --label "1 population" "$folder/type$type-vanilla"-*.h5)
    picture+=(--instance "type $type" "${groups[@]}")
    printf '\n## Type %s, %s seeds\n' "$type" "$seeds"
    /usr/bin/python3 -m analysis compare "${groups[@]}"
    printf '\nOur best settings (type%s.toml): ' "$type"
    tail -n 1 "$folder/type$type.txt"
done
/usr/bin/python3 -m analysis plot "${picture[@]}" --output "$folder/islands.png"
printf '\npicture: %s\n' "$folder/islands.png"
