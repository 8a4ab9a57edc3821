#include "engine/communication/counting_communicator.hpp"

#include <cstdlib>
#include <utility>

namespace skerry {
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

CountingCommunicator::CountingCommunicator(Communicator& inner, CollectiveCosts& costs,
                                           std::size_t ranks_per_node)
    : inner_(inner), costs_(costs), ranks_per_node_(ranks_per_node) {
  rank_ = inner.rank();
  size_ = inner.size();
}

CountingCommunicator::CountingCommunicator(std::unique_ptr<Communicator> part, CollectiveCosts& costs,
                                           std::size_t ranks_per_node)
    : part_(std::move(part)), inner_(*part_), costs_(costs), ranks_per_node_(ranks_per_node) {
  rank_ = inner_.rank();
  size_ = inner_.size();
}

std::unique_ptr<Communicator> CountingCommunicator::split(std::size_t colour) {
  return std::unique_ptr<Communicator>(
      new CountingCommunicator(inner_.split(colour), costs_, ranks_per_node_));
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
                                          std::size_t record_size_bytes, std::size_t root) {
  costs_[Collective::gather] += gather_cost(rank_, root, in_bytes(counts, record_size_bytes));
  inner_.gather_records(mine, counts, all, record_size_bytes, root);
}

void CountingCommunicator::scatter_records(const void* all, std::span<const std::size_t> counts, void* mine,
                                           std::size_t record_size_bytes, std::size_t root) {
  costs_[Collective::scatter] += scatter_cost(rank_, root, in_bytes(counts, record_size_bytes));
  inner_.scatter_records(all, counts, mine, record_size_bytes, root);
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
