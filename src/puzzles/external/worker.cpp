#include "puzzles/external/worker.hpp"

#include "skerry/error.hpp"

#include <algorithm>
#include <thread>
#include <utility>

#include <fmt/core.h>
#include <fmt/ranges.h>

namespace skerry::external {
namespace {

constexpr int grace_ms = 2000;
constexpr int most_starts = 3;
/// An answer that is given twice is ignored if it is among the last ones.
constexpr std::size_t most_remembered = 1000;
/// A run has no evaluation that lasts a century; later times would overflow a clock.
constexpr double most_timeout_s = 1e9;

std::chrono::nanoseconds duration_of(double seconds) {
  const double limited = seconds > 0 ? std::min(seconds, most_timeout_s) : most_timeout_s;
  return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::duration<double>(limited));
}

/// Removes the first line from the text; none if no line is complete.
std::optional<std::string> take_line(std::string& text) {
  const std::size_t end = text.find('\n');
  if (end == std::string::npos) return std::nullopt;
  std::string line = text.substr(0, end);
  text.erase(0, end + 1);
  return line;
}

bool is_blank(std::string_view line) {
  return line.find_first_not_of(" \t\r") == std::string_view::npos;
}

}  // namespace

Worker::~Worker() {
  if (!process_) return;
  process_->close_input();
  const auto until = Clock::now() + std::chrono::milliseconds(grace_ms);
  while (process_->exchange(until) && Clock::now() < until) process_->output().clear();
}

std::string Worker::end_of_process() {
  const int status = process_->end();
  std::string text = status > 128 ? fmt::format("the worker was killed by signal {}", status - 128)
                                  : fmt::format("the worker ended with status {}", status);
  if (const std::string line = process_->last_error_line(); !line.empty()) text += ": " + shown(line);
  process_.reset();
  return text;
}

std::string Worker::start_once() {
  process_ = std::make_unique<GuardedProcess>(Launch{.command = declaration_->command,
                                                     .directory = declaration_->folder.string(),
                                                     .environment = environment_without_rank()},
                                              grace_ms);
  ++starts_;
  answered_.clear();
  process_->write(first_line(*declaration_));
  const auto deadline = Clock::now() + duration_of(declaration_->start_timeout_s);
  for (;;) {
    const bool open = process_->exchange(deadline);
    while (auto line = take_line(process_->output())) {
      if (is_blank(*line)) continue;
      std::string mistake = read_ready(*line);
      if (!mistake.empty()) process_.reset();
      return mistake;
    }
    if (!open) return end_of_process();
    if (process_->output().size() > most_answer_bytes) {
      process_.reset();
      return "its first line does not end";
    }
    if (Clock::now() >= deadline) {
      process_.reset();
      return fmt::format("it was not ready within {} s", declaration_->start_timeout_s);
    }
  }
}

bool Worker::start() {
  for (int i = 0; i < most_starts; ++i) {
    if (i > 0) std::this_thread::sleep_for(std::chrono::milliseconds(100 * i));
    refusal_ = start_once();
    if (refusal_.empty()) {
      was_ready_ = true;
      return true;
    }
  }
  if (was_ready_) return false;
  throw Error(ExitStatus::failed, fmt::format("the worker \"{}\" can't be used: {}",
                                              fmt::join(declaration_->command, " "), refusal_));
}

void Worker::check_idle() {
  if (!process_ || !waiting_.empty()) return;
  if (!process_->exchange(Clock::now())) {
    process_.reset();
    return;
  }
  // Something that nobody asked for is no reason for a failure of the next evaluation.
  if (!process_->output().empty()) read_lines();
  if (process_ && !process_->output().empty()) process_.reset();
}

void Worker::submit(const Request& request, const Genome& /*genome*/) {
  check_idle();
  ask(request);
}

void Worker::ask(const Request& request) {
  waiting_.push_back({request, Clock::now()});
  if (!process_ && !start()) return fail_all({FailureKind::refused, refusal_});
  waiting_.back().since = Clock::now();
  process_->write(request_line(request));
}

void Worker::finish(const Waiting& waiting, Judgement judgement) {
  Result result{.id = waiting.request.id, .duration = Clock::now() - waiting.since};
  if (const auto* score = std::get_if<Score>(&judgement)) {
    result.score = *score;
  } else {
    result.failure = std::get<Failure>(std::move(judgement));
  }
  done_.push_back(std::move(result));
}

void Worker::drop_process(const Failure& failure) {
  const bool had_answered = !answered_.empty();
  process_.reset();
  if (!had_answered) return fail_all(failure);
  for (const Waiting& waiting : std::exchange(waiting_, {})) ask(waiting.request);
}

void Worker::fail_all(const Failure& failure) {
  process_.reset();
  for (const Waiting& waiting : waiting_) finish(waiting, failure);
  waiting_.clear();
}

void Worker::read_line(std::string_view line) {
  auto read = read_answer(line);
  if (const auto* failure = std::get_if<Failure>(&read)) return drop_process(*failure);
  auto& answer = std::get<Answer>(read);
  const auto asked =
      std::ranges::find(waiting_, answer.id, [](const Waiting& one) { return one.request.id; });
  if (asked == waiting_.end()) {
    if (std::ranges::find(answered_, answer.id) != answered_.end()) return;
    return drop_process({FailureKind::unknown_id,
                         fmt::format("an answer has the id \"{}\", which was not asked", shown(answer.id))});
  }
  finish(*asked, std::move(answer.judgement));
  if (answered_.size() == most_remembered) answered_.erase(answered_.begin());
  answered_.push_back(std::move(answer.id));
  waiting_.erase(asked);
}

void Worker::fail_too_long() {
  drop_process({FailureKind::too_long,
                fmt::format("a line of the worker is longer than {} bytes", most_answer_bytes)});
}

void Worker::read_lines() {
  while (process_) {
    const auto line = take_line(process_->output());
    if (!line) break;
    if (line->size() > most_answer_bytes) return fail_too_long();
    if (!is_blank(*line)) read_line(*line);
  }
  if (process_ && process_->output().size() > most_answer_bytes) fail_too_long();
}

Worker::Clock::time_point Worker::next_deadline() const {
  const auto oldest = std::ranges::min(waiting_, {}, &Waiting::since).since;
  return oldest + duration_of(declaration_->timeout_s);
}

void Worker::end_by_timeout() {
  process_.reset();
  const auto late = Clock::now() - duration_of(declaration_->timeout_s);
  for (const Waiting& waiting : waiting_) {
    finish(waiting,
           waiting.since <= late
               ? Failure{FailureKind::timeout, fmt::format("no answer within {} s", declaration_->timeout_s)}
               : Failure{FailureKind::lost, "the worker was ended for another evaluation's sake"});
  }
  waiting_.clear();
}

std::vector<Result> Worker::collect() {
  while (done_.empty() && !waiting_.empty()) {
    const auto deadline = next_deadline();
    const std::uint64_t start = starts_;
    const bool open = process_->exchange(deadline);
    read_lines();
    if (waiting_.empty() || !done_.empty()) break;
    if (starts_ != start) continue;
    if (!open) {
      drop_process({FailureKind::ended, end_of_process()});
    } else if (Clock::now() >= deadline) {
      end_by_timeout();
    }
  }
  return std::exchange(done_, {});
}

}  // namespace skerry::external
