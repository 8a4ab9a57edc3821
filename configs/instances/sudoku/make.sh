#!/bin/sh
# Makes the files of this folder anew, all but the published example.txt; the same each time.
# levels.txt: two puzzles of 9x9 for each level of Bunma and Chongstitvatana's tables, which say nothing of a level but that one
# of its expert puzzles has 20 givens: 36, 30, 26, and 20 and 22 givens, and inference that decides all but the expert ones.
# hard.txt: 9x9 of the fewest givens that some minutes of generating reach, then those of 22 givens that cost skerry's exact solver
# most guesses among 2,000. large.txt: four of 16x16 with one solution and as few givens as one pruning leaves; four of 25x25 with
# half of the cells given and four with 60 %, drawn at random, so that there may be many solutions.
#   configs/instances/sudoku/make.sh [SKERRY]
set -eu
here=$(dirname "$0")
skerry=${1:-build/release/skerry}
made() { "$skerry" generate sudoku "$@" | grep -v '^#'; }
drawn=$(mktemp -d)
trap 'rm -rf "$drawn"' EXIT
{
  echo "# Two puzzles of each level, made by make.sh: easy, medium, hard, expert."
  made --size 9 --givens 36 --difficulty easy --count 2 --seed 1
  made --size 9 --givens 30 --difficulty easy --count 2 --seed 2
  made --size 9 --givens 26 --difficulty hard --count 2 --seed 3
  made --size 9 --givens 20 --difficulty unreasonable --attempts 5000 --count 1 --seed 4
  made --size 9 --givens 22 --difficulty unreasonable --count 1 --seed 5
} > "$here/levels.txt"
made --size 9 --givens 22 --difficulty unreasonable --count 2000 --seed 6 > "$drawn/many"
{
  echo "# 9x9, made by make.sh: six of the fewest givens, then six of 22 givens that take most guesses."
  made --size 9 --givens 19 --difficulty unreasonable --attempts 20000 --count 6 --seed 1
  "$skerry" solve sudoku "$drawn/many" --json | sed 's/.*"guesses": *\([0-9]*\).*/\1/' | paste -d ' ' - "$drawn/many" |
    sort -k 1,1nr -k 2 | head -n 6 | cut -d ' ' -f 2
} > "$here/hard.txt"
{
  echo "# Made by make.sh: four of 16x16 with one solution; four of 25x25 with half of the cells given, four with 60 %."
  made --size 16 --count 4 --seed 1
  made --size 25 --givens 313 --ambiguous --count 4 --seed 2
  made --size 25 --givens 375 --ambiguous --count 4 --seed 3
} > "$here/large.txt"
