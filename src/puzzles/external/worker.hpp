#pragma once

#include "skerry/evaluation/task_runner.hpp"

#include "puzzles/external/batch.hpp"
#include "puzzles/external/declaration.hpp"
#include "puzzles/external/process.hpp"
#include "puzzles/external/protocol.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace skerry::external {

/// A worker has so many requests at a time that waking each other costs neither side much, and so few that
/// none of them waits long behind the others.
class RequestPace {
 public:
  using Duration = std::chrono::steady_clock::duration;

  /// `fixed` is the number that is asked for; 0: as many as the worker answers in 10 ms, at most 256.
  explicit RequestPace(std::size_t fixed) : fixed_(fixed) {}

  bool is_automatic() const { return fixed_ == 0; }
  std::size_t most() const { return is_automatic() ? most_ : fixed_; }

  /// `answers` is at least 1.
  void observe(std::size_t answers, Duration duration) {
    const double each_s = std::chrono::duration<double>(duration).count() / static_cast<double>(answers);
    mean_s_ = mean_s_ < 0 ? each_s : mean_s_ + (each_s - mean_s_) / 4;
    const double wanted = moment_s / std::max(mean_s_, moment_s / static_cast<double>(most_automatic));
    most_ = std::clamp<std::size_t>(static_cast<std::size_t>(wanted), 1, std::min(2 * most_, most_automatic));
  }

 private:
  static constexpr double moment_s = 0.01;
  static constexpr std::size_t most_automatic = 256;

  std::size_t fixed_;
  std::size_t most_ = 1;
  double mean_s_ = -1;  // for an answer; none yet
};

struct WorkerNews {
  std::vector<TaskResult> done;
  std::vector<Task> returned;  ///< nothing speaks against them; any worker may do them
};

/// No call waits. What a process that has answered before does wrong may be the fault of an earlier
/// evaluation. So its requests become suspects, which are put to a new process one at a time: whether a
/// genome fails then depends on the genome.
class Worker {
 public:
  using Clock = TaskRunner::Clock;

  /// `place` is its number in the pool.
  Worker(std::shared_ptr<const Declaration> declaration, std::uint32_t place)
      : declaration_(std::move(declaration)),
        place_(place),
        pace_(declaration_->requests),
        batch_(declaration_->space) {}

  bool can_start() const;
  /// Throws Error if no process can be made.
  void start();
  bool is_starting() const { return state_ == State::starting; }
  std::size_t wanted() const;
  /// Returns how many more tasks it would have at a time.
  std::size_t room() const;
  /// The content of the task is the line of a request, which is sent with flush() at the latest.
  void ask(Task task);
  void flush();

  /// Takes note of what the process has written and whether it is in time.
  void look(WorkerNews& news);
  /// Returns when look() is due at the latest.
  Clock::time_point next_look() const;
  /// Null if there is none.
  Process* process() { return process_.get(); }

  bool was_ever_ready() const { return was_ever_ready_; }
  /// Tells whether the process was not ready several times in a row; it is then left alone for a while.
  bool has_given_up() const;
  const std::string& refusal() const { return refusal_; }
  void try_again() { failed_starts_ = 0; }

 private:
  enum class State { absent, starting, ready, ending };
  struct Asked {
    Task task;
    std::string id;
    Clock::time_point since;
  };

  void read(WorkerNews& news);
  void read_lines(WorkerNews& news);
  void read_line(std::string_view line, WorkerNews& news);
  void read_answer_line(std::string_view line, WorkerNews& news);
  void check_time(WorkerNews& news);
  void note_answers(std::span<TaskResult> done, Clock::time_point begin);
  bool take_answer(Answer& answer, WorkerNews& news);
  void finish(const Asked& asked, const Judgement& judgement, WorkerNews& news);
  void begin_end();
  void refuse(std::string reason, WorkerNews& news);
  void drop(const Failure& failure, WorkerNews& news);
  void lose(const Failure& failure, WorkerNews& news);
  void note_end(WorkerNews& news);
  Clock::time_point answer_deadline() const;

  std::shared_ptr<const Declaration> declaration_;
  std::uint32_t place_;
  RequestPace pace_;
  std::unique_ptr<Process> process_;
  State state_ = State::absent;
  State ended_in_ = State::absent;  // the state in which the process ended by itself; absent: it was ended
  bool reads_batches_ = false;
  BatchLine batch_;                   // of requests that are not sent yet
  std::deque<Asked> waiting_;         // the oldest first
  std::deque<Task> suspects_;         // which are to be put to the process one at a time
  std::deque<std::string> answered_;  // ids of the last answers of this process
  Clock::time_point last_answer_;
  Clock::time_point started_;
  Clock::time_point pause_end_;  // before which it is not started
  int failed_starts_ = 0;
  bool was_ever_ready_ = false;
  std::string refusal_;
};

/// A task is the line of a request, and its result a judgement as text. Processes start when they are needed.
class WorkerPool : public TaskRunner {
 public:
  explicit WorkerPool(std::shared_ptr<const Declaration> declaration);
  ~WorkerPool() override;
  WorkerPool(const WorkerPool&) = delete;

  std::size_t room() const override;
  std::size_t waiting() const override { return queue_.size(); }
  void start(Task task) override;
  std::vector<TaskResult> wait(Clock::time_point until) override;

 private:
  std::vector<Process*> processes();
  void look(WorkerNews& news);
  void hand_out();
  void refuse(WorkerNews& news);
  Clock::time_point next_look() const;

  std::shared_ptr<const Declaration> declaration_;
  std::vector<Worker> workers_;
  std::deque<Task> queue_;
  std::size_t unanswered_ = 0;
};

}  // namespace skerry::external
