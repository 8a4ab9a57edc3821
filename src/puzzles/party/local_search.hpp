#pragma once

#include "skerry/random.hpp"

#include "puzzles/party/board.hpp"
#include "puzzles/party/candidates.hpp"

#include <cstdint>
#include <vector>

namespace skerry::party {

/// Price-aware local search on full boards. Three moves, the cheaper first: a node's hero gives way to the
/// best priced one that keeps the party feasible; two heroes change places where that adds synergy, which
/// makes room for the first; two nodes' heroes give way together. A party that is not feasible is first
/// brought nearer to feasibility by the first move. Each party looked at counts as an evaluation; a node's
/// best replacement, found over the whole pool by its index, counts as one.
class LocalSearch {
 public:
  explicit LocalSearch(const Roster& roster) : roster_(&roster) {}

  /// Improves the board until no move does, or for `budget` evaluations; returns those made.
  std::uint64_t operator()(Board& board, std::uint64_t budget, Random& random);

 private:
  bool replace_one(Board& board, std::uint32_t node);
  bool repair_one(Board& board, std::uint32_t node);
  bool replace_pair(Board& board, std::uint32_t first, std::uint32_t second, Random& random);
  bool swap_places(Board& board, Random& random);
  std::uint32_t best_fit(const Board& board, std::uint32_t node, double better_than);
  std::uint32_t first_rank_of(double objective) const;
  bool left() const { return evaluations_ < budget_; }

  const Roster* roster_;
  CandidateFilter filter_;
  WeightLevels levels_;
  Bitset candidates_;
  std::vector<std::uint32_t> nodes_;
  std::vector<std::uint32_t> partners_;
  std::uint64_t evaluations_ = 0;
  std::uint64_t budget_ = 0;
};

}  // namespace skerry::party
