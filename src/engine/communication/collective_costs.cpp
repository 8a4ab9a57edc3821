#include "engine/communication/collective_costs.hpp"

#include <numeric>

namespace skerry {
namespace {

std::uint64_t rounds_of_doubling(std::size_t ranks) {
  return static_cast<std::uint64_t>(std::bit_width(ranks - 1));
}

std::uint64_t total_of(std::span<const std::size_t> sizes) {
  return std::reduce(sizes.begin(), sizes.end(), std::uint64_t{0});
}

CollectiveCost ring_cost(std::size_t rank, std::span<const std::size_t> sizes) {
  const std::size_t ranks = sizes.size();
  const std::uint64_t total = total_of(sizes);
  // The next rank's own part is the one that need not pass by here.
  return {1, ranks - 1, ranks - 1, total - sizes[(rank + 1) % ranks], ranks - 1, total - sizes[rank]};
}

CollectiveCost bruck_cost(std::size_t rank, std::span<const std::size_t> sizes) {
  const std::size_t ranks = sizes.size();
  // The parts of `rank` and those after it, in a circle; before[i] is the size of the first i of them.
  std::vector<std::uint64_t> before(2 * ranks + 1);
  for (std::size_t i = 0; i < 2 * ranks; ++i) before[i + 1] = before[i] + sizes[(rank + i) % ranks];
  CollectiveCost cost{.calls = 1};
  for (std::size_t step = 1; step < ranks; step *= 2) {
    const std::size_t parts = std::min(step, ranks - step);
    ++cost.rounds;
    ++cost.sent_messages;
    ++cost.received_messages;
    cost.sent_bytes += before[parts];
    cost.received_bytes += before[step + parts] - before[step];
  }
  return cost;
}

}  // namespace

CollectiveCost& CollectiveCost::operator+=(const CollectiveCost& other) {
  calls += other.calls;
  rounds += other.rounds;
  sent_messages += other.sent_messages;
  sent_bytes += other.sent_bytes;
  received_messages += other.received_messages;
  received_bytes += other.received_bytes;
  return *this;
}

CollectiveCost allgather_cost(std::size_t rank, std::span<const std::size_t> sizes) {
  const std::size_t most = std::has_single_bit(sizes.size()) ? medium_allgather_bytes : short_allgather_bytes;
  return total_of(sizes) <= most ? bruck_cost(rank, sizes) : ring_cost(rank, sizes);
}

CollectiveCost alltoall_cost(std::size_t ranks, std::size_t block_bytes) {
  const std::uint64_t others = ranks - 1;
  if (block_bytes > short_alltoall_bytes) {
    return {1, others, others, others * block_bytes, others, others * block_bytes};
  }
  CollectiveCost cost{.calls = 1};
  for (std::size_t step = 1; step < ranks; step *= 2) {
    std::uint64_t blocks = 0;  // those whose way to go has this binary digit
    for (std::size_t way = step; way < ranks; ++way) blocks += (way & step) != 0 ? 1 : 0;
    cost += {0, 1, 1, blocks * block_bytes, 1, blocks * block_bytes};
  }
  return cost;
}

CollectiveCost sparse_alltoall_cost(std::size_t rank, std::span<const std::size_t> sends,
                                    std::span<const std::size_t> receives) {
  CollectiveCost cost{.calls = 1};
  for (std::size_t other = 0; other < sends.size(); ++other) {
    if (other == rank) continue;
    cost.sent_messages += sends[other] > 0 ? 1 : 0;
    cost.sent_bytes += sends[other];
    cost.received_messages += receives[other] > 0 ? 1 : 0;
    cost.received_bytes += receives[other];
  }
  cost.rounds = std::max(cost.sent_messages, cost.received_messages);
  return cost;
}

CollectiveCost gather_cost(std::size_t rank, std::size_t root, std::span<const std::size_t> sizes) {
  if (!gathers_by_tree(total_of(sizes), sizes.size())) {
    const CollectiveCost back = scatter_cost(rank, root, sizes);
    return {1, back.rounds, back.received_messages, back.received_bytes, back.sent_messages, back.sent_bytes};
  }
  const BinomialTree tree(sizes.size(), root);
  const std::vector<std::size_t> begin = tree.offsets(sizes);
  const auto bytes_of = [&](std::size_t place) { return begin[tree.end_of(place)] - begin[place]; };
  CollectiveCost cost{.calls = 1};
  for (const std::size_t child : tree.children_of(tree.place_of(rank))) {
    const std::uint64_t bytes = bytes_of(child);
    cost.received_messages += bytes > 0 ? 1 : 0;
    cost.received_bytes += bytes;
  }
  cost.sent_bytes = rank == root ? 0 : bytes_of(tree.place_of(rank));
  cost.sent_messages = cost.sent_bytes > 0 ? 1 : 0;
  cost.rounds = cost.received_messages + cost.sent_messages;
  return cost;
}

CollectiveCost scatter_cost(std::size_t rank, std::size_t root, std::span<const std::size_t> sizes) {
  if (rank != root) return {1, 1, 0, 0, 1, sizes[rank]};
  const std::uint64_t others = sizes.size() - 1;
  return {1, others, others, total_of(sizes) - sizes[root], 0, 0};
}

CollectiveCost broadcast_cost(std::size_t rank, std::size_t root, std::size_t ranks, std::size_t size_bytes) {
  const BinomialTree tree(ranks, root);
  const std::uint64_t sends = tree.children_of(tree.place_of(rank)).size();
  const std::uint64_t receives = rank == root ? 0 : 1;
  return {1, sends + receives, sends, sends * size_bytes, receives, receives * size_bytes};
}

CollectiveCost sum_cost(std::size_t ranks, std::size_t size_bytes) {
  const std::uint64_t rounds = 2 * rounds_of_doubling(ranks);
  const std::uint64_t bytes = 2 * (size_bytes - size_bytes / ranks);
  return {1, rounds, rounds, bytes, rounds, bytes};
}

CollectiveCost barrier_cost(std::size_t ranks) {
  const std::uint64_t rounds = rounds_of_doubling(ranks);
  return {1, rounds, rounds, 0, rounds, 0};
}

}  // namespace skerry
