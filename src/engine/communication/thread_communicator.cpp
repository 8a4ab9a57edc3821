#include "engine/communication/thread_communicator.hpp"

#include "skerry/error.hpp"
#include "skerry/threads.hpp"

#include "engine/communication/mpi_communicator.hpp"

#include <algorithm>
#include <array>
#include <climits>
#include <cstring>
#include <deque>
#include <iterator>
#include <map>
#include <mutex>
#include <numeric>
#include <stdexcept>
#include <thread>
#include <utility>

#include <sched.h>
#include <unistd.h>

namespace skerry {

// Threads with cores of their own arrive within microseconds, sooner than a sleeping thread wakes up.
ThreadBarrier::ThreadBarrier(std::size_t threads, bool spins)
    : threads_(threads), spins_(spins ? 2000 : 0), missing_(threads) {}

constexpr std::uint32_t turns_before_sleep = 20;

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
    // To sleep and be woken costs more than to give the others a turn or two.
    for (std::uint32_t turn = 0; turn < turns_before_sleep && round_ == round; ++turn) sched_yield();
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

/// The records that a thread has for the others, and where it wants theirs: a range for each.
struct Offer {
  const std::byte* records;
  std::span<const BufferRange> ranges;
  std::span<const BufferRange> wanted;
};

/// Copies records, if there are any: an empty buffer may have no address.
void copy(void* target, const void* source, std::size_t size_bytes) {
  if (size_bytes > 0 && target != source) std::memcpy(target, source, size_bytes);
}

std::size_t sum_of(std::span<const std::size_t> counts, std::size_t first, std::size_t end) {
  return std::accumulate(counts.begin() + static_cast<std::ptrdiff_t>(first),
                         counts.begin() + static_cast<std::ptrdiff_t>(end), std::size_t{0});
}

std::byte* at(void* buffer, std::size_t offset_bytes) {
  return static_cast<std::byte*>(buffer) + offset_bytes;
}

}  // namespace

ThreadGroup::ThreadGroup(std::size_t threads, bool spinning, std::shared_ptr<RankService> serving)
    : spins(spinning),
      service(std::move(serving)),
      barrier(threads, spinning),
      shown(threads),
      firsts{0, threads} {}

ThreadGroup::ThreadGroup(std::shared_ptr<MpiCommunicator> with_ranks, std::vector<std::size_t> of_ranks,
                         bool spinning)
    : spins(spinning),
      service(with_ranks->service()),
      barrier(of_ranks[with_ranks->rank() + 1] - of_ranks[with_ranks->rank()], spinning),
      shown(of_ranks[with_ranks->rank() + 1] - of_ranks[with_ranks->rank()]),
      ranks(std::move(with_ranks)),
      rank(ranks->rank()),
      firsts(std::move(of_ranks)) {}

std::size_t ThreadGroup::rank_of(std::size_t island) const {
  return static_cast<std::size_t>(std::ranges::upper_bound(firsts, island) - firsts.begin()) - 1;
}

void ThreadGroup::add_part(const std::shared_ptr<ThreadGroup>& part) {
  const std::lock_guard lock(parts_mutex_);
  std::erase_if(parts_, [](const auto& known) { return known.expired(); });
  parts_.push_back(part);
  if (barrier.broken()) part->break_open();
}

void ThreadGroup::break_open() {
  barrier.break_open();
  const std::lock_guard lock(parts_mutex_);
  for (const auto& known : parts_)
    if (const auto part = known.lock()) part->break_open();
}

ThreadCommunicator::ThreadCommunicator() : ThreadCommunicator(std::make_shared<ThreadGroup>(1, false), 0) {}

ThreadCommunicator::ThreadCommunicator(std::shared_ptr<ThreadGroup> group, std::size_t thread)
    : group_(std::move(group)), thread_(thread) {
  rank_ = group_->first() + thread;
  size_ = group_->firsts.back();
}

template <typename Link, typename Read>
void ThreadCommunicator::meet(const void* mine, Link link, Read read) {
  group_->shown[thread_] = mine;
  group_->barrier.pass();
  if (!alone()) {
    if (thread_ == 0) link(*group_->ranks);
    group_->barrier.pass();
  }
  read();
  group_->barrier.pass();
}

