#!/bin/sh
# Makes the puzzles type1 to type3 of this folder again, byte for byte: each a pool of 10,000 heroes with an optimum
# that is planted and proven. SKERRY names the program, where it is not on the path.
set -eu
cd "$(dirname "$0")"
for type in 1 2 3; do
  "${SKERRY:-skerry}" generate party --type "$type" --heroes 10000 --seed 1 --planted --output "type$type.toml"
done
