#include "puzzles/external/worker_pool.hpp"

#include "skerry/error.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include <fmt/core.h>
#include <fmt/ranges.h>

namespace skerry::external {
namespace {

/// How long workers may take to end by themselves when the run is over.
constexpr std::chrono::seconds time_for_last_words{2};

}  // namespace

WorkerPool::WorkerPool(std::shared_ptr<const Declaration> declaration)
    : declaration_(std::move(declaration)) {
  for (std::uint32_t place = 0; place < declaration_->workers; ++place)
    workers_.emplace_back(declaration_, place);
}

WorkerPool::~WorkerPool() {
  const auto all = processes();
  for (GuardedProcess* process : all) process->close_input();
  const auto until = Clock::now() + time_for_last_words;
  while (std::ranges::any_of(all, &GuardedProcess::is_open) && Clock::now() < until) {
    GuardedProcess::exchange(all, until);
    for (GuardedProcess* process : all) process->output().clear();
  }
  for (GuardedProcess* process : all) process->begin_end();
}

std::vector<GuardedProcess*> WorkerPool::processes() {
  std::vector<GuardedProcess*> found;
  for (Worker& worker : workers_) {
    if (worker.process() != nullptr) found.push_back(worker.process());
  }
  return found;
}

std::size_t WorkerPool::room() const {
  std::size_t sum = 0;
  for (const Worker& worker : workers_) sum += worker.room();
  return sum - std::min(sum, queue_.size());
}

void WorkerPool::start(Task task) {
  queue_.push_back(std::move(task));
  ++unanswered_;
}

void WorkerPool::look(WorkerNews& news) {
  for (Worker& worker : workers_) worker.look(news);
  for (auto task = news.returned.rbegin(); task != news.returned.rend(); ++task)
    queue_.push_front(std::move(*task));
  news.returned.clear();
}

void WorkerPool::hand_out() {
  // Near the end of a batch all workers get a part of what is left.
  const std::size_t share = (queue_.size() + workers_.size() - 1) / workers_.size();
  std::size_t starting = 0;
  for (Worker& worker : workers_) {
    for (std::size_t left = std::min({worker.wanted(), share, queue_.size()}); left > 0; --left) {
      worker.ask(std::move(queue_.front()));
      queue_.pop_front();
    }
    if (worker.is_starting()) ++starting;
  }
  for (Worker& worker : workers_) {
    if (queue_.size() <= starting) break;
    if (!worker.can_start()) continue;
    worker.start();
    ++starting;
  }
}

void WorkerPool::refuse(WorkerNews& news) {
  const auto given_up = std::ranges::find_if(workers_, &Worker::has_given_up);
  if (given_up == workers_.end()) return;
  if (std::ranges::none_of(workers_, &Worker::was_ever_ready)) {
    throw Error(ExitStatus::failed,
                fmt::format("the worker \"{}\" can't be used: {}{}", fmt::join(declaration_->command, " "),
                            given_up->refusal(), hint(*declaration_)));
  }
  if (queue_.empty() || !std::ranges::all_of(workers_, &Worker::has_given_up)) return;
  news.done.push_back({.number = queue_.front().number,
                       .content = text_of(Failure{FailureKind::refused, given_up->refusal()})});
  set_times(news.done.back(), Clock::now(), Clock::now());
  queue_.pop_front();
  for (Worker& worker : workers_) worker.try_again();
}

WorkerPool::Clock::time_point WorkerPool::next_look() const {
  auto first = Clock::time_point::max();
  for (const Worker& worker : workers_) first = std::min(first, worker.next_look());
  return first;
}

std::vector<TaskResult> WorkerPool::wait(Clock::time_point until) {
  if (unanswered_ == 0) return {};
  // A worker may have ended since the last call.
  if (!queue_.empty()) GuardedProcess::exchange(processes(), Clock::now());
  for (;;) {
    WorkerNews news;
    look(news);
    hand_out();
    refuse(news);
    const bool is_over = !news.done.empty() || Clock::now() >= until;
    // The workers go on while the results are used.
    GuardedProcess::exchange(processes(), is_over ? Clock::now() : std::min(until, next_look()));
    if (!is_over) continue;
    unanswered_ -= news.done.size();
    return std::move(news.done);
  }
}

}  // namespace skerry::external
