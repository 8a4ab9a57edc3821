#pragma once

#include "skerry/evaluation/task_runner.hpp"

#include "engine/communication/channel.hpp"
#include "engine/lending/lending_policy.hpp"
#include "engine/lending/message.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <unordered_map>
#include <vector>

namespace skerry {

/// Carries out the tasks of an island on all ranks: on its own rank first, and on those that have nothing to
/// do themselves, because their islands wait for others or because they have none. The first `islands` ranks
/// have one. A result does not depend on who made it, so neither does a run.
class Lending final : public TaskRunner {
 public:
  using Now = std::function<Clock::time_point()>;

  /// `own` carries out tasks on this rank. Every rank must make one. `now` is for tests and simulations.
  Lending(std::unique_ptr<Channel> channel, std::shared_ptr<TaskRunner> own, std::size_t islands,
          Now now = &Clock::now);

  std::size_t room() const override { return own_->room(); }
  std::size_t waiting() const override { return waiting_.size(); }
  void start(Task task) override;
  std::vector<TaskResult> wait(Clock::time_point until) override;

  /// Tells that a generation begins, and how many of the epoch follow it.
  void begin_generation(std::uint64_t generations_to_follow);
  /// Evaluates for other islands until all of them have ended the epoch. Collective over all ranks.
  void end_epoch();
  /// Ends the run of ranks without an island; called by all others. Collective over all ranks.
  void end_run();
  /// Evaluates for islands, on a rank that has none, until end_run().
  void serve();

  /// Tells the first rank that this island has ended the epoch; part of end_epoch().
  void tell_end();
  bool all_have_ended() const { return all_ended_; }

 private:
  /// For whom a task is carried out here.
  struct Owner {
    std::size_t rank = 0;
    std::uint64_t number = 0;
  };
  struct Foreign {
    Owner owner;
    std::string content;
  };

  bool is_first() const { return channel_->rank() == 0; }
  bool has_work_here() const { return !here_.empty(); }
  /// Does what can be done without waiting.
  void step();
  void send(std::size_t to, LendingMessage message);
  void take(Letter letter);
  void handle(std::size_t from, LendingMessage message);
  void help(std::size_t helper);
  void match();
  void fill_room();
  void begin_here(Owner owner, std::string content);
  void announce();
  void pass_time(Clock::time_point until);
  void deliver(std::vector<TaskResult> results);
  void forget_what_is_open();
  void settle();

  std::unique_ptr<Channel> channel_;
  std::shared_ptr<TaskRunner> own_;
  std::size_t islands_;
  Now now_;
  LendingPolicy policy_;
  std::size_t ended_islands_ = 0;
  std::uint32_t epoch_ = 0;
  bool all_ended_ = false;
  bool run_ended_ = false;

  std::deque<Task> waiting_;     // this island's, which nobody carries out yet
  std::deque<Foreign> foreign_;  // others', for which there was no room yet
  std::unordered_map<std::uint64_t, Owner> here_;
  std::uint64_t next_number_ = 0;
  std::uint64_t open_ = 0;   // this island's tasks without a result
  std::uint64_t batch_ = 0;  // those that it has started in this generation
  std::uint64_t generations_to_follow_ = 0;
  std::vector<TaskResult> done_;

  bool has_grown_ = false;  // waiting_, since the first rank was told
  bool has_told_need_ = false;
  std::uint64_t offered_ = 0;
  Clock::time_point next_offer_;
  Clock::duration pause_;
  std::vector<Letter> early_;  // of the next epoch
};

}  // namespace skerry