std::span<const std::size_t> ThreadCommunicator::by_rank(std::span<const std::size_t> counts) {
  rank_counts_.clear();
  for (std::size_t r = 0; r + 1 < group_->firsts.size(); ++r)
    rank_counts_.push_back(sum_of(counts, group_->firsts[r], group_->firsts[r + 1]));
  return rank_counts_;
}

std::unique_ptr<Communicator> ThreadCommunicator::split(std::size_t colour) {
  std::vector<std::size_t> colours(size_);
  allgather(colour, std::span(colours));
  struct Part {
    std::vector<std::size_t> ranks;   // of the group, in their order
    std::vector<std::size_t> firsts;  // as in ThreadGroup
    std::shared_ptr<ThreadGroup> group;
  };
  std::map<std::size_t, Part> parts;
  for (std::size_t island = 0; island < size_; ++island) {
    Part& part = parts[colours[island]];
    const std::size_t rank = group_->rank_of(island);
    if (part.ranks.empty() || part.ranks.back() != rank) {
      part.ranks.push_back(rank);
      part.firsts.push_back(part.firsts.empty() ? 0 : part.firsts.back());
      if (part.firsts.size() == 1) part.firsts.push_back(0);
    }
    ++part.firsts.back();
  }
  const auto make = [&] {
    for (auto& [of, part] : parts) {
      const auto here = std::ranges::find(part.ranks, group_->rank);
      if (here == part.ranks.end()) continue;
      if (part.ranks.size() == 1) {
        part.group = std::make_shared<ThreadGroup>(part.firsts.back(), group_->spins, group_->service);
        group_->add_part(part.group);
        continue;
      }
      if (!group_->divisible) {
        throw UsageError(
            "islands that are threads of several ranks were split into groups that share ranks, and such a "
            "group can't be split again over its ranks; one rank for each island can");
      }
      part.group =
          std::make_shared<ThreadGroup>(group_->ranks->part_of(part.ranks), part.firsts, group_->spins);
      group_->add_part(part.group);
      const auto shares_ranks = [mine = of, &ranks = part.ranks](const auto& other) {
        std::vector<std::size_t> both;
        std::ranges::set_intersection(ranks, other.second.ranks, std::back_inserter(both));
        return other.first != mine && both.size() > 1;
      };
      part.group->divisible = std::ranges::none_of(parts, shares_ranks);
    }
  };
  std::shared_ptr<ThreadGroup> found;
  if (thread_ == 0) make();
  meet(
      &parts, [](MpiCommunicator&) {},
      [&] { found = shown_by<std::map<std::size_t, Part>>(0)->at(colour).group; });
  const auto begin = colours.begin() + static_cast<std::ptrdiff_t>(group_->first());
  const auto before = std::count(begin, begin + static_cast<std::ptrdiff_t>(thread_), colour);
  return std::make_unique<ThreadCommunicator>(std::move(found), static_cast<std::size_t>(before));
}

std::shared_ptr<void> ThreadCommunicator::share(std::shared_ptr<void> mine) {
  std::shared_ptr<void> found;
  meet(
      &mine, [](MpiCommunicator&) {}, [&] { found = *shown_by<std::shared_ptr<void>>(0); });
  return found;
}

std::vector<std::string> ThreadCommunicator::host_names() {
  std::vector<std::string> of_ranks;
  if (alone()) {
    std::array<char, HOST_NAME_MAX + 1> name{};
    ::gethostname(name.data(), name.size() - 1);
    of_ranks.emplace_back(name.data());
  }
  std::vector<std::string> names;
  meet(
      &of_ranks, [&](MpiCommunicator& ranks) { of_ranks = ranks.host_names(); },
      [&] {
        const auto& found = *shown_by<std::vector<std::string>>(0);
        for (std::size_t island = 0; island < size_; ++island)
          names.push_back(found[group_->rank_of(island)]);
      });
  return names;
}

void ThreadCommunicator::on_mpi_thread(const std::function<void()>& work) {
  call_now(group_->service.get(), work);
}

void ThreadCommunicator::barrier() {
  if (alone()) return group_->barrier.pass();
  meet(
      nullptr, [](MpiCommunicator& ranks) { ranks.barrier(); }, [] {});
}

