#!/usr/bin/env bash
# Tries random inputs on the code that reads what people and files hand in: each has to end in an answer or in one of
# skerry's own errors, soon and without much memory.
#   tests/fuzz/run.sh [SECONDS [TARGET]...]
#       builds the targets, each named after its file here, with Clang's libFuzzer and its sanitizers, and runs each
#       for 30 seconds or so many
#   tests/fuzz/run.sh --built FOLDER RUNS [TARGET]...
#       runs the targets of a build folder, without libFuzzer, on so many inputs each, by night on four times as many
# SEED in the environment: the same inputs again. Below build/fuzz: what libFuzzer learned (corpus/), with which the next run goes
# on, how many inputs it has tried in all runs (executions/), the logs (logs/), and every input that ended badly (findings/).
# Exit status: 0 nothing was found, 1 something was, 77 there is no Clang with libFuzzer.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
here=tests/fuzz
out=build/fuzz
case "${1:-}" in
    -h | --help) sed -n '2,12s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; exit 0 ;;
esac
built=
if [ "${1:-}" = --built ]; then
    built=$2
    shift 2
fi
amount=${1:-30}
shift $(($# < 1 ? $# : 1))
if [ -n "$built" ] && [ "${SKERRY_NIGHTLY:-}" = 1 ]; then amount=$((4 * amount)); fi
if [ $# = 0 ]; then
    for source in "$here"/*.cpp; do
        ! grep -q '^const Target target' "$source" || set -- "$@" "$(basename "$source" .cpp)"
    done
fi
for target in "$@"; do
    [ -f "$here/$target.cpp" ] || { echo "fuzz: there is no target $target in $here" >&2; exit 2; }
done

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
if [ -z "$built" ]; then
    echo 'extern "C" int LLVMFuzzerTestOneInput(const unsigned char*, unsigned long) { return 0; }' >"$scratch/try.cpp"
    if ! clang++ -fsanitize=fuzzer,address,undefined "$scratch/try.cpp" -o "$scratch/try" >/dev/null 2>&1; then
        echo "skipped: no Clang with libFuzzer here; as root, jobs/setup.sh fuzz installs it"
        exit 77
    fi
    jobs/build.sh fuzz
fi

# The first corpus consists of small files written by hand and files of the tree; pools are shortened to keep it fast.
seeds_of() {
    local target=$1 seeds=$scratch/$1 file
    mkdir -p "$seeds"
    [ ! -d "$here/corpus/$target" ] || cp "$here/corpus/$target"/* "$seeds"
    case "$target" in
        settings)
            for file in configs/*.toml configs/*/*.toml; do cp "$file" "$seeds/${file//\//-}"; done ;;
        experiment)
            for file in configs/paper/*.toml; do
                { sed 's/^published = .*csv"/published = "figures.csv"/' "$file"; echo ----; cat "${file%.toml}.csv" || true; } \
                    2>/dev/null >"$seeds/$(basename "$file")"
            done ;;
        pool)
            for file in configs/instances/*.csv; do
                { echo inccccccxxx; head -n 20 "$file"; } >"$seeds/$(basename "$file")"
            done ;;
        qap)
            cp configs/instances/qap/*.dat "$seeds" ;;
        skyscraper | sudoku | jump_maze)
            cp configs/instances/"$target"/*.txt "$seeds" ;;
        puzzle)
            for file in configs/instances/*.toml; do
                pool=$(sed -n 's/^file = "\(.*\)"/\1/p' "$file")
                { sed 's/^file = .*/file = "heroes.csv"/' "$file"; echo ----; head -n 40 "configs/instances/$pool"; } \
                    >"$seeds/$(basename "$file")"
            done ;;
    esac
    echo "$seeds"
}

try() {
    local target=$1 program=${built:-$out}/tests/fuzz_tests log=$out/logs/$1.log status=0 corpus=() patience=1000
    local options=(-max_len=4096 -artifact_prefix="$out/findings/$target-" -seed="$SEED")
    if [ -n "$built" ]; then
        options+=(-runs="$amount")
    else
        options+=(-max_total_time="$amount" -timeout=10 -rss_limit_mb=1024 -malloc_limit_mb=256)
        corpus=("$out/corpus/$target")
        patience=$((amount + 120))
        mkdir -p "${corpus[@]}"
    fi
    [ ! -f "$here/$target.dict" ] || options+=(-dict="$here/$target.dict")
    # The program stops by itself; the time limit is for one that hangs.
    FUZZ_TARGET=$target timeout --kill-after=10 "$patience" "$program" "${options[@]}" "${corpus[@]}" "$(seeds_of "$target")" \
        >"$log" 2>&1 || status=$?
    [ -n "$built" ] || sed -n 's/^\(#\|Done \)\([0-9]*\)[ \t].*/\2/p' "$log" | tail -n 1 >>"$out/executions/$target"
    if [ "$status" = 0 ]; then
        echo "fuzz: $target: $(sed -n 's/^Done \([0-9]*\) runs.*/\1/p' "$log") inputs, nothing found"
        return
    fi
    echo "fuzz: $target FAILED (status $status, $log):"
    grep -aE '^finding:|ERROR:|SUMMARY:|runtime error|what\(\):' "$log" | cut -c1-300 | head -8 | sed 's/^/  /' || true
    local input
    input=$(sed -n 's/.*Test unit written to //p' "$log" | tail -n 1)
    [ -z "$input" ] || echo "  again: FUZZ_TARGET=$target ASAN_OPTIONS=detect_leaks=0 $program $input"
    return 1
}

mkdir -p "$out/logs" "$out/findings" "$out/executions"
export ASAN_OPTIONS=detect_leaks=0:abort_on_error=1 UBSAN_OPTIONS=print_stacktrace=1
export -f try seeds_of
export here out built amount scratch SEED="${SEED:-$((RANDOM * 32768 + RANDOM))}"
echo "fuzz: SEED=$SEED"
status=0
printf '%s\n' "$@" | xargs -P "$(nproc)" -I TARGET bash -c 'set -euo pipefail; try TARGET' || status=1
[ -n "$built" ] || cat "$out/executions"/* | awk '{ sum += $1 } END { printf "fuzz: %d inputs in all runs\n", sum }'
exit "$status"
