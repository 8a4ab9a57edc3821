// This measures the cost of a migration beside a bare MPI_Alltoallv of the same genomes, with the same counts
// and buffers. Run it under mpirun; it prints one JSON object for each size. Times are medians over rounds of
// (bare, direct, gather), each on a new population, from a barrier to the end of the last rank. With a number
// as its argument the islands are so many threads, and the bare copies as many genomes within memory,
// and waits for the others.
#include "skerry/archipelago.hpp"
#include "skerry/detail/algorithms/genetic_island.hpp"
#include "skerry/threads.hpp"

#include "engine/communication/environment.hpp"
#include "engine/communication/mpi_communicator.hpp"
#include "engine/exchange/exchange.hpp"
#include "engine/migration/plan.hpp"
#include "filling.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace {

using namespace skerry;
using Clock = std::chrono::steady_clock;

/// Returns the time from the barrier to the end of the last rank.
template <typename Work>
double measure_s(Communicator& world, const Work& work) {
  world.barrier();
  const auto start = Clock::now();
  work();
  const double own = std::chrono::duration<double>(Clock::now() - start).count();
  std::vector<double> all(world.size());
  world.allgather(own, std::span(all));
  return std::ranges::max(all);
}

double quantile(std::vector<double> values, double share) {
  const auto place = values.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size()));
  std::ranges::nth_element(values, place);
  return *place;
}

double median(const std::vector<double>& values) {
  return quantile(values, 0.5);
}

/// Sends the genomes of a fully connected migration, and nothing else.
class Bare {
 public:
  Bare(Communicator& world, Island& island) : world_(world), threads_(world.processes() < world.size()) {
    const std::vector<std::size_t> sizes(world.size(), island.size());
    std::vector<Key> keys(world.size() * island.size());
    world.allgather(island.sort(), sizes, std::span(keys));
    std::vector<std::span<const Key>> runs;
    for (std::size_t rank = 0; rank < world.size(); ++rank) {
      runs.emplace_back(std::span(keys).subspan(rank * island.size(), island.size()));
    }
    const Plan plan = plan_pool<Key>(runs);
    std::size_t arriving = 0;
    for (std::size_t other = 0; other < world.size(); ++other) {
      const Segment out = plan.at(world.rank(), other);
      const Segment in = plan.at(other, world.rank());
      sends_.push_back({out.first, out.count});
      receives_.push_back({arriving, in.count});
      arriving += in.count;
    }
  }
  void run(Island& island) {
    const std::size_t record = island.record_size_bytes();
    if (threads_) {
      const auto genomes = island.pack(0, island.size());
      std::memcpy(island.inbox(genomes.size()).data(), genomes.data(), genomes.size());
      return world_.barrier();
    }
    world_.alltoall_records(island.pack(0, island.size()).data(), sends_,
                            island.inbox(island.size() * record).data(), receives_, record);
  }

 private:
  Communicator& world_;
  bool threads_;
  std::vector<BufferRange> sends_;
  std::vector<BufferRange> receives_;
};

std::uint64_t busiest(Communicator& world, const MigrationCost& cost) {
  std::vector<std::uint64_t> all(world.size());
  world.allgather(cost.bytes_sent + cost.bytes_received, std::span(all));
  return std::ranges::max(all);
}

template <std::size_t record_bytes>
void compare(Communicator& world, std::uint64_t individuals, std::size_t rounds) {
  Genetic settings;
  settings.population = individuals;
  settings.offspring = 1;
  using Problem = Filling<record_bytes>;
  GeneticIsland<Problem> island(Problem{}, settings, 1, static_cast<std::uint32_t>(world.rank()));
  island.set_recording(false);
  const auto direct = make_exchange(world, island, {.transport = Transport::direct}, 1);
  const auto gather = make_exchange(world, island, {.transport = Transport::gather}, 1);
  const auto renew = [&] {
    island.initialise();
    island.sort();
  };

  std::vector<double> bare_s, direct_s, gather_s;
  MigrationCost direct_cost, gather_cost;
  for (std::size_t round = 0; round < rounds; ++round) {
    renew();
    Bare bare(world, island);
    bare_s.push_back(measure_s(world, [&] { bare.run(island); }));
    renew();
    direct_s.push_back(measure_s(world, [&] { direct_cost = direct->migrate(island, round); }));
    renew();
    gather_s.push_back(measure_s(world, [&] { gather_cost = gather->migrate(island, round); }));
    island.forget();
  }
  const std::uint64_t direct_bytes = busiest(world, direct_cost);
  const std::uint64_t gather_bytes = busiest(world, gather_cost);
  if (world.rank() != 0) return;
  const double bare = median(bare_s);
  // Where other programs share the cores, one round in twenty is still undisturbed.
  const double undisturbed = quantile(direct_s, 0.05) / quantile(bare_s, 0.05);
  fmt::print(
      R"({{"ranks": {}, "individuals": {}, "record_bytes": {}, "rounds": {}, "bare_us": {:.1f}, "direct_us": {:.1f}, )"
      R"("gather_us": {:.1f}, "direct_to_bare": {:.2f}, "gather_to_bare": {:.2f}, )"
      R"("direct_to_bare_undisturbed": {:.2f}, )"
      R"("busiest_rank_direct_bytes": {}, "busiest_rank_gather_bytes": {}}})"
      "\n",
      world.size(), individuals, record_bytes, rounds, 1e6 * bare, 1e6 * median(direct_s),
      1e6 * median(gather_s), median(direct_s) / bare, median(gather_s) / bare, undisturbed, direct_bytes,
      gather_bytes);
}

void compare_all(Communicator& world) {
  compare<400>(world, 1000, 401);
  compare<400>(world, 4000, 201);
  compare<4000>(world, 1000, 101);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1) {
    on_threads(std::stoul(argv[1]), [](const Mpi& islands) { compare_all(islands.communicator()); });
    return 0;
  }
  const Environment environment(argc, argv);
  MpiCommunicator world;
  compare_all(world);
}
