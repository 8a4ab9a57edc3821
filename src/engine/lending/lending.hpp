#pragma once

#include "skerry/evaluation/task_runner.hpp"

#include "engine/communication/communicator.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace skerry {

/// Of the first rank. The island with most evaluations ahead, for which all others wait, gets help first.
class LendingPolicy {
 public:
  struct Assignment {
    std::size_t island = 0;
    std::size_t helper = 0;
  };

  explicit LendingPolicy(std::size_t ranks) : ranks_(ranks) {}

  void offer(std::size_t helper, std::uint64_t places) { ranks_[helper].free += places; }
  void withdraw(std::size_t helper) { ranks_[helper].free = 0; }
  /// An island has so many genomes that nobody evaluates yet, and `ahead` evaluations until the epoch's end.
  void need(std::size_t island, std::uint64_t waiting, std::uint64_t ahead);
  /// An island had nothing left for a helper that was assigned to it.
  void decline(const Assignment& assignment);

  /// Returns a helper for one genome of an island; none if nobody needs one or nobody has room.
  std::optional<Assignment> next();

 private:
  struct Rank {
    std::uint64_t free = 0;
    std::uint64_t waiting = 0;
    std::uint64_t ahead = 0;
  };
  std::vector<Rank> ranks_;
  std::size_t turn_ = 0;  // the helper that is asked first
};

struct LendingMessage {
  enum class Kind : std::uint32_t {
    offer,      ///< to the first rank: room for `amount` evaluations
    withdraw,   ///< to the first rank: the room is no more
    need,       ///< to the first rank: `amount` genomes wait, and `ahead` evaluations are ahead in this epoch
    help,       ///< from the first rank: rank `number` would evaluate a genome
    decline,    ///< the answer: none waits any more
    task,       ///< to a helper
    result,     ///< from a helper
    ended,      ///< to the first rank: the island has ended the epoch
    all_ended,  ///< from the first rank: so have all islands
    run_ended   ///< from the first rank, to ranks without an island
  };

  Kind kind = Kind::offer;
  std::uint32_t epoch = 0;  ///< since the run began or was resumed
  std::uint64_t number = 0;
  std::uint64_t amount = 0;
  std::uint64_t ahead = 0;
  std::uint64_t place = 0;
  double started_s = 0;
  double duration_s = 0;
  std::string content = {};
};

std::string packed(const LendingMessage& message);
LendingMessage unpacked(const std::string& bytes);

/// Carries out the tasks of an island on its own rank first, and on idle ones. The first ranks have islands.
class Lending final : public TaskRunner {
 public:
  using Now = std::function<Clock::time_point()>;

  /// Every rank must make one. `own` carries out tasks on this rank. `now` is for tests and simulations.
  Lending(std::unique_ptr<Channel> channel, std::shared_ptr<TaskRunner> own, std::size_t islands,
          Now now = &Clock::now);

  std::size_t room() const override { return own_->room(); }
  std::size_t waiting() const override { return waiting_.size(); }
  void start(Task task) override;
  std::vector<TaskResult> wait(Clock::time_point until) override;

  void begin_generation(std::uint64_t generations_to_follow);
  /// Evaluates for other islands until all of them have ended the epoch. Collective over all ranks.
  void end_epoch();
  /// Ends the run of ranks without an island; called by all others. Collective over all ranks.
  void end_run();
  /// Evaluates for islands, on a rank that has none, until end_run().
  void serve();

  /// Tells the first rank that this island has ended the epoch; part of end_epoch().
  void tell_end() { send(0, {.kind = LendingMessage::Kind::ended}); }
  bool all_have_ended() const { return all_ended_; }

 private:
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
