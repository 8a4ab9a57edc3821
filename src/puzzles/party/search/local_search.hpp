#pragma once

#include "skerry/random.hpp"

#include "puzzles/party/search/candidates.hpp"

#include <cstdint>
#include <vector>

namespace skerry::party {

/// Price-aware local search on full boards. It has three moves, of which the cheaper are tried first: a
/// node's hero is replaced by the best priced hero that keeps the party feasible; two heroes exchange places
/// if that adds synergy, which makes the first move possible again; the heroes of two nodes are replaced
/// together. If a party is not feasible, the first move brings it nearer to feasibility. Each party that is
/// examined counts as an evaluation; a node's best replacement, which the index finds over the whole pool,
/// counts as one.
class LocalSearch {
 public:
  explicit LocalSearch(const Roster& roster) : roster_(&roster) {}

  /// Improves the board until no move does, or for `budget` evaluations; returns how many it made. It ends
  /// the kind of move that it tries, which `limit` cuts short.
  std::uint64_t operator()(Board& board, std::uint64_t budget, std::uint64_t limit, Random& random);

 private:
  bool replace_one(Board& board, std::uint32_t node);
  bool repair_one(Board& board, std::uint32_t node);
  bool replace_pair(Board& board, std::uint32_t first, std::uint32_t second, Random& random);
  bool swap_places(Board& board, Random& random);
  std::uint32_t best_fit(const Board& board, std::uint32_t node, double better_than);
  std::uint32_t first_rank_of(double objective) const;
  bool left() const { return evaluations_ < budget_; }
  bool within_limit() const { return evaluations_ < limit_; }

  const Roster* roster_;
  CandidateFilter filter_;
  WeightLevels levels_;
  Bitset candidates_;
  std::vector<std::uint32_t> nodes_;
  std::vector<std::uint32_t> partners_;
  std::uint64_t evaluations_ = 0;
  std::uint64_t budget_ = 0, limit_ = 0;
};

}  // namespace skerry::party
