#!/bin/sh
# Makes the puzzles type1 to type3 and figure4 of this folder again, byte for byte: each a pool of 10,000 heroes
# with an optimum that is planted and proven; and the quadratic assignment problems of qap/, by the published seeds of Taillard's tai12a and tai20a,
# whose least costs are 224416 and 703482. SKERRY names the program, where it is not on the path.
set -eu
cd "$(dirname "$0")"
for type in 1 2 3; do
  "${SKERRY:-skerry}" generate party --type "$type" --heroes 10000 --seed 1 --planted --output "type$type.toml"
done
# On this pool synergy is as hard to come by as in Fig. 4 of Levonyan et al. 2020.
"${SKERRY:-skerry}" generate party --type 2 --heroes 10000 --seed 4 --planted --traits-together 0 --without-class \
  --output figure4.toml
"${SKERRY:-skerry}" generate qap --size 12 --seed 792100592 --output qap/tai12a.dat
"${SKERRY:-skerry}" generate qap --size 20 --seed 261789203 --output qap/tai20a.dat
