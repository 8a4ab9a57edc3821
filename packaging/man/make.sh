#!/usr/bin/env bash
# Writes the manual pages skerry.1, skerry-run.1 and so on, one for each command, from the help of the program.
#   packaging/man/make.sh PROGRAM VERSION FOLDER
set -euo pipefail
program=$(realpath "$1")
version=$2
folder=$3
common=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)/common.h2m
export PATH=${program%/*}:$PATH LC_ALL=C.UTF-8
rm -rf "$folder"
mkdir -p "$folder"

# write_page [COMMAND]...: the page of a command, and those of the commands below it.
write_page() {
    local command="${program##*/}${*:+ $*}" help name below
    help=$($command --help)
    name=${command// /-}
    # help2man takes the name of the first word, and a page is found by one word.
    help2man --no-info --source "skerry $version" --version-string "$version" --name "$(head -n 1 <<<"$help")" \
        --include "$common" "$command" |
        sed -e "s/^\\.TH [^ ]*/.TH ${name^^}/" -e "s/^$command \\\\-/$name \\\\-/" >"$folder/$name.1"
    for below in $(sed -n '/^Subcommands:/,/^$/s/^  \([a-z_]*\)  .*/\1/p' <<<"$help"); do
        write_page "$@" "$below"
    done
}
write_page
