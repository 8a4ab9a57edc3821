#include "engine/communication/thread_communicator.hpp"

#include "engine/communication/process_memory.hpp"
#include "engine/communication/thread_channel.hpp"

#include <algorithm>
#include <array>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <numeric>
#include <utility>

#include <unistd.h>

namespace skerry {
namespace {

/// The records that a thread has for the others: a range for each, or a count where they lie in order.
struct Offer {
  const std::byte* records;
  std::span<const BufferRange> ranges = {};
  std::span<const std::size_t> counts = {};
};

/// Copies records, where there are any: an empty buffer may have no address.
void copy(void* target, const void* source, std::size_t size_bytes) {
  if (size_bytes > 0) std::memcpy(target, source, size_bytes);
}

std::uint64_t sum_before(std::size_t rank, std::span<const std::uint64_t> counts) {
  return std::accumulate(counts.begin(), counts.begin() + static_cast<std::ptrdiff_t>(rank),
                         std::uint64_t{0});
}

std::byte* at(void* buffer, std::size_t offset_bytes) {
  return static_cast<std::byte*>(buffer) + offset_bytes;
}

}  // namespace

ThreadCommunicator::ThreadCommunicator() : ThreadCommunicator(std::make_shared<ThreadGroup>(1), 0) {}

ThreadCommunicator::ThreadCommunicator(std::shared_ptr<ThreadGroup> group, std::size_t rank)
    : group_(std::move(group)) {
  rank_ = rank;
  size_ = group_->shown.size();
}

template <typename Read>
void ThreadCommunicator::meet(const void* mine, Read read) {
  group_->shown[rank_] = mine;
  group_->barrier.pass();
  read();
  group_->barrier.pass();
}

std::unique_ptr<Communicator> ThreadCommunicator::split(std::size_t colour) {
  std::size_t first = size_;  // of this colour
  std::size_t rank = 0;       // among those of this colour
  std::size_t count = 0;
  meet(&colour, [&] {
    for (std::size_t r = 0; r < size_; ++r) {
      if (*shown_by<std::size_t>(r) != colour) continue;
      first = std::min(first, r);
      if (r < rank_) ++rank;
      ++count;
    }
  });
  std::shared_ptr<ThreadGroup> group;
  if (rank_ == first) group = std::make_shared<ThreadGroup>(count);
  std::shared_ptr<ThreadGroup> found;
  meet(&group, [&] { found = *shown_by<std::shared_ptr<ThreadGroup>>(first); });
  return std::make_unique<ThreadCommunicator>(std::move(found), rank);
}

std::unique_ptr<SharedMemory> ThreadCommunicator::share_memory(std::size_t size_bytes) {
  using Memory = std::shared_ptr<ProcessMemory::Block>;
  Memory memory;
  if (rank_ == 0) memory = std::make_shared<ProcessMemory::Block>(size_bytes);
  Memory found;
  meet(&memory, [&] { found = *shown_by<Memory>(0); });
  return std::make_unique<ProcessMemory>(std::move(found));
}

std::unique_ptr<Channel> ThreadCommunicator::open_channel() {
  std::shared_ptr<Mailboxes> mailboxes;
  if (rank_ == 0) mailboxes = std::make_shared<Mailboxes>(size_);
  std::shared_ptr<Mailboxes> found;
  meet(&mailboxes, [&] { found = *shown_by<std::shared_ptr<Mailboxes>>(0); });
  return std::make_unique<ThreadChannel>(group_, std::move(found), rank_);
}

std::vector<std::string> ThreadCommunicator::host_names() {
  std::array<char, HOST_NAME_MAX + 1> name{};
  ::gethostname(name.data(), name.size() - 1);
  return std::vector<std::string>(size_, name.data());
}

void ThreadCommunicator::barrier() {
  group_->barrier.pass();
}

void ThreadCommunicator::abort(ExitStatus status) const {
  std::_Exit(static_cast<int>(status));
}

void ThreadCommunicator::broadcast_bytes(std::span<std::byte> bytes, std::size_t root) {
  meet(bytes.data(), [&] {
    if (rank_ != root) copy(bytes.data(), shown_by<void>(root), bytes.size());
  });
}

void ThreadCommunicator::add_up(std::span<std::uint32_t> values) {
  sums_.assign(values.size(), 0);
  meet(values.data(), [&] {
    for (std::size_t r = 0; r < size_; ++r) {
      const auto* others = shown_by<std::uint32_t>(r);
      for (std::size_t i = 0; i < values.size(); ++i) sums_[i] += others[i];
    }
  });
  std::ranges::copy(sums_, values.begin());
}

void ThreadCommunicator::allgather_bytes(const void* mine, std::size_t size_bytes, void* all) {
  meet(mine, [&] {
    for (std::size_t r = 0; r < size_; ++r) copy(at(all, r * size_bytes), shown_by<void>(r), size_bytes);
  });
}

void ThreadCommunicator::allgather_records(const void* mine, std::span<const std::size_t> counts, void* all,
                                           std::size_t record_size_bytes) {
  const bool in_place = mine == nullptr;
  if (in_place) mine = at(all, sum_before(rank_, counts) * record_size_bytes);
  meet(mine, [&] {
    std::size_t offset_bytes = 0;
    for (std::size_t r = 0; r < size_; ++r) {
      const std::size_t size_bytes = counts[r] * record_size_bytes;
      if (r != rank_ || !in_place) copy(at(all, offset_bytes), shown_by<void>(r), size_bytes);
      offset_bytes += size_bytes;
    }
  });
}

void ThreadCommunicator::gather_records(const void* mine, std::span<const std::size_t> counts, void* all,
                                        std::size_t record_size_bytes, std::size_t root) {
  meet(mine, [&] {
    if (rank_ != root) return;
    std::size_t offset_bytes = 0;
    for (std::size_t r = 0; r < size_; ++r) {
      copy(at(all, offset_bytes), shown_by<void>(r), counts[r] * record_size_bytes);
      offset_bytes += counts[r] * record_size_bytes;
    }
  });
}

void ThreadCommunicator::scatter_records(const void* all, std::span<const std::size_t> counts, void* mine,
                                         std::size_t record_size_bytes, std::size_t root) {
  const Offer offer{.records = static_cast<const std::byte*>(all), .counts = counts};
  meet(&offer, [&] {
    const auto& from = *shown_by<Offer>(root);
    copy(mine, from.records + sum_before(rank_, from.counts) * record_size_bytes,
         from.counts[rank_] * record_size_bytes);
  });
}

void ThreadCommunicator::alltoall_bytes(const void* outgoing, void* incoming, std::size_t size_bytes) {
  meet(outgoing, [&] {
    for (std::size_t r = 0; r < size_; ++r) {
      copy(at(incoming, r * size_bytes), shown_by<std::byte>(r) + rank_ * size_bytes, size_bytes);
    }
  });
}

void ThreadCommunicator::alltoall_records(const std::byte* outgoing, std::span<const BufferRange> sends,
                                          std::byte* incoming, std::span<const BufferRange> receives,
                                          std::size_t record_size_bytes) {
  const Offer offer{.records = outgoing, .ranges = sends};
  meet(&offer, [&] {
    for (std::size_t r = 0; r < size_; ++r) {
      const auto& from = *shown_by<Offer>(r);
      const BufferRange range = from.ranges[rank_];
      copy(incoming + receives[r].first * record_size_bytes, from.records + range.first * record_size_bytes,
           range.count * record_size_bytes);
    }
  });
}

}  // namespace skerry