void ThreadCommunicator::broadcast_bytes(std::span<std::byte> bytes, std::size_t root) {
  const std::size_t from = group_->rank_of(root);
  const bool here = from == group_->rank;
  const std::size_t thread = here ? root - group_->first() : 0;  // that has the bytes
  meet(
      bytes.data(),
      [&](MpiCommunicator& ranks) {
        // The root's bytes are only read.
        auto* buffer = const_cast<std::byte*>(shown_by<std::byte>(thread));
        ranks.broadcast_bytes({buffer, bytes.size()}, from);
      },
      [&] { copy(bytes.data(), shown_by<void>(thread), bytes.size()); });
}

void ThreadCommunicator::add_up(std::span<std::uint32_t> values) {
  const auto add = [&] {
    sums_.assign(values.size(), 0);
    for (std::size_t thread = 0; thread < threads(); ++thread) {
      const auto* others = shown_by<std::uint32_t>(thread);
      for (std::size_t i = 0; i < values.size(); ++i) sums_[i] += others[i];
    }
  };
  meet(
      values.data(),
      [&](MpiCommunicator& ranks) {
        add();
        ranks.add_up(sums_);
        group_->lent = sums_.data();
      },
      [&] {
        if (alone()) return add();
        const auto* sums = static_cast<const std::uint32_t*>(group_->lent);
        if (thread_ != 0) sums_.assign(sums, sums + values.size());
      });
  std::ranges::copy(sums_, values.begin());
}

void ThreadCommunicator::allgather_bytes(const void* mine, std::size_t size_bytes, void* all) {
  one_each_.assign(size_, 1);
  allgather_records(mine, one_each_, all, size_bytes);
}

void ThreadCommunicator::allgather_records(const void* mine, std::span<const std::size_t> counts, void* all,
                                           std::size_t record_size_bytes) {
  const std::size_t first = sum_of(counts, 0, group_->first()) * record_size_bytes;
  if (mine == nullptr) mine = at(all, sum_of(counts, 0, rank_) * record_size_bytes);
  const auto put_together = [&] {
    std::size_t offset_bytes = first;
    for (std::size_t thread = 0; thread < threads(); ++thread) {
      const std::size_t size_bytes = counts[group_->first() + thread] * record_size_bytes;
      copy(at(all, offset_bytes), shown_by<void>(thread), size_bytes);
      offset_bytes += size_bytes;
    }
  };
  meet(
      mine,
      [&](MpiCommunicator& ranks) {
        put_together();
        ranks.allgather_records(nullptr, by_rank(counts), all, record_size_bytes);
        group_->lent = all;
      },
      [&] {
        if (alone()) return put_together();
        copy(all, group_->lent, sum_of(counts, 0, size_) * record_size_bytes);
      });
}

std::span<const BufferRange> ThreadCommunicator::for_first(std::size_t count) {
  for_first_.assign(size_, {});
  for_first_.front().count = count;
  return for_first_;
}

void ThreadCommunicator::gather_records(const void* mine, std::span<const std::size_t> counts, void* all,
                                        std::size_t record_size_bytes) {
  none_.assign(size_, {});
  alltoall_records(static_cast<const std::byte*>(mine), for_first(counts[rank_]),
                   static_cast<std::byte*>(all), rank_ == 0 ? in_order(counts) : none_, record_size_bytes);
}

/// The first rank alone knows all counts; the others know their own.
void ThreadCommunicator::scatter_records(const void* all, std::span<const std::size_t> counts, void* mine,
                                         std::size_t record_size_bytes) {
  none_.assign(size_, {});
  alltoall_records(static_cast<const std::byte*>(all), rank_ == 0 ? in_order(counts) : none_,
                   static_cast<std::byte*>(mine), for_first(counts[rank_]), record_size_bytes);
}

void ThreadCommunicator::alltoall_bytes(const void* outgoing, void* incoming, std::size_t size_bytes) {
  ones_.clear();
  for (std::size_t island = 0; island < size_; ++island) ones_.push_back({island, 1});
  alltoall_records(static_cast<const std::byte*>(outgoing), ones_, static_cast<std::byte*>(incoming), ones_,
                   size_bytes);
}

