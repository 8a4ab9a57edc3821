#pragma once

#include "engine/communication/channel.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <vector>

namespace skerry {

struct ThreadGroup;

/// The mailboxes of threads that send each other messages.
struct Mailboxes {
  struct Mailbox {
    std::mutex mutex;
    std::deque<Letter> letters;
  };
  explicit Mailboxes(std::size_t threads) : of(threads) {}

  std::vector<Mailbox> of;
  std::atomic<std::uint64_t> arrivals = 0;  // at settle(), of all threads, since the beginning
};

/// Messages between the threads of a group. A call throws BrokenBarrier where another thread has left the
/// group by an exception.
class ThreadChannel final : public Channel {
 public:
  ThreadChannel(std::shared_ptr<ThreadGroup> group, std::shared_ptr<Mailboxes> mailboxes, std::size_t rank);

  std::size_t rank() const override { return rank_; }
  std::size_t size() const override { return mailboxes_->of.size(); }
  void send(std::size_t to, std::string content) override;
  std::optional<Letter> receive() override;
  void settle(const std::function<void(Letter)>& take) override;

 private:
  std::shared_ptr<ThreadGroup> group_;
  std::shared_ptr<Mailboxes> mailboxes_;
  std::size_t rank_;
  std::uint64_t settled_ = 0;  // how often this thread was at settle()
};

}  // namespace skerry
