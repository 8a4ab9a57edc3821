#!/usr/bin/env bash
# Configures and builds a preset. It prints nothing if it succeeds.
#   jobs/build.sh [PRESET] [TARGET]...        SKERRY_CMAKE_OPTIONS: further options for the configuration
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=jobs/of_site.sh
source jobs/of_site.sh
# shellcheck source=jobs/timed.sh
source jobs/timed.sh
preset=${1:-release}
shift $(($# < 1 ? $# : 1))

log=$(mktemp)
trap 'rm -f "$log"' EXIT
read -r -a options <<<"${SKERRY_CMAKE_OPTIONS:-}"
if ! timed configuration cmake --preset "$preset" "${options[@]}" >"$log" 2>&1; then
    cat "$log" >&2
    echo "build: CMake could not configure; jobs/setup.sh names the packages it needs" >&2
    exit 1
fi
echo "build: $preset ($(nproc) jobs)" >&2
timed build cmake --build --preset "$preset" --parallel "$(nproc)" ${1:+--target "$@"} >&2