/// Lays out, by sender and receiver, what islands here send to each rank, and room for what they get.
void ThreadCommunicator::pack(std::size_t record_size_bytes) {
  packed_.clear();
  rank_sends_.clear();
  rank_receives_.clear();
  std::size_t receives = 0;
  for (std::size_t r = 0; r + 1 < group_->firsts.size(); ++r) {
    BufferRange sent{packed_.size() / std::max<std::size_t>(record_size_bytes, 1), 0};
    BufferRange received{receives, 0};
    for (std::size_t thread = 0; thread < threads() && r != group_->rank; ++thread) {
      const Offer& offer = *shown_by<Offer>(thread);
      for (std::size_t island = group_->firsts[r]; island < group_->firsts[r + 1]; ++island) {
        const auto [first, count] = offer.ranges[island];
        if (count > 0) {
          const std::byte* records = offer.records + first * record_size_bytes;
          packed_.insert(packed_.end(), records, records + count * record_size_bytes);
        }
        sent.count += count;
        received.count += offer.wanted[island].count;
      }
    }
    receives += received.count;
    rank_sends_.push_back(sent);
    rank_receives_.push_back(received);
  }
  unpacked_.resize(receives * record_size_bytes);
}

/// What came from other ranks.
struct ThreadCommunicator::Packed {
  const std::byte* records;
  std::span<const BufferRange> ranges;  // of each rank
};

void ThreadCommunicator::alltoall_records(const std::byte* outgoing, std::span<const BufferRange> sends,
                                          std::byte* incoming, std::span<const BufferRange> receives,
                                          std::size_t record_size_bytes) {
  const Offer offer{.records = outgoing, .ranges = sends, .wanted = receives};
  Packed packed;  // of the first thread
  const auto put = [&](std::size_t from, const std::byte* records, std::size_t count) {
    copy(incoming + receives[from].first * record_size_bytes, records, count * record_size_bytes);
  };
  const auto take_packed = [&](const Packed& found) {
    for (std::size_t r = 0; r + 1 < group_->firsts.size(); ++r) {
      if (r == group_->rank) continue;
      const std::byte* records = found.records + found.ranges[r].first * record_size_bytes;
      for (std::size_t from = group_->firsts[r]; from < group_->firsts[r + 1]; ++from) {
        for (std::size_t thread = 0; thread < threads(); ++thread) {
          const std::size_t count = shown_by<Offer>(thread)->wanted[from].count;
          if (thread == thread_) put(from, records, count);
          records += count * record_size_bytes;
        }
      }
    }
  };
  meet(
      &offer,
      [&](MpiCommunicator& ranks) {
        pack(record_size_bytes);
        ranks.alltoall_records(packed_.data(), rank_sends_, unpacked_.data(), rank_receives_,
                               record_size_bytes);
        packed = {unpacked_.data(), rank_receives_};
        group_->lent = &packed;
      },
      [&] {
        for (std::size_t thread = 0; thread < threads(); ++thread) {
          const Offer& from = *shown_by<Offer>(thread);
          const BufferRange range = from.ranges[rank_];
          put(group_->first() + thread, from.records + range.first * record_size_bytes, range.count);
        }
        if (!alone()) take_packed(*static_cast<const Packed*>(group_->lent));
      });
}

namespace {

struct Mailboxes {
  struct Mailbox {
    std::mutex mutex;
    std::deque<Letter> letters;
  };
  explicit Mailboxes(std::size_t threads) : of(threads) {}

  void put(std::size_t thread, Letter letter) {
    const std::lock_guard lock(of[thread].mutex);
    of[thread].letters.push_back(std::move(letter));
  }

  std::vector<Mailbox> of;
  std::atomic<std::uint64_t> arrivals = 0;  // at settle(), of all threads, since the beginning
  std::atomic<std::uint64_t> settled = 0;   // how often all ranks have settled
};

/// Carries letters between the islands of different processes. All but send() is called by the service.
class Mail {
 public:
  Mail(std::shared_ptr<ThreadGroup> group, std::shared_ptr<Mailboxes> mailboxes)
      : group_(std::move(group)), mailboxes_(std::move(mailboxes)), channel_(group_->ranks->comm()) {}

  void send(std::size_t from, std::size_t to, const std::string& content) {
    const Address address{from, to};
    std::string whole(sizeof(address), '\0');
    std::memcpy(whole.data(), &address, sizeof(address));
    const std::lock_guard lock(mutex_);
    outgoing_.emplace_back(group_->rank_of(to), whole + content);
  }

