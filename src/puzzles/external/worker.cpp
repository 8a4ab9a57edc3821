#include "puzzles/external/worker.hpp"

#include "skerry/detail/text.hpp"
#include "skerry/error.hpp"

#include "puzzles/external/environment.hpp"

#include <utility>

#include <fmt/core.h>

namespace skerry::external {
namespace {

constexpr int worker_grace_ms = 2000;
constexpr std::chrono::seconds pause_after_most_starts{10};
/// An answer that is given twice is ignored if it is among the last ones.
constexpr std::size_t most_remembered = 1000;

bool is_blank(std::string_view line) {
  return line.find_first_not_of(" \t\r") == std::string_view::npos;
}

std::string text_of_end(Process& process) {
  const int status = process.end();
  std::string text = status > 128 ? fmt::format("the worker was killed by signal {}", status - 128)
                                  : fmt::format("the worker ended with status {}", status);
  if (const std::string line = process.last_error_line(); !line.empty()) text += ": " + shown(line);
  return text;
}

}  // namespace

bool Worker::has_given_up() const {
  return failed_starts_ >= most_starts && Clock::now() < pause_end_;
}

bool Worker::can_start() const {
  return state_ == State::absent && (failed_starts_ == 0 || Clock::now() >= pause_end_);
}

void Worker::start() {
  if (failed_starts_ >= most_starts) failed_starts_ = 0;
  Launch launch{.command = declaration_->command,
                .directory = declaration_->folder.string(),
                .environment = environment_without_rank(),
                .guard_grace_ms = worker_grace_ms};
  add_python_package(launch.environment);
  process_ = std::make_unique<Process>(std::move(launch));
  state_ = State::starting;
  ended_in_ = State::absent;
  answered_.clear();
  started_ = Clock::now();
  process_->write(first_line(*declaration_));
}

std::size_t Worker::room() const {
  return suspects_.empty() && pace_.most() > waiting_.size() ? pace_.most() - waiting_.size() : 0;
}

std::size_t Worker::wanted() const {
  if (state_ != State::ready) return 0;
  // One request for each answer would have both sides wake each other for every evaluation.
  if (pace_.is_automatic() && waiting_.size() > pace_.most() / 2) return 0;
  return room();
}

void Worker::ask(Task task) {
  if (reads_batches_) {
    if (!batch_.has_room(task.content)) flush();
    batch_.add(task.content);
  } else {
    process_->write(task.content);
  }
  std::string id(id_of_request(task.content));
  waiting_.push_back({std::move(task), std::move(id), Clock::now()});
}

void Worker::flush() {
  if (!batch_.empty()) process_->write(batch_.take());
}

void Worker::finish(const Asked& asked, const Judgement& judgement, WorkerNews& news) {
  news.done.push_back({.number = asked.task.number, .content = text_of(judgement), .place = place_});
  set_times(news.done.back(), asked.since, Clock::now());
}

void Worker::begin_end() {
  process_->begin_end();
  state_ = State::ending;
}

void Worker::refuse(std::string reason, WorkerNews& news) {
  refusal_ = std::move(reason);
  ++failed_starts_;
  if (state_ != State::absent) begin_end();
  if (failed_starts_ < most_starts) {
    pause_end_ = Clock::now() + failed_starts_ * pause_after_failed_start;
    return;
  }
  pause_end_ = Clock::now() + pause_after_most_starts;
  std::ranges::move(suspects_, std::back_inserter(news.returned));
  suspects_.clear();
}

void Worker::drop(const Failure& failure, WorkerNews& news) {
  begin_end();
  lose(failure, news);
}

/// Decides what becomes of the requests of a process that is no more.
void Worker::lose(const Failure& failure, WorkerNews& news) {
  const bool is_proof = waiting_.size() == 1 && (answered_.empty() || failure.kind == FailureKind::timeout);
  if (is_proof) {
    finish(waiting_.front(), failure, news);
    std::ranges::move(suspects_, std::back_inserter(news.returned));
    suspects_.clear();
  } else {
    for (auto asked = waiting_.rbegin(); asked != waiting_.rend(); ++asked)
      suspects_.push_front(std::move(asked->task));
  }
  waiting_.clear();
}

void Worker::note_end(WorkerNews& news) {
  state_ = State::absent;
  const auto process = std::exchange(process_, nullptr);
  if (ended_in_ == State::absent) return;
  const std::string reason = text_of_end(*process);
  if (ended_in_ == State::starting) {
    refuse(reason, news);
  } else {
    lose({FailureKind::ended, reason}, news);
  }
}

void Worker::read_answer_line(std::string_view line, WorkerNews& news) {
  auto read = read_answers(line, *declaration_);
  if (const auto* failure = std::get_if<Failure>(&read)) return drop(*failure, news);
  for (Answer& answer : std::get<std::vector<Answer>>(read)) {
    if (!take_answer(answer, news)) return;
  }
}

/// Returns false if the process is dropped.
bool Worker::take_answer(Answer& answer, WorkerNews& news) {
  const auto asked = std::ranges::find(waiting_, answer.id, &Asked::id);
  if (asked == waiting_.end()) {
    if (std::ranges::find(answered_, answer.id) != answered_.end()) return true;
    drop({FailureKind::unknown_id,
          fmt::format("an answer has the id \"{}\", which was not asked", shown(answer.id))},
         news);
    return false;
  }
  finish(*asked, answer.judgement, news);
  waiting_.erase(asked);
  if (answered_.size() == most_remembered) answered_.pop_front();
  answered_.push_back(std::move(answer.id));
  return true;
}

void Worker::read_line(std::string_view line, WorkerNews& news) {
  if (is_blank(line)) return;
  if (state_ == State::ready) return read_answer_line(line, news);
  Readiness ready = read_ready(line);
  if (!ready.mistake.empty()) return refuse(std::move(ready.mistake), news);
  state_ = State::ready;
  reads_batches_ = ready.batch;
  was_ever_ready_ = true;
  failed_starts_ = 0;
}

void Worker::read_lines(WorkerNews& news) {
  const std::string_view output = process_->output();
  std::size_t begin = 0;
  while (state_ != State::ending) {
    const std::size_t end = output.find('\n', begin);
    if ((end == std::string_view::npos ? output.size() : end) - begin > most_message_bytes) {
      if (state_ == State::starting) return refuse("its first line does not end", news);
      return drop({FailureKind::too_long,
                   fmt::format("a line of the worker is longer than {} bytes", most_message_bytes)},
                  news);
    }
    if (end == std::string_view::npos) break;
    read_line(output.substr(begin, end - begin), news);
    begin = end + 1;
  }
  process_->output().erase(0, begin);
}

Worker::Clock::time_point Worker::answer_deadline() const {
  // A worker that does one after the other has begun with the next when it has answered the last.
  return std::max(waiting_.front().since, last_answer_) + time_limit(declaration_->timeout_s);
}

Worker::Clock::time_point Worker::next_look() const {
  if (state_ == State::starting) return started_ + time_limit(declaration_->start_timeout_s);
  if (state_ == State::ready && !waiting_.empty()) return answer_deadline();
  const bool is_in_pause = state_ == State::absent && failed_starts_ > 0 && Clock::now() < pause_end_;
  return is_in_pause ? pause_end_ : Clock::time_point::max();
}

void Worker::check_time(WorkerNews& news) {
  if (Clock::now() < next_look()) return;
  if (state_ == State::starting)
    return refuse(fmt::format("it was not ready within {} s", declaration_->start_timeout_s), news);
  drop({FailureKind::timeout, fmt::format("no answer within {} s", declaration_->timeout_s)}, news);
}

void Worker::note_answers(std::span<TaskResult> done, Clock::time_point begin) {
  last_answer_ = Clock::now();
  const auto share = (last_answer_ - begin) / static_cast<Clock::rep>(done.size());
  pace_.observe(done.size(), last_answer_ - begin);
  // A worker that has several requests because it is asked to works on all of them at once.
  if (!pace_.is_automatic() && pace_.most() > 1) return;
  for (TaskResult& result : done) {
    set_times(result, begin, begin + share);
    begin += share;
  }
}

void Worker::look(WorkerNews& news) {
  if (state_ == State::ending && process_->status()) note_end(news);
  if (state_ == State::starting || state_ == State::ready) read(news);
  if (suspects_.empty()) return;
  if (state_ == State::ready && waiting_.empty()) {
    ask(std::move(suspects_.front()));
    flush();
    suspects_.pop_front();
  } else if (can_start()) {
    start();
  }
}

void Worker::read(WorkerNews& news) {
  const auto begin = waiting_.empty() ? Clock::now() : std::max(waiting_.front().since, last_answer_);
  const std::size_t known = news.done.size();
  read_lines(news);
  if (news.done.size() > known) note_answers(std::span(news.done).subspan(known), begin);
  if (state_ == State::ending) return;
  if (!process_->is_open()) {
    ended_in_ = state_;
    return begin_end();
  }
  check_time(news);
  // The beginning of a line that nobody asked for is not to become a part of the next answer.
  if (state_ == State::ready && waiting_.empty() && !answered_.empty() && !process_->output().empty())
    begin_end();
}

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
  for (Process* process : all) process->close_input();
  const auto until = Clock::now() + time_for_last_words;
  while (std::ranges::any_of(all, &Process::is_open) && Clock::now() < until) {
    Process::exchange(all, until);
    for (Process* process : all) process->output().clear();
  }
  for (Process* process : all) process->begin_end();
}

std::vector<Process*> WorkerPool::processes() {
  std::vector<Process*> found;
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
    worker.flush();
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
                fmt::format("the worker \"{}\" can't be used: {}{}", joined(declaration_->command, " "),
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
  if (!queue_.empty()) Process::exchange(processes(), Clock::now());
  for (;;) {
    WorkerNews news;
    look(news);
    hand_out();
    refuse(news);
    const bool is_over = !news.done.empty() || Clock::now() >= until;
    // The workers go on while the results are used.
    Process::exchange(processes(), is_over ? Clock::now() : std::min(until, next_look()));
    if (!is_over) continue;
    unanswered_ -= news.done.size();
    return std::move(news.done);
  }
}

}  // namespace skerry::external
