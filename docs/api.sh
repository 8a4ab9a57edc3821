#!/usr/bin/env bash
# Makes the API pages with Doxygen, and fails on a warning.
#   docs/api.sh [FOLDER]      the pages are FOLDER/html/index.html; build/api without one
set -euo pipefail
folder=$(realpath -m "${1:-$(dirname "${BASH_SOURCE[0]}")/../build/api}")
cd "$(dirname "${BASH_SOURCE[0]}")/.."
mkdir -p "$folder"
doxygen - <<<"$(cat docs/Doxyfile)
OUTPUT_DIRECTORY = $folder"
