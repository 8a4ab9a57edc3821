#!/usr/bin/env bash
# Carries out the study of islands (docs/islands.md), and writes its tables and pictures: results/islands-tables.md, results/islands-*.svg.
# Pictures that docs/ has, too, are replaced there.
#   docs/islands.sh [--tables]
# It takes some five hours on two cores, and goes on where it was interrupted. --tables only reads the results that are there. On a
# cluster the experiments run as arrays of jobs first (docs/experiments.md), each with --output results/NAME.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
case "${1:-}" in
    -h | --help) sed -n '2,6s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; exit 0 ;;
    --tables) run=false ;;
    "") run=true ;;
    *) echo "islands: \"$1\" is no option; --tables is the only one" >&2; exit 2 ;;
esac

experiments=(islands-ranks-skyscraper islands-ranks-held-out islands-ranks-split islands-ranks-rows islands-ranks-sudoku islands-ranks-jump-maze-genetic islands-ranks-jump-maze islands-ranks-known
    islands-ranks-total islands-ranks-party party-islands islands-readings islands-transfers islands-similarity islands-epochs islands-number islands-defaults islands-shipped islands-lineage
    islands-squads)
if [ "$run" = true ]; then
    for name in "${experiments[@]}"; do
        begun=$SECONDS
        jobs/experiment.sh "configs/paper/$name.toml" --output "results/$name" >/dev/null
        echo "islands: $name took $((SECONDS - begun)) s" >&2
    done
fi

# Prints the section of an experiment, of the page as it is.
section() { awk -v name="$1" '/^## /{ inside = ($2 == name); if (inside) print "" } inside' | sed -e '$ { /^$/d }'; }

tables=results/islands-tables.md
mkdir -p results
page=$(mktemp)
trap 'rm -f "$page"' EXIT
{
    echo "# The tables of the study of islands"
    echo "\`docs/islands.sh\` writes this page from the traces of the experiments; docs/islands.md says what they ask and answer."
    for name in "${experiments[@]}"; do
        if [ ! -e "results/$name/experiment.json" ]; then
            echo "islands: results/$name is not there; its tables stay as they are" >&2
            [ ! -e "$tables" ] || section "$name" <"$tables"
            continue
        fi
        printf '\n## %s\n' "$name"
        printf '`jobs/experiment.sh configs/paper/%s.toml`\n\n' "$name"
        picture=results/islands-${name#islands-}.svg
        case $name in
            islands-ranks-*) jobs/analysis.sh scaling "results/$name" --format markdown --output "$picture" ;;
            islands-lineage) jobs/analysis.sh lineage "results/$name" --format markdown --output "$picture" ;;
            *) jobs/analysis.sh study "results/$name" --format markdown --width double --output "$picture" ;;
        esac
        printf '\n![%s](%s)\n' "$name" "${picture#results/}"
        if [ "$name" = party-islands ]; then echo; jobs/analysis.sh origins "results/$name" --format markdown; echo; python3 docs/claims.py "results/$name"; fi
    done
} >"$page"
install -m 644 "$page" "$tables"
[ ! -e results/islands-party-islands.svg ] || cp results/islands-party-islands.svg results/islands.svg
for picture in docs/islands*.svg; do
    [ ! -e "results/${picture#docs/}" ] || install -m 644 "results/${picture#docs/}" "$picture"
done
ls -l docs/islands*.svg "$tables"
