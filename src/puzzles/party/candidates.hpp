#pragma once

#include "puzzles/party/board.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace skerry::party {

/// Why a node had no candidate: a requirement's number, or one of these.
struct Cause {
  static constexpr std::size_t none = static_cast<std::size_t>(-1);
  static constexpr std::size_t node = static_cast<std::size_t>(-2);  ///< nobody left may stand there
  static constexpr std::size_t synergy =
      static_cast<std::size_t>(-3);  ///< a full party of too little synergy
};

/// The heroes a board's open node can take: allowed there, not in the party, and such that every linear
/// requirement can still be met as far as the forward check sees (Levonyan et al. 2020, IV.B.1). With one
/// node open the check is exact: the full party meets every linear requirement.
class CandidateFilter {
 public:
  /// Lays the candidates out in `candidates`; returns what emptied it, or Cause::none.
  std::size_t operator()(const Board& board, std::uint32_t node, Bitset& candidates);

 private:
  void apply(const Board& board, const Demand& demand, std::size_t r, Bitset& candidates);
  Bitset scratch_;
  Bitset union_;
};

/// For many heroes at once, the weight of the edges to a node's filled neighbours, as whole levels
/// (Roster::Levels). Levels are kept bit by bit, each bit a set of heroes: T traits and d neighbours take d x
/// T set operations, whatever the heroes' number, and no hero is looked at singly.
class WeightLevels {
 public:
  /// Computes the levels of the heroes in `candidates`.
  void compute(const Board& board, std::uint32_t node, const Bitset& candidates);
  /// Keeps of `candidates` those of the highest level, and returns it.
  std::uint32_t keep_highest(Bitset& candidates) const;
  /// Keeps those of at least that level.
  void keep_at_least(std::uint32_t level, Bitset& candidates) const;

 private:
  static constexpr std::size_t most_bits = 8;
  std::size_t bits_ = 0;
  std::vector<Bitset> slices_;  // [bit] heroes whose level has that bit
  std::vector<BitsetView> agree_;
  std::vector<Bitset> scratch_;
};

}  // namespace skerry::party
