#!/usr/bin/env bash
# Makes the site of these pages with a search: build/site/index.html. A warning, such as a link that leads nowhere, is a failure.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
jobs/setup.sh site
/usr/bin/python3 -m sphinx -q -W --keep-going -c docs/site -b html docs build/site
echo "site: build/site/index.html"
