#pragma once

#include "puzzles/party/puzzle/puzzle.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace skerry::party {

/// What the rules ask of the values that a party has of one trait of the synergy.
struct TraitRule {
  std::size_t trait = 0;                    ///< index into Synergy::columns
  bool counted = false;                     ///< whether rules bound the number of different values
  std::size_t least = 1, most = max_nodes;  ///< different values
  std::size_t share = max_nodes;            ///< heroes of one value, at most
  std::size_t alike = 1;                    ///< heroes of one value, whichever, at least
  std::size_t values = 0;                   ///< that heroes of the pool have
};

/// Returns the rules of the traits: those that are counted first, then those of fewer values first.
std::vector<TraitRule> trait_rules(const Puzzle& puzzle);

/// The group of a node for each trait of the synergy: nodes of the same group have heroes of the same value.
/// Nodes of different groups have heroes of different values where a rule counts the values of the trait.
using TraitGroups = std::array<std::uint8_t, max_synergy_traits>;

/// Searches heroes for patterns of traits: depth first, a node of which most traits are known next, heroes of
/// the highest number for the first sum that is asked first.
class PatternHeroes {
 public:
  /// The puzzle must outlive it; the rules are those of trait_rules().
  PatternHeroes(const Puzzle& puzzle, std::span<const TraitRule> rules);

  /// Returns whether a party of that pattern, [node], meets every rule; party() then is one. None where
  /// `steps_left` came to 0 before.
  std::optional<bool> find(std::span<const TraitGroups> pattern, std::uint64_t& steps_left);
  const std::vector<std::uint32_t>& party() const { return party_; }

 private:
  /// A sum that is asked: the number of each hero, negated where the sum has an upper bound.
  struct AskedSum {
    std::vector<double> number;
    double least = 0;
    std::vector<double> highest;  ///< [node] of the heroes that may stand there
  };
  bool descend(std::size_t decided, std::uint64_t& steps_left);
  std::uint32_t next_node() const;
  const std::vector<std::uint32_t>& candidates(std::uint32_t node) const;
  bool fits(std::uint32_t node, std::uint32_t hero) const;
  bool sums_in_reach(std::uint32_t node, std::uint32_t hero) const;
  bool nodes_in_reach() const;
  /// Places a hero and the values of its groups; returns a bit for each trait whose group got its value.
  unsigned place(std::uint32_t node, std::uint32_t hero);
  void remove(std::uint32_t node, unsigned bound);

  const Puzzle* puzzle_;
  std::size_t traits_;
  std::vector<bool> counted_;  // [trait]
  std::vector<AskedSum> sums_;
  std::vector<std::vector<std::uint32_t>> allowed_;                                 // [node]
  std::vector<std::vector<std::vector<std::vector<std::uint32_t>>>> allowed_with_;  // [node][trait][value]
  std::span<const TraitGroups> pattern_;
  std::vector<std::uint32_t> party_;
  std::vector<bool> open_;
  std::vector<std::vector<std::int64_t>> value_of_;  // [trait][group]; -1 where it has none yet
  std::vector<std::vector<bool>> taken_;             // [trait][value]
};

}  // namespace skerry::party
