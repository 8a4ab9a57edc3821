"""Models what an epoch costs the busiest rank, up to 4,096 ranks with a node each, and prints a table.

The counts of messages, bytes and serial work are closed forms for islands whose individuals go anywhere, the algorithms
those of bench/communication_costs.hpp. Up to --check ranks they are compared with the exact counts of
the program epoch_costs; where bytes differ by more than 10 %, messages by 30 % or compared pairs, which depend on how even
a random sample is, by half, this fails. The time is
    waits x latency + messages x overhead + bytes / bandwidth + compared x compare + moved x move,
as if no two of these overlapped. A wait is for a message that could not be sent earlier; messages that were posted at
once wait for each other only at the ends, by the overhead of each. The bytes are those of the busier direction of each
call.
"""

import argparse
import json
import math
import sys
from dataclasses import dataclass

from measure import number, program, run

#: Whether MPI_Alltoallv sends empty messages, too. From SPARSE_FROM ranks on (MpiCommunicator) it is not called.
EMPTY_MESSAGES = False
SPARSE_FROM = 24
GROUP = 4
KEY, VOTE, STATISTICS, COST = 16, 96, 160, 40  # bytes


@dataclass
class Part:
    """What the busiest rank does: waits, messages sent and received, bytes each way, pairs of keys, records."""

    waits: float = 0
    messages: float = 0
    sent: float = 0
    received: float = 0
    compared: float = 0
    moved: float = 0
    busier: float = 0  # bytes: of the busier direction, summed over calls

    def __post_init__(self):
        self.busier = self.busier or max(self.sent, self.received)

    def __add__(self, other):
        return Part(*(a + b for a, b in zip(vars(self).values(), vars(other).values())))

    def seconds(self, network):
        ends = self.waits * network.latency_us + self.messages * network.overhead_us
        wire = ends * 1e-6 + self.busier / (network.bandwidth_gb * 1e9)
        return wire + (self.compared * network.compare_ns + self.moved * network.move_ns) * 1e-9


def doubling(ranks):
    return math.ceil(math.log2(ranks))


def allgather(ranks, each):
    power_of_two = ranks & (ranks - 1) == 0
    short = ranks * each <= (512 if power_of_two else 80) * 1024
    rounds = doubling(ranks) if short else ranks - 1
    return Part(rounds, 2 * rounds, (ranks - 1) * each, (ranks - 1) * each)


def alltoall(ranks, block):
    """A short one, by Bruck's algorithm."""
    moved = block * sum((way & 1 << digit) != 0 for digit in range(doubling(ranks)) for way in range(1, ranks))
    return Part(doubling(ranks), 2 * doubling(ranks), moved, moved)


def reached(ranks, individuals):
    """The expected number of other ranks that so many individuals go to; of messages, all others where empty ones count."""
    if EMPTY_MESSAGES and ranks < SPARSE_FROM:
        return ranks - 1
    return (ranks - 1) * (1 - (1 - 1 / ranks) ** individuals)


def direct(ranks, size, record):
    away = size * record * (1 - 1 / ranks)
    keys = allgather(ranks, size * KEY)
    return keys + Part(1, 2 * reached(ranks, size), away, away, 0.6 * (ranks * math.log2(size)) ** 2, 2 * size)


