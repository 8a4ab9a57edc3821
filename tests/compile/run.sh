#!/usr/bin/env bash
# tests/compile/run.sh COMPILER FLAG...: compiles wrong_members.cpp once for each CASE. Case 0 has to compile; every
# other one has to fail with the text of the comment under its #if.
set -uo pipefail
source=$(dirname "${BASH_SOURCE[0]}")/wrong_members.cpp
failures=0
cases=$(grep -cE '^#(if|elif) CASE == ' "$source")
for ((number = 0; number < cases; ++number)); do
  printed=$("$@" -DCASE="$number" -fsyntax-only "$source" 2>&1)
  status=$?
  expected=$(grep -A1 -E "^#(if|elif) CASE == $number\$" "$source" | sed -n '2s|^ *// ||p')
  if ((number == 0)); then
    ((status == 0)) || { echo "case 0 does not compile: $printed"; failures=1; }
  elif ((status == 0)); then
    echo "case $number compiles; it should fail with: $expected"
    failures=1
  elif ! grep -qF -- "$expected" <<<"$printed"; then
    printf 'case %d does not say: %s\n%s\n' "$number" "$expected" "$printed"
    failures=1
  fi
done
((cases > 1)) || { echo "no cases in $source"; failures=1; }
exit "$failures"
