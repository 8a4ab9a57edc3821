#pragma once

#include "engine/lending/lending.hpp"
#include "support/testing.hpp"

#include <queue>

namespace skerry::test {

/// Ranks that evaluate one genome at a time under a clock of their own, with the lending that runs have. An
/// epoch of islands is simulated event by event, so that it takes no time and is the same on every machine.
class SimulatedRanks {
 public:
  using Clock = TaskRunner::Clock;

  struct Setting {
    std::size_t ranks = 1;
    std::size_t islands = 1;  // on the first ranks
    std::uint64_t children = 20;
    std::uint64_t generations = 10;
    double latency_s = 1e-4;                  // of a message
    std::function<double()> duration_s = {};  // of the next evaluation
  };

  explicit SimulatedRanks(Setting setting) : setting_(std::move(setting)) {
    for (std::size_t rank = 0; rank < setting_.ranks; ++rank) {
      auto runner = std::make_shared<Runner>(*this);
      runners_.push_back(runner);
      lending_.push_back(std::make_unique<Lending>(std::make_unique<SimulatedChannel>(*this, rank), runner,
                                                   setting_.islands, [this] { return now(); }));
      letters_.emplace_back();
    }
    islands_.resize(setting_.islands);
  }

  /// Simulates an epoch. Returns the share of the time in which the ranks evaluated.
  double busy_share() {
    for (std::size_t island = 0; island < setting_.islands; ++island) begin_generation(island);
    const double most_steps = 1e6;
    for (double steps = 0; !all_have_ended() && steps < most_steps; ++steps) {
      for (std::size_t rank = 0; rank < setting_.ranks; ++rank) look(rank);
      if (!all_have_ended()) advance_clock();
    }
    return busy_s_ / (now_s_ * static_cast<double>(setting_.ranks));
  }

  bool all_have_ended() const { return lending_.front()->all_have_ended(); }
  /// Returns how many results each island got.
  std::vector<std::uint64_t> results() const {
    std::vector<std::uint64_t> counts;
    for (const Island& island : islands_) counts.push_back(island.results);
    return counts;
  }
  std::uint64_t lent() const { return lent_; }

 private:
  struct Island {
    std::uint64_t generations = 0;  // that it has begun
    std::uint64_t open = 0;
    std::uint64_t results = 0;
    bool ended = false;
  };

  struct Arrival {
    double at_s;
    Letter letter;
  };

  class SimulatedChannel final : public Channel {
   public:
    SimulatedChannel(SimulatedRanks& ranks, std::size_t rank) : ranks_(ranks), rank_(rank) {}
    std::size_t rank() const override { return rank_; }
    std::size_t size() const override { return ranks_.setting_.ranks; }
    void send(std::size_t to, std::string content) override {
      const double at_s = ranks_.now_s_ + (to == rank_ ? 0 : ranks_.setting_.latency_s);
      ranks_.letters_[to].push({at_s, {rank_, std::move(content)}});
      ranks_.events_.push(at_s);
    }
    std::optional<Letter> receive() override {
      auto& letters = ranks_.letters_[rank_];
      if (letters.empty() || letters.front().at_s > ranks_.now_s_) return std::nullopt;
      Letter letter = std::move(letters.front().letter);
      letters.pop();
      return letter;
    }
    void settle(const std::function<void(Letter)>&) override {}

   private:
    SimulatedRanks& ranks_;
    std::size_t rank_;
  };

  class Runner final : public TaskRunner {
   public:
    explicit Runner(SimulatedRanks& ranks) : ranks_(ranks) {}
    std::size_t room() const override { return task_ ? 0 : 1; }
    void start(Task task) override {
      task_ = std::move(task);
      const double duration_s = ranks_.setting_.duration_s();
      ends_s_ = ranks_.now_s_ + duration_s;
      ranks_.busy_s_ += duration_s;
      ranks_.events_.push(ends_s_);
    }
    std::vector<TaskResult> wait(Clock::time_point) override {
      if (!task_ || ends_s_ > ranks_.now_s_) return {};
      std::vector<TaskResult> results(1);
      results.front().number = task_->number;
      results.front().content = std::move(task_->content);
      task_.reset();
      return results;
    }

   private:
    SimulatedRanks& ranks_;
    std::optional<Task> task_;
    double ends_s_ = 0;
  };

  Clock::time_point now() const {
    return Clock::time_point(
        std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(now_s_)));
  }

  void begin_generation(std::size_t number) {
    Island& island = islands_[number];
    ++island.generations;
    lending_[number]->begin_generation(setting_.generations - island.generations);
    for (; island.open < setting_.children; ++island.open)
      lending_[number]->start({island.open, std::to_string(number)});
  }

  void look(std::size_t rank) {
    const auto results = lending_[rank]->wait(Clock::time_point::min());
    if (rank >= setting_.islands) return;
    Island& island = islands_[rank];
    for (const TaskResult& result : results) {
      island.results += result.content == std::to_string(rank) ? 1 : 0;
      lent_ += result.rank == rank ? 0 : 1;
      --island.open;
    }
    if (island.open > 0 || island.ended) return;
    if (island.generations < setting_.generations) return begin_generation(rank);
    island.ended = true;
    lending_[rank]->tell_end();
  }

  /// To the next event, and once in between when offers are no longer held back.
  void advance_clock() {
    constexpr double hold_s = 1e-3;
    const bool at_event = !events_.empty() && events_.top() <= now_s_;
    while (!events_.empty() && events_.top() <= now_s_) events_.pop();
    const double later_s = at_event ? now_s_ + hold_s : std::numeric_limits<double>::infinity();
    now_s_ = events_.empty() ? now_s_ + hold_s : std::min(events_.top(), later_s);
  }

  Setting setting_;
  double now_s_ = 0;
  double busy_s_ = 0;
  std::uint64_t lent_ = 0;
  std::priority_queue<double, std::vector<double>, std::greater<>> events_;
  std::vector<std::queue<Arrival>> letters_;
  std::vector<std::shared_ptr<Runner>> runners_;
  std::vector<std::unique_ptr<Lending>> lending_;
  std::vector<Island> islands_;
};

}  // namespace skerry::test
