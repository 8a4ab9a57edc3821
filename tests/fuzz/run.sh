#!/usr/bin/env bash
# Builds the fuzz targets and runs each for a while: any input has to give a result or one of skerry's own errors, in a
# short time and with little memory.
#   tests/fuzz/run.sh [SECONDS [TARGET]...]        30 seconds for each of all targets, which are the .cpp files here
# Results are below build/fuzz: the corpus of each target (corpus/), its log (logs/), and inputs that failed
# (findings/).
# The exit status is 0 if nothing was found, 1 if something was, and 77 if there is no Clang with libFuzzer.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
here=tests/fuzz
out=build/fuzz
case "${1:-}" in
    -h | --help) sed -n '2,6s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; exit 0 ;;
esac
seconds=${1:-30}
shift $(($# < 1 ? $# : 1))
if [ $# = 0 ]; then
    for source in "$here"/*.cpp; do set -- "$@" "$(basename "$source" .cpp)"; done
fi
for target in "$@"; do
    [ -f "$here/$target.cpp" ] || { echo "fuzz: there is no target $target in $here" >&2; exit 2; }
done

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
echo 'extern "C" int LLVMFuzzerTestOneInput(const unsigned char*, unsigned long) { return 0; }' >"$scratch/try.cpp"
if ! clang++ -fsanitize=fuzzer,address,undefined "$scratch/try.cpp" -o "$scratch/try" >/dev/null 2>&1; then
    echo "skipped: no Clang with libFuzzer here; as root, jobs/setup.sh fuzz installs it"
    exit 77
fi
jobs/build.sh fuzz "${@/#/fuzz_}"

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
        skyscraper | sudoku | jump_maze)
            cp configs/instances/"$target"/*.txt "$seeds" ;;
        puzzle)
            for file in configs/instances/*.toml; do
                { sed 's/^file = .*/file = "heroes.csv"/' "$file"; echo ----; head -n 40 "${file%.toml}-pool.csv"; } \
                    >"$seeds/$(basename "$file")"
            done ;;
    esac
    echo "$seeds"
}

try() {
    local target=$1 program=$out/tests/fuzz/fuzz_$1 log=$out/logs/$1.log status=0
    local options=(-max_total_time="$seconds" -max_len=4096 -timeout=10 -rss_limit_mb=1024 -malloc_limit_mb=256
                   -artifact_prefix="$out/findings/$target-")
    [ ! -f "$here/$target.dict" ] || options+=(-dict="$here/$target.dict")
    mkdir -p "$out/corpus/$target"
    # The program stops by itself; the time limit is for one that hangs.
    timeout --kill-after=10 $((seconds + 120)) "$program" "${options[@]}" "$out/corpus/$target" "$(seeds_of "$target")" \
        >"$log" 2>&1 || status=$?
    if [ "$status" = 0 ]; then
        echo "fuzz: $target: $(sed -n 's/^Done \([0-9]*\) runs.*/\1/p' "$log") inputs, nothing found"
        return
    fi
    echo "fuzz: $target FAILED (status $status, $log):"
    grep -aE '^finding:|ERROR:|SUMMARY:|runtime error|what\(\):' "$log" | cut -c1-300 | head -8 | sed 's/^/  /' || true
    local input
    input=$(sed -n 's/.*Test unit written to //p' "$log" | tail -n 1)
    [ -z "$input" ] || echo "  again: ASAN_OPTIONS=detect_leaks=0 $program $input"
    return 1
}

mkdir -p "$out/logs" "$out/findings"
export ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1
export -f try seeds_of
export here out seconds scratch
status=0
printf '%s\n' "$@" | xargs -P "$(nproc)" -I TARGET bash -c 'set -euo pipefail; try TARGET' || status=1
exit "$status"
