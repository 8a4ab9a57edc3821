#pragma once

#include "designer/map/pattern_heroes.hpp"
#include "puzzles/party/puzzle/puzzle.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace skerry::party {

/// The ways in which heroes on the ends of an edge can agree in the traits of the synergy. Two heroes of one
/// club are also of one league, where the pool says so, and a keeper shares a club with a striker of another
/// league only where the pool has two such players.
class TraitAgreements {
 public:
  explicit TraitAgreements(const Puzzle& puzzle);

  /// Tells whether two heroes who may stand on the ends of the edge agree in the traits of the bit mask, and
  /// differ in all others.
  bool possible(std::size_t edge, unsigned mask) const { return possible_[of_edge_[edge]][mask]; }

 private:
  std::vector<std::vector<bool>> possible_;  // [kind of edge][mask]
  std::vector<std::size_t> of_edge_;         // [edge] its kind: edges whose ends have the same heroes
};

/// What a search through patterns of traits told.
struct PatternAnswer {
  /// Whether a party meets the rules; none where the search was given up, or does not apply: the synergy
  /// follows from more than equal values.
  std::optional<bool> solvable{};
  std::vector<std::uint32_t> party{};  ///< [node] hero of the pool: one that does
};

/// The steps of a search through patterns, at most, and what ends it besides.
struct PatternLimits {
  std::uint64_t steps = 30'000'000;  ///< through patterns
  std::uint64_t hero_steps = 0;      ///< through heroes, for all patterns together; 0: none is looked for
  /// Through heroes, for one pattern; four times as many each time that all patterns have been tried and some
  /// of them needed more.
  std::uint64_t steps_of_a_pattern = 2000;
  std::function<bool()> stop{};  ///< asked now and then, where it is given
};

/// Searches through the ways in which heroes could agree in the traits of the synergy: for each trait that a
/// rule counts a partition of the nodes into groups of one value, as many as the rule asks, and for each
/// other trait the edges whose ends agree; no group larger than the rules on shares allow, of a counted trait
/// one as large as they ask, and enough synergy, where heroes on the ends of an edge agree only in traits in
/// which two heroes of the pool do. Where there is no pattern, or where no heroes of the pool fit any, no
/// party meets the rules. `agreements` are those of the puzzle; its requirements do not matter to them.
PatternAnswer search_patterns(const Puzzle& puzzle, const TraitAgreements& agreements,
                              const PatternLimits& limits);

/// Bounds the weights of edges while the traits are decided one after the other: what an edge weighs at most
/// where it is known in which of the first traits its ends agree. Masks have a bit for each decided trait, in
/// the order of the rules.
class EdgeBounds {
 public:
  EdgeBounds(const Puzzle& puzzle, const TraitAgreements& agreements, std::span<const TraitRule> rules);

  /// Returns the highest weight of all edges together, before anything is decided; minus infinity where an
  /// edge has no heroes.
  double most() const;
  /// Returns what the edge loses, at least, where its ends turn out to agree or to differ in the next trait.
  double loss(std::size_t edge, std::size_t decided, unsigned mask, bool agree) const {
    const unsigned next = mask | (agree ? 1U << decided : 0U);
    return most_[edge][decided][mask] - most_[edge][decided + 1][next];
  }
  /// Tells whether to agree in the next trait may raise the weight of the edge.
  bool helps(std::size_t edge, std::size_t decided, unsigned mask) const;

 private:
  std::size_t traits_;
  std::vector<std::vector<std::vector<double>>> most_;  // [edge][decided traits][mask]
};

}  // namespace skerry::party
