#include "engine/communication/thread_communicator.hpp"

#include "skerry/error.hpp"
#include "skerry/threads.hpp"

#include <algorithm>
#include <array>
#include <climits>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <numeric>
#include <system_error>
#include <thread>
#include <utility>

#include <unistd.h>

namespace skerry {

// If each thread can have a core of its own, the others arrive within microseconds, sooner than a sleeping
// thread wakes up.
ThreadBarrier::ThreadBarrier(std::size_t threads)
    : threads_(threads),
      spins_(threads <= std::thread::hardware_concurrency() ? 2000 : 0),
      missing_(threads) {}

void ThreadBarrier::pass() {
  if (broken_) throw BrokenBarrier{};
  const std::uint32_t round = round_;
  if (missing_.fetch_sub(1) == 1) {
    missing_ = threads_;
    ++round_;
    round_.notify_all();
  } else {
    for (std::uint32_t spin = 0; spin < spins_ && round_ == round; ++spin) {
    }
    round_.wait(round);
  }
  if (broken_) throw BrokenBarrier{};
}

void ThreadBarrier::break_open() {
  broken_ = true;
  ++round_;
  round_.notify_all();
}

namespace {

/// The records that a thread has for the others: a range for each, or a count if they lie in order.
struct Offer {
  const std::byte* records;
  std::span<const BufferRange> ranges = {};
  std::span<const std::size_t> counts = {};
};

/// Copies records, if there are any: an empty buffer may have no address.
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

ThreadChannel::ThreadChannel(std::shared_ptr<ThreadGroup> group, std::shared_ptr<Mailboxes> mailboxes,
                             std::size_t rank)
    : group_(std::move(group)), mailboxes_(std::move(mailboxes)), rank_(rank) {}

void ThreadChannel::send(std::size_t to, std::string content) {
  Mailboxes::Mailbox& box = mailboxes_->of[to];
  const std::lock_guard lock(box.mutex);
  box.letters.push_back({rank_, std::move(content)});
}

std::optional<Letter> ThreadChannel::receive() {
  if (group_->barrier.broken()) throw BrokenBarrier{};
  Mailboxes::Mailbox& box = mailboxes_->of[rank_];
  const std::lock_guard lock(box.mutex);
  if (box.letters.empty()) return std::nullopt;
  Letter letter = std::move(box.letters.front());
  box.letters.pop_front();
  return letter;
}

void ThreadChannel::settle(const std::function<void(Letter)>& take) {
  const std::uint64_t all_arrivals = ++settled_ * size();
  ++mailboxes_->arrivals;
  for (bool all = false; !all;) {
    all = mailboxes_->arrivals >= all_arrivals;
    while (auto letter = receive()) take(std::move(*letter));
    if (!all) std::this_thread::yield();
  }
}

namespace {

class Crew {
 public:
  Crew(std::size_t islands, const std::function<void(Communicator&)>& work)
      : group_(std::make_shared<ThreadGroup>(islands)), work_(work) {}

  void run() {
    start_others();
    be_island(0);
    for (std::thread& thread : threads_) thread.join();
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  void be_island(std::size_t number) {
    try {
      ThreadCommunicator islands(group_, number);
      work_(islands);
    } catch (const BrokenBarrier&) {
      // The exception that broke it is known already.
    } catch (const AgreedFailure& agreed) {
      // All threads throw it, and here one of them speaks for all.
      keep(std::make_exception_ptr(AgreedFailure{{agreed.failure.status, agreed.told}, agreed.told}));
    } catch (...) {
      keep(std::current_exception());
    }
  }

  void keep(std::exception_ptr failure) {
    const std::lock_guard lock(mutex_);
    if (!failure_) failure_ = std::move(failure);
    group_->barrier.break_open();
  }

  void start_others() {
    // Signals are left to the main thread.
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const std::size_t islands = group_->shown.size();
    try {
      for (std::size_t number = 1; number < islands; ++number) {
        threads_.emplace_back([this, number] { be_island(number); });
      }
    } catch (const std::system_error& error) {
      keep(std::make_exception_ptr(
          Error(ExitStatus::failed, "the system has no room for " + std::to_string(islands) +
                                        " threads, one an island: " + error.what())));
    }
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
  }

  std::shared_ptr<ThreadGroup> group_;
  const std::function<void(Communicator&)>& work_;
  std::vector<std::thread> threads_;
  std::mutex mutex_;
  std::exception_ptr failure_;
};

}  // namespace

void for_each_island(Communicator& world, std::size_t islands,
                     const std::function<void(Communicator&)>& work) {
  if (islands == world.size()) return work(world);
  collectively(world, [&] {
    if (world.size() == 1) return;
    throw UsageError(
        "the run has " + std::to_string(islands) + " island" + (islands == 1 ? "" : "s") + ", and here are " +
        std::to_string(world.size()) +
        " ranks; it takes as many ranks (more where ranks lend each other evaluations, run.lend), or "
        "one process, whose threads the islands are then");
  });
  Crew(islands, work).run();
}

void on_threads(std::size_t islands, const std::function<void(const Mpi&)>& work) {
  if (islands == 0) throw UsageError("on_threads() was asked for no island; it takes one or more");
  const std::function<void(Communicator&)> with_islands = [&work](Communicator& ranks) { work(Mpi(ranks)); };
  Crew(islands, with_islands).run();
}

}  // namespace skerry