  bool pump() {
    // Those that have arrived send nothing more before the others have.
    const bool all_here = mailboxes_->arrivals >= group_->shown.size() * (mailboxes_->settled + 1);
    bool any = send_all();
    const auto take = [&](const Letter& letter) {
      Address address{};
      if (letter.content.size() < sizeof(address)) throw std::logic_error("a letter without an address");
      std::memcpy(&address, letter.content.data(), sizeof(address));
      mailboxes_->put(address.to - group_->first(), {address.from, letter.content.substr(sizeof(address))});
      any = true;
    };
    if (all_here) {
      if (channel_.settles(take)) ++mailboxes_->settled;
      return true;
    }
    while (auto letter = channel_.receive()) take(*letter);
    return any;
  }

 private:
  struct Address {
    std::size_t from;
    std::size_t to;
  };

  bool send_all() {
    std::deque<std::pair<std::size_t, std::string>> outgoing;
    {
      const std::lock_guard lock(mutex_);
      outgoing.swap(outgoing_);
    }
    for (auto& [rank, content] : outgoing) channel_.send(rank, std::move(content));
    return !outgoing.empty();
  }

  std::shared_ptr<ThreadGroup> group_;
  std::shared_ptr<Mailboxes> mailboxes_;
  MpiChannel channel_;
  std::mutex mutex_;
  std::deque<std::pair<std::size_t, std::string>> outgoing_;  // to which rank
};

/// A call throws BrokenBarrier if another thread has left the group by an exception.
class ThreadChannel final : public Channel {
 public:
  ThreadChannel(std::shared_ptr<ThreadGroup> group, std::shared_ptr<Mailboxes> mailboxes,
                std::shared_ptr<Mail> mail, std::size_t thread)
      : group_(std::move(group)), mailboxes_(std::move(mailboxes)), mail_(std::move(mail)), thread_(thread) {}

  std::size_t rank() const override { return group_->first() + thread_; }
  std::size_t size() const override { return group_->firsts.back(); }

  void send(std::size_t to, std::string content) override {
    const std::size_t rank = group_->rank_of(to);
    if (rank != group_->rank) return mail_->send(this->rank(), to, content);
    mailboxes_->put(to - group_->first(), {this->rank(), std::move(content)});
  }

  std::optional<Letter> receive() override {
    if (group_->barrier.broken()) throw BrokenBarrier{};
    Mailboxes::Mailbox& box = mailboxes_->of[thread_];
    const std::lock_guard lock(box.mutex);
    if (box.letters.empty()) return std::nullopt;
    Letter letter = std::move(box.letters.front());
    box.letters.pop_front();
    return letter;
  }

  void settle(const std::function<void(Letter)>& take) override {
    ++settled_;
    ++mailboxes_->arrivals;
    const auto all_have = [&] {
      if (mail_) return mailboxes_->settled >= settled_;
      return mailboxes_->arrivals >= settled_ * mailboxes_->of.size();
    };
    for (bool all = false; !all;) {
      all = all_have();
      while (auto letter = receive()) take(std::move(*letter));
      if (!all) std::this_thread::yield();
    }
  }

 private:
  std::shared_ptr<ThreadGroup> group_;
  std::shared_ptr<Mailboxes> mailboxes_;
  std::shared_ptr<Mail> mail_;  // null if all islands are of this process
  std::size_t thread_;
  std::uint64_t settled_ = 0;  // how often this thread was at settle()
};

}  // namespace

std::unique_ptr<Channel> ThreadCommunicator::open_channel() {
  struct Opened {
    std::shared_ptr<Mailboxes> mailboxes;
    std::shared_ptr<Mail> mail;
  } opened;
  if (thread_ == 0) opened.mailboxes = std::make_shared<Mailboxes>(threads());
  std::unique_ptr<Channel> channel;
  meet(
      &opened,
      [&](MpiCommunicator&) {
        const std::shared_ptr<RankService>& service = group_->service;
        call_now(service.get(), [&] { opened.mail = std::make_shared<Mail>(group_, opened.mailboxes); });
        service->keep(opened.mail, [mail = opened.mail.get()] { return mail->pump(); });
      },
      [&] {
        const auto& found = *shown_by<Opened>(0);
        channel = std::make_unique<ThreadChannel>(group_, found.mailboxes, found.mail, thread_);
      });
  return channel;
}

}  // namespace skerry
