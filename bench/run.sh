#!/usr/bin/env bash
# Measures everything side by side and prints one table (markdown) on stdout: packages, build, run.
#   bench/run.sh [--quick] [SECTION]...
#   bench/run.sh [--quick] --page docs/studies/performance.md       # what the page has, some ten minutes, written to the page
# Sections: onemax, sudoku_ga, qap_ga, reals, box, strangers, orders, real_ga, fronts, maps, party, construction, generation, migration,
# epoch_costs, trace, checkpoint, memory, analysis, sequences, solve, solve_sudoku, evaluate; all without an argument.
# --quick measures everything once and briefly, to check that it runs; its figures mean little.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
case "${1:-}" in -h | --help) sed -n '2,7s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; exit 0 ;; esac
jobs/setup.sh build bench analysis
jobs/build.sh bench
exec /usr/bin/python3 bench/table.py "$@"
