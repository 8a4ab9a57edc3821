#include "engine/lending/lending.hpp"

#include <algorithm>
#include <cstring>
#include <thread>
#include <tuple>
#include <utility>

namespace skerry {

void LendingPolicy::need(std::size_t island, std::uint64_t waiting, std::uint64_t ahead) {
  ranks_[island].waiting = waiting;
  ranks_[island].ahead = ahead;
}

void LendingPolicy::decline(const Assignment& assignment) {
  ranks_[assignment.island].waiting = 0;
  ++ranks_[assignment.helper].free;
}

std::optional<LendingPolicy::Assignment> LendingPolicy::next() {
  const Rank* neediest = nullptr;
  for (const Rank& rank : ranks_) {
    if (rank.waiting > 0 && (neediest == nullptr || rank.ahead > neediest->ahead)) neediest = &rank;
  }
  if (neediest == nullptr) return std::nullopt;
  const auto island = static_cast<std::size_t>(neediest - ranks_.data());
  for (std::size_t i = 0; i < ranks_.size(); ++i) {
    const std::size_t helper = (turn_ + i) % ranks_.size();
    if (helper == island || ranks_[helper].free == 0) continue;
    turn_ = helper + 1;
    --ranks_[helper].free;
    --ranks_[island].waiting;
    if (ranks_[island].ahead > 0) --ranks_[island].ahead;
    return Assignment{island, helper};
  }
  return std::nullopt;
}

namespace {

template <typename Message>
auto fields_of(Message& message) {
  return std::tie(message.kind, message.epoch, message.number, message.amount, message.ahead, message.place,
                  message.started_s, message.duration_s);
}

}  // namespace

std::string packed(const LendingMessage& message) {
  std::string bytes;
  const auto append = [&bytes](const auto& field) {
    bytes.append(reinterpret_cast<const char*>(&field), sizeof(field));
  };
  std::apply([&](const auto&... field) { (append(field), ...); }, fields_of(message));
  return bytes + message.content;
}

LendingMessage unpacked(const std::string& bytes) {
  LendingMessage message;
  std::size_t at = 0;
  const auto take = [&](auto& field) {
    std::memcpy(&field, bytes.data() + at, sizeof(field));
    at += sizeof(field);
  };
  std::apply([&](auto&... field) { (take(field), ...); }, fields_of(message));
  message.content = bytes.substr(at);
  return message;
}

namespace {

using namespace std::chrono_literals;

/// How long a rank with nothing to do sleeps until it looks for messages again.
constexpr auto shortest_pause = 50us;
constexpr auto longest_pause = 1000us;
/// If evaluations take less than this, it is not worth while to offer each place that becomes free.
constexpr auto between_offers = 500us;

}  // namespace

Lending::Lending(std::unique_ptr<Channel> channel, std::shared_ptr<TaskRunner> own, std::size_t islands,
                 Now now)
    : channel_(std::move(channel)),
      own_(std::move(own)),
      islands_(islands),
      now_(std::move(now)),
      policy_(channel_->size()),
      next_offer_(now_()),
      pause_(shortest_pause) {}

void Lending::start(Task task) {
  waiting_.push_back(std::move(task));
  has_grown_ = true;
  ++open_;
  ++batch_;
}

std::vector<TaskResult> Lending::wait(Clock::time_point until) {
  step();
  if (done_.empty()) {
    do {
      pass_time(until);
      step();
    } while (done_.empty() && open_ > 0 && now_() < until);
  }
  return std::exchange(done_, {});
}

void Lending::begin_generation(std::uint64_t generations_to_follow) {
  generations_to_follow_ = generations_to_follow;
  batch_ = 0;
}

void Lending::end_epoch() {
  forget_what_is_open();
  tell_end();
  step();
  while (!all_ended_) {
    pass_time(Clock::time_point::max());
    step();
  }
  settle();
}

/// An island that failed leaves tasks behind, of which nobody is to hear after the epoch.
void Lending::forget_what_is_open() {
  open_ -= waiting_.size();
  waiting_.clear();
  while (open_ > 0) wait(Clock::time_point::max());
}

void Lending::serve() {
  for (;;) {
    step();
    while (!all_ended_ && !run_ended_) {
      pass_time(Clock::time_point::max());
      step();
    }
    const bool last = run_ended_;
    settle();
    if (last) return;
  }
}

void Lending::end_run() {
  for (std::size_t rank = islands_; is_first() && rank < channel_->size(); ++rank)
    send(rank, {.kind = LendingMessage::Kind::run_ended});
  settle();
}

void Lending::step() {
  for (Letter& letter : std::exchange(early_, {})) take(std::move(letter));
  while (auto letter = channel_->receive()) take(std::move(*letter));
  fill_room();
  announce();
  match();
}

void Lending::send(std::size_t to, LendingMessage message) {
  message.epoch = epoch_;
  channel_->send(to, packed(message));
}

void Lending::take(Letter letter) {
  LendingMessage message = unpacked(letter.content);
  if (message.epoch == epoch_) {
    handle(letter.from, std::move(message));
  } else {
    early_.push_back(std::move(letter));
  }
}

void Lending::handle(std::size_t from, LendingMessage message) {
  pause_ = shortest_pause;
  switch (message.kind) {
    case LendingMessage::Kind::offer:
      return policy_.offer(from, message.amount);
    case LendingMessage::Kind::withdraw:
      return policy_.withdraw(from);
    case LendingMessage::Kind::need:
      return policy_.need(from, message.amount, message.ahead);
    case LendingMessage::Kind::decline:
      return policy_.decline({from, message.number});
    case LendingMessage::Kind::help:
      return help(message.number);
    case LendingMessage::Kind::task:
      if (offered_ > 0) --offered_;
      foreign_.push_back({{from, message.number}, std::move(message.content)});
      return;
    case LendingMessage::Kind::result:
      --open_;
      done_.push_back({message.number, std::move(message.content), static_cast<std::uint32_t>(from),
                       static_cast<std::uint32_t>(message.place), message.started_s, message.duration_s});
      return;
    case LendingMessage::Kind::ended:
      if (++ended_islands_ < islands_) return;
      for (std::size_t rank = 0; rank < channel_->size(); ++rank)
        send(rank, {.kind = LendingMessage::Kind::all_ended});
      return;
    case LendingMessage::Kind::all_ended:
      all_ended_ = true;
      return;
    case LendingMessage::Kind::run_ended:
      run_ended_ = true;
      return;
  }
}

void Lending::help(std::size_t helper) {
  if (waiting_.empty()) return send(0, {.kind = LendingMessage::Kind::decline, .number = helper});
  Task task = std::move(waiting_.front());
  waiting_.pop_front();
  send(helper,
       {.kind = LendingMessage::Kind::task, .number = task.number, .content = std::move(task.content)});
}

void Lending::match() {
  if (!is_first() || ended_islands_ == islands_) return;
  while (const auto assignment = policy_.next())
    send(assignment->island, {.kind = LendingMessage::Kind::help, .number = assignment->helper});
}

/// What was lent to this rank goes first: another island waits for it.
void Lending::fill_room() {
  while (own_->room() > 0 && !foreign_.empty()) {
    begin_here(foreign_.front().owner, std::move(foreign_.front().content));
    foreign_.pop_front();
  }
  while (own_->room() > 0 && !waiting_.empty()) {
    begin_here({channel_->rank(), waiting_.front().number}, std::move(waiting_.front().content));
    waiting_.pop_front();
  }
}

void Lending::begin_here(Owner owner, std::string content) {
  const std::uint64_t number = next_number_++;
  here_.emplace(number, owner);
  own_->start({number, std::move(content)});
}

void Lending::announce() {
  if (all_ended_ || run_ended_) return;
  if (has_grown_ && !waiting_.empty()) {
    send(0, {.kind = LendingMessage::Kind::need,
             .amount = waiting_.size(),
             .ahead = waiting_.size() + generations_to_follow_ * batch_});
    has_told_need_ = true;
  } else if (has_told_need_ && waiting_.empty()) {
    send(0, {.kind = LendingMessage::Kind::need});
    has_told_need_ = false;
  }
  has_grown_ = false;

  const std::uint64_t room = waiting_.empty() && foreign_.empty() ? own_->room() : 0;
  if (offered_ > 0 && room == 0) {
    send(0, {.kind = LendingMessage::Kind::withdraw});
    offered_ = 0;
    next_offer_ = now_() + between_offers;
  } else if (room > offered_ && now_() >= next_offer_) {
    send(0, {.kind = LendingMessage::Kind::offer, .amount = room - offered_});
    offered_ = room;
    next_offer_ = now_() + between_offers;
  }
}

void Lending::pass_time(Clock::time_point until) {
  const auto soon = std::min(until, now_() + pause_);
  pause_ = std::min<Clock::duration>(pause_ * 2, longest_pause);
  if (has_work_here()) {
    deliver(own_->wait(soon));
  } else {
    std::this_thread::sleep_until(soon);
  }
}

void Lending::deliver(std::vector<TaskResult> results) {
  for (TaskResult& result : results) {
    pause_ = shortest_pause;
    const auto at = here_.find(result.number);
    const Owner owner = at->second;
    here_.erase(at);
    if (owner.rank == channel_->rank()) {
      --open_;
      result.number = owner.number;
      result.rank = static_cast<std::uint32_t>(owner.rank);
      done_.push_back(std::move(result));
    } else {
      send(owner.rank, {.kind = LendingMessage::Kind::result,
                        .number = owner.number,
                        .place = result.place,
                        .started_s = result.started_s,
                        .duration_s = result.duration_s,
                        .content = std::move(result.content)});
    }
  }
}

void Lending::settle() {
  channel_->settle([this](Letter letter) { take(std::move(letter)); });
  policy_ = LendingPolicy(channel_->size());
  ended_islands_ = 0;
  all_ended_ = run_ended_ = false;
  has_told_need_ = false;
  offered_ = 0;
  ++epoch_;
}

}  // namespace skerry
