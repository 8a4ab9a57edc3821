#!/usr/bin/env bash
# tests/compile/run.sh COMPILER FLAG...: compiles wrong_members.cpp, in which each line of a case has to give one error, with the text
# of the last comment above it, and right_members.cpp, which it includes, none. Each member that the engine looks for has a case. In a
# nightly run member_pairs.cpp has to compile, too, and Clang does the same where it is installed: its messages are others.
set -uo pipefail
folder=$(dirname "${BASH_SOURCE[0]}")
wrong=$folder/wrong_members.cpp
cases='^(REFUSED|EVOLVED|LISTED|FINAL|PART)[(]'
failures=0
fail() {
  printf '%s\n' "$@"
  failures=1
}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

awk -v cases="$cases" '$0 ~ cases { print text } /^\/\/ / { text = substr($0, 4) }' "$wrong" >"$work/expected"
members="evaluate name $(grep -oP '^  X\(\K[a-z_]+' "$folder/../../include/skerry/problem_members.hpp")"
[ "$(wc -w <<<"$members")" -ge 35 ] || fail "the list of members is not found"
for member in $members; do
  grep -qE "^$member(\(\))? of a problem (is|takes|returns)" "$work/expected" || fail "no case has $member in another form"
done

compilers=("$1")
shift
nightly=
if [ "${SKERRY_NIGHTLY:-}" = 1 ] || [ "${SKERRY_THOROUGH:-}" = 1 ]; then nightly=yes; fi
[ -z "$nightly" ] || [ ! -x "$(command -v clang++)" ] || compilers+=(clang++)
for compiler in "${compilers[@]}"; do
  unlimited=-fmax-errors=0
  if "$compiler" --version | grep -q clang; then unlimited=-ferror-limit=0; fi
  if [ -n "$nightly" ]; then "$compiler" "$@" -fsyntax-only "$folder/member_pairs.cpp"; fi >"$work/pairs" 2>&1 &
  pairs=$!
  "$compiler" "$@" -fsyntax-only "$unlimited" "$wrong" >"$work/wrong" 2>&1
  wait "$pairs" || fail "$compiler: member_pairs.cpp does not compile" "$(<"$work/pairs")"
  # Both compilers instantiate functions at the end of the file, so errors have another order than cases.
  grep -E '\b(fatal )?error: ' "$work/wrong" >"$work/errors"
  [ "$(wc -l <"$work/errors")" = "$(wc -l <"$work/expected")" ] ||
    fail "$compiler: $(wc -l <"$work/expected") cases give $(wc -l <"$work/errors") errors:" "$(sort "$work/errors" | cut -c1-300)"
  sort -u "$work/expected" | while IFS= read -r text; do
    wanted=$(grep -cxF -- "$text" "$work/expected")
    found=$(grep -cF -- "$text" "$work/errors")
    ((found >= wanted)) || { echo "$compiler: $found of $wanted errors say: $text"; exit 1; }
  done || failures=1
done
exit "$failures"
