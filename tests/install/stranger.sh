#!/usr/bin/env bash
# What a stranger types on an empty machine to see the first picture of a function of his own in Python, in a bare Debian that debootstrap
# makes: installing from the packages of that Debian, and the Python of the README. It prints how long each line took.
#   tests/install/stranger.sh SUITE...        bookworm, trixie; only root can
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
# shellcheck source=tests/builds/chroot.sh
source tests/builds/chroot.sh
commands=("jobs/setup.sh build analysis pip"
    "/usr/bin/python3 -m venv --system-site-packages ~/skerry && source ~/skerry/bin/activate"
    "pip install --no-build-isolation --no-deps ."
    "cd && python3 mine.py"
    "skerry-analysis plot results/*.h5 --output mine.svg")
program=$(sed -n '/^```python$/,/^```$/{/^```/!p}' README.md)
typed=$((${#commands[@]} + $(wc -l <<<"$program")))
[ "$typed" -le 12 ] || { echo "stranger: $typed lines are typed, more than 12"; exit 1; }

for suite in "$@"; do
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    chroot=$work/$suite
    make_chroot "$chroot" "$suite"
    copy_tree "$chroot"
    echo "$program" >"$chroot/root/mine.py"
    {
        echo 'set -eu; exec 3>&1'
        for command in "${commands[@]}"; do
            printf 'started=$SECONDS\n{ %s; } >>/tmp/log 2>&1 || { tail -n 30 /tmp/log; exit 1; }\n' "$command"
            printf 'echo "stranger: %s: $((SECONDS - started)) s: %s"\n' "$suite" "${command//[\`\$\"]/}"
        done
        printf '[ -s mine.svg ]\necho "stranger: %s: a picture after %s lines and $SECONDS s"\n' "$suite" "$typed"
    } >"$chroot/root/typed.sh"
    inside "$chroot" bash /root/typed.sh
    rm -rf "$work"
done
