#!/bin/sh
# Makes the files of this folder anew that are not published puzzles.
# difficulties.txt: a puzzle of each size and difficulty, of 4x4 to 9x9, by skerry; the same each time.
# paper-sizes.txt: others each time, puzzles of the sizes of Yaghoubi's Table III, five of 4x4 to 7x7, one of 8x8 and of 9x9, by Simon
# Tatham's towers (Debian's sgt-puzzles). All clues; no givens, as in the paper, up to 7x7, beyond which clues alone hardly ever leave
# one solution. That each has one is checked by skerry. without-givens.txt: the two largest without theirs.
# several.txt: fifteen of 6x6 with all clues as they are drawn, of which only some 7 % have one solution: five with 2 to 9 solutions, five
# with 10 to 39, five with 40 or more.
# training-5x5.txt, training-6x6.txt: five more of 5x5 and two of 6x6, on which configs/paper/skyscraper-tune*.toml tune.
# held-out.txt: twelve of 6x6, four of each difficulty, on which no setting was chosen; the same each time.
#   configs/instances/skyscraper/make.sh [SKERRY]
set -eu
here=$(dirname "$0")
skerry=${1:-build/release/skerry}
towers=$(command -v towers || command -v sgt-towers || echo /usr/games/sgt-towers)
{
  echo "# A puzzle of each size and difficulty, made by make.sh: 4x4 easy, hard, unreasonable, 5x5 easy, and so on to 9x9."
  for size in 4 5 6 7 8 9; do
    for difficulty in easy hard unreasonable; do
      "$skerry" generate skyscraper --size $size --difficulty $difficulty --seed 5 | grep -v '^#'
    done
  done
} > "$here/difficulties.txt"
{
  echo "# Twelve 6x6 puzzles on which no setting was chosen, made by make.sh: four easy, four hard, four unreasonable."
  for difficulty in easy hard unreasonable; do
    "$skerry" generate skyscraper --size 6 --difficulty $difficulty --count 4 --seed 301 | grep -v '^#'
  done
} > "$here/held-out.txt"
drawn=$(mktemp -d)
trap 'rm -rf "$drawn"' EXIT
# Appends puzzles of that size, of one solution each, to a file: draw SIZE COUNT FILE
draw() {
  : > "$drawn/kept"
  while [ "$(wc -l < "$drawn/kept")" -lt "$2" ]; do
    # Easy ones have all clues; the givens stand after the comma.
    "$towers" --generate 500 "${1}de" > "$drawn/some"
    [ "$1" -gt 7 ] || sed -i 's/,.*//' "$drawn/some"
    "$skerry" solve skyscraper "$drawn/some" --count 2 --json | sed 's/.*"solutions": *\([0-9]*\).*/\1/' |
      paste -d ' ' "$drawn/some" - | awk '$NF == 1 { print $1 }' | head -n "$2" >> "$drawn/kept"
  done
  head -n "$2" "$drawn/kept" >> "$3"
}
for wanted in 4:5 5:5 6:5 7:5 8:1 9:1; do
  draw "${wanted%:*}" "${wanted#*:}" "$drawn/all"
done
{
  echo "# Skyscraper puzzles of the sizes of Yaghoubi's Table III, made by make.sh: one solution each."
  cat "$drawn/all"
} > "$here/paper-sizes.txt"
{
  echo "# The last two puzzles of paper-sizes.txt without their givens: many solutions."
  tail -n 2 "$here/paper-sizes.txt" | cut -d, -f1
} > "$here/without-givens.txt"
# Makes the file of puzzles to tune on: train SIZE COUNT WORD
train() {
  echo "# $3 ${1}x$1 puzzles to tune on, made by make.sh like those of paper-sizes.txt: all clues, one solution each." > "$drawn/training"
  draw "$1" "$2" "$drawn/training"
  cp "$drawn/training" "$here/training-${1}x$1.txt"
}
train 5 5 Five
train 6 2 Two
# Puzzles as they are drawn, each with its number of solutions.
"$towers" --generate 2000 6de | sed 's/,.*//' > "$drawn/some"
"$skerry" solve skyscraper "$drawn/some" --count 1000 --json | sed 's/.*"solutions": *\([0-9]*\).*/\1/' | paste -d ' ' "$drawn/some" - > "$drawn/counted"
{
  echo "# Fifteen 6x6 puzzles of all clues, made by make.sh: five with 2 to 9 solutions, five with 10 to 39, five with 40 or more."
  for range in 2:9 10:39 40:999; do
    awk -v least="${range%:*}" -v most="${range#*:}" '$NF >= least && $NF <= most { print $1 }' "$drawn/counted" | head -n 5
  done
} > "$here/several.txt"
