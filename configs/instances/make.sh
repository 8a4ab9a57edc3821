#!/bin/sh
# Makes the generated puzzles of this folder again, byte for byte: type1 to type3 on one pool of 10,000 heroes, and in hard/ on
# a second pool whose proofs and searches take longer, each with the proof of its least price; and the quadratic assignment
# problems of qap/, by the published seeds of Taillard's tai12a and tai20a, whose least costs are 224416 and 703482.
# It takes some two minutes. SKERRY names the program, where it is not on the path.
set -eu
cd "$(dirname "$0")"
for type in 1 2 3; do
  "${SKERRY:-skerry}" generate party --type "$type" --seed 17 --pool heroes.csv --output "type$type.toml"
  (cd hard && "${SKERRY:-skerry}" generate party --type "$type" --seed 11 --pool heroes.csv --output "type$type.toml")
done
"${SKERRY:-skerry}" generate qap --size 12 --seed 792100592 --output qap/tai12a.dat
"${SKERRY:-skerry}" generate qap --size 20 --seed 261789203 --output qap/tai20a.dat
