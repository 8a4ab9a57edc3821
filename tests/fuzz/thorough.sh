#!/usr/bin/env bash
# libFuzzer on all targets, five minutes each, in a thorough run (tests/run.sh --thorough); otherwise it is skipped.
if [ "${SKERRY_THOROUGH:-}" != 1 ]; then
    echo "skipped: libFuzzer runs in tests/run.sh --thorough, or by tests/fuzz/run.sh"
    exit 77
fi
exec "$(dirname "${BASH_SOURCE[0]}")/run.sh" 300
