#pragma once

#include "puzzles/party/search/board.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace skerry::party {

/// The reason why a node had no candidate: a requirement's number, or one of these.
struct Cause {
  static constexpr std::size_t none = static_cast<std::size_t>(-1);
  static constexpr std::size_t node = static_cast<std::size_t>(-2);  ///< no hero that is left may stand there
  static constexpr std::size_t synergy =
      static_cast<std::size_t>(-3);  ///< the party is full, and its synergy too low
};

/// Finds the heroes that an open node of a board can take: they may stand there, are not in the party, and
/// leave every linear requirement possible as far as the forward check sees (Levonyan et al. 2020, IV.B.1).
/// With one node open the check is exact: the full party meets every linear requirement.
class CandidateFilter {
 public:
  /// Writes the candidates to `candidates`, without the heroes of `barred`; returns the cause that left none,
  /// or Cause::none.
  std::size_t operator()(const Board& board, std::uint32_t node, Bitset& candidates,
                         std::span<const std::uint32_t> barred = {});

 private:
  void apply(const Board& board, const Demand& demand, std::size_t r, Bitset& candidates);
  Bitset scratch_;
  Bitset union_;
};

/// Computes, for many heroes at once, the weight of the edges to a node's filled neighbours, as whole levels
/// (Roster::Levels, or Grades where the puzzle has them). Levels are stored bit by bit, each bit a set of
/// heroes: T traits and d neighbours take d x T set operations, whatever the number of heroes.
class WeightLevels {
 public:
  static constexpr double above_all = 256;  ///< a level that no hero has

  /// Computes the levels of the heroes in `candidates`.
  void compute(const Board& board, std::uint32_t node, const Bitset& candidates);
  /// Keeps the candidates of the highest level, and returns that level.
  std::uint32_t keep_highest(Bitset& candidates) const;
  /// Keeps the candidates of at least that level.
  void keep_at_least(std::uint32_t level, Bitset& candidates) const;

 private:
  static constexpr std::size_t most_bits = 8;

  /// The heroes that match a filled neighbour in a trait by so many units.
  struct Match {
    BitsetView heroes;
    unsigned units;
  };
  /// A filled neighbour: the edge to it, and the end of its matches.
  struct FilledEdge {
    std::size_t edge;
    std::size_t end;
  };
  void compute_grades(const Board& board, std::uint32_t node, const Bitset& candidates);
  void collect_matches(const Board& board, std::uint32_t node);
  void size_scratch(std::size_t sets, std::size_t blocks);

  std::size_t bits_ = 0;
  std::vector<Bitset> slices_;  // [bit] heroes whose level has that bit
  std::vector<BitsetView> agree_;
  std::vector<Bitset> scratch_;
  std::vector<Match> matches_;
  std::vector<FilledEdge> filled_;
};

}  // namespace skerry::party
