#!/usr/bin/env bash
# Runs a command that needs a headless Chromium. Where there is none it prints a message and exits with 77, which CTest counts as skipped.
#   tests/browser/run.sh COMMAND...
set -euo pipefail
for program in ${SKERRY_CHROMIUM:-chromium-headless-shell chromium chromium-browser google-chrome}; do
    if command -v "$program" >/dev/null; then exec "$@"; fi
done
echo "skipped: no Chromium here; as root, jobs/setup.sh browser installs it"
exit 77
