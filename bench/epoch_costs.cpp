// This counts what an epoch costs the busiest rank in messages, bytes and serial work, exactly, under the
// algorithms of communication_costs.hpp with a node for each rank. The ranks are threads, so their number is
// free; nothing is timed. It prints one JSON object a line for each number of ranks that it is given:
//   epoch_costs FORMS RANKS...     FORMS: a list of direct, distributed, gather, grouped, epoch with commas
//   between
// A migration is one of the pool, or of pools in groups of four with copies between them, one a link; "epoch"
// stands for the votes and the trace of an epoch of ten generations.
#include "skerry/archipelago.hpp"
#include "skerry/detail/algorithms/genetic_island.hpp"

#include "communication_costs.hpp"
#include "engine/communication/island_threads.hpp"
#include "engine/communication/thread_communicator.hpp"
#include "engine/exchange/exchange.hpp"
#include "filling.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

namespace {

using namespace skerry;

/// What one rank does.
struct Part {
  CollectiveCosts costs;
  SerialWork work;
};

std::uint64_t bytes(const CollectiveCost& cost) {
  return cost.sent_bytes + cost.received_bytes;
}

template <typename Value>
std::uint64_t largest(const std::vector<Part>& parts, Value value) {
  std::uint64_t most = 0;
  for (const Part& part : parts) most = std::max<std::uint64_t>(most, value(part));
  return most;
}

template <typename Value>
std::uint64_t sum(const std::vector<Part>& parts, Value value) {
  std::uint64_t all = 0;
  for (const Part& part : parts) all += value(part);
  return all;
}

/// Prints the largest figures of all ranks, in all and by kind of call.
void print(std::string_view form, std::uint64_t individuals, std::size_t record_bytes,
           std::vector<Part> parts) {
  std::string kinds;
  for (std::size_t kind = 0; kind < collectives; ++kind) {
    const auto most = [&](auto value) {
      return largest(parts, [&](const Part& part) { return value(part.costs.by_kind[kind]); });
    };
    const auto calls = most([](const CollectiveCost& cost) { return cost.calls; });
    if (calls == 0) continue;
    kinds += fmt::format(R"({}"{}": {{"calls": {}, "rounds": {}, "sent_bytes": {}, "received_bytes": {}}})",
                         kinds.empty() ? "" : ", ", name_of(static_cast<Collective>(kind)), calls,
                         most([](const CollectiveCost& cost) { return cost.rounds; }),
                         most([](const CollectiveCost& cost) { return cost.sent_bytes; }),
                         most([](const CollectiveCost& cost) { return cost.received_bytes; }));
  }
  const auto total_bytes = [](const Part& part) { return bytes(part.costs.total()); };
  fmt::print(
      R"({{"form": "{}", "ranks": {}, "individuals": {}, "record_bytes": {}, "messages": {}, "rounds": {}, )"
      R"("bytes": {}, "mean_bytes": {}, "compared": {}, "moved": {}, "calls": {{{}}}}})"
      "\n",
      form, parts.size(), individuals, record_bytes,
      largest(parts,
              [](const Part& part) {
                const CollectiveCost total = part.costs.total();
                return total.sent_messages + total.received_messages;
              }),
      largest(parts, [](const Part& part) { return part.costs.total().rounds; }), largest(parts, total_bytes),
      sum(parts, total_bytes) / parts.size(),
      largest(parts, [](const Part& part) { return part.work.compared; }),
      largest(parts, [](const Part& part) { return part.work.moved; }), kinds);
  std::fflush(stdout);
}

std::unique_ptr<Exchange> make(std::string_view form, Communicator& world, const Island& island) {
  if (form == "direct") return make_direct_exchange(world, island, {}, 1);
  if (form == "grouped") return make_exchange(world, island, {.group = 4}, 1);
  if (form == "distributed") return make_distributed_exchange(world, island, {}, 1);
  return make_gather_exchange(world, island, {.transport = Transport::gather}, 1);
}

template <std::size_t record_bytes>
GeneticIsland<Filling<record_bytes>> make_island(Communicator& world, std::uint64_t individuals) {
  Genetic settings;
  settings.population = individuals;
  settings.offspring = 1;
  return {Filling<record_bytes>{}, settings, 1, static_cast<std::uint32_t>(world.rank())};
}

template <std::size_t record_bytes>
void count_migration(std::string_view form, std::size_t ranks, std::uint64_t individuals) {
  std::vector<Part> parts(ranks);
  ThreadCommunicator process;
  for_each_island(process, ranks, [&](Communicator& threads) {
    Part& part = parts[threads.rank()];
    CountingCommunicator world(threads, part.costs);
    auto island = make_island<record_bytes>(threads, individuals);
    const auto exchange = make(form, world, island);
    island.initialise();
    part.costs = {};
    exchange->migrate(island, 0);
    part.work = exchange->work();
  });
  print(form, individuals, record_bytes, parts);
}

/// Counts the last of a few epochs, as the difference between two runs.
template <std::size_t record_bytes>
void count_votes_and_trace(std::size_t ranks, std::uint64_t individuals) {
  std::vector<Part> votes(ranks);
  std::vector<Part> trace(ranks);
  ThreadCommunicator process;
  for_each_island(process, ranks, [&](Communicator& threads) {
    CollectiveCosts of_runs[2];
    std::uint64_t rows[2] = {0, 0};
    for (const std::uint64_t longer : {0U, 1U}) {
      CountingCommunicator world(threads, of_runs[longer]);
      auto island = make_island<record_bytes>(threads, individuals);
      RunHooks hooks;
      hooks.record = [&](const EpochRecord& record) {
        rows[longer] +=
            record.statistics.size() + record.islands + record.improvements.size() + record.births.size();
      };
      run_archipelago(island, world, {.topology = isolated}, {.generations = 20 + 10 * longer}, 1, hooks);
    }
    const auto one_epoch = [&](Collective kind) {
      CollectiveCost cost = of_runs[1][kind];
      const CollectiveCost before = of_runs[0][kind];
      return CollectiveCost{cost.calls - before.calls,
                            cost.rounds - before.rounds,
                            cost.sent_messages - before.sent_messages,
                            cost.sent_bytes - before.sent_bytes,
                            cost.received_messages - before.received_messages,
                            cost.received_bytes - before.received_bytes};
    };
    const std::size_t rank = threads.rank();
    votes[rank].costs[Collective::allgather] = one_epoch(Collective::allgather);
    votes[rank].work.compared = ranks;  // for the best of all islands
    trace[rank].costs[Collective::gather] = one_epoch(Collective::gather);
    trace[rank].work.moved = rows[1] - rows[0];
  });
  print("votes", individuals, record_bytes, votes);
  print("trace", individuals, record_bytes, trace);
}

template <std::size_t record_bytes>
void count(std::string_view form, std::size_t ranks, std::uint64_t individuals) {
  if (form == "epoch") return count_votes_and_trace<record_bytes>(ranks, individuals);
  count_migration<record_bytes>(form, ranks, individuals);
}

}  // namespace

int main(int argc, char** argv) {
  const std::string forms = argc > 1 ? argv[1] : "";
  for (int argument = 2; argument < argc; ++argument) {
    const std::size_t ranks = std::strtoul(argv[argument], nullptr, 10);
    for (const std::string_view form : {"direct", "distributed", "gather", "grouped", "epoch"}) {
      if (("," + forms + ",").find("," + std::string(form) + ",") == std::string::npos) continue;
      count<400>(form, ranks, 1000);
      count<520>(form, ranks, 100);
    }
  }
}
