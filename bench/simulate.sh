#!/usr/bin/env bash
# Simulates migrations on a fat tree of 1,024 nodes by SimGrid's SMPI (Debian: libsimgrid-dev), with the library's own code, and
# prints each beside the time that bench/epoch_model.py gives for the same network.
#   bench/simulate.sh [RANKS]...     by default 8 16 32 64; 128 take some seconds, 512 some minutes
# FORMS="distributed" in the environment: these forms alone, of direct, distributed and gather.
# The network has a latency of 2 µs (1 µs under one switch), 10 GB/s and 1 µs at either end of a message; ranks are dealt out to the
# switches in turn. What they compute takes no time. SMPI sends the empty messages of MPI_Alltoallv, too, which MPICH does not.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
case "${1:-}" in -h | --help) sed -n '2,8s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; exit 0 ;; esac
command -v smpicxx > /dev/null || { echo "simulate.sh: SMPI is not there; Debian has it in libsimgrid-dev" >&2; exit 1; }
folder=build/simulate
mkdir -p "$folder"

# A few large files compile faster than many small ones; names are unique over a library.
find src/engine -name '*.cpp' | sort > "$folder/sources"
split -n r/4 -d "$folder/sources" "$folder/part"
for part in "$folder"/part0?; do sed 's|.*|#include "../../&"|' "$part" > "$part.cpp"; done
flags=(-std=gnu++20 -O1 -march=x86-64-v2 -ffp-contract=off -DSKERRY_VERSION='"simulated"' -Iinclude -Isrc -Ibench)
printf '%s\n' "$folder"/part0?.cpp bench/simulated_migration.cpp |
  xargs -P "$(nproc)" -I{} sh -c 'smpicxx "$@" -c "$0" -o '"$folder"'/$(basename "$0" .cpp).o' {} "${flags[@]}"
smpicxx "$folder"/*.o -o "$folder/simulated_migration" -lboost_serialization -lpthread

cat > "$folder/network.xml" << 'XML'
<?xml version="1.0"?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
  <cluster id="tree" prefix="n" suffix="" radical="0-1023" speed="1Gf" bw="10GBps" lat="500ns" topology="FAT_TREE"
           topo_parameters="2;32,32;1,32;1,1" sharing_policy="SPLITDUPLEX"/>
</platform>
XML
for place in {0..1023}; do echo "n$((place % 32 * 32 + place / 32))"; done > "$folder/hosts"
for ranks in "${@:-8 16 32 64}"; do
  for count in $ranks; do
    for form in ${FORMS:-direct distributed gather}; do
      smpirun -np "$count" -platform "$folder/network.xml" -hostfile "$folder/hosts" --cfg=smpi/simulate-computation:no \
        --cfg=smpi/coll-selector:mpich --cfg=smpi/lat-factor:0:1 --cfg=smpi/bw-factor:0:1 --cfg=smpi/os:0:1e-6:0 \
        --cfg=smpi/ois:0:1e-6:0 --cfg=smpi/or:0:1e-6:0 --log=root.thres:error "$folder/simulated_migration" "$form" 2> /dev/null
    done
  done
done | PYTHONPATH=bench /usr/bin/python3 -c '
import json, sys
from argparse import Namespace
import epoch_model
epoch_model.EMPTY_MESSAGES = True
network = Namespace(latency_us=2, overhead_us=1, bandwidth_gb=10, compare_ns=0, move_ns=0)
print("| ranks | form | simulated, µs | modelled, µs | ratio |\n| ---: | --- | ---: | ---: | ---: |")
for line in sys.stdin:
    if not line.startswith("{"):
        continue
    run = json.loads(line)
    modelled = epoch_model.FORMS[run["form"]](run["ranks"], 100, 520).seconds(network)
    simulated = run["seconds"]
    print("| {ranks} | {form} |".format(**run), f"{1e6 * simulated:.0f} | {1e6 * modelled:.0f} | {modelled / simulated:.2f} |")
'