def distributed(ranks, size, record):
    share = min(max(size // 256, 2), 8)
    sample = ranks * share
    # The largest part of the order that samples cut. The exact counts bear it out for islands with the same keys.
    most = size * (1 + 0.68 * math.log(ranks) / math.sqrt(share))
    others = 1 - 1 / ranks
    spread = reached(ranks, size) + reached(ranks, most)  # its own keys go out, those of the part come in
    keys = Part(1, spread, size * KEY * others, most * KEY * others)
    targets = Part(1, spread, most * 4 * others, size * 4 * others)
    genomes = Part(1, 2 * reached(ranks, size), size * (KEY + record) * others, size * (KEY + record) * others)
    compared = sample * math.log2(sample) + ranks + size + 1.1 * most * math.log2(most)
    work = Part(compared=compared, moved=2 * most + 4 * size)
    counts = alltoall(ranks, 4) + alltoall(ranks, 4) + allgather(ranks, 4)
    return allgather(ranks, share * KEY) + counts + keys + targets + genomes + work


def gather(ranks, size, record):
    """The first rank's part."""
    others, everyone = (ranks - 1) * size, ranks * size
    compared = 1.2 * everyone * (math.log2(everyone) + math.log2(size))
    bytes_each_way = others * (KEY + record)
    collected = Part(2, 2 * (ranks - 1), 0, bytes_each_way, compared, 4 * everyone)
    return allgather(ranks, 8) + collected + Part(3, 3 * (ranks - 1), bytes_each_way, 0)


def grouped(ranks, size, record):
    """Pools of four, and a copy from each island to one of the next group. Of many ranks the busiest sends more than the mean."""
    if ranks <= GROUP:
        return direct(ranks, size, record)
    away = 1 - 1 / GROUP
    beyond_mean = math.sqrt(2 * math.log(ranks) * size * away * (1 - away)) * record
    links = Part(1, 2, KEY + record, KEY + record, 0, 4 * size)
    return direct(GROUP, size, record) + Part(sent=beyond_mean, received=beyond_mean) + links


def votes(ranks, size, record):
    return allgather(ranks, VOTE) + Part(compared=ranks)


def trace(ranks, size, record):
    """The first rank's part: ten generations and a migration of each island, by a tree whose other ranks pass on no more than it receives."""
    return Part(doubling(ranks), doubling(ranks), 0, (ranks - 1) * (10 * STATISTICS + COST), 0, 11 * ranks)


TOLERANCES = {"bytes": 0.1, "messages": 0.3, "compared": 0.5}
FORMS = {"direct": direct, "distributed": distributed, "gather": gather, "grouped": grouped, "votes": votes, "trace": trace}


def check(ranks):
    """Returns the largest deviations of the model from the exact counts, and prints those that are too large."""
    largest = dict.fromkeys(TOLERANCES, 0)
    out = run([program("epoch_costs"), "direct,distributed,gather,grouped,epoch", *ranks])
    for counted in map(json.loads, out.splitlines()):
        part = FORMS[counted["form"]](counted["ranks"], counted["individuals"], counted["record_bytes"])
        modelled = {"bytes": part.sent + part.received, "messages": part.messages}
        if counted["ranks"] >= 16:  # the serial work of a few ranks is next to nothing
            modelled["compared"] = part.compared
        for name, value in modelled.items():
            if counted[name] == value:
                continue
            deviation = abs(value / counted[name] - 1)
            largest[name] = max(largest[name], deviation)
            if deviation > TOLERANCES[name]:
                where = f"{counted['form']}, {counted['ranks']} ranks, {counted['individuals']} individuals"
                print(f"{where}: {name} counted {counted[name]}, modelled {value:.0f}", file=sys.stderr)
    return largest


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--individuals", type=int, default=100, help="of each island (100)")
    parser.add_argument("--record-bytes", type=int, default=520, help="of a genome (520)")
    parser.add_argument("--latency-us", type=float, default=2, help="of a message on its way (2)")
    parser.add_argument("--overhead-us", type=float, default=1, help="of a message at either end (1)")
    parser.add_argument("--bandwidth-gb", type=float, default=10, help="GB/s of a rank, each way (10)")
    parser.add_argument("--compare-ns", type=float, default=10, help="for a pair of keys (10)")
    parser.add_argument("--move-ns", type=float, default=100, help="for a record copied (100)")
    parser.add_argument("--epoch-s", type=float, default=10, help="seconds of an epoch (10)")
    parser.add_argument("--check", type=int, nargs="*", default=[8, 16, 32, 64, 128], metavar="RANKS",
                        help="ranks at which exact counts are taken (8 16 32 64 128)")
    network = parser.parse_args()
    deviations = check(network.check) if network.check else {}

    print(f"{network.individuals} individuals of {network.record_bytes} bytes an island, {network.latency_us} µs, "
          f"{network.overhead_us} µs at either end, {network.bandwidth_gb} GB/s, an epoch of {network.epoch_s} s\n")
    print("| ranks | part | messages | kB | compared | moved | ms | % of an epoch |")
    print("| ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    for ranks in (8, 64, 128, 256, 512, 1024, 2048, 4096):
        for name, form in FORMS.items():
            part = form(ranks, network.individuals, network.record_bytes)
            seconds = part.seconds(network)
            cells = (part.messages, (part.sent + part.received) / 1000, part.compared, part.moved, 1000 * seconds)
            shown = " | ".join(number(value) for value in cells)
            print(f"| {ranks} | {name} | {shown} | {number(100 * seconds / network.epoch_s, 2)} |")
    if deviations:
        largest = ", ".join(f"{name} {100 * deviation:.0f} %" for name, deviation in deviations.items())
        print(f"\nLargest deviations from the exact counts: {largest}")
    return 0 if all(deviation <= TOLERANCES[name] for name, deviation in deviations.items()) else 1


if __name__ == "__main__":
    sys.exit(main())
