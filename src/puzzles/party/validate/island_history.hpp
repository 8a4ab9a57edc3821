#pragma once

#include "skerry/recorder.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace skerry::party {

/// What each island did, as far as a figure shows it.
struct IslandHistory {
  static constexpr std::size_t most_points = 200;

  struct NewBest {
    std::uint64_t generation = 0;
    std::uint64_t island = 0;
    double fitness = 0;
  };

  std::vector<std::uint64_t> generations;  ///< the first and the last and some between: at most most_points
  std::vector<std::vector<std::optional<double>>>
      best;  ///< [island][point] best of the population, none where it is infeasible
  std::vector<std::vector<double>> diversity;   ///< [island][point] fitness diversity, in [0, 1]
  std::vector<NewBest> new_bests;               ///< feasible, and better than all before on any island
  std::vector<std::uint64_t> individuals_sent;  ///< [island] to other islands
  std::uint64_t restarts = 0;                   ///< of all islands
};

/// Keeps what IslandHistory needs, on the first rank.
class HistoryRecorder : public Recorder {
 public:
  explicit HistoryRecorder(Direction direction) : direction_(direction) {}

  RunStart begin(const RunDescription& /*run*/, const Mpi& /*mpi*/) override { return {}; }
  void record(const EpochRecord& epoch) override;
  void end(const Outcome& /*outcome*/, const std::string& /*solution*/) override {}

  /// Returns the history of a run; empty on the other ranks.
  IslandHistory history() const;

 private:
  void take_new_bests(const EpochRecord& epoch);

  Direction direction_;
  std::size_t islands_ = 0;
  std::vector<Statistics> rows_;  // [generation][island]
  std::vector<IslandHistory::NewBest> new_bests_;
  std::vector<std::uint64_t> individuals_sent_;
};

}  // namespace skerry::party
