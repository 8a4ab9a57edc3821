#!/bin/sh
# Makes the generated puzzles of this folder again, byte for byte: type1 to type3 on one pool of 10,000 heroes, and in hard/ on
# a second pool whose proofs and searches take longer, each with the proof of its least price; in buildable/ those for which
# Algorithm 1 builds parties, too; in planted/ those whose rules cost next to nothing; and the quadratic assignment problems of
# qap/, by the published seeds of Taillard's tai12a and tai20a, whose least costs are 224416 and 703482.
# It takes some two minutes. SKERRY names the program, where it is not on the path.
set -eu
cd "$(dirname "$0")"
for type in 1 2 3; do
  "${SKERRY:-skerry}" generate party --type "$type" --seed 17 --pool heroes.csv --output "type$type.toml"
  (cd hard && "${SKERRY:-skerry}" generate party --type "$type" --seed 11 --pool heroes.csv --output "type$type.toml")
done
(cd planted && for type in 1 2 3; do "${SKERRY:-skerry}" generate party --type "$type" --seed 1 --planted --output "type$type.toml"; done)
buildable() {
  "${SKERRY:-skerry}" generate party --type "$1" --seed 17 --buildable 5% --pool "$2" --output "type$1.toml" --set hometowns=6 \
    --set nation_follows_race=1 --set religion_of_all="$3" --set religion_follows_nation=0 --set religion_follows_race=0 \
    --set level_mean=75 --set nations=20 --set religions=12
}
(cd buildable && buildable 1 heroes.csv 0 && buildable 2 type2-pool.csv 0.5 && buildable 3 type3-pool.csv 0)
"${SKERRY:-skerry}" generate qap --size 12 --seed 792100592 --output qap/tai12a.dat
"${SKERRY:-skerry}" generate qap --size 20 --seed 261789203 --output qap/tai20a.dat
