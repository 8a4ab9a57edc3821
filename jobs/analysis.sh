#!/usr/bin/env bash
# Runs a command of the analysis by the first interpreter that has the packages for it: $PYTHON, the python3 of the PATH, /usr/bin/python3.
#   jobs/analysis.sh COMMAND [ARGUMENT]...        for example: jobs/analysis.sh report results/party-islands
# Where none has them, it says what to install and fails.
set -euo pipefail

case "${1:-}" in "" | -h | --help) sed -n '2,4s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; [ $# -gt 0 ] && exit 0 || exit 2 ;; esac
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# Where pip has installed skerry, the package is where the interpreter looks for it.
[ -d "$root/analysis" ] || exec "$root/../../bin/skerry-analysis" "$@"
check='import sys; sys.path.insert(0, sys.argv[1]); from skerry.requirements import unmet; lacking = unmet(sys.argv[2]); print(lacking); sys.exit(lacking != "")'
lacking=
for python in ${PYTHON:+"$PYTHON"} python3 /usr/bin/python3; do
    if told=$("$python" -c "$check" "$root/analysis" "$1" 2>/dev/null); then
        exec "$python" "$root/analysis" "$@"
    fi
    [ "$python" != "${PYTHON:-}" ] || echo "analysis: \$PYTHON is passed over: ${told:-"$python" does not run as a Python 3}" >&2
    lacking=${told:-$lacking}
done
echo "analysis: ${lacking:-there is no Python 3 here; jobs/setup.sh analysis installs it with its packages on Debian 12}" >&2
exit 1
