#include "communication_costs.hpp"

#include "engine/communication/binomial_tree.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <numeric>
#include <utility>

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

CollectiveCost gather_cost(std::size_t rank, std::span<const std::size_t> sizes) {
  if (!gathers_by_tree(total_of(sizes), sizes.size())) {
    const CollectiveCost back = scatter_cost(rank, sizes);
    return {1, back.rounds, back.received_messages, back.received_bytes, back.sent_messages, back.sent_bytes};
  }
  const BinomialTree tree(sizes.size());
  const auto bytes_of = [&](std::size_t subtree) {
    return total_of(sizes.subspan(subtree, tree.end_of(subtree) - subtree));
  };
  CollectiveCost cost{.calls = 1};
  for (const std::size_t child : tree.children_of(rank)) {
    const std::uint64_t bytes = bytes_of(child);
    cost.received_messages += bytes > 0 ? 1 : 0;
    cost.received_bytes += bytes;
  }
  cost.sent_bytes = rank == 0 ? 0 : bytes_of(rank);
  cost.sent_messages = cost.sent_bytes > 0 ? 1 : 0;
  cost.rounds = cost.received_messages + cost.sent_messages;
  return cost;
}

CollectiveCost scatter_cost(std::size_t rank, std::span<const std::size_t> sizes) {
  if (rank != 0) return {1, 1, 0, 0, 1, sizes[rank]};
  const std::uint64_t others = sizes.size() - 1;
  return {1, others, others, total_of(sizes) - sizes[0], 0, 0};
}

CollectiveCost broadcast_cost(std::size_t rank, std::size_t root, std::size_t ranks, std::size_t size_bytes) {
  const std::uint64_t sends = BinomialTree(ranks).children_of((rank + ranks - root) % ranks).size();
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

namespace {

std::vector<std::size_t> in_bytes(std::span<const std::size_t> counts, std::size_t record_size_bytes) {
  std::vector<std::size_t> sizes(counts.begin(), counts.end());
  for (std::size_t& size : sizes) size *= record_size_bytes;
  return sizes;
}

std::vector<std::size_t> in_bytes(std::span<const BufferRange> ranges, std::size_t record_size_bytes) {
  std::vector<std::size_t> sizes;
  sizes.reserve(ranges.size());
  for (const BufferRange& range : ranges) sizes.push_back(range.count * record_size_bytes);
  return sizes;
}

}  // namespace

const char* name_of(Collective collective) {
  constexpr const char* names[] = {"barrier",  "broadcast",       "sum",    "allgather",
                                   "alltoall", "sparse alltoall", "gather", "scatter"};
  return names[static_cast<std::size_t>(collective)];
}

CollectiveCost CollectiveCosts::total() const {
  CollectiveCost sum;
  for (const CollectiveCost& cost : by_kind) sum += cost;
  return sum;
}

CountingCommunicator::CountingCommunicator(Communicator& inner, CollectiveCosts& costs)
    : inner_(inner), costs_(costs) {
  rank_ = inner.rank();
  size_ = inner.size();
}

CountingCommunicator::CountingCommunicator(std::unique_ptr<Communicator> part, CollectiveCosts& costs)
    : part_(std::move(part)), inner_(*part_), costs_(costs) {
  rank_ = inner_.rank();
  size_ = inner_.size();
}

std::unique_ptr<Communicator> CountingCommunicator::split(std::size_t colour) {
  return std::unique_ptr<Communicator>(
      new CountingCommunicator(inner_.split(colour), costs_));
}

void CountingCommunicator::barrier() {
  costs_[Collective::barrier] += barrier_cost(size_);
  inner_.barrier();
}

void CountingCommunicator::abort(ExitStatus status) const {
  inner_.abort(status);
  std::abort();
}

void CountingCommunicator::broadcast_bytes(std::span<std::byte> bytes, std::size_t root) {
  costs_[Collective::broadcast] += broadcast_cost(rank_, root, size_, bytes.size());
  inner_.broadcast_bytes(bytes, root);
}

void CountingCommunicator::add_up(std::span<std::uint32_t> values) {
  costs_[Collective::sum] += sum_cost(size_, values.size_bytes());
  inner_.add_up(values);
}

void CountingCommunicator::alltoall_records(const std::byte* outgoing, std::span<const BufferRange> sends,
                                            std::byte* incoming, std::span<const BufferRange> receives,
                                            std::size_t record_size_bytes) {
  costs_[Collective::sparse_alltoall] +=
      sparse_alltoall_cost(rank_, in_bytes(sends, record_size_bytes), in_bytes(receives, record_size_bytes));
  inner_.alltoall_records(outgoing, sends, incoming, receives, record_size_bytes);
}

void CountingCommunicator::allgather_records(const void* mine, std::span<const std::size_t> counts, void* all,
                                             std::size_t record_size_bytes) {
  costs_[Collective::allgather] += allgather_cost(rank_, in_bytes(counts, record_size_bytes));
  inner_.allgather_records(mine, counts, all, record_size_bytes);
}

void CountingCommunicator::gather_records(const void* mine, std::span<const std::size_t> counts, void* all,
                                          std::size_t record_size_bytes) {
  costs_[Collective::gather] += gather_cost(rank_, in_bytes(counts, record_size_bytes));
  inner_.gather_records(mine, counts, all, record_size_bytes);
}

void CountingCommunicator::scatter_records(const void* all, std::span<const std::size_t> counts, void* mine,
                                           std::size_t record_size_bytes) {
  costs_[Collective::scatter] += scatter_cost(rank_, in_bytes(counts, record_size_bytes));
  inner_.scatter_records(all, counts, mine, record_size_bytes);
}

void CountingCommunicator::allgather_bytes(const void* mine, std::size_t size_bytes, void* all) {
  const std::vector<std::size_t> ones(size_, 1);
  costs_[Collective::allgather] += allgather_cost(rank_, in_bytes(ones, size_bytes));
  inner_.allgather_records(mine, ones, all, size_bytes);
}

void CountingCommunicator::alltoall_bytes(const void* outgoing, void* incoming, std::size_t size_bytes) {
  costs_[Collective::alltoall] += alltoall_cost(size_, size_bytes);
  // The inner communicator shows others only its calls for values of a type.
  std::vector<BufferRange> ranges;
  ranges.reserve(size_);
  for (std::size_t r = 0; r < size_; ++r) ranges.push_back({r, 1});
  inner_.alltoall_records(static_cast<const std::byte*>(outgoing), ranges, static_cast<std::byte*>(incoming),
                          ranges, size_bytes);
}

}  // namespace skerry
