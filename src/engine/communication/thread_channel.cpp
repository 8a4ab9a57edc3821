#include "engine/communication/thread_channel.hpp"

#include "engine/communication/thread_communicator.hpp"

#include <thread>
#include <utility>

namespace skerry {

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

}  // namespace skerry
