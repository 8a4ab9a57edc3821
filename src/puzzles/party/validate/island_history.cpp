#include "puzzles/party/validate/island_history.hpp"

#include <algorithm>

namespace skerry::party {

void HistoryRecorder::record(const EpochRecord& epoch) {
  islands_ = epoch.islands;
  rows_.insert(rows_.end(), epoch.statistics.begin(), epoch.statistics.end());
  take_new_bests(epoch);
  individuals_sent_.resize(islands_);
  for (std::size_t island = 0; island < epoch.migration.size(); ++island)
    individuals_sent_[island] += epoch.migration[island].individuals_sent;
}

void HistoryRecorder::take_new_bests(const EpochRecord& epoch) {
  for (const Improvement& found : epoch.improvements) {
    if (found.violation > 0) continue;
    const bool better = new_bests_.empty() || key_of({0, found.fitness}, direction_) <
                                                  key_of({0, new_bests_.back().fitness}, direction_);
    if (better) new_bests_.push_back({found.generation, found.island, found.fitness});
  }
}

IslandHistory HistoryRecorder::history() const {
  IslandHistory history;
  if (rows_.empty()) return history;
  history.best.resize(islands_);
  history.diversity.resize(islands_);
  history.new_bests = new_bests_;
  history.individuals_sent = individuals_sent_;
  const std::size_t last = rows_.size() / islands_ - 1;
  const std::size_t points = std::min(last + 1, IslandHistory::most_points);
  for (std::size_t point = 0; point < points; ++point) {
    const std::size_t generation = points == 1 ? 0 : last * point / (points - 1);
    history.generations.push_back(generation);
    for (std::size_t island = 0; island < islands_; ++island) {
      const Statistics& row = rows_[generation * islands_ + island];
      history.best[island].push_back(row.violation > 0 ? std::nullopt : std::optional(row.best));
      history.diversity[island].push_back(row.fitness_diversity);
    }
  }
  for (std::size_t island = 0; island < islands_; ++island)
    history.restarts += rows_[last * islands_ + island].restarts;
  return history;
}

}  // namespace skerry::party
