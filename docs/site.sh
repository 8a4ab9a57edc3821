#!/usr/bin/env bash
# Makes the site of these pages, with the help of each command, the tables of keys, the APIs and the notebook, and a search. A warning, such as a
# link that leads nowhere, is a failure.
#   docs/site.sh [FOLDER]      the first page is FOLDER/index.html; build/site without one
# The program is $SKERRY, or that of build/release, which is built where it is missing.
set -euo pipefail
folder=$(realpath -m "${1:-$(dirname "${BASH_SOURCE[0]}")/../build/site}")
cd "$(dirname "${BASH_SOURCE[0]}")/.."
jobs/setup.sh analysis site
program=${SKERRY:-build/release/skerry}
[ -n "${SKERRY:-}" ] || [ -x "$program" ] || jobs/build.sh release skerry_binary
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
docs/api.sh "$work/api"
/usr/bin/python3 docs/site/pages.py "$program" "$work/pages"
export PYDEVD_DISABLE_FILE_VALIDATION=1  # the kernel of the notebook warns of it
SKERRY=$(realpath "$program") SKERRY_API=$work/api/xml PYTHONPATH=$PWD/analysis PYTHONDONTWRITEBYTECODE=1 \
    /usr/bin/python3 -m sphinx -q -W --keep-going -d "$work/doctrees" -c docs/site -b html "$work/pages" "$folder"
echo "site: $folder/index.html"
