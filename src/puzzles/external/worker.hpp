#pragma once

#include "app/process/guarded_process.hpp"
#include "puzzles/external/declaration.hpp"
#include "puzzles/external/evaluator_process.hpp"
#include "puzzles/external/protocol.hpp"

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace skerry::external {

/// A persistent process that answers requests, one JSON object a line. It starts with the first request, and
/// anew after it was ended or has ended by itself. What a process that has answered before does wrong may be
/// the fault of an earlier evaluation, so the request is put to a new process before it counts as failed:
/// whether a genome fails then depends on the genome.
class Worker : public EvaluatorProcess {
 public:
  explicit Worker(std::shared_ptr<const Declaration> declaration) : declaration_(std::move(declaration)) {}
  ~Worker() override;

  void submit(const Request& request, const Genome& genome) override;
  std::vector<Result> collect() override;

 private:
  using Clock = std::chrono::steady_clock;
  struct Waiting {
    Request request;
    Clock::time_point since;
  };

  bool start();
  std::string start_once();
  void check_idle();
  void ask(const Request& request);
  void read_lines();
  void read_line(std::string_view line);
  void finish(const Waiting& waiting, Judgement judgement);
  void drop_process(const Failure& failure);
  void fail_all(const Failure& failure);
  void fail_too_long();
  void end_by_timeout();
  std::string end_of_process();
  Clock::time_point next_deadline() const;

  std::shared_ptr<const Declaration> declaration_;
  std::unique_ptr<GuardedProcess> process_;
  std::vector<Waiting> waiting_;
  std::vector<std::string> answered_;  // ids of the last answers of this process
  std::vector<Result> done_;
  std::uint64_t starts_ = 0;
  bool was_ready_ = false;
  std::string refusal_;
};

}  // namespace skerry::external
